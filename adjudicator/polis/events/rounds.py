"""Events of sides, rounds, turns and event cards (4 to 6, 13)."""

from adjudicator.kernel import Event
from adjudicator.kernel.subjects import listed
from adjudicator.polis.names import name_of, units_in


class SidesDrawn(Event, frozen=True, tag="sides-drawn", clause="4-F"):
    sentence = "{sparta} plays Sparta, {athens} plays Athens."
    sparta: str
    athens: str


class ProjectsRevealed(Event, frozen=True, tag="projects-revealed", clause="5-B"):
    sentence = "New on display: {projects}."
    projects: list[str]


class ProjectsRemoved(Event, frozen=True, tag="projects-removed", clause="10-D"):
    sentence = "{projects} {leave} the game: nobody started {them}."
    projects: list[str]

    def wording(self) -> dict[str, str]:
        return {"leave": "leaves", "them": "it"} if len(self.projects) == 1 else {"leave": "leave", "them": "them"}


class OrderFixed(Event, frozen=True, tag="order-fixed", clause="5-C"):
    sentence = "{side} applies the event first."
    side: str


class EventRevealed(Event, frozen=True, tag="event-revealed", clause="5-B"):
    sentence = "The event of this round: {event_card}."
    event_card: str


class UnitsGained(Event, frozen=True, tag="units-gained", clause="13-B"):
    sentence = "{side} gains {units} in {region}."
    side: str
    region: str
    number: int

    def wording(self) -> dict[str, str]:
        return {"units": units_in(self.region, self.number)}


class UnitsLost(Event, frozen=True, tag="units-lost", clause="13-B"):
    sentence = "{side} loses {units} in {region}."
    side: str
    region: str
    number: int

    def wording(self) -> dict[str, str]:
        return {"units": units_in(self.region, self.number)}


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
    sentence = "The population of {polis} is now {population}."
    polis: str
    population: int


class ShipmentsClosed(Event, frozen=True, tag="shipments-closed", clause="13"):
    sentence = "{shipments} {are} closed this round."
    shipments: list[str]

    def wording(self) -> dict[str, str]:
        return {"are": "is" if len(self.shipments) == 1 else "are"}


class TerritoryClosed(Event, frozen=True, tag="territory-closed", clause="13"):
    sentence = "{territory} is closed to collection this round."
    territory: str


class MarkerSet(Event, frozen=True, tag="marker-set", clause="13"):
    sentence = "The {good} marker goes to column {column}."
    good: str
    column: int


class UnitsSent(Event, frozen=True, tag="units-sent", clause="13"):
    sentence = "{side} sends away {units}."
    side: str
    number: int
    regions: dict[str, int]

    def wording(self) -> dict[str, str]:
        first, *rest = self.regions.items()
        others = [f"{number} from {name_of(region)}" for region, number in rest]
        return {"units": listed([f"{units_in(*first)} from {name_of(first[0])}", *others])}


class UnitReturned(Event, frozen=True, tag="unit-returned", clause="9-B"):
    sentence = "{units} of {side} returns to {region}."
    side: str
    region: str

    def wording(self) -> dict[str, str]:
        return {"units": units_in(self.region, 1)}


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
    sentence = "{side} bars {other} from the way to Persia and loses {prestige} Prestige."
    side: str
    other: str
    prestige: int
