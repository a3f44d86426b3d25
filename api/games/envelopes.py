"""The desk: takes sealed envelopes, stores them as they came, answers with a receipt.

The hot path of the host. Everything that costs (parsing, the signature, the digests) is done before the lock; under
the lock stands only what another envelope or a cut could have changed meanwhile. The statements go to the driver
itself: a session of the ORM costs more than the cryptography. Envelopes that come at the same time
share a commit (`api.store.group_commit`); the receipt goes out after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

from sqlalchemy import BindParameter, and_, bindparam, func, insert, select
from sqlmodel import Session, SQLModel

from api.access.signing_keys import card_from, refuse_blocked, was_replaced
from api.host.awaited_seats import may_complete, request_look_plainly
from api.host.host import Host
from api.http.problems import refuse
from api.store.database import PHASE_WORK
from api.store.group_commit import Cursor
from api.store.lookups import load_dealt_game, load_phase, load_seat
from api.store.models import OPEN, read_statement
from schemas.documents.receipts import make_receipt
from schemas.envelopes import Desk, Envelope, accept
from schemas.errors import PhaseClosed, SequenceNotNewer, UnknownSigner
from schemas.keys.sealing import phase_key_id
from schemas.statements.canonical import from_base64url
from schemas.statements.payloads import PhaseKeyNotice

PHASES, SEATS, PLAYERS, ENVELOPES, KEYS = (
    SQLModel.metadata.tables[n] for n in ("phases", "seats", "players", "envelopes", "game_keys")
)
GAME: BindParameter[str] = bindparam("at_game")
PHASE: BindParameter[int] = bindparam("at_phase")
SEAT: BindParameter[str] = bindparam("at_seat")

STATE = (
    select(
        PHASES.c.status,
        PHASES.c.awaited,
        PHASES.c.settled_by,
        ENVELOPES.c.sequence,
        ENVELOPES.c.digest,
        ENVELOPES.c.receipt,
    )
    .select_from(
        PHASES.outerjoin(
            ENVELOPES, and_(ENVELOPES.c.game == GAME, ENVELOPES.c.phase == PHASE, ENVELOPES.c.seat == SEAT)
        )
    )
    .where(PHASES.c.game == GAME, PHASES.c.number == PHASE)
    .order_by(ENVELOPES.c.sequence.desc())
    .limit(1)
)
"""What another envelope or a cut changes: is the phase open, whom it awaits, and which envelope is the newest."""

DESK = (
    STATE.add_columns(PHASES.c.statement, func.coalesce(KEYS.c.card, PLAYERS.c.card).label("card"))
    .add_columns(PLAYERS.c.blocked, PLAYERS.c.handle)
    .join(SEATS, and_(SEATS.c.game == GAME, SEATS.c.name == SEAT))
    .join(PLAYERS, PLAYERS.c.handle == SEATS.c.player)
    .outerjoin(KEYS, and_(KEYS.c.game == GAME, KEYS.c.player == SEATS.c.player, KEYS.c.until.is_(None)))
)
"""The same with what no envelope changes: under which rules and key, and who signs."""

FIELDS = ("game", "phase", "seat", "sequence", "word", "digest", "raw", "receipt", "received_at")
STORE = insert(ENVELOPES).values({name: bindparam(name) for name in FIELDS})


class State(NamedTuple):
    """A row of `STATE`."""

    status: str
    awaited: str | None
    settled_by: str
    sequence: int | None
    digest: str | None
    receipt: bytes | None


class Fixed(NamedTuple):
    """The rest of a row of `DESK`."""

    notice: bytes
    card: bytes
    blocked: bool
    handle: str


@dataclass(frozen=True)
class Taken:
    """What the desk answers: the receipt, whether the envelope is new, and whether its phase is to be looked at."""

    receipt: bytes
    new: bool
    completes: bool = True


def take(host: Host, game: str, number: int, seat: str, raw: bytes) -> Taken:
    """Take one envelope. Sending it again changes nothing, but the worker is rung: the first ring may be lost."""
    desk, fixed = look_up(host, game, number, seat)
    try:
        envelope = accept(raw, desk)
    except UnknownSigner:
        require_not_replaced(host, raw)
        raise
    if fixed.blocked:
        refuse_blocked(fixed.handle)
    host.meters.envelope(desk.signer.key_id, len(raw))
    taken = host.database.together.do(game, lambda cursor: put(host, cursor, envelope, raw))
    if taken is None:
        refuse_state(host, envelope)
    if taken.completes:
        host.database.ring(PHASE_WORK)
    return taken


def look_up(host: Host, game: str, number: int, seat: str) -> tuple[Desk, Fixed]:
    """What the host holds against an envelope; where something is not as it should be, `desk_for` says what."""
    found = host.database.first_plainly(DESK, row_key(game, number, seat))
    if found is None:
        with host.database.read() as session:
            return desk_for(session, game, number, seat)
    return desk_of((game, number, seat), found)


def put(host: Host, cursor: Cursor, envelope: Envelope, raw: bytes) -> Taken | None:
    """Under the lock: store a newer envelope; None for an older one, or after its phase has closed."""
    header, now = envelope.header, host.now()
    state = State(*(cursor.first(STATE, row_key(header.game, header.phase, header.seat)) or ()))
    if state.digest == envelope.digest.hex():
        return Taken(bytes(state.receipt or b""), new=False)
    if state.status != OPEN or header.sequence <= (state.sequence or 0):
        return None
    receipt = make_receipt(envelope, now, host.identity).to_json()
    row = {
        "game": header.game,
        "phase": header.phase,
        "seat": header.seat,
        "sequence": header.sequence,
        "word": header.word,
        "digest": envelope.digest.hex(),
        "raw": raw,
        "receipt": receipt,
        "received_at": now,
    }
    cursor.run(STORE, row)
    completes = may_complete(cursor, (header.game, header.phase), header.word, state.awaited, state.settled_by)
    if completes:
        request_look_plainly(cursor, header.game, now)
        host.database.ring_others(cursor)
    return Taken(receipt, new=True, completes=completes)


def refuse_state(host: Host, envelope: Envelope) -> NoReturn:
    """Say why an envelope that was right when it came is not stored: a cut or a newer one came between."""
    header = envelope.header
    with host.database.read() as session:
        state = state_of(session, header.game, header.phase, header.seat)
    if state.status != OPEN:
        raise PhaseClosed(f"phase {header.phase} has been cut; it is too late to send anything for it")
    raise SequenceNotNewer(f"sequence {header.sequence} is not newer than {state.sequence}")


def require_not_replaced(host: Host, raw: bytes) -> None:
    """Say of an envelope that is not signed by who holds the seat when its key was replaced."""
    signer = Envelope.parse(raw).statement.key_id
    with host.database.read() as session:
        if was_replaced(session, signer):
            refuse(403, "key-replaced", f"Key {signer} was replaced: seal again with the player's new key.")


def desk_for(session: Session, game: str, number: int, seat: str) -> tuple[Desk, Fixed]:
    """What the host holds against an envelope for this seat and phase."""
    found = session.execute(DESK, row_key(game, number, seat)).first()
    if found is None:
        load_dealt_game(session, game)
        if load_seat(session, game, seat).player is None:
            refuse(409, "seat-vacant", f"Seat {seat} is vacant: join the game in it to send its orders.")
        load_phase(session, game, number)
        raise LookupError(f"game {game}, phase {number} and seat {seat} exist, but not together")
    return desk_of((game, number, seat), found)


def desk_of(place: tuple[str, int, str], row: Sequence[Any]) -> tuple[Desk, Fixed]:
    """The desk from the row of `DESK` that was found for a game, phase and seat, and whose seat it is."""
    (game, number, seat), changing = place, len(State._fields)
    state, fixed = State(*row[:changing]), Fixed(*row[changing:])
    notice = read_statement(PhaseKeyNotice, bytes(fixed.notice))
    desk = Desk(
        version=notice.version,
        suites=(notice.suite,),
        game=game,
        phase=number,
        phase_key_id=phase_key_id(from_base64url(notice.key, "phase key")),
        phase_open=state.status == OPEN,
        seat=seat,
        signer=card_from(fixed.card),
        sequence=state.sequence or 0,
        newest=bytes.fromhex(state.digest) if state.digest else None,
    )
    return desk, fixed


def state_of(session: Session, game: str, number: int, seat: str) -> State:
    """The state of a phase, and the newest envelope of a seat for it."""
    return State(*session.execute(STATE, row_key(game, number, seat)).one())


def row_key(game: str, number: int, seat: str) -> dict[str, str | int]:
    """The parameters of `STATE` and `DESK`."""
    return {"at_game": game, "at_phase": number, "at_seat": seat}
