"""What all tries here need: the title of the tests, and one engine for each database, opened again and again."""

from __future__ import annotations

from functools import cache

import pytest

from api.store import sqlite


@pytest.fixture(autouse=True)
def kept_engines(ballot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines stay, their connections do not: otherwise most of the time goes into compiling the same SQL."""
    monkeypatch.setattr(sqlite, "create_engine", cache(sqlite.create_engine))
