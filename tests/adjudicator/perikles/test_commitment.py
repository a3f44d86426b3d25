"""An order that breaks several rules at once is told all of them that can be seen before a counter is placed."""

import pytest

from adjudicator.perikles.politics import revolt
from adjudicator.perikles.state.position import Place, Placed, Side
from adjudicator.registry import title
from tests.adjudicator.players import playthrough

PERIKLES = title("perikles")
HIDDEN = Placed("sparta-h?", "red")


@pytest.fixture(scope="module")
def asked():
    """A view and the seat that is asked to commit in it."""
    for before, *_ in playthrough(PERIKLES, 3, "commit", "steady", missing=0):
        for ask in before.phase.asks:
            if ask.question == "D-5C":
                return PERIKLES.view(before, ask.seat), ask.seat
    raise AssertionError("nobody commits")


def sent(counter, location, side="attacker"):
    return {"counter": counter, "location": location, "side": side}


def refused(asked, placements, **more):
    view, seat = asked
    orders = PERIKLES.decode_orders([{"question": "D-5C", "placements": placements, **more}])
    [refusal] = PERIKLES.check(view, seat, orders)
    return refusal


def test_every_wrong_name_and_the_missing_cube_are_told_at_once(asked):
    refusal = refused(asked, [sent("h4c", "atica"), sent("h4c", "pilos"), sent("", "atica")])
    assert refusal.clause == "5.20"
    for said in (
        "h4c is not in your pool", "5.20: h4c is named twice", "5.20: atica is not on display; choose ",
        "5.20: pilos is not on display", "5.23: 3 counters need a cube: name its city",
    ):  # fmt: skip
        assert refusal.message.count(said) == 1, said


def test_a_cube_beside_unknown_counters_is_judged_too(asked):
    refusal = refused(asked, [sent(f"x-{number}", "atica") for number in range(3)], cube="athens")
    assert "5.23: " in refusal.message


def test_an_order_of_nonsense_is_not_answered_at_length(asked):
    refusal = refused(asked, [sent(f"x{number}", f"y{number}") for number in range(200)])
    assert refusal.message.endswith("and 393 more")


def test_a_revolt_that_is_foreseen_takes_one_of_two_hoplites_that_look_alike(asked):
    """X.08, X.09: the side keeps its main player while a counter is left."""
    position = asked[0].scratch_of_forces()
    position.locations[0] = Place("melos", Side(), Side("red", [HIDDEN, HIDDEN]))
    revolt.remove(position, "melos", "sparta-h?")
    assert position.place("melos").defender == Side("red", [HIDDEN])
    revolt.remove(position, "melos", "sparta-h?")
    assert position.place("melos").defender == Side(None, [])
