"""1.0-A: the facts of the rulebook that the map must satisfy."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.athens_sparta.components.box import Box
from adjudicator.athens_sparta.components.hexes import hex_of
from adjudicator.athens_sparta.components.model import MapCheck
from adjudicator.athens_sparta.words import HexName


def broken_checks(box: Box) -> Iterator[str]:
    """The checks that do not hold, by their numbers, and the islands where they are other ones than listed (1.9-A)."""
    for number, check in enumerate(box.components.map_checks, 1):
        if unknown := _unknown(box, check):
            yield f"map_checks: number {number} ({check.kind}) names {', '.join(map(repr, unknown))}, not on the map"
        elif not _CHECKS[check.kind](box, check):
            yield f"map_checks: number {number} ({check.kind})"
    found = [city.name for hex, city in box.cities.items() if box.is_island(hex)]
    if sorted(found) != sorted(box.components.map.islands):
        yield f"map.islands: by 1.9-A they are {', '.join(found)}"


def _unknown(box: Box, check: MapCheck) -> list[str]:
    """The names that a check needs and that are not on the map."""
    if check.kind == "strait_two_shores":
        return [] if check.hex in box.map.straits else [check.hex]
    of_one = [check.city] if check.kind == "port_coasts" else [check.origin, check.to]
    named = check.cities if check.kind in _OF_CITIES else of_one
    known = box.cities if check.kind == "coastal_without_port" else box.map.hexes
    return [name for name in named if box.hex_named.get(name) not in known]


def land_hexes(box: Box, origin: HexName, goal: HexName) -> int | None:
    """How many hexes it is by land, mountains and straits passed as if they were none."""
    way = box.map.land.way([origin], [goal], lambda _: True)
    return len(way) - 1 if way else None


def sea_hexes(box: Box, origin: HexName, goal: HexName) -> list[HexName] | None:
    """A shortest way from port to port by sea."""
    way = box.map.sea.way(box.map.harbours(origin), box.map.harbours(goal), lambda _: True)
    return [*map(hex_of, way)] if way else None


def _by_land(box: Box, check: MapCheck) -> bool:
    hexes = land_hexes(box, box.hex_named[check.origin], box.hex_named[check.to])
    return hexes is not None and hexes <= check.max


def _by_sea(box: Box, check: MapCheck) -> bool:
    way = sea_hexes(box, box.hex_named[check.origin], box.hex_named[check.to])
    return way is not None and len(way) - 1 <= check.max


def _by_sea_via(box: Box, check: MapCheck) -> bool:
    way = sea_hexes(box, box.hex_named[check.origin], box.hex_named[check.to])
    return way is not None and all(hex in way for hex in check.via)


def _strait_move(box: Box, check: MapCheck) -> bool:
    one, other = box.hex_named[check.origin], box.hex_named[check.to]
    return (box.map.enters_across(one, other) or box.map.leaves_across(one, other)) == check.crosses


def _six_sea_sides(box: Box, check: MapCheck) -> bool:
    wanted = box.constants.sea_hexsides_of_island
    hexes = [box.map.hexes[box.hex_named[name]] for name in check.cities]
    return all(sum(box.map.sea_part(one.id, side) for side in box.map.printed.directions) == wanted for one in hexes)


def _island_by_strait(box: Box, check: MapCheck) -> bool:
    hexes = [box.hex_named[name] for name in check.cities]
    return all(hex in box.map.straits and box.is_island(hex) for hex in hexes)


def _port_coasts(box: Box, check: MapCheck) -> bool:
    return len(box.map.harbours(box.hex_named[check.city])) == check.count


def _coastal_without_port(box: Box, check: MapCheck) -> bool:
    return not any(box.cities[box.hex_named[name]].port for name in check.cities)


def _two_shores(box: Box, check: MapCheck) -> bool:
    return len(box.map.straits[check.hex].shores) == 2


_OF_CITIES = ("six_sea_sides", "island_by_strait", "coastal_without_port")
_CHECKS: dict[str, Callable[[Box, MapCheck], bool]] = {
    "land": _by_land,
    "sea": _by_sea,
    "sea_via": _by_sea_via,
    "strait_move": _strait_move,
    "six_sea_sides": _six_sea_sides,
    "island_by_strait": _island_by_strait,
    "port_coasts": _port_coasts,
    "coastal_without_port": _coastal_without_port,
    "strait_two_shores": _two_shores,
}
