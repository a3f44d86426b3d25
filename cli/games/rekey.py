"""`ostraka game rekey`: the organiser confirms a player's new key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli.errors import Misuse
from cli.games.organiser import require_sure, yes_option
from cli.terminal.options import Connection, connected, reading
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from cli.client import Client


@click.command()
@click.argument("game")
@click.argument("player")
@click.argument("key_id")
@click.option("--reason", default="", help="Why; everybody reads it.")
@yes_option
@reading
@connected
def rekey(connection: Connection, game: str, player: str, key_id: str, reason: str, yes: bool, as_json: bool) -> None:
    """Confirm that the new key KEY_ID is that of PLAYER, who lost his: it speaks for him in GAME from then on.

    Anybody can claim: ask PLAYER, by a way on which you know him, for the id of his key. All are told.
    """
    client = connection.player()
    old = speaking(client, game, player)
    if key_id not in client.claims(player):
        raise Misuse(f"No key {key_id} claims to be {player} at {client.url}: compare it with what {player} told you.")
    require_sure(f"{player} loses {game} to whoever has {key_id}. Have you asked him whether it is his?", yes)
    from schemas.statements.payloads import Rekey

    done = client.act(game, Rekey(player=old, key=key_id, reason=reason))
    emit(done, as_json, lambda _: tell(f"{key_id} speaks for {player} in {game}"))


def speaking(client: Client, game: str, player: str) -> str:
    """The key that speaks for a player in a game now, by its log."""
    from cli.trust.log_summary import Doings

    seats = [seat["seat"] for seat in client.game(game)["seats"] if seat["player"] == player]
    if not seats:
        raise Misuse(f"{player} holds no seat in {game}.")
    return Doings.of(client.log(game)).now[seats[0]]
