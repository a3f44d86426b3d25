"""The board as plain text, as the viewer may see it."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel import Unknown
from adjudicator.perikles.components import CITIES, components, location_tile
from adjudicator.perikles.names import name_of
from adjudicator.perikles.state.counters import force_of, kind_of
from adjudicator.perikles.state.position import FORCES, Perikles, Place, Side
from adjudicator.perikles.state.scoring import scores

PHASES = (
    "setup",
    "tiles",
    "take Influence tiles",
    "propose candidates",
    "elections",
    "commit forces",
    "battles",
    "end",
)


def show(view: Perikles) -> str:
    """Cities, Locations, tiles, seats: what lies on the table, in the order in which one looks at it."""
    parts = [_heading(view), _cities(view), _locations(view), _tiles(view), _relations(view), _seats(view)]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _heading(view: Perikles) -> list[str]:
    turn = f"turn {view.turn}, {PHASES[view.chapter]}" if view.turn else "setup"
    return [f"Perikles, {view.scenario}: {turn}. First player: {view.first_player or 'not drawn yet'}."]


def _cities(view: Perikles) -> list[str]:
    wide = max(len(seat) for seat in view.seats) + 2
    head = (
        f"{'temple':<9}" + "".join(f"{seat:>{wide}}" for seat in view.seats) + "  candidates, leader, Statues, Defeats"
    )
    return [head] + [
        f"{name:<9}"
        + "".join(f"{city.temple[seat]:>{wide}}" for seat in view.seats)
        + f"  a {city.a or '-'}, b {city.b or '-'}; leader {city.leader or '-'}; "
        + f"Statues {', '.join(city.statues) or '-'}; Defeats {city.defeats}"
        for name, city in ((name, view.cities[name]) for name in CITIES)
    ]


def _locations(view: Perikles) -> list[str]:
    rows = []
    for slot, place in view.places():
        tile = place.printed
        militia = (
            f", intrinsic {tile.intrinsic.side} ({'/'.join(tile.intrinsic.types)})" if tile.intrinsic.types else ""
        )
        rows.append(f"{slot}. {tile.name} ({tile.city}), {tile.vp} VP, {'/'.join(tile.rounds)}{militia}")
        rows += _sides(place)
        if leave := view.permissions.get(place.tile):
            rows.append(f"   may defend: {', '.join(leave)}")
    return ["Locations", *rows] if rows else []


def _sides(place: Place) -> list[str]:
    sides = (("attacked", place.attacker), ("defended", place.defender))
    return [
        f"   {word} (main {side.main or '-'}): {_counters(side)}" for word, side in sides if side.counters or side.main
    ]


def _counters(side: Side) -> str:
    return ", ".join(f"{counter_name(placed.counter)} [{placed.seat}]" for placed in side.counters) or "nobody"


def counter_name(counter: str) -> str:
    """A counter in words; `?` where its strength is not known."""
    known = name_of(counter)
    return known if known != counter else f"{name_of(force_of(counter))} {kind_of(counter)} ?"


def _tiles(view: Perikles) -> list[str]:
    display = "  ".join(f"{slot}:{tile}" for slot, tile in enumerate(view.influence_display, 1) if tile)
    dead = ", ".join(map(counter_name, view.dead_pile))
    return [
        f"Influence tiles: {display or 'none'} ({len(view.influence_deck)} in the deck)",
        f"Dead pile: {dead or 'empty'}",
        f"Location tiles out of the game: {', '.join(map(name_of, view.locations_out)) or 'none'}",
    ]


def _relations(view: Perikles) -> list[str]:
    return [f"{pair.replace(' ', ' and ')}: {relation}" for pair, relation in sorted(view.relations.items())]


def _seats(view: Perikles) -> list[str]:
    points = scores(view)
    rows = []
    for seat in view.seats:
        won = [f"{location_tile(tile).name} {location_tile(tile).vp}" for tile in view.locations_won.get(seat, [])]
        rows.append(f"{seat}: {points[seat]} VP, {view.supply(seat)} cubes in supply, {_special(view, seat)}")
        rows += [f"   tiles: {', '.join(view.tiles[seat])}"] if view.tiles.get(seat) else []
        rows += [f"   won: {', '.join(won)}"] if won else []
    return rows + [
        f"pool of {name_of(force)}: {_pool(pool)}"
        for force, pool in ((force, view.pools[force]) for force in FORCES if force in view.pools)
    ]


def _pool(pool: Iterable[str]) -> str:
    names = [counter_name(counter) for counter in pool]
    return ", ".join(f"{names.count(name)} x {name}" for name in dict.fromkeys(names)) or "empty"


def _special(view: Perikles, seat: str) -> str:
    special = view.special.get(seat)
    if special is None:
        return "no Special tile yet"
    if isinstance(special.tile, Unknown):
        return "Special tile face down"
    return f"Special tile {name_of(special.tile)}{' (used)' if special.used else ''}"


SPECIAL_TILES = {tile.id: tile.name for tile in components().special_tiles}
