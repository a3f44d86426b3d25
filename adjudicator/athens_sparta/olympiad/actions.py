"""8: what may be done in a Replacement Phase: disbands, steps for blocks, blocks of the pool that enter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from adjudicator.athens_sparta.events.turns import BlockBuilt, StepsGained
from adjudicator.athens_sparta.names import block_name, place_name
from adjudicator.athens_sparta.olympiad.accounts import (
    building_places,
    fits,
    is_free,
    is_reserve,
    may_gain,
    spend,
)
from adjudicator.athens_sparta.secrets.fog import colour_of, veiled
from adjudicator.athens_sparta.secrets.zones import seen_by
from adjudicator.athens_sparta.sieges.losses import disband
from adjudicator.athens_sparta.state.accounts import Build, Disband, Reinforce, Replacement
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.quantities import QUANTITIES
from adjudicator.athens_sparta.state.victory import step_cost
from adjudicator.athens_sparta.words import SIDES, HexName, SideName
from adjudicator.kernel import Illegal, Resolution
from adjudicator.kernel.run.plans import Runner
from adjudicator.kernel.subjects import count_of

Running = Resolution[AthensSparta]


# --- what forbids an action -------------------------------------------------------------------------------------------


def _disband_refusal(view: AthensSparta, side: SideName, action: Disband) -> Illegal | None:
    """8.0-A, 8.6-A: any own block, before anything is spent."""
    if view.accounts[side].spending:
        return Illegal("8.0-A", "disband blocks before you spend anything")
    return None if _own(view, side, action.block) else _not_yours(action.block)


def _reinforce_refusal(view: AthensSparta, side: SideName, action: Reinforce) -> Illegal | None:
    """8.2-A, 7.0-I, RULING-82: a block in the field in a friendly city, up to its maximum."""
    block = _own(view, side, action.block)
    if block is None:
        return _not_yours(action.block)
    if not may_gain(view, action.block):
        return Illegal("7.0-I", "a demos or tyrant cannot be reinforced")
    if block.place not in view.accounts[side].limits or not is_free(block):
        return Illegal(
            "8.2-A", (f"{block_name(action.block)} must stand in a friendly city, outside any siege or blockade")
        )
    if not 0 < action.steps <= view.facts(block).steps - block.steps:
        more = count_of(view.facts(block).steps - block.steps, "step")
        return Illegal("8.2-A", f"{block_name(action.block)} can gain {more}, not {action.steps}")
    return _payment_refusal(view, side, action, block.place)


def _build_refusal(view: AthensSparta, side: SideName, action: Build) -> Illegal | None:
    """8.3-A, 8.3-B, 8.7-A: a block of the pool, where it may enter and there is room."""
    if action.block not in view.pools[side]:
        return Illegal("8.3-A", f"{block_name(action.block)} is not in your pool")
    place = _place_of(view, action)
    if place is None or place not in building_places(view, side, action.block):
        where = "a friendly city" if is_reserve(view, action.block) else "its own home city"
        return Illegal(
            "8.3-A",
            (f"{block_name(action.block)} can be built only in {where}, which must be free of siege and blockade"),
        )
    if not 0 < action.steps <= view.box.blocks[action.block].steps:
        return Illegal(
            "8.3-A",
            (f"{block_name(action.block)} has 1 to {view.box.blocks[action.block].steps} steps, not {action.steps}"),
        )
    if not fits(view, side, action.block, place):
        return Illegal("8.7-A", f"{place_name(place)} has no room for one more block")
    return _payment_refusal(view, side, action, place)


def _payment_refusal(view: AthensSparta, side: SideName, action: Reinforce | Build, place: HexName) -> Illegal | None:
    """8.1-A, 8.1-B."""
    account, pp = view.accounts[side], action.steps * step_cost(view, side, action.block)
    if pp > account.left[place]:
        return Illegal(
            "8.1-B", (f"that costs {pp} PP, and you can still spend {account.left[place]} in {place_name(place)}")
        )
    return None if pp <= account.pp else Illegal("8.1-A", f"that costs {pp} PP, and you have {account.pp}")


def _own(view: AthensSparta, side: SideName, name: str) -> Block | None:
    block = view.block(name)
    return block if block and block.side == side else None


def _not_yours(name: str) -> Illegal:
    return Illegal("8.2-A", f"{block_name(name)} is not one of your blocks on the map")


def _place_of(view: AthensSparta, action: Build) -> HexName | None:
    """8.3-A: its home, or for a Reserve block the place that is named."""
    if is_reserve(view, action.block):
        return action.place
    home = view.box.home(action.block)
    return home if action.place in (None, home) else None


# --- how an action is carried out -------------------------------------------------------------------------------------


def _disband(running: Running, side: SideName, action: Disband) -> None:
    disband(running, _block(running, action))


def _reinforce(running: Running, side: SideName, action: Reinforce) -> None:
    """8.2-A, 2.2-B: nobody else learns of it."""
    position = running.position
    block = _block(running, action)
    spend(position, side, block.name, block.place, action.steps * step_cost(position, side, block.name))
    block.strength = block.steps + action.steps
    running.emit(
        StepsGained(
            side=side, place=block.place, block=block.name, steps=action.steps, strength=block.steps, only=(side,)
        )
    )


def _block(running: Running, action: Disband | Reinforce) -> Block:
    return next(one for one in running.position.blocks if one.id == action.block)


def _build(running: Running, side: SideName, action: Build) -> None:
    """8.3-A, 2.2-B: all see that a block enters."""
    position = running.position
    place = _place_of(position, action) or ""
    spend(position, side, action.block, place, action.steps * step_cost(position, side, action.block))
    position.pools[side].remove(action.block)
    block = Block(action.block, side, colour_of(position, action.block), place, action.steps)
    position.put(block)
    hidden = veiled(running, block)
    running.emit(BlockBuilt(side=side, place=place, block=block.name, strength=action.steps, **hidden))


REFUSALS: dict[type, Callable[[AthensSparta, SideName, Any], Illegal | None]] = {
    Disband: _disband_refusal,
    Reinforce: _reinforce_refusal,
    Build: _build_refusal,
}
DEEDS: dict[type, Callable[[Running, SideName, Any], None]] = {Disband: _disband, Reinforce: _reinforce, Build: _build}


NOBODY: Final = "nobody is asked when this list is carried out: an item has do, or first (a list)"
"""RULING-126."""


class Replacing(Runner[AthensSparta, Replacement]):
    """8.0-A: how one side's list is read, judged and carried out."""

    quantities = QUANTITIES
    refuses = {"ask_me": NOBODY, "stop": NOBODY}
    kind = Replacement

    def view(self, running: Running, seat: str) -> AthensSparta:
        return seen_by(running.position, seat)

    def refusal(self, view: AthensSparta, seat: str, action: Replacement) -> Illegal | None:
        return REFUSALS[type(action)](view, _side(seat), action)

    def make(self, running: Running, seat: str, action: Replacement) -> None:
        DEEDS[type(action)](running, _side(seat), action)

    def in_words(self, action: Replacement) -> str:
        if isinstance(action, Disband):
            return f"disband {block_name(action.block)}"
        number = count_of(action.steps, "step")
        if isinstance(action, Reinforce):
            return f"add {number} to {block_name(action.block)}"
        where = f" in {place_name(action.place)}" if action.place else ""
        return f"build {block_name(action.block)} with {number}{where}"


def _side(seat: str) -> SideName:
    return next(side for side in SIDES if side == seat)
