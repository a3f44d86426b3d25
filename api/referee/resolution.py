"""Cut and resolution: two short transactions with the work between them; phases opened anew; games that have stopped.

Invariants:
- the cut fixes what counts, and no envelope is taken after it;
- a resolution is computed from frozen inputs (position, opened envelopes, chance), without a lock;
- it commits whole or not at all: log entry, position, orders, events, mails, the deletion of the phase's private key,
  and the next phase;
- the second to cut or resolve a phase changes nothing: it is cut, or resolved, already;
- a crash between the two leaves a phase that is cut and not resolved; resolving it later gives the same bytes.

The host goes on without games that have stopped. Their people are told, and the host tries again: a resolution ever
more seldom, newer rules at its next start, and both when its operator says so (`ostraka db retry`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import structlog
from sqlmodel import Session

from adjudicator.kernel import Chance, Event, Fallen, Malformed, Order, Resolution, Title
from adjudicator.registry import title as registered_title
from api.games.books import OpenBook, recorded_books
from api.games.game_log import GameLog, seats_aside
from api.games.open_phase import OpenPhase, load_open_phase, open_phase
from api.games.presence import forget_presence
from api.host.host import Host
from api.http.problems import fault
from api.mail_out.outbox import Outbox
from api.mail_out.outdated import await_digests
from api.mail_out.phase_mails import await_mails, write_phase_mails
from api.referee.aliases import reveal_game
from api.referee.deadlines import handle_missed_deadlines, settle_time
from api.rules.outside import outside
from api.store.database import ring
from api.store.lookups import laid, load_game, load_phase, load_seats, newest_envelopes, title_of, unresolved_phase
from api.store.models import CUT, OVER, RESOLVED, STOPPED_AFTER, VOID, EnvelopeRow, Game, PhaseRow, Seat
from api.store.sealed_rows import (
    Archive,
    CountedOrders,
    chance_secret,
    forget_phase_key,
    phase_private,
    recorded_leaves,
)
from schemas.envelopes import Envelope, Leaf, open_envelope
from schemas.errors import ProtocolError
from schemas.keys import chance
from schemas.log import entries
from schemas.log.chain import LogEntry
from schemas.log.entries import Body
from schemas.log.positions import logged_position
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import BOOK

LOG = structlog.get_logger("ostraka.play")
FORM_CLAUSE: Final = "envelope"
ASIDE_CLAUSE: Final = "set-aside"
SET_ASIDE: Final = (
    "the phase could not be resolved with what you had sent ahead, so the organiser set it aside for this phase; "
    "your book stands again"
)


@dataclass(frozen=True)
class Opened:
    """The envelopes of a phase after the cut: their leaves, the orders in them, and what fell already."""

    leaves: Mapping[str, Sequence[Leaf]]
    orders: Mapping[str, Sequence[Order]]
    fallen: Sequence[Fallen]


def advance(host: Host, game: str) -> None:
    """Bring a game as far as it goes without waiting for anybody, and see to those who are awaited."""
    while resolve(host, game):
        pass


@dataclass(frozen=True)
class CutPhase:
    """A phase that is cut, with all that its resolution needs of what is stored."""

    phase: OpenPhase
    envelopes: Mapping[str, EnvelopeRow]
    books: Mapping[str, OpenBook]
    substance: bytes
    private: bytes
    """The private key of the phase, read while no other could resolve the phase and destroy it."""
    aside: Sequence[str] = ()
    """The seats of which the organiser has set aside what they had sent."""


def cut(host: Host, game_id: str) -> CutPhase | None:
    """Close the open phase if it is due, and write to the log what counts; else see to who is missing.

    Answers the phase that is cut, by this or before.
    """

    def written(session: Session) -> CutPhase | None:
        row = unresolved_phase(session, game_id)
        if row is None or row.look_at is None or row.look_at > host.now():
            return None
        phase = load_open_phase(host, session, load_game(session, game_id), row)
        if row.status != CUT and not phase.is_due():
            handle_missed_deadlines(phase)
            return None
        envelopes = newest_envelopes(session, game_id, row.number)
        if row.status != CUT:
            close(phase, envelopes)
        log = GameLog(host, session, game_id)
        substance = log.keying(row.number)
        private = phase_private(host.vault, row)
        return CutPhase(phase, envelopes, phase.new_books, substance, private, seats_aside(log, row.number))

    return outside(partial(host.database.write, game_id), written)


def close(phase: OpenPhase, envelopes: Mapping[str, EnvelopeRow]) -> None:
    """Write to the log what counts, and settle what the phase took of everybody's time."""
    row = phase.row
    row.books = {seat: book.digest for seat, book in phase.books.items()}
    leaves = [to_base64url(leaf) for leaf in cut_leaves(phase.host, phase.game, row, phase.seats, envelopes)]
    GameLog(phase.host, phase.session, row.game).append(entries.Cut(phase=row.number, leaves=leaves))
    row.status, row.look_at = CUT, phase.host.now()
    phase.session.add(row)
    settle_time(phase)
    LOG.info("cut", game=row.game, phase=row.number)


