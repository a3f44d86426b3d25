"""What a title declares: one set of rules, as data and functions of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, Protocol, TypeVar

import msgspec

from adjudicator.kernel.books.conditions import NONE, Quantities
from adjudicator.kernel.books.forms import Form
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import Malformed, UnknownName
from adjudicator.kernel.hidden.parts import Hidden
from adjudicator.kernel.position.position import Ask, Position, Step
from adjudicator.kernel.previews import Face, Left, Preview, no_face, nothing_left, nothing_seen
from adjudicator.kernel.questions.questions import Order, Question
from adjudicator.kernel.rules.upgrades import Upgrade
from adjudicator.kernel.run.events import Event
from adjudicator.kernel.subjects import PLAIN, Naming

if TYPE_CHECKING:
    from adjudicator.kernel.rules.first_game import FirstGame
    from adjudicator.kernel.rules.help import Help
    from adjudicator.kernel.scenes.table import Scenes

P = TypeVar("P", bound=Position)
Bot = Callable[[Any, str, Chance], list[Order]]
Tally = dict[str, dict[str, int]]
"""By seat, what its points came from, and how many: they add up to its score."""
Shape = Literal["wide", "tall"]  # of a picture: for a desk, and for a phone of 390 points


def unsaid(_scenario: str, _options: Mapping[str, Any], _holders: Mapping[str, str]) -> str | None:
    """The rules say nothing of who may hold which seats."""
    return None


def plain_scenes() -> Scenes:
    """The table of a title that declares none: everything is a notice."""
    from adjudicator.kernel.scenes.table import Scenes

    return Scenes()


def no_help() -> Help:
    """The help of a title that explains nothing."""
    from adjudicator.kernel.rules.help import Help

    return Help({})


def untold(_position: Any, _told: Sequence[Event]) -> Tally:
    """The rules do not say what points came from."""
    return {}


class Drawing(Protocol):
    """How a title draws."""

    def __call__(self, view: Any, seat: str | None, dark: bool = False, shape: Shape = "wide", /) -> str:
        """The board of a view as SVG, of a seat or as everybody may see it; dark, or as the reader's device has it."""
        ...


KERNEL: Final = 1
"""The number of what this kernel promises to titles: another one when something of it goes, or means something else."""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A starting position of a title, with the numbers of seats that it can be played with.

    `seats` names its seats where they are not the first ones of the title. `answers` is how long a game is: how often a
    seat answers, with the fewest seats, as bots play; 0 where nobody has counted.
    """

    id: str
    name: str
    summary: str
    seat_counts: tuple[int, ...]
    seats: tuple[str, ...] = ()
    answers: int = 0


class Imagined(msgspec.Struct, frozen=True):
    """How a title is played on from a view to see what comes: by which bots, over how many phases in all.

    The phases are so many that it takes less than half a second.
    """

    bots: str = "steady"
    phases: int = 600


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option of a game, chosen when it is created: its values (none: any text), the one that stands unsaid."""

    summary: str
    default: str | int | bool
    values: tuple[str | int | bool, ...] = ()


def bots_for(seats: Iterable[str], clause: str) -> dict[str, Setting]:
    """By the name of each seat, the setting that leaves it to the bot of the rules for a whole game."""
    return {seat: Setting(f"who plays {seat} ({clause})", "player", ("player", "bot")) for seat in seats}


