"""What a host has signed, as people keep it: mails, receipts, records and logs, each with the file it was found in.

Nothing is believed here. What is not as a host signed it becomes a finding with its file; what is no file of this
program is only named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from schemas.statements.statements import Statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.trust.own_leaves import OwnLeaves
    from schemas.envelopes import Envelope
    from schemas.log.chain import ContestLogEntry
    from schemas.log.checkpoints import Checkpoint
    from schemas.record import Record
    from schemas.statements.payloads import Receipt

ALL: Final = "everybody who plays in it"


class Finding(msgspec.Struct, frozen=True):
    """One thing that does not hold, where it stands, and whom it concerns; `notes` are checkpoints, word for word."""

    code: str
    message: str
    files: tuple[str, ...]
    concerns: str = "whoever keeps this file"
    notes: tuple[str, ...] = ()


class Note(msgspec.Struct, frozen=True):
    """A checkpoint whose signature holds under the key that it names, and the file in which it stands."""

    checkpoint: Checkpoint
    file: str


class KeptLog(msgspec.Struct, frozen=True):
    """A copy of a log: signed entries of a game or a contest. `whole`: it cannot go on any more."""

    file: str
    log: str
    statements: tuple[Statement, ...]
    host: bytes | None = None
    whole: bool = False


class KeptReceipt(msgspec.Struct, frozen=True):
    """A receipt, with the envelope that it is for where that is kept too."""

    file: str
    statement: Statement
    receipt: Receipt
    envelope: Envelope | None


class KeptRecord(msgspec.Struct, frozen=True):
    """The record of a finished game."""

    file: str
    record: Record


class Evidence(msgspec.Struct):
    """Everything that was found. `mails` and `sealed` are files; `unread` those that are nothing of ours."""

    notes: list[Note] = []
    logs: list[KeptLog] = []
    receipts: list[KeptReceipt] = []
    records: list[KeptRecord] = []
    contests: list[tuple[str, dict[str, bytes]]] = []
    """Exported contests: the folder, and its files by name."""
    others: Sequence[Sequence[ContestLogEntry]] | None = None
    """The logs of a host's other contests, where they seeded one of these."""
    own: OwnLeaves | None = None
    """What the records hide of what was sealed in this home."""
    mails: list[str] = []
    sealed: list[str] = []
    unread: list[str] = []
    changed: list[Finding] = []

    def add_changed(self, file: str, why: str) -> None:
        """Note that a file is not as the host signed it."""
        self.changed.append(Finding("changed", f"{file} was changed after it was signed: {why}.", (file,)))

    @property
    def is_empty(self) -> bool:
        """Is there nothing that a host has signed?"""
        return not (self.notes or self.logs or self.receipts or self.records or self.contests or self.changed)
