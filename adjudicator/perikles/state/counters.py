"""Military counters (C.06): what an id says, and how a counter looks to those who may not know its strength.

An id is `<force>-<h|t><strength><letter>`: `sparta-h4b`. Face down (V.08, V.23) it is `sparta-h?`: force and type,
nothing that stands for the id.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from adjudicator.perikles.components import Kind

_KINDS: dict[str, Kind] = {"h": "hoplite", "t": "trireme"}


@cache
def force_of(counter: str) -> str:
    """The force (0.07) that a counter belongs to."""
    return counter.rsplit("-", 1)[0]


@cache
def kind_of(counter: str) -> Kind:
    """Hoplite or trireme; face-down counters show it too."""
    return _KINDS[counter.rsplit("-", 1)[1][0]]


@cache
def strength_of(counter: str) -> int:
    """The printed strength, 1 to 4. Only where the counter is known."""
    return int(counter.rsplit("-", 1)[1][1])


@cache
def face_down(counter: str) -> str:
    """What strangers see of a counter: no strength, no letter."""
    return counter.rsplit("-", 1)[0] + "-" + counter.rsplit("-", 1)[1][0] + "?"


def is_face_down(counter: str) -> bool:
    """Whether a counter is shown as strangers see it."""
    return counter.endswith("?")


def weakest(counters: Iterable[str]) -> str:
    """The counter of lowest strength; among equals the first by id."""
    return min(counters, key=lambda counter: (strength_of(counter), counter))


def of_kind(counters: Iterable[str], kind: Kind) -> list[str]:
    """The counters of one type."""
    return [counter for counter in counters if kind_of(counter) == kind]
