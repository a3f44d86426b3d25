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
Say = Callable[[str], str]


@dataclass(frozen=True)
class Candidate:
    """A possible order (or part of one), and its leaves: every field that holds something, by its path."""

    order: Any
    leaves: Leaves


@dataclass(frozen=True)
class Entry:
    """A line of a menu: what it says, the word that may be typed for it, and the orders that it leaves."""

    text: str
    word: str
    left: Sequence[Candidate]


@dataclass(frozen=True)
class Menu:
    """What is asked in one step, and the answers."""

    asked: str
    entries: Sequence[Entry]

    def entry(self, typed: str) -> Entry | None:
        """The entry that a number or a word means, if just one."""
        if typed.isdecimal() and 1 <= int(typed) <= len(self.entries):
            return self.entries[int(typed) - 1]
        meant = [entry for entry in self.entries if entry.word and entry.word == typed.casefold()]
        return meant[0] if len(meant) == 1 else None


def leaves(plain: Any, path: Path = ()) -> Leaves:
    """Every field of plain data that holds something, by its path; the question's id is left out."""
    if isinstance(plain, Mapping):
        parts: Sequence[tuple[str | int, Any]] = [(key, value) for key, value in plain.items() if key != "question"]
    elif isinstance(plain, list | tuple):
        parts = list(enumerate(plain))
    else:
        return {} if plain is None else {path: plain}
    return {where: value for key, part in parts for where, value in leaves(part, (*path, key)).items()}


def menu(candidates: Sequence[Candidate], base: Leaves, say: Say) -> Menu:
    """The next step towards one of the candidates, each of which adds something to `base`."""
    differing = paths_that_differ(candidates)
    if len(candidates) <= FEW:
        whole = [Entry(_text(c, differing, base, say), _word(c, differing), [c]) for c in candidates]
        return Menu(_asked_of(differing, candidates, say), whole)
    path = differing[0]
    values = list(dict.fromkeys(candidate.leaves.get(path) for candidate in candidates))
    entries = [
        Entry(value_in_words(value, say), str(value).casefold(), [c for c in candidates if c.leaves.get(path) == value])
        for value in values
    ]
    return Menu(f"{name_of(path)}{_beside(path, candidates, say)}", entries)


def kinds_of_addition(candidates: Sequence[Candidate], base: Leaves, say: Say) -> Menu:
    """What may be added to an order that is begun: one entry for each set of fields that the candidates fill."""
    groups: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        added = [path for path, value in candidate.leaves.items() if base.get(path) != value]
        groups.setdefault(" and ".join(dict.fromkeys(_words(str(path[0])) for path in added)), []).append(candidate)
    return Menu("add", [Entry(f"add {name}{_shared(found, base, say)}", "", found) for name, found in groups.items()])


def paths_that_differ(candidates: Sequence[Candidate]) -> list[Path]:
    """The fields in which the candidates differ, in the order in which orders name them."""
    found: dict[Path, None] = {}
    for candidate in candidates:
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
        parts.setdefault(name_of(path[:-1]), []).append(f"{name_of(path[-1:])} {value_in_words(value, say)}".strip())
    told = [f"{head}: {', '.join(fields)}" if head else ", ".join(fields) for head, fields in parts.items()]
    return "; ".join(told) or "nothing"


def value_in_words(value: Any, say: Say) -> str:
    """A value, with what the title says of it in brackets where that is more than the word itself."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "any or none"
    told = say(value) if isinstance(value, str) else str(value)
    return str(value) if told.casefold().replace(" ", "_") == str(value).casefold() else f"{value} ({told})"


def name_of(path: Path) -> str:
    """A path as people read it; items of lists are counted from 1."""
    return " ".join(str(part + 1) if isinstance(part, int) else _words(part) for part in path)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _text(candidate: Candidate, differing: Sequence[Path], base: Leaves, say: Say) -> str:
    """What a candidate says in the fields that differ (of just one, only the value); all that it adds where alone."""
    if len(differing) == 1:
        return value_in_words(candidate.leaves.get(differing[0]), say)
    added = {path: value for path, value in candidate.leaves.items() if base.get(path) != value}
    return in_words({path: added[path] for path in added if not differing or path in differing}, say)


def _word(candidate: Candidate, differing: Sequence[Path]) -> str:
    return str(candidate.leaves.get(differing[0], "")).casefold() if len(differing) == 1 else ""


def _asked_of(differing: Sequence[Path], candidates: Sequence[Candidate], say: Say) -> str:
    names = list(dict.fromkeys(name_of(path) for path in differing))
    return ", ".join(names) + (_beside(differing[0], candidates, say) if len(differing) == 1 else "")


def _beside(path: Path, candidates: Sequence[Candidate], say: Say) -> str:
    """What is settled already beside a field, in the same part of the order."""
    near = {
        where: value
        for where, value in candidates[0].leaves.items()
        if len(path) > 1 and where[:-1] == path[:-1] and all(c.leaves.get(where) == value for c in candidates)
    }
    return f" ({', '.join(f'{_words(str(p[-1]))} {value_in_words(v, say)}' for p, v in near.items())})" if near else ""


def _shared(candidates: Sequence[Candidate], base: Leaves, say: Say) -> str:
    """What all candidates of a kind add alike."""
    alike = {
        path: value
        for path, value in candidates[0].leaves.items()
        if base.get(path) != value and all(c.leaves.get(path) == value for c in candidates)
    }
    return f" ({in_words(alike, say)})" if alike else ""
