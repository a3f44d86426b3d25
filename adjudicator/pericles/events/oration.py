"""Events of 7.1 to 7.3: Oration Honor, the Controlling Factions, the Strategy Board."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.kernel import Event
from adjudicator.pericles.events.base import Happening, name_of


class OrationValued(Happening, frozen=True, tag="oration-valued"):
    """7.1-B: the space numbers of a Faction's won issues, added up."""

    clause: ClassVar[str] = "7.1-B"
    sentence: ClassVar[str] = "The oration value of {faction} is {value}."

    faction: str
    value: int


class FavorMoved(Happening, frozen=True, tag="favor-moved"):
    """7.2-A, 7.2-B: where the Favor marker of a Side lies now."""

    clause: ClassVar[str] = "7.2"
    sentence: ClassVar[str] = "The Favor marker of {side} goes to {box} ({why})."

    side: str
    box: str
    why: str

    def told(self) -> str:
        """The box in words."""
        box = "the neutral box" if self.box == "neutral" else f"the box of {name_of(self.box)}"
        return f"The Favor marker of {name_of(self.side)} goes to {box} ({self.why})."


class ControlSettled(Happening, frozen=True, tag="control-settled"):
    """7.2: who governs a Side from now on (7.2-D)."""

    clause: ClassVar[str] = "7.2"
    sentence: ClassVar[str] = "{faction} {verb} the Controlling Faction of {side} ({why})."

    side: str
    faction: str
    changed: bool
    why: str
    verb: str


class SeventhCard(Happening, frozen=True, tag="seventh-card"):
    """7.3-A."""

    clause: ClassVar[str] = "7.3-A"
    sentence: ClassVar[str] = "{faction} reveal their seventh card, {card}, for {entitled:token} of the Strategy Board."

    faction: str
    card: str
    entitled: int


EVENTS: tuple[type[Event], ...] = (OrationValued, FavorMoved, ControlSettled, SeventhCard)
