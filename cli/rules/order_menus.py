"""An answer in steps: from the orders that are possible to menus that ask for one field after another.

Nothing here knows a title: an order is its plain data, and a menu asks for the first field in which the orders that are
left differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

FEW = 12  # orders that are listed whole
Path = tuple[str | int, ...]
Leaves = dict[Path, Any]
Say = Callable[[str, str], str]  # a field and a word in it -> what the word means to people


@dataclass(frozen=True)
class Candidate:
    """A possible order (or part of one), and its leaves: every field that holds something, by its path."""

    order: Any
    leaves: Leaves


@dataclass(frozen=True)
class Entry:
    """A line of a menu: what it says, the words that may be typed for it, and the orders that it leaves."""

    text: str
    words: frozenset[str]
    left: Sequence[Candidate]


@dataclass(frozen=True)
class Menu:
    """What is asked in one step, and the answers."""

    asked: str
    entries: Sequence[Entry]

    def entry(self, typed: str) -> Entry | None:
        """The entry that a number means; or all that a word fits, as one."""
        if typed.isdecimal():
            return self.entries[int(typed) - 1] if 1 <= int(typed) <= len(self.entries) else None
        meant = [entry for entry in self.entries if typed.casefold() in entry.words]
        return (
            Entry("", frozenset(), [c for entry in meant for c in entry.left]) if len(meant) > 1 else (*meant, None)[0]
        )


def leaves(plain: Any) -> Leaves:
    """Every field of plain data that holds something, by its path; the question's id is left out."""
    found: Leaves = {}
    _gather({key: value for key, value in plain.items() if key != "question"}, (), found)
    return found


def _gather(plain: Any, path: Path, found: Leaves) -> None:
    if type(plain) is dict:
        for key, value in plain.items():
            _gather(value, (*path, key), found)
    elif type(plain) is list:
        for index, value in enumerate(plain):
            _gather(value, (*path, index), found)
    elif plain is not None:
        found[path] = plain


def menu(candidates: Sequence[Candidate], base: Leaves, say: Say) -> Menu:
    """The next step towards one of the candidates, each of which adds something to `base`."""
    differing = paths_that_differ(candidates)
    if len(candidates) <= FEW:
        whole = [Entry(_text(c, differing, base, say), _words_for(c, differing, say), [c]) for c in candidates]
        return Menu(_asked_of(differing, candidates, say), whole)
    path = differing[0]
    by_value: dict[Any, list[Candidate]] = {}
    for candidate in candidates:
        by_value.setdefault(candidate.leaves.get(path), []).append(candidate)
    entries = [
        Entry(value_in_words(path, value, say), _typed_for(path, value, say), left)
        for value, left in _unlike(path, by_value, say)
    ]
    return Menu(f"{name_of(path)}{_beside(path, candidates, say)}", entries)


def _unlike(path: Path, by_value: Mapping[Any, Sequence[Candidate]], say: Say) -> list[tuple[Any, Sequence[Candidate]]]:
    """Of values that a person cannot tell apart, and that leave as many orders, the first."""
    found: dict[Any, tuple[Any, Sequence[Candidate]]] = {}
    for value, left in by_value.items():
        found.setdefault((_said(path, value, say) if isinstance(value, str) else value, len(left)), (value, left))
    return list(found.values())


def kinds_of_addition(candidates: Sequence[Candidate], base: Leaves, say: Say) -> Menu:
    """What may be added to an order that is begun: one entry for each set of fields that the candidates fill."""
    groups: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        added = [path for path, value in candidate.leaves.items() if base.get(path) != value]
        groups.setdefault(" and ".join(dict.fromkeys(_words(str(path[0])) for path in added)), []).append(candidate)
    return Menu(
        "", [Entry(f"add {name}{_shared(found, base, say)}", frozenset(), found) for name, found in groups.items()]
    )


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


