"""A game on one machine: people in some seats, bots in the rest, books in any. No host, no keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import time
from typing import Any, Final

import msgspec

from adjudicator.kernel import Book, Chance, Order, Resolution
from adjudicator.kernel.questions.questions import ask_name
from adjudicator.kernel.run.events import PassedOver
from adjudicator.kernel.run.resolution import Moment, moments_of, order_to_dict
from cli.rules.saved_games import PlayedPhase, SavedGame, key_of, store_game
from cli.seat.delivery import plain_book
from cli.seat.game import Chapter, Told, booked_in_words, won
from cli.terminal.output import fallen_in_words

KEPT: Final = 8
"""Of so many phases the boards between are kept, once somebody looked."""


class HotSeat:
    """The game as it is, whole, and the file in which it is saved."""

    def __init__(self, saved: SavedGame, secret: bytes, save_to: Path | None) -> None:
        self.saved, self.secret, self.save_to = saved, secret, save_to
        self.rules = saved.rules()
        self.resolutions: list[Resolution[Any]] = []  # the deal first, then one for each phase
        self.answers: dict[str, Sequence[Order]] = {}  # of people who answered the open phase already
        self.books: dict[str, Book] = {}  # those that go with them
        self._resolved_again: dict[int, Resolution[Any]] = {}
        self._told: dict[tuple[int, str | None], Chapter] = {}  # by phase and seat: what is in words already
        for resolution in saved.resolutions():
            self._take(resolution)
        self._keep()
        self.play_bots()

    def chance(self, *parts: object) -> bytes:
        """A key derived from the game's secret for one purpose."""
        return key_of(self.secret, *parts)

    def view(self, seat: str | None) -> Any:
        """The position as a seat may know it."""
        return self.rules.view(self.position, seat)

    @property
    def turn(self) -> str | None:
        """The person who answers next; None: the game is over."""
        asked = self.rules.waits_for(self.position) if self.position.phase is not None else ()
        return next((one for one in asked if one in self.saved.people and one not in self.answers), None)

    def give(self, seat: str, orders: Sequence[Order], book: Book | None = None) -> bool:
        """Take a person's answer; gives whether it was the last one, so that all are carried out."""
        self.answers[seat] = orders
        if book is not None:
            self.books[seat] = book
        if self.turn is not None:
            return False
        self.close()
        return True

    def close(self) -> None:
        """Resolve the open phase with what was given, bots answering too; let them play until a person is asked."""
        self._resolve()
        self.play_bots()

    def _resolve(self) -> None:
        sent, books, self.answers, self.books = self.answers, self.books, {}, {}
        bots = [seat for seat in self.rules.waits_for(self.position) if seat not in (*sent, *self.saved.people)]
        orders = {**sent, **{seat: self.bot_orders(seat) for seat in bots}}
        key = self.chance("phase", self.position.phases)
        plain = {seat: [order_to_dict(order) for order in given] for seat, given in orders.items()}
        filed = {seat: plain_book(book) for seat, book in books.items()}
        resolution = self.rules.resolve(self.position, orders, Chance(key), books)
        self.saved.phases.append(PlayedPhase(plain, key, filed))
        self.saved.played = time()
        self._take(resolution)
        self._keep()

    def play_bots(self) -> None:
        """Play on as long as only bots are asked."""
        while self.turn is None and self.position.phase is not None:
            self._resolve()

    def bot_orders(self, seat: str) -> list[Order]:
        """What the bot at a seat answers."""
        view = self.view(seat)
        wanted = [ask.name for ask in self.rules.unanswered(view, seat)]
        orders = self.rules.bot(self.saved.bots)(view, seat, Chance(self.chance("bot", seat, self.position.phases)))
        return [o for o in orders if ask_name(o) in wanted or self.rules.question(ask_name(o)).unasked]

    def _take(self, resolution: Resolution[Any]) -> None:
        self.resolutions.append(resolution)
        self.position = resolution.position
        self.saved.over = resolution.position.phase is None

    def _keep(self) -> None:
        rules = self.rules.calling(self.saved.names)
        names = {seat: rules.words(self.position, f"seat:{seat}") for seat in self.saved.seats}
        scores = self.rules.scores(self.position)
        self.saved.scores = {names[seat].removeprefix("the "): scores[seat] for seat in self.saved.seats}
        if self.saved.over and (outcome := self.position.outcome):
            self.saved.won = won(names, outcome.places)
        self.saved.position = msgspec.json.decode(self.rules.encode(self.position))
        if self.save_to:
            store_game(self.saved, self.save_to)

    # --- what is over ------------------------------------------------------------------------------------------

    def answered(self, *seats: str) -> list[int]:
        """The phases that one of these seats answered."""
        first = self.saved.first + 1
        return [phase for phase, one in enumerate(self.saved.phases, first) if not one.sent.keys().isdisjoint(seats)]

    def chapters(self, seat: str | None) -> list[Chapter]:
        """Everything that happened, as a seat may know it, phase by phase."""
        for phase in self.phases:
            if (phase, seat) not in self._told:
                self._told[phase, seat] = self._chapter(phase, seat)
        return [self._told[phase, seat] for phase in self.phases]

    @property
    def phases(self) -> range:
        """The phases that can be looked at, each as its resolution has left it."""
        return range(self.saved.first, self.saved.first + len(self.resolutions))

    def after(self, phase: int) -> Resolution[Any]:
        """The resolution of a phase."""
        return self.resolutions[phase - self.saved.first]

    def moments(self, phase: int, seat: str | None) -> Mapping[int, Any]:
        """The positions in a phase, as a seat may tell them apart: by how many events it had been told."""
        if phase not in self.phases:
            raise KeyError(phase)
        return moments_of(self._noted(phase), seat)

    def _noted(self, phase: int) -> Resolution[Any]:
        """The resolution of a phase with its moments: it is resolved again, as they are not kept."""
        if phase not in self._resolved_again:
            after = self.after(phase)
            if phase == self.saved.first:  # nothing was before
                after.moments = [Moment(0, after.position), Moment(len(after.events), after.position)]
                return after
            played, before = self.saved.phases[phase - self.saved.first - 1], self.after(phase - 1).position
            sent = {seat: self.rules.decode_orders(orders) for seat, orders in played.sent.items()}
            books = {seat: self.rules.check_book(book, {}) for seat, book in played.books.items()}
            again = self.rules.resolve(before, sent, Chance(played.chance), books, moments=True)
            if len(self._resolved_again) >= KEPT:
                del self._resolved_again[next(iter(self._resolved_again))]
            self._resolved_again[phase] = again
        return self._resolved_again[phase]

    def _chapter(self, phase: int, seat: str | None) -> Chapter:
        rules, resolution = self.rules, self.after(phase)
        events = rules.events_for(resolution.events, seat)
        booked = [one.question for one in resolution.counted if (one.seat, one.source) == (seat, "book")]
        fallen = [one for one in resolution.fallen if one.seat == seat]
        return Chapter(
            phase,
            (
                *(Told(sentence) for sentence in (self.saved.differs if resolution is self.resolutions[0] else ())),
                *(Told(booked_in_words(rules, question)) for question in booked),
                *(
                    Told(rules.sentence(one, resolution.position), tuple(rules.subjects(one)), number, one)
                    for number, one in enumerate(events, 1)
                ),
                *(Told(fallen_in_words("", one.message, one.clause)) for one in fallen),
            ),
            tuple(events),
            tuple((one.question, why) for one in events if isinstance(one, PassedOver) for why in one.passed_over),
        )
