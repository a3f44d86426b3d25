"""The story of the demo of Athens & Sparta: one Olympiad, cards and battles by books, moves by hand; then a draw."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from adjudicator.registry import title
from cli.play.bot import play_once
from cli.rules.order_form import read_form
from tools.demo import chapters
from tools.demo.chapters import ORGANISER, PLAYERS
from tools.demo.stage import Stage

SEATS = dict(zip(PLAYERS, ("sparta", "athens"), strict=False))
DEADLINE = 120  # seconds
BY_HAND = ("D-4", "D-7", "D-19")
DRAW = {"question": "D-21D"}


def run_demo(root: Path) -> None:
    """Play the whole demo in a directory."""
    stage = Stage(root, SEATS)
    try:
        chapters.open_host(stage)
        chapters.register(stage)
        stage.heading(
            "Aspasia opens a game of Athens & Sparta; whoever joins signs the host's commitment to its chance"
        )
        game = chapters.open_game(stage, "athens_sparta", "war", "Archidamos", DEADLINE)
        draw(stage, game, "before")
        for who in SEATS:
            file_book(stage, game, who)
        play(stage, game)
        look_back(stage, game)
        draw(stage, game, "after")
        stage.heading("The record: every signature, die and position, verified from the start")
        stage.run(ORGANISER, "replay", game, "--save", str(root / "record.json"))
    finally:
        stage.stop()


def file_book(stage: Stage, game: str, who: str) -> None:
    """The hand of six as a queue, garrison orders for every hex: only moves and replacements are asked for."""
    stage.heading(f"{who.capitalize()} sends a book: a queue of cards, garrison orders, the default elsewhere")
    hand = stage.client(who).view(game, SEATS[who])["view"]["hands"][SEATS[who]]
    book = stage.root / f"{who}-book.yaml"
    book.write_text("".join(f"- {json.dumps(entry)}\n" for entry in entries(hand)))
    stage.run(who, "book", "explain", str(book), game, SEATS[who], show=who == ORGANISER)
    stage.run(who, "book", "send", str(book), game, SEATS[who])


def entries(hand: list[str]) -> list[dict[str, Any]]:
    """12.1-B and 12.2-C: the hand as it was dealt, and one battle order for all hexes."""
    garrison = {"sally": False, "ships": ["blockade", "patrol", "coastal"], "after": "siege"}
    questions = title("athens_sparta").questions.values()
    return [
        {"question": "D-4", "choose": [{"card": card} for card in hand]},
        {"question": "D-8B", "choose": [{"battle": {"*": garrison}}]},
        *({"question": one.id, "default": True} for one in questions if not one.unasked and one.id not in BY_HAND),
    ]


def play(stage: Stage, game: str) -> None:
    """One Olympiad, as the steady bot would move; at the first card of the next one both offer a draw."""
    stage.heading("They play Olympiad 84: a mail for each Player Turn, none for cards and battles; then replacements")
    client = stage.client(ORGANISER)
    while who := stage.wait_for("the next turn", lambda: chapters.whose_turn(stage, client, game)):
        if who == "nobody":
            return
        asked = {ask["question"] for ask in stage.client(who).questions(game, SEATS[who])["questions"]}
        if "D-4" in asked:
            offer_draw(stage, game, who)
        else:
            play_once(stage.client(who), game, SEATS[who], "steady")


def offer_draw(stage: Stage, game: str, who: str) -> None:
    """10.3-A: with the card, the offer; when both have made it the game is over."""
    stage.heading(f"{who.capitalize()} has had enough of war, and offers a draw")
    form = stage.root / f"{who}.yaml"
    form.write_text(stage.run(who, "orders", "form", game, SEATS[who], show=who == ORGANISER))
    chapters.fill(form, [*read_form(form).orders, DRAW])
    stage.run(who, "orders", "send", game, SEATS[who], str(form), "--final")


def look_back(stage: Stage, game: str) -> None:
    """What everybody may know, and what Aspasia alone knew: which of her blocks it was that moved."""
    stage.heading("The game is over. What everyone may know of it")
    public = chapters.shown_end(stage, None, "report", game)
    stage.heading("What Aspasia may know: her own hidden blocks by their names")
    own = chapters.shown_end(stage, ORGANISER, "report", game, SEATS[ORGANISER]).splitlines()
    masked = [line for line in public.splitlines() if line.startswith("  Sparta: block ")]
    veiled = masked and not any(line in own for line in masked)
    stage.require(veiled, "of her hidden blocks others read a hex and a number where she reads a name")


def draw(stage: Stage, game: str, when: str) -> None:
    """The map as a picture, for everybody."""
    stage.heading(f"The map, {when} the war")
    stage.run(None, "view", game, "--png", str(stage.root / f"map-{when}.png"))
