"""`ostraka db retry`: a game that has stopped is tried at once, after a release that mends what stopped it."""

from __future__ import annotations

from pathlib import Path

import click

from api.commands.options import configured, json_option, refusing, tell
from api.commands.transfer import host_options


@click.command(
    help="Try GAME at once, which has stopped: its phase could not be resolved, or an update could not carry it over. "
    "`ostraka db check` lists such games. The service resolves the phase when it looks at it next.",
    short_help="Try a game that has stopped at once.",
)
@host_options
@click.argument("game")
@json_option
def retry(database: str, master_key_file: Path, public_url: str, sender: str, game: str, as_json: bool) -> None:
    """Have a game that has stopped tried again."""
    from api.host.host import open_host
    from api.http.problems import Problem
    from api.referee.rules_changes import retry

    host = refusing(lambda: open_host(configured(database, master_key_file, public_url=public_url, sender=sender)))
    try:
        done = retry(host, game)
    except Problem as problem:
        raise click.ClickException(problem.detail) from None
    finally:
        host.database.dispose()
    if not done:
        raise click.ClickException(f"{game} cannot go on by the rules of this release; the error above says where.")
    tell({"game": game}, as_json, f"{game} is tried as soon as the service looks at it.")
