"""Subjects: whatever can be pointed at has one typed id, and one function of its title says its name.

An id is a kind and a name, `city:athens`, `piece:argos-h1a`, `card:ATH-12`; pieces that cannot be told apart are
`piece:<class>@<place>`. Ids follow from orders, events and questions. They are never stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

Words = Callable[[Any, str], str]


def subject(kind: str, *name: object) -> str:
    """An id of its parts: `subject("marker", "isthmus", 2)` is `marker:isthmus:2`."""
    return ":".join((kind, *map(str, name)))


def split(one: str) -> tuple[str, str]:
    """Kind and name of an id."""
    kind, _, name = one.partition(":")
    return kind, name


def _nothing_together(_plain: Mapping[str, Any]) -> Iterator[str]:
    return iter(())


def asked_to(wanted: str) -> str:
    """What a question wants done, to stand after "to": `place a marker`."""
    return f"{wanted[:1].lower()}{wanted[1:]}"


class Naming(msgspec.Struct, frozen=True):
    """How a title names things.

    `words(view, subject)` is the name of a subject. Some need a view: the cards of a box. An event has none.
    `fields` says of which kind the texts in a field of orders, events and arguments are: `{"location": "place"}`.
    `together` gives the subjects that several fields of one part say together: `piece:delian_land@samos`.
    `actions` has the fields that are of another kind in parts of one `action`: a proxenos moves to a city, no region.
    `questions` says by their ids what the questions want done, as an order: "Place a marker".
    """

    words: Words
    fields: Mapping[str, str]
    together: Callable[[Mapping[str, Any]], Iterator[str]] = _nothing_together
    questions: Mapping[str, str] | None = None
    actions: Mapping[str, Mapping[str, str]] | None = None

    def word(self, view: Any, field: str, value: str) -> str:
        """A text in a field, or at a path, as people say it; as it is where neither names subjects."""
        if field == "question":
            return self.wanted(value)
        kind = self.fields.get(field) or self.fields.get(field.rpartition(".")[2])
        return self.words(view, subject(kind, value)) if kind else value

    def wanted(self, ask: str) -> str:
        """What an ask wants done, to stand after "to": `place a marker`."""
        wanted = (self.questions or {}).get(ask.partition("/")[0])
        return asked_to(wanted) if wanted else ask

    def said(self, view: Any, field: str, value: Any) -> Any:
        """A field of an event as its sentence says it: `Argos and Corinth`, `2 Delian bases`; numbers can count."""
        if isinstance(value, str):
            return self.word(view, field, value)
        if isinstance(value, Mapping):
            return listed([counted(number, self.word(view, field, name)) for name, number in sorted(value.items())])
        if isinstance(value, Sequence):
            return listed(alike([str(self.said(view, field, item)) for item in value]))
        return Number(value) if isinstance(value, int) and not isinstance(value, bool) else value

    def phrase(self, view: Any, plain: Mapping[str, Any]) -> str:
        """The fields that hold something: subjects by their names, the rest with the name of its field."""
        held = {field: value for field, value in plain.items() if value not in (None, [], {})}
        return ", ".join(self._phrase(view, field, value) for field, value in held.items())

    def _phrase(self, view: Any, field: str, value: Any) -> str:
        label, named = field.replace("_", " "), bool(self.fields.get(field))
        if isinstance(value, Mapping):
            each = [f"{self.word(view, field, name)} {number}" for name, number in value.items()] if named else []
            return f"{label} ({', '.join(each) or self.phrase(view, value) or 'none'})"
        if isinstance(value, list):
            parts = [f"({self.phrase(view, item)})" for item in value if isinstance(item, Mapping)]
            said = listed(parts or [self.word(view, field, str(item)) for item in value])
            return said if named else f"{label} {said}"
        if isinstance(value, bool):
            return f"{label} {'yes' if value else 'no'}"
        return self.word(view, field, str(value)) if named else f"{label} {value}"

    def subjects(self, plain: Mapping[str, Any]) -> list[str]:
        """The ids that plain data names, each once, in the order in which it names them."""
        return list(dict.fromkeys(self.named(plain)))

    def but(self, kinds: Mapping[str, str]) -> Naming:
        """The same with other kinds for some fields; "" is none."""
        return replace(self, fields={**self.fields, **kinds}) if kinds else self

    def named(self, plain: Mapping[str, Any]) -> Iterator[str]:
        """The same, each as often as it is named."""
        yield from self.together(plain)
        others = (self.actions or {}).get(str(plain.get("action")), {})
        for field, value in plain.items():
            kind = others.get(field, self.fields.get(field))
            for item in value if isinstance(value, list) else (value,):
                if isinstance(item, str):
                    if kind:
                        yield subject(kind, item)
                elif isinstance(item, Mapping):
                    yield from (subject(kind, name) for name in item if kind)
                    yield from self.named(item)


PLAIN = Naming(words=lambda _view, one: split(one)[1], fields={"seat": "seat"})  # each name as it is typed


# --- numbers and lists in sentences ---------------------------------------------------------------------------------


UNCOUNTED = ("Prestige", "Honor", "silver", "wheat", "wine", "wood", "metal")
"""What has no plural: `2 Prestige`."""
_PLURALS = {"city": "cities", "polis": "poleis"}
_PLURALS = {"city": "cities", "polis": "poleis"}


def plural(thing: str) -> str:
    """Several of a thing: `Delian bases`, `cities`, `Prestige`."""
    rest, _, word = thing.rpartition(" ")
    several = word if word in UNCOUNTED else _PLURALS.get(word, f"{word}s")
    return f"{rest} {several}" if rest else several


def count_of(number: int, thing: str) -> str:
    """So many of a thing: `1 token`, `2 tokens`."""
    return f"{number} {thing if number == 1 else plural(thing)}"


def counted(number: int, name: str) -> str:
    """So many things of a name; what has an article of its own is the only one: `2 Delian bases`, `the 300`."""
    return name if name.startswith("the ") else count_of(number, name)


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Things by their names; of those of one name which it is: `first Sparta hoplite`, `second Sparta hoplite`."""
    every, come, found = [*names.values()], Counter[str](), dict[str, str]()
    for thing, name in names.items():
        found[thing] = f"{_ORDINALS[come[name]]} {name}" if every.count(name) > 1 else name
        come[name] += 1
    return found


def alike(names: Sequence[str]) -> list[str]:
    """Names in their order, each once, with how often it comes: `3 Military`."""
    return [f"{names.count(name)} {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names)]


def listed(names: Sequence[str]) -> str:
    """Names one after the other: `Argos, Corinth and Thebes`; of none, `none`."""
    if len(names) > 1:
        return f"{', '.join(names[:-1])} and {names[-1]}"
    return names[0] if names else "none"


def with_article(word: str) -> str:
    """A word that is named by its first letter: `a red`, `an orange`."""
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"


class Number(int):
    """A number in a sentence: `{tokens:token}` counts tokens as people do, `1 token` and `2 tokens`."""

    def __format__(self, word: str) -> str:
        """The number, and so many of the word after the colon."""
        return count_of(int(self), word) if word else str(int(self))
