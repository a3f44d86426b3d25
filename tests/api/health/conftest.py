"""A host on either database, and its operator at a terminal."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from api.commands.db import db
from tests.api.hosts import HostUnderTest, PostgresHost


@pytest.fixture(params=["sqlite", "postgresql"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[HostUnderTest]:
    """A host; the settings from outside are its own, and commands know its time."""
    patch = request.getfixturevalue("monkeypatch")
    if request.param == "sqlite":
        host: HostUnderTest = request.getfixturevalue("host")
        close: Callable[[], None] = lambda: None  # noqa: E731
    else:
        (tmp_path / "keys").mkdir()
        host = PostgresHost(tmp_path / "keys")
        close = host.drop
    for name in [name for name in os.environ if name.startswith("OSTRAKA_")]:
        patch.delenv(name)
    patch.setenv("OSTRAKA_MASTER_KEY", host.config.master_key.hex())
    patch.setenv("OSTRAKA_DATABASE", host.config.database)
    patch.setenv("OSTRAKA_PHASE_KEYS", str(host.path.parent))
    patch.setattr("api.host.config.utc_now", host.clock)
    yield host
    close()


def operator(*words: str) -> tuple[int, str]:
    """A command of `ostraka db`: its exit code, and what it printed."""
    done: Any = CliRunner().invoke(db, words)
    return done.exit_code, done.output
