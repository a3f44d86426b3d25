"""`ostraka db`: what is done about single people: `invite`."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import click

from api.commands.games import host_options
from api.commands.options import configured, json_option, refusing, tell


@click.command(
    help="Print a link that admits somebody to this host, where `serve --register invited` takes only who is invited. "
    "It is shown this once: the database has the hash of its word.",
    short_help="Print a link that admits somebody to this host.",
)
@click.option("--names", type=click.IntRange(1, 1000), default=1, show_default=True, help="So many it admits.")
@click.option("--days", type=click.IntRange(1, 366), default=30, show_default=True, help="So long it holds.")
@host_options
@json_option
def invite(
    names: int, days: int, database: str, master_key_file: Path, public_url: str, sender: str, as_json: bool
) -> None:
    """Make an invitation to no game."""
    from api.host.host import open_host
    from api.store.models import InvitationRow
    from schemas.statements.invitation_words import digest_of, invitation_link, make_word
    from schemas.statements.payloads import instant

    host = refusing(lambda: open_host(configured(database, master_key_file, public_url=public_url, sender=sender)))
    word, until = make_word(), host.now() + timedelta(days=days)
    try:
        with host.database.write() as session:
            session.add(InvitationRow(digest=digest_of(word), left=names, until=until))
    finally:
        host.database.dispose()
    link = invitation_link(public_url, None, word)
    tell({"link": link, "names": names, "until": instant(until)}, as_json, link)
