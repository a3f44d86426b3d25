"""A game at the table: what its reader does there, and what is kept of it on this machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import RLock
from typing import TYPE_CHECKING

from adjudicator.kernel import Order
from cli.answer.keeping import Kept
from cli.answer.sheet import AnswerSheet
from cli.errors import Refused, Unreachable
from cli.home.home import Home
from cli.seat.game import Game, Given, Moment
from cli.table.board.boards import Boards
from cli.table.board.pictures import Pictures
from cli.table.panels.ahead import AheadPanel
from cli.table.panels.form import FormPanel

if TYPE_CHECKING:
    from schemas.statements.payloads import Word


class Sitting:
    """One game, from one seat; one request at a time."""

    def __init__(self, game: Game, home: Home, pictures: Pictures) -> None:
        self.game, self.lock = game, RLock()
        self.boards = Boards(game, pictures)
        self.kept = Kept(home, game.id, game.seat)
        self.notice: list[str] = []  # said once, at the top of the page
        self.given: Given | None = None
        self.sent: Word | None = None
        self.unsure: Word | None = None  # it was to be sent so, and is asked once more
        self.moment: Moment | None = None
        self.sheet: AnswerSheet | None = None
        self.ahead = AheadPanel(game, self.kept)
        self.form = FormPanel(game, self.ahead)
        self.look_again()

    # --- news --------------------------------------------------------------------------------------------------

    def look_again(self) -> None:
        """Take over what is new; a half-made answer stays as long as its phase is open."""
        moment = self.game.now()
        known, self.moment = self.moment, moment
        if known is not None and (known.phase, known.asked) == (moment.phase, moment.asked):
            return
        self.boards.show(moment.view)
        self.ahead.new_phase(moment)
        self.form.close()
        if self.kept.left_behind(moment.phase):
            self.notice.append("The phase was cut before your half-made answer was sent. It did not count.")
            self.kept.forget_acts()
        self.sheet, self.sent, self.unsure = None, None, None
        if moment.phase is None:
            return
        if moment.asked:
            self._begin_answer(moment, moment.phase)
        self.ahead.open_again(moment, self.legal_orders)
        self.form.open_again(moment)

    def _begin_answer(self, moment: Moment, phase: int) -> None:
        """The answer as it was left here half made, else as it was sent."""
        self.sheet = AnswerSheet(self.game.rules, moment.view, self.game.seat, moment.asked)
        self.sheet.again_with(self.kept.acts(phase))
        if held := self.game.given():
            orders, self.sent = held
            if not self.sheet.begun:
                self.sheet = AnswerSheet.with_sent(self.sheet, orders)

    def listen(self) -> None:
        """Hear from the host, then take over what is new."""
        self.game.listen()
        self.look_again()

    @property
    def now(self) -> Moment:
        """The present moment."""
        assert self.moment is not None  # noqa: S101 - set when the sitting begins
        return self.moment

    @property
    def token(self) -> str:
        """Another one when the page should be looked at anew."""
        now = self.now
        return f"{now.phase}-{len(self.game.chapters())}-{len(now.asked)}-{len(now.waiting)}"

    # --- what is done ------------------------------------------------------------------------------------------

    def act(self, act: str, phase: int, at: int) -> None:
        """An act of the answer. `Misfit` where it does not fit; nothing is done on behalf of a page left behind."""
        sheet, page = self.sheet, self.ahead.at
        behind = phase != self.now.phase or self.form.filled is not None
        if not behind and page is not None and at == page:
            self.ahead.act_on_page(act)
            return
        if behind or sheet is None or page is not None or at != len(sheet.acts):
            self.notice.append("The page was behind: look again, then choose.")
            return
        sheet.act(act)
        self.unsure, self.form.given = None, None
        self.kept.keep_acts(phase, sheet.acts)

    def do_ahead(self, act: str, phase: int) -> None:
        """Something about answers ahead: look, open a card, change it or take it away, send the book."""
        word = act.partition(" ")[0]
        if phase != self.now.phase:
            self.notice.append("The page was behind: look again, then choose.")
        elif word == "look":
            self.ahead.look(self.now, self.legal_orders)
        elif word == "file" and self.may_file:
            self.given = self.ahead.file(phase)
        elif word == "form":
            self.do_form("open", {}, phase)
        else:
            self.form.close()
            self.ahead.begin(act, self.now, self.legal_orders)

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
    def legal_orders(self) -> Sequence[Order]:
        """The orders so far; none as long as the rules refuse them."""
        return self.sheet.in_order if self.sheet is not None and not self.sheet.refusals else ()

    @property
    def may_file(self) -> bool:
        """Whether cards may go into the book by themselves: nothing is asked that the book would answer at once."""
        return self.game.drafts and (self.sent is not None or self.sheet is None)

    @property
    def is_making(self) -> bool:
        """Whether an answer is in the making; else a reload looks what is new."""
        return self.sheet is not None and self.sent is None

    def change(self) -> None:
        """Change what was sent, or was to be sent."""
        self.sent, self.unsure = None, None

    @property
    def warnings(self) -> list[str]:
        """What the answer ends, or gives up for good."""
        sheet = self.sheet
        return self.game.rules.warnings(sheet.view, sheet.seat, sheet.in_order) if sheet is not None else []

    def send(self, word: Word, phase: int, sure: bool) -> None:
        """Send the answer that was reviewed; one that ends the game only when it was asked once more."""
        sheet = self.sheet
        if sheet is None or phase != self.now.phase:
            self.too_late(phase)
            return
        if sheet.question is not None or sheet.refusals:
            self.notice.append("Not sent: the answer is not whole.")
            return
        if self.sent is None and self.warnings and not (sure and self.unsure):
            self.unsure = word
            return
        self.unsure = None
        book = self.ahead.book() if self.ahead.waiting else None
        try:
            self.given = self.game.give(phase, sheet.in_order, word, book)
        except Refused as refused:
            if not self.too_late(phase):
                self.notice += [f"The host refused it, and nothing was sent: {refused.message}", *refused.errors]
            return
        except Unreachable as error:
            self.notice.append(f"Not sent: {error.plain} What you chose is kept here; send it again later.")
            return
        if book is not None:
            self.ahead.filed(phase)
        self.kept.forget_acts()
        self.sent = word
        if self.given.armored is None:
            self.listen()

    def too_late(self, phase: int) -> bool:
        """Whether another phase is open by now, or none: what was to be sent is then said once more, and not sent."""
        sheet = self.sheet
        said = (
            [self.game.rules.order_in_words(sheet.view, self.game.seat, one) for one in sheet.in_order] if sheet else []
        )
        self.kept.forget_acts()
        self.listen()
        if self.now.phase == phase and sheet is not None:
            self.kept.keep_acts(phase, sheet.acts)
            return False
        what = f" It would have been: {'; '.join(said)}." if said else ""
        self.notice.append(f"The phase was cut before your answer was sent. It does not count.{what}")
        return True
