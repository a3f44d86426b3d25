"""12.1-E, 12.2-B: the named quantities that conditions of books, moves and battle orders are made of."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final, Literal

from adjudicator.athens_sparta.components import box
from adjudicator.athens_sparta.names import block_name, place_name
from adjudicator.athens_sparta.state.battle import Battle
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.victory import production
from adjudicator.athens_sparta.words import (
    SIDES,
    BlockName,
    BlockType,
    EventName,
    HexName,
    Posture,
    SideName,
)
from adjudicator.kernel import UNKNOWN, Unknown
from adjudicator.kernel.books.conditions import Quantities
from adjudicator.kernel.books.quantities import Quantity
from adjudicator.kernel.rules.components_files import OURS

AT_LEAST: Final = "at_least"
IN_BATTLE: Final = "in a battle"
Nobody = Literal["sparta", "athens", "none"]
_HEX: Final[Mapping[str, Any]] = {"hex": HexName}
_SIDE: Final[Mapping[str, Any]] = {"side": SideName}
_BLOCK: Final[Mapping[str, Any]] = {"block": BlockName}


def _mp(view: AthensSparta) -> int | Unknown:
    """The MP left in the turn under way."""
    return view.turn.mp - view.turn.spent if view.turn else UNKNOWN


def _player(view: AthensSparta) -> int | Unknown:
    """0.3-B: which Player's turn it is."""
    return UNKNOWN if view.turn is None else 1 if view.turn.side == view.first else 2


def _posture(view: AthensSparta, block: BlockName) -> str | Unknown:
    found = view.block(block)
    return found.posture if found else UNKNOWN


def _strength(view: AthensSparta, block: BlockName) -> int | Unknown:
    found = view.block(block)
    return found.strength if found else UNKNOWN


def _hand(view: AthensSparta, side: SideName) -> int | Unknown:
    cards = view.hands.get(side, [])
    known = [view.box.cards[card].mp for card in cards if not isinstance(card, Unknown)]
    return sum(known) if len(known) == len(cards) else UNKNOWN


_OF_TIME: Final = {
    "olympiad": Quantity(lambda view: view.olympiad, "the Olympiad", fact="number"),
    "game turn": Quantity(lambda view: view.game_turn, "the Game Turn", fact="number"),
    "player": Quantity(_player, "the number of the Player whose turn it is", fact="number"),
    "mp": Quantity(_mp, "the MP that are left", fact=AT_LEAST),
    "event": Quantity(
        lambda view: view.event or "none",
        "the event in force",
        gives=EventName | Literal["none"],
        fact="is",
    ),
}
_OF_SIDES: Final = {
    "pp": Quantity(production, "the PP of {side}", _SIDE, fact=AT_LEAST),
    "hand total": Quantity(_hand, "the MP in the hand of {side}", _SIDE, fact=AT_LEAST),
    "persian support": Quantity(
        lambda view: view.support, "Sparta has Persian support", gives=bool, opposite="Sparta has no Persian support"
    ),
}
_OF_HEXES: Final = {
    "blocks": Quantity(
        lambda view, hex, side: len(view.at(hex, side)),
        "the number of blocks of {side} in {hex}",
        {**_HEX, **_SIDE},
        fact=AT_LEAST,
    ),
    "control": Quantity(
        lambda view, hex: view.control.get(hex, "none"), "who controls {hex}", _HEX, Nobody, fact="side"
    ),
    "island": Quantity(lambda view, hex: view.box.is_island(hex), "{hex} is an island", _HEX, bool),
    "joined": Quantity(
        lambda view, hex: view.joined.get(hex, "none"), "whom {hex} has joined", _HEX, Nobody, fact="side"
    ),
}


def _battle(view: AthensSparta) -> Battle | None:
    return view.combat.battle if view.combat else None


def _fighting(view: AthensSparta, mine: bool) -> list[Block] | Unknown:
    """12.2-B: the reader's blocks that take part; or the enemy's that are revealed and in the field.

    RULING-124: unknown where there is no battle.
    """
    battle = _battle(view)
    if battle is None or battle.reader is None:
        return UNKNOWN
    there = [one for one in view.at(battle.place) if (one.side == battle.reader) == mine]
    if mine:
        return [one for one in there if _takes_part(battle, one)]
    return [one for one in there if one.open and one.posture not in ("BESIEGED", "PATROL")]


