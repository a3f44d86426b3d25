"""2.2: blocks in the fog. The enemy sees colour, hex and number, and whether a block is BESIEGED; of open ones all.

Redealt, blocks of one colour that a reader does not know change places, on the map and with those in the pool, but
only where each could stand: no ship goes inland.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, product
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from adjudicator.athens_sparta.state.battle import Battle, Combat
from adjudicator.athens_sparta.state.control import besieged, blockaded
from adjudicator.athens_sparta.state.position import AthensSparta, Block, Turn
from adjudicator.athens_sparta.words import COLOURS, ENEMY, SIDES, BlockName, Colour, HexName, SideName
from adjudicator.kernel import UNKNOWN, Chance, Resolution, Unknown
from adjudicator.kernel.hidden.parts import Hidden, Unseen, filled, swapped
from adjudicator.kernel.subjects import subject


def id_is_public(position: AthensSparta, block: Block) -> bool:
    """2.2-D: of a revolt block everybody knows which it is; of a HELOT, 7.1-B, until its battle is won."""
    return isinstance(block.id, str) and (block.rising or block.id in position.box.citizens)


def knows_block(block: Block, seat: str | None) -> bool:
    """2.2-A: whether a seat (None: a spectator) knows type and strength of a block."""
    return block.side == seat or block.open


def masked(position: AthensSparta, block: Block) -> Block:
    """2.2-A, 2.2-D: what strangers see of a block; by which way an open one came they saw when it was face down."""
    if block.open:
        return replace(block, origin=None, came_from=None)
    known = block.id if id_is_public(position, block) else UNKNOWN
    return replace(block, id=known, strength=UNKNOWN, origin=None, came_from=None)


class Fog(Hidden):
    """The blocks on the map and in the pools."""

    is_always_read = True

    def hide(self, view: AthensSparta, seat: str | None) -> None:
        """Those that one knows by id, then the others by place."""
        named: list[Block] = []
        nameless: list[Block] = []
        hidden: list[BlockName] = []
        for one in view.blocks:
            seen = one if one.side == seat else masked(view, one)
            (nameless if isinstance(seen.id, Unknown) else named).append(seen)
            if isinstance(seen.id, Unknown) and isinstance(one.id, str):
                hidden.append(one.id)
        hide_names(view, seat, hidden)
        view.blocks = [*named, *sorted(nameless, key=_by_place)]
        view.turn = came_openly(view, seat)
        view.combat = read_by(view.combat, seat)
        view.pools = {side: pool if side == seat else [UNKNOWN] * len(pool) for side, pool in view.pools.items()}

    def redeal(self, position: AthensSparta, seat: str | None, chance: Chance) -> None:
        """Two at a time, where each fits the other's place; strengths of revolt blocks become any."""
        changed: dict[BlockName, BlockName] = {}
        for places in _alike(position, [side for side in SIDES if side != seat]):
            kinds = [_kind_kept(position, place) for place in places]
            names = [_lying(position, place) for place in places]
            strengths = {name: place.block.steps for name, place in zip(names, places, strict=True) if place.block}
            new = swapped(names, partial(_fits, position, kinds), chance, "redeal blocks")
            for place, name in zip(places, new, strict=True):
                _lay(position, place, name, strengths.get(name))
            changed |= {old: name for old, name, place in zip(names, new, places, strict=True) if place.block}
        change_names(position, changed)
        for block in position.blocks:
            if not knows_block(block, seat) and id_is_public(position, block):
                block.strength = chance.die(position.facts(block).steps, "redeal revolt")
        _tidy(position)

    def imagine(self, view: AthensSparta, seat: str | None, chance: Chance) -> None:
        """Each hidden block is one of those that are nowhere to be seen, of any strength."""
        places = hidden_places(view)
        for place, name in zip(places, names_for(view, places, chance), strict=True):
            _lay(view, place, name)
        for block in view.blocks:
            if isinstance(block.strength, Unknown):
                block.strength = chance.die(view.facts(block).steps, "imagine strength")
        _tidy(view)

    def strayed(self, position: AthensSparta) -> list[str]:
        """16.1-A: every block is in exactly one place."""
        lying = [*(one.id for one in position.blocks), *position.aside]
        lying += [one for side in SIDES for one in position.pools.get(side, [])]
        return [] if Counter(lying) == Counter(iter(position.box.blocks)) else ["16.1-A"]

    def unseen(self, position: AthensSparta) -> list[Unseen]:
        """2.2-A: the blocks that stood face down, by hex; those in the pools follow from the others."""
        found: dict[tuple[SideName, HexName], list[BlockName]] = {}
        for block in position.blocks:
            if not block.open and not id_is_public(position, block):
                found.setdefault((block.side, block.place), []).append(block.name)
        return [
            Unseen(
                "Face-down blocks",
                (subject("seat", side), subject("place", hex)),
                tuple(subject("block", name) for name in found[side, hex]),
            )
            for side, hex in sorted(found)
        ]


