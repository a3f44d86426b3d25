"""Two pieces of code say where blocks may go: what refuses a path in words, and the search over the map as numbers."""

from random import Random

import pytest

from adjudicator.athens_sparta.components.hexes import hex_of
from adjudicator.athens_sparta.movement.ground import Ground
from adjudicator.athens_sparta.movement.land import Foot, MarchRoad
from adjudicator.athens_sparta.movement.sea import Hull, SeaLanes
from adjudicator.athens_sparta.state.control import look_around
from adjudicator.athens_sparta.words import ENEMY
from tests.adjudicator.athens_sparta.tables import TITLE
from tests.adjudicator.athens_sparta.test_movement_model import a_phase

POSITIONS = [pytest.param(8, id="some"), pytest.param(1_000, marks=pytest.mark.soak, id="many")]


def grounds(number):
    """The ground of a side in random positions: some hexes are full, and blocks have attacked over some hexsides."""
    for seed in range(number):
        random = Random(f"chart {seed}")
        position, board = a_phase(random)
        crowd(position, board.side, random)
        for hex in random.sample([*position.box.cities], 12):
            position.turn.attacks[hex] = dict.fromkeys(position.box.map.land.next(hex)[:3], 2)
        yield Ground(TITLE.view(position, board.side), board.side)


def crowd(position, side, random):
    """As many blocks as there may be in a city, or nearly; of the enemy some in oracles."""
    cities = [hex for hex, owner in position.control.items() if owner == side and hex in position.box.map.hexes]
    for hex in random.sample(cities, min(3, len(cities))):
        able = [one for one in position.of(side) if one.posture == "FIELD" and one.place in position.box.map.hexes]
        able = [one for one in able if hex in position.box.ports or not position.is_ship(one)]
        for block in random.sample(able, min(random.randint(3, 8), len(able))):
            block.place = hex
    for block in random.sample([*position.of(ENEMY[side])], 3):
        block.place, block.posture = random.choice(position.box.oracles), "FIELD"
    look_around(position)


def paths_in_words(road, block):
    """A shortest path to every goal over each of its hexsides, found by asking what refuses each step of it."""
    edge, crossed = [[block.place]], {}
    for number in range(road.length(block)):
        longer = []
        for path in edge:
            for after in road.way.neighbours(path[-1]):
                crosses = (path[-1], after)
                if crosses in crossed or road.crossing_refusal(*crosses, starts=number == 0):
                    continue
                if number and road.passing_refusal(*path[-2:], after):
                    continue
                crossed[crosses] = None
                longer.append([*path, after])
        yield from (path for path in longer if road.refusal(block, path) is None)
        edge = longer


@pytest.mark.parametrize("number", POSITIONS)
def test_4_3_4_4_A_the_search_finds_the_paths_that_nothing_refuses(number):
    for ground in grounds(number):
        roads = Foot(ground), MarchRoad(ground), Hull(ground)
        for block in ground.position.of(ground.side):
            ship = ground.position.is_ship(block)
            for road in roads if block.place in ground.map.hexes else ():
                if isinstance(road, Hull) == ship:
                    assert [*road.paths(block)] == [*paths_in_words(road, block)], (type(road), block)


@pytest.mark.parametrize("number", POSITIONS)
def test_4_4_A_sea_moves_lead_where_a_way_over_the_sea_leads(number):
    for ground in grounds(number):
        lanes, box = SeaLanes(ground), ground.box

        def leads_on(water, ground=ground, box=box):
            hex = hex_of(water)
            stops = box.is_diolkos(hex) or box.map.is_mountain(hex) or ground.holds_up_march(hex)
            persian = box.map.hexes[hex].persia and ground.border != "open"
            return not stops and not persian and ground.status(hex) not in ("ENEMY", "CONTESTED")

        for block in ground.position.of(ground.side):
            if block.place in lanes.friendly_ports:
                reached = box.map.sea.reached(box.map.harbours(block.place), leads_on)
                ports = [hex for hex in box.ports if any(one in reached for one in box.map.harbours(hex))]
                goals = [to for to in ports if lanes.refusal(block, to) is None]
                assert lanes.goals(block) == goals