def cut_leaves(
    host: Host, game: Game, row: PhaseRow, seats: Sequence[Seat], envelopes: Mapping[str, EnvelopeRow]
) -> list[bytes]:
    """One salted leaf for every seat, asked or not."""
    secret, leaves = chance_secret(host.vault, game), []
    for seat in seats:
        newest = envelopes.get(seat.name)
        digests = newest.digest if newest else None, row.books.get(seat.name)
        salt = chance.leaf_salt(secret, game.id, row.number, seat.name)
        leaves.append(chance.cut_leaf(salt, *(bytes.fromhex(digest) if digest else None for digest in digests)))
    return leaves


def resolve(host: Host, game_id: str) -> bool:
    """Resolve the phase that is due, or was cut before; False when there is none, or another was there first."""
    found = cut(host, game_id)
    if found is None:
        return False
    phase, opened = found.phase, open_all(found)
    key = chance.phase_key(chance_secret(host.vault, phase.game), found.substance, game_id, phase.row.number)
    entries_of = {seat: book.entries for seat, book in found.books.items()}
    resolution = phase.title.resolve(phase.position, opened.orders, Chance(key), entries_of, found.aside)
    for one in resolution.misread:  # whose it is, is not said
        LOG.warning("misread", game=game_id, phase=phase.row.number, question=one.question, where=one.where)
    told = [Fallen(seat, "", ASIDE_CLAUSE, SET_ASIDE) for seat in found.aside]
    resolution.fallen[:0] = [*opened.fallen, *fallen_books(found.books), *told]
    leaves = recorded_leaves(phase.title, resolution.counted, opened.leaves)
    counted = CountedOrders(resolution.counted, leaves, recorded_books(found.books), resolution.used)
    return commit(host, game_id, phase.row.number, resolution, counted)


def fallen_books(books: Mapping[str, OpenBook]) -> list[Fallen]:
    """The books that are none, to be told to their authors."""
    return [Fallen(seat, "book", FORM_CLAUSE, book.fault) for seat, book in books.items() if book.fault]


def open_all(found: CutPhase) -> Opened:
    """Open the newest envelope of every seat; what does not open or decode falls, and is told to its author."""
    phase, sent = found.phase, found.envelopes
    leaves: dict[str, Sequence[Leaf]] = {}
    orders: dict[str, Sequence[Order]] = {}
    fallen: list[Fallen] = []
    for seat in [seat.name for seat in phase.seats if seat.name in sent]:
        try:
            leaves[seat] = open_envelope(Envelope.parse(sent[seat].raw), found.private)
        except ProtocolError as error:
            fallen.append(Fallen(seat, "", FORM_CLAUSE, f"{error.code}: {error.message}"))
            continue
        orders[seat] = decode(phase.title, seat, leaves[seat], fallen)
    return Opened(leaves, orders, fallen)


def decode(title: Title[Any], seat: str, leaves: Sequence[Leaf], fallen: list[Fallen]) -> list[Order]:
    """The orders in a seat's leaves; those that this title cannot read are put to the fallen."""
    orders: list[Order] = []
    for leaf in leaves:
        try:
            orders.extend(title.decode_orders([leaf.order]))
        except Malformed as error:
            fallen.append(Fallen(seat, str(leaf.order.get("question", ""))[:64], FORM_CLAUSE, str(error)))
    return orders


def commit(host: Host, game_id: str, number: int, resolution: Resolution[Any], counted: CountedOrders) -> bool:
    """Write everything that a resolution led to, at once, and open what comes next; its mails are written later."""

    def written(session: Session) -> bool:
        row = load_phase(session, game_id, number)
        if row.status != CUT:
            return False
        game, seats = load_game(session, game_id), load_seats(session, game_id)
        row.status, row.look_at = RESOLVED, None
        forget_phase_key(session, row)
        session.add(row)
        for seat in seats:
            seat.book = row.books.get(seat.name)
            session.add(seat)
        record_position(host, session, game, seats, number, resolution, counted)
        go_on(host, session, game, seats, resolution.position)
        return True

    if not outside(partial(host.database.write, game_id), written):
        return False
    host.database.erase()
    LOG.info("resolved", game=game_id, phase=number)
    return True


