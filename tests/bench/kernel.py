"""The rules alone: questions resolved a second on one core, and how large positions grow.

Of every question that a game asks, all options are enumerated, as a form or a bot wants them; the orders that are sent
are checked, as a client and the service do; then the phase is resolved. To measure another scenario add a `Scene`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from adjudicator.kernel import Chance, Order, Title
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


SCENES = (
    Scene("perikles", "opening", 4),
    Scene("perikles", "standard", 3),
    Scene("perikles", "standard", 5),
    Scene("perikles", "standard", 4, strategy="steady"),
    Scene("pericles", "14.1.08A", 4),
    Scene("pericles", "14.2", 4, games=1),
    Scene("pericles", "14.4", 4, strategy="steady", games=1),
    Scene("polis", "standard", 2),
    Scene("polis", "second_war", 2, strategy="steady", games=1),
    Scene("athens_sparta", "war", 2, games=1),
    Scene("athens_sparta", "war", 2, strategy="steady", games=1),
)
RUNS = 5


@dataclass
class Played:
    """What one run brought."""

    questions: int = 0
    options: int = 0
    phases: int = 0
    seconds: float = 0.0
    resolving: float = 0.0
    phase_seconds: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)


def measure() -> None:
    """Every scene."""
    show(
        f"The rules alone, on one core: {RUNS} runs a scene, options enumerated, orders checked, phases resolved",
        (
            "scene",
            "questions",
            "options",
            "questions/s",
            "ms a phase",
            "first, last tenth",
            "position bytes",
            "largest",
        ),
        [row(scene) for scene in SCENES],
        "ms a phase: resolving alone, without enumerating and checking; first, last tenth of a game: is the cost flat?",
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
        milliseconds(median([run.resolving / run.phases for run in runs])),
        early_and_late(runs),
        f"{median(sizes):.0f}",
        max(sizes),
    ]


def early_and_late(runs: list[Played]) -> str:
    """The median of a resolution in the first and in the last tenth of each run's phases: is the cost flat?"""
    tenths = [max(1, len(run.phase_seconds) // 10) for run in runs]
    first = [s for run, tenth in zip(runs, tenths, strict=True) for s in run.phase_seconds[:tenth]]
    last = [s for run, tenth in zip(runs, tenths, strict=True) for s in run.phase_seconds[-tenth:]]
    return f"{milliseconds(median(first))}, {milliseconds(median(last))}"


def play(scene: Scene, run: int | str) -> Played:
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
            played.options += sum(look_at(rules, position, sent, scene.most_options))
            asked = time.process_time()
            played.questions += len(position.phase.asks)
            position = rules.resolve(position, sent, dice).position
            played.phases += 1
            played.phase_seconds.append(time.process_time() - asked)
            played.resolving += played.phase_seconds[-1]
            played.seconds += time.process_time() - begun
    return played


def look_at(rules: Title[Any], position: Any, sent: Mapping[str, Sequence[Order]], most: int) -> Iterator[int]:
    """Enumerate the options of every open question and check what is sent; how many options there are."""
    for ask in position.phase.asks:
        view = rules.view(position, ask.seat)
        yield sum(1 for _ in islice(rules.options(view, ask.seat, ask.question), most))
        if refusals := rules.check(view, ask.seat, sent[ask.seat]):
            raise RuntimeError(f"a bot's order is refused: {refusals}")


if __name__ == "__main__":
    *scene, seats, seed = sys.argv[1:]
    run = play(Scene(*scene, int(seats)), seed)
    print(run.questions / run.seconds)
