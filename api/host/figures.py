"""What a host's operator has to watch, counted: from the database, and from the folders of keys and backups.

`ostraka status`, `/metrics` and readiness all read it here. Nothing is counted in a process, so that every process of a
host says the same; what is counted is found by indexes, however many games are over. Only the operator gets to see it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from sqlmodel import Session, case, col, func, select, text

from adjudicator.registry import title, titles
from api.store.database import Database, newest, schema_of
from api.store.lookups import IS_UNRESOLVED
from api.store.models import (
    BOUNCED,
    HELD,
    INVITING,
    OPEN,
    RUNNING,
    STOPPED_AFTER,
    ContestRow,
    Game,
    MailRow,
    PhaseRow,
    Player,
)
from api.store.vault import PhaseKeys

IS_DUE: Final = text("mails.status = 'due'")
HAS_FAILED: Final = text("mails.status IN ('held', 'bounced')")
"""In the words of their indexes."""
SINCE: Final = func.coalesce(col(MailRow.due_since), col(MailRow.next_try))
"""Since when a mail is due, however often it was tried in vain; of one that waits on purpose, from when on."""
FULL: Final = 16 << 20
"""Fewer free bytes than this and nothing can be promised to be written."""


@dataclass(frozen=True)
class Phases:
    """The phases that are open, or cut and not resolved yet."""

    unresolved: int
    due: int
    """To be looked at now: as long as workers keep up, hardly any."""
    oldest_due: datetime | None
    past_their_time: int
    """Open beyond deadline and grace, because they wait for somebody as their terms say, or for a worker."""


@dataclass(frozen=True)
class Mails:
    """The mails that should have gone out."""

    due: int
    oldest_due: datetime | None
    tried: int
    """Of these, so many have been tried in vain."""
    held: int
    """They cannot be built."""


@dataclass(frozen=True)
class Bounced:
    """An address that mail comes back from, in the operator's list."""

    player: str | None
    address: str | None
    mails: int
    newest: datetime


@dataclass(frozen=True)
class Room:
    """How much room there is, in bytes; null: it is not this machine's to say."""

    database: int
    free: int | None
    free_for_keys: int | None


@dataclass(frozen=True)
class Figures:
    """A host at one moment."""

    at: datetime
    games: Mapping[str, int]
    phases: Phases
    stopped: Sequence[str]
    stopped_contests: Sequence[str]
    mails: Mails
    bounced: Sequence[Bounced]
    room: Room


@dataclass(frozen=True)
class Versions:
    """What runs here, and what it finds."""

    rules: Mapping[str, str]
    database: str | None
    needed: str


def versions(database: Database) -> Versions:
    """The rules of every title, and the schema of the database with the one that this release needs."""
    return Versions({name: title(name).version for name in titles()}, schema_of(database), newest())


def gather(database: Database, now: datetime) -> Figures:
    """Count everything, in one snapshot. The schema has to be the newest."""
    with database.read() as session:
        return Figures(
            at=now,
            games={status: count(session, Game.status == status) for status in (INVITING, RUNNING)},
            phases=phases(session, now),
            stopped=session.exec(
                select(PhaseRow.game).where(IS_UNRESOLVED, PhaseRow.faults >= STOPPED_AFTER).order_by(PhaseRow.game)
            ).all(),
            stopped_contests=session.exec(
                select(ContestRow.id).where(ContestRow.faults >= STOPPED_AFTER).order_by(ContestRow.id)
            ).all(),
            mails=mails(session, now),
            bounced=bounced(session),
            room=room(database),
        )


def count(session: Session, *where: Any) -> int:
    """How many rows there are."""
    return session.exec(select(func.count()).where(*where)).one()


def phases(session: Session, now: datetime) -> Phases:
    """Those that go on. Number 0 keeps the key of the books, and is never due."""
    due = (IS_UNRESOLVED, col(PhaseRow.look_at) <= now)
    ends = func.coalesce(col(PhaseRow.grace_until), col(PhaseRow.deadline))
    return Phases(
        unresolved=count(session, IS_UNRESOLVED, PhaseRow.number > 0),
        due=count(session, *due),
        oldest_due=session.exec(select(func.min(PhaseRow.look_at)).where(*due)).one(),
        past_their_time=count(session, IS_UNRESOLVED, PhaseRow.status == OPEN, ends < now),
    )


def mails(session: Session, now: datetime) -> Mails:
    """Those that should be gone by now."""
    tried = func.sum(case((col(MailRow.attempts) > 0, 1), else_=0))
    due, oldest, in_vain = session.exec(select(func.count(), func.min(SINCE), tried).where(IS_DUE, now >= SINCE)).one()
    held = count(session, HAS_FAILED, MailRow.status == HELD)
    return Mails(due, oldest, in_vain or 0, held)


def bounced(session: Session) -> Sequence[Bounced]:
    """Whose mail came back, the newest first, unless they have given another address since."""
    address = func.coalesce(col(MailRow.address), col(Player.email))
    rows = session.exec(
        select(MailRow.player, address, func.count(), func.max(MailRow.created_at))
        .outerjoin(Player, col(Player.handle) == MailRow.player)
        .where(HAS_FAILED, MailRow.status == BOUNCED)
        .where(col(MailRow.address).is_not(None) | (func.coalesce(col(Player.bounces), 0) > 0))
        .group_by(MailRow.player, address)
        .order_by(func.max(MailRow.created_at).desc())
    ).all()
    return [Bounced(*row) for row in rows]


def room(database: Database) -> Room:
    """The size of the database, and what is free on the disks that this machine knows of."""
    keys = database.phase_keys
    free = shutil.disk_usage(keys.folder).free if keys is not None and keys.folder.is_dir() else None
    return Room(database.kind.size(), database.kind.free(), free)


def can_write(database: Database) -> bool:
    """Is there room for what is promised to be stored, and a folder for the keys of open phases that takes them?"""
    keys = database.phase_keys
    found = room(database)
    free = [one for one in (found.free, found.free_for_keys) if one is not None]
    return all(one >= FULL for one in free) and (keys is None or is_writable(keys))


def is_writable(keys: PhaseKeys) -> bool:
    """Is the folder there, and may files be made and removed in it?"""
    return keys.folder.is_dir() and os.access(keys.folder, os.W_OK | os.X_OK)


def newest_backup(folder: Path) -> datetime | None:
    """When the newest file of a folder of backups was written; None where there is none.

    Hidden ones are in the making.
    """
    found = folder.iterdir() if folder.is_dir() else ()
    files = [one.stat() for one in found if one.is_file() and not one.name.startswith(".")]
    times = [one.st_mtime for one in files if one.st_size]
    return datetime.fromtimestamp(max(times), UTC) if times else None
