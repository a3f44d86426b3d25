"""How events of Pericles name things to people."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel import Event

NAMES = {
    "athens": "Athens",
    "sparta": "Sparta",
    "AF": "the Aristocrats (AF)",
    "DF": "the Demagogues (DF)",
    "EK": "the Eurypontids (EK)",
    "AK": "the Agiads (AK)",
    "isthmus": "the Isthmus of Corinth",
    "cyclades": "the Cyclades",
    "sporades": "the Southern Sporades",
    "hellespont": "the Hellespont",
    "east": "the Eastern Mediterranean",
    "war_peace": "War/Peace",
    "three_hundred": "the 300",
}
_CAPITALISED = (
    "sicily",
    "corcyra",
    "aetolia",
    "naupactus",
    "boeotia",
    "thessaly",
    "macedonia",
    "chalcidice",
    "amphipolis",
    "ionia",
    "lesbos",
    "chios",
    "samos",
    "persia",
    "military",
    "league",
    "diplomatic",
    "oracle",
    "games",
    "ostracism",
    "citizenship",
    "colony",
    "krypteia",
    "agoge",
    "rumor",
)
_COLOURS = ("athenian", "delian", "argive", "spartan", "peloponnesian", "persian")


def name_of(word: str) -> str:
    """A theater, piece, Faction or issue as people say it; any other word as it is."""
    if word in NAMES:
        return NAMES[word]
    if word in _CAPITALISED:
        return word.capitalize()
    colour, _, kind = word.partition("_")
    return f"{colour.capitalize()} {kind}" if colour in _COLOURS and kind else word


def count_of(number: int, thing: str) -> str:
    """A number of things: `1 token`, `2 tokens`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def pieces_of(number: int, word: str) -> str:
    """So many pieces of a class: `1 Delian base`, `2 Spartan land units`, `the 300`; of anything else, the number."""
    colour, _, kind = word.partition("_")
    if word == "three_hundred":
        return name_of(word)
    if colour not in _COLOURS or not kind:
        return f"{number} {name_of(word)}"
    return count_of(number, name_of(word) if kind == "base" else f"{name_of(word)} unit")


class Number(int):
    """A number in a sentence: `{tokens:token}` counts tokens as people do, `1 token` and `2 tokens`."""

    def __format__(self, word: str) -> str:
        """The number, and so many of the word after the colon."""
        return count_of(int(self), word) if word else str(int(self))


def named(value: Any) -> Any:
    """A field of an event as people say it: a list becomes an enumeration, a mapping `2 Delian bases`."""
    if isinstance(value, str):
        return name_of(value)
    if isinstance(value, list):
        return ", ".join(_counted([str(named(item)) for item in value])) or "none"
    if isinstance(value, dict):
        return ", ".join(pieces_of(number, word) for word, number in sorted(value.items())) or "none"
    return Number(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _counted(names: list[str]) -> list[str]:
    """Names in their order; one that stands several times only once, with how often: `3 Military`."""
    counts = [(names.count(name), name) for name in dict.fromkeys(names)]
    return [f"{count} {name}" if count > 1 else name for count, name in counts]


class Happening(Event, frozen=True):
    """An event whose sentence names things as people do."""

    def told(self) -> str:
        """The event as a sentence that begins with a capital."""
        sentence = self.sentence.format(**{name: named(getattr(self, name)) for name in self.__struct_fields__})
        return sentence[:1].upper() + sentence[1:]
