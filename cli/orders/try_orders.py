"""`ostraka try`: what might come of the open phase, worked out on this machine from one's own view."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from cli.terminal.options import Connection, game_and_seat, host_options, json_option, offline_option
from cli.terminal.output import board, emit, tell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.kernel import Order
    from cli.seat.known_game import KnownGame

BOTS = ("steady", "random")
MOST = 1_000
CAUTION = (
    "This is a guess: the orders of others, what is hidden from you, and the dice are made up on this machine. Nothing "
    "was sent, and nobody learns that you tried."
)


@click.command("try")
@game_and_seat
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True), required=False)
@click.option(
    "--guess",
    "bot",
    type=click.Choice(BOTS),
    default=BOTS[0],
    show_default=True,
    help="The bot that gives the orders of others.",
)
@click.option("--orders", "given", multiple=True, metavar="SEAT=FILE", help="The orders of another seat; repeatable.")
@click.option(
    "--times",
    type=click.IntRange(1, MOST),
    default=1,
    show_default=True,
    help="How often to try, guessing again each time.",
)
@click.option("--seed", help="Any text; the same text gives the same guesses and dice.")
@offline_option
@json_option
@host_options
def try_(
    connection: Connection, game: str, seat: str, file: str | None, offline: bool, as_json: bool, **how: Any
) -> None:
    """See what might come of the open phase. Nothing is sent.

    It is worked out on this machine from what SEAT may know of GAME, with the orders in FILE (- for standard input).
    Without FILE, with those that you have sent, or else with what your book or the default says. The orders of others,
    what is hidden from you, and the dice are guesses.
    """
    from cli.orders.assumed_orders import own_orders
    from cli.orders.known_here import load_known_game

    known = load_known_game(connection, game, seat, offline)
    said, mine = own_orders(known, file)
    content = {
        "game": game,
        "seat": seat,
        "phase": known.phase,
        "source": known.source,
        "said": said,
        "orders": None if mine is None else [known.rules.order_to_dict(order) for order in mine],
        "guesses": guesses(known, mine, **how),
    }
    emit(content, as_json, lambda tried: show(known, tried))


def guesses(
    known: KnownGame, mine: Sequence[Order] | None, *, bot: str, given: tuple[str, ...], times: int, seed: str | None
) -> list[dict[str, Any]]:
    """The results of all tries, as data."""
    from cli.orders.assumed_orders import read_assumed_orders
    from cli.orders.simulation import guess, guess_as_data
    from cli.rules.saved_games import secret_of

    others, secret = read_assumed_orders(known, given), secret_of(seed)
    return [guess_as_data(known, guess(known, mine, others, bot, secret, number)) for number in range(times)]


def show(known: KnownGame, content: dict[str, Any]) -> None:
    """One try in full; of many, what happened how often."""
    tell(f"Phase {content['phase']} of {content['game']}, from {content['source']}. Your orders: {content['said']}.")
    every = content["guesses"]
    if len(every) == 1:
        show_one(known, every[0])
    else:
        show_many(every)
    tell("")
    tell(CAUTION)


def show_one(known: KnownGame, guessed: dict[str, Any]) -> None:
    """What the others are assumed to order, what came of it, and the board then."""
    from adjudicator.kernel.questions.questions import ask_name

    for seat, orders in guessed["others"].items():
        for order in known.rules.decode_orders(orders):
            tell(f"  Assumed: {seat}, {known.rules.said_in_full(known.view, seat, order)} ({ask_name(order)})")
    for fell in guessed["fell"]:
        tell(f"  The order of {fell} is not legal in this guess, and is not carried out.")
    tell("")
    for sentence in [*guessed["sentences"], *guessed["waiting"]]:
        tell(f"  {sentence}")
    tell("")
    board(guessed["text"], f"as {known.seat} would see it then")


def show_many(every: list[dict[str, Any]]) -> None:
    """In how many of the tries each sentence came up, in the order of their first appearance."""
    counted = Counter(sentence for one in every for sentence in dict.fromkeys(one["sentences"]))
    tell(f"Tried {len(every)} times. How often each of these happened:")
    for sentence, times in counted.items():
        tell(f"{times:>5}  {sentence}")
