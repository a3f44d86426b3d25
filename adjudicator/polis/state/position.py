"""The position of Polis: board, stocks and cards (19-A to 19-E); its score (11-D) and the chapters by which it is told.

What follows from something else is not stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from adjudicator.kernel import ChapterBegins, Event, Position, Resolution, Unknown
from adjudicator.kernel.books.items import Item
from adjudicator.kernel.rules.components_files import OURS
from adjudicator.polis.components import BOXES, Box
from adjudicator.polis.components.model import EventFacts, RoundFacts
from adjudicator.polis.events.ending import GameScored
from adjudicator.polis.names import of_sides
from adjudicator.polis.words import (
    ENEMY,
    GOODS,
    POLEIS,
    SEAS,
    SIDES,
    Branch,
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

BY_GOODS = "; by goods"  # how a reason ends
Hidden = str | Unknown
NO_EVENT = EventFacts(deck="3", name="No Event", effect_source="P1")


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """What a side has (19-B). A proxenos without a polis is captive. `abroad`: units that an event sent away."""

    prestige: int
    stock: dict[Good, int]
    port: int
    proxenos: PolisName | None
    doubled: bool = False
    abroad: int = 0


class City(msgspec.Struct, forbid_unknown_fields=True):
    """A polis (19-C), which keeps its projects whoever owns it (7.4-E). A neutral one has its base population (2-B)."""

    owner: SideName | None
    population: int
    project: ProjectName | None = None
    finished: list[ProjectName] = []


class Turn(msgspec.Struct, forbid_unknown_fields=True):
    """The turn under way: the kinds of its actions, and what the dice said to the last one (15.1-D)."""

    side: SideName
    done: list[str] = []
    die: int | None = None
    siege_won: bool | None = None


class Battle(msgspec.Struct, forbid_unknown_fields=True):
    """A battle (19-E): who attacks in this assault, hands, pile, discards, the cards laid by the attacker, sums."""

    region: Region
    attacker: SideName
    assault: int = 1
    hands: dict[SideName, list[Hidden]] = {}
    pile: list[Hidden] = []
    discards: list[str] = []
    laid: list[str] = []
    sums: dict[SideName, int] = {}

    @property
    def defender(self) -> SideName:
        """The other side of this assault."""
        return ENEMY[self.attacker]


class EndSheet(msgspec.Struct, forbid_unknown_fields=True):
    """What a player wants at the end of a round (15.2-A): plans for feeding, growth and Phoros, unseen until done."""

    feed: list[Item] = []
    grow: list[Item] = []
    phoros: list[Item] = []


class Deeds(msgspec.Struct, forbid_unknown_fields=True):
    """What a side has done at the end of this round (15.1-D): poleis released, growth, Prestige spent for silver."""

    released: list[PolisName] = []
    grown: dict[PolisName, int] = {}
    phoros: int = 0


class Polis(Position, kw_only=True):
    """A position of Polis. `players` says which seat plays which side where sides are drawn (4-F); else none is there.

    `first` is who applies the event first (5-C), `passed` who has passed in this round, the first passer first.
    """

    players: dict[SideName, str] = {}
    round: RoundName | None = None
    rounds: list[RoundName] = []  # still to be played after this one
    first: SideName = "athens"
    turn: Turn | None = None
    passed: list[SideName] = []
    sides: dict[SideName, Player] = {}
    poleis: dict[PolisName, City] = {}
    units: dict[Region, dict[SideName, int]] = {}
    markers: dict[MarketGood, int] = {}
    shipments: dict[ShipmentName, SideName] = {}
    closed_shipments: list[ShipmentName] = []
    closed_territories: list[TerritoryName] = []
    collected: dict[TerritoryName, dict[Good, int]] = {}  # 7.8: the squares filled, by good
    display: list[ProjectName] = []
    removed: list[ProjectName] = []
    project_deck: list[Hidden] = []
    event: str | None = None
    events_used: list[str] = []
    event_decks: dict[RoundName, list[Hidden]] = {}
    taken: PolisName | None = None  # E4-8: the polis that the first player has just taken
    battles: list[Region] = []  # still to be fought at this check
    battle: Battle | None = None
    conceding: list[SideName] = []
    fee_orders: dict[str, list[Good]] = {}  # 15.2-C: by seat, known to it alone
    sheets: dict[str, EndSheet] = {}  # 15.2-A: likewise; carried out before anything else is asked
    returns: dict[str, list[Region]] = {}  # RULING-40: where units still abroad shall go: likewise
    deeds: dict[SideName, Deeds] = {}

    def scratch(self) -> Polis:
        """A copy for trying out what the rules would do. What is hidden is shared: no action changes it."""
        return msgspec.structs.replace(
            self,
            turn=self.turn and msgspec.structs.replace(self.turn, done=list(self.turn.done)),
            sides={side: msgspec.structs.replace(one, stock=dict(one.stock)) for side, one in self.sides.items()},
            poleis={
                name: msgspec.structs.replace(one, finished=list(one.finished)) for name, one in self.poleis.items()
            },
            units={region: dict(units) for region, units in self.units.items()},
            markers=dict(self.markers),
            shipments=dict(self.shipments),
            collected=dict(self.collected),
            display=list(self.display),
        )

    # --- who plays, and with what ---------------------------------------------------------------------------------

    def seat(self, side: SideName) -> str:
        """The seat that plays a side."""
        return self.players.get(side, side)

    def side(self, seat: str) -> SideName:
        """The side that a seat plays."""
        return next(side for side in SIDES if self.seat(side) == seat)

    @property
    def box(self) -> Box:
        """The components that the game is played with."""
        return BOXES[self.options.get("components", OURS)]  # type: ignore[index] # a digest, as `add` gave it

    @property
    def type(self) -> RoundFacts:
        """5-A: what the type of the round sets."""
        return self.box.rounds[self.round or "3"]

    @property
    def effect(self) -> EventFacts:
        """13: the event in force."""
        return self.box.events[self.event] if self.event else NO_EVENT

    @property
    def last_round(self) -> bool:
        """9-C."""
        return not self.rounds

    def solo(self, side: SideName) -> bool:
        """6-D: whether a side plays on alone."""
        return ENEMY[side] in self.passed and side not in self.passed

    # --- regions --------------------------------------------------------------------------------------------------

    def count(self, side: SideName, region: Region) -> int:
        """2-E: the hoplites of a side in a territory, or its galleys in a sea."""
        return self.units[region][side]

    def dominates(self, side: SideName, region: Region) -> bool:
        """0-E: strictly more units than the other."""
        there = self.units[region]
        return there[side] > there[ENEMY[side]]

    def room(self, side: SideName, region: Region) -> int:
        """0-F: how many units more of a side may stand in a region."""
        return self.type.capacity - self.units[region][side]

    def put(self, side: SideName, region: Region, number: int = 1) -> int:
        """13-B: units from the bank, as many as there is room for; gives how many."""
        placed = max(0, min(number, self.room(side, region)))
        self.units[region][side] += placed
        return placed

    # --- poleis ---------------------------------------------------------------------------------------------------

    def owned(self, side: SideName) -> list[PolisName]:
        """The poleis of a side, in the order of the components."""
        return [name for name in POLEIS if self.poleis[name].owner == side]

    def owns(self, side: SideName, *poleis: PolisName | None) -> bool:
        """Whether a side owns any of these."""
        return side in [self.poleis[name].owner for name in poleis if name is not None]

    def population(self, side: SideName) -> int:
        """9.2-A: the population of all poleis of a side."""
        return sum(self.poleis[name].population for name in self.owned(side))

    def make_neutral(self, polis: PolisName) -> None:
        """2-B, 2-H: a polis without an owner, at base population; projects and proxenos stay."""
        self.poleis[polis].owner = None
        self.poleis[polis].population = self.box.poleis[polis].base

    # --- goods ----------------------------------------------------------------------------------------------------

    def stock(self, side: SideName, good: Good) -> int:
        """How much of a good a side has."""
        return self.sides[side].stock[good]

    def gain(self, side: SideName, goods: dict[Good, int]) -> None:
        """1-D: add goods to a stock, or with numbers below 0 take them from it."""
        for good, number in goods.items():
            self.sides[side].stock[good] += number

    def gain_prestige(self, side: SideName, number: int) -> int:
        """0-D, 2-G: Prestige more, or less but not below 0; gives by how much it has changed."""
        player = self.sides[side]
        before, player.prestige = player.prestige, max(0, player.prestige + number)
        return player.prestige - before

    def goods(self, side: SideName) -> int:
        """11-E: all goods of a side together."""
        return sum(self.sides[side].stock[good] for good in GOODS)

    def merchants(self, side: SideName) -> int:
        """1-C: the merchants of a side, in port and on shipments."""
        return self.sides[side].port + list(self.shipments.values()).count(side)


def branch_of(region: Region) -> Branch:
    """2-E: whether a region is fought for on land or at sea."""
    return "naval" if region in SEAS else "land"


# --- the score, and how a game ends (11-D to 11-F) --------------------------------------------------------------------


def posterity(position: Polis, side: SideName) -> int:
    """11-D: of all finished projects in the poleis of a side, unfinished ones scoring nothing (11-F)."""
    finished = [project for polis in position.owned(side) for project in position.poleis[polis].finished]
    return sum(position.box.projects[project].posterity for project in finished)


def sources(position: Polis, side: SideName) -> dict[str, int]:
    """11-D: what the score of a side is made of."""
    return {
        "people": position.population(side),
        "Prestige": position.sides[side].prestige,
        "finished projects": posterity(position, side),
    }


def score(position: Polis, side: SideName) -> int:
    """11-D."""
    return sum(sources(position, side).values())


def scores(position: Polis) -> dict[str, int]:
    """11-D, by seat."""
    if not position.sides:
        return dict.fromkeys(position.seats, 0)
    return {position.seat(side): score(position, side) for side in SIDES}


def tally(position: Polis, _told: Sequence[Event]) -> dict[str, dict[str, int]]:
    """11-D, by seat."""
    return {position.seat(side): sources(position, side) for side in SIDES} if position.sides else {}


def finish_won(running: Resolution[Polis], reason: str, winner: SideName) -> None:
    """One side has won."""
    position = running.position
    running.finish(reason, {position.seat(winner): 1, position.seat(ENEMY[winner]): 2})


def finish_scored(running: Resolution[Polis], reason: str) -> None:
    """11-D, 11-E, RULING-22: the higher score, then more goods; else a draw."""
    position = running.position
    ranks = {side: (score(position, side), position.goods(side)) for side in SIDES}
    running.emit(GameScored(sparta=ranks["sparta"][0], athens=ranks["athens"][0]))
    if ranks["sparta"] == ranks["athens"]:
        running.finish(f"{reason}; a draw", dict.fromkeys(position.seats, 1))
        return
    how = "; by score" if ranks["sparta"][0] != ranks["athens"][0] else BY_GOODS
    finish_won(running, f"{reason}{how}", max(SIDES, key=ranks.__getitem__))


def ended(position: Polis) -> str:
    """11-E: of a tie that the goods decided, with how many each side has."""
    if position.outcome is None or not position.outcome.reason.endswith(BY_GOODS):
        return ""
    winner, loser = sorted(SIDES, key=position.goods, reverse=True)
    points, goods = score(position, winner), f"{position.goods(winner)} goods to {position.goods(loser)}"
    return of_sides(f"11-E {points}:{points}; {{winner}} wins with {goods}", winner=winner)


# --- the chapters by which a game is told -----------------------------------------------------------------------------

Part = Literal["start", "turns", "end"]
_PARTS: dict[Part, str] = {"start": "projects and event", "turns": "turns", "end": "end of the round"}


def round_said(name: str | None) -> str:
    """5-A: `round 5α`, as it is printed."""
    return f"round {(name or '-').replace('a', 'α').replace('b', 'β')}"


def tell_chapter(running: Resolution[Polis], part: Part) -> None:
    """A part of the round begins."""
    name = running.position.round
    number = [*_PARTS].index(part) + 1
    running.emit(ChapterBegins(chapter=f"{name}.{number}", name=f"R{round_said(name)[1:]}: {_PARTS[part]}"))
