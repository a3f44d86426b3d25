"""The log of a contest in the database, and what it tells.

As with games an entry is appended in the transaction that does what it tells, and two who append the same index cannot
both commit. What a log tells is read once and kept: logs only grow.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from sqlmodel import Session, col, select

from api.host.host import Host
from api.store.models import ContestLogRow, ContestRow
from api.store.vault import Place
from schemas.contests.story import ContestStory
from schemas.log.chain import ContestLogEntry, append_to_contest
from schemas.log.checkpoints import Checkpoint, sign_checkpoint
from schemas.log.entries import Body
from schemas.statements.statements import Statement

MOST_KEPT: Final = 64
_READ: Final[OrderedDict[bytes, tuple[list[ContestLogEntry], ContestStory]]] = OrderedDict()
"""By the digest of the newest entry, the log up to it and what it tells."""
_READING: Final = threading.Lock()


@dataclass(frozen=True)
class ContestLog:
    """The log of one contest, in the transaction at hand."""

    host: Host
    session: Session
    contest: str

    def append(self, body: Body) -> ContestLogEntry:
        """Write what happened, signed by the host."""
        rows = select(ContestLogRow.statement).where(ContestLogRow.contest == self.contest)
        stored = self.session.exec(rows.order_by(col(ContestLogRow.index).desc()).limit(1)).first()
        before = read_entry(stored) if stored else None
        now, host = self.host.now(), self.host.identity
        entry = append_to_contest(before, contest=self.contest, body=body, at=now, host=host)
        self.session.add(
            ContestLogRow(
                contest=self.contest,
                index=entry.index,
                digest=entry.hash,
                statement=entry.statement.to_json(),
            )
        )
        self.session.flush()
        return entry

    def checkpoint(self) -> Checkpoint:
        """The host's signature under the whole log."""
        newest = self.entries()[-1]
        return sign_checkpoint(self.contest, newest.index + 1, newest.hash, self.host.identity)

    def entries(self) -> list[ContestLogEntry]:
        """The whole log."""
        return self._read()[0]

    def story(self) -> ContestStory:
        """What the log tells so far: for reading only."""
        return self._read()[1]

    def _read(self) -> tuple[list[ContestLogEntry], ContestStory]:
        own = ContestLogRow.contest == self.contest
        newest = select(ContestLogRow.digest).where(own).order_by(col(ContestLogRow.index).desc()).limit(1)
        head = self.session.exec(newest).one()
        with _READING:
            if (kept := _READ.get(head)) is not None:
                _READ.move_to_end(head)
                return kept
        rows = self.session.exec(select(ContestLogRow.statement).where(own).order_by(col(ContestLogRow.index))).all()
        log = [read_entry(row) for row in rows]
        found = log, ContestStory.read(log)
        with _READING:
            _READ[head] = found
            while len(_READ) > MOST_KEPT:
                _READ.popitem(last=False)
        return found


def read_entry(stored: bytes) -> ContestLogEntry:
    """A stored entry."""
    return ContestLogEntry.from_statement(Statement.parse(stored, len(stored)))


def root_of(host: Host, row: ContestRow) -> bytes:
    """The root of a contest's secrets."""
    return host.vault.open(root_place(row.id), row.secret)


def root_place(contest: str) -> Place:
    """What its seal is bound to."""
    return Place("contests", contest, 0, "secret")
