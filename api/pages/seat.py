"""A seat's own pages: its board and what it is asked, its press, its receipts. For its holder alone."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from flask import Response
from sqlmodel import col, select

from api.games.press import readable_press
from api.http.answers import statement_form
from api.http.problems import refuse
from api.openapi.game_answers import Questions
from api.pages.boards import Viewpoint, board
from api.pages.games import about
from api.pages.history import open_viewpoint
from api.pages.rendering import asked_shape, page, picture, sent, site
from api.pages.viewer import own_seats, visitor
from api.pages.watch import load_open, watched
from api.reports.seat_questions import describe_questions
from api.store.lookups import load_seat
from api.store.models import EnvelopeRow
from schemas.statements.payloads import BOOK


def own_page(name: str, viewpoint: Viewpoint, **facts: Any) -> Response:
    """A page about the visitor's own seat."""
    facts = {
        "seat": viewpoint.seat,
        "base": viewpoint.base,
        "mine": own_seats(viewpoint.session, visitor(), viewpoint.game.id),
        **about(viewpoint.session, viewpoint.game),
        **facts,
    }
    return page(name, own=True, **facts)


@site.get("/games/<game>/seats/<seat>")
def seat_page(game: str, seat: str) -> Response:
    """The board as one's own seat sees it, and what is asked of it."""
    with open_viewpoint(game, seat) as viewpoint:
        return own_page(
            "watch",
            viewpoint,
            **watched(viewpoint, viewpoint.latest),
            asked=asked(viewpoint),
            in_words=partial(order_in_words, viewpoint),
        )


def asked(viewpoint: Viewpoint) -> Questions | None:
    """What the open phase asks of the seat; None if no phase is open."""
    opened = load_open(viewpoint)
    return describe_questions(opened, str(viewpoint.seat)) if opened else None


def order_in_words(viewpoint: Viewpoint, order: dict[str, Any]) -> str:
    """An order as people read it."""
    title, seat = viewpoint.title, str(viewpoint.seat)
    return title.order_in_words(viewpoint.last_view, seat, title.decode_orders([order])[0])


@site.get("/games/<game>/seats/<seat>/board.svg")
def own_board(game: str, seat: str) -> Response:
    """The board as one's own seat sees it now."""
    with open_viewpoint(game, seat) as viewpoint:
        return picture(board(viewpoint, viewpoint.row(viewpoint.latest)).of(asked_shape()), own=True)


@site.get("/games/<game>/seats/<seat>/press")
def press_page(game: str, seat: str) -> Response:
    """What the seat wrote and was written, the newest first."""
    with open_viewpoint(game, seat) as viewpoint:
        held = load_seat(viewpoint.session, viewpoint.game.id, seat)
        return own_page(
            "press",
            viewpoint,
            press=list(reversed(readable_press(viewpoint.host, viewpoint.session, viewpoint.game, held))),
        )


@site.get("/games/<game>/seats/<seat>/receipts")
def receipts_page(game: str, seat: str) -> Response:
    """The newest envelope of each phase, with the host's receipt for it."""
    with open_viewpoint(game, seat) as viewpoint:
        newest = {row.phase: row for row in stored(viewpoint)}
        rows = [
            {"phase": row.phase, "book": row.phase == BOOK, "sequence": row.sequence, "word": row.word}
            | {"digest": row.digest, "received_at": row.received_at}
            for row in sorted(newest.values(), key=lambda row: -row.phase)
        ]
        return own_page("receipts", viewpoint, rows=rows)


def stored(viewpoint: Viewpoint) -> list[EnvelopeRow]:
    """The envelopes of the seat in the order of their numbers."""
    of_seat = select(EnvelopeRow).where(EnvelopeRow.game == viewpoint.game.id, EnvelopeRow.seat == viewpoint.seat)
    return list(viewpoint.session.exec(of_seat.order_by(col(EnvelopeRow.sequence))).all())


@site.get("/games/<game>/seats/<seat>/receipts/<int(max=1000000):phase>.json")
def receipt(game: str, seat: str, phase: int) -> Response:
    """The host's receipt for the newest envelope of a phase, as it was signed."""
    with open_viewpoint(game, seat) as viewpoint:
        found = [row for row in stored(viewpoint) if row.phase == phase]
        if not found:
            refuse(404, "no-envelope", "No envelope of this seat is stored for this phase.")
        response = Response(json.dumps(statement_form(found[-1].receipt)), mimetype="application/json")
        return sent(response, private=True, kept=True)
