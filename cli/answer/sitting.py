"""One game, from one seat, while somebody is busy with it: what both faces ask, and what is kept on this machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.kernel import Chance, Order
from cli.answer.ahead import Ahead
from cli.answer.answer import Answer
from cli.answer.cards import Card
from cli.answer.form import OpenForm
from cli.answer.keeping import Kept
from cli.errors import ClientError, Refused, SentElsewhere, Unreachable
from cli.home.home import Home
from cli.rules.saved_games import key_of
from cli.seat.game import Game, Given, Held, Moment

if TYPE_CHECKING:
    from schemas.statements.payloads import Word


class Sitting:
    """The moment, the answer to what is asked then, and the cards."""

    def __init__(self, game: Game, home: Home) -> None:
        self.game = game
        self.seat = game.seat
        self.kept = Kept(home, game.file_name, game.seat)
        self.notice: list[str] = []  # said once
        self.given: Given | None = None
        self.sent: Word | None = None
        self._seen = 0  # the number of the newest answer from any device that was shown here
        self.failure: ClientError | None = None  # why it could not be sent
        self.unsure: Word | None = None  # it was to be sent so, and is asked once more
        self.why_unsure: Sequence[str] = ()
        self.advice: Sequence[Order] = ()  # of a bot that was asked in this phase
        self.came: Sequence[Card] = ()  # cards that were used, or ran out, before this phase
        self.moment: Moment | None = None
        self._is_taken_up = False  # is half made again what was on its way
        self.sheet: Answer | None = None
        self.ahead = Ahead(game, self.kept)
        self.form = OpenForm(self.ahead)
        self._look()

    # --- news --------------------------------------------------------------------------------------------------

    def look_again(self) -> None:
        """Take over what is new; a half-made answer stays as long as its phase is open."""
        moment, known = self.game.now(), self.moment
        if known is not None and not self._is_taken_up and (known.phase, known.asked) == (moment.phase, moment.asked):
            self._take_over(moment)
            self.moment = moment
            return
        held = self.game.given() if moment.asked else None  # what may be put off stands before all that changes
        self.moment = moment
        self.sheet, self.sent, self.unsure, self.advice = None, None, None, ()
        self.given = None if self.is_waiting else self.given
        self.leave_behind(moment)
        self._is_taken_up = False
        if moment.phase is not None and moment.asked:
            self._begin_answer(moment, moment.phase, held)
        if moment.phase is not None:
            self.ahead.open_again(moment.view, moment.phase, self.legal_orders)
            self.form.open_again(moment)

    def _take_over(self, moment: Moment) -> None:
        """What another device has sent for the open phase since, unless an answer is in the making here."""
        sheet = self.sheet
        if sheet is None or self.sent is not None or sheet.acts or moment.phase is None:
            return
        held = self.game.given()
        if held is not None and held.sequence > self._seen:
            self._begin_answer(moment, moment.phase, held)

    def leave_behind(self, moment: Moment) -> None:
        """Another phase is open: what belonged to the one before goes."""
        self.came = self.ahead.follow(moment.view, moment.phase)
        self.form.close()
        left = self.kept.left_behind(moment.phase)
        if left and moment.phase is not None and self._asked_anew(left) == moment.phase:
            self.notice.append("The rules have changed, and you are asked anew. What you had begun to answer is kept.")
            self.kept.carry(moment.phase)
        elif left:
            if not self._is_taken_up:
                self.notice.append("The phase was cut before your half-made answer was sent. It did not count.")
            self.kept.forget_acts()

    def _asked_anew(self, phase: int) -> int:
        """The phase that asks what this one had asked, however often the rules have changed since."""
        anew = {chapter.phase: chapter.anew for chapter in self.game.chapters()}
        while later := anew.get(phase):
            phase = later
        return phase

    def _begin_answer(self, moment: Moment, phase: int, held: Held | None) -> None:
        """The answer as it was sent, changed as far as it was left here half made."""
        acts, came = self.kept.acts(phase)
        self.sheet = self._as_sent(moment, held)
        if acts and not self.sheet.again_with(acts, came):
            self.notice.append("What you had begun to answer does not fit any more: answer once more.")
            self.kept.forget_acts()
            self.sheet = self._as_sent(moment, held)
        self.sent, self._seen = (held.word, held.sequence) if held else (None, 0)
        if held is not None and self.sheet.acts:
            self.sent = None
            self.notice.append(f"What was sent counts until you send what you have begun here: {self._in_words(held)}.")

    def _as_sent(self, moment: Moment, held: Held | None) -> Answer:
        sheet = Answer(self.game.rules, moment.view, self.game.seat, moment.asked)
        return Answer.with_sent(sheet, held.orders) if held else sheet

    def listen(self, own: bool = False) -> None:
        """Hear from the host, then take over what is new; `own`: also what another device of the reader has sent."""
        self.game.listen(own)
        self._look()

    def _look(self) -> None:
        """Take over what is new, and what became of what waited here."""
        self.look_again()
        self.hear_of_sent()
        if self._is_taken_up:
            self.look_again()

    def hear_of_sent(self) -> None:
        """Take over what became of an answer that waited here to be sent."""
        waits = self.is_waiting
        try:
            came = self.game.came()
        except SentElsewhere:
            elsewhere = "The answer that waited here does not count: another device of yours has sent one since."
            self.notice.append(f"Nothing was sent yet. {self._sent_elsewhere()}" if waits else elsewhere)
            self.kept.take_up()
            self._settle(waits, None)
            return
        if came is None:
            return
        if came.unsent or came.sending:
            self.given = came
        elif came.done is None:
            self.notice += came.words
            self._is_taken_up = self.kept.take_up()
            self._settle(waits, None)
        else:
            if not self.is_sending:
                self.notice.append(f"The answer that waited here has reached the host in time. {came.words[-1]}")
            self.kept.arrived()
            self._settle(waits, came)

    def _settle(self, waits: bool, counts: Given | None) -> None:
        """It waits no more: this counts, or nothing."""
        if waits:
            self.given = counts
            self.sent = self.sent if counts else None

    @property
    def now(self) -> Moment:
        """The present moment."""
        assert self.moment is not None  # noqa: S101 - set when the sitting begins
        return self.moment

    # --- what is done ------------------------------------------------------------------------------------------

    def do(self, act: str) -> None:
        """An act of the answer, kept at once. `Misfit` where it does not fit."""
        assert self.sheet is not None and self.now.phase is not None  # noqa: S101, PT018 - something is asked
        self.sheet.act(act)
        self._keep(self.sheet, self.now.phase)

    def _keep(self, sheet: Answer, phase: int) -> None:
        self.kept.keep_acts(phase, sheet.acts, sheet.came)

    def act(self, act: str, phase: int, at: int) -> None:
        """An act, of the answer or of what is open beside it. `Misfit` where it does not fit.

        Nothing is done on behalf of a page that was left behind: `at` says how many acts it had seen.
        """
        sheet, page = self.sheet, self.ahead.at
        behind = phase != self.now.phase or self.form.filled is not None
        if not behind and page is not None and at == page:
            self.ahead.act(act)
        elif behind or sheet is None or page is not None or at != len(sheet.acts):
            self.notice.append("This page was out of date: look again, then choose.")
        else:
            self.do(act)
            self.unsure, self.form.given = None, None

    def ask_a_bot(self, phase: int) -> None:
        """Have a bot say what it would send."""
        if phase == self.now.phase and self.sheet is not None and self.game.advises:
            self.advice = self.sheet.advised(Chance(key_of(b"advice", self.seat, phase)))

    def do_ahead(self, act: str, phase: int) -> None:
        """Something about answers ahead: look, open a card, change it or take it away, send the book."""
        word = act.partition(" ")[0]
        if phase != self.now.phase:
            self.notice.append("This page was out of date: look again, then choose.")
        elif word == "look":
            self.ahead.imagine(self.now.view, self.legal_orders)
        elif word == "file" and self.may_file:
            self.given = self.game.file(self.ahead.book())
            self.ahead.filed(phase)
        elif word == "form":
            self.do_form("open", {}, phase)
        else:
            self.form.close()
            self.ahead.begin(act, self.now.view, self.legal_orders)

    def do_form(self, word: str, answers: Mapping[str, str], phase: int) -> None:
        """Something about the form that writes a book."""
        if phase != self.now.phase:
            self.notice.append("The game has gone on meanwhile: look again, then send.")
            word = "see" if word == "send" else word
        self.ahead.leave()
        self.form.act(word, answers, self.now)
        if self.form.given is not None:
            self.listen()

    @property
    def is_sending(self) -> bool:
        """Whether what was sent is on its way, so that there is nothing to ask."""
        return self.given is not None and self.given.sending

    @property
    def is_waiting(self) -> bool:
        """Whether it has not reached the host yet, as far as is known."""
        return self.given is not None and (self.given.sending or self.given.unsent)

    @property
    def is_making(self) -> bool:
        """Whether an answer is in the making; else it is asked what is new."""
        return self.sheet is not None and self.sent is None

    def change(self) -> None:
        """Change what was sent, or was to be sent."""
        self.sent, self.unsure = None, None

    @property
    def legal_orders(self) -> Sequence[Order]:
        """The orders so far; none as long as the rules refuse them."""
        return self.sheet.in_order if self.sheet is not None and not self.sheet.refusals else ()

    @property
    def may_file(self) -> bool:
        """Whether cards may go into the book by themselves: nothing is asked that the book would answer at once."""
        return self.game.drafts and (self.sent is not None or self.sheet is None)

    def send(self, word: Word, phase: int, sure: bool) -> None:
        """Send the answer that was looked over, with the cards; what ends the game only when `sure`."""
        sheet, self.given, self.failure = self.sheet, None, None
        if sheet is None or phase != self.now.phase:
            self.too_late(phase)
            return
        if sheet.question is not None or sheet.refusals:
            self.notice.append("Not sent: the answer is not whole.")
            return
        if self.sent is None and not sure and (doubts := self.doubts(sheet)):
            self.unsure, self.why_unsure = word, doubts
            return
        book = self.ahead.book() if self.ahead.waiting else None
        try:
            self.given = self.game.give(phase, sheet.in_order, word, book)
        except SentElsewhere as elsewhere:
            self.sent, self.unsure, self.failure = None, None, elsewhere
            self.notice.append(f"Nothing was sent yet. {self._sent_elsewhere()}")
            return
        except Refused as refused:
            self.unsure = None
            if not self.too_late(phase):
                self.failure = refused
                self.notice += [f"The host refused it, and nothing was sent: {refused.plain}", *refused.errors]
            return
        except Unreachable as error:
            self.unsure, self.failure = None, error
            self.notice.append(f"Not sent: {error.plain} What you chose is kept here; send it again later.")
            return
        self.unsure = None
        if book is not None:
            self.ahead.filed(phase)
        if self.is_waiting:
            self.kept.set_aside()
        else:
            self.kept.forget_acts()
        self.sent = word
        self._seen = held.sequence if (held := self.game.given()) else 0
        if self.given.armored is None and not self.is_sending:
            self.listen()

    def doubts(self, sheet: Answer) -> list[str]:
        """Why one is asked once more before the answer is sent."""
        return sheet.warnings

    def withdraw(self, phase: int) -> None:
        """Take back what was sent; it stays here, to be sent once more or changed."""
        if phase != self.now.phase:
            self.too_late(phase)
            return
        try:
            self.given = self.game.withdraw(phase)
        except SentElsewhere:
            self.notice.append(f"Nothing was taken back yet. {self._sent_elsewhere()}")
        except Refused as refused:
            self.notice += [f"The host refused it: {refused.plain}", *refused.errors]
        except Unreachable as error:
            self.notice.append(f"Not taken back: {error.plain} What you sent counts as before.")
        else:
            self.notice += self.given.words
            self.sent, self.unsure = None, None

    def _sent_elsewhere(self) -> str:
        """What another device of the player's has sent for the open phase, and how to go on."""
        held = self.game.given()
        if held is None:
            return "Another device of yours has taken back what was sent. Press once more to go on."
        self._seen = held.sequence
        how = "as a draft" if held.word == "draft" else "for good"
        return f"Another device of yours has sent {how}: {self._in_words(held)}. Press once more to replace it."

    def _in_words(self, held: Held) -> str:
        """What was sent for the open phase."""
        said = (self.game.rules.said_in_full(self.now.view, self.seat, one) for one in held.orders)
        return "; ".join(said) or "nothing"

    def too_late(self, phase: int) -> bool:
        """Whether another phase is open by now, or none: what was to be sent is then said once more, and not sent."""
        sheet = self.sheet
        said = (
            [self.game.rules.said_in_full(sheet.view, self.game.seat, one) for one in sheet.in_order] if sheet else []
        )
        self.game.listen()
        self.game.now()  # what can't be known here, such as by rules that are not, leaves what was made
        self.kept.forget_acts()
        self._look()
        if self.now.phase == phase and sheet is not None:
            self._keep(sheet, phase)
            return False
        what = f" It would have been: {'; '.join(said)}." if said else ""
        self.notice.append(f"The phase was cut before your answer was sent. It does not count.{what}")
        return True
