"""`ostraka game`: open a game, find one, take a seat, start."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.games.organiser import ORGANISING
from cli.games.rekey import rekey
from cli.games.terms import with_terms
from cli.terminal.help_pages import Group
from cli.terminal.options import Connection, connected, reading, with_settings
from cli.terminal.output import emit, table, tell

if TYPE_CHECKING:
    from schemas.statements.payloads import Terms


@click.group(cls=Group)
def game() -> None:
    """Open a game, find one, take a seat, start; and organise it."""


@game.command()
@click.argument("title_id", metavar="TITLE")
@click.option("--scenario", required=True, help="A starting position of the title; see: ostraka title show TITLE")
@click.option("--seats", type=int, required=True, help="How many seats.")
@click.option("--name", required=True, help="What to call this game.")
@with_settings
@with_terms
@reading
@connected
def create(
    connection: Connection,
    title_id: str,
    scenario: str,
    seats: int,
    name: str,
    options: tuple[str, ...],
    components: Path | None,
    terms: Terms,
    as_json: bool,
) -> None:
    """Open a game of TITLE on your terms and invite players; you are its organiser. Prints the game's id.

    Lengths of time are a number and one of s, m, h, d, w. They are working time: days off and absences do not count.
    """
    from adjudicator.registry import title
    from cli.rules.components_files import read_components
    from cli.rules.game_options import chosen

    given = chosen(title(title_id), options) if options else {}
    text = read_components(components) if components else None
    made = connection.player().create_game(title_id, scenario, seats, name, terms, given, text)
    emit(made, as_json, lambda _: tell(made["game"]))


@game.command("list")
@click.option("--status", type=click.Choice(["inviting", "running", "over", "moved"]), help="Only games that stand so.")
@click.option("--title", metavar="TITLE", help="Only games of this title.")
@click.option("--player", metavar="PLAYER", help="Only games in which this player holds a seat.")
@click.option("--organiser", metavar="PLAYER", help="Only games of this organiser.")
@reading
@connected
def list_games(connection: Connection, as_json: bool, **chosen: str | None) -> None:
    """List the games of the service, the newest first."""
    emit(connection.spectator().games(**chosen), as_json, show_list)


def show_list(games: list[dict[str, Any]]) -> None:
    """One line a game."""
    rows = [(g["game"], g["name"], f"{g['title']}/{g['scenario']}", g["status"], taken(g)) for g in games]
    table(("game", "name", "title", "status", "seats"), rows)


def taken(summary: dict[str, Any]) -> str:
    """How many of the seats that somebody is to play have a player."""
    seats = [seat for seat in summary["seats"] if not seat["unmanned"]]
    return f"{sum(1 for seat in seats if seat['player'])}/{len(seats)}"


@game.command()
@click.argument("game_id", metavar="GAME")
@click.argument("seat", required=False)
@reading
@connected
def join(connection: Connection, game_id: str, seat: str | None, as_json: bool) -> None:
    """Take SEAT in GAME, or the first free one.

    With your signed word go 32 random bytes that enter every die and shuffle of the game.
    """
    taken = connection.player().join(game_id, seat)
    emit({"game": game_id, "seat": taken}, as_json, lambda _: tell(taken))


@game.command()
@click.argument("game_id", metavar="GAME")
@reading
@connected
def start(connection: Connection, game_id: str, as_json: bool) -> None:
    """Start GAME, which you organise, once every seat has a player."""
    emit(connection.player().start(game_id), as_json, lambda _: tell(f"{game_id} has begun"))


@game.command()
@click.argument("game_id", metavar="GAME")
@reading
@connected
def show(connection: Connection, game_id: str, as_json: bool) -> None:
    """Show GAME: its terms, its seats, and what it waits for."""
    from cli.games.game_summary import show_game
    from cli.trust.log_summary import Doings

    client = connection.spectator()
    summary = client.game(game_id)
    begun = summary["status"] != "inviting"
    phase = client.phase(game_id) if summary["status"] == "running" else None
    doings = Doings.of(client.log(game_id) if begun else ())
    told = {**summary, "open": phase, "absences": doings.absences, "votes": doings.under_way()}
    emit(told, as_json, show_game)


for command in (*ORGANISING, rekey):
    game.add_command(command)
