"""The seats' books as the house holds them: opened when it has to know what they answer, and at the cut.

A book that does not open, or that the rules cannot read, is no book; its author is told when it would have counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, select

from adjudicator.kernel import Book, Malformed, Title
from api.archive import phase_private
from api.house import House
from api.loaders import load_phase, load_seats, newest_envelope
from api.models import EnvelopeRow
from schemas.envelopes import Envelope, Leaf, open_envelope
from schemas.errors import ProtocolError
from schemas.payloads import BOOK


@dataclass(frozen=True)
class OpenBook:
    """A book that was opened: its leaves (None where it does not open), its entries, and why it is no book."""

    leaves: list[Leaf] | None
    entries: Book
    fault: str | None = None


def newest_books(session: Session, game: str) -> dict[str, EnvelopeRow]:
    """The newest book of each seat that ever sent one, in the order of the seats."""
    found = {seat.name: newest_envelope(session, game, BOOK, seat.name) for seat in load_seats(session, game)}
    return {seat: row for seat, row in found.items() if row is not None}


def open_book(house: House, session: Session, title: Title[Any], row: EnvelopeRow) -> OpenBook:
    """Open a book and read its entries."""
    private = phase_private(house.vault, load_phase(session, row.game, BOOK))
    try:
        leaves = open_envelope(Envelope.parse(row.raw), private)
    except ProtocolError as error:
        return OpenBook(None, [], f"{error.code}: {error.message}")
    try:
        return OpenBook(leaves, title.check_book([leaf.order for leaf in leaves]))
    except Malformed as error:
        return OpenBook(leaves, [], str(error))


def new_books(
    house: House, session: Session, title: Title[Any], game: str, counted: Mapping[str, str]
) -> dict[str, OpenBook]:
    """Of the books that count, by seat with their digests, those that do not stand in the position yet, opened."""
    held = {seat.name: seat.book for seat in load_seats(session, game)}
    return {
        seat: open_book(house, session, title, load_book(session, game, seat, digest))
        for seat, digest in counted.items()
        if held[seat] != digest
    }


def load_book(session: Session, game: str, seat: str, digest: str) -> EnvelopeRow:
    """A stored book by its digest."""
    of_seat = (EnvelopeRow.game == game, EnvelopeRow.phase == BOOK, EnvelopeRow.seat == seat)
    return session.exec(select(EnvelopeRow).where(*of_seat, EnvelopeRow.digest == digest)).one()
