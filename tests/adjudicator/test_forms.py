"""What a person answers to a form is what is done: whole games, each decision held against the words of its answer.

For every answer there is a checker, written from its words alone. Athens & Sparta has its own tests of forms.
"""

import pytest

from adjudicator.kernel import Chance, ask_name
from adjudicator.kernel.books.reading import consult
from adjudicator.perikles.components import influence_tile
from adjudicator.perikles.politics.influence import legal_tiles
from adjudicator.polis.words import ENEMY
from adjudicator.registry import title
from tests.adjudicator.players import begin, key, orders_of_bots

COLOURS = ("athens", "sparta", "argos", "corinth", "thebes", "megara", "any")
FEWEST = 2
MOST = 16
"""So many games are played at least, and at most, until the question has come up."""
MOST_PHASES = 260


def asked(view, ask, found):
    """Ask me: nothing answers."""
    return found.answer is None


def by_default(view, ask, found):
    return found.answer is not None and found.answer.order == RULES[view.title].default(view, ask.seat, ask.name)


def first_cubes(view, ask, found):
    """Athens and Sparta: one cube each."""
    return found.answer is not None and found.answer.order.city in ("athens", "sparta")


def most_cubes_of_a_tile(view, ask, found):
    """Most cubes, then by colour in this order."""
    legal = [influence_tile(tile) for tile in legal_tiles(view, ask.seat)]
    best = min(legal, key=lambda tile: (-tile.shards, COLOURS.index(tile.colour)))
    taken = influence_tile(found.answer.order.tile)
    return (taken.shards, taken.colour) == (best.shards, best.colour)


def myself_where_i_have_most(view, ask, found):
    """Myself where I have most cubes; if I can't, the first that is legal."""
    legal = [*RULES["perikles"].options(view, ask.seat, ask.name)]
    own = [one for one in legal if one.colour == ask.seat]
    if not own:
        return found.answer.order == legal[0]
    most = max(view.cities[one.city].temple[ask.seat] for one in own)
    chosen = found.answer.order
    return chosen.colour == ask.seat and view.cities[chosen.city].temple[ask.seat] == most


def quiet(view, ask, found):
    """Nothing as long as nobody stands against me, else ask me."""
    against = RULES["perikles"].quantities.value(view, "against", {"seat": ask.seat})
    sends = found.answer is not None and found.answer.order.placements
    return asked(view, ask, found) if against else found.answer is not None and not sends


def unused(view, ask, found):
    """The Special tile is not used."""
    order = found.answer.order
    return not getattr(order, "use", False) and not getattr(order, "instructions", [])


def small_matters(view, ask, found):
    """I commit first, hoplites come back, nobody gets leave, losses by the default."""
    order = found.answer.order
    return {
        "D-5A": lambda: order.seat == ask.seat,
        "D-5B": lambda: set(order.kinds.values()) == {"hoplite"},
        "D-5E": lambda: not any(answer.grant for answer in order.answers),
        "D-6B": lambda: by_default(view, ask, found),
    }[ask.question]()


def poor(view, ask, found):
    """I pass when the other side has passed and I have 1 Prestige or none."""
    side = view.side(ask.seat)
    passes = ENEMY[side] in view.passed and view.sides[side].prestige <= 1
    if not passes:
        return asked(view, ask, found)
    return found.answer is not None and [item.stop for item in found.answer.order.actions] == [True]


def never_retreats(view, ask, found):
    return by_default(view, ask, found) if ask.question == "D9" else found.answer.order.retreat is False


def leaves_three(view, ask, found):
    """As much as leaves 3."""
    [item] = found.answer.order.plan
    return item.do == {"keep": 3}


def tokens(view, ask, found):
    """3 tokens as Commanding General, 1 for my Compatriot, 2 against an enemy, else as the bot; who leads, is asked."""
    wanted = {"D27": 3, "D28": 1, "D29": 2}.get(ask.question)
    if wanted is None:
        return by_default(view, ask, found) if ask.question == "D35" else asked(view, ask, found)
    legal = [one.tokens for one in RULES["pericles"].options(view, ask.seat, ask.name)]
    return found.answer.order.tokens == wanted if wanted in legal else by_default(view, ask, found)


RULES = {name: title(name) for name in ("perikles", "pericles", "polis")}
CHECKERS = {
    ("perikles", "cubes", "rule"): first_cubes,
    ("perikles", "tiles", "colours"): most_cubes_of_a_tile,
    ("perikles", "candidates", "most cubes"): myself_where_i_have_most,
    ("perikles", "forces", "quiet"): quiet,
    ("perikles", "special", "keep"): unused,
    ("perikles", "small", "rule"): small_matters,
    ("polis", "turns", "poor"): poor,
    ("polis", "turns", "ask"): asked,
    ("polis", "retreat", "stay"): never_retreats,
    ("polis", "phoros", "keep"): leaves_three,
    ("pericles", "expeditions", "tokens"): tokens,
}
"""Of answers that say more than *ask me* and *by the default*."""
SCENARIOS = {"perikles": "standard", "polis": "standard", "pericles": "14.2"}


def answers_of(name):
    """(question of the form, answer) of a title's first form."""
    rules = RULES[name]
    position = begin(rules, rules.scenarios[SCENARIOS[name]].seat_counts[0], "form", SCENARIOS[name]).position
    offers = rules.form_offers(rules.view(position, position.seats[0]), position.seats[0], next(iter(rules.forms)))
    return [(offer.fields[0], str(option.value)) for offer in offers for option in offer.options]


ANSWERS = [(name, *answer) for name in RULES for answer in answers_of(name)]


def checker(name, question, answer):
    """What the words of an answer promise."""
    return CHECKERS.get((name, question, answer)) or (asked if answer in ("ask", "sheet") else by_default)


def about(name, view, seat, question):
    """The questions of the title that a question of the form is about."""
    rules = RULES[name]
    [one] = [one for one in rules.form(next(iter(rules.forms))).questions if one.id == question]
    return {entry["question"] for option in one.options(view, seat) for entry in option.entries}


def decisions(name, seed, question, answer):
    """(view, ask, what the book answers) of a seat, in a game that goes by its form but for this one answer."""
    rules = RULES[name]
    scenario = SCENARIOS[name]
    position = begin(rules, rules.scenarios[scenario].seat_counts[0], seed, scenario).position
    seat = position.seats[0]
    view = rules.view(position, seat)
    concerned = about(name, view, seat, question)
    position.books[seat] = rules.book_of_form(view, seat, next(iter(rules.forms)), {question: answer})
    while position.phase is not None and position.phases < MOST_PHASES:
        view = rules.view(position, seat)
        left = [ask.name for ask in rules.unanswered(view, seat)]
        for ask in position.phase.asked_of(seat):
            if ask.question in concerned:
                yield view, ask, consult(rules, view, ask)
        sent = orders_of_bots(rules, position, seed)
        sent[seat] = [order for order in sent.get(seat, []) if ask_name(order) in left]
        resolution = rules.resolve(position, sent, Chance(key(seed, position.phases)))
        assert resolution.misread == []
        position = resolution.position


@pytest.mark.parametrize(("name", "question", "answer"), ANSWERS, ids=["-".join(one) for one in ANSWERS])
def test_what_is_done_is_what_the_answer_to_the_form_says(name, question, answer):
    holds, met = checker(name, question, answer), 0
    for seed in range(MOST):
        if seed >= FEWEST and met:
            break
        for view, ask, found in decisions(name, f"form {seed}", question, answer):
            assert holds(view, ask, found), (ask.name, found)
            met += 1
    assert met
