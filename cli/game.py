"""`ostraka game`: open a game, find one, take a seat, start."""

from __future__ import annotations

import re
from typing import Any

import click

from cli.options import Connection, connected, reading
from cli.output import emit, table, tell
from cli.pages import Group

UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}


class Duration(click.ParamType[int]):
    """A length of time: a whole number and one of s, m, h, d, w."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The length in seconds."""
        if isinstance(value, int):
            return value
        found = re.fullmatch(r"([1-9][0-9]{0,5})([smhdw])", value)
        if not found:
            self.fail(
                f"{value!r} is no length of time: write a number and one of s, m, h, d, w, as in 36h or 3d.", param, ctx
            )
        return int(found[1]) * UNITS[found[2]]


@click.group(cls=Group)
def game() -> None:
    """Open a game, find one, take a seat, start."""


@game.command()
@click.argument("title_id", metavar="TITLE")
@click.option("--scenario", required=True, help="A starting position of the title; see: ostraka title show TITLE")
@click.option("--seats", type=int, required=True, help="How many seats.")
@click.option("--name", required=True, help="What to call this game.")
@click.option("--deadline", type=Duration(), default="3d", show_default=True, help="For each phase: 12h, 3d, 1w …")
@reading
@connected
def create(
    connection: Connection, title_id: str, scenario: str, seats: int, name: str, deadline: int, as_json: bool
) -> None:
    """Open a game of TITLE and invite players; you are its organiser. Prints the game's id."""
    from schemas.payloads import Terms

    made = connection.player().create_game(title_id, scenario, seats, name, Terms(phase_seconds=deadline))
    emit(made, as_json, lambda _: tell(made["game"]))


@game.command("list")
@reading
@connected
def list_games(connection: Connection, as_json: bool) -> None:
    """List the games of the service."""
    emit(connection.spectator().games(), as_json, show_list)


def show_list(games: list[dict[str, Any]]) -> None:
    """One line a game."""
    rows = [(g["game"], g["name"], f"{g['title']}/{g['scenario']}", g["status"], taken(g)) for g in games]
    table(("game", "name", "title", "status", "seats"), rows)


def taken(summary: dict[str, Any]) -> str:
    """How many seats have a player."""
    seats = summary["seats"]
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
    """Show GAME: its seats, and what it waits for."""
    client = connection.spectator()
    summary = client.game(game_id)
    phase = client.phase(game_id) if summary["status"] == "running" else None
    emit({**summary, "open": phase}, as_json, show_game)


def show_game(summary: dict[str, Any]) -> None:
    """The game's head line, its seats, and the open phase."""
    where = f"{summary['title']}/{summary['scenario']}"
    tell(f"{summary['name']} ({summary['game']}): {where}, {summary['status']}")
    phase = summary["open"]
    asked = {ask["seat"]: ask for ask in phase["asked"]} if phase else {}
    scores = summary.get("scores") or {}
    rows = [(s["seat"], s["player"], word(asked.get(s["seat"])), scores.get(s["seat"])) for s in summary["seats"]]
    table(("seat", "player", "orders", "score"), rows)
    if phase:
        tell(f"Phase {phase['phase']}, deadline {phase['deadline']}")
        for sentence in phase["waiting"]:
            tell(f"  {sentence}")


def word(ask: dict[str, Any] | None) -> str:
    """Where the orders of an asked seat stand, as everybody may know it."""
    if ask is None:
        return ""
    return "final" if ask["final"] else "draft" if ask["in"] else "awaited"
