"""`ostraka db rekey`: a player lost their key, and the operator of the host confirms the new one."""

from __future__ import annotations

from pathlib import Path

import click

from api.commands.options import configured, json_option, refusing, tell
from api.commands.transfer import host_options


@click.command(
    help="Confirm KEY_ID as the new key of PLAYER, who lost the old one. First ask the player in a way that proves who "
    "answers: anybody can claim. In open games the old key stays until the organiser of each confirms the new one.",
    short_help="Confirm the new key of a player who lost theirs.",
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
    waiting = f" The organisers of these games must confirm it too: {', '.join(games)}." if games else ""
    tell(
        {"player": player, "key_id": key_id, "games": games}, as_json, f"{key_id} is now the key of {player}.{waiting}"
    )
