"""What an order does is what is said of it, in every position of every case."""

import re
from functools import cache
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from adjudicator.kernel import Ask, OstrakaError, Outcome
from adjudicator.kernel.cases import load_cases, play_case
from adjudicator.kernel.contract.battery import says_a_deed
from adjudicator.kernel.position.position import reason_in_words
from adjudicator.pericles.names import name_of as pericles_name
from adjudicator.pericles.state.orders import ModeOrder, OracleOrder
from adjudicator.polis.names import name_of
from adjudicator.polis.rounds.feeding import shortage
from adjudicator.registry import title, titles
from tests.golden import golden_games

CASES = Path(__file__).parents[1] / "cases"
MOST = 40  # options of an ask
IN_NO_CASE = {"athens_sparta": {"D-16", "D-20R"}}


@cache  # the cases of a title take seconds to play
def asked(name):
    """(position, ask) of every phase that a case opens; what is never asked, of every position's first seat."""
    rules, found = title(name), []
    unasked = [question.id for question in rules.questions.values() if question.unasked]
    for path in sorted((CASES / name).glob("*.yaml")):
        for case in load_cases(path.read_text()):
            try:
                stages = play_case(rules, case)
            except OstrakaError:  # what a case says must be refused
                continue
            for position in (stage.position for stage in stages if stage.position.phase):
                found += [
                    (position, ask)
                    for seat in position.seats
                    for ask in rules.asked_of(rules.view(position, seat), seat)
                ]
                found += [(position, Ask(position.seats[0], one)) for one in unasked]
    return found


@pytest.fixture(scope="module", autouse=True)
def positions_are_forgotten_in_the_end():
    yield
    asked.cache_clear()


def sayable(rules, view, ask):
    """The default, some options, and what is done by who passes."""
    question = rules.question(ask.question)
    found = [] if question.unasked else [question.default(view, ask)]
    passing = question.pass_order(ask)
    return [*found, *([passing] if passing else []), *islice(question.options(view, ask), MOST)]


@pytest.mark.parametrize("name", titles())
def test_every_order_is_said_as_a_deed(name):
    rules, seen = title(name), set()
    for position, ask in asked(name):
        view = rules.view(position, ask.seat)
        for order in sayable(rules, view, ask):
            said = rules.order_in_words(view, ask.seat, order)
            assert says_a_deed(said), (ask.name, said, order)
            assert says_a_deed(rules.question(ask.question).choice_in_words(order)), (ask.name, order)
            seen.add(ask.question)
    assert seen == set(rules.questions) - IN_NO_CASE.get(name, set())


def at(name, question, fits=lambda view, ask: True):
    """View and ask of the first time that a case asks a question, or that it is asked as wanted."""
    rules = title(name)
    seen = ((rules.view(position, ask.seat), ask) for position, ask in asked(name) if ask.question == question)
    return next((view, ask) for view, ask in seen if fits(view, ask))


def said(name, question, plain, fits=lambda view, ask: True):
    """An order of plain data in words."""
    view, ask = at(name, question, fits)
    [order] = title(name).decode_orders([{**ask.head, **plain}])
    return title(name).order_in_words(view, ask.seat, order)


def refused(name, question, plain, fits=lambda view, ask: True):
    """Why such an order is refused."""
    view, ask = at(name, question, fits)
    [order] = title(name).decode_orders([{**ask.head, **plain}])
    return title(name).refusal(view, ask.seat, order).message


@pytest.mark.parametrize(
    ("name", "question", "deed"),
    [
        ("polis", "D18", "concede the game"),
        ("athens_sparta", "D-21", "concede the game"),
        ("athens_sparta", "D-21D", "offer a draw"),
        ("athens_sparta", "D-21W", "withdraw the offer of a draw"),
    ],
)
def test_an_order_without_fields_is_said_as_what_it_does(name, question, deed):
    assert said(name, question, {}) == deed
    assert title(name).question(question).choice_in_words(title(name).question(question).order()) == deed


def test_a_default_of_polis_is_said_as_what_it_does():
    assert said("polis", "D17", {"plan": []}) == "spend no Prestige"
    assert said("polis", "D17", {"plan": [{"do": {"keep": 1}}]}) == "keep 1 Prestige and spend the rest"
    assert said("polis", "D15", {"plan": []}).startswith("release ")
    assert "wheat goes" in said("polis", "D16", {"plan": []}, lambda view, ask: not view.deeds)
    assert said("polis", "D16", {"plan": []}, lambda view, ask: view.deeds).startswith("let ")
    assert re.fullmatch(r"place all, \w[\w ]* first", said("polis", "D12R", {"to": []}))
    assert said("polis", "D5", {"regions": []}).startswith("fight in ")
    assert ", then " in said("polis", "D5", {"regions": []})
    assert said("polis", "D11", {"units": {}}) == "send none"
    assert said("polis", "D13", {"prestige": 1}) == "give up 1 Prestige"


