"""Whole games by what the form writes: each decision is held against the words of the answer that it came from."""

from types import SimpleNamespace

import pytest

from adjudicator.athens_sparta.combat.fight import Fight
from adjudicator.athens_sparta.combat.rounds import deeds
from adjudicator.athens_sparta.sieges import deciding
from adjudicator.kernel import Answers, Ask, Chance
from adjudicator.kernel.contract.playing import orders_of_bots
from adjudicator.kernel.questions.questions import ask_name
from tests.adjudicator.athens_sparta.tables import TITLE
from tests.adjudicator.players import begin, key

LOSSES = ("D-13", "D-16", "D-18", "D-20", "D-20R")
BATTLES = ("D-8", "D-9", "D-10", "D-11", "D-12", "D-14", "D-15", "D-17", "D-22", "D-23", "D-24", "D-25")
GAMES = [pytest.param(1, id="some"), pytest.param(60, marks=pytest.mark.soak, id="dozens")]


def steps(view, side):
    """The steps of a side in the battle under way, as both see them: besieged blocks and ships on patrol apart."""
    battle = view.combat.battle
    there = [one for one in view.at(battle.place, side) if one.posture != "PATROL"]
    if side != battle.reader:
        there = [one for one in there if one.open and one.posture != "BESIEGED"]
    elif side == battle.attacker and battle.attackers:
        there = [one for one in there if one.id in battle.attackers]
    return sum(one.strength for one in there)


# --- what each answer promises: `one` is a decision that the program made ---------------------------------------------


def redeal(one):
    """Demand a redeal; throw mine in as well if it has less than 13 MP."""
    if one.question == "D-1":
        assert one.order.redeal
    if one.question == "D-2":
        hand = [one.view.box.cards[card].mp for card in one.view.hands[one.seat]]
        assert one.order.throw_in == (sum(hand) < 13)


def lowest(one):
    """The lowest card without an event first."""
    if one.question == "D-4":
        cards = one.view.box.cards
        assert one.order.card == min(
            one.view.hands[one.seat], key=lambda card: (cards[card].event is not None, cards[card].mp, card)
        )


def steady(one):
    """Before the walls only with more steps than the enemy shows; the last step of the weaker side gets away; no Storm,
    no sally."""
    if one.question == "D-12":
        assert one.order.stormers == []
    if one.question == "D-23":
        assert one.order.sallyers == []
    if one.question not in ("D-9", "D-11"):
        return
    fight = Fight.of(one.view)
    enemy = fight.attacker if one.seat == fight.defender else fight.defender
    mine, theirs = steps(one.view, one.seat), steps(one.view, enemy)
    if one.question == "D-9":
        ways = [order.declare for order in one.options()]
        stays = [name for name, word in one.order.declare.items() if word == "accept"]
        assert mine > theirs or not any({**one.order.declare, name: "withdraw"} in ways for name in stays)
    else:
        block = one.view.block(fight.battle.acting)
        away = [deed for deed, _ in deeds(fight, block) if deed in ("withdraw", "retreat")]
        if block.strength == 1 and mine < theirs and away:
            assert one.order.do in away


def fight(one):
    """Every block accepts battle and fires."""
    if one.question == "D-9":
        assert {*one.order.declare.values()} == {"accept"}
    if one.question == "D-11":
        able = deeds(Fight.of(one.view), one.view.block(one.view.combat.battle.acting))
        assert one.order.do == "fire" or ("fire", None) not in able


def default_of_losses(one):
    """Those of the default."""
    if one.question in LOSSES:
        assert one.order == TITLE.question(one.question).default(one.view, one.ask)


def asked_of_losses(one):
    """Ask me each time; but where the enemy could learn something by that, those of the default."""
    if one.question in LOSSES and len(one.options()) > 1:
        battle = one.view.combat and one.view.combat.battle
        hidden = {"D-13": lambda: not all(one.view.block(name).open for name in one.ask.args["tied"])}
        assert hidden.get(one.question, lambda: one.question == "D-16" and not battle)()
        default_of_losses(one)


def default_of_events(one):
    """What the default says."""
    if one.question in ("D-3", "D-5"):
        assert one.order == TITLE.question(one.question).default(one.view, one.ask)


def taken(one):
    assert one.question != "D-6" or one.order.take


def never_taken(one):
    assert one.question != "D-6" or not one.order.take


def never_decides(*questions):
    """Ask me each time."""

    def check(one):
        assert one.question not in questions

    return check


