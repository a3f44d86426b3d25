"""Chapter E: scores and places."""

from __future__ import annotations

from adjudicator.kernel import Resolution
from adjudicator.perikles.components import components, location_tile
from adjudicator.perikles.events.battles import GameOver
from adjudicator.perikles.position import Perikles


def scores(position: Perikles) -> dict[str, int]:
    """E.03: the score of each seat. Public throughout (E.08)."""
    return {
        seat: location_points(position, seat) + statue_points(position, seat) + cube_points(position, seat)
        for seat in position.seats
    }


def location_points(position: Perikles, seat: str) -> int:
    """E.04: VP of the Location tiles taken."""
    return sum(location_tile(tile).vp for tile in position.locations_won.get(seat, []))


def statue_points(position: Perikles, seat: str) -> int:
    """E.05: each own Statue at the value of its city's number of Defeats; beyond the table nothing."""
    values = {name: [*components().statue_values[name], 0] for name in position.cities}
    return sum(
        city.statues.count(seat) * values[name][min(city.defeats, len(values[name]) - 1)]
        for name, city in position.cities.items()
    )


def cube_points(position: Perikles, seat: str) -> int:
    """E.06: one point for each own cube in a temple."""
    return sum(city.temple[seat] for city in position.cities.values())


def places(position: Perikles) -> dict[str, int]:
    """E.07, E.09: by score, then VP from Location tiles, then number of Statues; those still tied share the place."""
    totals = scores(position)
    ranks = {
        seat: (
            totals[seat],
            location_points(position, seat),
            sum(city.statues.count(seat) for city in position.cities.values()),
        )
        for seat in position.seats
    }
    return {seat: 1 + sum(other > ranks[seat] for other in ranks.values()) for seat in position.seats}


def finish(running: Resolution[Perikles], reason: str) -> None:
    """End the game and say how it stands."""
    ranking = places(running.position)
    running.emit(GameOver(reason=reason, scores=scores(running.position), places=ranking))
    running.finish(reason, ranking)