def came_openly(view: AthensSparta, seat: str | None) -> Turn | None:
    """2.2-A, 2.2-B3: whether an attack came by land or by sea is hidden till the Declaration (5.0-F).

    A path may betray it: where land blocks or ships alone can cross the hexside.
    """
    turn, combat, map = view.turn, view.combat, view.box.map
    if turn is None or turn.side == seat:
        return turn
    declared = [*combat.done, *([combat.battle.place] if combat.battle else [])] if combat else []

    def shows(before: HexName, hex: HexName) -> bool:
        direction = map.towards(before, hex)
        by_sea = direction is not None and map.sea_part(before, direction)
        either = by_sea and map.land_part(before, hex) is not None and hex in view.box.ports
        return hex in declared or not either

    attacks = {hex: {one: number for one, number in by.items() if shows(one, hex)} for hex, by in turn.attacks.items()}
    sailed = {hex: [one for one in by if shows(one, hex)] for hex, by in turn.sailed.items()}
    return replace(
        turn,
        attacks={hex: by for hex, by in attacks.items() if by},
        sailed={hex: by for hex, by in sailed.items() if by},
    )


def read_by(combat: Combat | None, seat: str | None) -> Combat | None:
    """12.2-B: a Combat Phase knows who reads it: conditions speak of one's own blocks and of the enemy's."""
    reader = next((side for side in SIDES if side == seat), None)
    if combat is None:
        return None
    battle = replace(combat.battle, reader=reader) if combat.battle else None
    return replace(combat, battle=battle, reader=reader)


def _by_place(block: Block) -> tuple[str, str, str, str, bool, bool]:
    return block.place, block.side, block.colour, block.posture, block.rising, bool(block.turned)


def _tidy(position: AthensSparta) -> None:
    """Everything by id, as it is kept."""
    position.blocks.sort(key=lambda one: one.name)
    for pool in position.pools.values():
        pool.sort(key=str)


def colour_of(position: AthensSparta, name: BlockName) -> Colour:
    """1.1-A: the colour of a block by its id."""
    return COLOURS[position.box.blocks[name].side]


def side_of(position: AthensSparta, name: BlockName) -> SideName | None:
    """Who commands a block: of a green one whoever controls its city (9.5-G); None where that has joined nobody."""
    side = position.box.blocks[name].side
    if side != "neutral":
        return side
    home = position.box.home(name)
    return position.control.get(home) if home else None


# --- places where hidden blocks lie -----------------------------------------------------------------------------------


class Place(NamedTuple):
    """Where a hidden block of a side lies: on the map as a block, or in the pool as an entry."""

    side: SideName
    block: Block | None
    entry: int = 0


def _lying(position: AthensSparta, place: Place) -> BlockName:
    return str(place.block.id if place.block else position.pools[place.side][place.entry])


def _lay(position: AthensSparta, place: Place, name: BlockName, strength: int | None = None) -> None:
    """A block brings its strength with it; one from the pool takes what the place has, as far as it can."""
    if place.block is None:
        position.pools[place.side][place.entry] = name
        return
    place.block.id = name
    if strength is not None:
        place.block.strength = strength
    elif isinstance(place.block.strength, int):
        place.block.strength = min(place.block.strength, position.box.blocks[name].steps)


