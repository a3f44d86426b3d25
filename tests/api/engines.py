"""Engines of SQLite that compile a statement once for all hosts of a process (short: it is one trick)."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine
from sqlmodel import create_engine

from api.store import sqlite

FIRST: list[Engine] = []


def sharing(url: str, **options: Any) -> Engine:
    """What was compiled for one engine is known to the next: a statement is looked up by its dialect, not its file.

    A service has one engine for as long as it runs; tests open one for each host, and compiling was a seventh of them.
    """
    engine = create_engine(url, **options)
    if FIRST and FIRST[0].dialect.server_version_info:  # it has connected, and knows what it speaks to
        engine.dialect = engine.pool._dialect = FIRST[0].dialect
        engine._compiled_cache = FIRST[0]._compiled_cache
    else:
        FIRST[:] = [engine]
    return engine


def share() -> None:
    """Have every host of this process compile its statements once."""
    sqlite.create_engine = sharing
