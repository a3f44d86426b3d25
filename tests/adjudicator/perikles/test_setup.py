"""Chapter S of Perikles, where a case file cannot say it: all seat counts, uniform draws, conservation."""

from collections import Counter

import pytest

from adjudicator.perikles.components import components
from adjudicator.registry import title
from tests.adjudicator.players import begin, playthrough

PERIKLES = title("perikles")


@pytest.mark.parametrize("count", [1, 2, 6])
def test_S_01_other_numbers_of_seats_are_refused(count):
    """RULING-3: there is no game for two."""
    with pytest.raises(ValueError, match=f"Perikles is played by 3, 4, 5 seats, not by {count}"):
        PERIKLES.seats("opening", count)


@pytest.mark.parametrize("count", [3, 4, 5])
def test_S_03_to_S_06_lay_out_every_piece_once(count):
    position = begin(PERIKLES, count, "layout").position
    assert len(position.influence_display) == 10
    assert len(position.influence_deck) == 26
    assert len(position.locations) == 7
    assert len(position.location_deck) == 14
    assert len({place.tile for place in position.locations} | set(position.location_deck)) == 21
    assert len({special.tile for special in position.special.values()} | set(position.undealt_specials)) == 8
    assert position.boxes["persia"] == components().counters_of("persia")


def test_S_07_every_seat_is_first_player_about_as_often():
    first = Counter(begin(PERIKLES, 4, seed).position.first_player for seed in range(400))
    assert sorted(first) == ["black", "green", "orange", "red"]
    assert all(60 < n < 140 for n in first.values())


@pytest.mark.parametrize("count", [3, 4, 5])
def test_S_09_asks_clockwise_from_the_first_player_twice_round(count):
    asked = [
        before.phase.asks[0].seat
        for before, *_ in playthrough(PERIKLES, count, "silent", missing=1, scenario="opening")
    ]
    seats = list(PERIKLES.seats("opening", count))
    start = seats.index(asked[0])
    assert asked == (seats[start:] + seats[:start]) * 2


@pytest.mark.parametrize("count", [3, 4, 5])
def test_S_09_leaves_every_seat_14_cubes_on_the_board_and_16_in_supply(count):
    *_, (_, _, _, last) = playthrough(PERIKLES, count, "cubes", scenario="opening")
    for seat in last.position.seats:
        assert last.position.cubes_on_board(seat) == 14
        assert last.position.supply(seat) == 16


def test_V_01_a_special_tile_stands_in_no_bytes_but_its_holders():
    position = begin(PERIKLES, 5, "secrets").position
    for holder in position.seats:
        tile = f'"tile":"{position.special[holder].tile}"'.encode()
        for viewer in (None, *position.seats):
            assert (tile in PERIKLES.encode(PERIKLES.view(position, viewer))) == (viewer == holder)


def test_2_08_a_short_supply_places_what_it_has():
    position = begin(PERIKLES, 3, "short").position
    position.cities["athens"].temple["red"] = 19
    assert position.supply("red") == 1
    assert position.place_cubes("red", "sparta", 2) == 1
    assert position.supply("red") == 0
