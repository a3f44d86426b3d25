"""Choices that are legal by their shape, made from the types of a question: something to begin with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

import msgspec
from msgspec import inspect

from adjudicator.kernel import Malformed, Title
from adjudicator.kernel.books.items import Grammar, Item
from adjudicator.kernel.faults import Known, sort_of
from adjudicator.kernel.questions.choices import read_choice
from adjudicator.kernel.questions.questions import Question

Plain = dict[str, Any]
Fits = Callable[[Plain], bool]
RANKED = 2
"""So many words make a list."""
ANYWHERE = "*"
"""A text of no sort: what stands for every place."""


def examples(rules: Title[Any], question: Question[Any, Any]) -> list[Plain]:
    """Entries for a question, one for each way to fill in what it takes, and what each says, in words."""
    maker = _Maker(rules.known(None), question.grammars)
    kind = inspect.type_info(question.choice or question.order)

    def entry(choice: Plain) -> Plain:
        return {"question": question.id, "choose": [choice]}

    def fits(choice: Plain) -> bool:
        try:
            rules.check_book([entry(choice)], rules.known(None))
        except Malformed:
            return False
        return True

    found = [_example(rules, question, entry(choice)) for choice in maker.ways(kind, fits)]
    if question.passing and fits(dict(question.passing)):
        nothing = _example(rules, question, entry(dict(question.passing)))
        found += [nothing] if nothing["stands"] != found[0]["stands"] else []
    return found


def _example(rules: Title[Any], question: Question[Any, Any], entry: Plain) -> Plain:
    """An entry, what it says, and whether its choice may be used again and again."""
    stands = read_choice(question, entry["choose"][0]).stands and not question.unasked
    says = rules.explain_book(rules.check_book([entry]))[0].partition(" ")[2]
    return {"entry": entry, "says": says, "stands": stands}


class _Maker:
    """Makes values of types, of the names that there are."""

    def __init__(self, known: Known, grammars: Mapping[str, Grammar]) -> None:
        self._known, self._grammars = known, grammars

    def ways(self, kind: inspect.Type, fits: Fits) -> list[Plain]:
        """The smallest groups of fields that fit, with something in them, each by other fields."""
        assert isinstance(kind, inspect.StructType)  # noqa: S101 - asked of structs alone
        made = {one.encode_name: self._made(one.type, one.encode_name) for one in kind.fields}
        must = {one.encode_name: made[one.encode_name] for one in kind.fields if one.required}
        if fits(must):
            return [must or self._something(kind, made, fits)]
        rest = [name for name in made if name not in must]
        found: list[tuple[str, ...]] = []
        for names in (*combinations(rest, 1), *combinations(rest, 2)):
            if not any(set(one) <= set(names) for one in found) and fits(_of(made, must, names)):
                found.append(names)
        return [_of(made, must, names) for names in found]

    def _something(self, kind: inspect.StructType, made: Plain, fits: Fits) -> Plain:
        """Where nothing must be said: what holds groups, else the first field."""
        groups = [one.encode_name for one in kind.fields if _holds_groups(one.type)]
        for names in (groups, *([one] for one in made)):
            if names and fits(_of(made, {}, names)):
                return _of(made, {}, names)
        return {}

    def _made(self, kind: inspect.Type, field: str) -> Any:
        if isinstance(kind, inspect.StructType):
            return self._item(field) if kind.cls is Item else self._group(kind)
        if isinstance(kind, inspect.UnionType):
            return self._made(next(one for one in kind.types if not isinstance(one, inspect.NoneType)), field)
        if isinstance(kind, inspect.ListType):
            return self._several(kind.item_type, max(kind.min_length or 0, RANKED), field)
        if isinstance(kind, inspect.TupleType):
            return self._several(kind.item_types[0], len(kind.item_types), field)
        if isinstance(kind, inspect.DictType):
            return {self._made(kind.key_type, field): self._made(kind.value_type, field)}
        return self._plain(kind)

    def _several(self, kind: inspect.Type, number: int, field: str) -> list[Any]:
        """So many different words; of what is made of fields one."""
        words = kind.values if isinstance(kind, inspect.LiteralType) else self._of_sort(kind)
        return [*words[:number]] or [self._made(kind, field)]

    def _of_sort(self, kind: inspect.Type) -> list[str]:
        return [*self._known.get(sort_of(kind), ())] if isinstance(kind, inspect.Metadata) else []

    def _plain(self, kind: inspect.Type) -> Any:
        if isinstance(kind, inspect.LiteralType):
            return kind.values[0]
        if isinstance(kind, inspect.IntType):
            return max(kind.ge or 1, min(1, kind.le or 1))
        if isinstance(kind, inspect.BoolType):
            return True
        return next(iter(self._of_sort(kind)), ANYWHERE)

    def _group(self, kind: inspect.StructType) -> Plain:
        """A group within a choice."""
        tag = {} if kind.tag is None else {str(kind.tag_field): kind.tag}
        return {**tag, **next(iter(self.ways(kind, lambda plain: _fits_type({**tag, **plain}, kind.cls))), {})}

    def _item(self, field: str) -> Plain:
        """An item that does the first thing that it may."""
        kind = inspect.type_info(self._grammars[field].kind)
        deed = next(one for one in getattr(kind, "types", (kind,)) if isinstance(one, inspect.StructType))
        return {"do": self._group(deed)}


def _of(made: Plain, must: Plain, names: Any) -> Plain:
    """Of what was made the fields that must be there and these, in their order."""
    return {name: value for name, value in made.items() if name in must or name in names}


def _holds_groups(kind: inspect.Type) -> bool:
    """Whether a field is a list of groups, or has names on the left."""
    listed = isinstance(kind, inspect.ListType) and isinstance(kind.item_type, inspect.StructType)
    return listed or (isinstance(kind, inspect.DictType) and not isinstance(kind.value_type, inspect.AnyType))


def _fits_type(plain: Plain, kind: Any) -> bool:
    try:
        msgspec.convert(plain, kind)
    except msgspec.ValidationError:
        return False
    return True
