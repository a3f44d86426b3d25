"""This release opens what every release before it has made, and goes on with it."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from adjudicator.registry import title
from api.store.database import check_schema, upgrade
from api.store.lookups import load_game
from cli.home.home import Home
from cli.seat.local import open_saved
from schemas.keys.identities import Identity
from tests.api.hosts import Clock, HostUnderTest, Player
from tests.promises.made import HALF_MADE, HERE, NAME, PASSWORD, digest, sat_down

RELEASES = sorted(HERE.glob("*.zip"))


@pytest.fixture(params=RELEASES, ids=lambda path: path.stem)
def made(request, tmp_path: Path) -> Path:
    with ZipFile(request.param) as packed:
        packed.extractall(tmp_path)
    return tmp_path


def facts(made: Path, of: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((made / "facts.json").read_text())[of]
    return found


def same_where_the_rules_are(rules: Any, position: Any, kept: list[str]) -> bool:
    """Is a position the one that was kept? Under newer rules it may be another."""
    return kept[0] != rules.version or kept == digest(rules, position)


def test_every_release_since_the_first_that_is_kept_is_here() -> None:
    assert [path.stem for path in RELEASES] == ["0.2.0"]


def test_a_database_is_brought_up_and_its_games_go_on(made: Path) -> None:
    kept, url = facts(made, "host"), f"sqlite:///{made / 'host' / 'host.db'}"
    upgrade(url)
    assert check_schema(url) is None
    host = HostUnderTest(made / "host", Clock(datetime.fromisoformat(kept["now"])))
    host.numbers = kept["numbers"]
    for handle, keys in kept["keys"].items():
        host.players[handle] = Player(handle, Identity.from_bytes(keys.encode()))
    for game, known in kept["games"].items():
        host.seats[game] = {seat: host.players[handle] for seat, handle in known["holders"].items()}
        with host.host.database.read() as session:
            assert load_game(session, game).title == known["title"]
        assert same_where_the_rules_are(host.title(game), host.position(game), known["position"])
        before = host.phase(game)["phase"]
        host.play_on(game, 1)
        assert host.phase(game)["phase"] > before
    host.close()


def test_a_locked_key_opens(made: Path) -> None:
    identity = Identity.load(Home(made / "home").key_path(NAME), PASSWORD)
    assert identity.key_id == facts(made, "home")["key"]


def test_saved_games_open_and_go_on(made: Path) -> None:
    home = Home(made / "home")
    for name, kept in facts(made, "home")["games"].items():
        game = open_saved(home, name)
        assert game is not None
        assert same_where_the_rules_are(game.rules, game.game.position, kept)
        now = game.now()
        assert now.phase is not None
        game.give(now.phase, [game.rules.default(now.view, game.seat, asked) for asked in now.asked], "final")
        assert game.game.position.phases > now.phase


def test_an_answer_that_was_half_made_is_there_again(made: Path) -> None:
    kept, sitting = facts(made, "home"), sat_down(Home(made / "home"))
    if title(HALF_MADE).version == kept["games"][f"{HALF_MADE}-1"][0]:
        assert sitting.sheet is not None
        assert sitting.sheet.acts == kept["acts"] != []
