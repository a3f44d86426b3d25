"""`ostraka vote`, `absent`, `resign`: what the player of a seat does openly, signed, logged and told to all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli.errors import Misuse
from cli.games.organiser import acting, require_sure, seat_argument, yes_option
from cli.terminal.durations import Day
from cli.terminal.options import Connection
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from cli.client import Client
    from schemas.statements.payloads import SeatActs

ALL = "all"
VOTES = ("pause", "resume", "extend", "end")


def act(client: Client, game: str, seat: str, said: SeatActs, as_json: bool, sentence: str) -> None:
    """Have the player of a seat act, and tell what was done."""
    emit(client.seat_act(game, seat, said), as_json, lambda _: tell(sentence))


@click.command()
@acting
@click.argument("what", type=click.Choice(VOTES))
@click.option("--no", is_flag=True, help="Vote against it.")
@click.option("--seat", help="Which of your seats; needed when you have several in this game.")
def vote(connection: Connection, game: str, what: str, no: bool, seat: str | None, reason: str, as_json: bool) -> None:
    """Vote in GAME: to pause it, to resume it, to extend the deadline, to end it.

    More than half of the seats that have a player carry a vote, all of them one to end the game. Yours stands until you
    vote again on the same.
    """
    from schemas.statements.payloads import Vote

    client = connection.player()
    held = client.own_seat(client.game(game), seat)
    said = Vote(reason=reason, on=what, yes=not no)  # type: ignore[arg-type]  # click holds it to VOTES
    act(client, game, held, said, as_json, f"{held} votes {'against' if no else 'for'} it: {what}")


@click.command()
@acting
@seat_argument
@click.argument("first", metavar="FROM", type=Day())
@click.argument("last", metavar="[TO]", type=Day(), required=False)
def absent(
    connection: Connection, game: str, seat: str, first: str, last: str | None, reason: str, as_json: bool
) -> None:
    """Announce that SEAT of GAME will not answer from one date to another, both counted; `all` for all your seats.

    Dates are written as in 2026-12-25 and lie ahead; deadlines of SEAT do not count these days. Everybody is told.
    """
    from schemas.statements.payloads import Absence

    until = last or first
    if until < first:
        raise Misuse(f"An absence from {first} cannot end on {until}, which is before it.")
    client, said = connection.player(), Absence(reason=reason, first=first, last=until)
    *others, seat = client.own_seats(client.game(game)) if seat == ALL else [seat]
    for other in others:
        client.seat_act(game, other, said)
    named = ", ".join([*others, seat])
    days = f"announced absent from {first} to {until}"
    act(client, game, seat, said, as_json, f"{named} {'are' if others else 'is'} {days}")


@click.command()
@acting
@seat_argument
@yes_option
def resign(connection: Connection, game: str, seat: str, reason: str, yes: bool, as_json: bool) -> None:
    """Give SEAT of GAME back; anybody may join there. Asks first.

    What you sent stands until your substitute replaces it.
    """
    from schemas.statements.payloads import Resign

    require_sure(f"Give up {seat} in {game}? Anybody may join there then.", yes)
    act(connection.player(), game, seat, Resign(reason=reason), as_json, f"{seat} is vacant; anybody may join there")
