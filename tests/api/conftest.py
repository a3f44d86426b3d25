"""The host that the tests of the service live in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator import registry
from tests.api.hosts import HostUnderTest
from tests.titles.ballot import TITLE as BALLOT


@pytest.fixture(scope="session")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty founded database, made once and copied for each test."""
    folder = tmp_path_factory.mktemp("founded")
    host = HostUnderTest(folder)
    host.host.database.erase()
    host.close()
    return host.path


@pytest.fixture
def host(tmp_path: Path, founded: Path) -> Iterator[HostUnderTest]:
    """A fresh host."""
    (tmp_path / "host.db").write_bytes(founded.read_bytes())
    host = HostUnderTest(tmp_path)
    yield host
    host.close()


@pytest.fixture(scope="session")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostUnderTest]:
    """A host with a running game, for tests that change nothing in it."""
    host = HostUnderTest(tmp_path_factory.mktemp("standing"))
    game = host.started()
    host.send(game, "green", [{"question": "D-S1B", "city": "athens"}], "draft")
    yield host
    host.close()


@pytest.fixture
def ballot() -> Iterator[str]:
    """The title of simultaneous and veiled phases, known while the test runs."""
    registry.register(BALLOT)
    yield BALLOT.id
    registry._registered.pop(BALLOT.id)