def _alike(position: AthensSparta, sides: Sequence[SideName]) -> Iterator[list[Place]]:
    """The places of blocks that nobody but their side knows, of one colour of one side each."""
    for side in sides:
        known = [one for one in position.of(side) if one.open or id_is_public(position, one)]
        places = [Place(side, one) for one in position.of(side) if one not in known]
        places += [Place(side, None, entry) for entry in range(len(position.pools.get(side, [])))]
        for colour in COLOURS.values():
            if found := [one for one in places if colour_of(position, _lying(position, one)) == colour]:
                yield found


def hidden_places(view: AthensSparta) -> list[Place]:
    """Where blocks lie of which one does not know which they are."""
    places = [Place(one.side, one) for one in view.blocks if isinstance(one.id, Unknown)]
    for side in SIDES:
        pool = view.pools.get(side, [])
        places += [Place(side, None, entry) for entry, one in enumerate(pool) if isinstance(one, Unknown)]
    return places


def _seen(view: AthensSparta) -> list[BlockName]:
    """The blocks of which one knows where they lie."""
    pooled = [one for side in SIDES for one in view.pools.get(side, [])]
    return [one for one in [*(block.id for block in view.blocks), *pooled] if isinstance(one, str)]


# --- what could lie there: a ship (True), a land block (False), either (None) -----------------------------------------


def _is(position: AthensSparta, name: BlockName, ship: bool | None) -> bool:
    return ship is None or position.box.blocks[name].ship == ship


def _fits(position: AthensSparta, kinds: Sequence[bool | None], name: BlockName, place: int) -> bool:
    return _is(position, name, kinds[place])


def _is_fought_over(position: AthensSparta, hex: HexName) -> bool:
    return position.combat is not None and position.combat.battle is not None and position.combat.battle.place == hex


def _kind_there(position: AthensSparta, block: Block) -> bool | None:
    """16.1-C, 16.1-D: no ship inland; 5.5-D: where ships alone blockade, ships are BESIEGED and land blocks are not.

    5.0-G: in a battle land blocks too may have gone in, until it is over.
    """
    hex = block.place
    if hex not in position.box.ports:
        return False
    if _is_fought_over(position, hex):
        return None
    if blockaded(position, hex) and not besieged(position, hex) and block.side == position.control.get(hex):
        return block.posture == "BESIEGED"
    return None


def _kind_kept(position: AthensSparta, place: Place) -> bool | None:
    """The same; in Athens, which holds only four land blocks (4.1-A), ships change places with ships.

    2.2-B3: so do those that have moved in this Player Turn, for all saw by which way; and those where a battle goes on,
    after which they take different postures (5.5-D).
    """
    if place.block is None:
        return None
    hex = place.block.place
    if hex == position.box.capitals["athens"] or place.block.origin or _is_fought_over(position, hex):
        return position.is_ship(place.block)
    return _kind_there(position, place.block)


def names_for(
    view: AthensSparta, places: Sequence[Place], chance: Chance, may: Callable[[BlockName, int], bool] | None = None
) -> list[BlockName]:
    """Which blocks may lie in the places; `may`: none but these. ValueError where there is no way."""
    left = [name for name in view.box.blocks if name not in (*view.aside, *_seen(view))]

    def fits(kinds: Sequence[bool | None], name: BlockName, at: int) -> bool:
        block = places[at].block
        if side_of(view, name) != places[at].side or (may and not may(name, at)):
            return False
        return block is None or (colour_of(view, name) == block.colour and _is(view, name, kinds[at]))

    for kinds in _kinds_allowed(view, places, chance):
        with suppress(ValueError):  # other ships in Athens
            return filled(len(places), left, partial(fits, kinds), chance, "imagine blocks")
    raise ValueError("imagine blocks: nothing is left that fits")


def _kinds_allowed(view: AthensSparta, places: Sequence[Place], chance: Chance) -> Iterator[list[bool | None]]:
    """What may lie there, each way in which it can be: in Athens so many are ships that four land blocks are left."""
    kinds = [_kind_unknown(view, place.block) if place.block else None for place in places]
    crowds = [crowd for side in SIDES for crowd in _crowds(view, side)]
    ways = [_ships_among(view, places, kinds, crowd, chance) for crowd in crowds]
    for chosen in product(*ways):
        ships = {at for way in chosen for at in way}
        yield [True if at in ships else kind for at, kind in enumerate(kinds)]


