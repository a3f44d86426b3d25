"""The form of six questions: filled in, looked over in sentences, and sent as the seat's book.

Which of its answers the book has already is seen from the book itself: so it does not matter on which machine and with
which program the form was filled in, nor what has been used up since.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from msgspec.structs import replace

from adjudicator.kernel import Malformed, Order
from cli.answer.answer import Misfit
from cli.answer.hand import Hand
from cli.answer.imagined import Rests, imagined_rests
from cli.errors import ClientError, TrustBroken
from cli.rules.filled_form import FilledForm
from cli.seat.game import Given, Moment

Facts = dict[str, Any]
MOST: Final = 6  # questions still asked that are named
GAMES: Final = 8  # that are imagined, this turn and the next


class OpenForm:
    """The form of one seat in one game, which a person fills in and then looks over."""

    def __init__(self, hand: Hand) -> None:
        self.game, self.hand, self.kept = hand.game, hand, hand.kept
        self.filled: FilledForm | None = None  # while it is open
        self.answers: dict[str, str] = {}
        self.looked_over = False
        self.given: Given | None = None  # what came of it, said until something else is done
        self._bookless: tuple[int | None, bool] = (None, False)

    @property
    def name(self) -> str | None:
        """The form that is filled in when a game begins; None where the title has none."""
        return next((form.id for form in self.game.rules.forms.values() if not form.after), None)

    @property
    def goes_with_answer(self) -> bool:
        """Whether the book goes with an answer: no book is sent alone, and this one leaves something to be asked."""
        return not self.game.drafts and bool(self._left(self.book()))

    # --- whether it is offered ---------------------------------------------------------------------------------

    def is_offered(self, now: Moment) -> bool:
        """Whether it is offered unasked: to who has no book, until they leave it; in no first game."""
        if self.name is None or now.phase is None or self.filled or self.kept.form_left or self.kept.form is not None:
            return False
        if self.kept.is_first_game:
            return False
        if self._bookless[0] != now.phase:
            self._bookless = now.phase, not now.view.books.get(self.game.seat) and self._has_none()
        return self._bookless[1]

    def _has_none(self) -> bool:
        try:
            return not self.game.standing()
        except TrustBroken:
            raise
        except ClientError:  # the host does not answer
            return False

    # --- what is done ------------------------------------------------------------------------------------------

    def act(self, word: str, answers: Mapping[str, str], now: Moment) -> None:
        """Open the form, look over what it writes, go back, send it, or leave it."""
        if word not in ON_A_FORM or self.name is None:
            raise Misfit(f"{word!r} cannot be done with a form")
        if word != "leave" and self.filled is None:
            self._open(now)
        if answers:
            self._take(answers)
        ON_A_FORM[word](self)
        if self.filled is None:
            self.kept.forget_half_form()
        else:
            self.kept.keep_half_form(now.phase, self.answers, self.looked_over)

    def open_again(self, now: Moment) -> None:
        """Open what was half filled in when the table was left in this phase."""
        half = self.kept.half_form
        if half and half.get("phase") == now.phase:
            with suppress(Misfit):  # the host does not answer
                self._open(now)
                self.looked_over = bool(half.get("looked_over"))

    def _open(self, now: Moment) -> None:
        if now.phase is None:
            raise Misfit("the game is over")
        self.given = None
        self.filled = FilledForm(
            self.game.rules, now.view, self.game.seat, self._answered(self.game.standing), self.name
        )
        known = {**(self.kept.form or {}), **self.kept.half_form.get("answers", {})}
        self.answers, self.looked_over = {**self.filled.presets, **self._that_fit(self.filled, known)}, False

    @staticmethod
    def _that_fit(filled: FilledForm, answers: Mapping[str, str]) -> dict[str, str]:
        """Those that there are still: of a question whose moment is past there is none."""
        still = [(one.id, answer.id) for one in filled.questions for answer in one.answers]
        return {name: answer for name, answer in answers.items() if (name, answer) in still}

    def _take(self, answers: Mapping[str, str]) -> None:
        """The answers that stand on the page; Misfit names one that there is not."""
        filled = self._filled()
        try:
            filled.book({**self.answers, **answers})
        except Malformed as error:
            raise Misfit(str(error)) from None
        self.answers = {**self.answers, **answers}

    def fill_in(self) -> None:
        """Answer the questions."""
        self.looked_over = False

    def mark(self) -> None:
        """Only keep what is answered so far."""

    def look_over(self) -> None:
        """See what the answers write."""
        self.looked_over = True

    def leave(self) -> None:
        """It is not offered again by itself."""
        self.kept.leave_form()
        self.close()

    def close(self) -> None:
        """Leave it as it was."""
        self.filled, self.looked_over = None, False

    def send(self) -> None:
        """Send the book; in a game that is never waited with it goes with the next answer."""
        book = self.book()
        if self.goes_with_answer:
            self.kept.keep_form(self.answers)
            self.given = Given(("Your book goes with your answer.",))
        else:
            self.given = self._answered(lambda: self.game.file(book))
            self.kept.keep_form(None)
        self.close()
        self._bookless = (None, False)

    def _answered(self, ask: Any) -> Any:
        """What the host answers; `Misfit` where it does not."""
        try:
            return ask()
        except TrustBroken:
            raise
        except ClientError as error:
            raise Misfit(error.message.rstrip(".")) from error

    # --- what is shown -----------------------------------------------------------------------------------------

    def _filled(self) -> FilledForm:
        if self.filled is None:
            raise Misfit("no form is open")
        return self.filled

    def book(self) -> Any:
        """The book that the answers write."""
        return self._filled().book(self.answers)

    def _left(self, book: Any) -> list[str]:
        """What is asked now and not answered by a book."""
        view, seat = self._filled().view, self.game.seat
        return [ask.name for ask in self.game.rules.unanswered(replace(view, books={seat: book}), seat)]

    def facts(self, now: Moment, orders: Sequence[Order]) -> Facts:
        """The form, or what it writes."""
        filled = self._filled()
        facts: Facts = {
            "stage": "form",
            "at": 1,
            "form": filled,
            "answers": self.answers,
            "looked_over": self.looked_over,
        }
        if not self.looked_over:
            return facts
        rests = self._imagined(now, orders, self.book())
        return {
            **facts,
            "written": filled.written(self.answers),
            "at_once": filled.at_once(self.answers, now.asked),
            "falls": filled.falls(self.answers),
            "stays": filled.stays(self.answers),
            "rests": rests,
            "without": self._imagined(now, orders, filled.standing).answers,
            "still": [(self.game.rules.question(one.name).subject, one) for one in rests.questions[:MOST]],
            "goes_with_answer": self.goes_with_answer,
        }

    def _imagined(self, now: Moment, orders: Sequence[Order], book: Any) -> Rests:
        book = self.hand.with_cards(book)
        return imagined_rests(self.game.rules, now.view, self.game.seat, orders, book, GAMES, turns=2)


ON_A_FORM: Final = {
    "open": OpenForm.fill_in,
    "mark": OpenForm.mark,
    "see": OpenForm.look_over,
    "change": OpenForm.fill_in,
    "send": OpenForm.send,
    "close": OpenForm.close,
    "leave": OpenForm.leave,
}
