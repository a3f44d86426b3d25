"""`ostraka bot`: a bot plays a seat until the game is over."""

from __future__ import annotations

import secrets
import time
from math import ceil
from typing import TYPE_CHECKING

import click

from cli.errors import Refused, Unreachable, failure_of
from cli.terminal.options import Connection, host_options, json_option
from cli.terminal.output import emit_line

if TYPE_CHECKING:
    from cli.client import Client

LONGEST = 25  # seconds that one request waits
STRATEGIES = ("random", "steady")
CLOSED = ("phase-closed", "no-open-phase", "wrong-phase-key")  # the game went on between the look and the answer


@click.command()
@click.argument("game")
@click.argument("seat")
@click.option("--strategy", type=click.Choice(STRATEGIES), default="steady", show_default=True, help="How it plays.")
@click.option(
    "--poll",
    type=click.FloatRange(min=0.05),
    default=20.0,
    show_default=True,
    help="Seconds to wait for news before it looks again anyway.",
)
@json_option
@host_options
def bot(connection: Connection, game: str, seat: str, strategy: str, poll: float, as_json: bool) -> None:
    """Have a bot play a seat until the game is over.

    The bot sees what a person at SEAT in GAME sees, and sends what a person sends. With --json it prints one line of
    JSON for each envelope it sends, and one at the end.
    """
    client, since = connection.player(), 0
    while not is_over(client, game, seat, strategy, as_json):
        since = wait_for_news(client, game, seat, since, poll)
    emit_line({"game": game, "status": "over"}, as_json, f"{game} is over.")


def is_over(client: Client, game: str, seat: str, strategy: str, as_json: bool = False) -> bool:
    """Look once, and play if the seat is asked. False as well after an outage, or if the phase closed meanwhile."""
    try:
        status = client.game(game)["status"]
        if status == "running":
            play_once(client, game, seat, strategy, as_json)
    except Unreachable as outage:
        emit_line(failure_of(outage).to_json_value(), as_json, str(outage), error=True)
        return False
    except Refused as refusal:
        if refusal.code not in CLOSED:
            raise
        return False
    return bool(status == "over")


def wait_for_news(client: Client, game: str, seat: str, since: int, seconds: float) -> int:
    """Wait until something happens in the game, or for so many seconds; gives how far its feed is read.

    If the host does not answer, or refuses, it just sleeps.
    """
    begun = time.monotonic()
    try:
        feed = client.feed(game, seat, since, min(ceil(seconds), LONGEST))
    except (Unreachable, Refused):
        time.sleep(max(seconds - (time.monotonic() - begun), 0))
        return since
    return int(feed["next"])


def play_once(client: Client, game: str, seat: str, strategy: str, as_json: bool = False) -> None:
    """Answer what the seat is asked now, if anything."""
    from adjudicator.kernel import Chance
    from cli.rules.local_check import position_of, title_of
    from schemas.statements.durations import counted

    asked = client.questions(game, seat)
    if not asked["questions"] or asked["word"] == "final":
        return
    known = client.view(game, seat)
    rules = title_of(known["view"])
    orders = rules.bot(strategy)(position_of(known["view"]), seat, Chance(secrets.token_bytes(32)))
    receipt = client.send(game, seat, [rules.order_to_dict(order) for order in orders], phase=known["phase"])
    emit_line(
        receipt,
        as_json,
        f"Phase {receipt['phase']}: {counted(len(orders), 'order')} sent in envelope {receipt['sequence']}.",
    )