def _takes_part(battle: Battle, block: Block) -> bool:
    """RULING-101: not on PATROL, nor an attacker that neither came, nor sallied, nor was declared or named to storm."""
    chosen = battle.attackers if block.side == battle.attacker else []
    return block.posture != "PATROL" and (not chosen or block.id in chosen)


def _steps(view: AthensSparta, mine: bool) -> int | Unknown:
    there = _fighting(view, mine)
    return there if isinstance(there, Unknown) else sum(one.strength for one in there if isinstance(one.strength, int))


def _blocks(view: AthensSparta, mine: bool) -> int | Unknown:
    there = _fighting(view, mine)
    return there if isinstance(there, Unknown) else len(there)


def _my_strength(view: AthensSparta) -> int | Unknown:
    """12.2-B: of this block: the one that the order speaks of, in a battle or after it, else the one that acts."""
    battle = _battle(view)
    block = (view.combat.about if view.combat else None) or (battle.acting if battle else None)
    return _strength(view, block) if block else UNKNOWN


def _enemy_has(view: AthensSparta, type: BlockType) -> bool | Unknown:
    there = _fighting(view, mine=False)
    return there if isinstance(there, Unknown) else any(view.facts(one).type == type for one in there)


def _withdrawn(view: AthensSparta) -> bool | Unknown:
    battle = _battle(view)
    if battle is None:
        return UNKNOWN
    theirs = [one for one in view.at(battle.place) if one.side != battle.reader]
    return bool(theirs) and all(one.posture == "BESIEGED" for one in theirs)


def _enemy_ships(view: AthensSparta) -> int | Unknown:
    there = _fighting(view, mine=False)
    return there if isinstance(there, Unknown) else sum(view.is_ship(one) for one in there)


def _result(view: AthensSparta, hex: HexName) -> str | Unknown:
    """RULING-44: of a contact that is not resolved none."""
    found = view.combat.results.get(hex) if view.combat else None
    reader = view.combat.reader if view.combat else None
    return found[reader] if found and reader else UNKNOWN


_BATTLE: Final[Mapping[str, Any]] = {"moment": IN_BATTLE}
_OF_BATTLES: Final = {
    "round": Quantity(
        lambda view: b.round if (b := _battle(view)) else UNKNOWN, "the combat round", fact="number", **_BATTLE
    ),
    "my strength": Quantity(_my_strength, "the strength of the block", fact=AT_LEAST, **_BATTLE),
    "my steps": Quantity(partial(_steps, mine=True), "the number of your steps", fact=AT_LEAST, **_BATTLE),
    "my blocks": Quantity(partial(_blocks, mine=True), "the number of your blocks", fact=AT_LEAST, **_BATTLE),
    "enemy steps": Quantity(partial(_steps, mine=False), "the number of the enemy's steps", fact=AT_LEAST, **_BATTLE),
    "enemy blocks": Quantity(
        partial(_blocks, mine=False), "the number of the enemy's blocks", fact=AT_LEAST, **_BATTLE
    ),
    "enemy has": Quantity(
        _enemy_has, "the enemy has a {type}", {"type": BlockType}, bool, opposite="the enemy has no {type}", **_BATTLE
    ),
    "enemy withdrawn": Quantity(
        _withdrawn,
        "all enemy blocks are besieged",
        gives=bool,
        opposite="not all enemy blocks are besieged",
        **_BATTLE,
    ),
    "enemy ships": Quantity(_enemy_ships, "the number of the enemy's ships", fact="number", **_BATTLE),
    "result": Quantity(_result, "the outcome in {hex}", _HEX, Literal["won", "lost", "siege"], fact="is"),
}
_OF_BLOCKS: Final = {
    "posture": Quantity(_posture, "the posture of {block}", _BLOCK, Posture, fact="is"),
    "strength": Quantity(_strength, "the strength of {block}", _BLOCK, fact=AT_LEAST),
}


def _name(word: str) -> str:
    """A side, a hex, a block or a card as people say it. Hexes and blocks of one name: the hex is never in question."""
    if word in SIDES:
        return word.capitalize()
    return block_name(word) if word in box().blocks or "#" in word else place_name(word)


QUANTITIES: Final = Quantities(
    {**_OF_TIME, **_OF_SIDES, **_OF_HEXES, **_OF_BLOCKS, **_OF_BATTLES},
    _name,
    lambda view: (view.box if view is not None else box(OURS)).known,
)
