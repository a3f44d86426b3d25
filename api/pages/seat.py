"""A seat's own pages: its board and what it is asked, its press, its receipts. For its holder alone."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from flask import Response
from sqlmodel import col, select

from api.games.press import readable_press
from api.http.json_answers import statement_form
from api.http.problems import refuse
from api.openapi.game_answers import Questions
from api.pages.boards import board
from api.pages.games import about, last_phase
from api.pages.history import looking
from api.pages.rendering import page, picture, sent, site
from api.pages.viewer import own_seats, visitor
from api.pages.viewpoint import Sight
from api.reports.game_summaries import load_unresolved_phase
from api.reports.seat_questions import describe_questions
from api.store.lookups import load_seat, unresolved_phase
from api.store.models import RUNNING, EnvelopeRow
from schemas.statements.payloads import BOOK


def own_page(name: str, sight: Sight, **facts: Any) -> Response:
    """A page about the visitor's own seat."""
    common: dict[str, Any] = {
        "seat": sight.seat,
        "base": sight.base,
        "mine": own_seats(sight.session, visitor(), sight.game.id),
    }
    return page(name, own=True, **common, **about(sight.session, sight.game), **facts)


@site.get("/games/<game>/seats/<seat>")
def seat_page(game: str, seat: str) -> Response:
    """The board as one's own seat sees it, and what is asked of it."""
    with looking(game, seat) as sight:
        return own_page(
            "seat", sight, shown=last_phase(sight), asked=asked(sight), in_words=partial(order_in_words, sight)
        )


def asked(sight: Sight) -> Questions | None:
    """What the open phase asks of the seat; None if no phase is open."""
    if sight.game.status != RUNNING or unresolved_phase(sight.session, sight.game.id) is None:
        return None
    return describe_questions(load_unresolved_phase(sight.host, sight.session, sight.game), str(sight.seat))


def order_in_words(sight: Sight, order: dict[str, Any]) -> str:
    """An order as people read it."""
    return sight.title.order_in_words(sight.last_view, sight.title.decode_orders([order])[0])


@site.get("/games/<game>/seats/<seat>/board.svg")
def own_board(game: str, seat: str) -> Response:
    """The board as one's own seat sees it now."""
    with looking(game, seat) as sight:
        return picture(board(sight, sight.row(sight.latest)).svg, own=True)


@site.get("/games/<game>/seats/<seat>/press")
def press_page(game: str, seat: str) -> Response:
    """What the seat wrote and was written, the newest first."""
    with looking(game, seat) as sight:
        held = load_seat(sight.session, sight.game.id, seat)
        return own_page(
            "press", sight, press=list(reversed(readable_press(sight.host, sight.session, sight.game, held)))
        )


@site.get("/games/<game>/seats/<seat>/receipts")
def receipts_page(game: str, seat: str) -> Response:
    """The newest envelope of each phase, with the host's receipt for it."""
    with looking(game, seat) as sight:
        newest = {row.phase: row for row in stored(sight)}
        rows = [
            {"phase": row.phase, "book": row.phase == BOOK, "sequence": row.sequence, "word": row.word}
            | {"digest": row.digest, "received_at": row.received_at}
            for row in sorted(newest.values(), key=lambda row: -row.phase)
        ]
        return own_page("receipts", sight, rows=rows)


def stored(sight: Sight) -> list[EnvelopeRow]:
    """The envelopes of the seat in the order of their numbers."""
    of_seat = select(EnvelopeRow).where(EnvelopeRow.game == sight.game.id, EnvelopeRow.seat == sight.seat)
    return list(sight.session.exec(of_seat.order_by(col(EnvelopeRow.sequence))).all())


@site.get("/games/<game>/seats/<seat>/receipts/<int(max=1000000):phase>.json")
def receipt(game: str, seat: str, phase: int) -> Response:
    """The host's receipt for the newest envelope of a phase, as it was signed."""
    with looking(game, seat) as sight:
        found = [row for row in stored(sight) if row.phase == phase]
        if not found:
            refuse(404, "no-envelope", "No envelope of this seat is stored for this phase.")
        response = Response(json.dumps(statement_form(found[-1].receipt)), mimetype="application/json")
        return sent(response, private=True, kept=True)