def record_position(
    host: Host,
    session: Session,
    game: Game,
    seats: Sequence[Seat],
    number: int,
    resolution: Resolution[Any],
    counted: CountedOrders,
) -> LogEntry:
    """Store what a phase (0: the deal) led to, and log the salted hash of its position."""
    title = title_of(session, game)
    secret = chance_secret(host.vault, game)
    session.add(Archive(host.vault, title).row(game.id, number, resolution, counted, host.now()))
    await_digests(host, session, seats)
    digest = logged_position(secret, game.id, number, title.encode(resolution.position))
    body = entries.Resolved(phase=number, position=digest) if number else entries.Dealt(phase=0, position=digest)
    return GameLog(host, session, game.id).append(body)


def go_on(host: Host, session: Session, game: Game, seats: Sequence[Seat], position: Any) -> None:
    """Open the next phase, or end the game. Mails are due only when the game comes to wait for somebody."""
    if position.phase is None:
        finish(host, session, game, position)
        await_mails(host, session, game)
        return
    phase = open_phase(host, session, game, title_of(session, game), position, seats)
    if phase.is_awaiting:
        await_mails(host, session, game, phase)


def finish(host: Host, session: Session, game: Game, position: Any) -> None:
    """End the game: outcome and scores are public from now on, and so is the secret."""
    title = title_of(session, game)
    game.status, game.paused_at = OVER, None
    game.places = dict(position.outcome.places)
    game.scores = title.scores(position)
    game.reason = position.outcome.reason
    session.add(game)
    books = load_phase(session, game.id, BOOK)
    books.status = RESOLVED
    forget_phase_key(session, books)
    forget_presence(session, game.id)
    session.add(books)
    reveal_game(host, session, game)
    over = entries.Over(
        places=game.places,
        scores=game.scores,
        reason=game.reason,
        secret=to_base64url(chance_secret(host.vault, game)),
    )
    game.over_at = GameLog(host, session, game.id).append(over).at
    if game.contest is not None:
        ring(session)


def open_in_place(
    host: Host,
    session: Session,
    game: Game,
    void: PhaseRow,
    position: Any,
    event: Event,
    body: Callable[[str], Body],
    fallen: Sequence[Fallen] = (),
) -> None:
    """Void a phase, store and log (`body` of the salted hash) where the game stands instead, and open the next.

    What was sent to the void phase is never opened: its private key is deleted. `event` is all that its report says.
    """
    title = title_of(session, game)
    void.status, void.look_at = VOID, None
    forget_phase_key(session, void)
    session.add(void)
    outcome = Resolution(position, Chance(bytes(32)), title.steps)
    outcome.emit(event)
    outcome.fallen.extend(fallen)
    session.add(Archive(host.vault, title).row(game.id, void.number, outcome, CountedOrders([]), host.now()))
    digest = position_hash(host, game, void.number, title.encode(position))
    GameLog(host, session, game.id).append(body(digest))
    go_on(host, session, game, load_seats(session, game.id), position)
    write_phase_mails(host, session, game)


def position_hash(host: Host, game: Game, phase: int, stored: bytes) -> str:
    """The salted hash by which the log names the position that a phase led to."""
    return logged_position(chance_secret(host.vault, game), game.id, phase, stored)


def tell_stopped(host: Host, game: str) -> None:
    """Write to the organiser of a game that has stopped; where even that fails, the log says so."""
    try:
        with host.database.write(game) as session:
            row, found = unresolved_phase(session, game), load_game(session, game)
            if row is not None:
                Outbox(host, session, found, laid(session, found, registered_title(found.title))).stopped(row.number)
    except Exception as error:
        LOG.error("fault", game=game, mail="stopped", **fault(error))


def set_aside(host: Host, game: str) -> None:
    """Have the worker leave a game alone until it is tried again, and tell its organiser, the first time."""
    with host.database.write(game) as session:
        row = unresolved_phase(session, game)
        if row is None:
            return
        first = not row.is_stopped
        row.faults, row.look_at = max(row.faults + 1, STOPPED_AFTER), None
        session.add(row)
    if first:
        tell_stopped(host, game)
