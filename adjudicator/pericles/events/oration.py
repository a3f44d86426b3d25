"""Events of 7.1 to 7.3: Oration Honor, the Controlling Factions, the Strategy Board."""

from __future__ import annotations

from adjudicator.pericles.events.base import Happening, name_of


class OrationValued(Happening, frozen=True, tag="oration-valued", clause="7.1-B"):
    """7.1-B: the space numbers of a Faction's won issues, added up."""

    sentence = "The oration value of {faction} is {value}."

    faction: str
    value: int


class FavorMoved(Happening, frozen=True, tag="favor-moved", clause="7.2"):
    """7.2-A, 7.2-B: where the Favor marker of a Side lies now."""

    sentence = "The Favor marker of {side} goes to {box} ({why})."

    side: str
    box: str
    why: str

    def told(self) -> str:
        """The box in words."""
        box = "the neutral box" if self.box == "neutral" else f"the box of {name_of(self.box)}"
        return f"The Favor marker of {name_of(self.side)} goes to {box} ({self.why})."


class ControlSettled(Happening, frozen=True, tag="control-settled", clause="7.2"):
    """7.2: who governs a Side from now on (7.2-D)."""

    sentence = "{faction} {verb} the Controlling Faction of {side} ({why})."

    side: str
    faction: str
    changed: bool
    why: str
    verb: str


class SeventhCard(Happening, frozen=True, tag="seventh-card", clause="7.3-A"):
    """7.3-A."""

    sentence = "{faction} reveal their seventh card, {card}, for {entitled:token} of the Strategy Board."

    faction: str
    card: str
    entitled: int
