"""The record of a finished game, put together from the database once: it never changes, so its bytes are kept."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import structlog
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session

from api.access.signing_keys import card_from, stored_card
from api.games.books import load_book
from api.games.game_log import GameLog
from api.games.statements import form
from api.host.host import Host
from api.http.problems import fault
from api.store.lookups import (
    load_components,
    load_finished_game,
    load_phase,
    load_seats,
    newest_envelopes,
    title_of,
)
from api.store.models import VOID, Game, RecordRow, ResolutionRow
from api.store.sealed_rows import Archive, CountedOrders, chance_secret, resolutions
from schemas.documents.successions import named
from schemas.envelopes import Envelope
from schemas.keys.identities import Card
from schemas.log.chain import LogEntry
from schemas.record import Record, RecordedEnvelope, RecordedLeaf, RecordedOrder, RecordedPhase
from schemas.record.form import published
from schemas.statements.canonical import to_base64url

LOG = structlog.get_logger("ostraka.records")
_COMPOSING: Final = threading.Lock()
"""Whoever asks for a record that is not kept yet waits here: many who ask at once cost no more than one."""


def packed_record(host: Host, game: str) -> bytes:
    """The record of a finished game: its JSON, gzipped."""
    if (kept := find_kept(host, game)) is not None:
        return kept
    with _COMPOSING:
        return find_kept(host, game) or keep(host, game)


def find_kept(host: Host, game: str) -> bytes | None:
    """The record if it was put together before; refuses where the game is not over."""
    with host.database.read() as session:
        load_finished_game(session, game)
        row = session.get(RecordRow, game)
        return row.packed if row else None


def keep(host: Host, game: str) -> bytes:
    """Put a record together and keep it; where nothing can be written it is only put together."""
    with host.database.read() as session:
        composed = compose(host, session, load_finished_game(session, game))
    packed = gzip.compress(composed.to_json(), mtime=0)
    try:
        with host.database.write() as session:
            session.merge(RecordRow(game=game, packed=packed))
    except DBAPIError as error:
        LOG.error("fault", game=game, **fault(error))
    return packed


def compose(host: Host, session: Session, game: Game) -> Record:
    """Everything that anybody needs to check a finished game; of its orders and books only that."""
    archive = Archive(host.vault, title_of(session, game))
    seats = load_seats(session, game.id)
    log = GameLog(host, session, game.id).entries()
    return Record(
        game=game.id,
        title=game.title,
        version=load_phase(session, game.id, 1).notice.version,
        scenario=game.opened.scenario,
        seats=[seat.name for seat in seats],
        options=game.opened.options,
        components=load_components(session, game),
        host_key=to_base64url(host.identity.signing_key),
        secret=to_base64url(chance_secret(host.vault, game)),
        players=[form(card.statement) for card in cards_of(session, game, log)],
        log=[form(entry.statement) for entry in log],
        phases=recorded_phases(session, archive, resolutions(session, game.id, 0)),
    )


def cards_of(session: Session, game: Game, log: Sequence[LogEntry]) -> list[Card]:
    """The cards of the organiser and of all who have held a seat, with every key that spoke for them in the game."""
    stored = {key: stored_card(session, game.id, key) for key in named(entry.body for entry in log)}
    cards = [card_from(card) for card in stored.values() if card is not None]
    return sorted(cards, key=lambda card: (card.handle, card.key_id))


def recorded_phases(session: Session, archive: Archive, rows: Sequence[ResolutionRow]) -> list[RecordedPhase]:
    """What had arrived at each cut, and what was carried out; of what did not count the hashes alone."""
    every = [archive.counted(row) for row in rows]
    phases = [recorded_phase(session, archive, row, counted) for row, counted in zip(rows, every, strict=True)]
    return published(phases, [counted.used for counted in every])


def recorded_phase(session: Session, archive: Archive, row: ResolutionRow, counted: CountedOrders) -> RecordedPhase:
    """One phase, with whole books; of one that was voided nothing that was sent to it."""
    envelopes = []
    if (phase := load_phase(session, row.game, row.phase)).status == VOID:
        rules_changed = load_phase(session, row.game, row.phase + 1).notice.version != phase.notice.version
        position = position_before(session, archive, row) if rules_changed else msgspec.UNSET
        return RecordedPhase(row.phase, [], [], [], position)
    sent = newest_envelopes(session, row.game, row.phase)
    for seat in [seat.name for seat in load_seats(session, row.game) if seat.name in sent]:
        header = form(Envelope.parse(sent[seat].raw).statement)
        envelopes.append(RecordedEnvelope(seat, header, counted.leaves.get(seat)))
    orders = [RecordedOrder(one.seat, one.question, one.source, one.order) for one in counted.orders]
    books = [recorded_book(session, row, seat, leaves) for seat, leaves in counted.books.items()]
    return RecordedPhase(row.phase, envelopes, orders, books)


def position_before(session: Session, archive: Archive, row: ResolutionRow) -> dict[str, Any]:
    """The position at which a phase was open, as it was stored: where the rules changed it begins what comes after.

    Of the books it has those that the newer rules could read.
    """
    before = next(one for one in resolutions(session, row.game, row.phase - 2) if one.phase == row.phase - 1)
    position: dict[str, Any] = msgspec.json.decode(archive.stored_position(before))
    left = msgspec.json.decode(archive.stored_position(row))["books"]
    return {**position, "books": {seat: book for seat, book in position["books"].items() if seat in left}}


def recorded_book(
    session: Session, row: ResolutionRow, seat: str, leaves: list[RecordedLeaf] | None
) -> RecordedEnvelope:
    """A book that the cut of a phase put in force."""
    stored = load_book(session, row.game, seat, load_phase(session, row.game, row.phase).books[seat])
    return RecordedEnvelope(seat, form(Envelope.parse(stored.raw).statement), leaves)
