"""`ostraka game invite`: by name or address, or many from a table; who was invited before is not written to again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.errors import Misuse
from cli.games.invitation_links import list_invitations, make_link, withdraw_invitation
from cli.terminal.durations import Duration
from cli.terminal.invitations import Invitee, read_rows, require_known, sent
from cli.terminal.options import Connection, game_argument, host_options, json_option
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from cli.client import Client

COLUMNS = ("player", "seat", "game")


@dataclass(frozen=True)
class Invited(Invitee):
    """A player to invite to a game, to any seat or to one that is kept for them."""

    game: str = field(kw_only=True)
    seat: str | None = field(default=None, kw_only=True)


@click.command()
@game_argument()
@click.argument("who", nargs=-1)
@click.option("--seat", help="Reserve this seat for the one player you invite.")
@click.option(
    "--csv",
    "file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Invite everyone in this table (columns player, and if you like seat and game); then WHO are more games.",
)
@click.option(
    "--link", is_flag=True, help="Print a link instead, which you send yourself: whoever opens it is invited."
)
@click.option("--qr", is_flag=True, help="Print the link as a QR code too, for the camera of a phone.")
@click.option("--for", "lasts", type=Duration(), default="30d", show_default=True, help="How long the link holds.")
@click.option("--list", "listed", is_flag=True, help="List the invitations, and what became of them.")
@click.option(
    "--withdraw", metavar="WHICH", help="Take an invitation back: its number in the list, or who was invited."
)
@json_option
@host_options
def invite(
    connection: Connection,
    game: str,
    who: tuple[str, ...],
    seat: str | None,
    file: Path | None,
    link: bool,
    qr: bool,
    lasts: int,
    listed: bool,
    withdraw: str | None,
    as_json: bool,
) -> None:
    """Invite players to GAME: each WHO is the handle of a player, or an email address; or anyone, by a link.

    If one of them is not a player of this host, nobody is invited. With --csv and several games the rows fill one game
    after the other, unless they have a column `game`; who was invited before gets no second mail.
    """
    if not (who or file or link or qr or listed or withdraw):
        raise Misuse(
            "Whom do you want to invite? Name players or addresses, give a table with --csv FILE, or make a --link."
        )
    if [bool(who or file), link or qr, listed, bool(withdraw)].count(True) > 1:
        raise Misuse("Invite by name, by --link, or see --list or --withdraw: one of them at a time.")
    if seat and (len(who) > 1 or file):
        raise Misuse(f"--seat reserves a seat for one player, but you name {'a table' if file else len(who)}.")
    client = connection.player()
    if listed:
        list_invitations(client, game, as_json)
    elif withdraw:
        withdraw_invitation(client, game, withdraw, as_json)
    elif link or qr:
        make_link(client, game, seat, lasts, qr, as_json)
    else:
        invite_by_name(client, game, who, seat, file, as_json)


def invite_by_name(
    client: Client, game: str, who: tuple[str, ...], seat: str | None, file: Path | None, as_json: bool
) -> None:
    """Have the host write to players and addresses."""
    wanted = from_table(client, file, (game, *who)) if file else [Invited(one, game=game, seat=seat) for one in who]
    require_known(client, wanted)
    new = list(
        sent(not_invited(client, wanted) if file else wanted, lambda one: client.invite(one.game, one.who, one.seat))
    )
    invited = {"game": game, "invited": [one.who for one in wanted], "seat": seat}
    emit(invited | {"new": [one.who for one in new]}, as_json, lambda _: show(wanted, new))


def from_table(client: Client, file: Path, games: Sequence[str]) -> list[Invited]:
    """The rows of a table; those that name no game fill the games in order, each as far as it has seats for people."""
    (_, columns), *rows = read_rows(file) or [("", [])]
    if "player" not in columns or set(columns) - set(COLUMNS):
        raise Misuse(f"{file}: its first line has to name the columns: player, and if you like seat and game.")
    if longer := [where for where, row in rows if len(row) > len(columns)]:
        raise Misuse(f"{longer[0]}: it has more columns than the first line names.")
    room = list(places(client, games))
    return [row_of(dict(zip(columns, row, strict=False)), where, games, room) for where, row in rows]


def row_of(row: dict[str, str], where: str, games: Sequence[str], room: list[str]) -> Invited:
    """One row; one that names no game takes the next place that there is room for."""
    who, seat, game = (row.get(name, "") for name in COLUMNS)
    if not who or (game and game not in games):
        what = f"game {game} is none of {', '.join(games)}" if who else "no player is named"
        raise Misuse(f"{where}: {what}.")
    if not game and len(games) > 1 and not room:
        raise Misuse(f"{where}: the games have no seat left for {who}.")
    return Invited(who, where, game=game or (room.pop(0) if len(games) > 1 else games[0]), seat=seat or None)


def places(client: Client, games: Sequence[str]) -> Iterator[str]:
    """Each of several games as often as it has seats that people play."""
    for game in games if len(games) > 1 else ():
        yield from (game for seat in client.game(game)["seats"] if not seat["unmanned"])


def not_invited(client: Client, wanted: Sequence[Invited]) -> list[Invited]:
    """Those of a table who were not invited yet."""
    games = dict.fromkeys(one.game for one in wanted)
    before = [
        Invited(each["player"] or str(each["address"]), game=game, seat=each["seat"])
        for game in games
        for each in client.invitations(game)
        if not each["withdrawn"]
    ]
    return [one for one in dict.fromkeys(wanted) if one not in before]


def show(wanted: Sequence[Invited], new: Sequence[Invited]) -> None:
    """Who was invited to which game, and who had been before."""
    from schemas.statements.in_words import listed

    for game in dict.fromkeys(one.game for one in wanted):
        tell(f"Invited to {game}: {listed([one.who for one in wanted if one.game == game])}.")
    if before := [one.who for one in wanted if one not in new]:
        tell(f"No second mail went to {listed(before)}.")
