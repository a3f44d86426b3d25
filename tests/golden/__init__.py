"""Golden games: whole games kept as they were played, one for every way to end. They must replay to the same bytes.

`python -m tests.golden find perikles` looks for games for the endings that have none: bots play, and the last phase is
resolved again and again with other dice until the ending comes up.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.kernel import Resolution, Title
from adjudicator.kernel.replay import Played, replay

FOLDER = Path(__file__).parent

ENDINGS = {
    "perikles": (
        "E.01 turn 3; victory on points",
        "E.01 Athens is out of the war; victory on points",
        "E.01 Sparta is out of the war; victory on points",
        "E.01 turn 3; victory on Location tiles",
        "E.01 turn 3; victory on Statues",
        "E.01 turn 3; victory shared",
        "S.10; victory shared",
    )
}


class Golden(msgspec.Struct):
    """A game as it was played, and what came of it: how it ended, and the digests of positions and events."""

    title: str
    scenario: str
    seats: list[str]
    ending: str
    places: dict[str, int]
    scores: dict[str, int]
    setup_chance: bytes
    played: list[Played]
    positions: list[str]
    events: str

    def replayed(self, title: Title[Any]) -> list[Resolution[Any]]:
        """The game played again."""
        return list(
            replay(
                title,
                scenario=self.scenario,
                seats=self.seats,
                options={},
                setup_chance=self.setup_chance,
                played=self.played,
            )
        )


def digests(title: Title[Any], resolutions: list[Resolution[Any]]) -> list[str]:
    """A short digest of every position."""
    return [sha256(title.encode(resolution.position)).hexdigest()[:16] for resolution in resolutions]


def digest_of_events(title: Title[Any], resolutions: list[Resolution[Any]]) -> str:
    """A digest of all events with their sentences."""
    told = b"".join(title.encode_events(r.events) for r in resolutions)
    said = "\n".join(title.sentence(event) for r in resolutions for event in r.events)
    return sha256(told + said.encode()).hexdigest()


def golden_games(title: str) -> dict[str, Golden]:
    """The golden games of a title, by file name."""
    files = sorted((FOLDER / title).glob("*.json"))
    return {path.stem: msgspec.json.decode(path.read_bytes(), type=Golden) for path in files}
