"""15.1-D, RULING-48: the public facts that guards may test; in a battle its own hand too, to who holds it."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from adjudicator.kernel import UNKNOWN, Unknown
from adjudicator.kernel.books.conditions import Quantities
from adjudicator.kernel.books.quantities import Quantity
from adjudicator.kernel.faults import Known, name_of_a
from adjudicator.polis.components import box
from adjudicator.polis.names import name_of
from adjudicator.polis.state.position import Deeds, Polis, score
from adjudicator.polis.words import (
    ENEMY,
    Good,
    MarketGood,
    PolisName,
    ProjectName,
    Region,
    RoundName,
    ShipmentName,
    SideName,
    TerritoryName,
)

EventName = Annotated[str, name_of_a("event")]
Owner = SideName | Literal["neutral"]
Formation = Literal[
    "phalanx", "cavalry", "archers", "peltasts", "elite_trireme", "trireme", "bireme", "triacontor", "mercenaries",
    "salpinx",
]  # fmt: skip
_SIDE: Final = {"side": SideName}
_POLIS: Final = {"polis": PolisName}
AT_LEAST: Final = "at_least"
IN_BATTLE: Final = "in a battle"
IN_TURN: Final = "in a turn"


def _of_turn(field: str) -> Any:
    def value(view: Polis) -> Any:
        found = getattr(view.turn, field, None)
        return UNKNOWN if found is None else found

    return value


def _dominating(view: Polis, region: Region) -> Owner:
    return next((side for side in ENEMY if view.dominates(side, region)), "neutral")


def _proxenos(view: Polis, side: SideName) -> str:
    return view.sides[side].proxenos or "captive"


def _free(view: Polis, shipment: ShipmentName) -> bool:
    open_now = view.box.shipments[shipment].cls in view.type.shipment_classes
    return open_now and shipment not in view.shipments and shipment not in view.closed_shipments


def _of_battle(field: str) -> Any:
    return lambda view: UNKNOWN if view.battle is None else getattr(view.battle, field)


def _hand(view: Polis, side: SideName, formation: Formation | None = None) -> Any:
    """How many cards of a formation a side holds; UNKNOWN to the other, and outside a battle."""
    if view.battle is None:
        return UNKNOWN
    held = view.battle.hands.get(side, [])
    if formation is None:
        return len(held)
    cards = view.box.components.combat_cards
    if any(isinstance(card, Unknown) for card in held):
        return UNKNOWN
    return sum(formation in (cards[card].land[0], cards[card].naval[0]) for card in held)  # type: ignore[index]


def _sum(view: Polis, side: SideName) -> Any:
    return UNKNOWN if view.battle is None else view.battle.sums[side]


def _deeds(view: Polis, side: SideName) -> Deeds:
    return view.deeds.get(side, Deeds())


_OF_SIDES: Final = {
    "prestige": Quantity(lambda view, side: view.sides[side].prestige, "the Prestige of {side}", _SIDE, fact=AT_LEAST),
    "stock": Quantity(
        lambda view, side, good: view.stock(side, good),
        "the {good} of {side}",
        {"side": SideName, "good": Good},
        fact=AT_LEAST,
    ),
    "merchants": Quantity(
        lambda view, side: view.sides[side].port, "the number of merchants of {side} in port", _SIDE, fact=AT_LEAST
    ),
    "merchants on shipments": Quantity(
        lambda view, side: list(view.shipments.values()).count(side),
        "the number of merchants of {side} on shipments",
        _SIDE,
        fact=AT_LEAST,
    ),
    "proxenos": Quantity(
        _proxenos, "the place of the proxenos of {side}", _SIDE, PolisName | Literal["captive"], fact="place"
    ),
    "passed": Quantity(lambda view, side: side in view.passed, "{side} has passed", _SIDE, bool),
    "score": Quantity(score, "the score of {side}, were the game over", _SIDE),
    "total_population": Quantity(lambda view, side: view.population(side), "the population of {side}", _SIDE),
}
_OF_BOARD: Final = {
    "owner": Quantity(
        lambda view, polis: view.poleis[polis].owner or "neutral", "the owner of {polis}", _POLIS, Owner, fact="owner"
    ),
    "population": Quantity(
        lambda view, polis: view.poleis[polis].population, "the population of {polis}", _POLIS, fact=AT_LEAST
    ),
    "in progress": Quantity(
        lambda view, polis: view.poleis[polis].project or "none",
        "the project in progress in {polis}",
        _POLIS,
        ProjectName | Literal["none"],
        fact="project",
    ),
    "finished": Quantity(
        lambda view, project: any(project in city.finished for city in view.poleis.values()),
        "{project} is finished",
        {"project": ProjectName},
        bool,
    ),
    "on display": Quantity(
        lambda view, project: project in view.display, "{project} is on display", {"project": ProjectName}, bool
    ),
    "units": Quantity(
        lambda view, side, region: view.count(side, region),
        "the number of units of {side} in {region}",
        {"side": SideName, "region": Region},
        fact=AT_LEAST,
    ),
    "dominates": Quantity(_dominating, "who dominates {region}", {"region": Region}, Owner, fact="side"),
    "marker": Quantity(
        lambda view, good: view.markers[good], "the column of {good}", {"good": MarketGood}, fact="column"
    ),
    "free": Quantity(_free, "{shipment} is open and free", {"shipment": ShipmentName}, bool),
    "collected": Quantity(
        lambda view, territory: territory in view.collected or territory in view.closed_territories,
        "{territory} has been collected or is closed",
        {"territory": TerritoryName},
        bool,
        opposite="{territory} is open and has not been collected",
    ),
}
_OF_TIME: Final = {
    "capacity": Quantity(lambda view: view.type.capacity, "the number of units of a side for which a region has room"),
    "round": Quantity(lambda view: view.round, "the round", gives=RoundName, fact="is"),
    "event": Quantity(lambda view: view.event or "none", "the event in force", gives=EventName, fact="is"),
    "siege won": Quantity(_of_turn("siege_won"), "the siege of this turn is won", gives=bool, moment=IN_TURN),
    "die": Quantity(_of_turn("die"), "the die of the last action (the higher of two)", fact="shows", moment=IN_TURN),
    "released": Quantity(
        lambda view, side, polis: polis in _deeds(view, side).released,
        "{side} has released {polis} in this round",
        {"side": SideName, "polis": PolisName},
        bool,
    ),
    "grown": Quantity(
        lambda view, side, polis: _deeds(view, side).grown.get(polis, 0),
        "the growth of {polis} by {side} in this round",
        {"side": SideName, "polis": PolisName},
        fact=AT_LEAST,
    ),
    "phoros": Quantity(
        lambda view, side: _deeds(view, side).phoros,
        "the Prestige that {side} has spent on Phoros",
        _SIDE,
        fact=AT_LEAST,
    ),
}
_OF_BATTLE: Final = {
    "battle": Quantity(_of_battle("region"), "the region of the battle", gives=Region, fact="region", moment=IN_BATTLE),
    "assault": Quantity(_of_battle("assault"), "the number of the assault", fact="number", moment=IN_BATTLE),
    "attacker": Quantity(_of_battle("attacker"), "the attacker", gives=SideName, fact="side", moment=IN_BATTLE),
    "pile": Quantity(
        lambda view: UNKNOWN if view.battle is None else len(view.battle.pile),
        "the size of the pile",
        fact=AT_LEAST,
        moment=IN_BATTLE,
    ),
    "battle prestige": Quantity(_sum, "the Prestige of {side} in this battle", _SIDE, fact=AT_LEAST, moment=IN_BATTLE),
    "hand": Quantity(
        _hand,
        "the number of [{formation} ]cards that {side} holds",
        {"side": SideName, "formation": Formation | None},
        fact=AT_LEAST,
        moment=IN_BATTLE,
    ),
}


def _known(view: Polis | None) -> Known:
    """Of the components of a game; of those in the box without one."""
    return (view.box if view is not None else box()).known


QUANTITIES: Final = Quantities({**_OF_SIDES, **_OF_BOARD, **_OF_TIME, **_OF_BATTLE}, name_of, _known)
