"""What a seat knows of its game now, from the host or from the newest letter that was opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from adjudicator.kernel import Book, Malformed, Position, Title
from adjudicator.kernel.questions.questions import ask_name
from cli.client import Client
from cli.errors import FormerHolders, Refused
from cli.home.kept_envelopes import own_envelopes
from cli.mail.letters import VerifiedLetter
from cli.rules.local_check import default_in_words, lacks_rules, position_of, title_of
from cli.times import local_time
from schemas.envelopes import Envelope, open_copy

if TYPE_CHECKING:
    from schemas.keys.sealing import PhasePublicKey


class KnownGame(msgspec.Struct, frozen=True, dict=True):
    """A game as one seat knows it at a moment, from `letter`, or from the host (None)."""

    client: Client
    game: str
    seat: str
    plain: dict[str, Any]
    letter: VerifiedLetter | None = None
    people: Mapping[str, str] = {}

    @property
    def source(self) -> str:
        """Where this is known from, in words."""
        return f"the letter of {local_time(self.letter.letter.at)}" if self.letter else f"the host at {self.client.url}"

    @cached_property
    def rules(self) -> Title[Any]:
        """The rules of the game, in its version, which call seats by the names of its people."""
        return title_of(self.plain).calling(self.people)

    @cached_property
    def view(self) -> Position:
        """The position as the seat may know it."""
        return position_of(self.plain)

    @property
    def asked(self) -> list[str]:
        """The open questions of the seat; none while a bot of the rules plays it."""
        return [ask.name for ask in self.rules.asked_of(self.view, self.seat)]

    @property
    def to_answer(self) -> list[str]:
        """Those that the seat's book does not answer; all of them where it answers all."""
        left = [ask.name for ask in self.rules.unanswered(self.view, self.seat)] if self.asked else []
        return left or self.asked

    @property
    def phase(self) -> int:
        """The number of the open phase, whether or not its rules are here; Refused when the game is over."""
        if self.plain.get("phase") is None:
            raise Refused(f"{self.game} is over.", "no-open-phase")
        return int(self.plain["phase"]["number"])

    def in_words(self, order: Mapping[str, Any]) -> str:
        """An order as people read it; nothing where the rules are not here, or cannot read it."""
        if lacks_rules(self.plain):
            return ""
        try:
            return self.rules.order_in_words(self.view, self.seat, *self.rules.decode_orders([dict(order)]))
        except Malformed:
            return ""

    def warnings(self, orders: Sequence[Mapping[str, Any]]) -> list[str]:
        """What legal orders end or give up for good; nothing where the rules are not here."""
        if lacks_rules(self.plain):
            return []
        return self.rules.warnings(self.view, self.seat, self.rules.decode_orders([dict(order) for order in orders]))

    def warnings_of_book(self, book: Sequence[Mapping[str, Any]]) -> list[str]:
        """The same of a book."""
        if lacks_rules(self.plain):
            return []
        return self.rules.warnings_of_book(
            self.view, self.seat, self.rules.check_book([*book], self.rules.known(self.view))
        )

    def left_to_default(self, orders: Sequence[Mapping[str, Any]]) -> list[str]:
        """What is asked, and answered neither by these orders nor by the seat's book: its default, in words.

        Nothing where the rules are not here.
        """
        if lacks_rules(self.plain) or not self.asked:
            return []
        given = {ask_name(one) for one in self.rules.decode_orders([dict(order) for order in orders])}
        if given >= set(self.asked):
            return []
        view = self.rules.with_books(self.view, {self.seat: self.standing_book()})
        left = [ask.name for ask in self.rules.unanswered(view, self.seat) if ask.name not in given]
        return default_in_words(self.rules, self.view, self.seat, left)

    def own(self) -> tuple[Envelope, list[dict[str, Any]]] | None:
        """The newest envelope that the seat sealed for the open phase, as far as is known here, and its orders."""
        if self.letter is None:
            try:
                return self.client.own_envelope(self.game, self.seat, self.phase)
            except Refused as error:
                if error.code not in ("no-envelope", FormerHolders.code):
                    raise
                return None
        kept = own_envelopes(self.client.home, self.game, self.seat, self.phase)
        return (kept[-1], [leaf.order for leaf in open_copy(kept[-1], self.client.me)]) if kept else None

    def sent_book(self) -> tuple[Envelope, list[dict[str, Any]]]:
        """The newest book of the seat, opened; Refused where the seat never had one."""
        from schemas.statements.payloads import BOOK

        try:
            return self.client.own_envelope(self.game, self.seat, BOOK)
        except Refused as error:
            if error.code != "no-envelope":
                raise
        where = f"ostraka book send FILE {self.game} {self.seat}"
        raise Refused(f"{self.seat} of {self.game} has never had a book. To send one: {where}", "no-book")

    def standing_book(self) -> Book:
        """What is left of the seat's newest book, or all of it where no cut has counted it; none where it has none."""
        left: Book = self.view.books.get(self.seat, [])
        if self.letter:
            return left
        try:
            envelope, entries = self.sent_book()
        except Refused as error:
            if error.code != "no-book":
                raise
            return []
        if envelope.header.word == "withdrawn":
            return []
        asked = self.open_questions()
        return left if asked and asked["book"]["in_force"] else self.rules.check_book(entries, {})

    def open_questions(self) -> Mapping[str, Any] | None:
        """What the host asks the seat now; None when the game is over."""
        try:
            return self.client.questions(self.game, self.seat)
        except Refused as error:
            if error.code != "no-open-phase":
                raise
            return None

    def key(self, phase: int) -> tuple[PhasePublicKey, int]:
        """The verified key of the open phase or of the books (phase 0), and the newest sequence the host holds."""
        return self.letter.key(phase) if self.letter else self.client.key_of(self.game, self.seat, phase)
