"""Components of Perikles: what chapter C counts (C.01 to C.09, RULING-1), and that a wrong file is refused."""

from collections import Counter

import msgspec
import pytest

from adjudicator.kernel import Malformed
from adjudicator.perikles.components import _check, components

BOX = components()


def test_C_01_and_C_02_influence_tiles_by_colour_and_kind():
    kinds = Counter((tile.shards, tile.symbol, tile.colour == "any") for tile in BOX.influence_tiles)
    assert kinds == {
        (2, "none", False): 14,
        (1, "candidate", False): 11,
        (1, "assassin", False): 6,
        (1, "none", True): 5,
    }
    assert Counter(tile.colour for tile in BOX.influence_tiles) == {
        "athens": 6,
        "sparta": 6,
        "argos": 5,
        "corinth": 5,
        "thebes": 5,
        "megara": 4,
        "any": 5,
    }


def test_C_03_location_tiles_by_city():
    cities = Counter(tile.city for tile in BOX.location_tiles)
    assert cities == {"athens": 7, "sparta": 7, "corinth": 3, "thebes": 2, "argos": 1, "megara": 1}


def test_C_06_counters_by_force():
    counts = {force: len(BOX.counters_of(force)) for force in BOX.forces}
    assert counts == {"athens": 14, "sparta": 14, "argos": 9, "corinth": 10, "thebes": 9, "megara": 5, "persia": 10}
    assert BOX.counters_of("megara") == ["megara-h1a", "megara-h2a", "megara-t1a", "megara-t2a", "megara-t3a"]
    every = [counter for force in BOX.forces for counter in BOX.counters_of(force)]
    assert len(set(every)) == 71


def test_C_09_defeat_boxes_are_as_many_as_defeat_counters():
    assert sum(len(values) - (city not in ("athens", "sparta")) for city, values in BOX.statue_values.items()) == (
        BOX.limits.defeat_counters
    )


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("influence_tiles", BOX.influence_tiles[1:], "36 Influence tiles"),
        ("location_tiles", BOX.location_tiles[:-1], "21 Location tiles"),
        ("special_tiles", BOX.special_tiles[:7], "8 Special tiles"),
        ("setup", msgspec.structs.replace(BOX.setup, free_cubes=3), "2 free cubes"),
        ("city_order", list(reversed(BOX.city_order)), "city order"),
        ("player_colours", ["red", "red", "black", "orange", "blue"], "a colour for each seat"),
        (
            "military_counters",
            {**BOX.military_counters, "megara": {"hoplite": {1: 1}, "trireme": {}}},
            "61 city counters",
        ),
    ],
)
def test_a_box_with_something_missing_is_refused(field, value, says):
    with pytest.raises(Malformed, match=says):
        _check(msgspec.structs.replace(BOX, **{field: value}))
