"""The second reading of battles (5, 6) plays random ones beside the title: same decisions, same options, same end."""

from random import Random

import pytest

from adjudicator.athens_sparta.state.battle import BattleOrders, BattlePlan, Combat
from adjudicator.athens_sparta.state.control import look_around
from adjudicator.athens_sparta.state.position import Block, Turn
from adjudicator.kernel import Chance
from adjudicator.kernel.position.position import Step
from tests.adjudicator.athens_sparta import movement_model as map
from tests.adjudicator.athens_sparta.battle_model import Fight
from tests.adjudicator.athens_sparta.tables import TITLE, start

POSITIONS = [pytest.param(60, id="some"), pytest.param(5_000, marks=pytest.mark.soak, id="thousands")]
PLACES = [
    "K02",
    "J04",
    "F08",
    "I11",
    "I08",
    "I06",
    "C07",
    "N11",
    "J08",
    "H10",
    "R10",
    "B05",
    "G06",
    "E09",
    "Q09",
    "D07",
]
TYPES = ("hoplite", "peltast", "cavalry", "ship")
NAMES = {
    side: [name for name, one in map.BLOCK.items() if one["side"] == side and one["type"] in TYPES]
    for side in map.OTHER
}
PLAIN = {
    **{"D-9": "declare", "D-10": "ships", "D-13": "block", "D-14": "to"},
    **{"D-16": "block", "D-22": "ships", "D-23": "sallyers"},
}
BASE = start("battles")
COLOUR = {"athens": "blue", "sparta": "red"}


def twin(name):
    return any(name in pair for pair in BASE.box.twins.values())


def anything(random, places=PLACES):
    """A battle that the rules allow: an attack, a siege gone on with, a relief or a sally; few blocks elsewhere."""
    hex, side = random.choice(places), random.choice([*map.OTHER])
    enemy, city = map.OTHER[side], hex in map.CITY
    position = BASE.scratch()
    position.control = dict(BASE.control)
    position.joined = {}
    names = {one: [n for n in random.sample(NAMES[one], len(NAMES[one])) if not twin(n)] for one in map.OTHER}
    names = {one: [n for n in names[one] if hex in map.PORT or not map.is_ship(n)] for one in names}
    kind = random.choice(["attack", "attack", "siege", "relief"]) if city and map.CITY[hex]["walled"] else "attack"
    owner = side if kind == "relief" else enemy
    if city:
        position.control[hex] = owner
    blocks, entered, sailed = [], {}, []

    def put(one, posture="FIELD", came=None):
        name = names[one].pop()
        block = Block(
            name,
            one,
            {"athens": "blue", "sparta": "red"}[one],
            hex,
            random.randint(1, map.BLOCK[name]["steps"]),
            posture,
        )
        block.origin = block.came_from = came
        blocks.append(block)
        return block

    def arrive():
        name = names[side][-1]
        if map.is_ship(name):
            came = random.choice([h for h in map.around(hex) if map.hexside(hex, h)["sea"] and h not in map.ORACLE])
            sailed.append(came)
            return put(side, came=came)
        ways = [h for h in map.around(hex) if map.hexside(hex, h)["land"] not in (None, "none")]
        ways = [h for h in ways if not map.HEX[h].get("persia") and h not in map.ORACLE]
        room = [h for h in ways if entered.get(h, 0) < (1 if map.hexside(hex, h)["land"] == "pass" else 2)]
        if not room:
            return None
        came = random.choice(room)
        entered[came] = entered.get(came, 0) + 1
        return put(side, came=came)

    island, port = hex in map.ISLAND, hex in map.PORT
    if kind == "attack":
        for _ in range(random.randint(1, 4)):
            put(enemy)
        for _ in range(random.randint(1, 4)):
            arrive()
    else:
        outer = enemy if kind == "relief" else side
        ships = [n for n in names[outer] if map.is_ship(n)]
        land = [n for n in names[outer] if not map.is_ship(n)]
        siege, blockade = random.randint(0 if port else 1, 2), random.randint(0, 2) if port else 0
        if island and not blockade:
            siege = max(siege, 1)
        if not siege and not blockade:
            siege = 1
        for _ in range(siege):
            names[outer] = [*land, land.pop()] if land[-1] else land
            put(outer, "SIEGING")
        for _ in range(blockade):
            names[outer] = [*ships, ships.pop()]
            put(outer, "BLOCKADING")
        shut = [n for n in names[owner] if siege or island or map.is_ship(n)]
        if not shut:
            return None
        for _ in range(random.randint(1, 2)):
            names[owner] = [*(n for n in names[owner] if n not in shut), *shut]
            shut = shut[:-1]
            put(owner, "BESIEGED")
            if not shut:
                break
        if not siege and not island and random.random() < 0.5:
            inner = [n for n in names[owner] if not map.is_ship(n)]
            names[owner] = [*(n for n in names[owner] if n not in inner), *inner]
            put(owner)
        taken = [one.id for one in blocks]
        if kind == "relief":
            names[side] = [n for n in names[side] if n not in taken and (not island or map.is_ship(n))]
            for _ in range(random.randint(0, 2)):
                if names[side]:
                    arrive()
    for hex2 in random.sample(sorted(map.around(hex)), 3):
        colour = map.CITY.get(hex2, {}).get("colour", "black")
        if hex2 in entered or map.HEX[hex2]["terrain"] == "sea" or hex2 in map.ORACLE or colour == "orange":
            continue
        one = random.choice([*map.OTHER])
        one = position.control.get(hex2, one if colour == "black" else None)
        fit = [n for n in names[one] if not map.is_ship(n)] if one else []
        if fit:
            names[one].remove(fit[0])
            blocks.append(Block(fit[0], one, COLOUR[one], hex2, 1))
    return ready(position, hex, side, blocks, entered, sailed)


