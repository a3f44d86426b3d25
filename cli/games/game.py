"""`ostraka game`: open, find, join and start games."""

from __future__ import annotations

from typing import Any

import click

from cli.errors import Misuse
from cli.games.act_words import done
from cli.games.invite import invite
from cli.games.organiser import ORGANISER_COMMANDS, rekey
from cli.games.terms import said_options, with_terms
from cli.terminal.help_pages import Group
from cli.terminal.options import Connection, GameName, game_argument, host_options, json_option, title_options
from cli.terminal.output import emit, table, tell


@click.group(cls=Group)
def game() -> None:
    """Open, find, join and start games, and organise them."""


@game.command()
@click.argument("title_id", metavar="[TITLE]", required=False)
@click.option("--scenario", help="Which scenario (ostraka title show TITLE lists them); by default the title's first.")
@click.option("--seats", type=int, help="How many seats; by default as few as the scenario allows.")
@click.option("--name", help="What to call this game; with --count a number is added.")
@click.option("--like", type=GameName(), metavar="GAME", help="Take from GAME whatever you do not say.")
@click.option(
    "--count", type=click.IntRange(1, 50), help="Create so many games, NAME 1, NAME 2 …; those you have already count."
)
@title_options
@with_terms
@said_options
@json_option
@host_options
def create(connection: Connection, like: str | None, count: int | None, as_json: bool, **said: Any) -> None:
    """Open a game of TITLE on your terms; you are its organiser. Prints the game's id.

    Lengths of time are a number and one of s, m, h, d, w. They count working time only: days off and absences are left
    out. With --count the same command again creates only what is missing.
    """
    from cli.games.creation import wanted_game, wanted_games

    needed = {} if like else {"TITLE": said["title_id"], "--name": said["name"]}
    if missing := [name for name, value in needed.items() if value is None]:
        raise Misuse(f"Missing: {', '.join(missing)}. Try: ostraka game create --help")
    client, given = connection.player(), said_by_hand()
    wanted = wanted_game(client, {**said, "like": like}, given)
    if count is None:
        emit(client.create_game(*wanted.of_title, wanted.name, **wanted.more), as_json, show_created)
    else:
        emit(wanted_games(client, wanted, count), as_json, show_all_created)


def said_by_hand() -> set[str]:
    """The options that stand in the command, and are no defaults."""
    context = click.get_current_context()
    default = click.core.ParameterSource.DEFAULT
    return {name for name in context.params if context.get_parameter_source(name) is not default}


def show_created(made: dict[str, Any]) -> None:
    """The id on standard output, for scripts; what to do next on standard error."""
    game = made["game"]
    tell(game)
    start = "it begins by itself once" if made["start"] == "full" else "start the game once"
    tell(f"# Next: take a seat, invite players, and {start} every seat is taken:", error=True)
    for command in (f"join {game}", f"invite {game} PLAYER", *([] if made["start"] == "full" else [f"start {game}"])):
        tell(f"#   ostraka game {command}", error=True)


def show_all_created(made: list[dict[str, Any]]) -> None:
    """The ids, one a line."""
    for one in made:
        tell(one["game"])
    games = " ".join(one["game"] for one in made)
    tell(f"# Next: invite players to all of them: ostraka game invite {games} --csv FILE", error=True)


@game.command("list")
@click.option("--status", type=click.Choice(["inviting", "running", "over"]), help="Only games with this status.")
@click.option("--title", metavar="TITLE", help="Only games of this title.")
@click.option("--player", metavar="PLAYER", help="Only games in which this player holds a seat.")
@click.option("--organiser", metavar="PLAYER", help="Only games of this organiser.")
@click.option("--tag", metavar="TAG", help="Only games with this tag.")
@click.option("--vacant", is_flag=True, default=None, help="Only games with a seat that can be taken.")
@click.option("--mine", is_flag=True, help="Ask under your name: private games that concern you are listed too.")
@json_option
@host_options
def list_games(connection: Connection, as_json: bool, mine: bool, **chosen: Any) -> None:
    """List the games of the host, newest first."""
    client = connection.player() if mine else connection.spectator()
    emit(client.games(**chosen), as_json, show_list)


def show_list(games: list[dict[str, Any]]) -> None:
    """Print the games as a table."""
    rows = [(g["game"], g["name"], f"{g['title']}/{g['scenario']}", g["status"], taken(g)) for g in games]
    table(("game", "name", "title", "status", "seats"), rows)


def taken(summary: dict[str, Any]) -> str:
    """How many of the seats that people play have a player."""
    seats = [seat for seat in summary["seats"] if not seat["unmanned"]]
    return f"{sum(1 for seat in seats if seat['player'])}/{len(seats)}"


@game.command()
@game_argument("game_id")
@click.argument("seat", required=False)
@json_option
@host_options
def join(connection: Connection, game_id: str, seat: str | None, as_json: bool) -> None:
    """Take SEAT in GAME, or the one that is kept for you, or the first free one. Prints the seat.

    Your signed statement brings 32 random bytes, which enter every die and shuffle of the game.
    """
    client = connection.player()
    seat = client.join(game_id, seat)
    alias = client.in_game(game_id)
    joined = {"game": game_id, "seat": seat, "alias": alias.handle if alias.person else None}
    emit(joined, as_json, show_joined)


def show_joined(joined: dict[str, Any]) -> None:
    """The seat on standard output, for scripts; what to do next on standard error."""
    tell(joined["seat"])
    if joined["alias"]:
        tell(
            f"# You play as {joined['alias']}: nobody but the host knows who you are until the game is over.",
            error=True,
        )
    tell(f"# You hold {joined['seat']} in {joined['game']}. See what is waiting for you with: ostraka next", error=True)


@game.command()
@game_argument("game_id")
@json_option
@host_options
def start(connection: Connection, game_id: str, as_json: bool) -> None:
    """Start GAME, which you organise; every seat must have a player."""
    emit(
        connection.player().start(game_id),
        as_json,
        lambda _: tell(f"{done('start', game_id)} See what is waiting for you with: ostraka next"),
    )


@game.command()
@game_argument("game_id")
@json_option
@host_options
def show(connection: Connection, game_id: str, as_json: bool) -> None:
    """Show GAME: its seats, its terms, and what it is waiting for."""
    from cli.games.game_summary import show_game
    from cli.trust.log_summary import LogSummary

    client = connection.spectator()
    summary = client.game(game_id)
    begun = summary["status"] != "inviting"
    phase = client.phase(game_id) if summary["status"] == "running" else None
    doings = LogSummary.of(client.seen_bodies(game_id) if begun else ())
    shown = {**summary, "open": phase, "absences": doings.absences, "votes": doings.under_way()}
    emit(shown, as_json, show_game)


for command in (*ORGANISER_COMMANDS, invite, rekey):
    game.add_command(command)
