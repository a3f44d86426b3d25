"""Orders or a book on their way to the host: sent, or sealed for a mail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

if TYPE_CHECKING:
    from adjudicator.kernel import Book
    from cli.client import Client
    from cli.seat.known_game import KnownGame
    from schemas.envelopes import Envelope
    from schemas.keys.sealing import PhasePublicKey
    from schemas.statements.payloads import Word

Content = Sequence[dict[str, Any]]


def send_or_seal(
    known: KnownGame, phase: int, content: Content, word: Word, newest: int | None = None
) -> dict[str, Any]:
    """Send orders to the open phase, or a book (phase 0); of a seat that is known from a letter, seal them for a mail.

    `newest`: the sequence of the newest that is known here, where a newer one from another device is not replaced.
    Gives the receipt, with the file in which it is kept; or what `seal_envelope` gives.
    """
    if known.letter:
        return seal_envelope(known, phase, content, word)
    return with_receipt_file(known.client, known.client.send(known.game, known.seat, content, word, phase, newest))


def send_with_book(
    known: KnownGame, phase: int, orders: Content, word: Word, book: Book | None, newest: int | None = None
) -> list[dict[str, Any]]:
    """Send orders and a book for after this phase, or seal both for a mail; gives what `send_or_seal` gives, the answer
    first.

    A draft goes first: the seat has then taken the phase into its own hands, and the book does not answer in its place.
    """
    from schemas.statements.payloads import BOOK

    if book is None:
        return [send_or_seal(known, phase, orders, word, newest)]
    if known.letter:
        sealed = send_or_seal(known, phase, orders, word)
        with_it = send_or_seal(known, BOOK, plain_book(book), "final")
        return [{**sealed, "armored": f"{sealed['armored']}\n{with_it['armored']}"}]
    send_or_seal(known, phase, orders, "draft", newest)
    filed = send_or_seal(known, BOOK, plain_book(book), "final")
    return [send_or_seal(known, phase, orders, word), filed]


def plain_book(entries: Book) -> list[dict[str, Any]]:
    """A book as plain data."""
    return [to_builtins(entry) for entry in entries]


def seal_envelope(
    known: KnownGame, phase: int, content: Content, word: Word, key: PhasePublicKey | None = None
) -> dict[str, Any]:
    """Seal orders to the open phase, or a book (phase 0), for a mail; gives what `kept_sealed` gives.

    `key`: that of the phase, where it is known already.
    """
    key, newest = (key, 0) if key else known.key(phase)
    return kept_sealed(known, known.client.sealed(key, known.seat, content, word, newest))


def kept_sealed(known: KnownGame, envelope: Envelope) -> dict[str, Any]:
    """Keep an envelope here; gives it armored for a mail, with where it is kept and what is on it."""
    from schemas.documents.armor import armor

    phase, raw, header = envelope.header.phase, envelope.to_json(), envelope.header
    path = known.client.home.sealed_path(known.game, known.seat, phase, header.sequence)
    known.client.home.keep_file(path, raw)
    what = {"game": known.game, "seat": known.seat, "phase": phase, "sequence": header.sequence, "word": header.word}
    comments = {name.capitalize(): str(value) for name, value in what.items()}
    address = known.letter.body.address if known.letter else None
    return {**what, "address": address, "file": str(path), "armored": armor("envelope", raw, comments)}


def with_receipt_file(client: Client, receipt: Mapping[str, Any]) -> dict[str, Any]:
    """A receipt, with the file in which it is kept."""
    game, seat, phase, sequence = (receipt[field] for field in ("game", "seat", "phase", "sequence"))
    return {**receipt, "file": client.called(client.home.receipt_path(game, seat, phase, sequence))}
