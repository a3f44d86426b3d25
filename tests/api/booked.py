"""Books as players send them in the tests."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from werkzeug.test import TestResponse

from schemas.envelopes import Envelope, seal
from schemas.envelopes.sealing import assemble
from schemas.statements.canonical import from_base64url
from schemas.statements.payloads import BOOK
from schemas.statements.statements import Statement
from tests.api.hosts import HostUnderTest

Entries = Sequence[dict[str, Any]]


def book_envelope(
    host: HostUnderTest, game: str, seat: str, entries: Entries, word: str = "final", **changed: Any
) -> Envelope:
    """A seat's next book, as the client makes it."""
    player = host.seats[game][seat]
    own = host.json(f"/games/{game}/seats/{seat}/questions", player)["book"]
    notice = Statement.from_json(own["key"]).body
    fields: dict[str, Any] = {
        "identity": player.identity,
        "version": notice["version"],
        "suite": notice["suite"],
        "game": game,
        "phase": BOOK,
        "seat": seat,
        "sequence": own["sequence"] + 1,
        "word": word,
        "phase_public": from_base64url(notice["key"], "key"),
        "orders": list(entries),
    }
    return seal(**fields | changed)


def send_book(
    host: HostUnderTest, game: str, seat: str, entries: Entries, word: str = "final", **changed: Any
) -> TestResponse:
    """Send a seat's next book."""
    return host.put(book_envelope(host, game, seat, entries, word, **changed), game, BOOK, seat)


def send_noise(host: HostUnderTest, game: str, seat: str) -> TestResponse:
    """Send a book in good form, rightly signed, whose body is noise."""
    honest = book_envelope(host, game, seat, [])
    noise = os.urandom(len(honest.body))
    return host.put(assemble(host.seats[game][seat].identity, honest.header, noise, honest.copy), game, BOOK, seat)


def own_book(host: HostUnderTest, game: str, seat: str) -> dict[str, Any]:
    """What a seat is told of its own book: key, sequence, word, what it would do."""
    told: dict[str, Any] = host.json(f"/games/{game}/seats/{seat}/questions", host.seats[game][seat])["book"]
    return told


def shown_book(host: HostUnderTest, game: str, seat: str, of: str | None = None) -> list[Any]:
    """The entries that stand for a seat (or another) in a seat's own view."""
    view = host.json(f"/games/{game}/seats/{seat}/view", host.seats[game][seat])["view"]
    return list(view.get("books", {}).get(of or seat, []))
