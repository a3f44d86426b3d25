"""The second reading of the rules of movement (4) plays random positions beside the title: the same moves are legal."""

from random import Random

import msgspec
import pytest

from adjudicator.athens_sparta.movement.actions import make, refusal
from adjudicator.athens_sparta.movement.ground import Ground
from adjudicator.athens_sparta.movement.options import KINDS, Options
from adjudicator.athens_sparta.state.control import look_around
from adjudicator.athens_sparta.state.moves import March, OperationalMove, SeaMove, SicilyMove
from adjudicator.athens_sparta.state.position import Turn
from adjudicator.kernel import Chance, Resolution
from adjudicator.kernel.contract.playing import key
from tests.adjudicator.athens_sparta import movement_model as model
from tests.adjudicator.athens_sparta.tables import TITLE
from tests.adjudicator.athens_sparta.test_second_reading import START, TWINS, anything

POSITIONS = [pytest.param(20, id="some"), pytest.param(5_000, marks=pytest.mark.soak, id="thousands")]
LAND = [hex for hex in model.HEX if any(s["land"] for to in model.around(hex) if (s := model.hexside(hex, to)))]
OPEN = [hex for hex in LAND if model.CITY.get(hex, {}).get("colour", "black") == "black" and hex not in model.ORACLE]
ISLANDS_OF_STRAITS = {"B05": "C05", "C07": "D07", "Q09": "R09"}  # and the hex before each
PORTS = [*model.PORT, "SICILY"]
PLACES = [*model.HEX, "SICILY"]
MOVES = 5
LONGEST = 4  # of blocks whose every path is tried


def a_phase(random):
    """A random position at the start of a Movement Phase, and the same as the model has it."""
    position = anything(random)
    side = random.choice([*model.OTHER])
    placed = [block.id for block in position.blocks]
    for block in START.blocks:
        if block.id not in [*placed, *TWINS] and (place := somewhere(position, block, random)):
            position.blocks.append(msgspec.structs.replace(block, place=place, posture="FIELD"))
    for block in position.blocks:
        block.up = random.random() < 0.1
        if block.posture == "BESIEGED" and random.random() < 0.1:
            block.rising = True
    if random.random() < 0.2:
        besiege_island(position, side, random)
    position.blocks.sort(key=lambda block: block.id)
    position.support = random.random() < 0.3
    if random.random() < 0.1:
        position.cards = {"sparta": "C21", "athens": "C01"}
    position.turn = Turn(side, random.randint(1, MOVES))
    look_around(position)
    blocks = {
        block.id: model.fresh(block.side, block.place, block.posture, shown=block.open, rising=block.rising)
        for block in position.blocks
    }
    storm = position.event == "storm"
    board = model.Board(side, blocks, dict(position.control), position.turn.mp, support=position.support, storm=storm)
    return position, board


def besiege_island(position, side, random):
    """RULING-62: ships of the active side before an island, its land blocks across the strait."""
    island, before = random.choice([*ISLANDS_OF_STRAITS.items()])
    position.control[island] = model.OTHER[side]
    position.blocks = [one for one in position.blocks if one.place not in (island, before)]
    for owner, ship, place, posture, number in (
        (side, True, island, "BLOCKADING", 1),
        (side, False, before, "FIELD", 3),
        (model.OTHER[side], False, island, "BESIEGED", 1),
    ):
        field = [one for one in position.of(owner) if one.posture == "FIELD" and position.is_ship(one) == ship]
        for block in [one for one in field if one.place not in (island, before)][:number]:
            block.place, block.posture = place, posture


def somewhere(position, block, random):
    """A place for a block that stands in no city of `anything`."""
    ship = position.is_ship(block)
    lot = random.random()
    crowded = [
        one.place for one in position.of(block.side) if one.posture == "FIELD" and (not ship or one.place in PORTS)
    ]
    if crowded and random.random() < 0.3:
        return random.choice(crowded)
    if lot < 0.1:
        return "SICILY" if "SICILY" in position.control else None
    if lot < 0.2:
        return random.choice(position.box.oracles)
    own = [hex for hex, owner in position.control.items() if owner == block.side and hex != "SICILY"]
    free = [hex for hex in own if not any(one.side != block.side for one in position.at(hex))]
    if lot < 0.5 or ship:
        return next((hex for hex in random.sample(free, len(free)) if hex in model.PORT or not ship), None)
    place = random.choice(OPEN)
    return None if any(one.side != block.side for one in position.at(place)) else place


def an_order(block, random):
    """An order that may be legal, or not."""
    kind = random.choice(KINDS)
    if kind in (SeaMove, SicilyMove):
        ports = [*PORTS, "SICILY", *model.EMBARK]
        return kind(block=block.id, to=random.choice([*ports, *PLACES[-10:]]))
    path = [block.place]
    most = model.BLOCK[block.id]["move"] * (2 if kind is March else 1)
    for _ in range(random.randint(1, most + (random.random() < 0.1))):
        near = [*model.around(path[-1])] if path[-1] in model.HEX else []
        path += [random.choice([hex for hex in near if hex not in path] or PLACES)]
    return kind(block=block.id, path=path)


