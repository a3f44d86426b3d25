"""Events of 7.1 to 7.5: Oration Honor, who governs, the political issues, and the theater markers."""

from adjudicator.kernel import Event
from adjudicator.pericles.events.common import Caused
from adjudicator.pericles.names import name_of
from adjudicator.pericles.words import MarkerKind, PieceName


class WarDeclared(Event, frozen=True, tag="war-declared", clause="7.41-A"):
    sentence = "War is declared: at Peace, {by} won War/Peace."

    by: list[str]


class PeaceDeclared(Event, frozen=True, tag="peace-declared", clause="7.41-B"):
    sentence = "Peace is declared: War/Peace was won on both Sides, by {by}."

    by: list[str]


class WarGoesOn(Event, frozen=True, tag="war-goes-on", clause="7.41-B"):
    """At War one Side alone makes no Peace."""

    sentence = "The War goes on: only {faction} won War/Peace."

    faction: str


class IssueCancelled(Event, frozen=True, tag="political-issue-cancelled", clause="7.42-D"):
    sentence = "{issue} of {faction} is cancelled at {status} and leaves the game."

    faction: str
    issue: str
    status: str


class IssueSpent(Event, frozen=True, tag="issue-spent", clause="7.4-A"):
    # 7.44, 7.45
    """An issue that is done leaves the game; `nothing`: it had no effect."""

    sentence = "{issue} of {faction} {effect}leaves the game."

    faction: str
    issue: str
    nothing: bool = False

    def wording(self) -> dict[str, str]:
        return {"effect": "has no effect and " if self.nothing else ""}


class MarkersTaken(Event, frozen=True, tag="markers-taken", clause="7.5-A"):
    """How many theater markers a Faction takes, its Rumors included."""

    sentence = "{faction:take} {number:theater marker}."

    faction: str
    number: int


class MarkersHeld(Event, frozen=True, tag="markers-held", clause="7.5-A"):
    """Which markers those are, for those who may know."""

    sentence = "{faction:hold} these markers: {markers}."

    faction: str
    markers: list[MarkerKind]


class MarkersLent(Event, frozen=True, tag="markers-lent", clause="7.51-A"):
    sentence = "{faction:lend} {number:marker} to {borrower}."

    faction: str
    borrower: str
    number: int


class MarkersLentKnown(Event, frozen=True, tag="markers-lent-known", clause="7.51-A"):
    """Which markers are lent, for lender and borrower alone."""

    sentence = "{faction:lend} these markers: {markers}."

    faction: str
    markers: list[MarkerKind]


class TracksCleared(Event, frozen=True, tag="tracks-cleared", clause="7.5-A"):
    sentence = "The issue tracks are cleared."


class LostReturns(Caused, frozen=True, tag="lost-returns", clause="14.43-B"):
    """City-State units come back from the Lost box of a Side."""

    sentence = "Back in the reserve from the Lost box of {side}: {pieces} ({why})."

    side: str
    pieces: dict[PieceName, int]
    why: str


class OrationValued(Event, frozen=True, tag="oration-valued", clause="7.1-B"):
    """The space numbers of a Faction's won issues, added up."""

    sentence = "The oration value of {faction} is {value}."

    faction: str
    value: int


class FavorMoved(Caused, frozen=True, tag="favor-moved", clause="7.2"):
    # 7.2-A, 7.2-B
    sentence = "The Favor marker of {side} goes to the {box} ({why})."

    side: str
    box: str
    why: str

    def wording(self) -> dict[str, str]:
        box = "neutral box" if self.box == "neutral" else f"box of {name_of(self.box)}"
        return {**super().wording(), "box": box}


class ControlSettled(Caused, frozen=True, tag="control-settled", clause="7.2"):
    """The Faction that governs a Side from now on (7.2-D)."""

    sentence = "{faction:{verb}} the Controlling Faction of {side} ({why})."

    side: str
    faction: str
    changed: bool
    why: str
    verb: str


class SeventhCard(Event, frozen=True, tag="seventh-card", clause="7.3-A"):
    sentence = "{faction:reveal} their seventh card, {card}, for {entitled:token} from the Strategy Board."

    faction: str
    card: str
    entitled: int
