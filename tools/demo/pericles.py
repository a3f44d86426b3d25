"""The story of the demo of Pericles: the two turns of the Archidamian War, where two players let their books answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tools.demo import chapters
from tools.demo.chapters import ORGANISER, PLAYERS, SLEEPER
from tools.demo.stage import Stage

SEATS = dict(zip(PLAYERS, ("AF", "DF", "EK", "AK"), strict=True))
SCENARIO = "14.1.06A"
DEADLINE = 30  # seconds
PATIENCE = 600.0  # seconds for two turns, on a busy machine; alone they take 100
HERS = "The hand of the Aristocrats (AF):"
SHEET: list[dict[str, Any]] = [
    {"question": "D5", "choose": [{"issues": ["military", "league"]}]},
    {"question": "D6", "choose": [{"issues": ["military", "league", "diplomatic", "oracle"]}]},
]


def run_demo(root: Path) -> None:
    """Play the whole demo in a directory."""
    stage = Stage(root, SEATS)
    try:
        chapters.open_host(stage)
        chapters.register(stage)
        stage.heading("Aspasia opens a game of Pericles; whoever joins signs the host's commitment to its chance")
        game = chapters.open_game(stage, "pericles", SCENARIO, "Archidamos", DEADLINE)
        card, other = first_orders(stage, game)
        file_book(stage, game, ORGANISER)
        draw(stage, game, "before")
        chapters.order_once(stage, game, SLEEPER)
        sleep_later(stage, game)
        file_book(stage, game, SLEEPER)
        wait_for_the_end(stage, game)
        chapters.look_back(stage, game, HERS, "only her report shows her hand")
        draw(stage, game, "after")
        chapters.prove(stage, game, card, other)
        chapters.search(stage, game)
    finally:
        stage.stop()
    chapters.farewell(stage)


def sleep_later(stage: Stage, game: str) -> None:
    """Kleon sleeps when he is asked next: the phase of the Entourages asks all, and has Aspasia's ten minutes."""
    client = stage.client(SLEEPER)
    stage.wait_for("a question to Kleon", lambda: chapters.asked_of(stage, client, game, SLEEPER))
    chapters.kleon_sleeps(stage, game, DEADLINE)


def draw(stage: Stage, game: str, when: str) -> None:
    """The map as a picture, for everybody."""
    stage.heading(f"The map, {when} the war")
    stage.run(None, "view", game, "--png", str(stage.root / f"map-{when}.png"))


def first_orders(stage: Stage, game: str) -> tuple[str, str]:
    """Aspasia chooses her Entourage, after losses that a comedy may bring first; a card of it, and one that is not."""
    client = stage.client(ORGANISER)
    if not is_asked_for_entourage(stage, game):
        chapters.order_once(stage, game, ORGANISER)
        stage.wait_for("the Entourages", lambda: is_asked_for_entourage(stage, game))
    hand = client.view(game, SEATS[ORGANISER])["view"]["hands"][SEATS[ORGANISER]]
    chapters.aspasia_plays(
        stage,
        game,
        wrong=[entourage("SPA-01", "SPA-02", "SPA-03")],
        draft=[entourage(*hand[1:4])],
        forged=entourage(*hand[2:5]),
        final=[entourage(*hand[:3])],
        saying="She replaces the draft with her final orders",
    )
    return hand[0], hand[3]


def is_asked_for_entourage(stage: Stage, game: str) -> bool:
    """Whether it is Aspasia's turn to choose her Entourage."""
    return chapters.asked_of(stage, stage.client(ORGANISER), game, ORGANISER) == ["D2"]


def entourage(*cards: str) -> dict[str, Any]:
    """The order that puts these cards into the Entourage."""
    return {"question": "D2", "cards": [*cards]}


def file_book(stage: Stage, game: str, who: str) -> None:
    """Standing orders for every question: the game no longer waits for this player."""
    what = "issues and debates as they like, the default elsewhere"
    stage.heading(f"{who.capitalize()} sends a book: {what}. The game no longer waits for them")
    book = stage.root / f"{who}-book.yaml"
    book.write_text("".join(f"- {json.dumps(entry)}\n" for entry in entries()))
    stage.run(who, "book", "explain", str(book), game, SEATS[who], show=who == ORGANISER)
    stage.run(who, "book", "send", str(book), game, SEATS[who])


def entries() -> list[dict[str, Any]]:
    """The book: the sheet, and for every question the default."""
    from adjudicator.registry import title as find_title

    return [*SHEET, *({"question": question, "default": True} for question in find_title("pericles").questions)]


def wait_for_the_end(stage: Stage, game: str) -> None:
    """Two turns: the bots answer, the books answer."""
    stage.heading("Athens is played by books, Sparta by bots: two turns of the war")
    client = stage.client(ORGANISER)
    stage.wait_for("the end", lambda: client.game(game)["status"] == "over", PATIENCE)
    counted = stage.run(ORGANISER, "report", game, SEATS[ORGANISER], show=False)
    stage.require("your book" in counted.lower(), "her book answered, and her report says where")
