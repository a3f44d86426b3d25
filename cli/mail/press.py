"""`ostraka press`: messages between the seats of a game, each signed by its author."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from cli.account.mail_preferences import change_muted
from cli.errors import Misuse
from cli.terminal.help_pages import Group
from cli.terminal.options import (
    Connection,
    game_and_seat,
    game_argument,
    home_options,
    host_options,
    json_option,
    text_file_option,
    text_of,
)
from cli.terminal.output import emit, tell
from cli.times import local_time


@click.group(cls=Group)
def press() -> None:
    """Write to the other seats of a game, and read what they write to you."""


@press.command()
@game_argument()
@click.argument("seat", required=False)
@click.argument("text", required=False)
@click.option("--to", multiple=True, metavar="SEAT", help="To this seat; repeatable.")
@click.option("--all", "to_all", is_flag=True, help="To all other seats.")
@text_file_option
@json_option
@host_options
def send(
    connection: Connection,
    game: str,
    seat: str | None,
    text: str | None,
    to: tuple[str, ...],
    to_all: bool,
    file: Path | None,
    as_json: bool,
) -> None:
    """Write from SEAT of GAME to other seats: TEXT, or the text of --file or standard input.

    SEAT can be left out if you hold only one. Those you write to can show it to others, with your signature. The host
    can read it.
    """
    from cli.client.press import addressees

    if to_all == bool(to):
        raise Misuse("To whom? Add --to SEAT for each seat, or --all.")
    client = connection.player()
    summary = client.game(game)
    if text is None and seat not in (None, *(each["seat"] for each in summary["seats"])):
        seat, text = None, seat  # SEAT was left out
    said = text_of(text, file)
    sender = client.own_seat(summary, seat, "put SEAT before TEXT")
    seats = addressees(summary, sender, to)
    sent = {**client.send_press(game, sender, seats, said), "seat": sender, "to": seats}
    emit(sent, as_json, lambda _: tell(f"Sent from {sender} to {', '.join(seats)}."))


@press.command()
@game_argument()
@click.argument("seat", required=False)
@click.argument("text", required=False)
@click.option("--to", multiple=True, metavar="SEAT", help="To this seat; repeatable.")
@click.option("--all", "to_all", is_flag=True, help="To all other seats.")
@text_file_option
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write it to this file.")
@json_option
@home_options
def seal(
    connection: Connection,
    game: str,
    seat: str | None,
    text: str | None,
    to: tuple[str, ...],
    to_all: bool,
    file: Path | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Write from SEAT of GAME to other seats without a connection: prints a signed block, to be mailed to the game.

    Works from the newest letter that you have opened; SEAT can be left out if all letters are to one. It is signed, not
    sealed: whoever reads the mail reads the text.
    """
    from cli.client.press import named_seats
    from cli.mail.letters import newest_letter
    from cli.terminal.finding import find_seat

    if to_all == bool(to):
        raise Misuse("To whom? Add --to SEAT for each seat, or --all.")
    client = connection.player(game)
    own = seat if seat in client.home.letter_seats(game) else find_seat(connection, game, offline=True)
    letter = newest_letter(client.home, client.me, game, own)
    if text is None and seat not in (None, *letter.body.view["seats"]):
        seat, text = None, seat  # SEAT was left out
    if seat not in (None, own):
        raise Misuse(f"No letter to {seat} of {game} was opened here, only to {own}.")
    seats = named_seats([name for name in letter.body.view["seats"] if name != own], to)
    block = signed_press(connection, letter.url, game, own, seats, text_of(text, file))
    if output:
        output.write_text(block, encoding="utf-8")
    sealed = {"game": game, "seat": own, "to": seats, "address": letter.body.address, "armored": block}
    emit(sealed, as_json, lambda _: show_block(block, letter.body.address, output))


def signed_press(connection: Connection, url: str, game: str, seat: str, to: Sequence[str], text: str) -> str:
    """A message from a seat of a game at a host, signed and armored for a mail."""
    from cli.client import Client
    from schemas.documents.armor import armor

    known = connection.player(game)
    client = Client(url, known.identity, known.handle, known.home)
    statement = client.seal_press(game, seat, to, text)
    return armor("press", statement.to_json(), {"Game": game, "Seat": seat, "To": " ".join(to)})


def show_block(block: str, address: str | None, output: Path | None) -> None:
    """The block on standard output or in a file, and where it goes on standard error."""
    tell(f"In {output}: your message, signed." if output else block.removesuffix("\n"))
    tell(f"# Not sent yet: mail it to {address or 'the address that the mails of the game come from'}", error=True)


@press.command()
@game_and_seat
@click.option("--after", type=click.IntRange(min=0), default=0, help="Only what came after this message.")
@json_option
@host_options
def read(connection: Connection, game: str, seat: str, after: int, as_json: bool) -> None:
    """Read the press of SEAT in GAME.

    Every message must be signed by its author, who must have held that seat by the log. What muted players wrote is
    left out.
    """
    emit(connection.player().press(game, seat, after), as_json, show_press)


def show_press(messages: list[dict[str, Any]]) -> None:
    """Each message under a line that says who wrote it to whom."""
    for one in messages:
        heading = f"{one['from']} ({one['author']}) to {', '.join(one['to'])}, {local_time(one['at'])}"
        tell(f"{one['number']}  {heading}")
        for line in one["text"].rstrip("\n").split("\n"):
            tell(f"    {line}")
    if not messages:
        tell("There is no press.")


@press.command()
@click.argument("handles", nargs=-1, required=True, metavar="PLAYER...")
@json_option
@host_options
def mute(connection: Connection, handles: tuple[str, ...], as_json: bool) -> None:
    """Hide what PLAYER writes, in every game and in mails. They are not told."""
    change_muted(connection, "muted_press", handles, True, as_json)


@press.command()
@click.argument("handles", nargs=-1, required=True, metavar="PLAYER...")
@json_option
@host_options
def unmute(connection: Connection, handles: tuple[str, ...], as_json: bool) -> None:
    """Show again what PLAYER writes, including what they wrote meanwhile."""
    change_muted(connection, "muted_press", handles, False, as_json)
