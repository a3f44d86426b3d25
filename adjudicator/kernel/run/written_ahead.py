"""The one road from a seat's book to an order: for decisions of a phase that closes, or in the middle of a step."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.books import reading
from adjudicator.kernel.books.reading import Consulted
from adjudicator.kernel.position.position import Ask
from adjudicator.kernel.run.events import PassedOver
from adjudicator.kernel.run.resolution import Resolution


def written_ahead(running: Resolution[Any], view: Any, ask: Ask) -> Consulted:
    """What a seat's book comes to for an ask, judged from its view. What was used is used up; its author alone is told
    what was passed over."""
    view = replace(view, books={ask.seat: running.position.books.get(ask.seat, [])})  # as this phase has left it
    consulted = reading.consult(running.reads, view, ask)
    _settle(running, ask.seat, ask.name, consulted)
    if consulted.asks is not None:
        running.use(ask.seat, consulted.asks)
    return consulted


def carried_unasked(running: Resolution[Any], view: Any, seat: str, done: Collection[str]) -> Any | None:
    """The next order of a book to a question that is never asked, if one can be carried out now (`reading.unasked`)."""
    consulted = reading.unasked(running.reads, view, seat, done)
    if consulted is None or consulted.answer is None:
        return None
    _settle(running, seat, running.position.books[seat][consulted.answer.entry].question, consulted)
    return consulted.answer.order


def _settle(running: Resolution[Any], seat: str, question: str, consulted: Consulted) -> None:
    if consulted.passed_over:
        running.emit(PassedOver(question=question, passed_over=consulted.passed_over, only=(seat,)))
    for where in consulted.misread:
        running.note_misread(seat, question, where)
    if consulted.answer is not None:
        kept = running.position.books
        for entry in (consulted.answer.entry, *consulted.answer.beside):
            running.use(seat, entry)
        kept[seat] = reading.use_up(running.reads, kept[seat], consulted.answer)
