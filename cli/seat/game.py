"""A game seen from one seat: the one protocol under the terminal and the page.

`Game` has three homes: a host (`hosted`), a letter (`hosted`), this machine (`local`). All that touches the
network, the keys, the disk or the clock is behind it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from adjudicator.kernel import Book, Event, Order, Title
from adjudicator.kernel.subjects import asked_to

if TYPE_CHECKING:
    from adjudicator.kernel.title.course import Course
    from schemas.statements.payloads import Word


class Moment(msgspec.Struct, frozen=True):
    """What a seat knows of its game now; `phase` None: it is over, and `ending` says how."""

    phase: int | None
    view: Any
    asked: tuple[str, ...] = ()
    deadline: str | None = None
    waiting: tuple[str, ...] = ()
    ending: tuple[str, ...] = ()


class Told(msgspec.Struct, frozen=True):
    """A sentence of the log, with the ids of what it tells about."""

    sentence: str
    subjects: tuple[str, ...] = ()
    number: int = 0
    """Which event of the phase it tells, from 1; 0: none."""
    event: Event | None = None

    def said(self, rules: Title[Any], view: Any) -> str:
        """The sentence in the words of these rules: in those of a game, with its people's names."""
        return rules.sentence(self.event, view) if self.event else rules.naming.in_text(self.sentence)


class Chapter(msgspec.Struct, frozen=True):
    """What happened when a phase was resolved; 0 is the deal."""

    phase: int
    told: tuple[Told, ...]
    events: tuple[Event, ...] = ()
    """What the seat was told, in order; none where the rules here cannot read them."""
    passed_over: tuple[tuple[str, str], ...] = ()
    """What the seat's book held and was illegal: the question, and why."""
    anew: int | None = None
    """The phase that asks anew what this one had asked, where the rules have changed."""


class Held(msgspec.Struct, frozen=True):
    """What the seat has sent for the open phase."""

    orders: Sequence[Order]
    word: Word
    sequence: int = 0


class Given(msgspec.Struct, frozen=True):
    """What came of an answer that was sent, in sentences; or the sealed answer, to be kept as a file and mailed."""

    words: tuple[str, ...]
    armored: str | None = None
    unsent: bool = False
    """The host did not answer: it can be sent as soon as it does."""
    done: Mapping[str, Any] | None = None
    """The receipt, or the sealed envelope, as a command prints it."""
    sending: bool = False
    """It is on its way: what becomes of it is told later (`came`)."""


class Message(msgspec.Struct, frozen=True):
    """A message of the press."""

    number: int
    sender: str
    to: tuple[str, ...]
    at: str
    text: str


