"""A position: the whole state of a game at one moment, with the agenda of what is still to be done.

Titles derive their own position from `Position`. A view is an object of the same type in which hidden values are
`Unknown`, so that the code which asks "may this seat do that?" runs the same on the service and at the player's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from adjudicator.kernel.subjects import listed


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One standing order to one question: `when` it applies; `choose`, ranked, or one of the other ways to answer.

    `times`: how many answers it has left; `until`: the period at whose end it falls, one of the title's. One that is
    used up keeps its place, empty, so that the others keep their numbers.
    """

    question: str
    when: dict[str, Any] | None = None
    times: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    until: str | None = None
    choose: list[dict[str, Any]] = []
    only_option: bool = False
    default: bool = False
    passes: bool = msgspec.field(default=False, name="pass")
    ask_me: bool = False

    @property
    def ways(self) -> int:
        """How many ways to answer it states: one, or none when it is used up."""
        return bool(self.choose) + self.only_option + self.default + self.passes + self.ask_me


Book = list[Entry]


class Unknown(msgspec.Struct, frozen=True, tag_field="hidden", tag="unknown"):
    """A value that exists and that this reader may not know. It carries nothing: no id, no order, no hint."""


UNKNOWN: Final = Unknown()


def unknowns(count: int) -> list[Unknown]:
    """As many hidden values as a public count says that there are."""
    return [UNKNOWN] * count


class Step(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A named step of the rules, still to be run. Its arguments are public facts: the agenda is seen by everybody."""

    name: str
    args: dict[str, str | int | bool | None] = {}


F = TypeVar("F", bound=Callable[..., None])


def agenda_step(function: F) -> F:
    """Mark a function as a step of the rules: the agenda stores it by its name."""
    vars(function)["agenda_step"] = True
    return function


def forward(name: str) -> Callable[..., None]:
    """A step of a module that imports this one; gathering the rules refuses a name that no step has."""

    def ahead(*_: Any, **__: Any) -> None:
        raise TypeError(f"{name} stands for a step and is not the step itself")

    ahead.__name__ = name
    vars(ahead)["forward"] = True
    return ahead


def step(function: Callable[..., None], **args: str | int | bool | None) -> Step:
    """The step that will call `function` with these arguments."""
    return Step(function.__name__, args)


class Ask(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A question put to one seat. `key` tells several asks of one question apart; `private` only its seat may see.

    That something is asked is public, unless the phase is veiled.
    """

    seat: str
    question: str
    args: dict[str, Any] = {}
    key: str | UnsetType = UNSET
    private: dict[str, Any] | UnsetType = UNSET

    @property
    def name(self) -> str:
        """What it is called among the questions of its seat: `D-9`, with a key `D-9/F08`."""
        return self.question if self.key is UNSET else f"{self.question}/{self.key}"

    @property
    def head(self) -> dict[str, str]:
        """How every order to it begins, as plain data."""
        return {"question": self.question} | ({} if self.key is UNSET else {"key": self.key})


class Phase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Questions that are open together, and the step that receives their orders. Numbers start at 1, never used again.

    In a view of a veiled phase `asks` holds the reader's own questions only.
    """

    number: int
    asks: list[Ask]
    then: Step
    veiled: bool = False

    def asked_of(self, seat: str | None) -> list[Ask]:
        """The questions put to one seat."""
        return [ask for ask in self.asks if ask.seat == seat]


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended: the clause that ended it and the place of each seat (1 is best; ties share a place)."""

    reason: str
    places: dict[str, int]

    def in_words(self) -> str:
        """Why the game ended, as people read it."""
        return reason_in_words(self.reason)


def reason_in_words(reason: str) -> str:
    """Why a game ended, the clause last: "E.01 turn 2" becomes "turn 2 (E.01)", a clause alone "by clause D.13"."""
    clause, words = clause_and_words(reason)
    if not clause:
        return reason
    return f"{words} ({clause})" if words else f"by clause {clause}"


def clause_and_words(reason: str) -> tuple[str, str]:
    """The clause with which a reason begins, "" where it begins with none, and the words after it."""
    clause, _, words = reason.partition(" ")
    return (clause.rstrip(";:,"), words) if any(map(str.isdigit, clause)) else ("", reason)


class Position(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What every title's position holds. `seats` is in the order of play; `phases` counts the phases opened so far."""

    title: str
    version: str
    scenario: str
    options: dict[str, str | int | bool]
    seats: list[str]
    agenda: list[Step] = []
    phases: int = 0
    phase: Phase | None = None
    outcome: Outcome | None = None
    books: dict[str, Book] = {}

    def after(self, seat: str, by: int = 1) -> str:
        """The seat `by` places clockwise of `seat`."""
        return self.seats[(self.seats.index(seat) + by) % len(self.seats)]


# --- how it ended -----------------------------------------------------------------------------------------------------


ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Ended(NamedTuple):
    """A seat at the end."""

    seat: str
    name: str
    beside: str
    """What the seat itself is called, where its name is a person's; else who played it."""
    place: int | None
    score: int | None
    own: bool
    line: str
    """Which of the lines in the picture is its own: by the colour that the seat is called by, else by a number."""
    many: bool = False
    """Whether its name is of several: `the Aristocrats`."""


def result(seats: Sequence[Ended]) -> str:
    """What is said first: `You won`, `You came third of four`; to who plays no seat `Sparta won`."""
    mine = next((one for one in seats if one.own), None)
    best = [one for one in seats if one.place == 1]
    if not best:
        return "The game is over"
    if len(best) == len(seats) > 1:
        return "A draw"
    if mine is None:
        return f"{listed([one.name for one in best])} won"
    shared = [one.name for one in seats if one.place == mine.place and not one.own]
    if mine.place is not None and mine.place > 1:
        beside = f", beside {listed(shared)}" if shared else ""
        last = len(seats) == 2
        return "You lost" if last else f"You came {ORDINALS[mine.place - 1]} of {NUMBERS[len(seats)]}{beside}"
    return f"You won, together with {listed(shared)}" if shared else "You won"


def result_by_names(seats: Sequence[Ended]) -> str:
    """The same to people who read it together: `Nikos (Eurypontids) won, 12 to 11`."""
    third = [one._replace(own=False, name=f"{one.name} ({one.beside})" if one.beside else one.name) for one in seats]
    scores = [one.score for one in third]
    has_score = len(scores) == 2 and None not in scores and third[0].place != third[1].place
    return f"{result(third)}, {scores[0]} to {scores[1]}" if has_score else result(third)


def result_of(places: Mapping[str, int], called: Mapping[str, str], own: str | None = None) -> str:
    """The same of seats by their places, without a board."""
    ranked = sorted(places.items(), key=lambda one: one[1])
    return result([Ended(seat, called[seat], "", place, None, seat == own, "") for seat, place in ranked])
