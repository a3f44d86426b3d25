"""Checkpoints that came by different roads, compared: a host that tells two players two histories is found out.

A receipt, a letter, a mail, another player's note and the log itself each say how long the log of a game was, and in
which hash it ended. Invariants, each broken with `TrustBroken` (exit code 4), with both sides kept as evidence:
- two checkpoints of one game with the same number of entries have the same head;
- the log that a host serves holds every checkpoint that its key has signed.

Kept in `checkpoints/<game>.json`: the newest that a log has confirmed, and those that no log has confirmed yet.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from cli.errors import TrustBroken
from cli.home.locks import locked
from schemas.log.checkpoints import Checkpoint, read_checkpoint
from schemas.statements.canonical import to_base64, to_base64url

if TYPE_CHECKING:
    from pathlib import Path

    from cli.home.home import Home
    from schemas.log.chain import ContestLogEntry, LogEntry

    Log = Sequence[LogEntry] | Sequence[ContestLogEntry]

MOST_KEPT = 100


class Kept(msgspec.Struct, frozen=True):
    """A checkpoint, and the road on which it came."""

    checkpoint: Checkpoint
    road: str

    def to_json_value(self) -> dict[str, str]:
        """The note with its road, as it is kept."""
        return {"road": self.road, "note": self.checkpoint.to_note()}

    def in_words(self) -> str:
        """What it says, and where it came from."""
        said = self.checkpoint
        return f"entry {said.count - 1} has the hash {to_base64(said.head)} ({self.road})"


class Checkpoints:
    """The checkpoints of one game in a home."""

    def __init__(self, home: Home, game: str) -> None:
        self.home, self.game = home, game
        self.path: Path = home.checkpoints_path(game)

    def kept(self) -> list[Kept]:
        """Those that are kept, by the number of their entries."""
        try:
            found = json.loads(self.path.read_bytes())
        except FileNotFoundError:
            return []
        return [Kept(read_checkpoint(one["note"]), one["road"]) for one in found]

    def take(self, new: Checkpoint, road: str, known: dict[str, Any]) -> None:
        """Compare a checkpoint that the host's key signed with those kept and with the log seen (`known`); keep it."""
        with locked(self.home.root / "checkpoints.lock"):
            kept, taken = self.kept(), Kept(new, road)
            other = next((one for one in kept if new.contradicts(one.checkpoint)), None)
            if any(new.count == one.checkpoint.count and new.head == one.checkpoint.head for one in kept):
                return
            self.keep([*kept, taken])
        if other is not None:
            refuse_two_histories(self, other, taken)
        if known.get("log") == new.count and known["head"] != to_base64url(new.head):
            raise TrustBroken(
                f"The host tells two histories of game {self.game}: in the log that you have seen, "
                f"entry {new.count - 1} has the hash {known['head']}; by a checkpoint it {self.signed(taken)}"
            )

    def compare_log(self, log: Log, before: Sequence[Kept]) -> None:
        """Find each checkpoint that was kept before the log was asked for in it, and forget those found."""
        for one in before:
            if one.checkpoint.count > len(log) or log[one.checkpoint.count - 1].hash != one.checkpoint.head:
                self.keep_log(log)
                refuse_other_log(self, one, log)
        if len(before) > 1:
            confirmed = {one.checkpoint for one in before[:-1]}
            with locked(self.home.root / "checkpoints.lock"):
                self.keep([one for one in self.kept() if one.checkpoint not in confirmed])

    def keep(self, kept: Sequence[Kept]) -> None:
        """Write what is kept, the newest last; of very many the newest."""
        in_order = sorted(kept, key=lambda one: one.checkpoint.count)[-MOST_KEPT:]
        content = json.dumps([one.to_json_value() for one in in_order], indent=2, ensure_ascii=False)
        self.home.keep_file(self.path, content.encode() + b"\n")

    def keep_log(self, log: Log) -> None:
        """Keep a log that contradicts a checkpoint: the host may show another one tomorrow."""
        entries = [entry.statement.to_json_value() for entry in log]
        self.home.keep_file(self.log_path, json.dumps({"game": self.game, "log": entries}, indent=2).encode() + b"\n")

    @property
    def log_path(self) -> Path:
        """Where a log is kept that contradicts a checkpoint."""
        return self.path.with_name(f"{self.path.stem}-log.json")

    def signed(self, one: Kept) -> str:
        """What a note says, that the host's key has signed it, and where it is kept."""
        said = one.checkpoint
        return (
            f"has the hash {to_base64(said.head)} ({one.road}). It is signed with the host's key {said.key_id}, "
            f"and kept in {self.path}. Show it to the other players."
        )


def refuse_two_histories(kept: Checkpoints, one: Kept, other: Kept) -> NoReturn:
    """Two notes of one length and different heads: the proof is in them."""
    raise TrustBroken(
        f"The host tells two histories of game {kept.game}. Its key {one.checkpoint.key_id} has signed two checkpoints "
        f"that cannot both be true. They are kept in {kept.path}. Show them to the other players:",
        errors=(one.in_words(), other.in_words()),
    )


def refuse_other_log(kept: Checkpoints, one: Kept, log: Log) -> NoReturn:
    """A note whose head is not in the log that is served: both together are the proof."""
    said = one.checkpoint
    now = f"has the hash {to_base64(log[said.count - 1].hash)}" if said.count <= len(log) else "is missing"
    raise TrustBroken(
        f"The log of game {kept.game} that the host serves is not the one that it signed: "
        f"entry {said.count - 1} {now}, but by a checkpoint it {kept.signed(one)} The log is kept in {kept.log_path}."
    )
