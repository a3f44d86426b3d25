"""The board as plain text, as the viewer may see it: 80 columns at most."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel import Unknown
from adjudicator.kernel.text_board import wrapped
from adjudicator.perikles.components import CITIES, location_tile
from adjudicator.perikles.names import name_of
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
    """Cubes by seat, the candidates, the leader; Statues below."""
    columns = [*view.seats, "a", "b", "leader"]
    wide = max(map(len, columns)) + 1
    rows = [f"{'temple':<9}{''.join(f'{column:>{wide}}' for column in columns)}  Defeats"]
    for name in CITIES:
        city = view.cities[name]
        cells = [*(city.temple[seat] for seat in view.seats), *(who or "-" for who in (city.a, city.b, city.leader))]
        rows.append(f"{name_of(name):<9}{''.join(f'{cell!s:>{wide}}' for cell in cells)}  {city.defeats}")
        rows += [f"         Statues: {', '.join(city.statues)}"] if city.statues else []
    return rows


def _locations(view: Perikles) -> list[str]:
    rows = []
    for slot, place in view.places():
        tile = place.printed
        local = {"attacker": "rebels", "defender": "militia"}.get(tile.intrinsic.side, "")
        local = f"; {local} in {' and '.join(tile.intrinsic.types)} rounds" if local else ""
        rounds = " then ".join(tile.rounds)
        rows += wrapped(f"{slot}. ", f"{tile.name} ({name_of(tile.city)}), {tile.vp} VP, {rounds}{local}")
        rows += _sides(place)
        if leave := view.permissions.get(place.tile):
            rows += wrapped("   may defend: ", ", ".join(map(name_of, leave)))
    return ["Locations", *rows] if rows else []


def _sides(place: Place) -> list[str]:
    sides = (("attacked", place.attacker), ("defended", place.defender))
    there = [(f"   {word} (main {side.main or '-'}): ", side) for word, side in sides if side.counters or side.main]
    return [row for head, side in there for row in wrapped(head, _counters(side))]


def _counters(side: Side) -> str:
    return ", ".join(f"{name_of(placed.counter)} [{placed.seat}]" for placed in side.counters) or "nobody"


def _tiles(view: Perikles) -> list[str]:
    slots = enumerate(view.influence_display, 1)
    display = ", ".join(f"{slot} {name_of(tile).removesuffix(' tile')} ({tile})" for slot, tile in slots if tile)
    dead = ", ".join(map(name_of, view.dead_pile))
    return [
        *wrapped(f"Influence tiles ({len(view.influence_deck)} in the deck): ", display or "none"),
        *wrapped("Dead pile: ", dead or "empty"),
        *wrapped("Location tiles out of the game: ", ", ".join(map(name_of, view.locations_out)) or "none"),
    ]


def _relations(view: Perikles) -> list[str]:
    return [
        f"{' and '.join(map(name_of, pair.split()))}: {'at war' if relation == 'war' else relation}"
        for pair, relation in sorted(view.relations.items())
    ]


def _seats(view: Perikles) -> list[str]:
    points = scores(view)
    rows = []
    for seat in view.seats:
        won = [f"{location_tile(tile).name} {location_tile(tile).vp}" for tile in view.locations_won.get(seat, [])]
        rows.append(f"{seat}: {points[seat]} VP, {view.supply(seat)} cubes in supply, {_special(view, seat)}")
        held = [name_of(tile).removesuffix(" tile") for tile in view.tiles.get(seat, [])]
        rows += wrapped("   tiles: ", ", ".join(held)) if held else []
        rows += wrapped("   won: ", ", ".join(won)) if won else []
    pools = [(force, view.pools[force]) for force in FORCES if force in view.pools]
    return [
        *rows,
        *(row for force, pool in pools for row in wrapped(f"pool of {name_of(force)}: ", _pool(force, pool))),
    ]


def _pool(force: str, pool: Iterable[str]) -> str:
    names = [name_of(counter).removeprefix(f"{name_of(force)} ") for counter in pool]
    return ", ".join(f"{names.count(name)} x {name}" for name in dict.fromkeys(names)) or "empty"


def _special(view: Perikles, seat: str) -> str:
    special = view.special.get(seat)
    if special is None:
        return "no Special tile yet"
    if isinstance(special.tile, Unknown):
        return "Special tile face down"
    return f"Special tile {name_of(special.tile)}{' (used)' if special.used else ''}"
