"""What a seat is asked, with options and default, from its own view."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from sqlmodel import Session

from adjudicator import kernel
from adjudicator.kernel import Title
from api.games.open_phase import OpenPhase
from api.host.host import Host
from api.http.answers import statement_form
from api.openapi.game_answers import Offer, OfferOption, OwnBook, OwnCut, Question, Questions, UnaskedOrder, View
from api.reports.game_summaries import phase_fields
from api.reports.scenes import Retelling
from api.store.lookups import load_phase, load_resolution, newest_envelope, title_of
from api.store.models import VOID, Game, ResolutionRow
from api.store.sealed_rows import Archive, chance_secret, latest
from schemas.keys import chance
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import BOOK

MOST_OPTIONS = 200


def describe_questions(phase: OpenPhase, seat: str) -> Questions:
    """The open phase with what it asks of a seat, worked out from the seat's own view, and what the seat has sent."""
    title, view = phase.title, phase.title.view(phase.position, seat)
    newest = newest_envelope(phase.session, phase.game.id, phase.row.number, seat)
    return Questions(
        **phase_fields(phase),
        book=describe_book(phase, seat),
        questions=[describe_question(title, view, seat, ask.name) for ask in title.asked_of(view, seat)],
        unasked=[
            UnaskedOrder(question=name, orders=title.order_schema(name))
            for name, kind in title.questions.items()
            if kind.unasked
        ],
        sequence=newest.sequence if newest else 0,
        word=newest.word if newest else None,
    )


def describe_book(phase: OpenPhase, seat: str) -> OwnBook:
    """A seat's own book: the key for it, what was sent last, and what it would do now."""
    newest = newest_envelope(phase.session, phase.game.id, BOOK, seat)
    view = phase.title.view(phase.with_books, seat)
    foreseen = [phase.title.foreseen(view, seat, ask.name) for ask in phase.title.asked_of(view, seat)]
    return OwnBook(
        key=statement_form(load_phase(phase.session, phase.game.id, BOOK).statement),
        sequence=newest.sequence if newest else 0,
        word=newest.word if newest else None,
        in_force=newest is not None and any(s.name == seat and s.book == newest.digest for s in phase.seats),
        foreseen=[line for lines in foreseen for line in lines],
    )


def describe_question(title: Title[Any], view: Any, seat: str, name: str) -> Question:
    """One question with its first options."""
    options = list(islice(title.options(view, seat, name), MOST_OPTIONS + 1))
    return Question(
        question=name,
        prompt=title.prompt(view, seat, name),
        subjects=title.subjects(title.ask(view, seat, name)),
        orders=title.order_schema(name),
        default=title.order_to_dict(title.default(view, seat, name)),
        options=[title.order_to_dict(order) for order in options[:MOST_OPTIONS]],
        more=len(options) > MOST_OPTIONS or not title.question(name).listed,
        offer=describe_offer(title.offer(view, seat, name)),
    )


def describe_offer(offer: kernel.Offer | None) -> Offer | None:
    """The choice that a question begins with."""
    if offer is None:
        return None
    options = [
        OfferOption(value=one.value, words=one.words, subjects=[*one.subjects], most=one.most) for one in offer.options
    ]
    return Offer(
        kind=offer.kind,
        fields=[*offer.fields],
        asks=offer.asks,
        options=options,
        least=offer.least,
        most=offer.most,
    )


def describe_view(
    host: Host, session: Session, game: Game, seat: str | None, after: int | None = None, told: int | None = None
) -> View:
    """The position as a seat or a spectator may know it, as data and as a board: now, after a phase or inside it."""
    title = title_of(session, game)
    if after is not None and told is not None:
        position = Retelling(host, session, game, seat).position(after, told)
    else:
        row = latest(session, game.id) if after is None else load_resolution(session, game.id, after)
        position = Archive(host.vault, title).position(row)
    view = title.view(position, seat)
    return View(
        game=game.id,
        phase=view.phase.number if view.phase else None,
        view=json.loads(title.encode(view)),
        text=title.show(view),
    )


def events_by_phase(
    archive: Archive, rows: Sequence[ResolutionRow], seat: str | None
) -> Iterator[tuple[ResolutionRow, list[dict[str, Any]]]]:
    """Each phase with the events that a seat or a spectator may know."""
    title = archive.title
    view = title.view(archive.position(rows[-1]), seat) if rows else None
    for row in rows:
        yield row, [title.event_to_dict(event, view) for event in title.events_for(archive.events(row), seat)]


def describe_cut(host: Host, session: Session, game: Game, phase: int, seat: str) -> OwnCut | None:
    """A seat's own leaf in the cut of a phase; None for the setup and for a phase that was undone."""
    if phase == 0 or (row := load_phase(session, game.id, phase)).status == VOID:
        return None
    newest = newest_envelope(session, game.id, phase, seat)
    salt = chance.leaf_salt(chance_secret(host.vault, game), game.id, phase, seat)
    return OwnCut(
        salt=to_base64url(salt),
        digest=digest_in_base64(newest.digest if newest else None),
        book=digest_in_base64(row.books.get(seat)),
    )


def digest_in_base64(digest: str | None) -> str | None:
    """A digest as answers spell it, from the hex digits in which it is stored."""
    return to_base64url(bytes.fromhex(digest)) if digest else None
