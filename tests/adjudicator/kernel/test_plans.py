"""Plans are judged item by item, from their author's view, and what is skipped is told to the author alone."""

import pytest

from adjudicator.kernel import Ask, Chance, Resolution
from adjudicator.kernel.books.items import Item
from adjudicator.kernel.run.plans import carry_out
from tests.adjudicator.players import begin, key
from tests.titles.foray import FORAGING, ROUNDS, TITLE, Plan


@pytest.fixture
def position():
    """Agis holds 1, 4 and 5 and Brasidas 2, 3 and 3; a plan of each is asked."""
    before = begin(TITLE, 2, "plans").position
    before.hands = {"agis": [1, 4, 5], "brasidas": [2, 3, 3]}
    before.round = ROUNDS
    return before


def send(band, to, **more):
    return {"do": {"band": band, "to": to}, **more}


def stronger(field):
    """The author, Agis, is weaker there than Brasidas."""
    left = {"of": "strength", "seat": "agis", "field": field}
    return {"fact": "is", "left": left, "op": "<", "right": {"of": "strength", "seat": "brasidas", "field": field}}


def resolved(position, plan, by="agis", **others):
    plans = {by: plan, **others}
    sent = {seat: TITLE.decode_orders([{"question": "F-1", "plan": one}]) for seat, one in plans.items()}
    resolution = TITLE.resolve(position, sent, Chance(key("plans")))
    assert resolution.fallen == []
    return resolution


def sends(resolution, seat="agis"):
    return [(e.band, e.field) for e in resolution.events if e.__struct_config__.tag == "sent" and e.seat == seat]


def told(resolution, seat):
    return [TITLE.sentence(event) for event in TITLE.events_for(resolution.events, seat)]


def test_items_are_done_in_their_order(position):
    assert sends(resolved(position, [send(5, "north"), send(1, "south")])) == [(5, "north"), (1, "south")]


def test_what_is_illegal_when_its_turn_comes_is_skipped_and_the_author_is_told_by_number(position):
    plan = [send(5, "north"), send(5, "south"), {"first": [send(6, "north"), send(1, "north")]}, send(4, "north")]
    resolution = resolved(position, plan)
    assert sends(resolution) == [(5, "north"), (1, "north")]
    assert told(resolution, "agis")[-1] == (
        "Your plan to send bands out skipped what was illegal: "
        "item 2, 5 to the south (F.03: no band of 5 is in hand); "
        "item 3.1, 6 to the north (F.03: no band of 6 is in hand); "
        "item 4, 4 to the north (F.03: there is no more room in the north)."
    )


@pytest.mark.parametrize("reader", ["brasidas", None])
def test_nobody_else_learns_that_an_item_was_skipped(position, reader):
    whole = resolved(position, [send(5, "north")])
    skipping = resolved(position, [send(6, "south"), send(5, "north"), send(5, "south", when=stronger("north"))])
    assert TITLE.encode_events(TITLE.events_for(whole.events, reader)) == TITLE.encode_events(
        TITLE.events_for(skipping.events, reader)
    )
    assert TITLE.encode(TITLE.view(whole.position, reader)) == TITLE.encode(TITLE.view(skipping.position, reader))


def test_an_item_whose_condition_does_not_hold_is_passed_by_without_a_word(position):
    resolution = resolved(position, [send(5, "north", when=stronger("north")), send(1, "south")])
    assert sends(resolution) == [(1, "south")]
    assert "skipped" not in str(told(resolution, "agis"))


def test_a_condition_sees_what_the_items_before_it_have_changed(position):
    empty = {"fact": "empty", "field": "north"}
    assert sends(resolved(position, [send(1, "north", when=empty), send(4, "north", when=empty)])) == [(1, "north")]


def test_a_condition_sees_what_others_have_done_by_then(position):
    position.seats = ["brasidas", "agis"]
    plan = [send(5, "north", when=stronger("north")), send(4, "south", when=stronger("south"))]
    assert sends(resolved(position, plan, brasidas=[send(3, "south")])) == [(4, "south")]


