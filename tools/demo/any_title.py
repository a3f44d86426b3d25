"""The story of the demo of a title that has none of its own: everybody answers the form as it comes, to the proof."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.registry import title
from tools.demo import chapters
from tools.demo.chapters import ORGANISER, PLAYERS
from tools.demo.stage import Stage

DEADLINE = 60  # seconds


def run_demo(root: Path, name: str) -> None:
    """Play the first scenario of a title, with as many of the four players as it takes."""
    rules = title(name)
    scenario = next(iter(rules.scenarios.values()))
    counts = [count for count in scenario.seat_counts if 2 <= count <= len(PLAYERS)]
    if not counts:
        raise click.ClickException(
            f"{rules.name} is not played by 2 to {len(PLAYERS)}, as many as the demo has players."
        )
    stage = Stage(root, dict(zip(PLAYERS, rules.seats(scenario.id, max(counts)), strict=False)))
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
