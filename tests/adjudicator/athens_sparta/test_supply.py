"""The second reading of supply plays random positions beside the title: 1.1, 8, 9.5-H and 10.2 come to the same."""

from random import Random

import pytest

from adjudicator.athens_sparta.olympiad.accounts import open_account
from adjudicator.athens_sparta.olympiad.replacement import ReplacementQuestion, replace
from adjudicator.athens_sparta.state.control import changed_control
from adjudicator.athens_sparta.state.orders import ReplacementOrder
from adjudicator.athens_sparta.state.position import Block
from adjudicator.athens_sparta.state.victory import production, victory_points
from adjudicator.athens_sparta.words import COLOURS, SIDES
from adjudicator.kernel import Answers, Ask, Chance, Resolution
from adjudicator.kernel.books.items import Item
from tests.adjudicator.athens_sparta import supply_model as model
from tests.adjudicator.athens_sparta.tables import start

POSITIONS = [pytest.param(150, id="some"), pytest.param(5_000, marks=pytest.mark.soak, id="thousands")]
FIELDS = ["G08", "M10", "G10", "I07", "G05", "H07", "K08", "G09"]  # oracles among them
RED_TWINS = {"A18": "S26", "A19": "S27", "A20": "S28", "A21": "S29"}


def anything(random):
    """A random position between two Olympiads: every city free, held by the enemy, besieged or blockaded."""
    position = start()
    joined = {city: random.choice(SIDES) for city in model.CITIES if model.CITIES[city][0] == "green"}
    joined = {city: side for city, side in joined.items() if random.random() < 0.7}
    mine = {side: [] for side in SIDES}
    for name, (_, _, home) in sorted(model.BLOCKS.items()):
        if name[0] == "N":
            side = joined.get(home)
        else:
            side = "athens" if name[0] == "A" else "sparta"
            twins = {**RED_TWINS, **{red: blue for blue, red in RED_TWINS.items()}}
            if twins.get(name) in [*mine["athens"], *mine["sparta"]] or (name in RED_TWINS and random.random() < 0.5):
                side = None
        if side:
            mine[side].append(name)
    out = [name for side in SIDES for name in mine[side]]
    position.aside = sorted(set(model.BLOCKS) - set(out))
    for side in SIDES:
        random.shuffle(mine[side])
    position.blocks = []
    for city in random.sample([*model.CITIES], 30):
        settle(position, mine, city, random, joined)
    for hex in FIELDS:
        for side in random.sample(SIDES, 1) if hex not in ("G08", "M10") else SIDES:
            lay(position, mine, side, hex, "FIELD", random.randint(0, 2), random)
    rebels = ("demos", "tyrant", "helot")
    kept = {side: [name for name in mine[side] if model.BLOCKS[name][0] not in rebels] for side in SIDES}
    position.aside = sorted([*position.aside, *(n for side in SIDES for n in mine[side] if n not in kept[side])])
    position.pools = {side: sorted(kept[side]) for side in SIDES}
    position.blocks.sort(key=lambda one: one.id)
    position.joined = joined
    position.support = random.random() < 0.3
    position.supported = position.support or random.random() < 0.1
    position.control = {**{city: "sparta" for city in model.CITIES if model.CITIES[city][0] != "green"}, **joined}
    return position


def settle(position, mine, city, random, joined):
    """One of the ways in which a city stands."""
    owner = {"blue": "athens", "red": "sparta"}.get(model.CITIES[city][0]) or joined.get(city)
    if owner is None:
        return
    owner = random.choice([owner, owner, owner, model.OTHER[owner]])
    enemy, number = model.OTHER[owner], lambda: random.randint(1, 3)
    way = random.choice(["field", "field", "field", "siege", "full", "blockade", "patrol"])
    if way in ("field", "blockade", "patrol"):
        lay(position, mine, owner, city, "FIELD", random.randint(0, 4), random)
    if way in ("siege", "full"):
        lay(position, mine, owner, city, "BESIEGED", number(), random)
        lay(position, mine, enemy, city, "SIEGING", number(), random)
    if way in ("blockade", "full"):
        lay(position, mine, enemy, city, "BLOCKADING", 1, random)
    if way == "patrol":
        lay(position, mine, owner, city, "PATROL", 1, random)


