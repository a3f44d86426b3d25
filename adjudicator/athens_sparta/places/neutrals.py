"""9.5: green cities: how they join a side, and how their blocks change sides with them."""

from __future__ import annotations

from msgspec import UNSET

from adjudicator.athens_sparta.events.cards import SicilyCardsTurnedUp
from adjudicator.athens_sparta.events.cities import BlocksTurned, CityJoined
from adjudicator.athens_sparta.state.control import look_again
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.victory import value
from adjudicator.athens_sparta.words import ENEMY, SICILY, HexName, SideName
from adjudicator.kernel import Resolution

Running = Resolution[AthensSparta]


def join(running: Running, hex: HexName, side: SideName) -> None:
    """9.2-D, 9.5-B to 9.5-E, 0.4-A: a city that has joined nobody joins a side at once, its blocks at full strength."""
    position = running.position
    names = position.box.green_blocks[hex]
    position.control[hex] = side
    position.joined[hex] = side
    position.aside = [one for one in position.aside if one not in names]
    for name in names:
        position.put(Block(name, side, "green", hex, position.box.blocks[name].steps))
    running.emit(CityJoined(side=side, city=hex, number=len(names)))
    if hex == SICILY and position.sicily_cards:
        position.sicily_up = True
        cards = [str(card) for card in position.sicily_cards.values()]
        running.emit(SicilyCardsTurnedUp(cards=sorted(cards), value=value(position, SICILY)))


def turn_blocks(running: Running, hex: HexName, side: SideName) -> None:
    """9.5-F, 9.5-G: the blocks of a green city go where it goes, wherever they are, at their strength, pool to pool.

    4.2-A, 4.2-B: what the hexes where they stand are to either side changes with them. What they do to former friends
    in the same hex is the caller's to see to; who goes back before that has nobody to meet.
    """
    position = running.position
    names = position.box.green_blocks.get(hex, [])
    turned = [one for one in position.blocks if one.id in names and one.side != side]
    pooled = [one for one in position.pools[ENEMY[side]] if one in names]
    for block in turned:
        block.side, block.turned = side, UNSET if block.turned else True
    look_again(position, [one.place for one in turned])
    position.pools[ENEMY[side]] = [one for one in position.pools[ENEMY[side]] if one not in pooled]
    position.pools[side] = sorted([*position.pools[side], *pooled], key=str)
    if turned:
        running.emit(BlocksTurned(side=side, city=hex))
