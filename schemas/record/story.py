"""The log of a finished game as a story: created, joined, started, dealt, then cut and resolved by turns, over."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from schemas.entries import Body, Created, Cut, Dealt, Joined, Over, Resolved, Started
from schemas.errors import BrokenLog
from schemas.log import LogEntry, substance

B = TypeVar("B", bound=Body)


@dataclass(frozen=True)
class Chapter:
    """One phase in the log. `cut` is the substance of the log up to and with the cut: it keys the phase's dice."""

    phase: int
    cut: bytes
    leaves: list[str]
    position: str


@dataclass(frozen=True)
class Story:
    """The entries of a finished game, each in its part. `start` is the substance of the log that keys the setup."""

    created: Created
    joined: list[Joined]
    started: Started
    start: bytes
    dealt: Dealt
    chapters: list[Chapter]
    over: Over

    @classmethod
    def read(cls, log: Sequence[LogEntry]) -> "Story":
        """Sort the entries; a log that tells no finished game is refused by the index at which it goes wrong."""
        reader = _Reader(log)
        created = reader.take(Created)
        joined = list(iter(lambda: reader.take_if(Joined), None))
        started = reader.take(Started)
        story = cls(
            created, joined, started, reader.substance, reader.take(Dealt), _chapters(reader), reader.take(Over)
        )
        reader.require_end()
        return story


class _Reader:
    def __init__(self, log: Sequence[LogEntry]) -> None:
        self.log = log
        self.index = 0

    @property
    def substance(self) -> bytes:
        """The substance of the log up to and with the entry taken last."""
        return substance(self.log[: self.index])

    def take_if(self, kind: type[B]) -> B | None:
        body = self.log[self.index].body if self.index < len(self.log) else None
        if not isinstance(body, kind):
            return None
        self.index += 1
        return body

    def take(self, kind: type[B]) -> B:
        body = self.take_if(kind)
        if body is None:
            raise BrokenLog(f"log entry {self.index} {self._found()}, where {kind.kind!r} is wanted")
        return body

    def require_end(self) -> None:
        if self.index != len(self.log):
            raise BrokenLog(f"log entry {self.index} {self._found()}, and the game is over")

    def _found(self) -> str:
        return f"is {self.log[self.index].kind!r}" if self.index < len(self.log) else "is missing"


def _chapters(reader: _Reader) -> list[Chapter]:
    chapters: list[Chapter] = []
    while (cut := reader.take_if(Cut)) is not None:
        keyed_by, resolved = reader.substance, reader.take(Resolved)
        wanted = len(chapters) + 1
        if (cut.phase, resolved.phase) != (wanted, wanted):
            raise BrokenLog(
                f"log entries {reader.index - 2} and {reader.index - 1} cut phase {cut.phase} and resolve phase "
                f"{resolved.phase}, where phase {wanted} comes next"
            )
        chapters.append(Chapter(wanted, keyed_by, cut.leaves, resolved.position))
    return chapters
