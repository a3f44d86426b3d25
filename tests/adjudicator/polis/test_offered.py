"""What a turn offers is every smallest action that nothing refuses: options leave out soon what cannot be."""

from itertools import combinations
from random import Random

import pytest

from adjudicator.polis.actions.table import KINDS, options, refusal
from adjudicator.polis.rounds.feeding import releasable, release_refusal, releases
from adjudicator.polis.state import actions as of
from adjudicator.polis.state.position import Turn
from adjudicator.polis.words import ENEMY, GOODS, MARKET_GOODS, POLEIS, PROJECTS, SEAS, SHIPMENTS, SIDES, TERRITORIES
from tests.adjudicator.polis.test_second_reading import anything

POSITIONS = [pytest.param(60, id="some"), pytest.param(5_000, marks=pytest.mark.soak, id="thousands")]
MODES = ("land", "sea")


def a_turn(random):
    """A random position in a turn of a side, which plays on alone now and then, under whatever event."""
    position, side = anything(random), random.choice(SIDES)
    position.turn, position.event = Turn(side), random.choice([None, *position.box.events])
    position.passed = random.choice([[], [ENEMY[side]]])
    free = [one for one in PROJECTS if all(one != city.project for city in position.poleis.values())]
    position.display = random.sample(free, min(3, len(free)))
    position.closed_shipments = random.sample(SHIPMENTS, 2)
    for one in SIDES:
        position.sides[one].proxenos = random.choice([None, *POLEIS])
        position.sides[one].prestige = random.randint(0, 2)
        position.sides[one].stock |= {good: random.choice([0, 0, 1, 3]) for good in GOODS if random.random() < 0.6}
    return position, side


def conceivable(position, side):
    """Each smallest action of each kind, legal or not."""
    box, stock = position.box, position.sides[side].stock
    ports = {polis: box.poleis[polis].ports for polis in POLEIS}
    splits = {polis: [{port: 1} for port in near] if len(near) > 1 else [{}] for polis, near in ports.items()}
    for polis in POLEIS:
        yield from (of.CreateHoplites(polis=polis, n=1, hired=hired) for hired in (0, 1))
    for polis in POLEIS:
        for split in splits[polis]:
            yield from (of.CreateGalleys(polis=polis, n=1, hired=hired, split=split) for hired in (0, 1))
    yield from (of.CreateMerchants(polis=polis, n=1) for polis in POLEIS)
    for polis in POLEIS:
        for project in position.display:
            cost = box.projects[project].cost
            short = [good for good in MARKET_GOODS if cost.get(good, 0) > stock[good]]
            yield of.StartProject(polis=polis, project=project, silver_for=short)
    for to in TERRITORIES:
        for origin in TERRITORIES:
            units = [[of.March(origin=origin, by=by, count=1)] for by in MODES]
            yield from (of.MoveHoplites(to=to, units=one) for one in units)
    for to in SEAS:
        yield from (of.MoveGalleys(to=to, units=[of.Sail(origin=origin, count=1)]) for origin in SEAS)
    yield from (of.Besiege(polis=polis) for polis in POLEIS)
    for territory in TERRITORIES:
        rows = box.components.tribute_boxes[territory]
        yield from (of.Collect(territory=territory, rows={good: 1}) for good in GOODS if good in rows)
        yield of.Collect(territory=territory, suppress=1)
    for shipment in SHIPMENTS:
        yield from (of.Trade(shipment=shipment, pay=pay) for pay in ("barter", "silver"))
    for polis in POLEIS:
        yield from (of.MoveProxenos(to=polis, mode=mode) for mode in MODES)
    yield from (of.RedeemProxenos(), of.CivilWar())


@pytest.mark.parametrize("number", POSITIONS)
def test_6_A_a_turn_offers_every_smallest_action_that_nothing_refuses(number):
    seen = {}
    for seed in range(number):
        position, side = a_turn(Random(f"offered {seed}"))
        offered = [*options(position, side)]
        assert offered == [one for one in conceivable(position, side) if refusal(position, side, one) is None], seed
        seen |= dict.fromkeys(map(of.kind_of, offered))
    assert seen.keys() == KINDS.keys()


@pytest.mark.parametrize("number", POSITIONS)
def test_9_2_C_every_release_is_offered_that_nothing_refuses(number):
    for seed in range(number):
        random = Random(f"releases {seed}")
        position, side = a_turn(random)
        position.sides[side].stock["wheat"] = random.randint(0, 40)
        known = releasable(position, side)[:10]
        for polis in releasable(position, side)[10:]:
            position.poleis[polis].owner = None
        sets = [[*some] for number in range(len(known) + 1) for some in combinations(known, number)]
        legal = [one for one in sets if release_refusal(position, side, one) is None]
        assert [*releases(position, side)] == legal, seed
