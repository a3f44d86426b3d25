"""The seats' books as the host holds them: opened when it has to know what they answer, and at the cut.

A book that does not open, or that the rules cannot read, is no book; its author is told when it would have counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from adjudicator.kernel import Book, Malformed, Title
from api.host.host import Host
from api.store.lookups import load_phase
from api.store.models import EnvelopeRow, Seat
from api.store.sealed_rows import phase_private
from schemas.envelopes import Envelope, Leaf, open_envelope
from schemas.errors import ProtocolError
from schemas.record.form import RecordedLeaf
from schemas.statements.payloads import BOOK, Word


@dataclass(frozen=True)
class OpenBook:
    """A book that was opened: its leaves (None where it does not open), its entries, and why it is no book."""

    leaves: list[Leaf] | None
    entries: Book
    fault: str | None = None


class Sent(NamedTuple):
    """What a seat sent last for a phase, or as its book, unopened."""

    sequence: int
    digest: str
    word: Word
    received_at: datetime


def newest_sent(session: Session, game: str, *phases: int) -> dict[int, dict[str, Sent]]:
    """By phase, what each seat that ever sent anything for it sent last; `BOOK` has the books."""
    of_seat: Any = (EnvelopeRow.phase, EnvelopeRow.seat)
    what: Any = (EnvelopeRow.sequence, EnvelopeRow.digest, EnvelopeRow.word, EnvelopeRow.received_at)
    of_game = select(*of_seat, *what).where(EnvelopeRow.game == game, col(EnvelopeRow.phase).in_(phases))
    sent: dict[int, dict[str, Sent]] = {phase: {} for phase in phases}
    for phase, seat, *newest in session.exec(of_game.order_by(col(EnvelopeRow.sequence))):
        sent[phase][seat] = Sent(*newest)
    return sent


def open_book(host: Host, session: Session, title: Title[Any], position: Any, row: EnvelopeRow) -> OpenBook:
    """Open a book and read its entries, with the names that there are in the game."""
    private = phase_private(host.vault, load_phase(session, row.game, BOOK))
    try:
        leaves = open_envelope(Envelope.parse(row.raw), private)
    except ProtocolError as error:
        return OpenBook(None, [], f"{error.code}: {error.message}")
    try:
        return OpenBook(leaves, title.check_book([leaf.order for leaf in leaves], title.known(position)))
    except Malformed as error:
        return OpenBook(leaves, [], str(error))


def new_books(
    host: Host, session: Session, title: Title[Any], position: Any, seats: Sequence[Seat], counted: Mapping[str, str]
) -> dict[str, OpenBook]:
    """Of the books that count, by seat with their digests, those that do not stand in the position yet, opened."""
    held = {seat.name: seat for seat in seats}
    return {
        seat: open_book(host, session, title, position, load_book(session, held[seat].game, seat, digest))
        for seat, digest in counted.items()
        if held[seat].book != digest
    }


def load_book(session: Session, game: str, seat: str, digest: str) -> EnvelopeRow:
    """A stored book by its digest."""
    of_seat = (EnvelopeRow.game == game, EnvelopeRow.phase == BOOK, EnvelopeRow.seat == seat)
    return session.exec(select(EnvelopeRow).where(*of_seat, EnvelopeRow.digest == digest)).one()


def recorded_books(books: Mapping[str, OpenBook]) -> dict[str, list[RecordedLeaf] | None]:
    """The books that a cut put in force, every leaf whole: so they rest with the host, and are not published so."""
    return {
        seat: None if book.leaves is None else [RecordedLeaf.of(leaf, shown=True) for leaf in book.leaves]
        for seat, book in books.items()
    }
