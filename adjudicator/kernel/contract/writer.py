"""Whatever a player may write: choices, conditions, entries and orders by the types of a title, sound and unsound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import inspect

from adjudicator.kernel.books.conditions import JOINED
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.faults import Known
from adjudicator.kernel.questions.choices import EXACTLY
from adjudicator.kernel.questions.questions import Question
from adjudicator.kernel.title.title import Title

DEEP: Final = 4
LONGEST: Final = 3
WRONG: Final = 10
"""One name in so many is that of nothing."""
ODD: Final[Sequence[Any]] = (
    None,
    -1,
    0,
    10**9,
    True,
    "",
    "zz",
    "*",
    "ask_me",
    [],
    {},
    [{}],
    {"do": {}},
    {"fact": "x"},
)


class Writer:
    """Writes by chance. Names are those of a game, its words and deeds those of orders that were given in it."""

    def __init__(self, rules: Title[Any], known: Known, orders: Sequence[Any], chance: Chance) -> None:
        self._rules, self._known, self._chance = rules, known, chance
        self._texts = [*dict.fromkeys(text for order in orders for text in _texts(order))] or ["zz"]
        found = [deed for order in orders for deed in _deeds(order)]
        self._deeds = [deed for number, deed in enumerate(found) if deed not in found[:number]]

    def _one_in(self, number: int, label: str) -> bool:
        return self._chance.die(number, label) == 1

    def entry(self, question: Question[Any, Any], order: Any = None) -> dict[str, Any]:
        """An entry for a question: of the order, if there is one, or of whatever fits the types."""
        plain: dict[str, Any] = {"question": question.id}
        if self._one_in(3, "when"):
            plain["when"] = self.condition()
        if self._one_in(4, "until") and self._rules.periods:
            plain["until"] = self._chance.pick([*self._rules.periods], "until")
        if self._one_in(4, "times") and not question.unasked:
            plain["times"] = self._chance.die(3, "times")
        if self._one_in(5, "way"):
            plain[self._chance.pick(("default", "pass", "only_option", "ask_me"), "way")] = True
        else:
            plain["choose"] = [self.choice(question, order) for _ in range(self._chance.die(LONGEST, "choices"))]
        return plain

    def choice(self, question: Question[Any, Any], order: Any = None) -> Any:
        """A choice for a question."""
        if order is not None and self._one_in(2, "given"):
            return {EXACTLY: question.fields_of(order)}
        kind = question.order if question.choice is None or self._one_in(4, "exactly") else question.choice
        plain = self._of(inspect.type_info(kind))
        if kind is question.choice:
            return plain
        del plain["question"]
        return {EXACTLY: plain} if question.choice is not None else plain

    def condition(self, depth: int = 1) -> dict[str, Any]:
        """A condition of the facts of the title."""
        quantities = self._rules.quantities
        joined = [str(one.__struct_config__.tag) for one in JOINED] if depth < DEEP else []
        fact = self._chance.pick([*joined, *joined, *quantities.facts] or ["all"], "fact")
        if fact in ("all", "any"):
            return {"fact": fact, "of": [self.condition(depth + 1) for _ in range(self._chance.die(3, "of") - 1)]}
        if fact == "not":
            return {"fact": fact, "of": self.condition(depth + 1)}
        if fact == "is" and quantities.sides:
            name = self._chance.pick([*quantities.sides], "left")
            left, gives = quantities.sides[name], quantities.named[name].gives
            op = self._chance.pick(("<", "<=", "=", "!=", ">=", ">") if gives is int else ("=", "!="), "op")
            return {"fact": "is", "left": self._of(inspect.type_info(left)), "op": op,
                    "right": self._of(inspect.type_info(gives))}  # fmt: skip
        kind = quantities.facts.get(fact)
        return {"fact": "all", "of": []} if kind is None else self._of(inspect.type_info(kind))

    def _of(self, wanted: inspect.Type, name: str = "") -> Any:
        """A value that fits a type."""
        if isinstance(wanted, inspect.StructType):
            return self._struct(wanted)
        if isinstance(wanted, inspect.UnionType):
            return self._of(self._chance.pick(wanted.types, "alternative"), name)
        if isinstance(wanted, inspect.ListType | inspect.VarTupleType):
            return [self._of(wanted.item_type, name) for _ in range(self._chance.die(LONGEST + 1, "length") - 1)]
        if isinstance(wanted, inspect.TupleType):
            return [self._of(one, name) for one in wanted.item_types]
        if isinstance(wanted, inspect.DictType) and isinstance(wanted.value_type, inspect.AnyType):
            return self._chance.pick(self._deeds, "deed") if name == "do" and self._deeds else self.condition(2)
        if isinstance(wanted, inspect.DictType):
            keys = [self._of(wanted.key_type) for _ in range(self._chance.die(LONGEST, "keys") - 1)]
            return {key: self._of(wanted.value_type) for key in keys}
        return self._plain(wanted)

    def _plain(self, wanted: inspect.Type) -> Any:
        if isinstance(wanted, inspect.LiteralType):
            return self._chance.pick(wanted.values, "word")
        if isinstance(wanted, inspect.IntType):
            return max(wanted.ge or 0, min(self._chance.die(7, "number") - 2, wanted.le or 9))
        if isinstance(wanted, inspect.BoolType):
            return self._one_in(2, "yes")
        if isinstance(wanted, inspect.NoneType):
            return None
        sort = (wanted.extra_json_schema or {}).get("title") if isinstance(wanted, inspect.Metadata) else None
        if self._one_in(WRONG, "wrong"):
            return "nowhere"
        return self._chance.pick(sorted(self._known.get(str(sort), ())) or self._texts, "name")

    def _struct(self, wanted: inspect.StructType) -> dict[str, Any]:
        """The fields that it must have, and some others; of an item just one way to go."""
        plain: dict[str, Any] = {} if wanted.tag is None else {str(wanted.tag_field): wanted.tag}
        for field in wanted.fields:
            if field.required or self._one_in(3, "field"):
                plain[field.encode_name] = self._of(field.type, field.encode_name)
        if "do" in [field.name for field in wanted.fields] and "ask_me" in [field.name for field in wanted.fields]:
            when = {"when": plain["when"]} if "when" in plain and plain["when"] is not None else {}
            way = self._chance.pick(("do", "do", "do", "ask_me", "stop"), "item")
            return when | {way: self._of(_ANYTHING, "do") if way == "do" else True}
        return plain

    def unsound(self, plain: Any) -> Any:
        """The same with one thing changed: of another type, missing, too much, or from elsewhere."""
        places = [*_places(plain)]
        where = self._chance.pick(places, "where")
        return _with(plain, where, self._chance.pick((*ODD, *self._deeds[:3], self.condition()), "odd"))


_ANYTHING: Final = inspect.type_info(dict[str, Any])


def _texts(plain: Any) -> Iterator[str]:
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, Mapping):
        yield from (text for value in plain.values() for text in _texts(value))
    elif isinstance(plain, Sequence):
        yield from (text for value in plain for text in _texts(value))
    elif isinstance(plain, msgspec.Struct):
        yield from _texts(msgspec.to_builtins(plain))


def _deeds(plain: Any) -> Iterator[dict[str, Any]]:
    """How the deed of an item is written in orders."""
    if isinstance(plain, msgspec.Struct):
        plain = msgspec.to_builtins(plain)
    if isinstance(plain, Mapping):
        if isinstance(plain.get("do"), Mapping):
            yield dict(plain["do"])
        for value in plain.values():
            yield from _deeds(value)
    elif isinstance(plain, list):
        for value in plain:
            yield from _deeds(value)


def _places(plain: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to everything in plain data."""
    inner = plain.items() if isinstance(plain, Mapping) else enumerate(plain) if isinstance(plain, list) else ()
    for name, value in inner:
        yield (*at, name)
        yield from _places(value, (*at, name))


def _with(plain: Any, where: tuple[Any, ...], value: Any) -> Any:
    if not where:
        return value
    if isinstance(plain, list):
        return [_with(one, where[1:], value) if place == where[0] else one for place, one in enumerate(plain)]
    return {name: _with(one, where[1:], value) if name == where[0] else one for name, one in plain.items()}
