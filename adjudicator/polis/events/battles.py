"""Events of battles (8)."""

from collections.abc import Mapping, Sequence

from adjudicator.kernel import Event
from adjudicator.kernel.run.events import Pattern
from adjudicator.kernel.subjects import alike, listed
from adjudicator.polis.names import name_of, units_in

_ENDS: Mapping[str, str] = {
    "a retreat": "with the retreat",
    "the cards do not go round": "because the pile has too few cards for another assault",
    "the defender has fewer than 2 units": "because the defender has fewer than 2 units left",
}
"""How a battle ends, by what is stored of it."""


def _cards(shown: Sequence[str]) -> str:
    """Cards without their numbers, with which they are stored: in a battle those with equal halves are equal."""
    return listed(alike([card.partition(" ")[2] for card in shown]))


class BattleOrdered(Event, frozen=True, tag="battle-ordered", clause="8-B"):
    sentence = "The battles are fought in this order: {order}."
    regions: list[str]

    def wording(self) -> dict[str, str]:
        return {"order": ", then ".join(map(name_of, self.regions))}


class BattleBegins(Event, frozen=True, tag="battle-begins", clause="8-C"):
    sentence = "Battle in {region}: {@sparta} has {army}, {@athens} {fleet}. {side} attacks first."
    region: str
    side: str
    sparta: int
    athens: int

    def wording(self) -> dict[str, str]:
        return {"army": units_in(self.region, self.sparta), "fleet": str(self.athens)}


class CardsDrawn(Event, frozen=True, tag="cards-drawn", clause="8-C"):
    """What a side draws, told to it alone."""

    sentence = "You draw {drawn}."
    side: str
    cards: list[str]
    shown: list[str]

    def wording(self) -> dict[str, str]:
        return {"drawn": _cards(self.shown)}


class HandsDrawn(Event, frozen=True, tag="hands-drawn", clause="8-C"):
    sentence = "{side} draws {number:card}."
    side: str
    number: int


class AttackLaid(Event, frozen=True, tag="attack-laid", clause="8-E"):
    sentence = "{side} attacks with {laid}."
    side: str
    cards: list[str]
    shown: list[str]

    def wording(self) -> dict[str, str]:
        return {"laid": _cards(self.shown)}


class DefenceLaid(Event, frozen=True, tag="defence-laid", clause="8-E"):
    sentence = "{side} defends with {laid}."
    side: str
    cards: list[str]
    shown: list[str]

    def wording(self) -> dict[str, str]:
        return {"laid": _cards(self.shown)}


class AssaultResolved(Event, frozen=True, tag="assault-resolved", clause="8-I"):
    sentence = "{other} loses {units} in {region}{gains}."
    region: str
    side: str
    other: str
    losses: int
    prestige: int

    def wording(self) -> dict[str, str]:
        verb = "gains" if self.prestige > 0 else "loses"
        gains = Pattern(f"; {{side}} {verb} {abs(self.prestige)} Prestige") if self.prestige else ""
        return {"units": units_in(self.region, self.losses), "gains": gains}


class Retreated(Event, frozen=True, tag="retreated", clause="8-L"):
    sentence = "{side} retreats and pays 1 Prestige to {other}."
    side: str
    other: str


class BattleEnds(Event, frozen=True, tag="battle-ends", clause="8-M"):
    sentence = "The battle in {region} ends {how}."
    region: str
    why: str

    def wording(self) -> dict[str, str]:
        return {"how": _ENDS.get(self.why, f"({self.why})")}


class PrestigeDoubled(Event, frozen=True, tag="prestige-doubled", clause="13-F"):
    sentence = "{side} doubles {side.its} Prestige from the battle and gains {prestige} more."
    side: str
    prestige: int
