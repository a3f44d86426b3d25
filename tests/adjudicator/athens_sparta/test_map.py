"""1: the map of hexes: hexsides, straits, coasts, islands."""

from itertools import pairwise

import pytest

from adjudicator.athens_sparta.components import box
from adjudicator.athens_sparta.components.hexes import hex_of
from adjudicator.athens_sparta.components.map_checks import broken_checks, land_hexes, sea_hexes

BOX = box()
MAP = BOX.map
HEX = BOX.hex_named


def by_sea(origin, goal, but=()):
    """The length of a shortest way, and that way."""
    ends = MAP.harbours(HEX[goal])
    way = MAP.sea.way(MAP.harbours(HEX[origin]), ends, lambda water: hex_of(water) not in but)
    return way and (len(way) - 1, [*map(hex_of, way)])


def test_1_0_A_every_fact_of_the_rulebook_holds_on_the_map():
    assert len(BOX.components.map_checks) == 15
    assert [*broken_checks(BOX)] == []


def test_1_0_A_distances_of_the_examples():
    assert land_hexes(BOX, HEX["Sparta"], HEX["Corinth"]) == 2
    assert sea_hexes(BOX, HEX["Gytheum"], HEX["Athens"])[-1] == "J09"
    assert by_sea("Leucas", "Naupactus")[0] <= 4


def test_1_0_B_land_blocks_and_ships_have_hexsides_of_their_own():
    assert (MAP.land_part("C07", "D07"), MAP.sea_part("C07", "NE")) == ("clear", True)  # code C
    assert (MAP.land_part("D06", "D07"), MAP.sea_part("D06", "S")) == ("clear", False)  # c
    assert (MAP.land_part("E05", "E06"), MAP.sea_part("E05", "S")) == ("clear", False)
    assert (MAP.land_part("B06", "B07"), MAP.sea_part("B06", "S")) == (None, True)  # s
    assert MAP.land_part("A04", "C09") is None  # not adjacent


def test_1_7_A_passes_and_mountains():
    assert MAP.land_part("G10", "H10") == "pass"
    assert MAP.land_part("I08", "J09") == "pass"
    assert MAP.land_part("E04", "E05") == "clear"
    assert MAP.hexes["E05"].terrain == "mountain"
    assert MAP.land_part("D07", "E06") is None  # code m


def test_1_2_A_values():
    worth = {
        colour: sum(c.value for c in BOX.cities.values() if c.colour == colour) for colour in ("blue", "red", "green")
    }
    assert worth == {"blue": 20, "red": 18, "green": 10}
    assert all((city.size == "major") == (1 <= city.value <= 4) for city in BOX.cities.values())


def test_1_1_A_colours():
    assert {city.colour for city in BOX.cities.values()} == {"blue", "red", "green"}
    assert sorted(BOX.names[hex] for hex in BOX.persian_cities) == ["Mylasa", "Pergamum", "Sardis"]
    assert "H07" not in BOX.cities  # Thermopylae is a name only


def test_1_3_A_ports():
    for name in ("Elis", "Messene", "Sparta", "Thebes", "Stratus"):
        assert HEX[name] not in BOX.ports
    assert HEX["Corinth"] in BOX.ports


def test_1_4_C_RULING_8_oracles_are_ports():
    assert [BOX.names[hex] for hex in BOX.oracles] == ["Delphi", "Delos"]
    assert all(hex in BOX.ports and hex not in BOX.cities for hex in BOX.oracles)
    assert MAP.land.next(HEX["Delos"]) == []


def test_EX_7_1_5_A_samos_to_ephesus_crosses_the_strait():
    assert MAP.enters_across("Q09", "R09")
    assert MAP.enters_across("Q09", "R09", "R10")


def test_EX_8_1_5_A_miletus_by_ephesus_to_q08_crosses_nothing():
    assert not MAP.enters_across("R10", "R09")
    assert not MAP.enters_across("R10", "R09", "Q08")
    assert not MAP.leaves_across("R09", "R10")
    assert MAP.leaves_across("R09", "Q09")


def test_1_5_A_where_nobody_has_a_shore_nothing_is_crossed():
    assert not MAP.enters_across("I09", "J09")
    assert not MAP.leaves_across("J09", "I09")
    assert MAP.enters_across("J09", "J08")  # Chalcis from Attica
    assert not MAP.enters_across("I07", "J08")


def test_EX_9_1_8_A_a_ship_of_chalcis_reaches_skyros_by_its_own_coast():
    hexes, way = by_sea("Chalcis", "Skyros")
    assert (hexes, way) == (4, ["J08", "K08", "L09", "L08", "L07"])
    assert MAP.harbours("J08") == ["J08/euripus"]
    assert "J08/euripus" not in MAP.sea.next("K07")
    assert "J08/aegean" in MAP.sea.next("K07")


def test_EX_10_1_8_A_1_6_A_RULING_7_corinth_lies_on_two_coasts():
    assert MAP.harbours("H10") == ["H10/gulf_of_corinth", "H10/saronic"]
    assert [*map(hex_of, MAP.sea.next("H10/gulf_of_corinth"))] == ["H09"]
    assert sorted(map(hex_of, MAP.sea.next("H10/saronic"))) == ["I09", "I10"]
    assert by_sea("Naupactus", "Corinth")[0] <= 4


def test_1_8_A_a_way_keeps_to_one_coast():
    way = MAP.sea.way(MAP.harbours(HEX["Potidaea"]), MAP.harbours(HEX["Torone"]), lambda _: True)
    assert all(other in MAP.sea.next(one) for one, other in pairwise(way))
    assert "I03/torone" not in way


def test_EX_11_1_9_A_islands():
    islands = [city.name for hex, city in BOX.cities.items() if BOX.is_island(hex)]
    assert sorted(islands) == sorted(BOX.components.map.islands)
    for name in ("Naxos", "Cythera", "Corcyra", "Leucas"):
        assert BOX.is_island(HEX[name])
    for name in ("Chalcis", "Abydos", "Naupactus", "Carystus", "Syracuse"):
        assert not BOX.is_island(HEX[name])


@pytest.mark.parametrize(("city", "limit", "land"), [("Athens", 6, 4), ("Amphipolis", 4, 4), ("Torone", 2, 2)])
def test_5_52_A_siege_limits(city, limit, land):
    assert (BOX.limit_of(HEX[city]), BOX.land_limit_of(HEX[city])) == (limit, land)


def test_9_3_A_RULING_87_the_persian_border():
    assert MAP.crosses_border("Q06", "R06")
    assert MAP.crosses_border("S12", "S11")
    assert not MAP.crosses_border("R06", "R07")
