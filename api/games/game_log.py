"""The log of a game in the database: append-only, one index once.

An entry is appended in the transaction that does what it tells; two who append the same index cannot both
commit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sqlmodel import Session, col, func, select

from api.host.host import Host
from api.store.database import announce
from api.store.models import LogRow
from schemas.documents.key_successions import successions
from schemas.log.chain import LogEntry, append, substance
from schemas.log.entries import Acted, Body, Cut, Rekeyed, Reopened, Started
from schemas.statements.statements import Statement


@dataclass(frozen=True)
class GameLog:
    """The log of one game, in the transaction at hand."""

    host: Host
    session: Session
    game: str

    def append(self, body: Body) -> LogEntry:
        """Write what happened, signed by the host."""
        entry = append(self.last(), game=self.game, body=body, at=self.host.now(), host=self.host.identity)
        row = LogRow(game=self.game, index=entry.index, kind=entry.kind, statement=entry.statement.to_json())
        self.session.add(row)
        self.session.flush()
        announce(self.session, self.game)
        return entry

    def last(self) -> LogEntry | None:
        """The newest entry."""
        row = self.session.exec(
            select(LogRow).where(LogRow.game == self.game).order_by(col(LogRow.index).desc()).limit(1)
        ).first()
        return read_entry(row.statement) if row else None

    def length(self) -> int:
        """How many entries it has."""
        return self.session.exec(select(func.count(col(LogRow.id))).where(LogRow.game == self.game)).one()

    def keying(self, phase: int) -> bytes:
        """What keys the dice of a phase: the substance of the log up to and with its cut (0, the deal: the start).

        Where it was made void, the log before the entry that says so: that entry tells already what came of the dice.
        """
        entries = self.entries()
        for end in range(len(entries), 0, -1):
            body = entries[end - 1].body
            if isinstance(body, Reopened) and body.phase == phase:
                return substance(entries[: end - 1])
            if (isinstance(body, Cut) and body.phase == phase) or (isinstance(body, Started) and phase == 0):
                return substance(entries[:end])
        raise LookupError(f"the log of {self.game} has no entry that keys phase {phase}")

    def entries(self) -> list[LogEntry]:
        """The whole log."""
        return self.read(self.session, self.game)

    @staticmethod
    def read(session: Session, game: str) -> list[LogEntry]:
        """The whole log of a game."""
        rows = session.exec(select(LogRow).where(LogRow.game == game).order_by(col(LogRow.index))).all()
        return [read_entry(row.statement) for row in rows]

    def statements(self) -> list[Statement]:
        """The whole log, as it was signed."""
        return [entry.statement for entry in self.entries()]


def key_changes(session: Session, game: str) -> dict[str, str]:
    """By key, the one that replaced it in a game."""
    changing = col(LogRow.kind).in_((Rekeyed.kind, Acted.kind))
    rows = session.exec(select(LogRow).where(LogRow.game == game, changing).order_by(col(LogRow.index))).all()
    return successions(read_entry(row.statement).body for row in rows)


@lru_cache(maxsize=4096)
def read_entry(stored: bytes) -> LogEntry:
    """An entry from its row. Kept, because every resolution reads the whole log for what keys its dice."""
    return LogEntry.from_statement(Statement.parse(stored, len(stored)))
