"""What people at one machine see and type: lines from a terminal or a pipe, passing the machine on, news, the end."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from adjudicator.kernel.position.position import reason_in_words
from cli.answer.cards import Card
from cli.answer.hand import Hand
from cli.errors import Refused
from cli.seat.hotseat import HotSeat
from cli.terminal.output import board, table, tell, wrapped


class Left(Exception):
    """The person leaves the game."""


def read_line(prompt: str) -> str:
    """A line that the person types; the next line of piped input."""
    if sys.stdin.isatty():
        try:
            return input(f"{prompt}> ").strip()
        except (EOFError, KeyboardInterrupt):
            click.echo()
            raise Left from None
    click.echo(f"{prompt}> ", nl=False)
    line = sys.stdin.readline()
    click.echo()
    if not line:
        raise Refused("The input ended before the game did.", "input-ended")
    return line.strip()


def hand_over(seat: str) -> None:
    """Hide what the last person saw until the next one is there."""
    wipe()
    read_line(f"Pass the machine to {seat}, who presses Enter")
    wipe()


def wipe() -> None:
    """Clear the terminal, and what could be scrolled back to."""
    if sys.stdout.isatty():
        click.echo("\033[3J", nl=False)
    click.clear()


def show_news(news: Sequence[str]) -> None:
    """Print each sentence on a line of its own, or that nothing has happened."""
    click.echo()
    for sentence in news or ("Nothing has happened since your last answer.",):
        click.echo(wrapped(f"  {sentence}", 4))
    click.echo()


def tell_what_came(hand: Hand, cards: Sequence[Card]) -> None:
    """What became of cards."""
    for card in cards:
        said = hand.rules.question(card.question).subject
        tell(f"Your card for {card.question} ({said}): {hand.state(card)}.")
        for why in hand.passed_over(card):
            tell(f"  {why}")


def show_end(game: HotSeat) -> None:
    """How the game ended: the last news, the board, scores and places."""
    people = game.saved.people
    alone = people[0] if len(people) == 1 else None
    since = max(game.answered(*people), default=0)
    rules, view = game.rules.calling(game.saved.names), game.view(alone)
    show_news([told.said(rules, view) for one in game.chapters(alone) if one.phase >= since for told in one.told])
    position = game.position
    board(game.rules.show(game.view(alone)), "at the end")
    outcome, scores = position.outcome, game.rules.scores(position)
    click.echo(
        f"The game is over: {reason_in_words(rules.why_over(position, outcome.reason))}."
        if outcome
        else "The game is over."
    )
    places: dict[str, Any] = outcome.places if outcome else {}
    rows = sorted((places.get(seat, ""), seat, scores[seat]) for seat in position.seats)
    table(("place", "seat", "score"), rows)
