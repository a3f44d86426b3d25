"""The second reading of the rules plays random positions beside the title: control, supply and victory are the same."""

from random import Random

import pytest

from adjudicator.athens_sparta.sieges.captures import update_control
from adjudicator.athens_sparta.state.control import occupier
from adjudicator.athens_sparta.state.victory import production, sudden_winner, victory_points
from adjudicator.kernel import Chance, Resolution, step
from adjudicator.kernel.contract.playing import key
from tests.adjudicator.athens_sparta import model_control as model
from tests.adjudicator.athens_sparta.tables import TITLE, start

POSITIONS = [pytest.param(150, id="some"), pytest.param(5_000, marks=pytest.mark.soak, id="thousands")]
START = start()
BOX = START.box
TWINS = [name for pair in BOX.twins.values() for name in pair]
KINDS = ("empty", "empty", "own", "own", "enemy", "both", "siege", "full", "blockade", "patrol", "dead", "deserted")


def anything(random):
    """A random position: control, joined cities, blocks before and in cities."""
    position = TITLE.copy(START)
    position.blocks = [block for block in position.blocks if block.id not in TWINS]
    spare = {
        (side, ship): [b for b in position.of(side) if position.is_ship(b) == ship]
        for side in model.OTHER
        for ship in (True, False)
    }
    position.blocks = []
    position.supported = random.random() < 0.3
    for hex, (colour, _) in model.CITIES.items():
        if colour != "green" or random.random() < 0.5:
            owner = model.OWNER.get(colour) if random.random() < 0.6 else random.choice([*model.OTHER])
            owner = owner or random.choice([*model.OTHER])
            position.control[hex] = owner
            people(position, hex, owner, random.choice(KINDS), spare, random)
    position.blocks.sort(key=lambda block: block.id)
    return position


def people(position, hex, owner, kind, spare, random):
    """Blocks in one hex: what may be there at the end of a Phase."""
    enemy, port, walled = model.OTHER[owner], hex in BOX.ports, BOX.cities[hex].walled
    wanted = {
        "empty": [],
        "own": [(owner, False, "FIELD")] * random.randint(1, 2),
        "enemy": [(enemy, random.random() < 0.3 and port, "FIELD")],
        "both": [(owner, False, "FIELD"), (enemy, False, "FIELD")],
        "siege": [(owner, False, "BESIEGED"), (enemy, False, "SIEGING")] * walled,
        "full": [(owner, False, "BESIEGED"), (enemy, False, "SIEGING"), (enemy, True, "BLOCKADING")]
        * (walled and port),
        "blockade": [(owner, False, "FIELD"), (enemy, True, "BLOCKADING")] * port,
        "patrol": [(owner, True, "PATROL"), (enemy, False, "SIEGING")] * (walled and port),
        "dead": [(enemy, False, "SIEGING")] * walled,
        "deserted": [(enemy, True, "BLOCKADING")] * port,
    }[kind]
    if len({block[:2] for block in wanted}) and all(len(spare[side, ship]) >= 2 for side, ship, _ in wanted):
        for side, ship, posture in wanted:
            block = spare[side, ship].pop(random.randrange(len(spare[side, ship])))
            block.place, block.posture = hex, posture
            position.blocks.append(block)


def read(position):
    """The board as the model has it."""
    board = {}
    for block in position.blocks:
        board.setdefault(block.place, []).append((block.side, block.posture, position.is_ship(block)))
    return board


@pytest.mark.parametrize("number", POSITIONS)
def test_1_1_B_5_5_C_8_1_A_10_1_A_control_supply_and_victory_by_a_second_reading(number):
    random, seen = Random("control"), set()
    for seed in range(number):
        position = anything(random)
        board, held = read(position), dict(position.control)
        for side in model.OTHER:
            assert production(position, side) == model.supply(board, held, side)
            assert victory_points(position, side) == model.points(board, held, side, position.supported)
        assert [hex for hex in held if occupier(position, hex) != model.occupier(board, hex)] == []
        assert sudden_winner(position) == model.sudden(board, held, position.supported)
        position.agenda, position.phase = [step(update_control)], None
        running = Resolution(position, Chance(key("control", seed)), TITLE.steps)
        running.run()
        board = model.after_captures(board, held)
        wanted = model.control(board, held)
        assert position.control == wanted
        seen.update((held[hex], wanted[hex]) for hex in held)
    assert len(seen) == 4


def test_1_2_A_the_table_of_the_second_reading_is_that_of_the_components():
    assert {hex: (city.colour, city.value) for hex, city in BOX.cities.items()} == model.CITIES
    assert sorted(hex for hex in BOX.cities if BOX.is_island(hex)) == sorted(model.ISLANDS)
