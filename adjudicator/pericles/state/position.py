"""The position of Pericles: map, tracks, cards, tokens, markers and what is being resolved.

What follows from something else is not stored: reserves (2.1-A), who controls a theater (3.2-A), who the Opposition
is. Names of theaters, pieces and markers are in `words`; printed facts in `components`, by the digest that the
position carries. Nothing may follow the order of a mapping: go through `THEATERS`, `PIECES`, `FACTIONS`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from adjudicator.kernel import Position, Unknown
from adjudicator.pericles.components import BOXES, Box
from adjudicator.pericles.components.checks import limit
from adjudicator.pericles.components.model import Objective, ScenarioFacts
from adjudicator.pericles.words import (
    BASES_OF,
    ENEMY,
    FACTIONS_OF,
    LEAGUE_BASE,
    PIECES_OF,
    SIDE_OF,
    THEATERS,
    UNITS_OF,
    VALUES_OF,
    BaseName,
    BoxName,
    FactionName,
    IssueKind,
    MarkerKind,
    PieceName,
    SideName,
    TheaterName,
    UnitKind,
    UnitName,
    units_of,
)

HiddenWord = str | Unknown
HiddenCount = int | Unknown
Status = Literal["friendly", "enemy", "contested", "neutral"]
Spot = TheaterName | BoxName


class Marker(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, order=False):
    """7.5: a theater marker: its kind, and the Faction that won it. `placer` once it lies in a queue (8.3-A)."""

    kind: MarkerKind | Unknown
    owner: FactionName | Unknown
    placer: FactionName | None = None

    @property
    def side(self) -> SideName | None:
        """8.3-A: the Side whose colour the marker shows once it is placed."""
        return SIDE_OF[self.placer] if self.placer else None


class Issue(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """3.2-E, 6.13-B: an issue on a track, from -7 to 7; at either end it is captured (6.15-A)."""

    kind: IssueKind
    space: int

    @property
    def captured(self) -> bool:
        """6.15-A: whether the issue has reached an end of its track."""
        return abs(self.space) == 7


class Theater(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """A theater, or the box of Persia: its pieces, Treachery markers by Side, its queue (the last is on top)."""

    pieces: dict[PieceName, int] = {}
    treachery: dict[SideName, int] = {}
    queue: list[Marker] = []

    def count(self, piece: PieceName) -> int:
        """How many pieces of a class are here."""
        return self.pieces.get(piece, 0)

    def bases(self, side: SideName) -> int:
        """The bases of a Side here. Persian bases, which are in Persia only, are not counted."""
        league, city_state = BASES_OF[side]
        return self.pieces.get(league, 0) + self.pieces.get(city_state, 0)

    def units(self, side: SideName, kind: UnitKind | None = None) -> int:
        """The units of a Side here, of one kind or of both."""
        return sum(self.count(unit) for unit in (UNITS_OF[side] if kind is None else units_of(side, kind)))

    def strength(self, side: SideName, kind: UnitKind) -> int:
        """9.32-2: the military value of a Side's units of a kind, and 2 for each base."""
        return self.unit_strength(side, kind) + 2 * self.bases(side)

    def unit_strength(self, side: SideName, kind: UnitKind) -> int:
        """9.44-A: the military value of a Side's units of a kind, without bases."""
        total = 0
        for unit, value in VALUES_OF[side, kind]:
            if unit in self.pieces:
                total += value * self.pieces[unit]
        return total

    def present(self, side: SideName) -> bool:
        """3.2-A: whether a Side has a unit or a base here."""
        return any(self.pieces.get(piece) for piece in PIECES_OF[side])


class Debate(msgspec.Struct, forbid_unknown_fields=True):
    """6.1: debate `number` of both Sides, which go in step (20-L). `selected` is the index of the issue on each Side's
    track; `totals` include what was added to the cards (6.12-B)."""

    number: int
    selected: dict[SideName, int] = {}
    cards: dict[FactionName, str] = {}
    totals: dict[FactionName, int] = {}
    entourage_card: dict[FactionName, str] = {}  # 6.31-A: what a Brain Trust drew