def test_an_entry_that_gives_the_default_is_foretold_with_what_it_does():
    rules = title("polis")
    view, ask = at("polis", "D17")
    view = msgspec.structs.replace(view, books={ask.seat: rules.check_book([{"question": "D17", "default": True}])})
    assert rules.foreseen(view, ask.seat, "D17") == ["Entry 1 of your book gives the default: spend no Prestige."]


def test_a_trade_says_what_is_paid_and_what_is_got():
    view, ask = at("polis", "D2")
    for shipment, facts in view.box.shipments.items():
        price = view.box.components.market_value.price[facts.cls][view.markers[facts.give] - 1]
        for pay, paid in (("barter", f"{price} {facts.give}"), ("silver", f"{facts.cls} silver")):
            sheet = {"actions": [{"do": {"action": "trade", "shipment": shipment, "pay": pay}}]}
            [order] = title("polis").decode_orders([{"question": "D2", **sheet}])
            words = title("polis").order_in_words(view, ask.seat, order)
            assert words == f"trade at {name_of(shipment)}: pay {paid}, get {facts.cls} {facts.get}"


def test_answers_to_requests_are_said_and_asked_for_by_their_names():
    view, ask = at("perikles", "D-5E")
    default = title("perikles").default(view, ask.seat, "D-5E")
    assert title("perikles").order_in_words(view, ask.seat, default).startswith("refuse ")
    why = refused("perikles", "D-5E", {"answers": []})
    assert re.fullmatch(r"answer each request once, and no other: [A-Z]\w+ at [A-Z]\w+(, [A-Z]\w+ at [A-Z]\w+)*", why)
    assert re.fullmatch(r"(hoplite for [A-Z]\w+(, )?)+", words_of_default("perikles", "D-5B"))
    assert "choose a hoplite or a trireme for " in refused("perikles", "D-5B", {"kinds": {}})


def words_of_default(name, question):
    """What silence means, in words."""
    view, ask = at(name, question)
    return title(name).order_in_words(view, ask.seat, title(name).default(view, ask.seat, ask.name))


def test_a_refused_oracle_says_which_theater_is_wrong():
    view, ask = at("pericles", "D24", lambda view, ask: len(options_of("pericles", view, ask)[-1].theaters) > 1)
    three = options_of("pericles", view, ask)[-1].theaters
    shut = next(name for name in view.theaters if name not in view.in_play())
    for theaters, wrong in (
        ([*three[1:], three[1]], f"{pericles_name(three[1])} is named twice"),
        ([*three[1:], shut], f"{pericles_name(shut)} is not in play"),
        (three[1:], f"you named {len(three) - 1}"),
    ):
        why = title("pericles").refusal(view, ask.seat, OracleOrder(do="treachery", theaters=theaters)).message
        assert why == f"name {len(three)} different theaters in play; {wrong}"


def options_of(name, view, ask):
    """All that is legal."""
    return [*title(name).options(view, ask.seat, ask.name)]


def test_a_refused_build_says_where_the_marker_is():
    view, ask = at("pericles", "D25", lambda view, ask: ask.args["theater"] not in ("athens", "sparta"))
    why = title("pericles").refusal(view, ask.seat, ModeOrder(mode="build")).message
    assert why.endswith(f"; this marker is in {pericles_name(ask.args['theater'])}")


ANNOUNCE_NOTHING = {
    "perikles": set(),
    "polis": {"D2", "D11", "D13"},  # D11 and D13: some must go
    "pericles": {"D4", "D8", "D9", "D11", "D12", "D15", "D18", "D25", "D27", "D36", "D38"},
    "athens_sparta": {"D-8", "D-11", "D-17"},
}
"""Questions with an order that does nothing whose words say no more than that a seat is asked."""


@pytest.mark.parametrize("name", titles())
def test_what_a_seat_may_decline_it_is_not_said_to_be_about_to_do(name):
    for question in title(name).questions.values():
        awaited = question.awaited(Ask("athens", question.id, {"theater": "samos", "kind": "oracle"}))
        declinable = question.passing is not None and question.id not in ANNOUNCE_NOTHING[name]
        assert not declinable or re.match(r"decide wh", awaited), awaited
        if question.may_decline:
            assert awaited.startswith("decide wh")


