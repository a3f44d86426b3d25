"""What a seat is asked, with options and default, from its own view."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from sqlmodel import Session

from adjudicator.kernel import Order, Title
from api.games.open_phase import Open
from api.host.host import Host
from api.http.json_answers import shown
from api.reports.game_summaries import told_phase
from api.store.lookups import load_phase, newest_envelope, title_of
from api.store.models import VOID, Game, ResolutionRow
from api.store.sealed_rows import Archive, chance_secret, latest
from schemas.keys import chance
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import BOOK

MOST_OPTIONS = 200


def told_questions(phase: Open, seat: str) -> dict[str, Any]:
    """The open phase with what it asks of a seat, its book, and what it has sent."""
    newest = newest_envelope(phase.session, phase.game.id, phase.row.number, seat)
    told = told_phase(phase) | {"book": own_book(phase, seat)} | asked_of(phase, seat)
    return told | {"sequence": newest.sequence if newest else 0, "word": newest.word if newest else None}


def asked_of(phase: Open, seat: str) -> dict[str, Any]:
    """The questions put to a seat, with options and default; worked out from its own view."""
    title, view = phase.title, phase.title.view(phase.position, seat)
    return {
        "questions": [question(title, view, seat, ask.name) for ask in title.asked_of(view, seat)],
        "unasked": [
            {"question": name, "schema": title.order_schema(name)}
            for name, kind in title.questions.items()
            if kind.unasked
        ],
    }


def own_book(phase: Open, seat: str) -> dict[str, Any]:
    """A seat's own book: the key for it, what was sent last, and what it would do now."""
    newest = newest_envelope(phase.session, phase.game.id, BOOK, seat)
    view = phase.title.view(phase.with_books, seat)
    foreseen = [phase.title.foreseen(view, seat, ask.name) for ask in phase.title.asked_of(view, seat)]
    return {
        "key": shown(load_phase(phase.session, phase.game.id, BOOK).statement),
        "sequence": newest.sequence if newest else 0,
        "word": newest.word if newest else None,
        "in_force": newest is not None and any(s.name == seat and s.book == newest.digest for s in phase.seats),
        "foreseen": [line for lines in foreseen for line in lines],
    }


def question(title: Title[Any], view: Any, seat: str, name: str) -> dict[str, Any]:
    """One question with its first options."""

    def plain(order: Order) -> dict[str, Any]:
        return title.order_to_dict(order)

    options = list(islice(title.options(view, seat, name), MOST_OPTIONS + 1))
    return {
        "question": name,
        "prompt": title.prompt(view, seat, name),
        "subjects": title.subjects(title.ask(view, seat, name)),
        "schema": title.order_schema(name),
        "default": plain(title.default(view, seat, name)),
        "options": [plain(order) for order in options[:MOST_OPTIONS]],
        "more": len(options) > MOST_OPTIONS,
    }


def told_view(host: Host, session: Session, game: Game, seat: str | None) -> dict[str, Any]:
    """The position as a seat or a spectator may know it, as data and as a plain board."""
    title = title_of(session, game)
    view = title.view(Archive(host.vault, title).position(latest(session, game.id)), seat)
    return {
        "game": game.id,
        "phase": view.phase.number if view.phase else None,
        "view": json.loads(title.encode(view)),
        "text": title.show(view),
    }


def reported(archive: Archive, rows: Sequence[ResolutionRow], seat: str | None) -> Iterator[list[dict[str, Any]]]:
    """Phase by phase, the events that a seat or a spectator may know."""
    title = archive.title
    view = title.view(archive.position(rows[-1]), seat) if rows else None
    for row in rows:
        yield [title.event_to_dict(event, view) for event in title.events_for(archive.events(row), seat)]


def told_cut(host: Host, session: Session, game: Game, phase: int, seat: str) -> dict[str, Any] | None:
    """A seat's own leaf in the cut of a phase: its salt, and the digest of the envelope that counted."""
    if phase == 0 or load_phase(session, game.id, phase).status == VOID:
        return None
    newest = newest_envelope(session, game.id, phase, seat)
    salt = chance.leaf_salt(chance_secret(host.vault, game), game.id, phase, seat)
    row = load_phase(session, game.id, phase)
    return {
        "salt": to_base64url(salt),
        "digest": told_digest(newest.digest if newest else None),
        "book": told_digest(row.books.get(seat)),
    }


def told_digest(digest: str | None) -> str | None:
    """A stored digest as it is told."""
    return to_base64url(bytes.fromhex(digest)) if digest else None
