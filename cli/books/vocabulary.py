"""What can be said in a book of a title: its questions, its facts, and what a choice of each question holds.

All of it is read from the rules: types, their docstrings, `field_words`, the words of quantities. As plain data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import inspect

from adjudicator.kernel import Title
from adjudicator.kernel.books.conditions import JOINED
from adjudicator.kernel.books.items import ONE_OF, Grammar, Item
from adjudicator.kernel.books.quantities import Quantity, may_be_left_out
from adjudicator.kernel.faults import sort_of, type_in_words
from adjudicator.kernel.questions.choices import EXACTLY
from adjudicator.kernel.questions.parted import Parted
from adjudicator.kernel.questions.questions import Question
from adjudicator.kernel.subjects import with_article
from adjudicator.kernel.title.books import WAYS
from cli.books.examples import examples

Plain = dict[str, Any]
OF_FACTS = "Facts about facts"
COMPARED = "Quantities that only `is` compares"
SEVERAL = 3
"""What is asked of so many fields is asked of all together, and says nothing about each."""
_CLAUSES = re.compile(r"^[^a-z:]*: ")
"""What a docstring cites before it says anything."""


def words_of_title(rules: Title[Any]) -> Plain:
    """The questions of a title, and the facts that its conditions are made of."""
    return {
        "title": rules.id,
        "name": rules.name,
        "periods": [*rules.periods],
        "questions": [
            {"question": one.id, "subject": one.subject, "never_asked": one.unasked} for one in rules.questions.values()
        ],
        "facts": [*_facts(rules)],
        "names": _names(rules),
        "called": _called(rules),
    }


def words_of_question(rules: Title[Any], question: Question[Any, Any]) -> Plain:
    """What an entry for a question may say."""
    kind = question.choice or question.order
    return {
        "title": rules.id,
        "question": question.id,
        "subject": question.subject,
        "clause": question.clause,
        "about": about(kind),
        "item": about(Item) if question.grammars else "",
        "never_asked": question.unasked,
        "side_by_side": question.side_by_side,
        "ways": _ways(question),
        "fields": _choice_fields(question, kind),
        EXACTLY: _choice_fields(question, question.order) if question.choice else [],
        "examples": examples(rules, question),
        "names": _names(rules),
        "called": _called(rules),
    }


def about(kind: type) -> str:
    """What a docstring says, without the clauses that it cites first."""
    said = _CLAUSES.sub("", " ".join((kind.__doc__ or "").split()))
    return f"{said[:1].upper()}{said[1:]}"


def _names(rules: Title[Any]) -> dict[str, list[str]]:
    """The names that there are, by sort."""
    return {sort: [*names] for sort, names in rules.known(None).items()}


def _called(rules: Title[Any]) -> dict[str, dict[str, str]]:
    """What pages call what has such a name, where that is something else."""
    said = {
        sort: {one: rules.naming.word(None, sort.lower(), one) for one in names}
        for sort, names in _names(rules).items()
    }
    return {sort: {one: words for one, words in every.items() if words != one} for sort, every in said.items()}


def _ways(question: Question[Any, Any]) -> dict[str, str]:
    """How an entry may answer instead of with `choose`, each with what it comes to."""
    said = {
        "only_option": "answer for me if only one order is legal",
        "default": f"give the default ({question.default_clause or question.clause})",
        "pass": question.pass_in_words() if question.passing is not None else "",
        "ask_me": "ask me",
    }
    return {} if question.unasked else {way: said[way] for way in WAYS if said[way]}


# --- facts ----------------------------------------------------------------------------------------------------------


def _facts(rules: Title[Any]) -> Iterator[Plain]:
    """The facts of a title, then what joins and compares them, then what can only be compared."""
    named = {name: one for name, one in rules.quantities.named.items() if one.gives != list[str]}
    yield from (_fact(rules, name, one, _group(one)) for name, one in named.items() if name in rules.quantities.facts)
    for kind in JOINED:
        fields = [_field(each.encode_name, each.type, each.required) for each in _struct(kind).fields]
        tag = str(kind.__struct_config__.tag)
        yield {"fact": tag, "words": about(kind), "fields": fields, "only": None, "group": OF_FACTS}
    for name, one in named.items():
        if name not in rules.quantities.facts:
            yield _fact(rules, name, one, COMPARED)


def _fact(rules: Title[Any], name: str, one: Quantity, group: str) -> Plain:
    """A fact, or a quantity that can only be compared: its words, its fields, when alone it can be judged."""
    fields = dict(one.fact_fields()) if name in rules.quantities.facts else one.args
    return {
        "fact": name,
        "words": rules.quantities.spelled(name),
        "fields": [_field(field, inspect.type_info(kind), not may_be_left_out(kind)) for field, kind in fields.items()],
        "only": one.moment,
        "group": group,
    }


def _group(one: Quantity) -> str:
    """The heading under which a fact stands: when alone it can be judged, or what its first field names."""
    if one.moment:
        return f"Facts only {one.moment}"
    first = next(iter(one.args), "")
    return f"Facts about {with_article(first)}" if first else "Facts about the game"


# --- fields ---------------------------------------------------------------------------------------------------------


def _choice_fields(question: Question[Any, Any], kind: type) -> list[Plain]:
    """The fields of a choice, or of an order, with all that stands within them."""
    return _Fields(question).of(_struct(kind))


def _struct(kind: type) -> inspect.StructType:
    """A struct as msgspec reads it."""
    wanted = inspect.type_info(kind)
    assert isinstance(wanted, inspect.StructType)  # noqa: S101 - choices, orders and conditions are
    return wanted


class _Fields:
    """The fields of structs, with what the question asks of each and what its items may do."""

    def __init__(self, question: Question[Any, Any]) -> None:
        self._grammars: Mapping[str, Grammar] = question.grammars
        asks = [words[0] for words in question.field_words.values()]
        self._asks = {path: words[0] for path, words in question.field_words.items() if asks.count(words[0]) < SEVERAL}
        if isinstance(question, Parted):
            self._asks |= {
                str(part): one.asks for part, one in getattr(question, "parts", {}).items() if isinstance(part, str)
            }

    def of(self, wanted: inspect.StructType, path: str = "") -> list[Plain]:
        """The fields of a struct."""
        return [self._field(one, f"{path}.{one.encode_name}".strip(".")) for one in wanted.fields]

    def _field(self, one: inspect.Field, path: str) -> Plain:
        asks = self._asks.get(path, "")
        said = _field(one.encode_name, one.type, one.required)
        return {**said, **({"asks": asks} if asks else {}), **self._within(one.type, path)}

    def _within(self, wanted: inspect.Type, path: str) -> Plain:
        """What stands inside: fields of a group, what stands left and right of colons, items with their actions."""
        inner = _without_none(wanted)
        if isinstance(inner, inspect.DictType) and not isinstance(inner.value_type, inspect.AnyType):
            sides = {"NAME": (inner.key_type, path), "VALUE": (inner.value_type, f"{path}.*")}
            lines = [{**_field(name, kind, True), **self._within(kind, at)} for name, (kind, at) in sides.items()]
            return {"within": lines}
        struct = _struct_in(inner)
        if struct is not None and struct.cls is Item:
            return self._items(path)
        if struct is not None:
            return {"about": about(struct.cls), "within": self.of(struct, path)}
        if isinstance(inner, inspect.UnionType) and any(isinstance(one, inspect.StructType) for one in inner.types):
            return {"actions": self._actions(inner, path)}
        return {}

    def _items(self, path: str) -> Plain:
        """What each item of a list may say."""
        grammar = self._grammars[path.rpartition(".")[2]]
        ways = {way: said for way, said in ONE_OF.items() if way not in grammar.refuses}
        return {
            "ways": [*ways.values()],
            "refused": dict(grammar.refuses),
            "actions": self._actions(inspect.type_info(grammar.kind), f"{path}.do"),
        }

    def _actions(self, kind: inspect.Type, path: str) -> list[Plain]:
        """What may be done, each with its fields."""
        kinds = [one for one in getattr(kind, "types", (kind,)) if isinstance(one, inspect.StructType)]
        return [{"action": one.tag, "about": about(one.cls), "fields": self.of(one, path)} for one in kinds]


def _field(name: str, kind: inspect.Type, required: bool) -> Plain:
    """A field: what it may be, in words, and the words that are allowed where there is a list of them."""
    is_a, words = _said(_without_none(kind))
    return {"field": name, "required": required, "is": is_a, "words": words}


def _said(kind: inspect.Type) -> tuple[str, list[str]]:
    """What fits a type, and the words that are allowed."""
    if isinstance(kind, inspect.LiteralType):
        return "", [str(value) for value in kind.values]
    if isinstance(kind, inspect.Metadata) and sort_of(kind):
        return with_article(sort_of(kind)), []
    if isinstance(kind, inspect.UnionType):
        return _either_of(kind)
    if isinstance(kind, inspect.DictType):
        return ("a condition" if isinstance(kind.value_type, inspect.AnyType) else "lines NAME: VALUE"), []
    if isinstance(kind, inspect.TupleType):
        is_a, words = _said(kind.item_types[0])
        return f"a list of {len(kind.item_types)}, each {is_a}".strip(), words
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        is_a, words = _said(kind.item_type)
        least = f" of {kind.min_length} or more" if kind.min_length else ""
        return f"a list{least}, each {is_a}".strip(), words
    if isinstance(kind, inspect.StructType):
        return "an item" if kind.cls is Item else "a group", []
    return type_in_words(kind), []


def _either_of(kind: inspect.UnionType) -> tuple[str, list[str]]:
    """One of several types: words are told together, groups with an action as one."""
    if any(isinstance(one, inspect.StructType) for one in kind.types):
        return "an action", []
    found = [_said(one) for one in kind.types]
    return " or ".join(dict.fromkeys(said for said, _ in found if said)), [word for _, words in found for word in words]


def _without_none(kind: inspect.Type) -> inspect.Type:
    """A type of what is stated: what may be left out stands without null."""
    if not isinstance(kind, inspect.UnionType):
        return kind
    left = tuple(one for one in kind.types if not isinstance(one, inspect.NoneType))
    return left[0] if len(left) == 1 else inspect.UnionType(left)


def _struct_in(kind: inspect.Type) -> inspect.StructType | None:
    """The struct that a field holds, alone or in a list."""
    inner = kind.item_type if isinstance(kind, inspect.ListType | inspect.VarTupleType) else kind
    return inner if isinstance(inner, inspect.StructType) else None


def sorts_in(fields: list[Plain]) -> Iterator[str]:
    """What fields are said to be, with all that stands within them."""
    for one in fields:
        yield one["is"]
        yield from sorts_in(one.get("within", []))
        for action in one.get("actions", []):
            yield from sorts_in(action["fields"])
