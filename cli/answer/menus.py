"""An answer in steps: from the orders that are possible to menus that ask for one field after another.

Nothing here knows a title: an order is its plain data, and a menu asks for the first field in which the orders that are
left differ.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

NONE = "none"
"""What is said of a field that an order leaves empty."""

ANY_MORE, GO_ON = "Any more?", "Go on"
FEW = 12  # orders that are listed whole
MOST_ASKED = 2  # questions at once; of more the first, since the lines say the rest
Path = tuple[str | int, ...]
Leaves = dict[Path, Any]


class Names(msgspec.Struct, frozen=True):
    """How a title says the words of an order; and the fields of a question, each as (what is asked, how it is said), if
    need be with what is said where it is left empty.

    Fields are named without the places of items in lists: `placements.counter`.
    """

    say: Callable[[str, str], str]  # a field, as in `fields`, and a word in it
    fields: Mapping[str, tuple[str, ...]] = {}
    note: Callable[[Any, str], str] = lambda _order, _field: ""  # what should be known besides of a field of an order

    def noted(self, said: str, path: Path, order: Any) -> str:
        """A field of an order as it is said, with what should be known of it besides."""
        note = self.note(order, _plain(path)) if said else ""
        return f"{said} ({note})" if note else said

    def asks(self, path: Path) -> str:
        """What is asked of a field: `Which counter?`."""
        return self.fields.get(_plain(path), (f"Which {_last(path)}?", ""))[0]

    def phrase(self, path: Path, value: Any) -> str:
        """A field with its value: `to Pylos`."""
        said = "" if value == () else self.fields.get(_plain(path), ("", f"{_last(path)} {{}}"))[1]
        return said.format(self.value(path, value)) if "{}" in said else (said if value is True else "")

    def value(self, path: Path, value: Any) -> str:
        """A value as the title says it."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return ", ".join(self.say(_plain(path), word) for word in value) or "directly"
        if value is None:
            return next(iter(self.fields.get(_plain(path), ())[2:]), NONE)
        return self.say(_plain(path), value) if isinstance(value, str) else str(value)


class Candidate(msgspec.Struct, frozen=True):
    """A possible order (or part of one), its leaves: every field that holds something, by its path; what it points at.

    `subjects` are the ids of what it names beyond what is settled; `goals` those of them at which a way ends.
    """

    order: Any
    leaves: Leaves
    subjects: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()

    @property
    def length(self) -> int:
        """Of the ways in it."""
        return sum(len(value) for path, value in self.leaves.items() if _is_way(path))


class Line(msgspec.Struct, frozen=True):
    """A line of a menu: what it says, the words that may be typed for it, and the orders that it leaves.

    `twins` are the orders that say the same of another thing: on the board both can be pointed at.
    """

    text: str
    words: frozenset[str]
    left: Sequence[Candidate]
    twins: Sequence[Candidate] = ()

    @property
    def every(self) -> Sequence[Candidate]:
        """All orders that it stands for."""
        return [*self.left, *self.twins]


class Menu(msgspec.Struct, frozen=True, dict=True):
    """What is asked in one step, and the answers; `zero` is what choosing none of them means, where that is open."""

    asked: str
    lines: Sequence[Line]
    zero: str | None = None

    @cached_property
    def pointed_at(self) -> dict[str, list[int]]:
        """The ids that the orders which are left point at, each with the places of the lines that have such.

        What all of them point at decides nothing, and is left out. A place at which ways end means these, not the ways
        that lead through it; where all of them end there, the shortest.
        """
        found: dict[str, list[int]] = {}
        ends: dict[str, list[int]] = {}
        for place, line in enumerate(self.lines):
            for one in dict.fromkeys(one for candidate in line.every for one in candidate.subjects):
                found.setdefault(one, []).append(place)
            for one in dict.fromkeys(one for candidate in line.every for one in candidate.goals):
                ends.setdefault(one, []).append(place)
        if len(self.lines) == 1:
            return found
        every = [one for line in self.lines for one in line.every]
        everywhere = set(every[0].subjects).intersection(*(one.subjects for one in every[1:]))
        decide = {one: at for one, at in {**found, **ends}.items() if one not in everywhere}
        return {**decide, **{one: [0] for one in set_of_goals(every)}}

    def names_of(self, place: int) -> list[str]:
        """The ids that light up for a line: those that stand for it alone; of one order all that it names."""
        alone = [one for one, at in self.pointed_at.items() if list(at) == [place]]
        whole = self.lines[place].left[0].subjects if len(self.lines[place].left) == 1 else ()
        return [*dict.fromkeys([*alone, *whole])]

    def line(self, typed: str) -> Line | None:
        """The line that a number means; or all that a word fits, as one."""
        if typed.isdecimal():
            return self.lines[int(typed) - 1] if 1 <= int(typed) <= len(self.lines) else None
        meant = [line for line in self.lines if typed.casefold() in line.words]
        return Line("", frozenset(), [c for line in meant for c in line.left]) if len(meant) > 1 else (*meant, None)[0]


