"""The house that the tests of the service live in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator import registry
from tests.api.houses import HouseUnderTest
from tests.titles.ballot import TITLE as BALLOT


@pytest.fixture(scope="session")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty founded database, made once and copied for each test."""
    folder = tmp_path_factory.mktemp("founded")
    house = HouseUnderTest(folder)
    house.house.database.erase()
    house.close()
    return house.path


@pytest.fixture
def house(tmp_path: Path, founded: Path) -> Iterator[HouseUnderTest]:
    """A fresh house."""
    (tmp_path / "house.db").write_bytes(founded.read_bytes())
    house = HouseUnderTest(tmp_path)
    yield house
    house.close()


@pytest.fixture(scope="session")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseUnderTest]:
    """A house with a running game, for tests that change nothing in it."""
    house = HouseUnderTest(tmp_path_factory.mktemp("standing"))
    game = house.started()
    house.send(game, "green", [{"question": "D-S1B", "city": "athens"}], "draft")
    yield house
    house.close()


@pytest.fixture
def ballot() -> Iterator[str]:
    """The title of simultaneous and veiled phases, known while the test runs."""
    registry.register(BALLOT)
    yield BALLOT.id
    registry._registered.pop(BALLOT.id)
