"""A game's log in the database, append-only.

An entry is appended in the transaction that does what it tells; two who append the same index cannot both commit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sqlmodel import Session, SQLModel, bindparam, col, func, select

from api.host.host import Host
from api.store.database import announce
from api.store.models import ActRow, LogRow
from schemas.documents.log_in_words import entry_sentence
from schemas.documents.successions import successions
from schemas.keys.identities import Identity
from schemas.log.chain import NOT_KEYING, LogEntry, append, combined
from schemas.log.checkpoints import Checkpoint, sign_checkpoint
from schemas.log.entries import (
    Acted,
    Body,
    Cut,
    Dealt,
    Rekeyed,
    Reopened,
    Resolved,
    RulesChanged,
)
from schemas.statements.payloads import Act, SetAside
from schemas.statements.statements import Statement

LOG: Final = SQLModel.metadata.tables["log"]
NEWEST: Final = select(LOG.c.statement).where(LOG.c.game == bindparam("of_game")).order_by(LOG.c.index.desc()).limit(1)


@dataclass(frozen=True)
class GameLog:
    """The log of one game, in the transaction at hand."""

    host: Host
    session: Session
    game: str

    def append(self, body: Body) -> LogEntry:
        """Write what happened, signed by the host."""
        entry = append(self.last(), game=self.game, body=body, at=self.host.now(), host=self.host.identity)
        self.session.add(log_row(entry))
        self.session.flush()
        if not isinstance(body, Cut):  # no news for anybody before it is resolved
            announce(self.session, self.game)
        return entry

    def last(self) -> LogEntry | None:
        """The newest entry."""
        newest = select(LogRow.statement).where(LogRow.game == self.game).order_by(col(LogRow.index).desc()).limit(1)
        stored = self.session.exec(newest).first()
        return read_entry(stored) if stored else None

    def checkpoint(self) -> Checkpoint:
        """The host's signature under the whole log; every log has its first entry."""
        newest = self.last()
        if newest is None:
            raise ValueError(f"the log of {self.game} has no entry")
        return checkpoint_at(self.host, newest)

    def length(self) -> int:
        """How many entries it has."""
        newest = self.session.exec(select(func.max(LogRow.index)).where(LogRow.game == self.game)).one()
        return 0 if newest is None else newest + 1

    def keying(self, phase: int) -> bytes:
        """What keys the dice of a phase: the substance of the log up to and with its cut (0: before the deal).

        Where it was made void, the log before the entry that says so: that entry tells already what came of the dice.
        """
        about = (col(LogRow.kind).in_((Dealt.kind, Cut.kind, Reopened.kind)), LogRow.phase == phase)
        keying = select(LogRow.index, LogRow.kind).where(LogRow.game == self.game, *about)
        found = self.session.exec(keying.order_by(col(LogRow.index).desc()).limit(1)).first()
        if found is None:  # it is about to be dealt
            return self.substance()
        index, kind = found
        return self.substance(index + 1 if kind == Cut.kind else index)

    def substance(self, length: int | None = None) -> bytes:
        """The substance of the log, or of its beginning of that length."""
        keying = select(LogRow.substance).where(LogRow.game == self.game, col(LogRow.substance).is_not(None))
        found = self.session.exec(keying if length is None else keying.where(LogRow.index < length)).all()
        return combined(part for part in found if part is not None)

    def entries(self, begin: int = 0, end: int | None = None) -> list[LogEntry]:
        """The log, or its entries from the index `begin` on, up to without that of `end`."""
        return read_log(self.session, self.game, begin, end)

    def end_of(self, phase: int) -> int | None:
        """The index of the entry with which a phase was over; None where it is not."""
        ends = (LogRow.phase == phase, col(LogRow.kind).in_((Resolved.kind, Reopened.kind, RulesChanged.kind)))
        last = select(LogRow.index).where(LogRow.game == self.game, *ends).order_by(col(LogRow.index).desc()).limit(1)
        return self.session.exec(last).first()


def seats_aside(log: GameLog, phase: int) -> list[str]:
    """The seats of which the organiser set aside what they had sent ahead for a phase that could not be resolved."""
    kept = (ActRow.game == log.game, ActRow.act == "set-aside")
    rows = log.session.exec(select(ActRow.statement).where(*kept).order_by(col(ActRow.id))).all()
    acts = [Statement.parse(row, len(row)).read(Act).act for row in rows]
    return list(dict.fromkeys(act.seat for act in acts if isinstance(act, SetAside) and act.phase == phase))


def newest_checkpoint(host: Host, game: str) -> Checkpoint | None:
    """The checkpoint of a game's log, without the ORM: every receipt comes with one."""
    found = host.database.first_plainly(NEWEST, {"of_game": game})
    return checkpoint_at(host, read_entry(bytes(found[0]))) if found else None


def checkpoint_at(host: Host, newest: LogEntry) -> Checkpoint:
    """The host's signature under a log that ends in this entry."""
    return _signed(host.identity, newest.entry.game, newest.index + 1, newest.hash)


@lru_cache(maxsize=4096)
def _signed(identity: Identity, game: str, count: int, head: bytes) -> Checkpoint:
    return sign_checkpoint(game, count, head, identity)


def read_log(session: Session, game: str, begin: int = 0, end: int | None = None) -> list[LogEntry]:
    """The log of a game, or its entries from the index `begin` on, up to without that of `end`."""
    rows = select(LogRow.statement).where(LogRow.game == game, LogRow.index >= begin)
    rows = rows if end is None else rows.where(LogRow.index < end)
    return [read_entry(stored) for stored in session.exec(rows.order_by(col(LogRow.index))).all()]


def log_row(entry: LogEntry) -> LogRow:
    """The row of an entry."""
    return LogRow(
        game=entry.entry.game,
        index=entry.index,
        kind=entry.kind,
        phase=getattr(entry.body, "phase", None),
        substance=None if entry.kind in NOT_KEYING else entry.substance,
        statement=entry.statement.to_json(),
    )


def key_changes(session: Session, game: str) -> dict[str, str]:
    """By key, the one that replaced it in a game."""
    changing = col(LogRow.kind).in_((Rekeyed.kind, Acted.kind))
    rows = session.exec(select(LogRow).where(LogRow.game == game, changing).order_by(col(LogRow.index))).all()
    return successions(read_entry(row.statement).body for row in rows)


@lru_cache(maxsize=4096)
def read_entry(stored: bytes) -> LogEntry:
    """An entry from its row. Kept, because feeds and pages read the same ones again and again."""
    return LogEntry.from_statement(Statement.parse(stored, len(stored)))


def sentences_between(log: GameLog, after: int, last: int) -> list[str]:
    """What is in the log after the resolution of phase `after`, up to that of `last`; such spans never overlap."""
    begin, end = log.end_of(after), log.end_of(last)
    entries = log.entries(0 if begin is None else begin + 1, end)
    in_the_report = (Reopened, RulesChanged)
    lines = [entry_sentence(entry) for entry in entries if not isinstance(entry.body, in_the_report)]
    return [line for line in lines if line]