def set_of_goals(candidates: Sequence[Candidate]) -> list[str]:
    """The places at which all ways of several orders end that differ in their ways alone."""
    but_ways = map(_without_ways, candidates)
    first = next(but_ways, None)
    if len(candidates) < 2 or any(one != first for one in but_ways):
        return []
    return [one for one in candidates[0].goals if all(one in each.goals for each in candidates)]


def _without_ways(candidate: Candidate) -> Leaves:
    return {path: value for path, value in candidate.leaves.items() if not _is_way(path)}


@lru_cache(maxsize=4096)
def _is_way(path: Path) -> bool:
    return str(path[-1]).endswith(".by")


def _is_goal(path: Path) -> bool:
    return str(path[-1]).endswith(".to")


def shortest_first(candidates: Sequence[Candidate]) -> Sequence[Candidate]:
    """Orders that differ in their ways alone by how long these are; others as they come."""
    return sorted(candidates, key=lambda one: one.length) if set_of_goals(candidates) else candidates


def goals_added(
    added: Iterable[Path], held: Leaves, named: Callable[[Mapping[str, Any]], Sequence[str]]
) -> tuple[str, ...]:
    """The ids of the places at which added ways end."""
    ways = [path for path in added if _is_goal(path)]
    return tuple(one for path in ways for one in named({str(path[-1]).removesuffix(".to"): [held[path]]}))


def subjects_added(
    plain: Mapping[Any, Any], added: Iterable[Path], named: Callable[[Mapping[str, Any]], Sequence[str]]
) -> tuple[str, ...]:
    """The ids of what added fields name. What stands in an item of a list is named together with the whole item."""
    parts = dict.fromkeys(path[: _item_end(path) or 1] for path in added)
    found = [named(_field_of(plain, str(part[0])) if len(part) == 1 else _within(plain, part)) for part in parts]
    return tuple(dict.fromkeys(one for ids in found for one in ids))


@lru_cache(maxsize=4096)
def _item_end(path: Path) -> int:
    """Where in a path the last item of a list ends that is a part of an order itself."""
    return max((place for place, step in enumerate(path) if place and isinstance(path[place - 1], int)), default=0)


def _field_of(plain: Mapping[Any, Any], name: str) -> Mapping[str, Any]:
    """A field of an order alone; `way.to` and `way.by` are of the field `way`."""
    name = name.partition(".")[0]
    return {name: plain[name]}


def _within(plain: Any, path: Path) -> Any:
    for step in path:
        plain = plain[step]
    return plain


def leaves(plain: Any, fields: Mapping[str, Any] = MappingProxyType({})) -> Leaves:
    """Every field of plain data that holds something, by its path; the question's id is left out.

    Of a way (a list with a field `path.to` among the `fields`) the end comes first, then what lies between.
    """
    found: Leaves = {}
    _gather({key: value for key, value in plain.items() if key != "question"}, (), found, fields)
    return found


def _gather(plain: Any, path: Path, found: Leaves, fields: Mapping[str, Any]) -> None:
    if type(plain) is dict:
        for key, value in plain.items():
            _gather(value, (*path, key), found, fields)
    elif type(plain) is list and plain and type(plain[-1]) is str and f"{_plain(path)}.to" in fields:
        found[(*path[:-1], f"{path[-1]}.to")] = plain[-1]
        found[(*path[:-1], f"{path[-1]}.by")] = tuple(plain[1:-1])  # one that stays where it is has a way of one place
    elif type(plain) is list:
        for index, value in enumerate(plain):
            _gather(value, (*path, index), found, fields)
    elif plain is not None:
        found[path] = plain


