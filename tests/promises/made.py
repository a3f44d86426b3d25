"""Make what the present release promises to keep: `python -m tests.promises.made`, once, when it is released.

A database with a game under way of every title, and its players' keys; a player's home with a locked key, a saved game
of every title and an answer that is half made. They lie in an archive named after the release.
"""

from __future__ import annotations

import json
import tempfile
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from adjudicator.registry import title
from cli.answer.sitting import Sitting
from cli.home.home import Home
from cli.seat.local import begin, open_saved
from schemas.keys.identities import Identity
from tests.api.hosts import HostUnderTest
from tests.cli.play.hotseats import steady

HERE: Final = Path(__file__).parent
PASSWORD: Final = "wine-dark sea"
NAME: Final = "aspasia"
PHASES: Final = 2
HALF_MADE: Final = "perikles"
SCENARIOS: Final = {"athens_sparta": "war", "pericles": "14.2", "perikles": "standard", "polis": "standard"}


def in_a_host(folder: Path) -> dict[str, Any]:
    """A host with a game of every title, played for some phases; what there is to know of it."""
    folder.mkdir()
    host, games = HostUnderTest(folder), {}
    for name, scenario in SCENARIOS.items():
        rules = title(name)
        seats = rules.seats(scenario, min(rules.scenario(scenario).seat_counts))
        game = host.begin(seats, None, title=name, scenario=scenario)
        host.play_on(game, PHASES)
        holders = {seat: player.handle for seat, player in host.seats[game].items()}
        games[game] = {"title": name, "holders": holders, "position": digest(rules, host.position(game))}
    keys = {handle: player.identity.to_bytes().decode() for handle, player in host.players.items()}
    host.close()
    return {"now": host.clock.moment.isoformat(), "numbers": host.numbers, "keys": keys, "games": games}


def at_home(folder: Path) -> dict[str, Any]:
    """A player's home; what there is to know of it."""
    home = Home(folder)
    path = home.key_path(NAME)
    path.parent.mkdir(parents=True)
    identity = Identity.generate()
    identity.save(path, PASSWORD)
    games = {}
    for name, scenario in SCENARIOS.items():
        rules = title(name)
        game = open_saved(home, begin(home, rules, scenario, min(rules.scenario(scenario).seat_counts)))
        assert game is not None
        for _ in range(PHASES):
            now = game.now()
            assert now.phase is not None
            game.give(now.phase, steady(game.game, game.seat), "final")
        games[game.name] = digest(rules, game.game.position)
    sitting = sat_down(home)
    assert sitting.now.phase is not None
    sitting.act("take 0", sitting.now.phase, 0)
    assert sitting.sheet is not None
    return {"key": identity.key_id, "games": games, "acts": sitting.sheet.acts}


def sat_down(home: Home) -> Sitting:
    """At the game with the answer that is half made."""
    game = open_saved(home, f"{HALF_MADE}-1")
    assert game is not None
    return Sitting(game, home)


def digest(rules: Any, position: Any) -> list[str]:
    """The version of the rules, and a hash of a position under them."""
    return [rules.version, sha256(rules.encode(position)).hexdigest()]


def make(archive: Path) -> None:
    """Write the archive."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        facts = {"host": in_a_host(root / "host"), "home": at_home(root / "home")}
        (root / "facts.json").write_text(json.dumps(facts, indent=1))
        with ZipFile(archive, "w", ZIP_DEFLATED) as packed:
            for path in sorted(path for path in root.rglob("*") if path.is_file()):
                packed.write(path, path.relative_to(root))


if __name__ == "__main__":
    make(HERE / f"{version('ostraka')}.zip")
