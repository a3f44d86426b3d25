"""What is left of what is spent in an answer: movement points of the card, and production points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.olympiad.accounts import open_account
from adjudicator.athens_sparta.state.orders import MovesOrder, ReplacementOrder
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.state.victory import step_cost
from adjudicator.kernel import Ask, Order
from adjudicator.kernel.previews import Left
from adjudicator.kernel.subjects import count_of

_FREE = ("disband",)


def budget(order: Order | None, view: AthensSparta, ask: Ask) -> Sequence[Left]:
    """4.0-A, 7.0-A, 8.1-A."""
    if ask.question == "D-7" and view.turn is not None:
        spent = view.turn.spent + sum(map(_points, _done(order)))
        return (_left(view.turn.mp - spent, view.turn.mp, "movement point"),)
    if ask.question == "D-19":
        side = side_of(ask)
        bought = sum(one.get("steps", 0) * step_cost(view, side, one["block"]) for one in _done(order))
        most = open_account(view, side).all_pp
        return (_left(most - bought, most, "production point"),)
    return ()


def _left(left: int, of: int, thing: str) -> Left:
    return Left(left, of, f"{left} of {count_of(of, thing)} left")


def _done(order: Order | None) -> Iterator[Mapping[str, Any]]:
    """What each item does."""
    for item in order.plan if isinstance(order, MovesOrder | ReplacementOrder) else ():
        if item.do:
            yield item.do


def _points(done: Mapping[str, Any]) -> int:
    """One for a block; for a Revolt one for each of its steps."""
    return 0 if done.get("action") in _FREE else int(done.get("steps", 1))
