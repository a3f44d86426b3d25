"""4.0-A: the actions of D-7: what forbids each, and how it is carried out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.athens_sparta.events.blocks import BlockMoved
from adjudicator.athens_sparta.movement.ground import Ground
from adjudicator.athens_sparta.movement.land import Foot, MarchRoad, pressed_refusal
from adjudicator.athens_sparta.movement.roads import Road
from adjudicator.athens_sparta.movement.sea import Hull, SeaLanes
from adjudicator.athens_sparta.names import block_name, place_name
from adjudicator.athens_sparta.places import end_refusal, join, revolt_refusal, rise, sicily_refusal
from adjudicator.athens_sparta.secrets.fog import veiled
from adjudicator.athens_sparta.secrets.zones import seen_by
from adjudicator.athens_sparta.sieges.losses import disband
from adjudicator.athens_sparta.sieges.postures import take_posture
from adjudicator.athens_sparta.state.moves import (
    Action,
    BlockMove,
    EndRevolt,
    March,
    OperationalMove,
    Revolt,
    SeaMove,
    SicilyMove,
)
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.quantities import QUANTITIES
from adjudicator.athens_sparta.words import ENEMY, OUTSIDE, SICILY, SIDES, HexName, Posture, SideName
from adjudicator.kernel import Illegal, Resolution
from adjudicator.kernel.books.items import Item
from adjudicator.kernel.run.plans import Runner
from adjudicator.kernel.subjects import count_of, listed

Running = Resolution[AthensSparta]


# --- what forbids a move ----------------------------------------------------------------------------------------------


def refusal(ground: Ground, action: Action) -> Illegal | None:
    """The clause that forbids an action now; None when it is legal."""
    position = ground.position
    if isinstance(action, Revolt):
        wrong = revolt_refusal(position, ground.side, action.place, action.steps)
        return wrong or _mp_refusal(position, action.steps)
    if isinstance(action, EndRevolt):
        return end_refusal(position, ground.side, action.block)
    return _mp_refusal(position, 1) or _move_refusal(ground, action)


def _move_refusal(ground: Ground, action: BlockMove) -> Illegal | None:
    """4.3, 4.4, 9.2-B."""
    position, block = ground.position, ground.position.block(action.block)
    if block is None or block.side != ground.side:
        return Illegal("4.0-A", f"{block_name(action.block)} is not one of your blocks on the map")
    if wrong := block_refusal(ground, block, type(action)):
        return wrong
    if isinstance(action, SeaMove):
        return SeaLanes(ground).refusal(block, action.to)
    if isinstance(action, SicilyMove):
        return sicily_refusal(ground.position, block, action.to) or ground.stacking_refusal(block, action.to)
    return road_of(position, block, type(action))(ground).refusal(block, action.path)


def _mp_refusal(position: AthensSparta, cost: int) -> Illegal | None:
    """4.0-A, 0.3-D."""
    left = position.turn.mp - position.turn.spent if position.turn else 0
    return None if cost <= left else Illegal("4.0-A", f"that costs {cost} MP, and you have {left or 'none'} left")


def block_refusal(ground: Ground, block: Block, kind: type[BlockMove]) -> Illegal | None:
    """Why a block may not make a kind of move at all, wherever it leads."""
    position = ground.position
    if block.origin is not None:
        # 4.4-C: by land or by sea
        return Illegal("4.0-B", f"{block_name(block.name)} has already moved in this Player Turn")
    if block.rising or block.id in position.box.citizens:
        return Illegal("7.0-I", f"{block_name(block.name)} does not move: it holds its city")  # RULING-9
    strategic = kind in (March, SeaMove)
    return (
        _storm_refusal(ground, block, kind)
        or _posture_refusal(ground, block, kind)
        or (pressed_refusal(ground, block.place) if strategic else None)
        or _element_refusal(position, block, kind)
    )


def _storm_refusal(ground: Ground, block: Block, kind: type[BlockMove]) -> Illegal | None:
    """4.6-F."""
    if ground.is_stormy and (ground.position.is_ship(block) or kind in (SeaMove, SicilyMove)):
        return Illegal("4.6-F", "in a Storm no ship moves, and no block goes by sea or to Sicily")
    return None


def _posture_refusal(ground: Ground, block: Block, kind: type[BlockMove]) -> Illegal | None:
    """4.0-C, RULING-11, 9.2-G, RULING-40."""
    if block.posture == "FIELD":
        return None
    if block.posture == "BESIEGED":
        free = ground.position.is_ship(block) and kind is OperationalMove
        shut = any(one.posture == "BLOCKADING" for one in ground.enemies.get(block.place, []))
        return (
            None
            if free and not shut
            else Illegal("4.0-C", f"{block_name(block.name)} is besieged and cannot leave in this way")
        )
    if kind is OperationalMove or (kind is SicilyMove and block.place == SICILY):
        return None
    doing = "besieges or blockades" if block.posture in OUTSIDE else "is on patrol"
    return Illegal("4.0-C", f"{block_name(block.name)} {doing}: it makes Operational Moves only")


def _element_refusal(position: AthensSparta, block: Block, kind: type[BlockMove]) -> Illegal | None:
    """4.4-A, 9.2-B: what kind of block moves how."""
    if kind is March and position.is_ship(block):
        return Illegal("4.4-A", "ships do not march")
    if block.place == SICILY and kind is not SicilyMove:
        return Illegal("9.2-G", "blocks leave Sicily by Sicily Moves only")
    return None


def road_of(position: AthensSparta, block: Block, kind: type[BlockMove]) -> type[Road]:
    """The rules for paths of a block."""
    return Hull if position.is_ship(block) else MarchRoad if kind is March else Foot


# --- the runner -------------------------------------------------------------------------------------------------------


def cost(action: Action) -> int:
    """4.0-A, 7.0-H."""
    return action.steps if isinstance(action, Revolt) else 0 if isinstance(action, EndRevolt) else 1


def make(running: Running, side: SideName, action: Action) -> None:
    """4.0-A."""
    position = running.position
    if position.turn is not None:
        position.turn.spent += cost(action)
    if isinstance(action, Revolt):
        rise(running, side, action.place, action.steps)
        return
    block = next(one for one in position.of(side) if one.id == action.block)
    if isinstance(action, EndRevolt):
        disband(running, block)
        return
    path = action.path if isinstance(action, OperationalMove | March) else [block.place, action.to]
    move_block(running, block, path, str(action.__struct_config__.tag))


def in_words(action: Action) -> str:
    """An action as its author reads it."""
    if isinstance(action, Revolt):
        return f"raise a Revolt in {place_name(action.place)} with {count_of(action.steps, 'step')}"
    if isinstance(action, EndRevolt):
        return f"disband {block_name(action.block)}"
    if isinstance(action, OperationalMove | March):
        *between, end = map(place_name, action.path or ["nowhere"])  # what is refused is said in words too
        by = f" by {listed(between[1:])}" if between[1:] else ""
        return f"{block_name(action.block)} {'marches' if isinstance(action, March) else 'moves'}{by} to {end}"
    goes = "goes by sea" if isinstance(action, SeaMove) else "sails"
    return f"{block_name(action.block)} {goes} to {place_name(action.to)}"


class Moving(Runner[AthensSparta, Action]):
    """12.1-D, 12.1-E, RULING-48: how one side's list is read, judged and carried out.

    It knows the whole list: what later items move away leaves room. `made` is what it has carried out.
    """

    quantities = QUANTITIES
    kind = Action

    def __init__(self, plan: Sequence[Item] = ()) -> None:
        self._actions = [self.read(do) for item in plan for do in actions_of(item)]
        self._next = 0
        self.made: list[Action] = []

    def view(self, running: Running, seat: str) -> AthensSparta:
        return seen_by(running.position, seat)

    def refusal(self, view: AthensSparta, seat: str, action: Action) -> Illegal | None:
        if action in self._actions[self._next :]:
            self._next = self._actions.index(action, self._next) + 1
        leaving = tuple(one.block for one in self._actions[self._next :] if not isinstance(one, Revolt))
        return refusal(Ground(view, _side(seat), leaving), action)

    def make(self, running: Running, seat: str, action: Action) -> None:
        self.made.append(action)
        make(running, _side(seat), action)

    def in_words(self, action: Action) -> str:
        return in_words(action)


def actions_of(item: Item) -> Iterator[dict[str, Any]]:
    """Every action of an item, alternatives too, in the order in which they are judged."""
    if item.do is not None:
        yield item.do
    for one in item.first:
        yield from actions_of(one)


def _side(seat: str) -> SideName:
    return next(side for side in SIDES if side == seat)


# --- moves as they change the board -----------------------------------------------------------------------------------


def move_block(running: Running, block: Block, path: list[HexName], kind: str) -> None:
    """4.0-A, 4.1-B, 5.5-B3: what follows where it stops follows at once.

    9.5-A, 9.5-B, 9.5-E, 9.2-D: who stops in a neutral hex attacks it, and it joins the other side, once.
    """
    ground = Ground(running.position, block.side)
    to = path[-1]
    posture = _posture_there(ground, block, to)
    moved = BlockMoved(
        side=block.side, kind=kind, block=block.name, colour=block.colour, path=path, **veiled(running, block)
    )
    running.emit(moved)
    _note_attack(ground, block, path)
    block.origin, block.place, block.posture = block.place, to, "FIELD"
    block.came_from = path[-2] if kind in ("move", "march") else None
    take_posture(running, block, posture)
    if ground.status(to) == "NEUTRAL":
        join(running, to, ENEMY[block.side])


def _posture_there(ground: Ground, block: Block, to: HexName) -> Posture:
    """5.5-B3, RULING-61, RULING-62."""
    if ground.position.is_ship(block):
        return "BLOCKADING" if ground.has_blockade(to) else "FIELD"
    return "SIEGING" if ground.has_siege(to) else "FIELD"


def _note_attack(ground: Ground, block: Block, path: list[HexName]) -> None:
    """4.1-B: who attacked by land over which hexside; 5.3-B: whence ships came to where enemies are."""
    turn, to, before = ground.position.turn, path[-1], path[-2]
    if turn is None or to == SICILY or before == SICILY or ground.is_oracle(to):
        return
    if ground.position.is_ship(block):
        if ground.is_attacked(to) or ground.besiegers(to):
            turn.sailed.setdefault(to, []).append(before)
    elif ground.is_attacked(to):
        attacks = turn.attacks.setdefault(to, {})
        attacks[before] = attacks.get(before, 0) + 1
