"""Events of the twelve actions (7)."""

from adjudicator.kernel import Event
from adjudicator.kernel.run.events import Pattern
from adjudicator.kernel.subjects import count_of
from adjudicator.polis.names import goods_said, units_said

_WALLS = {"needs": "walls"}


class FeePaid(Event, frozen=True, tag="fee-paid", clause="6-D"):
    sentence = "{side} pays 1 {good} to play on alone."
    side: str
    good: str


class PrestigePaid(Event, frozen=True, tag="prestige-paid", clause="7-A"):
    sentence = "{side} pays 1 Prestige for a military action."
    side: str


class HoplitesCreated(Event, frozen=True, tag="hoplites-created", clause="7.1"):
    sentence = "{side} creates {number:hoplite} of {polis} in {territory}{hire} for {cost}."
    side: str
    polis: str
    territory: str
    number: int
    paid: dict[str, int]
    hired: int = 0

    def wording(self) -> dict[str, str]:
        return {"cost": goods_said(self.paid), "hire": f", {self.hired} of them hired," if self.hired else ""}


class GalleysCreated(Event, frozen=True, tag="galleys-created", clause="7.2"):
    sentence = "{side} creates {galleys} of {polis}{where}{hire} for {cost}."
    side: str
    polis: str
    seas: dict[str, int]
    paid: dict[str, int]
    hired: int = 0

    def wording(self) -> dict[str, str]:
        number, where = sum(self.seas.values()), units_said(self.seas)
        return {
            "cost": goods_said(self.paid),
            "galleys": count_of(number, "galley"),
            "where": where.removeprefix(str(number)) if len(self.seas) == 1 else f" ({where})",
            "hire": f", {self.hired} of them hired," if self.hired else "",
        }


class MerchantsCreated(Event, frozen=True, tag="merchants-created", clause="7.3"):
    sentence = "{side} creates {number:merchant} of {polis} for {cost}."
    side: str
    polis: str
    number: int
    paid: dict[str, int]

    def wording(self) -> dict[str, str]:
        return {"cost": goods_said(self.paid)}


class ProjectStarted(Event, frozen=True, tag="project-started", clause="7.4"):
    sentence = "{side} starts {project} in {polis} for {cost}."
    side: str
    polis: str
    project: str
    paid: dict[str, int]

    def wording(self) -> dict[str, str]:
        return {"cost": goods_said(self.paid)}


class HoplitesMoved(Event, frozen=True, tag="hoplites-moved", clause="7.5"):
    sentence = "{side} moves {count:hoplite} from {origin} to {to} by {by}."
    side: str
    origin: str
    to: str
    by: str
    count: int


class GalleysMoved(Event, frozen=True, tag="galleys-moved", clause="7.6"):
    sentence = "{side} moves {count:galley} from {origin} to {to}."
    side: str
    origin: str
    to: str
    count: int


class SiegeWon(Event, frozen=True, tag="siege-won", clause="7.7-E"):
    sentence = (
        "{side} besieges {polis}{rolled}, takes it with a population of {population} and gains {prestige} Prestige."
    )
    kinds = _WALLS
    side: str
    polis: str
    die: int | None
    population: int
    prestige: int

    def wording(self) -> dict[str, str]:
        return {"rolled": "" if self.die is None else Pattern(", rolls {die} (needs {needs})")}

    @property
    def needs(self) -> str:
        """7.7-D: the polis whose fortification the die has to reach."""
        return self.polis


class SiegeFailed(Event, frozen=True, tag="siege-failed", clause="7.7-F"):
    sentence = (
        "{side} besieges {polis} and rolls {die} (needs {needs}): the siege fails and costs 1 hoplite in {territory}."
    )
    kinds = _WALLS
    side: str
    polis: str
    territory: str
    die: int

    @property
    def needs(self) -> str:
        """7.7-D: the polis whose fortification the die did not reach."""
        return self.polis


class PopulationLost(Event, frozen=True, tag="population-lost", clause="7.7-F"):
    sentence = "{polis} loses 1 population."
    polis: str


class PolisNeutral(Event, frozen=True, tag="polis-neutral", clause="2-B"):
    sentence = "{polis} is now neutral."
    polis: str


class ProxenosCaptured(Event, frozen=True, tag="proxenos-captured", clause="7.7-E"):
    sentence = "The proxenos of {side} is captured in {polis}."
    side: str
    polis: str


class Collected(Event, frozen=True, tag="collected", clause="7.8"):
    sentence = "{side} collects {gained} in {territory}{suppressed}."
    side: str
    territory: str
    rows: dict[str, int]
    goods: dict[str, int]
    suppress: int = 0

    def wording(self) -> dict[str, str]:
        suppressed = f"; {count_of(self.suppress, 'hoplite')} there suppress and gain {self.suppress} Prestige"
        return {"gained": goods_said(self.goods), "suppressed": suppressed if self.suppress else ""}


class Traded(Event, frozen=True, tag="traded", clause="7.9"):
    sentence = (
        "{side} trades at {shipment}: {side.it}pays {given} and gets {received}. {rolled}: the "
        "{good} marker is now in column {column}."
    )
    side: str
    shipment: str
    paid: dict[str, int]
    got: dict[str, int]
    dice: list[int]
    good: str
    column: int

    def wording(self) -> dict[str, str]:
        dice = "The dice show" if len(self.dice) > 1 else "The die shows"
        rolled = f"{dice} {' and '.join(map(str, self.dice))}"
        return {"given": goods_said(self.paid), "received": goods_said(self.got), "rolled": rolled}


class ProxenosMoved(Event, frozen=True, tag="proxenos-moved", clause="7.10"):
    sentence = "The proxenos of {side} goes from {from_polis} to {to_polis} by {mode}{cost}."
    side: str
    from_polis: str
    to_polis: str
    mode: str
    silver: int

    def wording(self) -> dict[str, str]:
        return {"cost": f" for {self.silver} silver" if self.silver else ""}


class ProxenosRedeemed(Event, frozen=True, tag="proxenos-redeemed", clause="7.11"):
    sentence = "{side} redeems {side.its} proxenos, who returns to {polis}, and pays {silver} silver to {other}."
    side: str
    other: str
    polis: str
    silver: int


class CivilWarWon(Event, frozen=True, tag="civil-war-won", clause="7.12"):
    sentence = "{side} pays {silver} silver for civil war in {polis}, takes it and gains {population} Prestige."
    side: str
    polis: str
    silver: int
    population: int
