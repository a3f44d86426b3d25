"""`ostraka try`: what could come of the open phase, worked out on this machine from one's own view."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cli.terminal.options import Connection, at_seat, connected, reading, without_service
from cli.terminal.output import board, emit, tell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.kernel import Order
    from cli.orders.known_game import Known

BOTS = ("steady", "random")
MOST = 1_000
CAUTION = (
    "What others order, what is hidden from you and the dice are guesses of this machine. Nothing was sent, and nobody "
    "is told that you tried."
)


@click.command("try")
@at_seat
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True), required=False)
@click.option(
    "--guess", "bot", type=click.Choice(BOTS), default=BOTS[0], show_default=True, help="Who orders for others."
)
@click.option("--orders", "given", multiple=True, metavar="SEAT=FILE", help="What another seat orders; repeatable.")
@click.option(
    "--times", type=click.IntRange(1, MOST), default=1, show_default=True, help="Try so often, guessing anew."
)
@click.option("--seed", help="Guesses and dice follow from this text, so that the same come again.")
@without_service
@reading
@connected
def try_(
    connection: Connection, game: str, seat: str, file: str | None, offline: bool, as_json: bool, **how: Any
) -> None:
    """See what could come of the open phase, on this machine only. Nothing is sent.

    From what SEAT may know of GAME, with the orders in FILE (- for standard input); without FILE with those that you
    sent, else with what your book or the default says. What others order, what is hidden from you and the dice are
    guesses.
    """
    from cli.orders.assumed_orders import own_orders
    from cli.orders.known_game import know

    known = know(connection, game, seat, offline)
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
    emit(content, as_json, lambda told: show(known, told))


def guesses(
    known: Known, mine: Sequence[Order] | None, *, bot: str, given: tuple[str, ...], times: int, seed: str | None
) -> list[dict[str, Any]]:
    """So many tries, as data."""
    from cli.orders.assumed_orders import supposed
    from cli.orders.simulation import guess, plainly
    from cli.rules.local_chance import secret_of

    others, secret = supposed(known, given), secret_of(seed)
    return [plainly(known, guess(known, mine, others, bot, secret, number)) for number in range(times)]


def show(known: Known, content: dict[str, Any]) -> None:
    """One guess whole; of many, what happened how often."""
    tell(f"Phase {content['phase']} of {content['game']}, from {content['source']}. Your orders: {content['said']}.")
    every = content["guesses"]
    if len(every) == 1:
        show_one(known, every[0])
    else:
        show_many(every)
    tell("")
    tell(CAUTION)


def show_one(known: Known, guessed: dict[str, Any]) -> None:
    """What the others were supposed to order, what came of it, and the board then."""
    from cli.rules.order_menus import in_words, leaves

    say = partial(known.rules.naming.word, known.view)
    for seat, orders in guessed["others"].items():
        for order in orders:
            tell(f"  supposed: {seat} {order['question']}, {in_words(leaves(order), say)}")
    for fell in guessed["fell"]:
        tell(f"  but in this guess the order of {fell} is not legal, and falls")
    tell("")
    for sentence in [*guessed["sentences"], *guessed["waiting"]]:
        tell(f"  {sentence}")
    tell("")
    board(guessed["text"], f"as {known.seat} would know it then")


def show_many(every: list[dict[str, Any]]) -> None:
    """In how many of the tries each sentence was told, in the order in which they came up."""
    counted = Counter(sentence for one in every for sentence in dict.fromkeys(one["sentences"]))
    tell(f"Tried {len(every)} times. In so many of them:")
    for sentence, times in counted.items():
        tell(f"{times:>5}  {sentence}")
