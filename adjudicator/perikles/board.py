"""The board as plain text, as the viewer may see it."""

from __future__ import annotations

from adjudicator.kernel import Unknown
from adjudicator.perikles.components import components
from adjudicator.perikles.position import Perikles
from adjudicator.perikles.scoring import scores


def show(view: Perikles) -> str:
    """Cities with cubes by seat, then the tiles on display, then the seats."""
    return "\n".join([*_heading(view), "", *_cities(view), "", *_tiles(view), "", *_seats(view)])


def _heading(view: Perikles) -> list[str]:
    turn = f"turn {view.turn}" if view.turn else "setup"
    return [f"Perikles, {view.scenario}, {turn}. First player: {view.first_player or 'not drawn yet'}."]


def _cities(view: Perikles) -> list[str]:
    wide = max(len(seat) for seat in view.seats) + 2
    head = f"{'temple':<10}" + "".join(f"{seat:>{wide}}" for seat in view.seats)
    rows = [
        f"{name:<10}" + "".join(f"{city.temple[seat]:>{wide}}" for seat in view.seats)
        for name, city in view.cities.items()
    ]
    return [head, *rows]


def _tiles(view: Perikles) -> list[str]:
    locations = {tile.id: tile for tile in components().location_tiles}
    shown = [locations[tile] for tile in view.locations if tile]
    rows = [
        f"  {slot}. {tile.name} ({tile.city}), {tile.vp} VP, {'/'.join(tile.rounds)}"
        for slot, tile in enumerate(shown, 1)
    ]
    influence = "  ".join(tile or "-" for tile in view.influence_display)
    return ["Locations:", *rows, f"Influence tiles: {influence} ({len(view.influence_deck)} more in the deck)"]


def _seats(view: Perikles) -> list[str]:
    points = scores(view)
    return [
        f"{seat}: {points[seat]} VP, {view.supply(seat)} cubes in supply, {_special(view, seat)}" for seat in view.seats
    ]


def _special(view: Perikles, seat: str) -> str:
    special = view.special.get(seat)
    if special is None:
        return "no Special tile yet"
    if isinstance(special.tile, Unknown):
        return "Special tile face down"
    return f"Special tile {special.tile}{' (used)' if special.used else ''}"
