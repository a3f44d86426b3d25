"""Games against bots on this machine: each in a file, saved after every phase and opened again by its name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final

from adjudicator.kernel import Order, Title
from cli.errors import Misuse, Refused
from cli.home.home import Home, make_private
from cli.play.hotseat import HotSeat
from cli.rules.local_chance import key_of, secret_of
from cli.rules.saved_games import FORMAT, SavedGame, load_game
from cli.table.game import Chapter, Given, Message, Moment, Told
from cli.terminal.output import reason_in_words
from schemas.statements.payloads import Word

FOLDER: Final = "games"
NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,40}")


class LocalGame:
    """A saved game with one seat that a person plays."""

    drafts = False
    trouble = ""

    def __init__(self, path: Path) -> None:
        self.id = self.name = path.stem
        self.game = HotSeat(load_game(path), secret_of(None), path)
        self.seat = self.game.saved.people[0]
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
            )
            for phase, resolution in enumerate(self.game.resolutions)
        ]

    @property
    def answered(self) -> int:
        """The last phase that the person answered."""
        phases = self.game.saved.phases
        return max((number for number, one in enumerate(phases, 1) if self.seat in one.sent), default=-1)

    def views(self) -> Sequence[int]:
        """Every phase."""
        return range(len(self.game.resolutions))

    def view_after(self, phase: int) -> Any:
        """The position after a phase, as the seat knew it."""
        if not 0 <= phase < len(self.game.resolutions):
            raise KeyError(phase)
        return self.rules.view(self.game.resolutions[phase].position, self.seat)

    def given(self) -> tuple[Sequence[Order], Word] | None:
        """Nothing: what is given is carried out at once."""
        return None

    def give(self, phase: int, orders: Sequence[Order], word: Word) -> Given:
        """Carry the answer out, and let the bots play until the person is asked again."""
        if phase != self.game.position.phases or self.game.position.phase is None:
            raise Refused(f"Phase {phase} is over already.", "phase-closed")
        bots = [seat for seat in self.rules.waits_for(self.game.position) if seat != self.seat]
        self.game.close({self.seat: orders, **{seat: self.game.bot_orders(seat) for seat in bots}})
        self._play_bots()
        return Given(("Your order is carried out, and the game is saved.",))

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
    order = sorted(position.seats, key=lambda seat: (places.get(seat, 99), seat))
    reason = f"The game is over: {reason_in_words(outcome.reason)}." if outcome else "The game is over."
    return reason, *(f"{places.get(seat, '–')}. {seat}, {scores[seat]}" for seat in order)


# --- the folder ----------------------------------------------------------------------------------------------------


def folder(home: Home) -> Path:
    """Where the games of this machine are saved."""
    return home.root / FOLDER


def saved_names(home: Home) -> list[str]:
    """The names of the games on this machine, the one that was played last first."""
    paths = [path for path in folder(home).glob("*.json") if NAME.fullmatch(path.stem)]
    return [path.stem for path in sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)]


def open_saved(home: Home, name: str) -> LocalGame | None:
    """The game of that name; None where there is none."""
    path = folder(home) / f"{name}.json"
    return LocalGame(path) if NAME.fullmatch(name) and path.is_file() else None


def begin(home: Home, rules: Title[Any], scenario: str, seats: int, seat: str | None) -> str:
    """Begin a game against bots, under a name that is free; gives the name."""
    chosen = rules.scenario(scenario)
    names = list(rules.seats(chosen.id, seats))
    played = [one for one in names if one not in rules.bot_seats(chosen.id, {}, names)]
    if seat is not None and seat not in played:
        raise Misuse(f"There is no seat {seat!r} to play in this game; its seats are {', '.join(played)}.")
    make_private(folder(home))
    path = next(path for number in count(1) if not (path := folder(home) / f"{rules.id}-{number}.json").exists())
    saved = SavedGame(
        format=FORMAT,
        title=rules.id,
        version=rules.version,
        scenario=chosen.id,
        seats=names,
        people=[seat or played[0]],
        bots="steady",
        books={},
        setup_chance=key_of(secret_of(None), "setup"),
    )
    HotSeat(saved, secret_of(None), path)
    return path.stem
