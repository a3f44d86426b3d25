"""Golden scenes: one golden game of each title, told to one seat in scenes. `python -m tests.golden renew TITLE` writes
them anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from adjudicator.kernel import Chance, Title
from adjudicator.kernel.run.resolution import moments_of
from adjudicator.kernel.scenes.grouping import Told
from adjudicator.kernel.scenes.telling import Moment, Scene
from adjudicator.kernel.title.paths import changed
from tests.golden import FOLDER, Golden, golden_games

TOLD: Final = {  # the game, and the seat
    "athens_sparta": ("war-101-a-athens-is-taken", "sparta"),
    "pericles": ("14108a-14-d-the-last-turn-is-over", "DF"),
    "perikles": ("e01-turn-3-on-points", "black"),
    "polis": ("second_war-11-c-the-last-round-is-over-by-score", "athens"),
}
PHASES: Final = 60
"""Of a longer game so many are told."""


def scenes_file(title: str) -> Path:
    """Where the scenes of a title are kept."""
    return FOLDER / title / "scenes.txt"


def told_of(title: Title[Any], golden: Golden, seat: str) -> list[Told]:
    """What a seat is told of a golden game, with the moments that it may look at."""
    begun = title.begin(
        scenario=golden.scenario, seats=golden.seats, options=golden.options, chance=Chance(golden.setup_chance)
    )
    position = changed(title, begun.position, golden.changes)
    told = [Told(0, title.events_for(begun.events, seat))]
    for number, played in enumerate(golden.played[:PHASES], 1):
        resolution = title.resolve_again(position, played, moments=True)
        told.append(Told(number, title.events_for(resolution.events, seat), [*moments_of(resolution, seat)]))
        position = resolution.position
    return told


def golden_scenes(title: Title[Any]) -> str:
    """The scenes of a title's game as text."""
    name, seat = TOLD[title.id]
    told = told_of(title, golden_games(title.id)[name], seat)
    return "\n".join(_lines(one) for one in title.in_scenes(told)) + "\n"


def _lines(scene: Scene) -> str:
    head = [f"== {chapter}" for chapter in scene.chapters]
    where = f"{' '.join(scene.at)} {_moment(scene.before)}-{_moment(scene.after)}".lstrip()
    head.append(f"{scene.id} {scene.shape}: {scene.heading} [{where}]")
    rows = []
    for row in scene.rows:
        plain = msgspec.to_builtins(row)
        words, part = plain.pop("words"), plain.pop("part")
        del plain["told"]
        facts = "; ".join(f"{name} {msgspec.json.encode(value).decode()}" for name, value in plain.items())
        rows.append(f"    {part}: {words}{f' ({facts})' if facts else ''}")
    return "\n".join([*head, *rows])


def _moment(moment: Moment) -> str:
    return f"{moment.phase}:{moment.told}"
