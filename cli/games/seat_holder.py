"""`ostraka vote`, `absent`, `resign`: the public acts of a seat's player, signed, logged and announced to all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli.errors import Misuse
from cli.games.act_words import VOTED, days_away, done, question, then
from cli.games.organiser import act_options, seat_argument
from cli.terminal.durations import Day
from cli.terminal.options import Connection, own_seat_argument, require_sure, yes_option
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from cli.client import Client
    from schemas.statements.payloads import SeatActs

ALL = "all"


def send_seat_act(client: Client, game: str, seat: str, said: SeatActs, as_json: bool, sentence: str) -> None:
    """Send an act of a seat, and say what was done."""
    emit(client.seat_act(game, seat, said), as_json, lambda _: tell(sentence))


@click.command()
@act_options
@click.argument("what", type=click.Choice(tuple(VOTED)))
@click.option("--no", is_flag=True, help="Vote against it.")
@click.option("--seat", help="Which of your seats; needed if you hold several in this game.")
def vote(connection: Connection, game: str, what: str, no: bool, seat: str | None, reason: str, as_json: bool) -> None:
    """Vote in GAME to pause it, resume it, extend the deadline or end it.

    A vote passes with more than half of the seats that have a player; a vote to end the game needs all of them. Yours
    stands until you vote again on the same matter.
    """
    from schemas.statements.payloads import Vote

    client = connection.player()
    held = client.own_seat(client.game(game), seat)
    said = Vote(reason=reason, on=what, yes=not no)  # type: ignore[arg-type]  # click holds it to VOTED
    send_seat_act(
        client,
        game,
        held,
        said,
        as_json,
        done("vote", game, seat=held, way="against" if no else "for", matter=VOTED[what]),
    )


@click.command()
@act_options
@seat_argument
@click.argument("first", metavar="FROM", type=Day())
@click.argument("last", metavar="[TO]", type=Day(), required=False)
def absent(
    connection: Connection, game: str, seat: str, first: str, last: str | None, reason: str, as_json: bool
) -> None:
    """Announce that SEAT of GAME will be away from one date to another, both included; `all`: all your seats.

    Dates are written as in 2026-12-25 and must lie ahead. Deadlines of SEAT do not count these days. Everybody is told.
    """
    from schemas.statements.in_words import listed
    from schemas.statements.payloads import Absence

    until = last or first
    if until < first:
        raise Misuse(f"An absence that begins on {first} cannot end on {until}, which is earlier.")
    client, said = connection.player(), Absence(reason=reason, first=first, last=until)
    *others, seat = client.own_seats(client.game(game)) if seat == ALL else [seat]
    for other in others:
        client.seat_act(game, other, said)
    named = listed([*others, seat])
    days = f"{'are' if others else 'is'} {days_away(first, until)}"
    send_seat_act(client, game, seat, said, as_json, done("absence", game, seats=named, days=days))


@click.command()
@act_options
@own_seat_argument
@yes_option
def leave(connection: Connection, game: str, seat: str, reason: str, yes: bool, as_json: bool) -> None:
    """Take your join back before GAME begins: SEAT is free again. Asks first.

    Once the game has begun a seat is given up with `ostraka resign`.
    """
    from schemas.statements.payloads import Leave

    require_sure(question("leave", game, seat=seat), yes)
    said = Leave(reason=reason)
    send_seat_act(connection.player(), game, seat, said, as_json, done("leave", game, seat=seat))


@click.command()
@act_options
@own_seat_argument
@yes_option
def resign(connection: Connection, game: str, seat: str, reason: str, yes: bool, as_json: bool) -> None:
    """Give up SEAT of GAME: it falls vacant. Asks first.

    What you have sent counts until your substitute replaces it. Anyone may join there; in a game of a contest its
    substitutes are asked, or the player whom its organiser names.
    """
    from schemas.statements.payloads import Resign

    client = connection.player()
    facts = {"seat": seat, "then": then(client, client.game(game)["contest"])}
    require_sure(question("resign", game, **facts), yes)
    send_seat_act(client, game, seat, Resign(reason=reason), as_json, done("resign", game, **facts))
