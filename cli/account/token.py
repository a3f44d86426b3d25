"""`ostraka token`: bearer tokens, with which a program reads for a player; never more than he may, and never writes."""

from __future__ import annotations

from typing import Any

import click

from cli.terminal.help_pages import Group
from cli.terminal.options import Connection, connected, reading
from cli.terminal.output import emit, table, tell

SCOPES = ("waiting", "seats")


@click.group(cls=Group)
def token() -> None:
    """Let a program read for you: make, list and revoke bearer tokens."""


@token.command()
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice(SCOPES),
    default=("waiting",),
    show_default=True,
    help="waiting: what waits for you; seats: all that your seats may read; repeatable.",
)
@click.option("--game", "games", multiple=True, metavar="GAME", help="Only for this game; repeatable.")
@click.option("--days", type=click.IntRange(1, 366), default=90, show_default=True, help="For so many days it is good.")
@reading
@connected
def new(
    connection: Connection, name: str, scopes: tuple[str, ...], games: tuple[str, ...], days: int, as_json: bool
) -> None:
    """Make a token called NAME, and print its secret: the service keeps only a hash, and tells it this once.

    A program sends it as `Authorization: Bearer SECRET`. Whoever has it reads for you, until it expires or is revoked.
    """
    made = connection.player().make_token(name, scopes, games or None, days)
    emit(made, as_json, show_made)


def show_made(made: dict[str, Any]) -> None:
    """The secret on a line of its own, for scripts."""
    tell(f"{made['name']} ({made['token']}) reads {', '.join(made['scopes'])} until {made['expires_at']}", error=True)
    tell(made["secret"])


@token.command(name="list")
@reading
@connected
def list_(connection: Connection, as_json: bool) -> None:
    """List your tokens that are good, without their secrets."""
    emit(connection.player().tokens(), as_json, show_tokens)


def show_tokens(tokens: list[dict[str, Any]]) -> None:
    """One line a token."""
    rows = [
        (one["token"], one["name"], ", ".join(one["scopes"]), ", ".join(one["games"] or ["all"]), one["expires_at"])
        for one in tokens
    ]
    if rows:
        table(("token", "name", "reads", "games", "until"), rows)
    else:
        tell("There is no token.")


@token.command()
@click.argument("token_id", metavar="TOKEN")
@reading
@connected
def revoke(connection: Connection, token_id: str, as_json: bool) -> None:
    """Revoke TOKEN, by its id or its name: nothing is read with it any more."""
    client = connection.player()
    named = {one["name"]: one["token"] for one in client.tokens()}
    gone = client.revoke_token(named.get(token_id, token_id))
    emit(gone, as_json, lambda _: tell(f"{gone['token']} is revoked"))
