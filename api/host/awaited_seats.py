"""What makes the worker look at a game: a time in the row of its open phase, set in the transaction that gives cause.

Nothing has to be remembered, and whoever dies after the commit loses nothing. Not every envelope gives cause: the phase
says for which seats it waits, and by which words they are settled. It only saves work and decides nothing: where it
says nothing every envelope has the phase looked at, and the worker looks at what is stored.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import and_, bindparam, or_, select, update
from sqlmodel import Session, SQLModel

from api.store.database import ring
from api.store.group_commit import Cursor
from api.store.lookups import unresolved_phase
from api.store.models import OPEN
from schemas.statements.payloads import BOOK

SETTLING: Final = {"final": ("final",), "in": ("final", "draft"), "deadline": ()}
"""By what a phase is cut: the words that a seat need not be waited for after."""
PHASES, ENVELOPES = (SQLModel.metadata.tables[name] for name in ("phases", "envelopes"))

NEWEST = (
    select(ENVELOPES.c.word)
    .where(
        ENVELOPES.c.game == bindparam("at_game"),
        ENVELOPES.c.phase == bindparam("at_phase"),
        ENVELOPES.c.seat == bindparam("at_seat"),
    )
    .order_by(ENVELOPES.c.sequence.desc())
    .limit(1)
)
LOOK = (
    update(PHASES)
    .where(
        PHASES.c.game == bindparam("at_game"),
        and_(PHASES.c.number != BOOK, PHASES.c.status == OPEN, PHASES.c.faults == 0),
        or_(PHASES.c.look_at.is_(None), PHASES.c.look_at > bindparam("now")),
    )
    .values(look_at=bindparam("now"))
)


def request_look(session: Session, game: str, now: datetime) -> None:
    """Have the worker look at a game after this transaction. One that failed keeps its pause."""
    row = unresolved_phase(session, game)
    if row is not None and row.faults == 0:
        row.look_at = now
        session.add(row)
    ring(session)


def request_look_plainly(cursor: Cursor, game: str, now: datetime) -> None:
    """The same by the driver's own cursor; who commits rings the worker."""
    cursor.run(LOOK, {"at_game": game, "now": now})


def may_complete(cursor: Cursor, place: tuple[str, int], word: str, awaited: str | None, settled_by: str) -> bool:
    """May an envelope with this word, which is stored, have made its phase due?

    Whoever withdraws leaves it to their book, which may answer.
    """
    if awaited is None:
        return True
    if word != "withdrawn" and word not in settled_by.split():
        return False
    return all(newest_word(cursor, *place, seat) in settled_by.split() for seat in awaited.split())


def newest_word(cursor: Cursor, game: str, phase: int, seat: str) -> str | None:
    """The word of a seat's newest envelope."""
    found = cursor.first(NEWEST, {"at_game": game, "at_phase": phase, "at_seat": seat})
    return None if found is None else str(found[0])
