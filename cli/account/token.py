"""`ostraka token`: bearer tokens, with which a program reads for a player, at most what they may; it never writes."""

from __future__ import annotations

from typing import Any

import click

from cli.terminal.help_pages import Group
from cli.terminal.options import Connection, host_options, json_option
from cli.terminal.output import emit, table, tell
from cli.times import local_time

SCOPES = ("waiting", "seats")


@click.group(cls=Group)
def token() -> None:
    """Let a program read on your behalf: make, list and revoke bearer tokens."""


@token.command()
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice(SCOPES),
    default=("waiting",),
    show_default=True,
    help="waiting: what is waiting for you; seats: all that your seats may read. Repeatable.",
)
@click.option("--game", "games", multiple=True, metavar="GAME", help="Only for this game; repeatable.")
@click.option("--days", type=click.IntRange(1, 366), default=90, show_default=True, help="How many days it is valid.")
@json_option
@host_options
def new(
    connection: Connection, name: str, scopes: tuple[str, ...], games: tuple[str, ...], days: int, as_json: bool
) -> None:
    """Make a token called NAME and print its secret. It is shown only this once: the host keeps a hash.

    A program sends it as `Authorization: Bearer SECRET`. Whoever has it can read as you until it expires or you revoke
    it. It reads nothing of what you play under an alias: for an anonymous game make one of its own, with --game.
    """
    made = connection.player().make_token(name, scopes, games or None, days)
    emit(made, as_json, show_made)


def show_made(made: dict[str, Any]) -> None:
    """The secret on a line of its own, for scripts."""
    tell(
        f"{made['name']} ({made['token']}) reads {', '.join(made['scopes'])} until {local_time(made['expires_at'])}.",
        error=True,
    )
    tell(made["secret"])


@token.command(name="list")
@json_option
@host_options
def list_(connection: Connection, as_json: bool) -> None:
    """List your valid tokens, without their secrets."""
    emit(connection.player().tokens(), as_json, show_tokens)


def show_tokens(tokens: list[dict[str, Any]]) -> None:
    """Print the tokens as a table, or that there are none."""
    rows = [
        (
            one["token"],
            one["name"],
            ", ".join(one["scopes"]),
            ", ".join(one["games"] or ["all"]),
            local_time(one["expires_at"]),
        )
        for one in tokens
    ]
    if rows:
        table(("token", "name", "reads", "games", "until"), rows)
    else:
        tell("You have no tokens.")


@token.command()
@click.argument("token_id", metavar="TOKEN")
@json_option
@host_options
def revoke(connection: Connection, token_id: str, as_json: bool) -> None:
    """Revoke TOKEN, by its id or name: nothing can be read with it any more."""
    client = connection.player()
    named = {one["name"]: one["token"] for one in client.tokens()}
    gone = client.revoke_token(named.get(token_id, token_id))
    emit(gone, as_json, lambda _: tell(f"{gone['token']} is revoked."))
