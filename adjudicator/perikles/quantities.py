"""D.13: what conditions of books and case files may ask for. All of it is public (V.05, V.08, V.10)."""

from __future__ import annotations

from typing import Any, Final, Literal

from adjudicator.kernel import UNKNOWN
from adjudicator.kernel.books.conditions import Quantities
from adjudicator.kernel.books.quantities import Quantity
from adjudicator.perikles.components import CityName, Kind, components, force_of, influence_tile, kind_of
from adjudicator.perikles.names import name_of
from adjudicator.perikles.politics.tile_kinds import Colour, kind_of_tile
from adjudicator.perikles.state.orders import (
    Column,
    ForceName,
    LocationName,
    SeatName,
    SideName,
    TileKind,
    known_to,
)
from adjudicator.perikles.state.position import Perikles
from adjudicator.perikles.war.special_windows import open_battle, window_column
from adjudicator.perikles.war.strength import column, counters_against, strength


def _on_display(view: Perikles, colour: str, kind: TileKind) -> bool:
    shown = [influence_tile(tile) for tile in view.influence_display if tile]
    return any(tile.colour == colour and kind_of_tile(tile) == kind for tile in shown)


def _candidate(view: Perikles, city: CityName, space: Literal["a", "b"]) -> str | None:
    return view.cities[city].a if space == "a" else view.cities[city].b


def _counters(view: Perikles, location: str, side: SideName, kind: Kind | None, force: str | None) -> int:
    place = view.place(location)
    there = [placed.counter for placed in place.side(side).counters] if place else []
    return len([c for c in there if kind in (None, kind_of(c)) and force in (None, force_of(c))])


def _main_player(view: Perikles, location: str, side: SideName) -> Any:
    place = view.place(location)
    return place.side(side).main if place else UNKNOWN


def _round(view: Perikles, location: str | None, kind: Kind | None, columns: list[Column] | None) -> bool:
    """The column is that before any Special tile."""
    if view.battle is None:
        return False
    _, place, now = open_battle(view)
    fits = location in (None, place.tile) and kind in (None, now)
    return fits and (not columns or window_column(view) in columns)


def _strength(view: Perikles, side: SideName) -> Any:
    if view.battle is None:
        return UNKNOWN
    _, place, kind = open_battle(view)
    return strength(place, side, kind, [])


AT: Final = {"location": LocationName, "side": SideName}

QUANTITIES: Final = Quantities(
    {
        "turn": Quantity(lambda view: view.turn, "the turn", fact="number"),
        "tile on display": Quantity(
            _on_display,
            "a {kind} tile of {colour} is on display",
            {"colour": Colour, "kind": TileKind},
            bool,
            opposite="no {kind} tile of {colour} is on display",
        ),
        "leads": Quantity(
            lambda view, seat, city: view.cities[city].leader == seat,
            "{seat} leads {city}",
            {"seat": SeatName, "city": CityName},
            bool,
            opposite="{seat} does not lead {city}",
        ),
        "temple": Quantity(
            lambda view, city, colour: view.cities[city].temple.get(colour, 0),
            "the number of {colour} cubes in the temple of {city}",
            {"city": CityName, "colour": SeatName},
            fact="at_least",
        ),
        "candidate": Quantity(
            _candidate,
            "the holder of candidate space {space} in {city}",
            {"city": CityName, "space": Literal["a", "b"]},
            SeatName | None,
            fact="colour",
        ),
        "defeats": Quantity(
            lambda view, city: view.cities[city].defeats,
            "the number of Defeats of {city}",
            {"city": CityName},
            fact="at_least",
        ),
        "location on display": Quantity(
            lambda view, location: view.place(location) is not None,
            "{location} is on display",
            {"location": LocationName},
            bool,
        ),
        "counters": Quantity(
            _counters,
            "the number of [{force} ][{kind} ]counters on the side of the {side} at {location}",
            {**AT, "kind": Kind | None, "force": ForceName | None},
            fact="at_least",
        ),
        "against": Quantity(
            counters_against,
            "the number of counters that stand against {seat}",
            {"seat": SeatName},
            fact="at_least",
        ),
        "main player": Quantity(
            _main_player, "the main player of the {side} at {location}", AT, SeatName | None, fact="seat"
        ),
        "relation": Quantity(
            lambda view, force, other: view.relation(force, other) or "neutral",
            "the relation of {force} and {other}",
            {"force": ForceName, "other": ForceName},
            Literal["neutral", "war", "allied"],
            fact="relation",
        ),
        "permission": Quantity(
            lambda view, location, force: view.permits(location, force),
            "{force} may defend {location}",
            {"location": LocationName, "force": ForceName},
            bool,
        ),
        "special used": Quantity(
            lambda view, seat: seat in view.special and view.special[seat].used,
            "{seat} has used their Special tile",
            {"seat": SeatName},
            bool,
        ),
        "round": Quantity(
            _round,
            "a [{kind} ]round is fought[ at {location}][ in column {columns}]",
            {"location": LocationName | None, "kind": Kind | None, "columns": list[Column] | None},
            bool,
            opposite="no [{kind} ]round is fought[ at {location}][ in column {columns}]",
        ),
        "strength": Quantity(
            _strength, "the strength of the {side} in the round being fought", {"side": SideName}, fact="at_least"
        ),
        "tokens": Quantity(
            lambda view, side: view.battle.tokens(side) if view.battle else UNKNOWN,
            "the number of tokens of the {side} in the battle being fought",
            {"side": SideName},
            fact="at_least",
        ),
        "supply": Quantity(
            lambda position, seat: position.supply(seat),
            "the number of cubes in the supply of {seat}",
            {"seat": SeatName},
        ),
        "cubes_on_board": Quantity(
            lambda position, seat: position.cubes_on_board(seat),
            "the number of cubes of {seat} on the board",
            {"seat": SeatName},
        ),
        "persian_leaders": Quantity(
            lambda position: position.persian_leaders(), "the leaders of the Persians", gives=list[str]
        ),
        "pool": Quantity(
            lambda position, seat: position.pool(seat),
            "the counters in the pool of {seat}",
            {"seat": SeatName},
            list[str],
        ),
        "column": Quantity(
            lambda position, attack, defence: column(attack, defence),
            "the column of {attack} against {defence}",
            {"attack": int, "defence": int},
            Column,
        ),
    },
    name_of,
    lambda view: known_to(view.seats if view is not None else components().player_colours),
)
