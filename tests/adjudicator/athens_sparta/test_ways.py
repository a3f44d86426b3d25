"""5.3-D, 5.4-A: ways of ships that retreat or regroup."""

from adjudicator.athens_sparta.sieges.ways import sea_ways
from adjudicator.athens_sparta.state.control import look_around
from tests.adjudicator.athens_sparta.tables import moved, start


def ways(position, ship):
    look_around(position)
    return sea_ways(position, position.block(ship))


def test_4_2_A_RULING_95_no_ship_retreats_through_a_contested_hex():
    assert "J08" in ways(start(), "A05")
    assert "J08" not in ways(moved(start(), A01="K08", S01="K08"), "A05")
