"""`ostraka contest invite`: by name or address, or all in a file; who was invited before gets no second mail."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from cli.errors import Misuse
from cli.terminal.invitations import Invitee, read_rows, require_known, sent
from cli.terminal.options import Connection, contest_argument, host_options, json_option
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from cli.client import Client

HEADINGS: Final = ("player", "players", "handle", "address", "email", "who")


@click.command()
@contest_argument()
@click.argument("who", nargs=-1)
@click.option(
    "--csv",
    "file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help=f"Invite everyone in this file, one a line; the first line may be a heading ({', '.join(HEADINGS)}).",
)
@json_option
@host_options
def invite(connection: Connection, contest: str, who: tuple[str, ...], file: Path | None, as_json: bool) -> None:
    """Invite players to CONTEST: each WHO is the handle of a player, or an email address.

    If one of them is not a player of this host, nobody is invited. Nobody who was invited before, or is in the contest,
    gets a mail.
    """
    if not who and file is None:
        raise Misuse("Whom do you want to invite? Name players or addresses after the contest, or give --csv FILE.")
    client = connection.player()
    wanted = list(dict.fromkeys([*map(Invitee, who), *(from_file(file) if file else ())]))
    require_known(client, wanted)
    before = invited_before(client, contest)
    fresh = [one for one in wanted if one.who.lower() not in before]
    new = [one.who for one in sent(fresh, lambda one: client.invite_to_contest(contest, one.who))]
    invited = {"contest": contest, "invited": [one.who for one in wanted], "new": new}
    emit(invited, as_json, show)


def from_file(file: Path) -> list[Invitee]:
    """Those who stand in a file, one a line."""
    rows = read_rows(file)
    if rows and rows[0][1][0].lower() in HEADINGS:
        del rows[0]
    if not rows:
        raise Misuse(f"{file}: nobody stands in it. Write a player's handle or an address in each line.")
    return [Invitee(only_one(row, where), where) for where, row in rows]


def only_one(row: Sequence[str], where: str) -> str:
    """The one player or address of a line."""
    found = [cell for cell in row if cell]
    if len(found) > 1:
        raise Misuse(f"{where}: expected one player or address, but there are {len(found)}: {', '.join(found)}.")
    return found[0]


def invited_before(client: Client, contest: str) -> set[str]:
    """Players who need no invitation, by handle or address, in small letters."""
    invited = {str(one["player"] or one["address"]).lower() for one in client.contest_invitations(contest)}
    entrants = client.contest(contest)["entrants"]
    return invited | {one["player"] for one in entrants if not (one["left"] or one["disqualified"])}


def show(told: dict[str, Any]) -> None:
    """The players who get a mail now, and the others."""
    from schemas.statements.in_words import listed

    if told["new"]:
        tell(f"Invited to {told['contest']}: {listed(told['new'])}.")
    if before := [who for who in told["invited"] if who not in told["new"]]:
        tell(f"No mail went to {listed(before)}: invited before, or in the contest.")
