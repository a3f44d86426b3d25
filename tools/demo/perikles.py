"""The demo of Perikles, chapter by chapter: `run_demo` plays it, and everything must be as it should be."""

from __future__ import annotations

from pathlib import Path

from tools.demo import chapters
from tools.demo.chapters import ORGANISER, PLAYERS
from tools.demo.stage import Stage

SEATS = dict(zip(PLAYERS, ("red", "green", "black", "orange"), strict=True))
DEADLINE = 20  # seconds


def run_demo(root: Path) -> None:
    """Play the whole demo in a directory."""
    stage = Stage(root, SEATS)
    try:
        chapters.open_host(stage)
        chapters.register(stage)
        stage.heading("Aspasia opens a game of Perikles; whoever joins signs the host's commitment to its dice")
        game = chapters.open_game(stage, "perikles", "opening", "Sherds", DEADLINE)
        play(stage, game)
        chapters.look_back(stage, game, "Special tile is", "only her report names her Special tile")
        chapters.prove(stage, game, "megara", "argos")
        chapters.search(stage, game)
    finally:
        stage.stop()
    chapters.farewell(stage)


def play(stage: Stage, game: str) -> None:
    """Play on until the game is over: Aspasia with everything there is, Kleon asleep the first time."""
    client, awake = stage.client(ORGANISER), set[str]()
    while who := stage.wait_for("the next question", lambda: chapters.whose_turn(stage, client, game)):
        if who == "nobody":
            return
        if who in awake:
            chapters.order_once(stage, game, who)
        elif who == ORGANISER:
            chapters.aspasia_plays(
                stage,
                game,
                wrong=[cube("troy")],
                draft=[cube("corinth")],
                forged=cube("thebes"),
                final=[cube("megara"), {"question": "D-S1B", "city": "sparta"}],
                saying="She replaces the draft with her final orders, and orders her second cube ahead, in secret",
            )
        else:
            chapters.kleon_sleeps(stage, game, DEADLINE)
        awake.add(who)


def cube(city: str) -> dict[str, str]:
    """The order that places a cube in a city."""
    return {"question": "D-S1", "city": city}
