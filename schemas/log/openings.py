"""What opens a game: the organiser's statement, or the plan of the contest that it is a game of, with its draw."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import UnsetType

from schemas.errors import BrokenLog
from schemas.keys.chance import drawn_game
from schemas.log.chain import ContestLogEntry
from schemas.log.contest_entries import Drawn, DrawnTable
from schemas.log.entries import Created
from schemas.statements.contests import Contest
from schemas.statements.payloads import Game
from schemas.statements.statements import Statement
from schemas.statements.texts import game_id

BOT: Final = "bot"
"""What the option of a seat's name says where nobody plays it."""


class DrawnSeats(msgspec.Struct, frozen=True):
    """The table of a contest at which a game is played; `number` counts the tables of the draw from 1."""

    contest: str
    plan: Contest
    entry: ContestLogEntry
    round: int
    draw: int
    number: int
    table: DrawnTable

    @property
    def name(self) -> str:
        """What the game is called."""
        return game_name(self.plan, self.round, self.number)

    @property
    def seats(self) -> list[str]:
        """The seats of the game in their order."""
        return seats_of(self.plan, self.table)


def drawn_seats(created: Created, game: str) -> DrawnSeats | None:
    """The table of a contest at which this game is played; None where it is a game of its own.

    Says nothing about signatures.
    """
    if isinstance(created.drawn, UnsetType):
        return None
    statement = Statement.from_form(created.statement)
    plan, entry = statement.read(Contest), ContestLogEntry.from_statement(Statement.from_form(created.drawn))
    if not isinstance(entry.body, Drawn) or entry.entry.contest != game_id(statement.digest):
        raise BrokenLog(f"game {game} claims to belong to a contest, but its opening holds no draw of one")
    drawn = entry.body
    for number, table in enumerate(drawn.tables, start=1):
        if table.game == game == game_id(drawn_game(entry.entry.contest, drawn.draw, number)):
            return DrawnSeats(entry.entry.contest, plan, entry, drawn.round, drawn.draw, number, table)
    raise BrokenLog(f"draw {drawn.draw} of contest {entry.entry.contest} has no table with the game {game}")


def opened_game(created: Created, game: str) -> Game:
    """What was said of a game when it was opened; of a game of a contest, what the contest's plan says of it."""
    found = drawn_seats(created, game)
    if found is None:
        return Statement.from_form(created.statement).read(Game)
    return game_at_table(found.plan, found.round, found.number, found.table)


def game_at_table(plan: Contest, number: int, place: int, table: DrawnTable) -> Game:
    """What a contest's plan says of the game at a drawn table, the one at this place in the draw of round `number`."""
    return Game(
        nonce=plan.nonce,
        organiser=plan.organiser,
        host=plan.host,
        name=game_name(plan, number, place),
        title=plan.title,
        scenario=plan.scenario,
        seats=seats_of(plan, table),
        options=options_of(plan, table),
        terms=plan.terms,
        seats_a_player=1,
        start="full",
        private="always" if plan.private else "no",
        anonymous=plan.anonymous,
    )


def game_name(plan: Contest, number: int, table: int) -> str:
    """What a game of a contest is called."""
    return f"{plan.name}, round {number}, table {table}"


def seats_of(plan: Contest, table: DrawnTable) -> list[str]:
    """The seats of a drawn table, in the order in which the plan names them."""
    drawn = set(table.seats)
    found = next((seats for seats in plan.tables if set(seats) == drawn), None)
    if found is None and plan.odd == "bot":
        found = next((seats for seats in plan.tables if drawn < set(seats) and len(seats) == len(drawn) + 1), None)
    if found is None:
        raise BrokenLog(f"the plan has no table with the seats {', '.join(sorted(table.seats))}")
    return list(found)


def options_of(plan: Contest, table: DrawnTable) -> dict[str, str | int | bool]:
    """The options of the game at a drawn table: the rules' bot has the seat at which nobody sits."""
    return {**plan.options, **{seat: BOT for seat in seats_of(plan, table) if seat not in table.seats}}
