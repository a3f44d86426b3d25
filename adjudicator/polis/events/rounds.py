"""Events of sides, rounds, turns and event cards (4 to 6, 13)."""

from adjudicator.kernel import Event
from adjudicator.polis.names import units_said


class SidesDrawn(Event, frozen=True, tag="sides-drawn", clause="4-F"):
    sentence = "{sparta} plays Sparta, {athens} plays Athens."
    sparta: str
    athens: str


class ProjectsRevealed(Event, frozen=True, tag="projects-revealed", clause="5-B"):
    sentence = "On display: {projects}."
    projects: list[str]


class ProjectsRemoved(Event, frozen=True, tag="projects-removed", clause="10-D"):
    sentence = "Nobody started {projects}; they leave the game."
    projects: list[str]


class OrderFixed(Event, frozen=True, tag="order-fixed", clause="5-C"):
    sentence = "{side} applies the event first."
    side: str


class EventRevealed(Event, frozen=True, tag="event-revealed", clause="5-B"):
    sentence = "The event of the round: {event_card}."
    event_card: str


class UnitsGained(Event, frozen=True, tag="units-gained", clause="13-B"):
    sentence = "{side} puts {number:unit} in {region}."
    side: str
    region: str
    number: int


class UnitsLost(Event, frozen=True, tag="units-lost", clause="13-B"):
    sentence = "{side} loses {number:unit} in {region}."
    side: str
    region: str
    number: int


class SilverGained(Event, frozen=True, tag="silver-gained", clause="13"):
    sentence = "{side} gains {silver} silver."
    side: str
    silver: int


class PrestigeChanged(Event, frozen=True, tag="prestige-changed", clause="13"):
    sentence = "{side} {verb} {size} Prestige."
    side: str
    prestige: int

    def wording(self) -> dict[str, str]:
        return {"verb": "gains" if self.prestige > 0 else "loses", "size": str(abs(self.prestige))}


class PopulationSet(Event, frozen=True, tag="population-set", clause="13"):
    sentence = "The population of {polis} is {population} now."
    polis: str
    population: int


class ShipmentsClosed(Event, frozen=True, tag="shipments-closed", clause="13"):
    sentence = "Closed this round: {shipments}."
    shipments: list[str]


class TerritoryClosed(Event, frozen=True, tag="territory-closed", clause="13"):
    sentence = "{territory} is closed to collection this round."
    territory: str


class MarkerSet(Event, frozen=True, tag="marker-set", clause="13"):
    sentence = "The marker of {good} goes to column {column}."
    good: str
    column: int


class UnitsSent(Event, frozen=True, tag="units-sent", clause="13"):
    sentence = "{side} sends {number:unit} away{whence}."
    side: str
    number: int
    regions: dict[str, int]

    def wording(self) -> dict[str, str]:
        return {"whence": f": {units_said(self.regions)}" if self.regions else ""}


class UnitReturned(Event, frozen=True, tag="unit-returned", clause="9-B"):
    sentence = "A unit of {side} comes back to {region}."
    side: str
    region: str


class UnitsStayAway(Event, frozen=True, tag="units-stay-away", clause="9-B"):
    sentence = "{side} loses {number:unit} abroad."
    side: str
    number: int


class Converted(Event, frozen=True, tag="converted", clause="13"):
    sentence = "{side} gives up {prestige} Prestige for {silver} silver."
    side: str
    prestige: int
    silver: int


class PolisBetrayed(Event, frozen=True, tag="polis-betrayed", clause="13"):
    sentence = "{polis} goes over to {side}."
    side: str
    polis: str


class Passed(Event, frozen=True, tag="passed", clause="6-B"):
    sentence = "{side} passes{how}."
    side: str
    forced: bool = False

    def wording(self) -> dict[str, str]:
        return {"how": ": no action is possible" if self.forced else ""}


class BlockPenalised(Event, frozen=True, tag="block-penalised", clause="13-E"):
    sentence = "{side} blocks the way of {other} to Persia and loses {prestige} Prestige."
    side: str
    other: str
    prestige: int
