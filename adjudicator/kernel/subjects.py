"""Subjects: whatever can be pointed at has one typed id, and one function of its title says its name.

An id is a kind and a name, `city:athens`, `piece:argos-h1a`, `card:ATH-12`; pieces that cannot be told apart are
`piece:<class>@<place>`. Ids follow from orders, events and questions. They are never stored.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

import msgspec
from msgspec.structs import replace

Words = Callable[[Any, str], str]
AWAITED: Final = re.compile(r"The game waits for .+? to ")


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
    `apart`: nothing else is called like a seat, so that seats can be found in a text.
    `people` are those by whose names seats are called (`called`); `own_words` says what they are called without these.
    `endings` are the reasons for which a game is over that name a seat: `{seat} cannot feed {seat.its} capital`.
    """

    words: Words
    fields: Mapping[str, str]
    together: Callable[[Mapping[str, Any]], Iterator[str]] = _nothing_together
    questions: Mapping[str, str] | None = None
    actions: Mapping[str, Mapping[str, str]] | None = None
    apart: bool = False
    people: Mapping[str, str] = {}
    own_words: Words | None = None
    endings: Sequence[str] = ()

    def called(self, people: Mapping[str, str]) -> Naming:
        """The same with seats called by the names of people."""
        own = self.own_words or self.words

        def words(view: Any, one: str) -> str:
            kind, name = split(one)
            return people[name] if kind == "seat" and name in people else own(view, one)

        return replace(self, words=words, people=people, own_words=own)

    def own_word(self, view: Any, seat: str) -> str:
        """What a seat is called, whoever plays it: `black`, `the Aristocrats`."""
        return (self.own_words or self.words)(view, subject("seat", seat))

    def in_text(self, text: str) -> str:
        """A text in which seats stand by their own words, with the names of people instead."""
        if isinstance(text, SeatText):
            return text.worded(self)
        if not self.people or not self.apart:
            return self._awaited(text) if self.people else text
        named = {self.own_word(None, seat): name for seat, name in self.people.items()}
        words = [*self.people.values(), *named, *(f"T{word[1:]}" for word in named if word.startswith("the "))]
        found = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})(?!\w)")
        return found.sub(lambda one: named.get(one[1]) or named.get(f"t{one[1][1:]}") or one[1], text)

    def _awaited(self, text: str) -> str:
        """Where another thing may be called like a seat: whom the game waits for."""
        begins = AWAITED.match(text)
        return f"{replace(self, apart=True).in_text(begins[0])}{text[begins.end() :]}" if begins else text

    def reason(self, text: str) -> str:
        """Why a game is over, as its position says it, with the names of people."""
        if self.apart:
            return self.in_text(text)
        for pattern, seat in product(self.endings, self.people):
            own, called = SeatWord(self.own_word(None, seat), False), SeatWord(self.people[seat], True)
            text = text.replace(pattern.format(seat=own), pattern.format(seat=called))
        return text

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
            word = self.word(view, field, value)
            return SeatWord(word, value in self.people) if self.fields.get(field) == "seat" else word
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


class SeatWord(str):
    """A seat in a sentence. A title whose seats are several people, as `the Agiads`, or no people at all, as `Athens`,
    words its sentences for both: `{faction:gain}` is `the Agiads gain` and `Carla gains`, `{side} feeds {side.its}
    poleis` has `its` and `their`, `{colour:a cube}` is `a red cube` and `a cube of Carla`.
    """

    __slots__ = ("is_person",)
    is_person: bool

    def __new__(cls, word: str, is_person: bool) -> SeatWord:
        """The word; and whether it is a person's name."""
        made = super().__new__(cls, word)
        made.is_person = is_person
        return made

    def __format__(self, how: str) -> str:
        """The word, with a verb or a thing of the seat's; `alone` as in a list, `First` as it begins a sentence."""
        if how[:2] in ("a ", "A "):
            said = f"{how} of {self}" if self.is_person else f"{with_article(self)} {how[2:]}"
            return f"{how[0]}{said[1:]}"
        if how == "alone":
            return self.removeprefix("the ")
        first, verb = how.startswith("First "), how.removeprefix("First ")
        who = f"T{self[1:]}" if first and self.startswith("the ") else str(self)
        return f"{who} {self.does(verb) if self.is_person else verb}" if verb else who

    @staticmethod
    def does(verb: str) -> str:
        """What one person does, of what several do: `pass` is `passes`; what comes after the verb stays."""
        verb, space, rest = verb.partition(" ")
        ending = "es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s" if verb else ""
        return f"{_IRREGULAR.get(verb, verb + ending)}{space}{rest}"

    @property
    def its(self) -> str:
        """`its` of a side, `their` of a person."""
        return "their" if self.is_person else "its"

    @property
    def it(self) -> str:
        """`it ` of a side that was named before, nothing of a person."""
        return "" if self.is_person else "it "

    @property
    def have(self) -> str:
        """`have` of several, `has` of a person."""
        return "has" if self.is_person else "have"

    @property
    def s(self) -> str:
        """The ending of what one person does beside something else."""
        return "s" if self.is_person else ""


class SeatText(str):
    """A text of the rules that names seats, by their ids in a pattern: `{side} has no hoplite in Attika`.

    As a string it has them by `own`; whoever has the title's naming words it anew (`Naming.in_text`).
    """

    __slots__ = ("own", "pattern", "seats")
    pattern: str
    own: Callable[[str], str]
    seats: Mapping[str, str]

    def __new__(cls, pattern: str, seats: Mapping[str, str], own: Callable[[str], str] = str) -> SeatText:
        """The text; `seats` are what stands in the pattern."""
        made = super().__new__(
            cls, pattern.format(**{field: SeatWord(own(one), False) for field, one in seats.items()})
        )
        made.pattern, made.own, made.seats = pattern, own, seats
        return made

    def worded(self, naming: Naming) -> str:
        """The same as a naming calls its seats."""
        return self.pattern.format(**{field: naming.said(None, "seat", one) for field, one in self.seats.items()})


def seats_after(first: str, text: str) -> str:
    """A text with another before it, in which seats can still be called by the names of people."""
    if not isinstance(text, SeatText):
        return f"{first}{text}"
    plain = first.replace("{", "{{").replace("}", "}}")
    return SeatText(f"{plain}{text.pattern}", text.seats, text.own)


_IRREGULAR = {"have": "has", "are": "is"}