def in_words(found: Leaves, say: Say) -> str:
    """Leaves as people read them: `placements 1: counter sparta-h4a, location pylos`."""
    parts: dict[str, list[str]] = {}
    for path, value in found.items():
        field = f"{name_of(path[-1:])} {value_in_words(path, value, say)}".strip()
        parts.setdefault(name_of(path[:-1]), []).append(field)
    told = [f"{head}: {', '.join(fields)}" if head else ", ".join(fields) for head, fields in parts.items()]
    return "; ".join(told) or "nothing"


def value_in_words(path: Path, value: Any, say: Say) -> str:
    """A value, with what the title says of it in brackets where that is more than the word itself."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "any or none"
    told = _said(path, value, say) if isinstance(value, str) else str(value)
    same = told.casefold().replace(" ", "_") == str(value).casefold().replace(" ", "_")
    return str(value) if same else f"{value} ({told})"


def _said(path: Path, value: str, say: Say) -> str:
    return say(next((part for part in reversed(path) if isinstance(part, str)), ""), value)


def name_of(path: Path) -> str:
    """A path as people read it; items of lists are counted from 1."""
    return " ".join(str(part + 1) if isinstance(part, int) else _words(part) for part in path)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _text(candidate: Candidate, differing: Sequence[Path], base: Leaves, say: Say) -> str:
    """What a candidate says in the fields that differ (of just one, only the value); all that it adds where alone."""
    if len(differing) == 1:
        return value_in_words(differing[0], candidate.leaves.get(differing[0]), say)
    added = {path: value for path, value in candidate.leaves.items() if base.get(path) != value}
    told = {path: added[path] for path in added if not differing or path in differing}
    same = len(_heads(differing)) == 1
    return in_words({path[-1:]: value for path, value in told.items()} if same else told, say)


def _words_for(candidate: Candidate, differing: Sequence[Path], say: Say) -> frozenset[str]:
    return frozenset(
        word for path in differing if path in candidate.leaves for word in _typed_for(path, candidate.leaves[path], say)
    )


def _typed_for(path: Path, value: Any, say: Say) -> frozenset[str]:
    """What may be typed for a value: the value, or how the title says it."""
    return frozenset((str(value).casefold(), _said(path, value, say).casefold() if isinstance(value, str) else ""))


def _heads(paths: Sequence[Path]) -> list[Path]:
    return list(dict.fromkeys(path[:-1] for path in paths))


def _asked_of(differing: Sequence[Path], candidates: Sequence[Candidate], say: Say) -> str:
    """The fields that are asked for, with what they all belong to named once."""
    if len(differing) == 1:
        return f"{name_of(differing[0])}{_beside(differing[0], candidates, say)}"
    heads = _heads(differing)
    if len(heads) == 1 and heads[0]:
        return f"{name_of(heads[0])}: {', '.join(name_of(path[-1:]) for path in differing)}"
    return ", ".join(map(name_of, differing))


def _beside(path: Path, candidates: Sequence[Candidate], say: Say) -> str:
    """What is settled already beside a field, in the same part of the order."""
    near = {
        where: value
        for where, value in candidates[0].leaves.items()
        if len(path) > 1 and where[:-1] == path[:-1] and all(c.leaves.get(where) == value for c in candidates)
    }
    settled = [f"{_words(str(where[-1]))} {value_in_words(where, value, say)}" for where, value in near.items()]
    return f" ({', '.join(settled)})" if near else ""


def _shared(candidates: Sequence[Candidate], base: Leaves, say: Say) -> str:
    """What all candidates of a kind add alike."""
    alike = {
        path: value
        for path, value in candidates[0].leaves.items()
        if base.get(path) != value and all(c.leaves.get(path) == value for c in candidates)
    }
    added = {path[0] for c in candidates for path, value in c.leaves.items() if base.get(path) != value}
    if alike and len(added) == 1:  # named already: only what is inside it
        heading = next(iter(alike))
        inside = {path[1:]: value for path, value in alike.items()}
        return f": {value_in_words(heading, inside[()], say) if () in inside else in_words(inside, say)}"
    return f" ({in_words(alike, say)})" if alike else ""
