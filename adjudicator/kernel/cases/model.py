"""What a case file may say. The classes below are the format: its JSON Schema is made from them."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.faults import convert
from adjudicator.kernel.position.position import Book
from adjudicator.kernel.strict_yaml import load_all

Values = dict[str, Any]  # by path
Forced = dict[str, dict[int, Any] | list[Any]]  # by label: by ordinal, or those of ordinals 1, 2, ... in a list


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a case file; a key that it does not know is an error."""


class StandAt(_Part, frozen=True, kw_only=True):
    """A step to stand at, with its arguments. `then` names the steps that follow it."""

    step: str
    args: dict[str, Any] = {}
    then: list[StandAt] = []


class TriedOrder(_Part, frozen=True, kw_only=True):
    """An order that a seat tries, without sending it: it must be legal."""

    seat: str
    order: dict[str, Any]


class RefusedOrder(_Part, frozen=True, kw_only=True):
    """An order that a seat tries, without sending it: it must be refused by `clause`."""

    seat: str
    order: dict[str, Any]
    clause: str


class FallenOrder(_Part, frozen=True, kw_only=True):
    """An order that was sent in this phase and fell, by `clause`."""

    seat: str
    question: str
    clause: str


class FactIs(_Part, frozen=True, kw_only=True):
    """A fact that the title can work out: its name, its arguments, its value."""

    fact: str
    of: dict[str, Any] = {}
    equals: Any = msgspec.field(name="is")


class Expect(_Part, frozen=True, kw_only=True):
    """What must be so. Everything that is left out is not looked at."""

    values: Values = {}
    changes: dict[str, int] = {}
    views: dict[str, Values] = {}
    facts: list[FactIs] = []
    asked: dict[str, list[str]] | None = None
    options: dict[str, dict[str, list[dict[str, Any]]]] = {}
    legal: list[TriedOrder] = []
    refused: list[RefusedOrder] = []
    fallen: list[FallenOrder] = []
    defaults: dict[str, list[str]] | None = None
    events: list[dict[str, Any]] = []
    absent: list[dict[str, Any]] = []
    told: dict[str, list[dict[str, Any]]] = {}
    untold: dict[str, list[dict[str, Any]]] = {}
    scores: dict[str, int] = {}
    places: dict[str, int] = {}
    over: bool | None = None


class PhasePlay(_Part, frozen=True, kw_only=True):
    """One phase: the orders that arrive, by seat; the draws that are forced; what must come of it."""

    orders: dict[str, list[dict[str, Any]]] = {}
    chance: Forced = {}
    books: dict[str, Book] = {}
    expect: Expect = Expect()


class Unseen(_Part, frozen=True, kw_only=True):
    """A further change of the position at the start that some must not notice, and others must."""

    position: Values
    by: list[str]
    seen_by: list[str] = []


class Case(_Part, frozen=True, kw_only=True):
    """A situation, what is sent phase after phase, and what must come of it."""

    case: str
    title: str
    scenario: str
    seats: int | list[str]
    cites: list[str] = []
    options: dict[str, Any] = {}
    chance: Forced = {}
    position: Values = {}
    stand: str | StandAt | None = None
    books: dict[str, Book] = {}
    expect: Expect = Expect()
    phases: list[PhasePlay] = []
    unseen: list[Unseen] = []


def load_cases(text: str) -> list[Case]:
    """The cases of a file (one or several YAML documents). Malformed names the case and all that is wrong in it."""
    cases = []
    for number, document in enumerate(load_all(text), 1):
        name = document.get("case") if isinstance(document, dict) else None
        cases.append(convert(document, Case, f"case {name!r}" if name else f"document {number}"))
    return cases


def case_schema() -> dict[str, Any]:
    """The JSON Schema of a case."""
    schema = msgspec.json.schema(Case)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Ostraka case", **schema}