class Game(Protocol):
    """A game with one seat that is the reader's."""

    @property
    def id(self) -> str:
        """Its name in addresses and files."""

    @property
    def file_name(self) -> str:
        """What files about it are named after: no other game has it."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def seat(self) -> str:
        """The reader's."""

    @property
    def at_host(self) -> bool:
        """Whether a host has it, which can be asked now."""

    @property
    def trouble(self) -> str:
        """Why this is not news; empty where all is well."""

    @property
    def drafts(self) -> bool:
        """Whether an answer may be sent while the game goes on waiting for another."""

    @property
    def rules(self) -> Title[Any]:
        """The rules that it is played by, which call seats by the names of its people."""

    @property
    def players(self) -> Mapping[str, str]:
        """Who plays each seat."""

    @property
    def shared(self) -> bool:
        """Whether several people pass this machine round in it, so that each page is for one of them alone."""

    @property
    def next_here(self) -> Game | None:
        """The same game, seen by whoever else at this machine answers next, if anybody."""

    def now(self) -> Moment:
        """What the seat knows, as last heard."""

    def listen(self, own: bool = False) -> None:
        """Hear whether anything is new; `own`: also whether another device of the reader has sent something."""

    def came(self) -> Given | None:
        """What became of an answer that waited here to be sent, once; without a receipt it does not count.

        `SentElsewhere` where another device has sent one that was not known here; from then on it is.
        """

    def stir(self) -> None:
        """Somebody has just clicked or typed here; a host hears of it when it is asked next."""

    @property
    def heard(self) -> int:
        """Another number whenever something was told, by the game or in its press."""

    def chapters(self) -> Sequence[Chapter]:
        """Everything that happened, as the seat may know it."""

    @property
    def answered(self) -> Sequence[int]:
        """The phases before the open one that the seat answered itself."""

    def views(self) -> Sequence[int]:
        """The phases whose boards can be looked back to."""

    def view_after(self, phase: int) -> Any:
        """The position that a phase led to, as the seat may know it. KeyError where there is none."""

    def moments(self, phase: int) -> Sequence[int]:
        """After how many of the events of a phase there is a board between the one before it and the one after."""

    def view_at(self, phase: int, told: int) -> Any:
        """The position at such a moment, as the seat may know it; told nothing, the one before the phase.

        KeyError where there is none.
        """

    @property
    def advises(self) -> bool:
        """Whether a bot may be asked what it would do: where people compete in a contest it may not."""

    @property
    def may_again(self) -> bool:
        """Whether the same people can be asked to play another, once it is over."""

    def again(self) -> tuple[str, list[str]]:
        """Open another game like this one for the same people, moved on by one seat; gives its id.

        With it comes who could not be asked, in sentences.
        """

    @property
    def public_page(self) -> str:
        """The address at which everybody may see it; empty where nobody may."""

    def course(self) -> Course | None:
        """How the game went, once it is over; None where nobody can say."""

    def given(self) -> Held | None:
        """What the seat has sent for the open phase."""

    def give(self, phase: int, orders: Sequence[Order], word: Word, book: Book | None = None) -> Given:
        """Send the answer to a phase, with a book for after it; of a game known from a letter, seal both.

        `SentElsewhere` where another device has sent one that was not known here; from then on it is.
        """

    def withdraw(self, phase: int) -> Given:
        """Take back what was sent for a phase."""

    def standing(self) -> Book:
        """The seat's book as it stands."""

    def file(self, book: Book) -> Given:
        """Send a book alone."""

    def press(self) -> Sequence[Message] | None:
        """What was written to and by the seat; None where nobody can be written to."""

    def write(self, to: Sequence[str], text: str) -> None:
        """Write to other seats, all of them if none is named."""


def news(game: Game) -> list[str]:
    """What happened since the seat's last answer."""
    return told_since(game, max(game.answered, default=0))


def told_since(game: Game, phase: int) -> list[str]:
    """What happened from a phase on."""
    view = game.now().view
    return [told.said(game.rules, view) for one in game.chapters() if one.phase >= phase for told in one.told]


def placed(rules: Title[Any], view: Any, places: Mapping[str, int], scores: Mapping[str, Any]) -> list[str]:
    """Each seat with its place and score, the first first."""
    order = sorted(scores, key=lambda seat: (places.get(seat, 99), seat))
    named = {seat: rules.words(view, f"seat:{seat}").removeprefix("the ") for seat in order}
    return [f"{places.get(seat, '–')}. {named[seat]}, {scores[seat]}" for seat in order]


def booked_in_words(rules: Title[Any], question: str) -> str:
    """That the own book answered a question."""
    return f"Your book answered for you: {asked_to(rules.question(question).subject)}."


def won(names: Mapping[str, str], places: Mapping[str, int] | None) -> str:
    """Who won, as in `Sparta won`, `Athens and Sparta share the victory`; `names`: of the seats."""
    best = [names[seat].removeprefix("the ") for seat, place in sorted((places or {}).items()) if place == 1]
    match best:
        case []:
            return "nobody won"
        case [one]:
            return f"{one} won"
        case [*others, last]:
            return f"{', '.join(others)} and {last} share the victory"
    raise AssertionError(best)
