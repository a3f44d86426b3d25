"""What a seat, or a spectator, may know: questions, views and reports."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

from flask import Response
from sqlmodel import Session

from adjudicator.kernel import Order, Title
from api import told as answers
from api.answers import answer, shown
from api.archive import Archive, chance_secret, latest, resolutions
from api.bodies import GamePath, SeatPath, Since
from api.codes import DEALT, HOLDER
from api.house import House, this_house
from api.loaders import load_dealt_game, load_own_seat, load_phase, newest_envelope, title_of
from api.models import VOID, Game, ResolutionRow
from api.phases import Open
from api.views.documented import blueprint, refuses
from api.views.games import load_open, told_phase
from schemas import chance
from schemas.canonical import to_base64url
from schemas.payloads import BOOK

seats = blueprint("seats", __doc__)
MOST_OPTIONS = 200


@seats.get(
    "/games/<game>/seats/<seat>/questions",
    summary="What is asked of one's own seat",
    responses={200: answers.Questions},
)
@refuses(*DEALT, *HOLDER, "no-open-phase")
def get_questions(path: SeatPath) -> Response:
    """The open phase with what it asks of this seat, and what this seat has sent."""
    house = this_house()
    with house.database.read() as session:
        game = load_dealt_game(session, path.game)
        load_own_seat(house, session, game.id, path.seat)
        told = told_questions(load_open(house, session, game), path.seat)
    return answer(told, private=True)


@seats.get("/games/<game>/view", summary="The position as a spectator knows it", responses={200: answers.View})
@refuses(*DEALT)
def get_public_view(path: GamePath) -> Response:
    """The board that everybody sees."""
    house = this_house()
    with house.database.read() as session:
        return answer(told_view(house, session, load_dealt_game(session, path.game), None))


@seats.get(
    "/games/<game>/seats/<seat>/view", summary="The position as one's own seat knows it", responses={200: answers.View}
)
@refuses(*DEALT, *HOLDER)
def get_view(path: SeatPath) -> Response:
    """The board that this seat sees."""
    house = this_house()
    with house.database.read() as session:
        game = load_dealt_game(session, path.game)
        load_own_seat(house, session, game.id, path.seat)
        return answer(told_view(house, session, game, path.seat), private=True)


@seats.get(
    "/games/<game>/report", summary="What happened, as everybody may know it", responses={200: answers.PublicReport}
)
@refuses(*DEALT)
def get_public_report(path: GamePath, query: Since) -> Response:
    """The public events of the resolved phases."""
    house = this_house()
    with house.database.read() as session:
        game = load_dealt_game(session, path.game)
        archive = Archive(house.vault, title_of(session, game))
        rows = resolutions(session, game.id, query.since)
        told = [{"phase": row.phase, "events": told_events(archive, row, None)} for row in rows[: query.limit]]
    return answer({"game": game.id, "phases": told, "more": len(rows) > query.limit})


@seats.get(
    "/games/<game>/seats/<seat>/report",
    summary="What happened, as one's own seat may know it",
    responses={200: answers.Report},
)
@refuses(*DEALT, *HOLDER)
def get_report(path: SeatPath, query: Since) -> Response:
    """A seat's events, its orders that fell, and its own leaf in each cut."""
    house = this_house()
    with house.database.read() as session:
        game = load_dealt_game(session, path.game)
        load_own_seat(house, session, game.id, path.seat)
        archive = Archive(house.vault, title_of(session, game))
        rows = resolutions(session, game.id, query.since)
        told = [
            {
                "phase": row.phase,
                "events": told_events(archive, row, path.seat),
                "fallen": [
                    {"question": fallen.question, "clause": fallen.clause, "message": fallen.message}
                    for fallen in archive.fallen(row, path.seat)
                ],
                "cut": told_cut(house, session, game, row.phase, path.seat),
            }
            for row in rows[: query.limit]
        ]
    page = {"phases": told, "more": len(rows) > query.limit}
    return answer({"game": game.id, "seat": path.seat} | page, private=True)


def told_questions(phase: Open, seat: str) -> dict[str, Any]:
    """The open phase with what it asks of a seat, its book, and what it has sent."""
    newest = newest_envelope(phase.session, phase.game.id, phase.row.number, seat)
    told = told_phase(phase) | {"book": own_book(phase, seat)} | asked_of(phase, seat)
    return told | {"sequence": newest.sequence if newest else 0, "word": newest.word if newest else None}


def asked_of(phase: Open, seat: str) -> dict[str, Any]:
    """The questions put to a seat, with options and default; worked out from its own view."""
    title, view = phase.title, phase.title.view(phase.position, seat)
    return {
        "questions": [question(title, view, seat, ask.question) for ask in title.asked_of(view, seat)],
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
    foreseen = [phase.title.foreseen(view, seat, ask.question) for ask in phase.title.asked_of(view, seat)]
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
        "schema": title.order_schema(name),
        "default": plain(title.default(view, seat, name)),
        "options": [plain(order) for order in options[:MOST_OPTIONS]],
        "more": len(options) > MOST_OPTIONS,
    }


def told_view(house: House, session: Session, game: Game, seat: str | None) -> dict[str, Any]:
    """The position as a seat or a spectator may know it, as data and as a plain board."""
    title = title_of(session, game)
    view = title.view(Archive(house.vault, title).position(latest(session, game.id)), seat)
    return {
        "game": game.id,
        "phase": view.phase.number if view.phase else None,
        "view": json.loads(title.encode(view)),
        "text": title.show(view),
    }


def told_events(archive: Archive, row: ResolutionRow, seat: str | None) -> list[dict[str, Any]]:
    """The events of a phase that a seat or a spectator may know."""
    known = archive.title.events_for(archive.events(row), seat)
    return [archive.title.event_to_dict(event) for event in known]


def told_cut(house: House, session: Session, game: Game, phase: int, seat: str) -> dict[str, Any] | None:
    """A seat's own leaf in the cut of a phase: its salt, and the digest of the envelope that counted."""
    if phase == 0 or load_phase(session, game.id, phase).status == VOID:
        return None
    newest = newest_envelope(session, game.id, phase, seat)
    salt = chance.leaf_salt(chance_secret(house.vault, game), game.id, phase, seat)
    row = load_phase(session, game.id, phase)
    return {
        "salt": to_base64url(salt),
        "digest": told_digest(newest.digest if newest else None),
        "book": told_digest(row.books.get(seat)),
    }


def told_digest(digest: str | None) -> str | None:
    """A stored digest as it is told."""
    return to_base64url(bytes.fromhex(digest)) if digest else None
