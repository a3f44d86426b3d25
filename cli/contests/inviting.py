"""`ostraka contest invite`: by name or address, or all in a file; listed, taken back, corrected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from cli.contests.shared.inviting import invite_all, invited_in_words
from cli.errors import Misuse
from cli.terminal.invitations import Invitee, read_rows
from cli.terminal.options import Connection, contest_argument, host_options, json_option
from cli.terminal.output import emit, table, tell

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
@click.option("--list", "listed", is_flag=True, help="List whom you invited, and who has not come yet.")
@click.option("--withdraw", metavar="WHO", help="Take the invitation of WHO back.")
@click.option("--instead", metavar="WHO", help="Take the invitation of WHO back, whose address was wrong, say.")
@json_option
@host_options
def invite(
    connection: Connection,
    contest: str,
    who: tuple[str, ...],
    file: Path | None,
    listed: bool,
    withdraw: str | None,
    instead: str | None,
    as_json: bool,
) -> None:
    """Invite players to CONTEST: each WHO is the handle of a player, or an email address.

    If one of them is not a player of this host, nobody is invited. Nobody who was invited before, or is in the contest,
    gets a mail.
    """
    if [bool(who or file), listed, bool(withdraw)].count(True) > 1:
        raise Misuse("Invite somebody, or see --list or --withdraw: one of them at a time.")
    if instead and (file or len(who) != 1):
        raise Misuse(f"Name the one who is invited instead of {instead}: ostraka contest invite RIGHT --instead WRONG.")
    client = connection.player()
    if listed:
        emit(client.contest_invitations(contest), as_json, partial(show_invited, contest))
    elif withdraw:
        client.uninvite_from_contest(contest, withdraw)
        emit({"contest": contest, "withdrawn": withdraw}, as_json, show_withdrawn)
    else:
        if not who and file is None:
            raise Misuse("Whom do you want to invite? Name players or addresses after the contest, or give --csv FILE.")
        emit(
            invite_all(client, contest, [*map(Invitee, who), *(from_file(file) if file else ())], instead),
            as_json,
            show,
        )


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


def show_invited(contest: str, told: Sequence[Mapping[str, Any]]) -> None:
    """Whom the organiser invited, those first who have not come."""
    from schemas.contests.told.invited import BECAME

    if not told:
        tell(f"Nobody is invited to {contest}.")
        return
    waiting = sorted(told, key=lambda one: one["status"] == "entered")
    table(
        ("invited", "what became of it"), [(one["player"] or one["address"], BECAME[one["status"]]) for one in waiting]
    )
    tell(f"To take one back: ostraka contest invite {contest} --withdraw WHO", error=True)
    tell(f"To correct an address: ostraka contest invite {contest} RIGHT --instead WRONG", error=True)


def show_withdrawn(told: Mapping[str, Any]) -> None:
    """What that means."""
    tell(f"{told['withdrawn']} is invited to {told['contest']} no more. Who has entered stays in it.")


def show(told: dict[str, Any]) -> None:
    """The players who get a mail now, and the others."""
    for line in invited_in_words(told, told["contest"]):
        tell(line)