WORDS = {
    "hands": {"redeal": redeal, "ask": never_decides("D-1", "D-2")},
    "cards": {"lowest": lowest, "ask": never_decides("D-4")},
    "battles": {"steady": steady, "fight": fight, "ask": never_decides("D-8B")},
    "losses": {"rule": default_of_losses, "ask": asked_of_losses},
    "events": {"rule": default_of_events, "ask": never_decides("D-3", "D-5")},
    "support": {"take": taken, "never": never_taken, "ask": never_decides("D-6"), "none": lambda one: None},
}
WAYS = [
    {"hands": "redeal", "cards": "lowest", "battles": "steady", "losses": "rule", "events": "rule", "support": "take"},
    {"hands": "ask", "cards": "ask", "battles": "fight", "losses": "ask", "events": "ask", "support": "never"},
    {"hands": "redeal", "cards": "ask", "battles": "ask", "losses": "rule", "events": "ask", "support": "ask"},
]
UNASKED = {
    ("hands", "redeal"): ("D-1", "D-2"),
    ("cards", "lowest"): ("D-4",),
    ("battles", "steady"): ("D-8B", *BATTLES),
    ("battles", "fight"): ("D-8B", *BATTLES),
    ("losses", "rule"): LOSSES,
    ("events", "rule"): ("D-3", "D-5"),
    ("support", "take"): ("D-6",),
    ("support", "never"): ("D-6",),
}
"""By answer, what its words leave to the program."""
COME = [{"D-4", "D-8B", "D-9", "D-11", "D-13"}, {"D-8B", "D-9", "D-11", "D-13"}, {"D-13"}]
"""What the program decides in a game by these answers."""


# --- games ------------------------------------------------------------------------------------------------------------


def decision(view, seat, ask, order):
    question = TITLE.question(ask.question)
    return SimpleNamespace(
        view=view,
        seat=seat,
        ask=ask,
        question=ask.question,
        order=order,
        options=lambda: [*question.options(view, ask)],
    )


@pytest.fixture
def noted(monkeypatch):
    """The decisions of battles that no phase asks, as they are made."""
    found, last = [], {}

    def view(position, seat):
        last["view"] = seen_by(position, seat)
        return last["view"]

    def ask(*args, **more):
        last["ask"] = Ask(*args, **more)
        return last["ask"]

    def answers(given):
        [(seat, orders)] = given.items()
        found.append(decision(TITLE.copy(last["view"]), seat, last["ask"], *orders.values()))
        return Answers(given)

    seen_by = deciding.seen_by
    for name, put in {"seen_by": view, "Ask": ask, "Answers": answers}.items():
        monkeypatch.setattr(deciding, name, put)
    return found


def written(position, seat, answers):
    offered = {offer.fields[0]: offer for offer in TITLE.form_offers(TITLE.view(position, seat), seat, "start")}
    given = {name: answers[name] for name in offered if answers[name] in {one.value for one in offered[name].options}}
    return TITLE.book_of_form(TITLE.view(position, seat), seat, "start", given)


def play(answers, seed, noted):
    """A game in which bots answer what books leave to the players: gives the questions. What books decide is noted."""
    asked = set()
    seats, options = TITLE.seats("war", 2), {"syracuse_pp": True}
    chance = Chance(key("form", seed))
    position = TITLE.begin(scenario="war", seats=seats, options=options, chance=chance).position
    position = TITLE.with_books(position, {seat: written(position, seat, answers) for seat in seats})
    while position.phase is not None:
        sent, views = {}, {seat: TITLE.view(position, seat) for seat in seats}
        for seat, orders in orders_of_bots(TITLE, position, seed, "steady").items():
            left = [ask.name for ask in TITLE.unanswered(views[seat], seat)]
            sent[seat] = [order for order in orders if ask_name(order) in left]
            asked |= {*left}
        resolution = TITLE.resolve(position, sent, Chance(key("form", seed, position.phases)))
        for one in resolution.counted:
            if one.source == "book":
                [order] = TITLE.decode_orders([one.order])
                noted.append(
                    decision(views[one.seat], one.seat, TITLE.ask(views[one.seat], one.seat, one.question), order)
                )
        position = resolution.position
    return asked


@pytest.mark.parametrize("number", GAMES)
@pytest.mark.parametrize("way", range(len(WAYS)))
def test_RULING_127_what_the_form_writes_is_what_its_answers_say(way, number, noted):
    for seed in range(number):
        asked = play(WAYS[way], seed, noted)
        assert not asked & {one for said in WAYS[way].items() for one in UNASKED.get(said, ())}
    for one in noted:
        for question, answer in WAYS[way].items():
            WORDS[question][answer](one)
    assert {one.question for one in noted} >= COME[way]


def test_every_answer_of_the_form_is_held_against_its_words():
    view = TITLE.view(begin(TITLE, 2, 0).position, "sparta")
    offered = {
        offer.fields[0]: {one.value for one in offer.options} for offer in TITLE.form_offers(view, "sparta", "start")
    }
    assert offered == {question: {*answers} - {"none"} for question, answers in WORDS.items()}
    for question, answers in offered.items():
        assert answers == {way[question] for way in WAYS}
