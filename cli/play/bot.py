"""`ostraka bot`: a bot plays a seat, or all seats of its player, until there is nothing left to play."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from typing import TYPE_CHECKING

import click

from cli.errors import Refused, Unreachable, failure_of
from cli.play.waiting import LONGEST, wait_for_news
from cli.terminal.options import Connection, game_argument, host_options, json_option
from cli.terminal.output import emit_line

if TYPE_CHECKING:
    from cli.client import Client

STRATEGIES = ("random", "steady")
CLOSED = ("phase-closed", "no-open-phase", "wrong-phase-key")  # the game went on between the look and the answer


@click.command()
@game_argument(required=False, metavar="[GAME]")
@click.argument("seat", required=False)
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
def bot(connection: Connection, game: str | None, seat: str | None, strategy: str, poll: float, as_json: bool) -> None:
    """Have a bot play a seat until the game is over.

    Without GAME and SEAT it plays all your seats, until no game is left. The bot sees what a person at SEAT in GAME
    sees, and sends what a person sends. With --json it prints one line of JSON for each envelope it sends, and one at
    the end.
    """
    client = connection.player()
    if game is None:
        play_everywhere(client, strategy, poll, as_json)
        emit_line({"game": None, "status": "over"}, as_json, f"{client.handle} holds no seat in a game that goes on.")
        return
    seat, after = seat or client.own_seat(client.game(game), how="name it"), 0
    while not is_over(client, game, seat, strategy, as_json):
        after = wait_for_news(client, game, seat, after, poll)
    emit_line({"game": game, "status": "over"}, as_json, f"{game} is over.")


def play_everywhere(client: Client, strategy: str, poll: float, as_json: bool) -> None:
    """Play all seats of the player, until none is left in a game that goes on; one request waits for all of them."""
    cursor, places = None, open_places(client)
    while places:
        over = []
        for game, seat in places:
            with suppress_code("not-your-seat"):  # it was vacated meanwhile
                over.append(is_over(client, game, seat, strategy, as_json))
        cursor, news = (cursor, []) if any(over) else news_anywhere(client, cursor, poll)
        places = news or open_places(client)


@contextmanager
def suppress_code(code: str) -> Iterator[None]:
    """Let one refusal pass."""
    try:
        yield
    except Refused as refused:
        if refused.code != code:
            raise


def open_places(client: Client) -> list[tuple[str, str]]:
    """The player's seats in games that go on, or will."""
    held = [one for status in ("running", "inviting") for one in client.waiting_everywhere(status)]
    return [(seat["game"], seat["seat"]) for seat in held]


def news_anywhere(client: Client, cursor: str | None, seconds: float) -> tuple[str | None, list[tuple[str, str]]]:
    """Wait for news of any game, as `wait_for_news` does; gives the cursor, and the seats that the news is for."""
    begun = time.monotonic()
    try:
        feed = client.player_feed(cursor, min(ceil(seconds), LONGEST))
    except (Unreachable, Refused):
        time.sleep(max(seconds - (time.monotonic() - begun), 0))
        return cursor, []
    return feed["next"], sorted({(item["game"], item["seat"]) for item in feed["items"]})


def is_over(client: Client, game: str, seat: str, strategy: str, as_json: bool = False) -> bool:
    """Look once, and play if the seat is asked. False as well after an outage, or if the phase closed meanwhile."""
    try:
        status = client.game(game)["status"]
        if status == "running":
            play_once(client.in_game(game), game, seat, strategy, as_json)
    except Unreachable as outage:
        emit_line(failure_of(outage).to_json_value(), as_json, str(outage), error=True)
        return False
    except Refused as refusal:
        if refusal.code not in CLOSED:
            raise
        return False
    return bool(status == "over")


def play_once(client: Client, game: str, seat: str, strategy: str, as_json: bool = False) -> None:
    """Answer what the seat is asked now, if anything."""
    from adjudicator.kernel import Chance
    from cli.answer.answer import Answer
    from cli.seat.delivery import send_or_seal
    from cli.seat.known_game import KnownGame
    from schemas.statements.in_words import counted

    asked = client.questions(game, seat)
    if not asked["questions"] or asked["word"] == "final":
        return
    known = KnownGame(client, game, seat, client.view(game, seat)["view"])
    sheet = Answer(known.rules, known.view, seat, known.asked)
    sheet.put(known.rules.bot(strategy)(known.view, seat, Chance(secrets.token_bytes(32))))
    orders = [known.rules.order_to_dict(order) for order in sheet.in_order]
    receipt = send_or_seal(known, known.phase, orders, "final")
    emit_line(
        receipt,
        as_json,
        f"Phase {receipt['phase']}: {counted(len(orders), 'order')} sent in envelope {receipt['sequence']}.",
    )
