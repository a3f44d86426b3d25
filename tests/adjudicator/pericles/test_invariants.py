"""Section 24: each invariant is broken by what it forbids, and whole games keep them all."""

import pytest

from adjudicator.kernel import Chance
from adjudicator.kernel.title.paths import changed
from adjudicator.pericles import TITLE
from tests.adjudicator.players import begin, key, playthrough

BREAKS = {
    "24-A": {"stock.athens": 27},
    "24-B": {"theaters.samos.pieces": {"delian_base": 4}},
    "24-C": {"honor.AF": -1},
    "24-D": {"discards.sparta": ["SPA-01"]},
    "24-E": {"tracks.athens": [{"kind": "games", "space": 0}, {"kind": "games", "space": 1}]},
    "24-F": {"theaters.samos.queue": [{"kind": "rumor", "owner": "AF", "placer": "AF"}]},
    "5.32-0": {"debate": {"number": 1}, "tracks.athens": [{"kind": "military", "space": 0}] * 5},
}


@pytest.fixture(scope="module")
def position():
    return begin(TITLE, 4, "invariants", "14.2").position


@pytest.mark.parametrize("clause", BREAKS)
def test_an_invariant_says_what_is_broken(position, clause):
    TITLE.invariants(position)
    with pytest.raises(ValueError, match=f"the position breaks {clause}$"):
        TITLE.invariants(changed(TITLE, position, BREAKS[clause]))


@pytest.mark.parametrize(
    "pieces",
    [
        {"theaters.persia.pieces": {"delian_land": 1}},
        {"theaters.samos.pieces": {"persian_base": 1}},
        {"persian_war": False},
        {"lost": {"athenian_naval": 7}},
    ],
    ids=["in Persia only Persian bases", "Persian bases only there", "nothing in a closed theater", "the Lost box"],
)
def test_pieces_are_where_they_may_be(position, pieces):
    with pytest.raises(ValueError, match="24-B"):
        TITLE.invariants(changed(TITLE, position, pieces))


def test_after_maintenance_no_load_is_too_high(position):
    asked = {"number": 9, "asks": [{"seat": "AF", "question": "D38"}], "then": {"name": "settle_redeployment"}}
    resting = changed(TITLE, position, {"phase": asked})
    TITLE.invariants(resting)
    with pytest.raises(ValueError, match="24-G"):
        TITLE.invariants(changed(TITLE, resting, {"theaters.*.pieces": {"athenian_naval": 1}}))


def test_when_sparta_redeploys_athens_is_in_order(position):
    asked = {"number": 9, "asks": [{"seat": "AK", "question": "D38"}], "then": {"name": "settle_redeployment"}}
    resting = changed(TITLE, position, {"phase": asked})
    TITLE.invariants(resting)
    with pytest.raises(ValueError, match="24-G"):
        TITLE.invariants(changed(TITLE, resting, {"theaters.thessaly.pieces.delian_land": 2}))


@pytest.mark.parametrize("scenario", TITLE.scenarios)
@pytest.mark.parametrize("strategy", ["random", "steady"])
def test_whole_games_keep_the_invariants_and_what_bots_send_is_legal(scenario, strategy):
    seats = len(TITLE.scenarios[scenario].seats)
    for *_, resolution in playthrough(TITLE, seats, "invariants", strategy, 5, scenario):
        assert resolution.fallen == []
        TITLE.invariants(resolution.position)
    assert sorted(resolution.position.outcome.places) == sorted(resolution.position.seats)
    assert min(resolution.position.outcome.places.values()) == 1


@pytest.mark.parametrize("ships", [3, 4])
def test_a_game_has_three_spartan_naval_units_or_four(ships):
    """2.1-C, RULING-1."""
    options = {"spartan_naval_limit": ships}
    seats = ("AF", "DF", "EK", "AK")
    position = TITLE.begin(scenario="14.2", seats=seats, options=options, chance=Chance(key("ships"))).position
    assert position.reserve("spartan_naval") == ships - 1
