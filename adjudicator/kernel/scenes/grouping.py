"""Which events are one scene: a pure function of what one reader was told, and of nothing else.

The votes of several places may go on side by side, such as the debates of two Sides. Otherwise a scene is over as soon
as another begins, and each is when a chapter does. Battles, moves and votes go on over the end of a phase, and notes to
whatever is going on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from adjudicator.kernel.run.events import ChapterBegins, Event, subjects_of
from adjudicator.kernel.scenes.table import OF_THE_KERNEL, Row, Scenes, Shape, as_notice
from adjudicator.kernel.subjects import Naming

SIDE_BY_SIDE: Final = ("vote",)
OVER_THE_CUT: Final = ("battle", "move", "vote")
NOTES: Final = ("note", "skip")


class Told(NamedTuple):
    """What a reader was told of a phase, in order; phase 0 is the deal. `moments`: after how many of these events there
    is a board; there always is one before a phase (but before the deal) and one after it."""

    phase: int
    events: Sequence[Event]
    moments: Sequence[int] = ()


class Entry(NamedTuple):
    """An event in its place: the phase, its number in what the reader was told of it (from 1), and its row."""

    phase: int
    number: int
    event: Event
    row: Row


class Group(msgspec.Struct):
    """The events of one scene, in order; `of` tells it from others of its shape, `at` is what it is about."""

    shape: Shape
    of: str
    at: list[str]
    entries: list[Entry]

    def joined(self, entries: Sequence[Entry], at: Sequence[str]) -> None:
        """Go on with these."""
        self.entries += entries
        self.at += [one for one in at if one not in self.at]


def grouped(table: Scenes, names: Naming, told: Sequence[Told]) -> list[Group]:
    """All events in scenes, each in exactly one, in the order in which the scenes begin.

    The first phase told should be one in which a chapter begins: what began before it is not known.
    """
    grouping = _Grouping(table, names)
    for one in told:
        for number, event in enumerate(one.events, 1):
            grouping.add(one.phase, number, event)
    return grouping.done()


class _Grouping:
    """Groups, and those of them that are still open; what waits for the next one."""

    def __init__(self, table: Scenes, names: Naming) -> None:
        self._table, self._names = table, names
        self._rows = {**OF_THE_KERNEL, **table.rows}
        self._groups: list[Group] = []
        self._open: list[Group] = []
        self._waiting: list[Entry] = []

    def add(self, phase: int, number: int, event: Event) -> None:
        """Put an event in its scene."""
        tag = str(event.__struct_config__.tag)
        row = self._rows.get(tag) or Row("notice", "line")
        if isinstance(event, ChapterBegins):
            self._end_chapter()
            row = Row("notice", "wait")
        entry = Entry(phase, number, event, row)
        if row.part == "wait":
            self._waiting.append(entry)
        elif tag in self._rows:
            self._declared(entry)
        else:
            self._undeclared(entry)

    def done(self) -> list[Group]:
        """All groups; what waits for a scene that has not come yet is a notice."""
        if self._waiting:
            self._undeclared(self._waiting.pop())
        return self._groups

    def _declared(self, entry: Entry) -> None:
        row, at = entry.row, places_of(entry, self._names)
        goes_on = None if row.part == "open" else self._going_on(entry)
        if goes_on is not None:
            goes_on.joined([*self._waited(), entry], at if goes_on.shape == row.shape else [])
        elif row.part in ("note", "skip"):
            self._undeclared(entry._replace(row=as_notice(row)))
        else:
            self._begin(entry, at)

    def _undeclared(self, entry: Entry) -> None:
        """A line of the scene whose place it names, else a notice; notices go on."""
        named = subjects_of(entry.event, self._names)
        there = [group for group in self._open if group.shape != "notice" and any(one in group.at for one in named)]
        if there:
            there[-1].joined([*self._waited(), entry], [])
            return
        at = places_of(entry, self._names) or [one for one in named if one.partition(":")[0] in self._table.places]
        goes_on = self._going_on(entry)
        if goes_on is None:
            self._begin(entry, at)
        else:
            goes_on.joined([*self._waited(), entry], at)

    def _going_on(self, entry: Entry) -> Group | None:
        """The newest scene that an event goes on with."""
        row, of, going = entry.row, of_scene(entry), self._open[::-1]
        own = [one for one in going if one.shape == row.shape and (not of or one.of == of)]
        if not own:
            others = [one for one in going if one.shape in row.joins]
            return next(iter([*(one for one in others if one.of == of), *others]), None)
        goes_over = row.part in NOTES or row.shape in OVER_THE_CUT
        return own[0] if goes_over or own[0].entries[-1].phase == entry.phase else None

    def _begin(self, entry: Entry, at: Sequence[str]) -> None:
        shape = entry.row.shape
        group = Group(shape, of_scene(entry), [*at], [*self._waited(), entry])
        self._groups.append(group)
        self._open = [one for one in self._open if one.shape == shape in SIDE_BY_SIDE] + [group]

    def _waited(self) -> list[Entry]:
        waited, self._waiting = self._waiting, []
        return waited

    def _end_chapter(self) -> None:
        """Nothing goes on; what waits for a scene that did not come is a notice. An empty chapter goes on waiting."""
        if self._waiting and not isinstance(self._waiting[-1].event, ChapterBegins):
            self._undeclared(self._waiting.pop())
        self._open = []


def places_of(entry: Entry, names: Naming) -> list[str]:
    """The subjects that an event puts in the light, as its row says."""
    found = (one for what in entry.row.at for one in subjects_at(entry.event, names, what))
    return list(dict.fromkeys(found))


def subjects_at(event: Event, names: Naming, what: str) -> Iterator[str]:
    """The subjects that a field names, or that a pattern gives; none where the reader may not know them."""
    if "{" in what:
        yield what.format_map(_Fields(event))
    elif (value := getattr(event, what)) is not None:
        yield from names.but(event.kinds).named({what: [*value] if isinstance(value, tuple) else value})


class _Fields(dict[str, object]):
    """The fields of an event, and what its class tells, by name."""

    def __init__(self, event: Event) -> None:
        self._event = event

    def __missing__(self, name: str) -> object:
        return getattr(self._event, name)


def of_scene(entry: Entry) -> str:
    """What tells the scene of an event from others of its shape."""
    return entry.row.of.format_map(_Fields(entry.event))