def test_of_several_the_first_that_holds_and_is_legal_is_taken(position):
    branch = [send(5, "north", when=stronger("north")), send(6, "middle"), send(4, "middle"), send(1, "middle")]
    assert sends(resolved(position, [{"first": branch}, send(5, "south")])) == [(4, "middle"), (5, "south")]


def test_stop_ends_the_plan_wherever_it_stands(position):
    branch = [send(6, "north"), {"stop": True}]
    resolution = resolved(position, [send(1, "north"), {"first": branch}, send(4, "south")])
    assert sends(resolution) == [(1, "north")]


def test_ask_me_ends_the_plan_and_has_its_author_asked(position):
    plan = [send(1, "north"), {"first": [send(4, "south", when=stronger("south")), {"ask_me": True}]}, send(5, "south")]
    resolution = resolved(position, plan)
    assert sends(resolution) == [(1, "north")]
    assert resolution.position.phase.asks == [Ask("agis", "F-2")]
    assert resolution.position.plans == {"brasidas": []}
    assert TITLE.view(resolution.position, "agis").plans == {}


def test_what_was_done_and_where_it_asks_is_given_back_by_number(position):
    resolution = Resolution(TITLE.copy(position), Chance(key("plans")), TITLE.steps)
    plan = [Item(do={"band": 6, "to": "north"}), Item(first=[Item(do={"band": 4, "to": "north"})]), Item(ask_me=True)]
    carried = carry_out(resolution, "agis", "F-1", [*plan, Item(do={"band": 5, "to": "north"})], FORAGING)
    assert (carried.made, carried.asks) == ([(2, 1)], (3,))


def test_conditions_are_judged_by_what_the_author_may_know(position):
    """The best band of Brasidas is hidden: nothing compares with it, neither one way nor the other."""
    best = {"of": "best", "seat": "brasidas"}
    hidden = [{"fact": "is", "left": best, "op": op, "right": 3} for op in ("<", ">=")]
    own = {"fact": "is", "left": {"of": "best", "seat": "agis"}, "op": "=", "right": 5}
    plan = [*(send(1, "north", when=when) for when in hidden), send(5, "north", when=own)]
    assert sends(resolved(position, plan)) == [(5, "north")]


@pytest.mark.parametrize("hand", [[2, 3, 3], [6, 6, 5]])
def test_a_plan_comes_to_the_same_whatever_its_author_may_not_know(position, hand):
    """What is hidden is neither so nor not so."""
    position.hands["brasidas"] = hand
    when = {"fact": "is", "left": {"of": "best", "seat": "brasidas"}, "op": ">", "right": 4}
    plan = [send(5, "north", when=when), send(4, "north", when={"fact": "not", "of": when}), send(6, "south")]
    resolution = resolved(position, plan)
    assert sends(resolution) == []
    assert told(resolution, "agis")[-1].endswith("item 3, 6 to the south (F.03: no band of 6 is in hand).")


@pytest.mark.parametrize(
    ("item", "says"),
    [
        ({}, "item 1: an item has exactly one of do, first"),
        ({"stop": True, "ask_me": True}, "item 1: an item has exactly one of do, first"),
        (send(5, "noth"), "item 1, do, to: 'noth' is not known here; choose middle, north or south"),
        (send(5, "north", when={"fact": "weather"}), "item 1, when: there is no fact 'weather'; choose all"),
        ({"first": [{"first": [{"first": [{"first": [{"stop": True}]}]}]}]}, "items go at most 4 deep"),
    ],
)
def test_a_plan_that_can_never_be_right_is_refused_when_it_is_sealed(position, item, says):
    [order] = TITLE.decode_orders([{"question": "F-1", "plan": [item]}])
    [refusal] = TITLE.check(TITLE.view(position, "agis"), "agis", [order])
    assert says in refusal.message


def test_everything_that_is_wrong_with_a_plan_is_told_at_once(position):
    order = Plan(plan=[Item(), Item(do={"band": "x", "to": "noth"}), Item(stop=True)])
    [refusal] = TITLE.check(TITLE.view(position, "agis"), "agis", [order])
    assert refusal.message.count("item 1") == 1
    assert refusal.message.count("item 2, do") == 2
