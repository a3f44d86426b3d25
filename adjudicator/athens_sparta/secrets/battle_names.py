"""2.2-D: names of blocks in a battle under way: those that lie face down are hidden there as they are on the map."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from msgspec.structs import replace

from adjudicator.athens_sparta.state.battle import Battle
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.words import BlockName

LISTS: Final = ("attackers", "sallied", "acted", "passed", "fired", "coastal", "stormers", "free")
SINGLE: Final = ("rebel", "half", "acting")


def hide_names(view: AthensSparta, seat: str | None, hidden: Collection[BlockName]) -> None:
    """Leave out the blocks that a reader does not know; 12.2-H: and the order that the enemy gave its own (5.1-A)."""
    battle = view.combat.battle if view.combat else None
    if view.combat and battle:
        lists = {field: [one for one in getattr(battle, field) if one not in hidden] for field in LISTS}
        single = {field: None for field in SINGLE if getattr(battle, field) in hidden}
        began = {name: steps for name, steps in battle.began.items() if name not in hidden}
        lines = {side: line for side, line in battle.lines.items() if side == seat}
        view.combat = replace(view.combat, battle=replace(battle, **lists, **single, began=began, lines=lines))


def forget(position: AthensSparta, name: BlockName) -> None:
    """8.5-A: a block has left the map: what it did in the battle is of no account any more, and the pool is secret.

    RULING-89: that there was a Revolt counts to the end of the battle; its block is set aside, for all to see.
    """
    battle = position.combat.battle if position.combat else None
    if battle is None:
        return
    for field in LISTS:
        setattr(battle, field, [one for one in getattr(battle, field) if one != name])
    for field in SINGLE:
        if getattr(battle, field) == name and field != "rebel":
            setattr(battle, field, None)
    battle.began.pop(name, None)
    battle.lines = {side: [one for one in line if one != name] for side, line in battle.lines.items()}


def change_names(position: AthensSparta, names: Mapping[BlockName, BlockName]) -> None:
    """Blocks have changed places: those that lie there now are in the battle, with the strength that they have."""
    battle: Battle | None = position.combat.battle if position.combat else None
    if battle is None:
        return
    for field in LISTS:
        setattr(battle, field, [names.get(one, one) for one in getattr(battle, field)])
    for field in SINGLE:
        setattr(battle, field, names.get(getattr(battle, field), getattr(battle, field)))
    strengths = {one.id: one.steps for one in position.blocks}
    began = {names.get(name, name): steps for name, steps in battle.began.items()}
    battle.began = {name: strengths[name] if name in names.values() else steps for name, steps in began.items()}
    battle.lines = {side: [names.get(one, one) for one in line] for side, line in battle.lines.items()}
