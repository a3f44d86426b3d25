"""What the players of Pericles may write: the orders to the decisions of section 20, and their parts."""

from typing import Annotated, Literal

import msgspec

from adjudicator.kernel.questions.questions import Order
from adjudicator.pericles.words import (
    BaseName,
    BoxName,
    FactionName,
    IssueKind,
    MarkerKind,
    PieceName,
    SideName,
    TheaterName,
    UnitName,
)

Mode = Literal["decline", "build", "raid", "expedition"]
LeagueDeed = Literal["build base", "convert base", "build units", "remove treachery"]
OracleDeed = Literal["honor", "remove unit", "treachery"]


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Part of an order."""


class Standing(_Part, frozen=True, kw_only=True):
    """Units of one class in one theater."""

    theater: TheaterName
    unit: UnitName
    count: int = 1


class Relocation(_Part, frozen=True, kw_only=True):
    """Units of one class that go from one theater to another (7.41-D, 11.3)."""

    unit: UnitName
    origin: TheaterName = msgspec.field(name="from")
    target: TheaterName = msgspec.field(name="to")
    count: int = 1


class Move(_Part, frozen=True, kw_only=True):
    """9.32-1: one unit and its path, from where it stands to where it stops."""

    unit: UnitName
    path: Annotated[list[TheaterName], msgspec.Meta(min_length=1)]


class PersianGold(_Part, frozen=True, kw_only=True):
    """9.11-A: what Persian bases pay for."""

    spartan_naval: int = 0
    peloponnesian_land: int = 0
    peloponnesian_naval: dict[TheaterName, int] = {}


class DiscardOrder(Order, frozen=True, tag="D1"):
    """D1 (5.21-A): the Entourage cards that are discarded."""

    cards: list[str]


class EntourageOrder(Order, frozen=True, tag="D2"):
    """D2 (5.23-A): the three cards that become the Entourage."""

    cards: list[str]


class GiveUpOrder(Order, frozen=True, tag="D3"):
    """D3 (5.11-F, 5.14-E): the units that a card or the Plague takes."""

    units: list[Standing]


class HostageOrder(Order, frozen=True, tag="D4"):
    """D4 (5.33-A): whether the Hostages are spent."""

    spend: bool


class BouleOrder(Order, frozen=True, tag="D5"):
    """D5 (5.32): the issues put on the track in this step."""

    issues: list[IssueKind]


class SelectOrder(Order, frozen=True, tag="D6"):
    """D6 (6.11-A): the issue debated, and the space of the track on which it lies (AF and EK: above 0)."""

    issue: IssueKind
    space: int


class CardOrder(Order, frozen=True, tag="D7"):
    """D7 (6.12-A): the card played in the debate."""

    card: str


class BrainTrustOrder(Order, frozen=True, tag="D8"):
    """D8 (6.31-A): whether the Brain Trust is used."""

    use: bool


class StopOrder(Order, frozen=True, tag="D9"):
    """D9 (6.14-A): whether War/Peace stops on the centre."""

    stop: bool


class RelocateOrder(Order, frozen=True, tag="D10"):
    """D10 (7.41-D): where City-State units go when Peace is declared; what is not named goes Home."""

    moves: list[Relocation]


class CitizenshipOrder(Order, frozen=True, tag="D11", omit_defaults=True):
    """D11 (7.44A): the theater whose Delian base becomes Athenian (None: no base), and the units added."""

    theater: TheaterName | None = None
    naval: int = 0
    land: int = 0


class ColonyOrder(Order, frozen=True, tag="D12", omit_defaults=True):
    """D12 (7.44B): the theater of the colony (None: none), and the units added."""

    theater: TheaterName | None = None
    naval: int = 0
    land: int = 0


class KrypteiaOrder(Order, frozen=True, tag="D13"):
    """D13 (7.45A): how many Athenian Treachery markers are removed, by theater."""

    removed: dict[TheaterName, int]


class AgogeOrder(Order, frozen=True, tag="D14"):
    """D14 (7.45B): Spartan land units built in Sparta, and whether the 300 are."""

    land: int
    hundred: bool


class LendOrder(Order, frozen=True, tag="D15"):
    """D15 (7.51-A): the markers lent to the Compatriot."""

    markers: list[MarkerKind]


class PlaceOrder(Order, frozen=True, tag="D16", omit_defaults=True):
    """D16 (8.3-A): a marker and where it is placed. `owner` tells a lent one from one's own; left out, one's own."""

    marker: MarkerKind
    theater: TheaterName | BoxName
    owner: FactionName | None = None


class RevealOrder(Order, frozen=True, tag="D17"):
    """D17 (8.41-A): the queue whose top marker is revealed."""

    theater: TheaterName | BoxName


class ResolveOrder(Order, frozen=True, tag="D18"):
    """D18 (8.5-B): whether the issue is resolved."""

    resolve: bool


class DiplomacyOrder(Order, frozen=True, tag="D19"):
    """D19 (8.51-A): tokens committed to diplomacy in a Contested or Enemy Controlled theater."""

    tokens: int


class QuietOrder(Order, frozen=True, tag="D20"):
    """D20 (8.51-B): Treachery markers removed, by Side; each costs a token."""

    removed: dict[SideName, int]


class CourtOrder(Order, frozen=True, tag="D21"):
    """D21 (8.51-C): the owner's tokens in a Neutral theater."""

    tokens: int


