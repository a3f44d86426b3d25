"""`ostraka db rekey`: a player lost his key, and whoever has the machine confirms the new one for his name."""

from __future__ import annotations

from pathlib import Path

import click

from api.commands.options import configured, json_option, refusing, tell
from api.commands.transfer import host_options


@click.command(
    help="Let the new key KEY_ID, which claims to be PLAYER, speak for that name. Ask him first, by a way on which you "
    "know him: anybody can claim. In games under way the old key stays until the organiser of each confirms the new.",
    short_help="Confirm the new key of a player who lost his.",
)
@host_options
@click.argument("player")
@click.argument("key_id")
@json_option
def rekey(
    database: str, master_key_file: Path, public_url: str, sender: str, player: str, key_id: str, as_json: bool
) -> None:
    """Confirm a claim for a handle."""
    from api.host.host import open_host
    from api.http.problems import Problem
    from api.referee.key_replacement import confirm_handle

    host = refusing(lambda: open_host(configured(database, master_key_file, public_url=public_url, sender=sender)))
    try:
        with host.database.write() as session:
            games = confirm_handle(host, session, player, key_id)
    except Problem as problem:
        raise click.ClickException(problem.detail) from None
    finally:
        host.database.dispose()
    waiting = f" Their organisers have to confirm it in: {', '.join(games)}." if games else ""
    tell({"player": player, "key_id": key_id, "games": games}, as_json, f"{key_id} is {player} now.{waiting}")
