"""Games by the thousand, made as rows: each a copy of one that was played, with its secrets sealed anew."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import insert
from sqlmodel import SQLModel, select

from api.store.models import Game, LogRow, PhaseRow, Player, ResolutionRow, Seat
from api.transfer.archives import Row, rows_of, secrets_of, taken
from tests.api.hosts import HostUnderTest

OF_A_GAME = (Seat, PhaseRow, LogRow, ResolutionRow)
TOGETHER = 500
GAMES_A_PLAYER = 10


def seed(host: HostUnderTest, game: str, begin: int, end: int) -> None:
    """Add the copies of a game that have the numbers from `begin` to `end`, older than it one after another.

    Every ten games have players of their own, who have mail.
    """
    vault, database = host.host.vault, host.host.database
    with database.read() as session:
        whole = taken(vault, session.get_one(Game, game))
        players = [taken(vault, one) for one in players_of(session, game)]
        rows = {model: [taken(vault, row) for row in rows_of(session, model, game)] for model in OF_A_GAME}
    for first in range(begin, end, TOGETHER):
        made: dict[type[SQLModel], list[Row]] = {model: [] for model in (Player, Game, *OF_A_GAME)}
        for number in range(first, min(first + TOGETHER, end)):
            if number % GAMES_A_PLAYER == 0:
                made[Player] += [new_player(one, number) for one in players]
            made[Game].append(copied_game(host, whole, number))
            for model in OF_A_GAME:
                made[model] += [copied(host, model, row, number) for row in rows[model]]
        with database.write() as session:
            for model, values in made.items():
                if values:
                    session.execute(insert(model), values)


def players_of(session: Any, game: str) -> list[Player]:
    """Those who hold its seats."""
    handles = [seat.player for seat in rows_of(session, Seat, game)]
    return [player for player in session.exec(select(Player)) if player.handle in handles]


def handle(name: str, number: int) -> str:
    """The player of a copy who plays for a player of the game that was played."""
    return f"{name}-{number // GAMES_A_PLAYER}"


def new_player(player: Row, number: int) -> Row:
    """A player like another."""
    name = handle(player["handle"], number)
    return {**player, "handle": name, "key_id": f"key {name}", "email": f"{name}@players.test"}


def copied_game(host: HostUnderTest, game: Row, number: int) -> Row:
    """A game like another, older by its number in minutes."""
    about = {"id": id_of(number), "digest": f"{number:064x}", "organiser": handle(game["organiser"], number)}
    return sealed(host, Game, {**game, **about, "created_at": game["created_at"] - timedelta(minutes=number + 1)})


def copied(host: HostUnderTest, model: type[SQLModel], row: Row, number: int) -> Row:
    """A row like another, of the copy with a number."""
    values = {**row, "game": id_of(number)}
    if values.get("player"):
        values["player"] = handle(values["player"], number)
    return sealed(host, model, values)


def sealed(host: HostUnderTest, model: type[SQLModel], values: Row) -> Row:
    """A row with its secrets sealed for where they rest."""
    places = secrets_of(model, values).items()
    return values | {name: host.host.vault.seal(place, values[name]) for name, place in places if values[name]}


def id_of(number: int) -> str:
    """The id of a copy."""
    return f"copy-{number:06}"
