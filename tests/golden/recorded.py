"""What every question offered in some games of bots: recorded, so that faster code offers the same in the same order.

`python -m tests.golden renew TITLE` records anew after a change of the rules that was meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from adjudicator.kernel import Title
from adjudicator.kernel.contract.playing import playthrough

FILE = Path(__file__).with_name("recorded.json")
FEW, MANY = range(1), range(1, 13)
"""The seeds of the games that the suite plays, and of those that the soak plays."""
MOST_OPTIONS = 500
STRATEGIES = ("random", "steady")


class Scene(NamedTuple):
    """Games of one scenario by one bot."""

    scenario: str
    strategy: str

    def __str__(self) -> str:
        return f"{self.scenario} {self.strategy}"


class Recorded(msgspec.Struct):
    """The digests of a scene: of the game of the suite, and of those of the soak together."""

    few: str
    many: str


def scenes(title: Title[Any]) -> list[Scene]:
    """Every scenario by each bot."""
    return [Scene(scenario, strategy) for scenario in title.scenarios for strategy in STRATEGIES]


def digest(title: Title[Any], scene: Scene, seeds: range) -> str:
    """Of every option of every question, in order, and of every position, in the games from these seeds."""
    found = sha256()
    for seed in seeds:
        for part in _told(title, scene, seed):
            found.update(part)
    return found.hexdigest()[:16]


def _told(title: Title[Any], scene: Scene, seed: int) -> Iterator[bytes]:
    counts = title.scenarios[scene.scenario].seat_counts
    count = counts[seed % len(counts)]
    label = f'"version":"{title.version}"'.encode()
    for before, _, _, resolution in playthrough(title, count, seed, scene.strategy, 7, scene.scenario):
        for ask in before.phase.asks:
            view = title.view(before, ask.seat)
            offered = islice(title.options(view, ask.seat, ask.name), MOST_OPTIONS)
            yield from map(msgspec.json.encode, offered)
        yield title.encode(resolution.position).replace(label, b"")


def recorded() -> dict[str, dict[str, Recorded]]:
    """By title and scene."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[str, Recorded]])


def record(title: Title[Any]) -> None:
    """Write the digests of a title anew."""
    kept = recorded() if FILE.exists() else {}
    kept[title.id] = {str(one): Recorded(digest(title, one, FEW), digest(title, one, MANY)) for one in scenes(title)}
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(dict(sorted(kept.items()))), indent=1) + b"\n")
