"""Chapter E: scores and places."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel import Event, Resolution
from adjudicator.perikles.components import components, location_tile
from adjudicator.perikles.events.battles import GameOver
from adjudicator.perikles.state.position import Perikles


def scores(position: Perikles) -> dict[str, int]:
    """E.03: the score of each seat. Public throughout (E.08)."""
    return {seat: sum(points.values()) for seat, points in tally(position).items()}


def tally(position: Perikles, _told: Sequence[Event] = ()) -> dict[str, dict[str, int]]:
    """E.03: what the score of each seat is made of."""
    return {
        seat: {
            "Location tiles": location_points(position, seat),
            "Statues": statue_points(position, seat),
            "cubes in temples": cube_points(position, seat),
        }
        for seat in position.seats
    }


def location_points(position: Perikles, seat: str) -> int:
    """E.04: VP of the Location tiles taken."""
    return sum(location_tile(tile).vp for tile in position.locations_won.get(seat, []))


def statue_points(position: Perikles, seat: str) -> int:
    """E.05: each of a seat's Statues is worth what its city's number of Defeats makes it; beyond the table, nothing."""
    values = {name: [*components().statue_values[name], 0] for name in position.cities}
    return sum(
        city.statues.count(seat) * values[name][min(city.defeats, len(values[name]) - 1)]
        for name, city in position.cities.items()
    )


def cube_points(position: Perikles, seat: str) -> int:
    """E.06: a point for each of a seat's cubes in a temple."""
    return sum(city.temple[seat] for city in position.cities.values())


def ranks(position: Perikles) -> dict[str, tuple[int, int, int]]:
    """E.07: what seats are compared by: score, then VP from Location tiles, then number of Statues (RULING-19)."""
    totals = scores(position)
    return {
        seat: (
            totals[seat],
            location_points(position, seat),
            sum(city.statues.count(seat) for city in position.cities.values()),
        )
        for seat in position.seats
    }


def places(position: Perikles) -> dict[str, int]:
    """E.07, E.09: the place of each seat. Seats that stay tied share the better place, and the next one is left out."""
    compared = ranks(position)
    return {seat: 1 + sum(other > compared[seat] for other in compared.values()) for seat in position.seats}


def decided_by(position: Perikles) -> str:
    """E.07, RULING-38: the comparison that set the winner apart, or that the victory is shared."""
    best, second = sorted(ranks(position).values(), reverse=True)[:2]
    return next((how for how, one, other in zip(DECIDED[:-1], best, second, strict=True) if one != other), DECIDED[-1])


DECIDED = ("on points", "on Location tiles", "on Statues", "shared")


def finish(running: Resolution[Perikles], reason: str) -> None:
    """End the game. `reason` is the clause that ended it; how the game was won is added to it."""
    ranking = places(running.position)
    ending = f"{reason}; victory {decided_by(running.position)}"
    running.emit(GameOver(reason=ending, scores=scores(running.position), places=ranking))
    running.finish(ending, ranking)
