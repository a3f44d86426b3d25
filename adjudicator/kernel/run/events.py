"""Events: what a resolution tells. One class an event; its sentence is how people read it.

Modules of events do not make their annotations strings (`from __future__ import annotations`): before a title is used,
msgspec would read each of them again, of every class and of those above it.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from adjudicator.kernel.subjects import Naming, subject

_ITS_PLACE = re.compile(r"\{(\w+)\}[:,] ")
"""How a sentence says first what it is about: `{place}: `, `{place}, `."""


class _Kind(msgspec.StructMeta):
    """The metaclass of events: the clause goes beside the tag in the head of a class."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, clause: str | None = None, **struct: Any
    ) -> "_Kind":
        if clause is not None:
            namespace["clause"] = clause
        return super().__new__(cls, name, bases, namespace, **struct)


AT = "@"


class Pattern(str):
    """Words of an event in which fields stand as in a sentence; nothing that people have typed is in them."""

    __slots__ = ()


def at_seat(seat: str, how: str = "") -> str:
    """A seat in a pattern, as `SeatWord` formats it; of what names none, nothing."""
    return f"{{{AT}{seat}:{how}}}" if seat.isidentifier() else ""


class Event(msgspec.Struct, metaclass=_Kind, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="event"):
    """Something that happened. `only` names the seats that may know it; None means everybody.

        class TurnBegins(Event, frozen=True, tag="turn-begins", clause="T.01"):
            sentence = "Turn {turn} begins."
            turn: int

    What one seat may know more of than the others is a `Masked` event; where it is worded otherwise for them, two.
    """

    clause: ClassVar[str] = ""
    sentence: ClassVar[str] = ""
    kinds: ClassVar[Mapping[str, str]] = {}  # of fields that name other subjects than elsewhere in the title

    only: tuple[str, ...] | None = None

    def wording(self) -> Mapping[str, str]:
        """What the sentence says beside the names in its fields, or otherwise; a `Pattern` has fields as well."""
        return {}

    def harms(self, position: Any) -> str | None:
        """The seat for which this ends the game, or gives away what it cannot play without; no mere loss of points."""
        return None

    def in_words(self, names: Naming, view: Any = None, at: Collection[str] = ()) -> str:
        """The sentence, with names and counts as people say them. A seat named by a word alone keeps it as it is.

        It need not say first that it is about one of the subjects `at`.
        """
        place = _ITS_PLACE.match(self.sentence) if at else None
        if place and self._is_at(place[1], names, at):
            said = self.filled(self.sentence[place.end() :], names, view)
            return f"{said[:1].upper()}{said[1:]}"
        said = self.filled(self.sentence, names, view)
        return f"T{said[1:]}" if said.startswith("the ") else said

    def filled(self, pattern: str, names: Naming, view: Any = None) -> str:
        """A pattern with the fields of the event, as its sentence has them."""
        return pattern.format_map(_Said(self, names.but(self.kinds), view))

    def _is_at(self, field: str, names: Naming, at: Collection[str]) -> bool:
        kind = names.but(self.kinds).fields.get(field)
        return kind is not None and subject(kind, getattr(self, field, None)) in at


class _Said(dict[str, Any]):
    """The fields of an event, and what its class tells as properties, as people say them."""

    def __init__(self, event: Event, names: Naming, view: Any) -> None:
        super().__init__()
        self._event, self._names, self._view = event, names, view
        for name, said in event.wording().items():
            self[name] = said.format_map(self) if isinstance(said, Pattern) else said

    def __missing__(self, name: str) -> Any:
        if name.startswith(AT):
            return self._names.said(self._view, "seat", name.removeprefix(AT))
        return self._names.said(self._view, name, getattr(self._event, name))


class Masked(Event, frozen=True, kw_only=True):
    """An event that says more to some: each reader gets a version, and nobody learns who else knows more.

        class Moved(Masked, frozen=True, tag="moved", clause="4.3-A"):
            masked = ("block",)
            sentence = "{block} goes to {place}."
            block: str
            place: str

    `known_to` names those who read it whole; None means everybody. To the others each name in the fields of `masked`
    that `masks` holds is what it is mapped to, and the fields of `private` are None.
    """

    masked: ClassVar[tuple[str, ...]] = ()
    private: ClassVar[tuple[str, ...]] = ()

    known_to: tuple[str, ...] | None = None
    masks: dict[str, str] = {}

    def read_by(self, seat: str | None) -> "Event":
        """The version of a seat (None: a spectator)."""
        changed: dict[str, Any] = {"known_to": None, "masks": {}}
        if self.known_to is not None and seat not in self.known_to:
            changed |= {name: _masked(getattr(self, name), self.masks) for name in self.masked}
            changed |= dict.fromkeys(self.private)
        return msgspec.structs.replace(self, **changed)