class OpposeOrder(Order, frozen=True, tag="D22"):
    """D22 (8.51-C): the enemy's tokens in a Neutral theater."""

    tokens: int


class LeagueOrder(Order, frozen=True, tag="D23", omit_defaults=True):
    """D23 (8.52, 12.1, 13.1-B): what a League issue does; units for `build units`, a Side for `remove treachery`."""

    do: LeagueDeed
    naval: int = 0
    land: int = 0
    argive: int = 0
    side: SideName | None = None


class OracleOrder(Order, frozen=True, tag="D24", omit_defaults=True):
    """D24 (8.53): what the Oracle gives; a unit and its theater for `remove unit`, theaters for `treachery`."""

    do: OracleDeed
    unit: UnitName | None = None
    theater: TheaterName | None = None
    theaters: list[TheaterName] = []


class ModeOrder(Order, frozen=True, tag="D25"):
    """D25 (9.0-C): what the Commanding General does with a Military issue."""

    mode: Mode


class BuildOrder(Order, frozen=True, tag="D26", omit_defaults=True):
    """D26 (9.1, 9.11): City-State units built at Home, and what Persian Gold builds."""

    naval: int = 0
    land: int = 0
    hundred: bool = False
    gold: PersianGold = PersianGold()


class CommandOrder(Order, frozen=True, tag="D27"):
    """D27 (9.31): the tokens of the Commanding General."""

    tokens: int


class SupportOrder(Order, frozen=True, tag="D28"):
    """D28 (9.31-B): the tokens of the General's Compatriot."""

    tokens: int


class ResistOrder(Order, frozen=True, tag="D29"):
    """D29 (9.31-B): the tokens of an enemy Faction."""

    tokens: int


class MoveOrder(Order, frozen=True, tag="D30"):
    """D30 (9.32): the moves, one after another."""

    moves: list[Move]


class StateShipOrder(Order, frozen=True, tag="D31"):
    """D31 (12.3-A): whether the State Ship is committed."""

    use: bool


class LossOrder(Order, frozen=True, tag="D32"):
    """D32 (9.44-C): the loser's losses: a row of the table and units."""

    row: str
    units: dict[UnitName, int]


class BaseLossOrder(Order, frozen=True, tag="D33"):
    """D33 (9.44-D): the bases destroyed."""

    bases: dict[BaseName, int]


class WinnerLossOrder(Order, frozen=True, tag="D34"):
    """D34 (9.45-B): the winner's losses."""

    row: str
    units: dict[UnitName, int]


class SecondBattleOrder(Order, frozen=True, tag="D35"):
    """D35 (9.6-A): whether there is a second battle."""

    fight: bool


class CalliasOrder(Order, frozen=True, tag="D36", omit_defaults=True):
    """D36 (13.21-A): whether the Peace of Callias is made, and the theater whose Athenian naval unit it costs."""

    make: bool
    theater: TheaterName | None = None


class MaintainOrder(Order, frozen=True, tag="D37"):
    """D37 (11.2-A): the units eliminated, one after another."""

    units: list[Standing]


class RedeployOrder(Order, frozen=True, tag="D38", omit_defaults=True):
    """D38 (11.3): moves to theaters with a valid base, and the units given up where too many stand."""

    moves: list[Relocation] = []
    eliminated: list[Standing] = []


class ReturnOrder(Order, frozen=True, tag="D39"):
    """D39 (14.43-B): pieces of the Lost box that return to the reserve."""

    pieces: dict[PieceName, int]
