"""The story of the demo of a title that has none of its own: everybody answers the form as it comes, to the proof."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from adjudicator.registry import title
from tools.demo import chapters
from tools.demo.chapters import ORGANISER, PLAYERS
from tools.demo.stage import Stage

DEADLINE = 60  # seconds
FURTHER = ("phryne", "zeno", "korinna", "myron", "praxilla", "solon", "telesilla", "xanthos")
EVERYBODY = (*PLAYERS, *FURTHER)


def seats_of(counts: Sequence[int]) -> int:
    """How many play: as many as the four players allow, else the fewest that the title seats."""
    few = [count for count in counts if 2 <= count <= len(PLAYERS)]
    if not few and not 1 <= min(counts) <= len(EVERYBODY):
        raise click.ClickException(f"The demo has 1 to {len(EVERYBODY)} players; this needs {min(counts)}.")
    return max(few, default=min(counts))


def run_demo(root: Path, name: str) -> None:
    """Play the first scenario of a title: with the four players where that can be, else with further bots."""
    rules = title(name)
    scenario = next(iter(rules.scenarios.values()))
    stage = Stage(root, dict(zip(EVERYBODY, rules.seats(scenario.id, seats_of(scenario.seat_counts)), strict=False)))
    try:
        chapters.open_host(stage)
        chapters.register(stage)
        stage.heading(f"Aspasia opens a game of {rules.name}")
        game = chapters.open_game(stage, name, scenario.id, scenario.name, DEADLINE)
        client = stage.client(ORGANISER)
        while who := stage.wait_for("the next question", lambda: chapters.whose_turn(stage, client, game)):
            if who == "nobody":
                break
            chapters.order_once(stage, game, who)
        stage.heading("The game is over. What everyone may know of it, and the board at the end")
        chapters.shown_end(stage, None, "report", game)
        stage.run(None, "view", game)
        stage.heading("The record: every signature, die and position, verified from the start")
        stage.run(ORGANISER, "replay", game, "--save", str(root / "record.json"))
    finally:
        stage.stop()