def _kind_unknown(view: AthensSparta, block: Block) -> bool | None:
    """The same where it is not known who came in this Player Turn: 5.55-A, ships too, to relieve a blockaded port."""
    comes = view.combat is not None and view.combat.side == block.side and block.place not in view.combat.done
    kind = _kind_there(view, block)
    return None if comes and block.posture == "FIELD" and block.place in view.box.ports else kind


def _crowds(view: AthensSparta, side: SideName) -> list[list[Block]]:
    """4.1-A, 5.52-A: the blocks of a side in Athens of which at most four are land blocks; a Revolt is none of them.

    RULING-12: a force of relief counts apart from those inside until the Combat Phase is over, also when it has broken
    the siege. 9.5-G, RULING-85: so long who has changed sides there may be one too many.
    """
    athens = view.box.capitals["athens"]
    there = [one for one in view.at(athens, side) if not one.rising and one.id not in view.box.citizens]
    own = [one for one in there if one.colour != "green" or (view.turn is None and not _have_turned(view, side))]
    inside = [one for one in own if one.posture == "BESIEGED"]
    fought = view.combat is not None and (athens in view.combat.done or bool(view.at(athens, ENEMY[side])))
    return [inside] if fought else [own]


def _have_turned(view: AthensSparta, side: SideName) -> bool:
    """RULING-85: whether green blocks of a side are of a city that had joined the enemy."""
    return any(joined != side and view.control.get(city) == side for city, joined in view.joined.items())


def _ships_among(
    view: AthensSparta,
    places: Sequence[Place],
    kinds: Sequence[bool | None],
    crowd: Sequence[Block],
    chance: Chance,
) -> Iterator[tuple[int, ...]]:
    """Which hidden ones of a crowd are ships, each way in which that can be."""
    mine = [at for at, place in enumerate(places) if any(place.block is one for one in crowd)]
    known = sum(isinstance(one.id, str) and not view.is_ship(one) for one in crowd)
    free = [at for at in mine if kinds[at] is None]
    land = known + sum(kinds[at] is False for at in mine) + len(free)
    most = view.box.components.terrain.athens_stack.land_max
    must = min(max(0, land - most), len(free))
    return combinations(chance.shuffle(free, "imagine ships") if must else free, must)


# --- names in a battle under way --------------------------------------------------------------------------------------

# 2.2-D: those that lie face down are hidden there as they are on the map.
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


# --- what a report calls face-down blocks -----------------------------------------------------------------------------

# 2.2-C, 2.2-B3, RULING-50: by hex and a number that no other report gives again. An event about a block is a `Masked`
# one with the block's id in a field of `masked`, and is emitted with `veiled`:
#
#     running.emit(BlockMoved(side=side, block=block.name, path=path, **veiled(running, block)))


def handle(running: Resolution[AthensSparta], block: Block) -> str:
    """`I08#2`: the second block that this report names, in I08 when it was first named. First come, first numbered."""
    return running.handles.setdefault(block.name, f"{block.place}#{len(running.handles) + 1}")


def lose_handle(running: Resolution[AthensSparta], block: Block) -> None:
    """2.2-B: which block goes to the pool is secret: one that enters later has another handle in the same report."""
    gone = running.handles.pop(block.name, None)
    if gone:
        running.handles[gone] = gone  # its number is not given again


def veiled(running: Resolution[AthensSparta], *blocks: Block) -> dict[str, Any]:
    """Who reads an event about blocks of one side as it is, and what the others read in the place of their ids.

    Where several are face down together, name them `in_no_order`, or give their number instead.
    """
    hidden = [one for one in blocks if not one.open]
    if not hidden:
        return {}
    named = [one for one in hidden if not id_is_public(running.position, one)]
    return {"known_to": (hidden[0].side,), "masks": {one.name: handle(running, one) for one in named}}


def in_no_order(running: Resolution[AthensSparta], blocks: Sequence[Block]) -> list[Block]:
    """2.2-B3: blocks in an order that tells nothing of their ids, in which events name them one after another."""
    if len(blocks) < 2 or all(one.open for one in blocks):
        return [*blocks]
    by_name = {one.name: one for one in blocks}
    return [by_name[name] for name in running.chance.shuffle([*by_name], f"2.2-C {blocks[0].place}")]
