"""What must hold of a components file besides its shape: counts and references, and the facts of the map (1.0-A)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.athens_sparta.components.box import Box
from adjudicator.athens_sparta.components.map_checks import broken_checks
from adjudicator.athens_sparta.components.model import BlockFacts, Components
from adjudicator.athens_sparta.words import DIRECTIONS, ENEMY, SIDES
from adjudicator.kernel.errors import Malformed
from adjudicator.kernel.rules.components_files import incomplete

NAMED = ("Athens", "Sparta", "Corinth", "Miletus", "Abydos", "Messene", "Potidaea", "Syracuse")

_REBELS = {"athens": ["demos", "helot"], "sparta": ["tyrant"]}


def require_sound(box: Components, name: str) -> None:
    """Malformed lists everything that does not hold."""
    broken = [*_map(box), *_cities(box), *_cards(box), *_blocks(box)]
    broken = broken or [*broken_checks(Box(box))]
    if broken:
        raise Malformed(f"{name} does not hold: {'; '.join(broken)}")


def require_same_scenarios(theirs: Components, ours: Components, name: str) -> None:
    """Malformed where a table has not every row of ours; scenarios there is but one."""
    if broken := incomplete(theirs, ours, "constants.aligned_pp", "movement.operational", "step_cost", "events"):
        raise Malformed(f"{name} does not hold: {'; '.join(broken)}")


def _map(box: Components) -> Iterator[str]:
    """1.0-A, 1.0-B: hexes stand once, and both sides of a hexside say the same."""
    printed = box.map
    if [*printed.directions] != [*DIRECTIONS] or sorted(printed.axial_step) != sorted(DIRECTIONS):
        yield f"map.directions: {', '.join(DIRECTIONS)}"
        return
    places = {one.ax: one for one in printed.hexes}
    if len(places) < len(printed.hexes) or len({one.id for one in printed.hexes}) < len(printed.hexes):
        yield "map.hexes: each id and each place once"
    for one in printed.hexes:
        if len(one.sides) != len(DIRECTIONS) or any(code not in printed.hexside_codes for code in one.sides):
            yield f"map.hexes.{one.id}: six hexsides, each with a code of hexside_codes"
            continue
        for number, direction in enumerate(DIRECTIONS):
            step = printed.axial_step[direction]
            other = places.get((one.ax[0] + step[0], one.ax[1] + step[1]))
            back = (number + 3) % len(DIRECTIONS)
            if other is not None and len(other.sides) == len(DIRECTIONS) and other.sides[back] != one.sides[number]:
                yield f"map.hexes.{one.id}: its hexside {direction} is the one of {other.id}"
    known = {one.id for one in printed.hexes}
    for name in [*(one.hex for one in printed.straits), *(one.hex for one in printed.coasts)]:
        if name not in known:
            yield f"map: there is no hex {name}"
    for strait in printed.straits:
        if strait.block_shore not in strait.shores:
            yield f"map.straits.{strait.hex}: block_shore is one of its shores"


def _cities(box: Components) -> Iterator[str]:
    """1.1-A, 1.2-A: one city a hex; what they are worth."""
    known = {one.id for one in box.map.hexes} | {box.sicily.id}
    hexes = [*(one.hex for one in box.cities), *(one.hex for one in box.oracles)]
    names = [*(one.name for one in box.cities), *(one.name for one in box.oracles)]
    if missing := [name for name in NAMED if name not in names]:
        yield f"cities: the rules name {', '.join(missing)} (3.0-B, 7.1-A, 9)"
    if len({*hexes}) < len(hexes) or len({*names}) < len(names):
        yield "cities, oracles: each name and each hex once"
    yield from (f"cities: there is no hex {hex}" for hex in hexes if hex not in known)
    constants = box.constants
    for colour, sum_ in constants.aligned_pp.items():
        found = sum(one.value for one in box.cities if one.colour == colour)
        if found != sum_:
            yield f"cities: {colour} ones are worth {sum_} (1.2-A), not {found}"
    if sum(constants.aligned_pp.values()) != constants.total_pp:
        yield f"constants.aligned_pp: {constants.total_pp} in all (1.2-A)"
    for colour, side in (("blue", "Athens"), ("red", "Sparta")):
        if len([one for one in box.cities if one.capital and one.colour == colour]) != 1:
            yield f"cities: one capital of {side} (10.1-A)"
    coasts = {one.hex: one.coasts for one in box.map.coasts}
    for city in box.cities:
        if any(coast not in coasts.get(city.hex, {}) for coast in city.port_coasts):
            yield f"cities.{city.name}: port_coasts are coasts of {city.hex} (1.8-A)"
        if (city.size == "major") != (city.value > 0):
            yield f"cities.{city.name}: major cities have a value, others have none (1.2-A)"


def _cards(box: Components) -> Iterator[str]:
    """0.2-A, 4.6-B."""
    ids = [one.id for one in box.cards]
    if len({*ids}) < len(ids):
        yield "cards: each id once"
    if len(ids) < len(SIDES) * box.constants.hand_size:
        yield f"cards: enough for {len(SIDES)} hands (0.2-A)"
    events = [one.event for one in box.cards if one.event]
    if len({*events}) < len(events) or any(event not in box.events for event in events):
        yield "cards: each event once, and listed among the events (4.6-B)"


def _siege(box: Components, blocks: Mapping[str, BlockFacts]) -> Iterator[str]:
    """3.0-B, 5.5-A, 5.52-A: the siege with which the game begins is one."""
    start, limit = box.potidaea_start, box.siege_limits.minor
    outside = [*start.besieging, *start.blockading]
    if not all(one.walled for one in box.cities if one.name == "Potidaea"):
        yield "cities.Potidaea: walled, since it is besieged (3.0-B)"
    if not 1 <= len(start.besieged) <= limit or not 1 <= len(start.besieging) <= limit:
        yield f"potidaea_start: 1 to {limit} blocks besieged, and as many besieging it (5.52-A)"
    sides = {blocks[name].side for name in start.besieged}, {blocks[name].side for name in outside}
    if sides != ({start.controller}, {ENEMY[start.controller]}):
        yield "potidaea_start: besieged are blocks of its controller, outside are enemies (3.0-B)"
    if any(blocks[name].ship != (name in start.blockading) for name in (*start.besieging, *start.blockading)):
        yield "potidaea_start: ships blockade, and others besiege (3.0-B)"


def _blocks(box: Components) -> Iterator[str]:
    """2.1-A, 3.0-A, 3.0-B, 7.0-B, 9.4-A."""
    blocks = {one.id: one for one in box.blocks}
    if len(blocks) < len(box.blocks):
        yield "blocks: each id once (2.2-C2)"
    cities = {one.name for one in box.cities}
    for one in box.blocks:
        if one.home not in (*cities, "Reserve", "Rebel"):
            yield f"blocks.{one.id}: its home is a city, Reserve or Rebel"
    start = box.potidaea_start
    named = [
        *start.besieged, *start.besieging, *start.blockading,
        *(name for pair in box.rebel_pairs.values() for name in pair),
        *(name for side in SIDES for name in (*box.reserve.get(side, []), *box.rebels.get(side, []))),
    ]  # fmt: skip
    if unknown := [name for name in named if name not in blocks]:
        yield f"there is no block {', '.join(unknown)}"
        return
    yield from _siege(box, blocks)
    if sorted(box.reserve) != sorted(SIDES) or sorted(box.rebels) != sorted(SIDES):
        yield "reserve, rebels: of both sides"
    elif {side: sorted(blocks[name].type for name in box.rebels[side]) for side in SIDES} != _REBELS:
        yield "rebels: a demos and a helot of Athens, a tyrant of Sparta (7.0-B)"
    for city, (blue, red) in box.rebel_pairs.items():
        if city not in cities or (blocks[blue].side, blocks[red].side) != ("athens", "sparta") or not blocks[blue].ship:
            yield f"rebel_pairs.{city}: a city, a ship of each side, the Athenian first (9.4-A)"
