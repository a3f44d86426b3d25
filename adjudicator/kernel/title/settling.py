"""Settling the orders of a phase: which one counts for each question, which fall, and what takes their place.

Unasked orders come first, seat by seat, each checked against the position that those before it leave. Then every seat's
answers are checked against its view. An order that is refused falls; the seat's book answers instead, else the default.
No seat is asked again. While the rules' bot plays a seat, orders for it from anyone else fall.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.kernel.position.position import Ask, Book, Phase
from adjudicator.kernel.questions.questions import Order, Question, ask_name, question_of
from adjudicator.kernel.run.endings import Concede
from adjudicator.kernel.run.events import NoOrder
from adjudicator.kernel.run.resolution import (
    Answers,
    Counted,
    Fallen,
    Resolution,
    Source,
    carried_unasked,
    order_to_dict,
    written_ahead,
)
from adjudicator.kernel.title.knowing import BOT_PLAYS, Knowing


def settle(
    title: Knowing[Any], resolution: Resolution[Any], sent: Mapping[str, Sequence[Order]], *, drawn: bool = False
) -> Answers:
    """The order that counts for each question of the open phase; none where an unasked order has ended the game.

    `drawn`: each order is legal at this very position; it is checked only where an unasked one was carried out first.
    """
    return _Settling(title, resolution, drawn).settle(sent)


class _Settling:
    """The settling of one phase."""

    def __init__(self, title: Knowing[Any], resolution: Resolution[Any], drawn: bool) -> None:
        phase: Phase | None = resolution.position.phase
        if phase is None:
            raise ValueError("no phase is open: the game is over, or stands between phases")
        self._title, self._resolution, self._phase = title, resolution, phase
        self._legal = drawn
        self._views: dict[str, Any] = {}

    def settle(self, sent: Mapping[str, Sequence[Order]]) -> Answers:
        """All questions of the phase."""
        title, resolution = self._title, self._resolution
        seats, bots = resolution.position.seats, title.bots_now(resolution.position)
        if bots:
            sent = {seat: orders for seat, orders in sent.items() if not self._fell_to_bot(seat, orders, bots)}
        answers = Answers()
        for seat in seats:
            if seat in sent or (resolution.position.books and seat not in bots):
                self._apply_unasked(seat, sent.get(seat, ()))
                if resolution.over:
                    return answers
        if resolution.conceding:
            next(one for one in title.questions.values() if isinstance(one, Concede)).conclude(resolution)
            return answers
        asked: dict[str, list[Ask]] = {}
        for ask in self._phase.asks:
            asked.setdefault(ask.seat, []).append(ask)
        for seat in seats:
            if seat in bots and seat in asked:
                answers[seat] = self._by_bot(seat)
            elif seat in sent or seat in asked:
                usable = self._usable(seat, sent.get(seat, ()))
                for ask in asked.get(seat, ()):
                    answers.setdefault(seat, {})[ask.name] = self._answer(ask, usable)
        return answers

    def _view(self, seat: str) -> Any:
        """What a seat sees at this moment."""
        if seat not in self._views:
            self._views[seat] = self._title.view(self._resolution.position, seat)
        return self._views[seat]

    def _fell_to_bot(self, seat: str, orders: Sequence[Order], bots: Sequence[str]) -> bool:
        """Whether the rules' bot plays a seat now: then what was sent for it falls."""
        if seat not in bots:
            return False
        self._resolution.fallen.extend(Fallen(seat, ask_name(order), *BOT_PLAYS) for order in orders)
        return True

    def _by_bot(self, seat: str) -> dict[str, Order]:
        """What the rules' bot answers for a seat, from what a player at it would see."""
        title, resolution = self._title, self._resolution
        orders = title.steady(title.bot_view(resolution.position, seat), seat, resolution.chance)
        answers = {ask_name(order): order for order in orders}
        for question, order in answers.items():
            resolution.counted.append(Counted(seat, question, "bot", order_to_dict(order)))
        return answers

    # --- what is never asked ------------------------------------------------------------------------------------

    def _apply_unasked(self, seat: str, orders: Sequence[Order]) -> None:
        for order in orders:
            question = self._title.questions[question_of(order)]
            if not question.unasked or (self._resolution.conceding and not isinstance(question, Concede)):
                continue
            illegal = None if self._legal else self._title.refusal(self._view(seat), seat, order)
            if illegal is None:
                self._carry_out(question, seat, "envelope", order)
                if self._resolution.over:
                    return
            else:
                self._resolution.fallen.append(Fallen(seat, question.id, illegal.clause, illegal.message))
        if self._resolution.position.books:
            self._apply_unasked_of_book(seat)

    def _apply_unasked_of_book(self, seat: str) -> None:
        kept, done = self._resolution.position.books, list[str]()
        while not self._resolution.over and self._has_unasked(kept.get(seat, [])):
            order = carried_unasked(self._resolution, self._view(seat), seat, done)
            if order is None:
                return
            done.append(question_of(order))
            self._carry_out(self._title.questions[question_of(order)], seat, "book", order)

    def _has_unasked(self, book: Book) -> bool:
        """Whether a book has an entry for a question that is never asked."""
        return any(entry.ways and self._title.questions[entry.question].unasked for entry in book)

    def _carry_out(self, question: Question[Any, Any], seat: str, source: Source, order: Order) -> None:
        """Carry an unasked order out: from now on every seat may see something else."""
        question.apply(self._resolution, seat, order)
        self._resolution.counted.append(Counted(seat, question.id, source, order_to_dict(order)))
        self._views.clear()
        self._legal = False

    # --- what is asked ------------------------------------------------------------------------------------------

    def _usable(self, seat: str, orders: Sequence[Order]) -> dict[str, Order]:
        """The orders of a seat that its view allows, by question; the others fall."""
        named = [(ask_name(order), order) for order in orders if not self._title.questions[question_of(order)].unasked]
        if not named or self._legal:
            return dict(named)
        refusals = self._title.refusals(self._view(seat), seat, named)
        if not refusals:
            return dict(named)
        self._resolution.fallen.extend(Fallen(seat, r.question, r.clause, r.message) for r in refusals)
        refused = [r.question for r in refusals]
        return {name: order for name, order in named if name not in refused}

    def _answer(self, ask: Ask, usable: Mapping[str, Order]) -> Order:
        resolution, name = self._resolution, ask.name
        source, order = self._source(ask, usable)
        resolution.counted.append(Counted(ask.seat, name, source, order_to_dict(order)))
        if source == "default":
            clause = self._title.questions[ask.question].default_clause
            readers = (ask.seat,) if self._phase.veiled else None
            resolution.emit(NoOrder(seat=ask.seat, question=name, default_clause=clause, only=readers))
        return order

    def _source(self, ask: Ask, usable: Mapping[str, Order]) -> tuple[Source, Order]:
        """The order in force for a question, and where it comes from: the envelope, else the book, else the default."""
        if order := usable.get(ask.name):
            return "envelope", order
        title, resolution, view = self._title, self._resolution, self._view(ask.seat)
        found = written_ahead(resolution, view, ask).answer
        if found is None:
            return "default", title.questions[ask.question].default(view, ask)
        return "book", found.order
