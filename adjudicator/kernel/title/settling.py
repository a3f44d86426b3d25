"""Settling the orders of a phase: which order counts for each question, which fall, what stands in for them.

Unasked orders come first, seat by seat, each checked against the position that those before it leave. Then every seat's
answers are checked against its view. An order that is refused falls; the seat's book answers instead, else the default.
No seat is asked again. While the rules' bot plays a seat, orders for it from anyone else fall.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.kernel.position.book_entries import Book
from adjudicator.kernel.position.position import Ask, Phase
from adjudicator.kernel.questions.questions import Order, ask_name, question_of
from adjudicator.kernel.run.events import NoOrder, PassedOver
from adjudicator.kernel.run.resolution import Answers, Counted, Fallen, Resolution, Source, order_to_dict
from adjudicator.kernel.title import books
from adjudicator.kernel.title.knowing import BOT_PLAYS, Knowing


def settle(title: Knowing[Any], resolution: Resolution[Any], sent: Mapping[str, Sequence[Order]]) -> Answers:
    """The order that counts for each question of the open phase; none where an unasked order has ended the game."""
    phase = resolution.position.phase
    if phase is None:
        raise ValueError("no phase is open: the game is over, or stands between phases")
    bots = title.bots_now(resolution.position)
    sent = {seat: orders for seat, orders in sent.items() if not _fell_to_bot(resolution, seat, orders, bots)}
    for seat in (seat for seat in resolution.position.seats if seat not in bots):
        _apply_unasked(title, resolution, seat, sent.get(seat, ()))
        if resolution.over:
            return Answers()
    concerned = [seat for seat in resolution.position.seats if seat in sent or phase.asked_of(seat)]
    views = {seat: title.view(resolution.position, seat) for seat in concerned if seat not in bots}
    answers = Answers()
    for seat in concerned:
        if seat in bots:
            answers[seat] = _by_bot(title, resolution, seat)
            continue
        view = views[seat]
        usable = _usable(title, resolution, view, seat, sent.get(seat, ()))
        for ask in phase.asked_of(seat):
            answers.setdefault(seat, {})[ask.name] = _answer(title, resolution, phase, ask, view, usable)
    return answers


def _fell_to_bot(resolution: Resolution[Any], seat: str, orders: Sequence[Order], bots: Sequence[str]) -> bool:
    """Whether the rules' bot plays a seat now: then what was sent for it falls."""
    if seat not in bots:
        return False
    resolution.fallen.extend(Fallen(seat, ask_name(order), *BOT_PLAYS) for order in orders)
    return True


def _by_bot(title: Knowing[Any], resolution: Resolution[Any], seat: str) -> dict[str, Order]:
    """What the rules' bot answers for a seat, from what a player at it would see."""
    orders = title.steady(title.bot_view(resolution.position, seat), seat, resolution.chance)
    answers = {ask_name(order): order for order in orders}
    for question, order in answers.items():
        resolution.counted.append(Counted(seat, question, "bot", order_to_dict(order)))
    return answers


def _apply_unasked(title: Knowing[Any], resolution: Resolution[Any], seat: str, orders: Sequence[Order]) -> None:
    for order in orders:
        question = title.questions[question_of(order)]
        if not question.unasked:
            continue
        illegal = title.refusal(title.view(resolution.position, seat), seat, order)
        if illegal is None:
            question.apply(resolution, seat, order)
            resolution.counted.append(Counted(seat, question.id, "envelope", order_to_dict(order)))
            if resolution.over:
                return
        else:
            resolution.fallen.append(Fallen(seat, question.id, illegal.clause, illegal.message))
    _apply_unasked_of_book(title, resolution, seat)


def _apply_unasked_of_book(title: Knowing[Any], resolution: Resolution[Any], seat: str) -> None:
    while not resolution.over and _has_unasked(title, resolution.position.books.get(seat, [])):
        found = books.unasked(title, title.view(resolution.position, seat), seat)
        if found is None:
            return
        question = title.questions[question_of(found.order)]
        resolution.position.books[seat] = books.use_up(title, resolution.position.books[seat], found)
        question.apply(resolution, seat, found.order)
        resolution.counted.append(Counted(seat, question.id, "book", order_to_dict(found.order)))


def _has_unasked(title: Knowing[Any], book: Book) -> bool:
    """Whether a book has an entry for a question that is never asked."""
    return any(entry.ways and title.questions[entry.question].unasked for entry in book)


def _usable(
    title: Knowing[Any], resolution: Resolution[Any], view: Any, seat: str, orders: Sequence[Order]
) -> dict[str, Order]:
    """The orders of a seat that its view allows, by question; the others fall."""
    asked = [order for order in orders if not title.questions[question_of(order)].unasked]
    refusals = title.check(view, seat, asked)
    resolution.fallen.extend(Fallen(seat, r.question, r.clause, r.message) for r in refusals)
    refused = [r.question for r in refusals]
    return {ask_name(order): order for order in asked if ask_name(order) not in refused}


def _answer(
    title: Knowing[Any], resolution: Resolution[Any], phase: Phase, ask: Ask, view: Any, usable: Mapping[str, Order]
) -> Order:
    question = title.questions[ask.question]
    source, order = _source(title, resolution, ask, view, usable)
    resolution.counted.append(Counted(ask.seat, ask.name, source, order_to_dict(order)))
    if source == "default":
        readers = (ask.seat,) if phase.veiled else None
        resolution.emit(NoOrder(seat=ask.seat, question=ask.name, default_clause=question.default_clause, only=readers))
    return order


def _source(
    title: Knowing[Any], resolution: Resolution[Any], ask: Ask, view: Any, usable: Mapping[str, Order]
) -> tuple[Source, Order]:
    """The order in force for a question, and where it comes from: the envelope, else the book, else the default."""
    if ask.name in usable:
        return "envelope", usable[ask.name]
    consulted = books.consult(title, view, ask)
    if consulted.passed_over:
        resolution.emit(PassedOver(question=ask.name, passed_over=consulted.passed_over, only=(ask.seat,)))
    found = consulted.answer
    if found is None:
        return "default", title.questions[ask.question].default(view, ask)
    resolution.position.books[ask.seat] = books.use_up(title, resolution.position.books[ask.seat], found)
    return "book", found.order
