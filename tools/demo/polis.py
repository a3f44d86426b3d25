"""The story of the demo of Polis: a whole game, turn by turn; battles, events and ends of rounds answered by books."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from adjudicator.registry import title
from cli.play.bot import play_once
from tools.demo import chapters
from tools.demo.chapters import ORGANISER, PLAYERS
from tools.demo.stage import Stage

SEATS = dict(zip(PLAYERS, ("sparta", "athens"), strict=False))
DEADLINE = 120  # seconds
TURNS = ("D2", "D3")


def run_demo(root: Path) -> None:
    """Play the whole demo in a directory."""
    stage = Stage(root, SEATS)
    try:
        chapters.open_host(stage)
        chapters.register(stage)
        stage.heading("Aspasia opens a game of Polis; whoever joins signs the host's commitment to its chance")
        game = chapters.open_game(stage, "polis", "standard", "Hegemony", DEADLINE)
        for who in SEATS:
            file_book(stage, game, who)
        draw(stage, game, "before")
        play(stage, game)
        stage.heading("The game is over. What everyone may know of it, and the board at the end")
        chapters.shown_end(stage, None, "report", game)
        draw(stage, game, "after")
        stage.heading("The record: every signature, die and position, verified from the start")
        stage.run(ORGANISER, "replay", game, "--save", str(root / "record.json"))
    finally:
        stage.stop()


def file_book(stage: Stage, game: str, who: str) -> None:
    """A battle doctrine and an end sheet, by default: only turns are asked for."""
    stage.heading(f"{who.capitalize()} sends a book: doctrines for battles, and a sheet for the end of every round")
    book = stage.root / f"{who}-book.yaml"
    book.write_text("".join(f"- {json.dumps(entry)}\n" for entry in entries()))
    stage.run(who, "book", "explain", str(book), game, SEATS[who], show=who == ORGANISER)
    stage.run(who, "book", "send", str(book), game, SEATS[who])


def entries() -> list[dict[str, Any]]:
    """The default for everything that is asked but turns."""
    questions = title("polis").questions.values()
    return [{"question": one.id, "default": True} for one in questions if not one.unasked and one.id not in TURNS]


def play(stage: Stage, game: str) -> None:
    """Turn after turn, as the steady bot would play."""
    stage.heading("They play: a mail a turn, none for battles, events and the end of a round")
    client = stage.client(ORGANISER)
    while who := stage.wait_for("the next turn", lambda: chapters.whose_turn(stage, client, game)):
        if who == "nobody":
            return
        play_once(stage.client(who), game, SEATS[who], "steady")


def draw(stage: Stage, game: str, when: str) -> None:
    """The map as a picture, for everybody."""
    stage.heading(f"The map, {when} the war")
    stage.run(None, "view", game, "--png", str(stage.root / f"map-{when}.png"))
