"""Events of battles (8)."""

from adjudicator.kernel import Event


class BattleOrdered(Event, frozen=True, tag="battle-ordered", clause="8-B"):
    sentence = "Battles in this order: {regions}."
    regions: list[str]


class BattleBegins(Event, frozen=True, tag="battle-begins", clause="8-C"):
    sentence = "Battle in {region}: {sparta} of Sparta against {athens} of Athens; {side} attacks first."
    region: str
    side: str
    sparta: int
    athens: int


class CardsDrawn(Event, frozen=True, tag="cards-drawn", clause="8-C"):
    """What a side draws, told to it alone."""

    sentence = "You draw {shown}."
    side: str
    cards: list[str]
    shown: list[str]


class HandsDrawn(Event, frozen=True, tag="hands-drawn", clause="8-C"):
    sentence = "{side} draws {number:card}."
    side: str
    number: int


class AttackLaid(Event, frozen=True, tag="attack-laid", clause="8-E"):
    sentence = "{side} attacks with {shown}."
    side: str
    cards: list[str]
    shown: list[str]


class DefenceLaid(Event, frozen=True, tag="defence-laid", clause="8-E"):
    sentence = "{side} defends with {shown}."
    side: str
    cards: list[str]
    shown: list[str]


class AssaultResolved(Event, frozen=True, tag="assault-resolved", clause="8-I"):
    sentence = "{other} loses {losses:unit} in {region}; {side} {gains}."
    region: str
    side: str
    other: str
    losses: int
    prestige: int

    def wording(self) -> dict[str, str]:
        verb = "gains" if self.prestige >= 0 else "loses"
        return {"gains": f"{verb} {abs(self.prestige)} Prestige"}


class Retreated(Event, frozen=True, tag="retreated", clause="8-L"):
    sentence = "{side} retreats and pays 1 Prestige to {other}."
    side: str
    other: str


class BattleEnds(Event, frozen=True, tag="battle-ends", clause="8-M"):
    sentence = "The battle in {region} ends: {why}."
    region: str
    why: str


class PrestigeDoubled(Event, frozen=True, tag="prestige-doubled", clause="13-F"):
    sentence = "{side} doubles its Prestige of the battle: {prestige} more."
    side: str
    prestige: int