class Rules(msgspec.Struct, Generic[P], frozen=True, dict=True):
    """One set of rules. Everything here is the title's own; what the kernel does with it is in `Title`."""

    id: str
    name: str
    about: str
    version: str
    position: type[P]
    questions: Mapping[str, Question[Any, Any]]
    events: tuple[type[Event], ...]
    steps: Mapping[str, Callable[..., None]]
    chapters: Mapping[str, tuple[Step, ...]]
    scenarios: Mapping[str, Scenario]
    seat_names: tuple[str, ...]

    set_up: Callable[..., P]
    hidden: Sequence[Hidden]  # all that a seat may not know; each part may rely on those before it
    invariants: Callable[[P], None]
    scores: Callable[[P], dict[str, int]]
    show: Callable[[P], str]
    draw: Drawing
    steady: Bot
    tally: Callable[[P, Sequence[Event]], Tally] = untold  # of a position, and of all that was told to everybody
    ended: Callable[[P], str] = lambda _position: ""  # why it is over, clause first, where the reason says too little
    settings: Mapping[str, Setting] = {}
    require_settings: Callable[[str, Mapping[str, Any]], None] = lambda _scenario, _options: None  # or Malformed
    add_components: Callable[[str], str] | None = None  # of a file's text: its digest, for the setting `components`
    open_tables: Sequence[str] = ()  # whose entries come and go in play, by paths with `*`: an amendment may too
    sharing: Callable[[str, Mapping[str, Any], Mapping[str, str]], str | None] = unsaid
    bots_now: Callable[[P], Sequence[str]] = lambda _position: ()  # the seats that the rules' bot plays at this moment
    hidden_from_bot: Sequence[Hidden] = ()  # where it sees more than the person at its seat: the parts to be hidden
    quantities: Quantities = NONE
    periods: Mapping[str, Callable[[P], Any]] = {}
    """What a game is counted in, with what is another value in each: turns first, last how long answers ahead hold."""
    plans_hold: str | None = None  # the period for which plans for the next times hold; None: the first of them
    forms: Mapping[str, Form] = {}  # by id; first the one that is filled in at the beginning
    imagined: Imagined = Imagined()
    preview: Callable[[Any, P, Ask], Preview] = nothing_seen  # of an order, what it would change on the board
    face: Callable[[P, str, str], Face | None] = no_face  # of a card or tile, as a seat has it among its answers
    budget: Callable[[Order | None, P, Ask], Sequence[Left]] = nothing_left  # of an order in the making, or of none
    first_game: Callable[[], FirstGame | None] = lambda: None
    help: Callable[[], Help] = no_help  # what the things in the box do
    scenes: Callable[[], Scenes] = plain_scenes
    upgrades: Mapping[str, Upgrade] = {}  # by older version: the way from it to the next one
    naming: Naming = PLAIN
    law: Path | None = None  # the rules, clause by clause, in Markdown
    rulings: Path | None = None  # and our answers where they are silent
    kernel: int = KERNEL  # the number of the kernel that it was written for
    pitch: str = ""  # what it is like to play, in one sentence of 160 letters at most

    def seats(self, scenario: str, count: int) -> tuple[str, ...]:
        """The seats of a game with `count` of them. UnknownName, or ValueError naming the counts that are allowed."""
        allowed = self.scenario(scenario).seat_counts
        if count not in allowed:
            raise ValueError(f"{self.name} is played by {', '.join(map(str, allowed))} seats, not by {count}")
        return self.scenario(scenario).seats or self.seat_names[:count]

    def scenario(self, scenario: str) -> Scenario:
        """A scenario by its id."""
        if scenario not in self.scenarios:
            raise UnknownName(f"{self.name} scenario", scenario, sorted(self.scenarios))
        return self.scenarios[scenario]

    def chosen(self, scenario: str, options: Mapping[str, Any]) -> dict[str, str | int | bool]:
        """The settings of a game, those that were not chosen at their defaults. Malformed says what may be chosen."""
        for name, value in options.items():
            if name not in self.settings:
                known = ", ".join(sorted(self.settings)) or "none"
                raise Malformed(f"{self.name} has no option {name!r}; its options: {known}")
            allowed = self.settings[name].values or ("",)
            if type(value) not in {type(one) for one in allowed} or (
                self.settings[name].values and value not in allowed
            ):
                wanted = ", ".join(map(str, self.settings[name].values)) or "a text"
                raise Malformed(f"option {name} of {self.name} cannot be {value!r}; you can choose: {wanted}")
        chosen = {name: options.get(name, setting.default) for name, setting in self.settings.items()}
        self.require_settings(scenario, chosen)
        return chosen

    def bot_seats(self, scenario: str, options: Mapping[str, Any], seats: Sequence[str]) -> list[str]:
        """Those of a game's seats that have no player, by its options."""
        chosen = self.chosen(scenario, options)
        return [seat for seat in seats if self.has_bot_for([seat]) and chosen[seat] == "bot"]

    def has_bot_for(self, seats: Sequence[str]) -> bool:
        """Can each of these seats be left to the bot of the rules, by the option of its name?"""
        return all(seat in self.settings and "bot" in self.settings[seat].values for seat in seats)

    def holders_refused(self, scenario: str, options: Mapping[str, Any], holders: Mapping[str, str]) -> str | None:
        """Why these players may not hold these seats (seat -> player) in one game, in words; None when they may."""
        return self.sharing(scenario, self.chosen(scenario, options), holders)

    def seats_a_player(self, scenario: str, options: Mapping[str, Any], seats: Sequence[str]) -> int:
        """How many seats of a game one player may hold at most by the rules; one where they say nothing of it."""
        if self.sharing is unsaid:
            return 1
        chosen, most = self.chosen(scenario, options), 1
        while any(
            self.sharing(scenario, chosen, dict.fromkeys(held, "one")) is None for held in combinations(seats, most + 1)
        ):
            most += 1
        return most

    def form(self, name: str) -> Form:
        """A form by its id."""
        if name not in self.forms:
            raise UnknownName(f"{self.name} form", name, sorted(self.forms))
        return self.forms[name]

    def question(self, name: str) -> Question[Any, Any]:
        """A question type by its id, or by the name of one of its asks."""
        question = self.questions.get(name) or self.questions.get(name.partition("/")[0])
        if question is None:
            raise UnknownName(f"{self.name} question", name.partition("/")[0], sorted(self.questions))
        return question
