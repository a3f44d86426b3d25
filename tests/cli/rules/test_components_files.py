"""Components files in a home without a connection: there already, or nothing of the game is believed."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import registry
from cli.errors import Misuse
from cli.home.home import Home
from cli.rules.components_files import components_path, load_components, refuse_without_file
from schemas.documents.components_files import WrongComponents, digest_of
from tests.titles import ballot

FILE = "rounds: 4\n"


@pytest.fixture(autouse=True)
def known() -> object:
    registry.register(ballot.TITLE)
    yield
    registry._registered.pop(ballot.TITLE.id)


def test_a_file_that_is_kept_is_laid_without_asking_anybody(tmp_path: Path) -> None:
    home, options = Home(tmp_path), {"components": digest_of(FILE)}
    load_components(home, ballot.TITLE.version, options, lambda: FILE)
    ballot._laid.pop(digest_of(FILE))
    load_components(home, ballot.TITLE.version, options, lambda: refuse_without_file(digest_of(FILE)))
    assert ballot._laid[digest_of(FILE)] == 4


def test_a_file_that_is_not_kept_is_asked_for_with_the_command_that_fetches_it(tmp_path: Path) -> None:
    with pytest.raises(Misuse, match="ostraka view GAME"):
        load_components(
            Home(tmp_path),
            ballot.TITLE.version,
            {"components": digest_of("rounds: 5\n")},
            lambda: refuse_without_file("5"),
        )


def test_a_game_without_a_file_lays_nothing(tmp_path: Path) -> None:
    load_components(Home(tmp_path), ballot.TITLE.version, {"components": ""}, lambda: refuse_without_file(""))
    load_components(Home(tmp_path), ballot.TITLE.version, {}, lambda: refuse_without_file(""))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("digest", ["../../keys/kleon", "AB" * 32, "ab" * 31])
def test_what_is_no_digest_names_no_file(tmp_path: Path, digest: str) -> None:
    with pytest.raises(WrongComponents, match="is not the digest"):
        components_path(Home(tmp_path), digest)
