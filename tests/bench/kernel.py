"""The rules alone: questions resolved a second on one core, and how large positions grow.

Of every question that a game asks, all options are enumerated and every one of them is checked as if it had come in an
envelope; then the phase is resolved. To measure another scenario add a `Scene` to `SCENES`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from adjudicator.kernel import Chance, Title
from adjudicator.registry import title
from tests.adjudicator.players import key, orders_of_bots
from tests.bench.table import median, milliseconds, show


@dataclass(frozen=True)
class Scene:
    """What is played: a scenario with so many seats, by a bot, from so many seeds, `games` of them a run."""

    title: str
    scenario: str
    seats: int
    strategy: str = "random"
    games: int = 4
    most_options: int = 5_000
    """Of a question with more options than these, this many are looked at."""


SCENES = (Scene("perikles", "opening", 3), Scene("perikles", "opening", 4))
RUNS = 5


@dataclass
class Played:
    """What one run brought."""

    questions: int = 0
    options: int = 0
    phases: int = 0
    seconds: float = 0.0
    resolving: float = 0.0
    sizes: list[int] = field(default_factory=list)


def measure() -> None:
    """Every scene."""
    show(
        f"The rules alone, on one core: {RUNS} runs a scene, all options enumerated and checked, phases resolved",
        ("scene", "questions", "options", "questions/s", "options/s", "ms a phase", "position bytes", "largest"),
        [row(scene) for scene in SCENES],
        "ms a phase: resolving alone, without enumerating and checking.",
    )


def row(scene: Scene) -> list[object]:
    """A line of the table."""
    runs = [play(scene, run) for run in range(RUNS)]
    sizes = [size for run in runs for size in run.sizes]
    return [
        f"{scene.title} {scene.scenario}, {scene.seats} seats",
        sum(run.questions for run in runs),
        sum(run.options for run in runs),
        f"{median([run.questions / run.seconds for run in runs]):.0f}",
        f"{median([run.options / run.seconds for run in runs]):.0f}",
        milliseconds(median([run.resolving / run.phases for run in runs])),
        f"{median(sizes):.0f}",
        max(sizes),
    ]


def play(scene: Scene, run: int) -> Played:
    """Play the games of one run, the clock running for the rules and not for the bots."""
    rules, played = title(scene.title), Played()
    for game in range(scene.games):
        seats = rules.seats(scene.scenario, scene.seats)
        position = rules.begin(scenario=scene.scenario, seats=seats, chance=Chance(key(run, game, "setup"))).position
        while position.phase is not None:
            played.sizes.append(len(rules.encode(position)))
            sent = orders_of_bots(rules, position, (run, game), scene.strategy)
            dice = Chance(key(run, game, position.phases))
            begun = time.process_time()
            played.options += sum(look_at(rules, position, scene.most_options))
            asked = time.process_time()
            played.questions += len(position.phase.asks)
            position = rules.resolve(position, sent, dice).position
            played.phases += 1
            played.resolving += time.process_time() - asked
            played.seconds += time.process_time() - begun
    return played


def look_at(rules: Title[Any], position: Any, most: int) -> Iterator[int]:
    """Enumerate and check the options of every open question; how many there are."""
    for ask in position.phase.asks:
        view = rules.view(position, ask.seat)
        options = list(islice(rules.options(view, ask.seat, ask.question), most))
        for order in options:
            if rules.check(view, ask.seat, [order]):
                raise RuntimeError(f"{ask.question} offers {order}, which its own check refuses")
        yield len(options)
