"""Settling the orders of a phase: which order counts for each question, which fall, what stands in for them.

Unasked orders come first, seat by seat, each checked against the position that those before it leave. Then every seat's
answers are checked against its view. An order that is refused falls; the seat's book answers instead, else the default.
Nobody is asked again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.kernel.errors import Malformed
from adjudicator.kernel.events import NoOrder
from adjudicator.kernel.position import Ask, Phase
from adjudicator.kernel.questions import Order, question_of
from adjudicator.kernel.resolution import Answers, Counted, Fallen, Resolution, Source, order_to_dict

if TYPE_CHECKING:
    from adjudicator.kernel.title import Title


def settle(title: Title[Any], resolution: Resolution[Any], sent: Mapping[str, Sequence[Order]]) -> Answers:
    """The order that counts for each question of the open phase, by seat and question id."""
    phase = resolution.position.phase
    if phase is None:
        raise ValueError("no phase is open: the game is over, or stands between phases")
    for seat in resolution.position.seats:
        _apply_unasked(title, resolution, seat, sent.get(seat, ()))
    concerned = [seat for seat in resolution.position.seats if seat in sent or phase.asked_of(seat)]
    views = {seat: title.view(resolution.position, seat) for seat in concerned}
    answers: dict[str, dict[str, Order]] = {}
    for seat, view in views.items():
        usable = _usable(title, resolution, view, seat, sent.get(seat, ()))
        for ask in phase.asked_of(seat):
            answers.setdefault(seat, {})[ask.question] = _answer(title, resolution, phase, ask, view, usable)
    return answers


def _apply_unasked(title: Title[Any], resolution: Resolution[Any], seat: str, orders: Sequence[Order]) -> None:
    for order in orders:
        question = title.questions[question_of(order)]
        if not question.unasked:
            continue
        illegal = title.refusal(title.view(resolution.position, seat), seat, order)
        if illegal is None:
            question.apply(resolution, seat, order)
            resolution.counted.append(Counted(seat, question.id, "envelope", order_to_dict(order)))
        else:
            resolution.fallen.append(Fallen(seat, question.id, illegal.clause, illegal.message))


def _usable(
    title: Title[Any], resolution: Resolution[Any], view: Any, seat: str, orders: Sequence[Order]
) -> dict[str, Order]:
    """The orders of a seat that its view allows, by question; the others fall."""
    asked = [order for order in orders if not title.questions[question_of(order)].unasked]
    refusals = title.check(view, seat, asked)
    resolution.fallen.extend(Fallen(seat, r.question, r.clause, r.message) for r in refusals)
    refused = [r.question for r in refusals]
    return {question_of(order): order for order in asked if question_of(order) not in refused}


def _answer(
    title: Title[Any], resolution: Resolution[Any], phase: Phase, ask: Ask, view: Any, usable: Mapping[str, Order]
) -> Order:
    question = title.questions[ask.question]
    source, order = _source(title, resolution, ask, view, usable)
    resolution.counted.append(Counted(ask.seat, ask.question, source, order_to_dict(order)))
    if source == "default":
        told = (ask.seat,) if phase.veiled else None
        resolution.emit(
            NoOrder(seat=ask.seat, question=ask.question, default_clause=question.default_clause, only=told)
        )
    return order


def _source(
    title: Title[Any], resolution: Resolution[Any], ask: Ask, view: Any, usable: Mapping[str, Order]
) -> tuple[Source, Order]:
    """The order in force for a question, and where it comes from: the envelope, else the book, else the default."""
    if ask.question in usable:
        return "envelope", usable[ask.question]
    from_book = book_answer(title, view, ask)
    if from_book is None:
        return "default", title.questions[ask.question].default(view, ask)
    entry, order = from_book
    del resolution.position.books[ask.seat][entry]
    return "book", order


def book_answer(title: Title[Any], view: Any, ask: Ask) -> tuple[int, Order] | None:
    """What a seat's book answers to a question: the entry's index and the order; None where the seat must be asked."""
    for index, entry in enumerate(view.books.get(ask.seat, [])):
        if entry.question != ask.question:
            continue
        if entry.ask_me:
            return None
        for choice in entry.choices:
            order = _from_book(title, ask, choice)
            if order is not None and title.questions[ask.question].refusal(view, ask, order) is None:
                return index, order
    return None


def _from_book(title: Title[Any], ask: Ask, choice: Mapping[str, Any]) -> Order | None:
    try:
        return title.decode_orders([{**choice, "question": ask.question}])[0]
    except Malformed:
        return None
