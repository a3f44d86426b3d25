"""Events of 7.1 to 7.3: Oration Honor, the Controlling Factions, the Strategy Board."""

from __future__ import annotations

from adjudicator.kernel import Event
from adjudicator.pericles.names import name_of


class OrationValued(Event, frozen=True, tag="oration-valued", clause="7.1-B"):
    """The space numbers of a Faction's won issues, added up."""

    sentence = "The oration value of {faction} is {value}."

    faction: str
    value: int


class FavorMoved(Event, frozen=True, tag="favor-moved", clause="7.2"):
    # 7.2-A, 7.2-B
    """Where the Favor marker of a Side lies now."""

    sentence = "The Favor marker of {side} goes to the {box} ({why})."

    side: str
    box: str
    why: str

    def wording(self) -> dict[str, str]:
        return {"box": "neutral box" if self.box == "neutral" else f"box of {name_of(self.box)}"}


class ControlSettled(Event, frozen=True, tag="control-settled", clause="7.2"):
    """Who governs a Side from now on (7.2-D)."""

    sentence = "{faction} {verb} the Controlling Faction of {side} ({why})."

    side: str
    faction: str
    changed: bool
    why: str
    verb: str


class SeventhCard(Event, frozen=True, tag="seventh-card", clause="7.3-A"):
    sentence = "{faction} reveal their seventh card, {card}, for {entitled:token} from the Strategy Board."

    faction: str
    card: str
    entitled: int