def ready(position, hex, side, blocks, entered, sailed):
    if not any(one.place == hex and one.side != side for one in blocks):
        return None
    position.blocks = sorted(blocks, key=lambda one: one.id)
    on = [one.id for one in blocks]
    kept = [n for n in position.box.blocks if n not in on and n not in position.aside]
    position.pools = {one: sorted(n for n in kept if position.box.blocks[n].side == one) for one in map.OTHER}
    position.turn = Turn(side, 3, attacks={hex: entered}, sailed={hex: sailed})
    position.agenda, position.phase = [Step("begin_battle", {"place": hex, "side": side})], None
    look_around(position)
    position.standing.open.pop(hex, None)
    position.combat = Combat(side, done=[hex])
    position.battle_plans = {one: BattlePlan(battle={"*": BattleOrders(ask=True)}) for one in map.OTHER}
    return position


def plain(question, order):
    """An order as the model has it."""
    if question == "D-11":
        return (order.do, order.to, tuple(sorted(order.ships)))
    if question in ("D-15", "D-17"):
        return (order.block, order.to)
    if question == "D-25":
        return (order.do, order.to)
    if question == "D-12":
        return sorted(order.stormers)
    found = getattr(order, PLAIN[question])
    return sorted(found) if isinstance(found, list) else found


def read(position):
    return {
        one.id: {name: getattr(one, name) for name in ("side", "place", "posture", "strength")}
        | {"came": one.came_from}
        for one in position.blocks
    }


def dice_of(resolution):
    return [event.dice for event in resolution.events if type(event).__name__ == "BlockFired"]


def decided(result, fight, seed):
    """What is asked with one answer alone, for silence would tell (2.2-A), is no decision to the model."""
    while (phase := result.position.phase) and phase.asks:
        ask, number = phase.asks[0], result.position.phases
        options = [*TITLE.questions[ask.question].options(TITLE.view(result.position, ask.seat), ask)]
        if len(options) > 1:
            break
        result = TITLE.resolve(result.position, {}, Chance(Random(f"{seed} {number}").randbytes(32)))
        fight.rolled += dice_of(result)
    return result


def play(seed, made=anything, model=Fight):
    """How many decisions came up; None where there is no battle."""
    random = Random(f"battle {seed}")
    position = made(random)
    if position is None:
        return None
    [opening] = position.agenda
    hex = opening.args["place"]
    entered = {*position.turn.attacks[hex], *position.turn.sailed[hex]}
    fight = model(hex, opening.args["side"], read(position), dict(position.control), entered)
    result = TITLE.run_on(position, Chance(Random(f"dice {seed}").randbytes(32)))
    fight.rolled += dice_of(result)
    result = decided(result, fight, seed)
    running, decisions = fight.run(), 0
    request = next(running, None)
    while request is not None:
        what, side, options = request
        asked = [(one.question, one.seat) for one in result.position.phase.asks] if result.position.phase else []
        assert asked == [(what, side)], (seed, asked, request)
        ask = result.position.phase.asks[0]
        view = TITLE.view(result.position, side)
        if what == "D-24":
            chosen = random.choice([[], random.sample(options, len(options))])
            order = TITLE.questions[what].order(order=chosen)
            assert TITLE.questions[what].refusal(view, ask, order) is None, (seed, order)
        else:
            orders = [*TITLE.questions[what].options(view, ask)]
            theirs = [plain(what, one) for one in orders]
            assert sorted(plainly(theirs)) == sorted(plainly(options)), (seed, what, theirs, options)
            order = random.choice(orders)
            chosen = plain(what, order)
        decisions += 1
        result = TITLE.resolve(result.position, {side: [order]}, Chance(Random(f"{seed} {decisions}").randbytes(32)))
        fight.rolled += dice_of(result)
        result = decided(result, fight, f"{seed} {decisions}")
        try:
            request = running.send(chosen)
        except StopIteration:
            request = None
    after = result.position
    assert after.phase is None or not after.phase.asks, (seed, after.phase)
    mine = {n: (b["place"], b["posture"], b["strength"]) for n, b in fight.blocks.items()}
    assert mine == {n: (b["place"], b["posture"], b["strength"]) for n, b in read(after).items()}, seed
    assert fight.control == after.control, seed
    assert not fight.rolled, seed
    return decisions


def plainly(options):
    return [repr(one) for one in options]


@pytest.mark.parametrize("number", POSITIONS)
def test_5_6_a_battle_comes_to_the_same(number):
    found = [play(seed) for seed in range(number)]
    fought = [one for one in found if one is not None]
    assert len(fought) > number * 0.6
    assert sum(fought) > 2 * number