class Expedition(msgspec.Struct, forbid_unknown_fields=True):
    """9.3 to 9.7: the Military issue that is being resolved. Commitments rest in `Pericles.committed`."""

    theater: TheaterName
    general: FactionName
    revealed: list[FactionName] = []
    state_ship: bool = False
    battles: int = 0
    kind: UnitKind | None = None  # of the battle being fought
    totals: dict[SideName, int] = {}
    strategoi: dict[SideName, int] = {}  # 9.44-D: committed tokens, State Ship and the 300 in this battle
    winner: SideName | None = None
    differential: int = 0
    lost: dict[UnitName, int] = {}  # of the loser in this battle
    lost_bases: int = 0


class Pericles(Position, kw_only=True):
    """A position of Pericles. `turn` is the printed turn (1 to 10); `nth_turn` counts those of the scenario from 1."""

    components: str = ""  # the digest of the components file; "" stands for ours
    turn: int = 0
    nth_turn: int = 0
    war: bool = False
    post_plague: bool = False
    alcibiades: Literal["athens", "persia"] = "athens"
    persian_war: bool = False
    persia_open: bool = False  # 13.1-A
    state_ship: bool = False  # 12.3-A: still to be used this turn
    politics: bool = False  # 15.2-B: from 5.2 to 7.51
    granary_at_start: bool = True  # 4.0-B (iii)

    honor: dict[FactionName, int] = {}
    controlling: dict[SideName, FactionName] = {}
    controlling_at_start: dict[SideName, FactionName] = {}  # 15.2-B: at the start of the turn
    favor: dict[SideName, FactionName | None] = {}
    hostages: dict[SideName, bool] = {}
    major_defeat: dict[SideName, bool] = {}  # 9.54: already this turn

    stock: dict[SideName, int] = {}
    board: dict[SideName, int] = {}
    set_aside: dict[SideName, int] = {}
    set_aside_next: dict[SideName, int] = {}  # 11.4-D: a part of set_aside
    shields: dict[FactionName, HiddenCount] = {}
    committed: dict[FactionName, HiddenCount] = {}

    aristophanes_deck: list[HiddenWord] = []
    aristophanes: str | None = None  # the card of this turn
    played: list[str] = []  # 5.11-H: the cards out of play, that of this turn included
    will: dict[SideName, Objective] = {}
    void_will: dict[SideName, str] = {}  # the clause by which an objective is void (5.12-B, 11.41-A)
    built: dict[SideName, list[TheaterName]] = {}  # 11.41-A: where a base was built or converted this turn

    decks: dict[SideName, list[HiddenWord]] = {}
    discards: dict[SideName, list[str]] = {}
    remade: dict[SideName, list[str]] = {}  # 5.23-C: the cards, seen by all, of which the Battle Deck was made anew
    hands: dict[FactionName, list[HiddenWord]] = {}
    entourages: dict[FactionName, list[HiddenWord]] = {}
    brain_trust: dict[FactionName, bool] = {}  # used this turn (during 5.2: last turn)

    tracks: dict[SideName, list[Issue]] = {}
    out_of_game: dict[SideName, list[IssueKind]] = {}
    debate: Debate | None = None
    oration: dict[FactionName, int] = {}
    markers: dict[FactionName, list[Marker]] = {}  # held
    unrevealed: dict[FactionName, dict[MarkerKind, int]] = {}  # in views only: by owner, the markers still face down
    honor_order: list[FactionName] = []

    theaters: dict[Spot, Theater] = {}
    lost: dict[PieceName, int] = {}  # 14.43-B
    gone: dict[PieceName, int] = {}  # 5.14-F
    expedition: Expedition | None = None

    # --- printed facts --------------------------------------------------------------------------------------------

    @property
    def box(self) -> Box:
        """The components that this game is played with."""
        return BOXES[self.components]

    @property
    def facts(self) -> ScenarioFacts:
        """14-A: the data of the scenario."""
        return self.box.scenarios[self.scenario]

    @property
    def sides(self) -> list[SideName]:
        """The Sides in play, Athens first (4.0-C)."""
        return self.facts.sides

    @property
    def factions(self) -> tuple[FactionName, ...]:
        """The Factions in play."""
        return self.box.factions[self.scenario]

    def limit(self, piece: PieceName) -> int:
        """2.1-A, 2.1-C, RULING-1: how many pieces of a class there are."""
        if piece == "spartan_naval":
            return int(self.options["spartan_naval_limit"])
        return limit(self.box.components, piece)

    # --- the map --------------------------------------------------------------------------------------------------

    def in_play(self) -> tuple[TheaterName, ...]:
        """14-C, 13.2-A: the theaters that exist now, in the order of their numbers."""
        return self.box.in_play[self.scenario][self.persian_war]

    def status(self, theater: TheaterName, side: SideName) -> Status:
        """3.2-A: what a theater is to a Side."""
        mine, theirs = (self.theaters[theater].present(one) for one in (side, ENEMY[side]))
        if mine and theirs:
            return "contested"
        return "friendly" if mine else "enemy" if theirs else "neutral"

    def on_map(self, piece: PieceName) -> int:
        """How many pieces of a class are on the map, Persia included."""
        total = 0
        for theater in self.theaters.values():
            total += theater.pieces.get(piece, 0)
        return total

    def reserve(self, piece: PieceName) -> int:
        """2.1-A, 24-B: what is left to be built."""
        return self.limit(piece) - self.on_map(piece) - self.lost.get(piece, 0) - self.gone.get(piece, 0)

    def place(self, spot: Spot, piece: PieceName, number: int = 1) -> int:
        """2.1-A: put pieces of the reserve somewhere, as many as it holds. Returns how many."""
        put = max(0, min(number, self.reserve(piece)))
        if put:
            pieces = self.theaters[spot].pieces
            pieces[piece] = pieces.get(piece, 0) + put
        return put

    def take_off(self, spot: Spot, piece: PieceName, number: int = 1) -> int:
        """2.1-B: pieces go back to the reserve, as many as are there. Returns how many."""
        pieces = self.theaters[spot].pieces
        taken = min(number, pieces.get(piece, 0))
        if taken:
            pieces[piece] -= taken
            if not pieces[piece]:
                del pieces[piece]
        return taken

    def room_for_base(self, theater: TheaterName) -> bool:
        """8.2-A: whether fewer than three bases, both Sides together, stand in a theater."""
        there = self.theaters[theater]
        return sum(there.bases(side) for side in BASES_OF) < self.box.components.base_limit_per_theater

    def may_build_base(self, theater: TheaterName, base: BaseName) -> bool:
        """8.2-A, RULING-29: whether a base of a class can be built in a theater."""
        return self.room_for_base(theater) and self.reserve(base) > 0

    def league_bases(self, theater: TheaterName, side: SideName) -> int:
        """The League bases of a Side in a theater."""
        return self.theaters[theater].count(LEAGUE_BASE[side])

    def treachery_left(self, side: SideName) -> int:
        """9.8-A: the Treachery markers of a Side that are not on the map."""
        out = 0
        for theater in self.theaters.values():
            if theater.treachery:
                out += theater.treachery.get(side, 0)
        return self.box.components.treachery_markers[side] - out

    def bases_on_map(self, side: SideName) -> int:
        """11.14-B, RULING-46: a Side's bases on the map, without Persian ones."""
        return sum(self.theaters[name].bases(side) for name in THEATERS)

    # --- Sides and Factions ---------------------------------------------------------------------------------------

    def governs(self, faction: FactionName) -> bool:
        """3.2-C: whether a Faction is the Controlling one of its Side."""
        return self.controlling[SIDE_OF[faction]] == faction

    def opposition(self, side: SideName) -> FactionName:
        """3.2-C: the Opposition Faction of a Side."""
        first, second = FACTIONS_OF[side]
        return second if self.controlling[side] == first else first

    def governing_first(self, side: SideName) -> tuple[FactionName, FactionName]:
        """The Factions of a Side, the Controlling one first."""
        return self.controlling[side], self.opposition(side)

    def side_honor(self, side: SideName) -> int:
        """The Honor of both Factions of a Side; 0 where it is not in play (14-B)."""
        return sum(self.honor.get(faction, 0) for faction in FACTIONS_OF[side])

    def tokens(self, faction: FactionName) -> int:
        """The tokens behind a Faction's shield. ValueError where they are hidden."""
        held = self.shields[faction]
        if isinstance(held, Unknown):
            raise ValueError(f"the tokens behind the shield of {faction} are hidden here")
        return held

    # --- issues ---------------------------------------------------------------------------------------------------

    def issues_left(self, side: SideName, kind: IssueKind) -> int:
        """24-E: the debate markers of a kind that are neither on the track nor out of the game."""
        printed = self.box.components.debate_issues_per_side
        total = printed["common"].get(kind, 0) + printed[side].get(kind, 0)
        on_track = [issue.kind for issue in self.tracks[side]]
        return total - on_track.count(kind) - self.out_of_game[side].count(kind)
