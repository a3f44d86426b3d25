"""Scenes as a page gets them: plain data in a title's words, of one reader."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.kernel.run.events import ChapterBegins, Event
from adjudicator.kernel.scenes.grouping import Entry, Group, Told, grouped, subjects_at
from adjudicator.kernel.scenes.table import ELSEWHERE, HEADINGS, Part, Row, Scenes, Shape
from adjudicator.kernel.subjects import Naming, listed

NAMED_MOST = 2
"""The heading of a scene about more things than these names none of them."""
CAME = ("result", "points", "final")
"""Parts that say what came of a scene."""


class Moment(msgspec.Struct, frozen=True):
    """A board inside a phase, by how many events of it the reader had been told: `view?phase=53&told=12`.

    Told nothing is the board before the phase, told all the one after it.
    """

    phase: int
    told: int


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row of a scene's card: one event. `words` say it all; what else there is follows from `part`:

    | part | what it has |
    |---|---|
    | open | `left`, `right`: subjects of who is there, or strengths; `seats`: who begins it; `dice`, `lit`, `points` |
    | head | a heading between rows: `title` |
    | bars | `left` and `right`: strengths; `needs`: what each side needs; `title` |
    | sums | `left` and `right`: totals; `sums`: what they are made of, each a name, a left and a right number |
    | dice | `left` and `right`: dice, with the `tokens` after them; or `dice` of one |
    | fire | `dice` of `subject`, of `seats`; `lit`: which of them count; `title`: which do |
    | held | `held`: strengths by subject, of `seats` |
    | cards | `cards` that `seats` lay |
    | loss | `subject` loses something; `rest`: what is left of it, 0 or none: nothing |
    | result | who won: `side` (left or right), `seats` |
    | points | `points` that `seats` gain |
    | arrow | a march of `seats` along the subjects of `path` |
    | bar | the `value` of `seats`, with `cards` |
    | card | a card's face, `cards`; `seats`: whose |
    | row | what `seats` gained or lost, `points` where it is counted |
    | note | words; why, where these do not say it: `title` |
    | final, line | words alone |

    `told` are the phase and the number of the event in what the reader was told of it, from 1.
    """

    part: Part
    words: str
    told: tuple[int, int]
    title: str = ""
    left: Any = None
    right: Any = None
    needs: Sequence[int] = ()
    tokens: Sequence[int] = ()
    sums: Sequence[tuple[str, int, int]] = ()
    dice: Sequence[int] = ()
    lit: Sequence[bool] = ()
    held: Mapping[str, int] = {}
    seats: Sequence[str] = ()
    side: str = ""
    subject: str = ""
    cards: Sequence[str] = ()
    path: Sequence[str] = ()
    points: int | None = None
    value: int | None = None
    rest: int | None = None


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A scene, as one reader may know it. Subjects are ids, whose names are `Title.words`.

    `id` is the phase and the number of the first event in it, `53.5`: it stays while the game goes on, and a scene that
    is not over grows. `at` is what to look at: drawn on the board before or the one after. `before` and `after` are the
    boards of the moments around it. `chapters` begin with it; a scene without rows is no more than their heading.
    `result` is what came of it, for a list. The order of `rows` is that in which things happened.
    """

    id: str
    shape: Shape
    heading: str
    at: list[str]
    before: Moment
    after: Moment
    rows: list[Line]
    result: str = ""
    chapters: list[str] = []

    @property
    def begins(self) -> tuple[int, int]:
        """The phase in which it begins, and the number of its first event in it."""
        phase, number = map(int, self.id.split("."))
        return phase, number


def scenes_of(table: Scenes, names: Naming, told: Sequence[Told], view: Any = None) -> list[Scene]:
    """The scenes of what one reader was told, phase by phase. A view says which components the game is played with.

    They follow from what the reader was told alone. Give it from a phase on in which a chapter begins (or the first
    one): then a scene that began before is told whole, and the others are the same wherever it begins.
    """
    phases = {one.phase: one for one in told}
    return [_Telling(table, names, view, group).scene(phases) for group in grouped(table, names, told)]


def in_short(scene: Scene) -> str:
    """A scene by its heading and what came of it, for who wants no more; empty where nothing has come of it yet, or
    where the lines themselves are short."""
    told = scene.shape in ("battle", "vote") and any(row.part in CAME for row in scene.rows)
    return f"{scene.heading}: {scene.result}" if told else ""


def ends(scenes: Sequence[Scene], phase: int) -> list[int]:
    """At which moments of a phase a scene begins or ends: a reader may look at those of their own scenes."""
    moments = [moment for scene in scenes for moment in (scene.before, scene.after)]
    return sorted({moment.told for moment in moments if moment.phase == phase})


class _Telling:
    """One group, being told."""

    def __init__(self, table: Scenes, names: Naming, view: Any, group: Group) -> None:
        self._table, self._names, self._view, self._group = table, names, view, group

    def scene(self, phases: Mapping[int, Told]) -> Scene:
        """The whole of it."""
        entries = self._group.entries
        first, last = entries[0], entries[-1]
        rows = [self._line(one) for one in entries if one.row.part != "skip" and not _chapter(one)]
        return Scene(
            id=f"{first.phase}.{first.number}",
            shape=self._group.shape,
            heading=self._heading(),
            at=self._group.at,
            before=_moment(phases[first.phase], first.number - 1, before=True),
            after=_moment(phases[last.phase], last.number, before=False),
            rows=rows,
            result=_result(rows),
            chapters=[one.event.name for one in entries if isinstance(one.event, ChapterBegins)],
        )

    # --- headings -----------------------------------------------------------------------------------------------

    def _heading(self) -> str:
        """That of its opening event, else of its first, else what its shape is called."""
        told = [one for one in self._group.entries if one.row.part != "wait"]
        for one in (*(one for one in told if one.row.part == "open"), *told[:1]):
            if one.row.heading:
                return self._begun(one.event.filled(one.row.heading, self._names, self._view))
        if all(map(_chapter, self._group.entries)):
            return self._group.entries[-1].event.in_words(self._names).rstrip(".")
        shape, at = self._group.shape, self._group.at[: NAMED_MOST + 1]
        pattern = self._table.headings.get(shape) or HEADINGS[shape]
        if "{at}" in pattern and not 0 < len(at) <= NAMED_MOST:
            return ELSEWHERE[shape]
        return self._begun(pattern.format(at=listed([self._names.words(self._view, one) for one in at])))

    # --- rows ---------------------------------------------------------------------------------------------------

    def _line(self, entry: Entry) -> Line:
        event, row = entry.event, entry.row
        part = _part_in(self._group.shape, row)
        words = event.in_words(self._names, self._view, self._group.at)
        told = {name: self._said(name, what, event) for name, what in row.roles.items()}
        if row.title:
            told["title"] = self._begun(event.filled(row.title, self._names, self._view))
        if row.sums:
            told["sums"] = [self._sum(name, getattr(event, field)) for name, field in row.sums.items()]
        return Line(part=part, words=words, told=(entry.phase, entry.number), **told)

    def _said(self, role: str, what: str | tuple[str, ...], event: Event) -> Any:
        """What a role comes to: subjects as ids, seats by name, numbers as they are."""
        if role in _OF_SUBJECTS:
            fields = (what,) if isinstance(what, str) else what
            found = [one for field in fields for one in subjects_at(event, self._names, field)]
            return found if role != "subject" else next(iter(found), "")
        if isinstance(what, tuple):
            return [getattr(event, field) for field in what]
        value = getattr(event, what)
        if role in _SAID:
            return _SAID[role](value)
        if role == "side":
            return "left" if value == self._table.sides[0] else "right" if value == self._table.sides[1] else ""
        if role == "held":
            return dict(zip(subjects_at(event, self._names, what), value.values(), strict=True))
        numbers = isinstance(value, int) or all(isinstance(one, int) for one in value)
        return value if numbers else [*subjects_at(event, self._names, what)]

    def _begun(self, words: str) -> str:
        """Words that begin a line; the name of a person stays as they write it."""
        named = words.startswith((*self._names.people.values(),))
        return words if named else f"{words[:1].upper()}{words[1:]}"

    def _sum(self, name: str, sides: Mapping[str, int]) -> tuple[str, int, int]:
        left, right = (sides[side] for side in self._table.sides)
        return name, left, right


_OF_SUBJECTS = ("path", "cards", "subject")
_SAID: Mapping[str, Callable[[Any], Any]] = {
    "seats": lambda value: [] if value is None else [value] if isinstance(value, str) else [*value],
    "dice": lambda value: [] if value is None else [value] if isinstance(value, int) else [*value],
    "points": lambda value: value,
    "value": lambda value: value,
    "rest": lambda value: value,
    "lit": lambda value: [*value],
}


def _part_in(shape: Shape, row: Row) -> Part:
    """The part of a row in a scene of a shape."""
    if row.shape != shape or row.part == "wait":
        return "note"
    return _OWN.get(shape, "note") if row.part == "aside" else row.part


_OWN: Mapping[Shape, Part] = {"score": "row", "notice": "line"}


def _chapter(entry: Entry) -> bool:
    return isinstance(entry.event, ChapterBegins)


def _result(rows: Sequence[Line]) -> str:
    """What came of a scene: its last result, else its only line that is no note."""
    came = [one.words for one in rows if one.part in CAME]
    told = [one.words for one in rows if one.part != "note"]
    return came[-1] if came else told[0] if len(told) == 1 else ""


def _moment(told: Told, number: int, *, before: bool) -> Moment:
    """The last board before an event, or the first one after it."""
    boards = sorted({0, *told.moments, len(told.events)} if told.phase else {len(told.events)})
    place = bisect_right(boards, number) - 1 if before else bisect_left(boards, number)
    return Moment(told.phase, boards[max(place, 0)])
