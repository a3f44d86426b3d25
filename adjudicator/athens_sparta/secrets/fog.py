"""2.2: blocks in the fog. The enemy sees colour, hex and number, and whether a block is BESIEGED; for open ones all.

Redealt, blocks of one colour that a reader does not know change places, on the map and with those in the pool, but
only where each could stand: no ship goes inland. That is why they are no zone of the kernel's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.athens_sparta.state.control import besieged, blockaded
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import CITIZENS, COLOURS, SIDES, BlockName, Colour, HexName, SideName
from adjudicator.kernel import UNKNOWN, Chance, Unknown
from adjudicator.kernel.hidden.parts import Hidden


def id_is_public(position: AthensSparta, block: Block) -> bool:
    """2.2-D: of a revolt block everybody knows which it is; of a HELOT, 7.1-B, until its battle is won."""
    if isinstance(block.id, Unknown):
        return False
    return block.rising or position.box.blocks[block.id].type in CITIZENS


def knows_block(position: AthensSparta, block: Block, seat: str | None) -> bool:
    """2.2-A: whether a seat (None: a spectator) knows type and strength of a block."""
    return block.side == seat or block.open


def masked(position: AthensSparta, block: Block) -> Block:
    """2.2-A, 2.2-D: what strangers see of a block that is not open."""
    known = block.id if id_is_public(position, block) else UNKNOWN
    return replace(block, id=known, strength=UNKNOWN, origin=None, came_from=None)


class Place(NamedTuple):
    """Where a hidden block of a side lies: on the map as a block, or in the pool as an entry."""

    side: SideName
    block: Block | None
    entry: int = 0


class Fog(Hidden):
    """The blocks on the map and in the pools."""

    def hide(self, view: AthensSparta, seat: str | None) -> None:
        """Those that one knows by id, then the others by place."""
        known = [one for one in view.blocks if knows_block(view, one, seat)]
        others = [masked(view, one) for one in view.blocks if not knows_block(view, one, seat)]
        named = [one for one in others if not isinstance(one.id, Unknown)]
        nameless = sorted((one for one in others if isinstance(one.id, Unknown)), key=_by_place)
        view.blocks = [*sorted([*known, *named], key=lambda one: one.name), *nameless]
        view.pools = {side: pool if side == seat else [UNKNOWN] * len(pool) for side, pool in view.pools.items()}

    def redeal(self, position: AthensSparta, seat: str | None, chance: Chance) -> None:
        """Two at a time, where each fits the other's place; strengths of revolt blocks become any."""
        for places in _alike(position, [side for side in SIDES if side != seat], seat):
            for place in places:
                other = chance.pick(places, "redeal blocks")
                mine, theirs = _lying(position, place), _lying(position, other)
                if _fits(position, mine, other) and _fits(position, theirs, place):
                    _swap(position, place, other)
        for block in position.blocks:
            if not knows_block(position, block, seat) and id_is_public(position, block):
                block.strength = chance.die(position.facts(block).steps, "redeal revolt")
        _tidy(position)

    def imagine(self, view: AthensSparta, seat: str | None, chance: Chance) -> None:
        """Each hidden block is one of those that are nowhere to be seen, of any strength."""
        left = [one for one in _in_play(view) if one not in _seen(view)]
        stock = chance.shuffle(left, "imagine blocks")
        for place in sorted(_hidden(view), key=lambda one: -_strictness(view, one)):
            found = next(name for name in stock if _imaginable(view, name, place))
            stock.remove(found)
            _lay(view, place, found)
        for block in view.blocks:
            if isinstance(block.strength, Unknown):
                block.strength = chance.die(view.facts(block).steps, "imagine strength")
        _tidy(view)

    def strayed(self, position: AthensSparta) -> list[str]:
        """16.1-A: every block is in exactly one place."""
        lying = [*(one.id for one in position.blocks), *position.aside]
        lying += [one for side in SIDES for one in position.pools.get(side, [])]
        return [] if Counter(lying) == Counter(iter(position.box.blocks)) else ["16.1-A"]


def _tidy(position: AthensSparta) -> None:
    """Everything by id, as it is kept."""
    position.blocks.sort(key=lambda one: one.name)
    for pool in position.pools.values():
        pool.sort(key=str)


def _by_place(block: Block) -> tuple[str, str, str, str, bool]:
    return block.place, block.side, block.colour, block.posture, block.rising


# --- which may change places ------------------------------------------------------------------------------------------


