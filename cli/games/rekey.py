"""`ostraka game rekey`: the organiser confirms a player's new key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli.errors import Misuse
from cli.terminal.options import Connection, game_argument, host_options, json_option
from cli.terminal.output import emit, tell
from cli.terminal.sure import require_sure, yes_option

if TYPE_CHECKING:
    from cli.client import Client


@click.command()
@game_argument()
@click.argument("player")
@click.argument("key_id")
@click.option("--reason", default="", help="Why; everyone can read it.")
@yes_option
@json_option
@host_options
def rekey(connection: Connection, game: str, player: str, key_id: str, reason: str, yes: bool, as_json: bool) -> None:
    """Confirm that KEY_ID is the new key of PLAYER, who lost theirs: from then on it speaks for them in GAME.

    Anyone can make a claim: ask PLAYER for the id of their key, in a way that shows you who they are. Everybody is
    told.
    """
    client = connection.player()
    old = current_key(client, game, player)
    if key_id not in client.claims(player):
        raise Misuse(f"No key {key_id} claims to be {player} at {client.url}: check it against what {player} told you.")
    require_sure(f"Whoever has {key_id} will play for {player} in {game}. Have you asked {player} about it?", yes)
    from schemas.statements.payloads import Rekey

    done = client.act(game, Rekey(player=old, key=key_id, reason=reason))
    emit(done, as_json, lambda _: tell(f"{key_id} now speaks for {player} in {game}."))


def current_key(client: Client, game: str, player: str) -> str:
    """The key that speaks for a player in a game now, by its log."""
    from cli.trust.log_summary import LogSummary

    seats = [seat["seat"] for seat in client.game(game)["seats"] if seat["player"] == player]
    if not seats:
        raise Misuse(f"{player} holds no seat in {game}.")
    return LogSummary.of(client.log(game)).now[seats[0]]
