"""Chapter E: scores and places. The opening knows cubes and statues; Location tiles come with the battles."""

from __future__ import annotations

from adjudicator.kernel import Resolution
from adjudicator.perikles.components import components
from adjudicator.perikles.events import GameOver
from adjudicator.perikles.position import Perikles


def scores(position: Perikles) -> dict[str, int]:
    """E.03: the score of each seat. Public throughout (E.08)."""
    return {seat: statue_points(position, seat) + cube_points(position, seat) for seat in position.seats}


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
    """E.07, E.09: rank by score, then by number of Statues; those still tied share the better place."""
    totals = scores(position)
    statues = {seat: sum(city.statues.count(seat) for city in position.cities.values()) for seat in position.seats}
    ranks = {seat: (totals[seat], statues[seat]) for seat in position.seats}
    return {seat: 1 + sum(other > ranks[seat] for other in ranks.values()) for seat in position.seats}


def finish(running: Resolution[Perikles], reason: str) -> None:
    """End the game and say how it stands."""
    ranking = places(running.position)
    running.emit(GameOver(scores=scores(running.position), places=ranking))
    running.finish(reason, ranking)