def near_one(position, board, offered, block, random):
    """An order that differs little from a legal one: a hex more or less, another block of its hex, another way in."""
    moves = [*offered.moves(block, random.choice(KINDS))]
    if not moves:
        return an_order(block, random)
    move = random.choice(moves)
    others = [one.id for one in position.at(block.place, board.side)]
    if isinstance(move, SeaMove | SicilyMove) or random.random() < 0.4:
        return msgspec.structs.replace(move, block=random.choice(others))
    if random.random() < 0.3 and len(move.path) > 2:
        return msgspec.structs.replace(move, path=move.path[:-1])
    attacked = [hex for hex in model.around(move.path[-1]) if board.there(hex, board.enemy)]
    after = random.choice(attacked or [*model.around(move.path[-1])])
    return msgspec.structs.replace(move, path=[*move.path, after])


def followers(position, board, made):
    """What moves next to where one has gone, or the way that it took."""
    goal = made.path[-1] if isinstance(made, OperationalMove | March) else made.to
    for block in position.of(board.side):
        if goal in model.HEX and block.place in model.around(goal):
            yield OperationalMove(block=block.id, path=[block.place, goal])
            yield March(block=block.id, path=[block.place, goal])
        yield msgspec.structs.replace(made, block=block.id)
        if block.place in model.PORT and goal in model.PORT:
            yield SeaMove(block=block.id, to=goal)


def likely(board, offered, chance, random):
    """The move to be made: an attack, where one is found soon."""
    for block in random.sample(offered.blocks, min(4, len(offered.blocks))):
        moves = [*offered.moves(block, OperationalMove)]
        if attacks := [one for one in moves if board.attacked(one.path[-1])]:
            return random.choice(attacks)
    return offered.drawn(chance, "move")


def plain(action):
    return msgspec.to_builtins(action)


def same_verdict(view, board, action):
    wrong = refusal(Ground(view, board.side), action)
    legal = board.legal(plain(action))
    assert legal == (wrong is None), (plain(action), wrong, board.blocks[action.block])
    return legal


def same_board(position, board):
    assert {b.id: (b.side, b.place, b.posture) for b in position.blocks} == {
        name: (one["side"], one["place"], one["posture"]) for name, one in board.blocks.items()
    }
    assert position.control == board.control
    entered = {(before, hex): n for hex, from_ in position.turn.attacks.items() for before, n in from_.items()}
    assert entered == board.entered
    assert position.turn.sailed == board.sailed


def reached(board, name, path, most):
    """Every goal of an Operational Move with the hex before it, by trying each path."""
    if len(path) > 1 and board.legal({"action": "move", "block": name, "path": path}):
        yield path[-1], path[-2]
    if len(path) <= most:
        parts = ("sea",) if model.is_ship(name) else ("land",)
        near = [hex for hex in model.around(path[-1]) if any(model.hexside(path[-1], hex)[part] for part in parts)]
        for hex in near:
            yield from reached(board, name, [*path, hex], most)


@pytest.mark.parametrize("number", POSITIONS)
def test_4_3_4_4_9_2_B_the_same_moves_are_legal_and_come_to_the_same(number):
    for seed in range(number):
        random = Random(f"movement {seed}")
        position, board = a_phase(random)
        while board.mp:
            blocks = [*position.of(board.side)]
            if not blocks:
                break
            view = TITLE.view(position, board.side)
            offered = Options(view, board.side)
            for block in random.sample(blocks, min(6, len(blocks))):
                for _ in range(2):
                    same_verdict(view, board, an_order(block, random))
                    same_verdict(view, board, near_one(position, board, offered, block, random))
            for kind in KINDS:
                moves = [*offered.moves(random.choice(offered.blocks), kind)]
                for action in random.sample(moves, min(8, len(moves))):
                    assert same_verdict(view, board, action)
            drawn = likely(board, offered, Chance(key("movement", seed, board.mp)), random)
            if not isinstance(drawn, OperationalMove | March | SeaMove | SicilyMove):
                break
            assert same_verdict(view, board, drawn)
            make(Resolution(position, Chance(key("moves")), {}), board.side, drawn)
            board.make(plain(drawn))
            same_board(position, board)
            view = TITLE.view(position, board.side)
            for action in followers(position, board, drawn):
                same_verdict(view, board, action)


@pytest.mark.parametrize(
    "number", [pytest.param(8, id="some"), pytest.param(300, marks=pytest.mark.soak, id="hundreds")]
)
def test_4_3_A_no_goal_of_an_operational_move_is_left_out(number):
    for seed in range(number):
        random = Random(f"goals {seed}")
        position, board = a_phase(random)
        blocks = [
            one for one in position.of(board.side) if one.place != "SICILY" and position.facts(one).move <= LONGEST
        ]
        if not blocks:
            continue
        block = random.choice(blocks)
        moves = Options(TITLE.view(position, board.side), board.side).moves(block, OperationalMove)
        found = [(one.path[-1], one.path[-2]) for one in moves]
        assert len(found) == len({*found})
        assert {*found} == {*reached(board, block.id, [block.place], position.facts(block).move)}
