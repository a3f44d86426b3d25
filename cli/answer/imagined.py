"""The rest of a game turn, imagined some twenty times from what a seat knows: what it would still be asked.

Bots play every seat. Chance is of this machine alone, and nothing enters that the seat's view hides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from adjudicator.kernel import Book, Chance, Order, Title, ask_name
from cli.rules.saved_games import key_of

GAMES: Final = 20
FEW: Final = 40  # options of a question that are compared


class Foreseen(msgspec.Struct):
    """A question that may come: in how many of the games and how often in all; the seat's view of each first time."""

    name: str
    times: int = 0
    views: list[Any] = []

    @property
    def games(self) -> int:
        """In how many of the games it came."""
        return len(self.views)


def likeliest_view(rules: Title[Any], seat: str, one: Foreseen) -> Any:
    """Of the views in which a question came the one whose options came up most; it is answered there."""
    open_to = [
        [rules.encode_orders([order]) for order in islice(rules.options(view, seat, one.name), FEW)]
        for view in one.views
    ]
    often = Counter(order for orders in open_to for order in orders)
    share = [sum(often[order] for order in orders) / max(1, len(orders)) for orders in open_to]
    return one.views[share.index(max(share))]


class Rests(msgspec.Struct, frozen=True):
    """So many imagined rests of the turn, and the questions in them, the likeliest first."""

    games: int
    questions: Sequence[Foreseen]

    @property
    def answers(self) -> int:
        """How many answers are left, on average."""
        return round(sum(one.times for one in self.questions) / self.games) if self.games else 0

    def question(self, name: str) -> Foreseen | None:
        """A question that came."""
        return next((one for one in self.questions if one.name == name), None)


def imagined_rests(
    rules: Title[Any], view: Any, seat: str, orders: Sequence[Order], book: Book, most: int = GAMES, turns: int = 1
) -> Rests:
    """The rest of the turn after these orders and with this book, imagined as often as the title's phases allow.

    At `most` so many games are imagined, each of so many `turns`.
    """
    came: dict[str, Foreseen] = {}
    known = replace(view, books={seat: book} if book else {})
    left, games = rules.imagined.phases, 0
    while games < most and left > 0:
        left -= _imagine(_Game(rules, seat, games, left), known, orders, came, turns)
        games += 1
    likeliest = sorted(came.values(), key=lambda one: (-one.games, -one.times, one.name))
    return Rests(games, likeliest)


class _Game(msgspec.Struct, frozen=True):
    """One of the games, and how many phases it may have."""

    rules: Title[Any]
    seat: str
    number: int
    most: int

    def chance(self, position: Any, *what: object) -> Chance:
        """The chance for something in the open phase."""
        return Chance(key_of(b"ahead", self.number, position.phases, *what))

    def orders(self, position: Any, seat: str, view: Any) -> list[Order]:
        """What the bot at a seat answers, from its own view, to what no book of it answers."""
        wanted = [ask.name for ask in self.rules.unanswered(view, seat)]
        if not wanted:
            return []
        given = self.rules.bot(self.rules.imagined.bots)(view, seat, self.chance(position, seat))
        return [order for order in given if ask_name(order) in wanted]


def _imagine(game: _Game, view: Any, orders: Sequence[Order], came: dict[str, Foreseen], turns: int) -> int:
    """Play one game for so many turns, and count what the seat is asked; gives the number of its phases."""
    rules, seat = game.rules, game.seat
    position = rules.imagine(view, seat, game.chance(view, "hidden"))
    turn = next(iter(rules.periods.values()), lambda _: None)
    played, phases, seen = {turn(position)}, 0, set[str]()
    while position.phase is not None and phases < game.most and len(played) <= turns:
        sent: dict[str, Sequence[Order]] = {}
        for other in dict.fromkeys(ask.seat for ask in position.phase.asks):
            known = rules.view(position, other)
            if other == seat and phases:
                _count(rules, known, seat, came, seen)
            sent[other] = game.orders(position, other, known)
        if not phases and orders:
            sent[seat] = orders
        position = rules.advance(position, sent, game.chance(position, "dice")).position
        phases += 1
        played.add(turn(position))
    return phases


def _count(rules: Title[Any], view: Any, seat: str, came: dict[str, Foreseen], seen: set[str]) -> None:
    """Count the questions that the seat is asked; of each that is new in this game the view is kept."""
    for ask in rules.unanswered(view, seat):
        one = came.setdefault(ask.name, Foreseen(ask.name))
        one.times += 1
        if ask.name not in seen:
            seen.add(ask.name)
            one.views.append(rules.copy(view))
