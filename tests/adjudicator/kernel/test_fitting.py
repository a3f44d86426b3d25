"""Hidden things that do not fit every place."""

import pytest

from adjudicator.kernel import Chance
from adjudicator.kernel.contract.playing import key
from adjudicator.kernel.hidden.parts import filled, swapped

LAND, HARBOUR = "land", "harbour"
PLACES = (LAND, HARBOUR, LAND, HARBOUR, HARBOUR)


def fits(thing, place):
    return PLACES[place] == HARBOUR or not thing.startswith("ship")


def draws(function, things):
    return [function(things, Chance(key("fitting", seed))) for seed in range(60)]


def test_things_change_places_only_where_each_fits_the_others():
    before = ["hoplite 1", "ship 1", "hoplite 2", "hoplite 3", "ship 2"]
    after = draws(lambda things, chance: swapped(things, fits, chance, "swap"), before)
    assert all(sorted(lying) == sorted(before) for lying in after)
    assert all(fits(thing, place) for lying in after for place, thing in enumerate(lying))
    assert {lying[0] for lying in after} == {"hoplite 1", "hoplite 2", "hoplite 3"}
    assert {lying[1] for lying in after} == {*before}


def test_places_are_filled_by_what_fits_though_others_have_to_make_room():
    things = ["hoplite 1", "hoplite 2", "ship 1", "ship 2", "ship 3", "ship 4"]
    after = draws(lambda things, chance: filled(len(PLACES), things, fits, chance, "fill"), things)
    assert all(fits(thing, place) for lying in after for place, thing in enumerate(lying))
    assert all(len({*lying}) == len(PLACES) for lying in after)
    assert {lying[1] for lying in after} == {"ship 1", "ship 2", "ship 3", "ship 4"}


def test_where_nothing_fits_that_is_an_error():
    with pytest.raises(ValueError, match="fill: nothing is left that fits"):
        filled(len(PLACES), ["ship 1", "ship 2", "ship 3", "ship 4", "hoplite"], fits, Chance(key("none")), "fill")