def lay(position, mine, side, hex, posture, number, random):
    """Blocks of a side: ships to blockade and patrol, land blocks to besiege."""
    for _ in range(number):
        kinds = {"SIEGING": (False,), "BLOCKADING": (True,), "PATROL": (True,)}.get(posture, (True, False))
        fit = [name for name in mine[side] if (model.BLOCKS[name][0] == "ship") in kinds]
        if fit:
            mine[side].remove(fit[0])
            colour = COLOURS[{"A": "athens", "S": "sparta", "N": "neutral"}[fit[0][0]]]
            strength = random.randint(1, model.BLOCKS[fit[0]][1])
            position.blocks.append(Block(fit[0], side, colour, hex, strength, posture))


def plain(position):
    return {
        one.id: {"side": one.side, "place": one.place, "strength": one.strength, "posture": one.posture}
        for one in position.blocks
    }


def any_items(position, side, random):
    """A list, of which some items are legal: those of the question among them."""
    account = open_account(position, side)
    likely = [name for name in model.BLOCKS if position.block(name) and position.block(name).side == side]
    for _ in range(random.choice([0, 1, 3, 6, 10])):
        name = random.choice([*likely, *position.pools[side], random.choice([*model.BLOCKS])])
        kind = random.choice(
            ["reinforce", "build", "build", "reinforce", "disband"] if random.random() < 0.5 else ["build"]
        )
        if position.block(name) and kind == "build":
            kind = "reinforce"
        item = {"action": kind, "block": name}
        if kind != "disband":
            item["steps"] = random.choice([0, 1, 1, 1, 2, 3, 5])
        if kind == "build" and (model.BLOCKS[name][2] == "reserve" or random.random() < 0.1):
            item["place"] = random.choice([*account.limits, random.choice([*model.CITIES])])
        yield item


@pytest.mark.parametrize("positions", POSITIONS)
def test_8_and_1_1_supply_of_pp_comes_to_the_same_by_a_second_reading(positions):
    legal = refused = owing = 0
    for number in range(positions):
        random = Random(number)
        position = anything(random)
        for city, side in changed_control(position):
            position.control[city] = side
        before, pools = plain(position), {side: list(position.pools[side]) for side in SIDES}
        control = {
            city: model.who_controls(before, city, position.joined.get(city))
            for city in model.CITIES
            if city in position.control
        }
        assert control == position.control, number
        plans = {side: [*any_items(position, side, random)] for side in SIDES}
        purses = {}
        for side in SIDES:
            assert production(position, side) == model.points(before, control, side), number
            seen = model.victory_points(before, control, side, position.supported)
            assert victory_points(position, side) == seen, number
            purse = purses[side] = model.Purse(before, pools[side], control, side, position.support)
            done = [purse.does(item) for item in plans[side]]
            order = ReplacementOrder(plan=[Item(do=item) for item in plans[side]])
            illegal = ReplacementQuestion().refusal(position, Ask(side, "D-19"), order)
            assert (illegal is None) == (all(done) and not purse.owes()), (number, side, illegal)
            legal, refused = legal + (illegal is None), refused + (illegal is not None)
            owing += all(done) and purse.owes()
        running = Resolution(position, Chance(bytes(32)), {})
        orders = {side: ReplacementOrder(plan=[Item(do=item) for item in plans[side]], sealed=True) for side in SIDES}
        replace(running, Answers({side: {"D-19": orders[side]} for side in SIDES}))
        assert plain(position) == {**purses["sparta"].blocks, **purses["athens"].blocks}, number
        assert {side: set(position.pools[side]) for side in SIDES} == {side: purses[side].pool for side in SIDES}
    assert min(legal, refused) > positions // 4
    assert owing > positions // 100