def _masked(value: Any, masks: Mapping[str, str]) -> Any:
    """A name, or names in a list or as keys of a table, those that are masked by their masks."""
    if isinstance(value, str):
        return masks.get(value, value)
    if isinstance(value, Mapping):
        return {masks.get(name, name): what for name, what in value.items()}
    return None if value is None else [_masked(one, masks) for one in value]


class NoOrder(Event, frozen=True, tag="no-order", clause="cut"):
    """At the cut no order of a seat was in force for a question. Silence and a fallen order look alike."""

    sentence = "No order of {seat} counted: {question}. The default applies ({default_clause})."

    seat: str
    question: str
    default_clause: str


class PassedOver(Event, frozen=True, tag="passed-over", clause="cut"):
    """What a seat's book held for a question and was not legal when its turn came: told to its owner only."""

    sentence = "Asked to {question}, your book passed over what was illegal: {listed}."

    question: str
    passed_over: list[str]

    def wording(self) -> dict[str, str]:
        return {"listed": "; ".join(self.passed_over)}


class PlanSkipped(Event, frozen=True, tag="plan-skipped", clause="cut"):
    """Items of a seat's plan that were illegal when their turn came, by the numbers of its author: told to it alone."""

    sentence = "Your plan to {question} skipped what was illegal: {listed}."

    question: str
    skipped: list[str]

    def wording(self) -> dict[str, str]:
        return {"listed": "; ".join(self.skipped)}


class ChapterBegins(Event, frozen=True, tag="chapter-begins", clause="chapter"):
    """A chapter of the rules begins (what a rulebook prints as a phase): reports and digests are told by chapters.

    `chapter` is short, unlike that of any other chapter of the game, and may be typed: `2.5`.
    """

    sentence = "{name}."

    chapter: str
    name: str


class Reopened(Event, frozen=True, tag="reopened", clause="reopened"):
    """A phase was made void by a rollback or an amendment; another is open in its place."""

    sentence = "Phase {phase} is void; phase {number} is open in its place."

    phase: int
    number: int


class RulesChanged(Event, frozen=True, tag="rules-changed", clause="rules-changed"):
    """The game goes on by newer rules: a phase was made void, and another asks anew in its place."""

    sentence = (
        "The rules of the game changed from {older} to {newer}. {listed}Phase {phase} is void: what was sent for it "
        "does not count, and phase {number} asks anew in its place."
    )

    phase: int
    number: int
    older: str
    newer: str
    differs: list[str]

    def wording(self) -> dict[str, str]:
        return {"listed": f"What differs: {' '.join(self.differs)} " if self.differs else ""}

    def with_differences(self) -> str:
        """The sentence for the log and for mails, which name no subjects."""
        return self.sentence.format(
            older=self.older, newer=self.newer, phase=self.phase, number=self.number, **self.wording()
        )


class Conceded(Event, frozen=True, tag="conceded", clause="concession"):
    """A seat gave the game up."""

    sentence = "{seat} concedes the game."

    seat: str


class DrawOffered(Event, frozen=True, tag="draw-offered", clause="draw"):
    """A seat would end the game in a draw; how long the offer stands is the title's."""

    sentence = "{seat} offers a draw."

    seat: str


KERNEL_EVENTS: tuple[type[Event], ...] = (
    NoOrder,
    PassedOver,
    PlanSkipped,
    ChapterBegins,
    Reopened,
    RulesChanged,
    Conceded,
    DrawOffered,
)
_ABOUT_READERS = ("only", "known_to", "masks")


def events_for(events: Iterable[Event], seat: str | None) -> list[Event]:
    """Those of the events that a seat (None: a spectator) may know, in the order in which they happened."""
    mine = (event for event in events if event.only is None or seat in event.only)
    return [event.read_by(seat) if isinstance(event, Masked) else event for event in mine]


def subjects_of(event: Event, names: Naming) -> list[str]:
    """The ids of what an event is about. They follow from its fields, so they tell no more than these."""
    plain = {
        name: msgspec.to_builtins(getattr(event, name))
        for name in event.__struct_fields__
        if name not in _ABOUT_READERS
    }
    return names.but(event.kinds).subjects(plain)


def event_to_dict(event: Event, names: Naming, view: Any = None) -> dict[str, Any]:
    """An event as plain data for reports: its fields, clause, sentence and subjects. Who else knows it is left out."""
    plain: dict[str, Any] = msgspec.to_builtins(event)
    for name in _ABOUT_READERS:
        plain.pop(name, None)
    said = {"sentence": event.in_words(names, view), "subjects": subjects_of(event, names)}
    return {**plain, "clause": event.clause, **said}
