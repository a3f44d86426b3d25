"""Log lines as JSON: what happened to which game, never what anybody ordered, holds or is called.

Only the fields named here are written. Whatever else a line is given is dropped, so that no later carelessness can put
an envelope, an order, a key, an address or a view into a log.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import MutableMapping
from typing import Any, TextIO, cast

import structlog

FIELDS = frozenset({
    "event", "level", "timestamp", "method", "route", "status", "milliseconds", "game", "phase", "exception", "at",
    "mail", "attempts", "request_id", "host", "version", "database", "row",
})  # fmt: skip


class Lines:
    """A stream that takes each line whole, in one write; where it takes none (a full disk), the service goes on."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, line: str) -> None:
        """Write a line with its end."""
        with contextlib.suppress(OSError):
            self._stream.write(line)

    def flush(self) -> None:
        """Have what was written leave."""
        with contextlib.suppress(OSError):
            self._stream.flush()


def only_known_fields(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Drop every field that is not on the list."""
    return {name: value for name, value in line.items() if name in FIELDS}


def configure(stream: TextIO | None = None) -> None:
    """Write JSON lines to a stream; None: to stderr."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            only_known_fields,
            structlog.processors.JSONRenderer(sort_keys=True),
        ],
        logger_factory=structlog.WriteLoggerFactory(cast(TextIO, Lines(stream or sys.stderr))),
        cache_logger_on_first_use=False,
    )
