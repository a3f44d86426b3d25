"""What is left of what is spent in an answer: actions of the turn, and wheat for the end of the round."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel import Ask, Order
from adjudicator.kernel.previews import Left
from adjudicator.kernel.subjects import count_of
from adjudicator.polis.actions.sheets import ACTIONS_OF_A_TURN, TurnQuestion, read
from adjudicator.polis.actions.table import outcomes
from adjudicator.polis.state.actions import Action
from adjudicator.polis.state.orders import SecondOrder, TurnOrder
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import SideName


def budget(order: Order | None, view: Polis, ask: Ask) -> Sequence[Left]:
    """6-A, 9.2-A: as the actions leave it that are chosen so far."""
    side = view.side(ask.seat)
    if ask.question == "D2":
        done = [read(one.do) for one in order.actions if one.do] if isinstance(order, TurnOrder) else []
        after, most = TurnQuestion().begun(view, ask), ACTIONS_OF_A_TURN
    elif ask.question == "D3":
        done = [order.action] if isinstance(order, SecondOrder) and order.action else []
        after, most = view, 1
    else:
        return ()
    for one in done:
        after = _after(after, side, one)
    left = most - len(done)
    return Left(left, most, f"{count_of(left, 'action')} left in this turn"), _wheat(after, side)


def _after(position: Polis, side: SideName, action: Action) -> Polis:
    """Where the dice decide what there is to eat, the board before them."""
    found = [*outcomes(position, side, action)]
    return found[0] if len({_fed(one, side) for one in found}) == 1 else position


def _fed(position: Polis, side: SideName) -> tuple[int, int]:
    return position.stock(side, "wheat"), position.population(side)


def _wheat(position: Polis, side: SideName) -> Left:
    has, eat = _fed(position, side)
    return Left(has, eat, f"Your poleis eat {eat} wheat at the end of the round; you have {has or 'none'}")
