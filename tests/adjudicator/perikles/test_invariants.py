"""Chapter I of Perikles: a position that breaks an invariant is told which; and games never do."""

import pytest

from adjudicator.kernel.title.paths import changed
from adjudicator.registry import title
from tests.adjudicator.players import begin, playthrough

PERIKLES = title("perikles")
SIDE = {"main": "red", "counters": [{"counter": "athens-h1a", "seat": "red"}]}


@pytest.fixture(scope="module")
def late():
    """A position late in phase 5 of turn 1."""
    for before, *_ in playthrough(PERIKLES, 4, "invariants", missing=0):
        if before.chapter == 6:
            return before
    raise AssertionError("the game never came to its battles")


@pytest.mark.parametrize(
    ("clause", "changes"),
    [
        ("I.01", {"cities.athens.temple.red": 31}),
        ("I.01", {"cities.athens.temple.red": -1}),
        ("I.02", {"boxes.athens": ["athens-h1a"] * 20}),
        ("I.02", {"dead_pile": ["persia-h3a"]}),
        ("I.03", {"influence_discard": []}),
        ("I.03", {"locations_out": ["sicily", "sicily"]}),
        ("I.04", {"cities.athens.b": "red"}),
        ("I.04", {"cities.athens.a": "red", "cities.athens.b": "red"}),
        ("I.08", {"cities.megara.defeats": 2}),
        ("I.09", {"cities.megara.statues": ["red", "red"]}),
        ("C.10", {"special.red.tile": "plague", "special.green.tile": "plague"}),
        ("I.06", {"locations.0.attacker": SIDE, "locations.0.defender": {"main": "red", "counters": []}}),
        ("I.06", {"locations.0.attacker": {"main": None, "counters": SIDE["counters"]}}),
        (
            "I.07",
            {
                "relations": {"athens sparta": "war"},
                "locations.0.attacker": {
                    "main": "red",
                    "counters": [*SIDE["counters"], {"counter": "sparta-h1a", "seat": "green"}],
                },
            },
        ),
        (
            "I.07",
            {
                "relations": {"athens sparta": "allied"},
                "locations.0.attacker": SIDE,
                "locations.0.defender": {"main": "green", "counters": [{"counter": "sparta-h1a", "seat": "green"}]},
            },
        ),
    ],
)
def test_a_position_that_breaks_an_invariant_is_told_which(late, clause, changes):
    PERIKLES.invariants(late)
    with pytest.raises(ValueError, match=clause.replace(".", r"\.")):
        PERIKLES.invariants(changed(PERIKLES, late, changes))


@pytest.mark.parametrize("seed", range(3))
def test_I_10_a_fought_round_costs_at_most_one_counter(seed):
    fought = lost = 0
    for *_, resolution in playthrough(PERIKLES, 5, ("I.10", seed), "steady"):
        for event in resolution.events:
            name = type(event).__name__
            if name == "RoundFought":
                fought, lost = fought + 1, 0
            elif name == "CounterLost":
                lost += 1
                assert lost == 1
            elif name == "LocationTaken":
                lost = 0
    assert fought


@pytest.mark.parametrize("seed", range(5))
def test_I_05_every_seat_leads_a_city_or_is_persian_leader(seed):
    for before, *_ in playthrough(PERIKLES, 3 + seed % 3, ("I.05", seed)):
        if before.chapter in (5, 6):
            persians = before.persian_leaders()
            assert all(bool(before.led_by(seat)) != (seat in persians) for seat in before.seats)


def test_S_11_the_number_of_players_changes_nothing_but_the_quota():
    laid = [begin(PERIKLES, count, "quota").position for count in (3, 4, 5)]
    assert {len(p.influence_display) for p in laid} == {10}
    assert {len(p.locations) for p in laid} == {7}
    taken = {}
    for count in (3, 4, 5):
        for before, *_ in playthrough(PERIKLES, count, "quota", missing=0):
            if before.chapter == 3 or before.turn > 1:
                taken[count] = {len(tiles) for tiles in before.tiles.values()}
                break
    assert taken == {3: {5}, 4: {5}, 5: {4}}  # 2.02
