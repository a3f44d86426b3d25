"""What is left of what is spent in an answer: counters that a player turn may still send."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel import Ask, Order
from adjudicator.kernel.previews import Left
from adjudicator.kernel.subjects import count_of
from adjudicator.perikles.state.orders import CommitOrder
from adjudicator.perikles.state.position import Perikles
from adjudicator.perikles.war.commitment import COUNTERS, COUNTERS_WITH_CUBE, cube_cities


def budget(order: Order | None, view: Perikles, ask: Ask) -> Sequence[Left]:
    """5.20, 5.21: two counters, and two more for a cube."""
    if ask.question != "D-5C":
        return ()
    sent = len(order.placements) if isinstance(order, CommitOrder) else 0
    pays = bool(cube_cities(view, ask.seat))
    most = COUNTERS_WITH_CUBE if sent > COUNTERS else COUNTERS
    more = f" (a cube pays for {COUNTERS_WITH_CUBE - COUNTERS} more)" if pays and most == COUNTERS else ""
    return (Left(most - sent, most, f"{count_of(most - sent, 'counter')} left to send{more}"),)
