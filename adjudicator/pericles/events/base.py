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


def named(value: Any) -> Any:
    """A field of an event as people say it: a list becomes an enumeration, a mapping of numbers `2 Delian land`."""
    if isinstance(value, str):
        return name_of(value)
    if isinstance(value, list):
        return ", ".join(str(named(item)) for item in value) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{number} {name_of(word)}" for word, number in sorted(value.items())) or "none"
    return value


class Happening(Event, frozen=True):
    """An event whose sentence names things as people do."""

    def told(self) -> str:
        """The event as a sentence that begins with a capital."""
        sentence = self.sentence.format(**{name: named(getattr(self, name)) for name in self.__struct_fields__})
        return sentence[:1].upper() + sentence[1:]
