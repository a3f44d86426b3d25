"""A game on one machine: people in some seats, bots in the rest, books in any. No host, no keys."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.kernel import Book, Chance, Order, Resolution
from adjudicator.kernel.questions.questions import ask_name
from adjudicator.kernel.run.events import PassedOver
from adjudicator.kernel.run.resolution import order_to_dict
from cli.books.book_files import plain_book
from cli.rules.local_chance import key_of
from cli.rules.saved_games import PlayedPhase, SavedGame, store_game
from cli.terminal.output import fallen_in_words

Player = Callable[["HotSeat", str], list[Order]]


class HotSeat:
    """The game, each person's unread news, and the file in which it is saved."""

    def __init__(self, saved: SavedGame, secret: bytes, save_to: Path | None) -> None:
        self.saved, self.secret, self.save_to = saved, secret, save_to
        self.rules = saved.rules()
        self.news: dict[str | None, list[str]] = {seat: [] for seat in (None, *saved.people)}
        self.resolutions: list[Resolution[Any]] = []  # the deal first, then one for each phase
        self.books: dict[str, Book] = {}  # those that go with the next answers
        answered: list[Sequence[str]] = [(), *([*phase.sent] for phase in saved.phases)]
        for resolution, seats in zip(saved.resolutions(), answered, strict=True):
            self._take(resolution, seats)
        self._keep()

    def chance(self, *parts: object) -> bytes:
        """A key derived from the game's secret for one purpose."""
        return key_of(self.secret, *parts)

    def view(self, seat: str | None) -> Any:
        """The position as a seat may know it."""
        return self.rules.view(self.position, seat)

    def board(self, seat: str | None) -> str:
        """The board as a seat may know it."""
        return self.rules.show(self.view(seat))

    def play(self, person: Player) -> None:
        """Play to the end: ask each seat that the game is waiting for; a book answers without asking."""
        while self.position.phase is not None:
            self.close({seat: self._orders(seat, person) for seat in self.rules.waits_for(self.position)})

    def close(self, sent: Mapping[str, Sequence[Order]], books: Mapping[str, Book] | None = None) -> None:
        """Resolve the open phase with these orders and new books."""
        key = self.chance("phase", self.position.phases)
        plain = {seat: [order_to_dict(order) for order in orders] for seat, orders in sent.items()}
        new, self.books = {**self.books, **(books or {})}, {}
        resolution = self.rules.resolve(self.position, sent, Chance(key), new)
        filed = {seat: plain_book(book) for seat, book in new.items()}
        self.saved.phases.append(PlayedPhase(plain, key, filed))
        self._take(resolution, sent)
        self._keep()

    def _orders(self, seat: str, person: Player) -> list[Order]:
        return person(self, seat) if seat in self.saved.people else self.bot_orders(seat)

    def bot_orders(self, seat: str) -> list[Order]:
        """What the bot at a seat answers."""
        view = self.view(seat)
        wanted = [ask.name for ask in self.rules.unanswered(view, seat)]
        orders = self.rules.bot(self.saved.bots)(view, seat, Chance(self.chance("bot", seat, self.position.phases)))
        return [o for o in orders if ask_name(o) in wanted or self.rules.question(ask_name(o)).unasked]

    def _take(self, resolution: Resolution[Any], answered: Collection[str]) -> None:
        """Take over a resolution. A seat's news start again when it has answered, the public ones when anyone has."""
        self.resolutions.append(resolution)
        self.position = resolution.position
        self.saved.over = resolution.position.phase is None
        for seat, news in self.news.items():
            if seat in answered or (seat is None and not set(self.saved.people).isdisjoint(answered)):
                news.clear()
            news += [
                f"Your book answered for you ({c.question})."
                for c in resolution.counted
                if (c.seat, c.source) == (seat, "book")
            ]
            events = self.rules.events_for(resolution.events, seat)
            news += [self.rules.sentence(event, self.position) for event in events]
            fallen = [one for one in resolution.fallen if one.seat == seat]
            news += [fallen_in_words(one.question, one.message, one.clause) for one in fallen]

    def _keep(self) -> None:
        if self.save_to:
            store_game(self.saved, self.save_to)


class ReportedPhase(NamedTuple):
    """A phase, and what the seat's book held and was illegal then, each with its question."""

    phase: int
    passed_over: Sequence[tuple[str, str]]


class LocalPast:
    """The phases of a game on this machine that are over, as a seat knows them."""

    def __init__(self, game: HotSeat, seat: str) -> None:
        self.game, self.seat, self.rules = game, seat, game.rules

    @property
    def answered(self) -> Sequence[int]:
        """The phases that the person answered."""
        return [number for number, one in enumerate(self.game.saved.phases, 1) if self.seat in one.sent]

    def chapters(self) -> Sequence[ReportedPhase]:
        """What was passed over, by phase."""
        return [ReportedPhase(phase, self.passed_over(one)) for phase, one in enumerate(self.game.resolutions)]

    def passed_over(self, resolution: Resolution[Any]) -> tuple[tuple[str, str], ...]:
        """What the seat's book held and was illegal."""
        told = self.rules.events_for(resolution.events, self.seat)
        return tuple((one.question, why) for one in told if isinstance(one, PassedOver) for why in one.passed_over)

    def views(self) -> Sequence[int]:
        """Every phase."""
        return range(len(self.game.resolutions))

    def view_after(self, phase: int) -> Any:
        """The position after a phase, as the seat knew it."""
        if not 0 <= phase < len(self.game.resolutions):
            raise KeyError(phase)
        return self.rules.view(self.game.resolutions[phase].position, self.seat)

    def standing(self) -> Book:
        """What is left of the seat's book."""
        book: Book = self.game.position.books.get(self.seat, [])
        return book