def _alike(position: AthensSparta, sides: Sequence[SideName], seat: str | None) -> Iterator[list[Place]]:
    """The places of blocks that a reader does not know, of one colour of one side each."""
    for side in sides:
        places = [
            Place(side, one)
            for one in position.of(side)
            if not knows_block(position, one, seat) and not id_is_public(position, one)
        ]
        places += [Place(side, None, entry) for entry in range(len(position.pools.get(side, [])))]
        for colour in COLOURS.values():
            if found := [one for one in places if colour_of(position, _lying(position, one)) == colour]:
                yield found


def colour_of(position: AthensSparta, name: BlockName) -> Colour:
    """1.1-A: the colour of a block by its id."""
    return COLOURS[position.box.blocks[name].side]


def _lying(position: AthensSparta, place: Place) -> BlockName:
    name = place.block.id if place.block else position.pools[place.side][place.entry]
    return name if isinstance(name, str) else ""


def _lay(position: AthensSparta, place: Place, name: BlockName) -> None:
    if place.block:
        place.block.id = name
    else:
        position.pools[place.side][place.entry] = name


def _swap(position: AthensSparta, place: Place, other: Place) -> None:
    """Blocks take their strength with them; one from the pool takes that of the block it replaces, as far as it can."""
    mine, theirs = _lying(position, place), _lying(position, other)
    strengths = [one.block.steps if one.block else 0 for one in (place, other)]
    for at, name, brought in ((place, theirs, strengths[1]), (other, mine, strengths[0])):
        _lay(position, at, name)
        if at.block:
            at.block.strength = min(brought or at.block.steps, position.box.blocks[name].steps)


def _fits(position: AthensSparta, name: BlockName, place: Place) -> bool:
    """Whether a block could be where another is (16.1-C, 16.1-D)."""
    if place.block is None:
        return True
    wanted = _kind_there(position, place.block)
    if position.box.blocks[name].ship != position.is_ship(place.block) and _is_athens(position, place.block.place):
        return False
    return wanted is None or position.box.blocks[name].ship == wanted


def _is_athens(position: AthensSparta, hex: HexName) -> bool:
    return hex == position.box.capitals["athens"]


def _kind_there(position: AthensSparta, block: Block) -> bool | None:
    """Whether a block that is there must be a ship (True), a land block (False), or may be either (None)."""
    hex = block.place
    if hex not in position.box.ports:
        return False
    if blockaded(position, hex) and not besieged(position, hex) and block.side == position.control.get(hex):
        return block.posture == "BESIEGED"  # 5.5-D
    return None


# --- what is left to be imagined --------------------------------------------------------------------------------------


def _in_play(view: AthensSparta) -> list[BlockName]:
    return [name for name in view.box.blocks if name not in view.aside]


def _seen(view: AthensSparta) -> list[BlockName]:
    pooled = [one for side in SIDES for one in view.pools.get(side, [])]
    return [one for one in [*(block.id for block in view.blocks), *pooled] if isinstance(one, str)]


def _hidden(view: AthensSparta) -> list[Place]:
    places = [Place(one.side, one) for one in view.blocks if isinstance(one.id, Unknown)]
    for side in SIDES:
        pool = view.pools.get(side, [])
        places += [Place(side, None, entry) for entry, one in enumerate(pool) if isinstance(one, Unknown)]
    return places


def _strictness(view: AthensSparta, place: Place) -> int:
    """Places that only land blocks, or only ships, can fill come first; pools, which take all colours, last."""
    if place.block is None:
        return 0
    return 1 if _kind_there(view, place.block) is None and not _is_athens(view, place.block.place) else 2


def _imaginable(view: AthensSparta, name: BlockName, place: Place) -> bool:
    facts = view.box.blocks[name]
    if side_of(view, name) != place.side:
        return False
    if place.block is None:
        return True
    if place.block.colour != COLOURS[facts.side]:
        return False
    if _is_athens(view, place.block.place) and not facts.ship:
        there = [one for one in view.at(place.block.place, place.side) if isinstance(one.id, str)]
        most = view.box.components.terrain.athens_stack.land_max
        return sum(not view.is_ship(one) for one in there) < most
    wanted = _kind_there(view, place.block)
    return wanted is None or facts.ship == wanted


def side_of(position: AthensSparta, name: BlockName) -> SideName | None:
    """Who commands a block: of a green one whoever controls its city (9.5-G); None where that has joined nobody."""
    side = position.box.blocks[name].side
    if side != "neutral":
        return side
    home = position.box.home(name)
    return position.control.get(home) if home else None
