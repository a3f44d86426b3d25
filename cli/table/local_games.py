"""Games against bots on this machine: each in a file, saved after every phase and opened again by its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from adjudicator.kernel import Book, Order, Title
from cli.errors import Misuse, Refused
from cli.home.home import Home, make_private
from cli.play.hotseat import HotSeat, LocalPast
from cli.play.play import new_game
from cli.rules.local_chance import secret_of
from cli.rules.saved_games import free_name, games_folder, load_game, saved_here, unfinished
from cli.seat.game import Chapter, Given, Message, Moment, Told, placed
from schemas.documents.game_in_words import reason_in_words

if TYPE_CHECKING:
    from schemas.statements.payloads import Word


class LocalGame:
    """A saved game with one seat that a person plays."""

    drafts = False
    trouble = ""

    def __init__(self, path: Path, seed: str | None = None) -> None:
        self.id = self.name = path.stem
        self.game = HotSeat(load_game(path), secret_of(seed), path)
        self.seat = self.game.saved.people[0]
        self.past = LocalPast(self.game, self.seat)
        self._play_bots()

    @property
    def rules(self) -> Title[Any]:
        """The rules that it is played by."""
        return self.game.rules

    @property
    def players(self) -> Mapping[str, str]:
        """The reader, and bots."""
        return {seat: "you" if seat == self.seat else "bot" for seat in self.game.saved.seats}

    def now(self) -> Moment:
        """The position as it is saved."""
        position = self.game.position
        view = self.game.view(self.seat)
        if position.phase is None:
            return Moment(None, view, ending=ending(self.rules, position))
        return Moment(position.phases, view, tuple(ask.name for ask in self.rules.unanswered(view, self.seat)))

    def listen(self) -> None:
        """Nothing comes from anywhere else."""

    def chapters(self) -> Sequence[Chapter]:
        """Everything that happened, phase by phase."""
        return [
            Chapter(
                phase,
                tuple(
                    Told(self.rules.sentence(event, resolution.position), tuple(self.rules.subjects(event)))
                    for event in self.rules.events_for(resolution.events, self.seat)
                ),
                self.past.passed_over(resolution),
            )
            for phase, resolution in enumerate(self.game.resolutions)
        ]

    @property
    def answered(self) -> Sequence[int]:
        """The phases that the person answered."""
        return self.past.answered

    def views(self) -> Sequence[int]:
        """Every phase."""
        return self.past.views()

    def view_after(self, phase: int) -> Any:
        """The position after a phase, as the seat knew it."""
        return self.past.view_after(phase)

    def given(self) -> tuple[Sequence[Order], Word] | None:
        """Nothing: what is given is carried out at once."""
        return None

    def give(self, phase: int, orders: Sequence[Order], word: Word, book: Book | None = None) -> Given:
        """Carry the answer out, and let the bots play until the person is asked again."""
        if phase != self.game.position.phases or self.game.position.phase is None:
            raise Refused(f"Phase {phase} is over already.", "phase-closed")
        self._close({self.seat: orders}, book)
        return Given(("Your order is carried out, and the game is saved.",))

    def standing(self) -> Book:
        """What is left of it."""
        return self.past.standing()

    def file(self, book: Book) -> Given:
        """The game never waits for others: a book that leaves something to be asked goes with the answer to that."""
        view = replace(self.game.view(self.seat), books={self.seat: book})
        if self.game.position.phase is None or self.rules.unanswered(view, self.seat):
            raise Misuse("In a game on this machine a book goes with your answer.")
        self._close({}, book)
        return Given(("Your book has answered, and the game is saved.",))

    def _close(self, sent: Mapping[str, Sequence[Order]], book: Book | None) -> None:
        """Resolve the open phase, bots answering too, and let them play until the person is asked again."""
        bots = [seat for seat in self.rules.waits_for(self.game.position) if seat != self.seat]
        orders = {**sent, **{seat: self.game.bot_orders(seat) for seat in bots}}
        self.game.close(orders, None if book is None else {self.seat: book})
        self._play_bots()

    def _play_bots(self) -> None:
        """Play on as long as only bots are asked."""
        while self.game.position.phase is not None:
            asked = self.rules.waits_for(self.game.position)
            if self.seat in asked:
                return
            self.game.close({seat: self.game.bot_orders(seat) for seat in asked})

    def press(self) -> Sequence[Message] | None:
        """Bots do not write."""
        return None

    def write(self, to: Sequence[str], text: str) -> None:
        """Bots do not read."""
        raise Misuse("Bots read no press.")


def ending(rules: Title[Any], position: Any) -> tuple[str, ...]:
    """How a game ended: why, then each seat with its place and score."""
    outcome, scores = position.outcome, rules.scores(position)
    places = outcome.places if outcome else {}
    reason = f"The game is over: {reason_in_words(outcome.reason)}." if outcome else "The game is over."
    return reason, *placed(rules, position, places, scores)


# --- the folder ----------------------------------------------------------------------------------------------------


def saved_names(home: Home) -> list[str]:
    """The names of the games on this machine that are not over, the one that was played last first."""
    return [path.stem for path, _ in unfinished(home.root)]


def open_saved(home: Home, name: str, seed: str | None = None) -> LocalGame | None:
    """The game of that name; None where there is none."""
    path = saved_here(home.root, name)
    return LocalGame(path, seed) if path else None


def begin(
    home: Home, rules: Title[Any], scenario: str, seats: int, seat: str | None = None, seed: str | None = None
) -> str:
    """Begin a game against bots, under a name that is free; gives the name."""
    make_private(games_folder(home.root))
    path = free_name(home.root, rules.id)
    people = (seat,) if seat else ()
    setup: dict[str, Any] = {"bots": "steady", "books": (), "options": (), "components": None}
    new_game(rules.id, people, seed, path, scenario=scenario, seats=seats, **setup)
    return path.stem
