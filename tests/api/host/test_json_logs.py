"""The log: a line is one write, and a disk that takes none stops nothing."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator

import pytest
import structlog

from api.host.json_logs import configure


class Stream(io.StringIO):
    """A stream that keeps each write, or has no room."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[str] = []
        self.full = False

    def write(self, text: str) -> int:
        if self.full:
            raise OSError(28, "No space left on device")
        self.writes.append(text)
        return len(text)


@pytest.fixture
def stream() -> Iterator[Stream]:
    """The stream of the log."""
    made = Stream()
    configure(made)
    yield made
    structlog.reset_defaults()


def test_a_line_is_written_whole_with_its_end(stream: Stream) -> None:
    structlog.get_logger("x").info("cut", game="g", phase=1, secret="never")
    [line] = stream.writes
    assert line.endswith("\n")
    assert {name: json.loads(line)[name] for name in ("event", "game", "phase")} == {
        "event": "cut",
        "game": "g",
        "phase": 1,
    }
    assert "never" not in line


def test_a_full_disk_stops_nothing(stream: Stream) -> None:
    stream.full = True
    structlog.get_logger("x").info("cut", game="g", phase=1)
    stream.full = False
    structlog.get_logger("x").info("resolved", game="g", phase=1)
    assert len(stream.writes) == 1
