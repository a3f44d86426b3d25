"""What is left of what is spent in an answer: moves of an expedition, bases that build."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel import Ask, Order
from adjudicator.kernel.previews import Left
from adjudicator.kernel.subjects import count_of
from adjudicator.pericles.state.expedition import moves_allowed
from adjudicator.pericles.state.orders import BuildOrder, MoveOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.theaters import faction_of
from adjudicator.pericles.war.building import home_bases
from adjudicator.pericles.words import HUNDRED, SIDE_OF


def budget(order: Order | None, view: Pericles, ask: Ask) -> Sequence[Left]:
    """9.32-0, 12.4-B, 9.1-A."""
    if ask.question == "D30":
        most = moves_allowed(view)
        moved = sum(one.unit != HUNDRED for one in order.moves) if isinstance(order, MoveOrder) else 0
        return (Left(most - moved, most, f"{most - moved} of {count_of(most, 'move')} left"),)
    if ask.question == "D26":
        most = home_bases(view, SIDE_OF[faction_of(ask)])
        used = order.naval + (order.land + order.hundred + 1) // 2 if isinstance(order, BuildOrder) else 0
        return (Left(most - used, most, f"{most - used} of {count_of(most, 'base')} left to build with"),)
    return ()
