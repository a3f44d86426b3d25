"""The log of a game in the database: append-only, one index once.

Whoever appends does so in the transaction that does what the entry tells; two who append the same index cannot both
commit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from api.house import House
from api.models import LogRow
from schemas.entries import Body
from schemas.log import LogEntry, append
from schemas.statements import Statement


@dataclass(frozen=True)
class GameLog:
    """The log of one game, in the transaction at hand."""

    house: House
    session: Session
    game: str

    def append(self, body: Body) -> LogEntry:
        """Write what happened, signed by the host."""
        entry = append(self.last(), game=self.game, body=body, at=self.house.now(), host=self.house.identity)
        row = LogRow(game=self.game, index=entry.index, kind=entry.kind, statement=entry.statement.to_json())
        self.session.add(row)
        self.session.flush()
        return entry

    def last(self) -> LogEntry | None:
        """The newest entry."""
        row = self.session.exec(
            select(LogRow).where(LogRow.game == self.game).order_by(col(LogRow.index).desc()).limit(1)
        ).first()
        return LogEntry.from_statement(Statement.parse(row.statement, len(row.statement))) if row else None

    def cut_of(self, phase: int) -> LogEntry:
        """The entry that cut a phase."""
        return self.find("cut", phase=phase)

    def find(self, kind: str, **body: int) -> LogEntry:
        """The newest entry of a kind with these facts in its body."""
        for entry in reversed(self.entries()):
            if entry.kind == kind and body.items() <= entry.entry.body.items():
                return entry
        raise LookupError(f"the log of {self.game} has no entry {kind} with {body}")

    def entries(self) -> list[LogEntry]:
        """The whole log."""
        return [LogEntry.from_statement(statement) for statement in self.statements()]

    def statements(self) -> list[Statement]:
        """The whole log, as it was signed."""
        return [Statement.parse(row.statement, len(row.statement)) for row in self._rows()]

    def _rows(self) -> Sequence[LogRow]:
        return self.session.exec(select(LogRow).where(LogRow.game == self.game).order_by(col(LogRow.index))).all()
