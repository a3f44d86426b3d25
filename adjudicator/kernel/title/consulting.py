"""What a seat's book answers in the course of a resolution, and what becomes of the entry that it comes from."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.position.position import Ask
from adjudicator.kernel.questions.questions import Order
from adjudicator.kernel.rules.rules import Rules
from adjudicator.kernel.run.events import PassedOver
from adjudicator.kernel.run.resolution import Resolution
from adjudicator.kernel.title import books
from adjudicator.kernel.title.used_entries import use_up


def by_book(rules: Rules[Any], resolution: Resolution[Any], view: Any, ask: Ask) -> tuple[Order | None, bool]:
    """The answer, if there is one, which is used up; and whether an entry has the seat asked.

    What was passed over as illegal is told to the seat.
    """
    consulted = books.consult(rules, view, ask)
    if consulted.passed_over:
        resolution.emit(PassedOver(question=ask.name, passed_over=consulted.passed_over, only=(ask.seat,)))
    found = consulted.answer
    if found is None:
        if consulted.asks is not None:
            resolution.use(ask.seat, consulted.asks)
        return None, consulted.asks is not None
    resolution.use(ask.seat, found.entry)
    kept = resolution.position.books
    kept[ask.seat] = use_up(rules, kept[ask.seat], found)
    return found.order, False
