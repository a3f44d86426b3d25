"""What signs stand for, in words: for screen readers and for headings."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel.subjects import split, subject
from adjudicator.perikles.names import name_of, words
from adjudicator.perikles.state.counters import is_face_down, kind_of, strength_of
from adjudicator.pictures.shapes import Counter
from adjudicator.pictures.wording import enumerated


def label_of(counter: str) -> str:
    """What stands on a counter: its strength, or `?` where it lies face down."""
    return "?" if is_face_down(counter) else str(strength_of(counter))


def things(counters: Iterable[str], where: str = "") -> list[Counter]:
    """Counters as they are drawn. What lies face down has no id of its own, only its class and where it lies."""
    ids = [subject("piece", f"{counter}@{where}" if is_face_down(counter) else counter) for counter in counters]
    return [Counter(label_of(split(one)[1].partition("@")[0]), one, words(None, one)) for one in ids]


def named(forces: Iterable[str]) -> str:
    """Cities, Locations and the like, by their names."""
    return enumerated(map(name_of, forces))


def counters_in_words(counters: Iterable[str]) -> str:
    """Counters by type: `hoplites 1, 3, ?; triremes 2`."""
    by_kind: dict[str, list[str]] = {}
    for counter in sorted(counters, key=lambda c: (kind_of(c), label_of(c))):
        by_kind.setdefault(kind_of(counter), []).append(label_of(counter))
    return "; ".join(f"{kind}s {', '.join(labels)}" for kind, labels in by_kind.items()) or "no counters"


def code_of(force: str) -> str:
    """A force by two letters: `Sp`."""
    return name_of(force)[:2]
