"""`ostraka db`: what is done about single people: `invite`, `block`, `unblock`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.commands.games import host_options
from api.commands.options import json_option, opened_host, storage_options, tell

if TYPE_CHECKING:
    from sqlmodel import Session

    from api.host.host import Host
    from api.store.models import InvitationRow


@click.command(
    help="Print a link that admits somebody to this host, where `serve --register invited` takes only who is invited. "
    "It is shown this once: the database has the hash of its word.",
    short_help="Print a link that admits somebody to this host.",
)
@click.option("--names", type=click.IntRange(1, 1000), default=1, show_default=True, help="So many it admits.")
@click.option("--days", type=click.IntRange(1, 366), default=30, show_default=True, help="So long it holds.")
@click.option("--list", "listed", is_flag=True, help="List your links instead, and what became of them.")
@click.option("--withdraw", type=click.IntRange(1), metavar="NUMBER", help="Take a link back: its number in the list.")
@host_options
@json_option
def invite(
    names: int,
    days: int,
    listed: bool,
    withdraw: int | None,
    database: str,
    master_key_file: Path,
    public_url: str,
    sender: str,
    as_json: bool,
) -> None:
    """Make an invitation to no game; or see to those that were made."""
    if listed and withdraw:
        raise click.UsageError("See --list, or --withdraw a link: one of them at a time.")
    with opened_host(database, master_key_file, public_url=public_url, sender=sender) as host:
        if listed:
            list_links(host, as_json)
        elif withdraw:
            withdraw_link(host, withdraw, as_json)
        else:
            make_link(host, names, timedelta(days=days), as_json)


def make_link(host: Host, names: int, lasts: timedelta, as_json: bool) -> None:
    """Print a new one; nobody can print it again."""
    from api.store.models import InvitationRow
    from schemas.statements.invitation_words import digest_of, invitation_link, make_word
    from schemas.statements.payloads import instant

    word, until = make_word(), host.now() + lasts
    with host.database.write() as session:
        session.add(InvitationRow(digest=digest_of(word), left=names, until=until))
    link = invitation_link(host.config.public_url, None, word)
    tell({"link": link, "names": names, "until": instant(until)}, as_json, link)


def list_links(host: Host, as_json: bool) -> None:
    """Those of the operator in order, with the number by which each is taken back."""
    from schemas.statements.payloads import instant

    with host.database.read() as session:
        rows = own_links(session)
    links = [{"left": one.left, "until": instant(one.until), "withdrawn": one.withdrawn} for one in rows]
    said = [f"{number}. {in_words(one, host.now())}." for number, one in enumerate(rows, start=1)]
    how = "To take one back: ostraka db invite --withdraw NUMBER" if rows else "There are no links of yours."
    tell({"links": links}, as_json, "\n".join([*said, how]))


def withdraw_link(host: Host, number: int, as_json: bool) -> None:
    """Take one back; who has registered by it stays."""
    with host.database.write() as session:
        rows = own_links(session)
        if number > len(rows):
            raise click.ClickException(f"There is no link {number}: ostraka db invite --list names yours.")
        rows[number - 1].withdrawn = True
    tell({"withdrawn": number}, as_json, f"Link {number} is taken back; who has registered by it stays.")


def own_links(session: Session) -> Sequence[InvitationRow]:
    """The links that the operator made."""
    from sqlmodel import col, select

    from api.store.models import InvitationRow

    made = select(InvitationRow).where(col(InvitationRow.statement).is_(None))
    return session.exec(made.order_by(col(InvitationRow.id))).all()


def in_words(link: InvitationRow, now: datetime) -> str:
    """What a link is still good for."""
    from schemas.statements.payloads import instant

    if link.withdrawn:
        return "Taken back"
    if link.until <= now:
        return f"Ended {instant(link.until)}"
    return f"Admits {link.left} more until {instant(link.until)}" if link.left else "Used up"


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
    from api.referee.players import shut_out

    with opened_host(database, master_key_file) as host, host.database.write() as session:
        return shut_out(session, handle, blocked)
