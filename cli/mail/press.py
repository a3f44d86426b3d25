"""`ostraka press`: messages between the seats of a game, each signed by its author."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from cli.account.mail_preferences import change_muted
from cli.errors import Misuse
from cli.terminal.help_pages import Group
from cli.terminal.options import Connection, at_seat, connected, reading
from cli.terminal.output import emit, tell


@click.group(cls=Group)
def press() -> None:
    """Write to the other seats of a game, and read what they write to you."""


@press.command()
@at_seat
@click.argument("text", required=False)
@click.option("--to", multiple=True, metavar="SEAT", help="To this seat; repeatable.")
@click.option("--all", "to_all", is_flag=True, help="To all other seats.")
@click.option("--file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The text is in this file.")
@reading
@connected
def send(
    connection: Connection,
    game: str,
    seat: str,
    text: str | None,
    to: tuple[str, ...],
    to_all: bool,
    file: Path | None,
    as_json: bool,
) -> None:
    """Write from SEAT of GAME to other seats: TEXT, or what --file or standard input holds.

    Those to whom it is written can show it to others, with your signature. The host can read it.
    """
    from cli.client.press import addressed

    if to_all == bool(to):
        raise Misuse("To whom? Say --to SEAT for each seat, or --all.")
    said = text_of(text, file)
    client = connection.player()
    seats = addressed(client.game(game), seat, to)
    sent = {**client.send_press(game, seat, seats, said), "seat": seat, "to": seats}
    emit(sent, as_json, lambda _: tell(f"sent from {seat} to {', '.join(seats)}"))


def text_of(text: str | None, file: Path | None) -> str:
    """What is to be written: as given, from a file, or from standard input."""
    if text is not None and file:
        raise Misuse("Give TEXT or --file, not both.")
    if text is None:
        text = file.read_text(encoding="utf-8") if file else sys.stdin.read()
    if not text.strip():
        raise Misuse("There is nothing to send: the text is empty.")
    return text


@press.command()
@at_seat
@click.option("--since", type=click.IntRange(min=0), default=0, help="Only what came after this message.")
@reading
@connected
def read(connection: Connection, game: str, seat: str, since: int, as_json: bool) -> None:
    """Read what SEAT of GAME wrote and was written.

    Every message has to be signed by its author, who has to have held his seat by the log. What players wrote whom you
    mute is left out.
    """
    emit(connection.player().press(game, seat, since), as_json, show_press)


def show_press(messages: list[dict[str, Any]]) -> None:
    """Each message under a line that says who wrote it to whom."""
    for one in messages:
        tell(f"{one['number']}  {one['at']}  {one['from']} ({one['author']}) to {', '.join(one['to'])}")
        for line in one["text"].rstrip("\n").split("\n"):
            tell(f"    {line}")
    if not messages:
        tell("There is no press.")


@press.command()
@click.argument("handles", nargs=-1, required=True, metavar="PLAYER...")
@reading
@connected
def mute(connection: Connection, handles: tuple[str, ...], as_json: bool) -> None:
    """Neither see nor be mailed what PLAYER writes, in any game; he is not told."""
    change_muted(connection, "muted_press", handles, True, as_json)


@press.command()
@click.argument("handles", nargs=-1, required=True, metavar="PLAYER...")
@reading
@connected
def unmute(connection: Connection, handles: tuple[str, ...], as_json: bool) -> None:
    """See again what PLAYER writes, and what he wrote meanwhile."""
    change_muted(connection, "muted_press", handles, False, as_json)
