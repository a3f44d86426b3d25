"""`ostraka db`: what is done about single people: `invite`, `block`, `unblock`."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import click

from api.commands.games import host_options
from api.commands.options import configured, json_option, refusing, storage_options, tell


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


@click.command(
    help="Shut PLAYER out: what they sign is refused, and their tokens and sign-ins end. What they have sealed counts, "
    "and they hold their seats until the organisers of their games take them, or they miss deadlines.",
    short_help="Shut a player out.",
)
@storage_options
@click.argument("player")
@json_option
def block(database: str, master_key_file: Path, player: str, as_json: bool) -> None:
    """Block a player."""
    seats = set_blocked(database, master_key_file, player, True)
    held = f" They hold {', '.join(seats)}." if seats else ""
    tell({"player": player, "blocked": True, "seats": seats}, as_json, f"{player} is blocked.{held}")


@click.command(help="Let PLAYER in again, who was blocked.", short_help="Let a blocked player in again.")
@storage_options
@click.argument("player")
@json_option
def unblock(database: str, master_key_file: Path, player: str, as_json: bool) -> None:
    """Let a player in again."""
    seats = set_blocked(database, master_key_file, player, False)
    tell({"player": player, "blocked": False, "seats": seats}, as_json, f"{player} is let in again.")


def set_blocked(database: str, master_key_file: Path, handle: str, blocked: bool) -> list[str]:
    """Note it of a player, and end what reads for them; gives their seats in games that are not over."""
    from api.host.host import open_host
    from api.http.problems import Problem
    from api.referee.players import shut_out

    host = refusing(lambda: open_host(configured(database, master_key_file)))
    try:
        with host.database.write() as session:
            return shut_out(session, handle, blocked)
    except Problem as problem:
        raise click.ClickException(problem.detail) from None
    finally:
        host.database.dispose()