def warned(name, question, plain, fits=lambda view, ask: True):
    """What a person is asked once more before they send such an order."""
    view, ask = at(name, question, fits)
    [order] = title(name).decode_orders([{**ask.head, **plain}])
    return title(name).warnings(view, ask.seat, [order])


def test_what_ends_the_game_or_is_given_up_for_good_is_warned_of():
    assert warned("polis", "D18", {}) == warned("athens_sparta", "D-21", {}) != []
    assert warned("athens_sparta", "D-21D", {}, lambda view, ask: not view.draw_offers) == []
    [draw] = warned("athens_sparta", "D-21D", {}, lambda view, ask: {*view.draw_offers} - {ask.seat})
    assert "the game ends for all at the next cut" in draw
    assert warned("athens_sparta", "D-6", {"take": False}) == []
    assert len(warned("athens_sparta", "D-6", {"take": True})) == 1


def test_a_plan_that_may_take_the_last_prestige_is_warned_of_unless_the_round_is_the_last():
    def rich(view, ask):
        return not view.last_round and view.sides[view.side(ask.seat)].prestige > 1

    assert warned("polis", "D17", {"plan": []}, rich) == []
    assert warned("polis", "D17", {"plan": [{"do": {"keep": 1}}]}, rich) == []
    for ruin in ([{"do": {"keep": 0}}], [{"first": [{"do": {"prestige": 99}}]}]):
        assert "ostracised" in warned("polis", "D17", {"plan": ruin}, rich)[0]
    view, ask = at("polis", "D15", lambda view, ask: not view.last_round)
    lost = shortage(view, view.side(ask.seat)) >= view.sides[view.side(ask.seat)].prestige
    assert bool(warned("polis", "D15", {"plan": [{"do": {"release": []}}]}, lambda v, a: not v.last_round)) == lost


def test_a_book_that_concedes_without_being_asked_is_warned_of():
    rules = title("polis")
    view, ask = at("polis", "D18")
    book = [{"question": "D18", "choose": [{}]}, {"question": "D17", "choose": [{"plan": [{"do": {"keep": 0}}]}]}]
    assert rules.warnings_of_book(view, ask.seat, rules.check_book(book)) == warned("polis", "D18", {})


@pytest.mark.parametrize("name", ["polis", "athens_sparta"])
def test_what_others_read_while_they_wait_does_not_call_them_you(name):
    waited = [question.awaited(Ask("athens", question.id, {})) for question in title(name).questions.values()]
    assert [said for said in waited if re.search(r"\byours?\b|\bchoose\b.*\bchoosing\b", said)] == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("perikles", "The game is over: victory shared (S.10). 1. "),
        ("pericles", "The game is over: conquest of Sparta (14-C). The Aristocrats win. Honor: Aristocrats "),
    ],
)
def test_the_event_that_ends_a_game_says_the_clause_last(name, sentence):
    ends = (golden.replayed(title(name))[-1].events[-1] for golden in golden_games(name).values())
    assert any(title(name).sentence(event).startswith(sentence) for event in ends)


def test_those_with_the_same_to_do_are_named_together():
    position, _ = asked("perikles")[0]
    asks = [Ask("red", "D-5C"), Ask("blue", "D-5C"), Ask("green", "D-6S")]
    phase = msgspec.structs.replace(position.phase, asks=asks, veiled=False)
    assert title("perikles").waiting(msgspec.structs.replace(position, phase=phase)) == [
        "The game waits for red and blue to decide whether to commit forces.",
        "The game waits for green to decide whether to say when to use the Special tile in battles.",
    ]


def test_a_board_says_why_the_game_is_over_with_the_clause_last():
    for name in ("polis", "athens_sparta"):
        position = next(position for position, ask in asked(name) if ask.question in ("D2", "D-7"))
        over = msgspec.structs.replace(title(name).view(position, None), outcome=Outcome("11-B, ostracism", {}))
        assert "The game is over: ostracism (11-B)." in " ".join(title(name).show(over).split())


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("E.01 turn 2", "turn 2 (E.01)"),
        ("S.10; victory shared", "victory shared (S.10)"),
        ("D.13", "by clause D.13"),
        ("ended by the organiser", "ended by the organiser"),
    ],
)
def test_a_reason_is_words_and_a_clause_alone_is_called_one(reason, said):
    assert reason_in_words(reason) == said