def menu(candidates: Sequence[Candidate], base: Leaves, names: Names) -> Menu:
    """The next step towards one of the candidates, each of which adds something to `base`."""
    differing = paths_that_differ(candidates)
    candidates = [_with_numbers(candidate, differing) for candidate in candidates]
    if len(differing) == 1 and all(type(one.leaves.get(differing[0])) is int for one in candidates):
        candidates = sorted(candidates, key=lambda one: one.leaves[differing[0]])
    if len(candidates) <= FEW:
        return whole(candidates, differing, base, names)
    path = differing[0]
    by_value: dict[Any, list[Candidate]] = {}
    for candidate in candidates:
        by_value.setdefault(candidate.leaves.get(path), []).append(candidate)
    if all(type(value) is int for value in by_value):
        by_value = dict(sorted(by_value.items()))
    return Menu(f"{names.asks(path)}{_beside(path, candidates, names)}", _unlike(path, by_value, names))


def more_or_leave(candidates: Sequence[Candidate], base: Leaves, names: Names) -> Menu | None:
    """What more the last item of an order may be, a line for each; and one to leave it, for what may come after it.

    None where there is no choice between these, or all are few enough to be listed together.
    """
    begun = set(map(_item, base))
    after = [one for one in candidates if set(map(_item, one.leaves)) - begun]
    more = [one for one in candidates if one not in after]
    if not more or len(after) < 2 or len(candidates) <= FEW:
        return None
    found = whole(more, paths_that_differ(more), base, names)
    numbers = [base[path] for path in _added(more, base) if type(base.get(path)) is int] if len(more) == 1 else []
    onward = next(iter(names.fields.get(str(max(begun)[0]), ())[2:]), GO_ON)
    leave = f"Leave it at {numbers[0]}: {onward[:1].lower()}{onward[1:]}" if numbers else onward
    asked = found.asked if len({names.asks(path) for path in paths_that_differ(more)}) < 2 else ANY_MORE
    return Menu(asked, [*found.lines, Line(leave, frozenset([leave.casefold()]), after)])


def _item(path: Path) -> Path:
    """The item of a list that a field is in, else the field."""
    return path[:2] if len(path) > 1 and type(path[1]) is int else path[:1]


def whole(candidates: Sequence[Candidate], differing: Sequence[Path], base: Leaves, names: Names) -> Menu:
    """A line for each candidate."""
    lines = [Line(_text(c, differing, base, names), _words_for(c, differing, names), [c]) for c in candidates]
    return Menu(_asked_of(differing or _added(candidates, base)[:1], candidates, names), lines)


def _added(candidates: Sequence[Candidate], base: Leaves) -> list[Path]:
    """What a single candidate says beyond what is settled."""
    return [path for path, value in candidates[0].leaves.items() if base.get(path) != value] if candidates else []


def _with_numbers(candidate: Candidate, paths: Sequence[Path]) -> Candidate:
    """With the usual numbers in these fields, which plain data leave out."""
    left_out = {path: _left_out(candidate.order, path) for path in paths if path not in candidate.leaves}
    numbers = {path: number for path, number in left_out.items() if number is not None}
    return replace(candidate, leaves={**candidate.leaves, **numbers}) if numbers else candidate


def _left_out(order: Any, path: Path) -> int | None:
    """The number in a field of an order; None for anything else."""
    for step in path:
        if isinstance(order, list | tuple):
            order = order[int(step)] if int(step) < len(order) else None
        else:
            order = getattr(order, str(step), None)
    return order if type(order) is int else None


def _unlike(path: Path, by_value: Mapping[Any, Sequence[Candidate]], names: Names) -> list[Line]:
    """A line for each value; of those that a person cannot tell apart, and that leave as many orders, one."""
    found: dict[Any, Line] = {}
    for value, left in by_value.items():
        text = names.noted(names.value(path, value), path, left[0].order)
        first = found.get((text, len(left)))
        found[text, len(left)] = (
            replace(first, twins=[*first.twins, *left]) if first else Line(text, _typed_for(path, value, names), left)
        )
    return list(found.values())


