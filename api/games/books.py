"""The seats' books as the host holds them: opened when it has to know what they answer, and at the cut.

A book that does not open, or that the rules cannot read, is no book; its author is told when it would have counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from adjudicator.kernel import Book, Malformed, Title
from api.host.host import Host
from api.store.lookups import load_phase, load_seats
from api.store.models import EnvelopeRow
from api.store.sealed_rows import phase_private
from schemas.envelopes import Envelope, Leaf, open_envelope
from schemas.errors import ProtocolError
from schemas.record.form import RecordedLeaf
from schemas.statements.payloads import BOOK


@dataclass(frozen=True)
class OpenBook:
    """A book that was opened: its leaves (None where it does not open), its entries, and why it is no book."""

    leaves: list[Leaf] | None
    entries: Book
    fault: str | None = None


class SentBook(NamedTuple):
    """A seat's newest book as it came, unopened."""

    digest: str
    word: str
    received_at: datetime


def newest_books(session: Session, game: str) -> dict[str, SentBook]:
    """The newest book of each seat that ever sent one."""
    found = (EnvelopeRow.seat, EnvelopeRow.digest, EnvelopeRow.word, EnvelopeRow.received_at)
    of_game = (EnvelopeRow.game == game, EnvelopeRow.phase == BOOK)
    rows = session.exec(select(*found).where(*of_game).order_by(col(EnvelopeRow.sequence))).all()
    return {seat: SentBook(digest, word, received_at) for seat, digest, word, received_at in rows}


def open_book(host: Host, session: Session, title: Title[Any], row: EnvelopeRow) -> OpenBook:
    """Open a book and read its entries."""
    private = phase_private(host.vault, load_phase(session, row.game, BOOK))
    try:
        leaves = open_envelope(Envelope.parse(row.raw), private)
    except ProtocolError as error:
        return OpenBook(None, [], f"{error.code}: {error.message}")
    try:
        return OpenBook(leaves, title.check_book([leaf.order for leaf in leaves]))
    except Malformed as error:
        return OpenBook(leaves, [], str(error))


def new_books(
    host: Host, session: Session, title: Title[Any], game: str, counted: Mapping[str, str]
) -> dict[str, OpenBook]:
    """Of the books that count, by seat with their digests, those that do not stand in the position yet, opened."""
    held = {seat.name: seat.book for seat in load_seats(session, game)} if counted else {}
    return {
        seat: open_book(host, session, title, load_book(session, game, seat, digest))
        for seat, digest in counted.items()
        if held[seat] != digest
    }


def load_book(session: Session, game: str, seat: str, digest: str) -> EnvelopeRow:
    """A stored book by its digest."""
    of_seat = (EnvelopeRow.game == game, EnvelopeRow.phase == BOOK, EnvelopeRow.seat == seat)
    return session.exec(select(EnvelopeRow).where(*of_seat, EnvelopeRow.digest == digest)).one()


def recorded_books(books: Mapping[str, OpenBook]) -> dict[str, list[RecordedLeaf] | None]:
    """The books that a cut put in force, every leaf whole."""
    return {
        seat: None if book.leaves is None else [RecordedLeaf.of(leaf, shown=True) for leaf in book.leaves]
        for seat, book in books.items()
    }