def kinds_of_addition(candidates: Sequence[Candidate], base: Leaves, names: Names) -> Menu:
    """What may be added to an order that is begun: one line for each set of fields that the candidates fill."""
    groups: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        added = [path for path, value in candidate.leaves.items() if base.get(path) != value]
        groups.setdefault(str(added[0][0]), []).append(candidate)
    lines = [
        Line(names.fields.get(name, (f"add {_words(name)}", ""))[0], frozenset([name]), found)
        for name, found in groups.items()
    ]
    return Menu("What do you do next?", lines)


def paths_that_differ(candidates: Sequence[Candidate]) -> list[Path]:
    """The fields in which the candidates differ, in the order in which orders name them."""
    found: dict[Path, None] = {}
    for candidate in sorted(candidates, key=lambda one: -len(one.leaves)):
        found.update(dict.fromkeys(candidate.leaves))
    return [path for path in found if len({candidate.leaves.get(path) for candidate in candidates}) > 1]


def rest_left_open(candidates: Sequence[Candidate]) -> Candidate | None:
    """The candidate that says nothing in any of the fields in which the others differ."""
    differing = paths_that_differ(candidates)
    bare = [c for c in candidates if not any(path in c.leaves for path in differing)]
    return bare[0] if len(bare) == 1 and len(candidates) > FEW else None


# --- words ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _plain(path: Path) -> str:
    return ".".join(part for part in path if isinstance(part, str))


def _field(path: Path) -> str:
    return _plain(path).rpartition(".")[2]


def _last(path: Path) -> str:
    return _words(_field(path))


def _words(name: str) -> str:
    return name.replace("_", " ")


def _text(candidate: Candidate, differing: Sequence[Path], base: Leaves, names: Names) -> str:
    """What a candidate says in the fields that differ (of just one, only the value); all that it adds where alone."""
    if len(differing) == 1:
        return names.noted(names.value(differing[0], candidate.leaves.get(differing[0])), differing[0], candidate.order)
    added = {path: value for path, value in candidate.leaves.items() if base.get(path) != value}
    changed = {path[:-1] for path in added if differing and path in base and len(path) > 1 and type(path[-2]) is int}
    held = {path: value for path, value in candidate.leaves.items() if path in added or path[:-1] in changed}
    shown = [path for path in held if not differing or path in differing or path[:-1] in changed]
    said = [names.noted(names.phrase(path, held[path]), path, candidate.order) for path in shown]
    said.sort(key=lambda one: one.startswith("("))  # what stands in brackets follows something
    return ", ".join(filter(None, said)).replace(", (", " (").replace(") (", ", ") or (
        "nothing more" if base else "nothing"
    )


def _words_for(candidate: Candidate, differing: Sequence[Path], names: Names) -> frozenset[str]:
    return frozenset(
        word
        for path in differing
        if path in candidate.leaves
        for word in _typed_for(path, candidate.leaves[path], names)
    )


def _typed_for(path: Path, value: Any, names: Names) -> frozenset[str]:
    """What may be typed for a value: the value, or how the title says it."""
    return frozenset((str(value).casefold(), names.value(path, value).casefold()))


def _asked_of(differing: Sequence[Path], candidates: Sequence[Candidate], names: Names) -> str:
    """What is asked of the fields in which the candidates differ, and what is settled beside; of several the goal."""
    asks = [*dict.fromkeys(names.asks(path) for path in differing)]
    said = " ".join(asks if len(asks) <= MOST_ASKED else asks[:1])
    goals = [path for path in candidates[0].leaves if _is_goal(path)]
    return f"{said}{_beside(differing[0], candidates, names, goals if differing[1:] else None)}" if differing else said


def _beside(path: Path, candidates: Sequence[Candidate], names: Names, said_of: Container[Path] | None = None) -> str:
    """What is settled already beside a field, in the same part of the order; of some fields alone, if given."""
    near = {
        where: value
        for where, value in candidates[0].leaves.items()
        if len(path) > 1
        and (said_of is None or where in said_of)
        and where != path
        and where[:-1] == path[:-1]
        and all(c.leaves.get(where) == value for c in candidates)
    }
    said = ", ".join(filter(None, (names.phrase(p, v) for p, v in near.items()))).replace(", (", " (")
    return f" {said if said.startswith('(') else f'({said})'}" if said else ""
