"""What a components file of Pericles holds. The classes below are its shape, which a file laid over ours must have."""

from typing import Annotated, Literal

import msgspec

from adjudicator.pericles.words import FactionName, IssueKind, MarkerKind, SideName, UnitKind, UnitName

Requirement = Literal[
    "controlling", "pre_plague", "post_plague", "at_war", "alcibiades_in_athens", "alcibiades_not_in_athens"
]
ConnectionKind = Literal["coastal", "transport", "overland", "open_sea", "coastal_ferry", "coastal_haulway"]
Number = Annotated[int, msgspec.Meta(ge=1, le=20)]
"""Of a theater (3.2-B)."""
Turn = Annotated[int, msgspec.Meta(ge=1, le=30)]
Pieces = Annotated[int, msgspec.Meta(ge=0, le=100)]
"""Units and bases."""
Tokens = Annotated[int, msgspec.Meta(ge=0, le=100)]
"""Strategos tokens."""
Award = Annotated[int, msgspec.Meta(ge=0, le=10)]
"""Strategos tokens that a card gives."""
Issues = Annotated[int, msgspec.Meta(ge=0, le=20)]
"""Issues or markers of a kind."""
Honor = Annotated[int, msgspec.Meta(ge=0, le=200)]
Value = Annotated[int, msgspec.Meta(ge=0, le=20)]
"""Of a card or a piece."""
Space = Annotated[int, msgspec.Meta(ge=0, le=5)]
"""Of a track, from its middle."""
Change = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Points = Annotated[int, msgspec.Meta(ge=1, le=20)]
"""What is built, kept or lost for one piece."""
Setup = dict[Number, dict[str, Pieces]]


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the file; a key that it does not know is an error."""


class Limits(_Part, frozen=True, kw_only=True):
    """2.1-A: the pieces of one colour."""

    land: Pieces
    naval: Pieces
    base: Pieces
    three_hundred: Pieces = 0


class TheaterFacts(_Part, frozen=True, kw_only=True):
    """3.2-B: what is printed in a theater; `type` is the kind of battle fought there first."""

    name: str
    type: UnitKind
    granary: bool
    aegean: bool


class ConnectionType(_Part, frozen=True, kw_only=True):
    """9.32-2: the tests that a connection asks of those who leave by it."""

    colour: str
    land_test: Literal["land", "naval", "none"]
    naval_test: Literal["naval", "none"]
    land_needs_base: bool
    naval_needs_base: bool


class Connection(_Part, frozen=True, kw_only=True):
    """9.32: two theaters that are joined."""

    a: Number
    b: Number
    type: ConnectionKind


class LossRow(_Part, frozen=True, kw_only=True):
    """9.44-A, 9.45-A: one row of a loss table."""

    row: str
    per: Points
    of: list[UnitName] = []
    remove: Pieces
    classes: list[UnitName]


class LossTables(_Part, frozen=True, kw_only=True):
    """9.44, 9.45: the rows of losses by the kind of battle."""

    loser: dict[UnitKind, list[LossRow]]
    winner: dict[UnitKind, list[LossRow]]
    base: dict[str, Points]


class Line(_Part, frozen=True, kw_only=True):
    """6.2-A: one line of a card."""

    issue: Literal[IssueKind, "any"]
    exclude: list[IssueKind] = msgspec.field(default_factory=list, name="except")
    bonus: Value
    strategos: Award
    requires: list[Requirement] = []


class PoliticalCard(_Part, frozen=True, kw_only=True):
    """3.2-G, 6.2: an ordinary card, with the lines of each Faction of its Side."""

    id: str
    title: str
    value: Value
    AF: list[Line] = []
    DF: list[Line] = []
    EK: list[Line] = []
    AK: list[Line] = []

    def lines_of(self, faction: FactionName) -> list[Line]:
        """The end of the card that a Faction reads."""
        lines: list[Line] = getattr(self, faction)
        return lines


class LeaderCard(_Part, frozen=True, kw_only=True):
    """6.3-A, 7.3-A: a Faction's Leader."""

    id: str
    faction: FactionName
    name: str
    value: Value
    seventh_card: dict[Literal["pre_plague", "post_plague"], Value]
    lines: list[Line]

    @property
    def title(self) -> str:
        """6.3: the name stands in its place."""
        return self.name

    def lines_of(self, faction: FactionName) -> list[Line]:
        return self.lines


class Placing(_Part, frozen=True, kw_only=True):
    """5.11-B: an issue that a card or a scenario puts on a track."""

    side: SideName
    issue: IssueKind
    faction: FactionName | None
    space: Space


class Effect(_Part, frozen=True, kw_only=True, omit_defaults=True):
    """5.11-I: an effect of an Aristophanes card."""

    op: Literal["gain", "stock", "remove_units", "add_units", "plague", "alcibiades_to_persia"]
    faction: FactionName | None = None
    tokens: Tokens = 0
    side: SideName | None = None
    delta: Change = 0
    unit: UnitName | None = msgspec.field(default=None, name="class")
    count: Pieces = 0
    theater: Number | None = None
    only_if_friendly_base: bool = False


class Objective(_Part, frozen=True, kw_only=True):
    """5.12-A: what the Will of the Assembly wants of a Side."""

    kind: Literal["control", "control_or_contest", "build_base"]
    theater: Number


class AristophanesCard(_Part, frozen=True, kw_only=True):
    """5.11: a card of the deck of 24."""

    id: str
    play: str
    version: str
    issues: list[Placing]
    effects: list[Effect]
    will: dict[SideName, Objective] | None


class End(_Part, frozen=True, kw_only=True):
    """14-B to 14-E: when a scenario ends."""

    last_turn: Turn | None = None
    peace_ends_from_turn: Turn | None = None
    after: Literal["political_capital"] | None = None


class Victory(_Part, frozen=True, kw_only=True):
    """14-B, 14-F: who wins it."""

    method: Literal["end_of_game", "honor_only", "honor_then_draw"]
    side_bonus: dict[SideName, Honor] = {}
    bonus: dict[Literal["war_peace_winner"], Honor] = {}


class ScenarioFacts(_Part, frozen=True, kw_only=True):
    """14-A: how a scenario is set up and what holds in it."""

    name: str
    kind: Literal["political", "theater", "full"]
    turns: list[Turn]
    sides: list[SideName]
    war_peace: Literal["war", "peace"]
    plague: Literal["pre", "post"]
    alcibiades: Literal["athens", "persia"]
    persian_war: bool
    honor: dict[FactionName, Honor]
    controlling: dict[SideName, FactionName]
    favor: dict[SideName, Literal["neutral"] | FactionName]
    held: dict[FactionName, Tokens]
    end: End
    victory: Victory
    persia_in_play: bool = False
    theaters_in_play: list[Number] = []
    aristophanes: Literal["none", "shuffled"] = "none"
    boule: Literal["none", "preset", "normal"] = "none"
    preset_issues: list[Placing] = []
    phases: list[str] = []
    markers: dict[FactionName, dict[MarkerKind, Issues]] = {}
    auto_honor_victory_from: Turn | None = None
    ravages_of_war: bool = False
    setup: Setup = {}
    setup_same_as: str | None = None


class Components(_Part, frozen=True, kw_only=True):
    """Everything that is in the box."""

    schema_version: Literal[1]
    game: Literal["pericles"]
    piece_limits: dict[str, Limits]
    strategos_tokens: dict[SideName, Tokens]
    treachery_markers: dict[SideName, Tokens]
    strategy_board_capacity: Pieces
    base_limit_per_theater: Pieces
    redeploy_cap_per_theater: Pieces
    debate_issues_per_side: dict[Literal["common", SideName], dict[IssueKind, Issues]]
    theater_markers_per_faction: dict[MarkerKind, Issues]
    maintenance_points: dict[str, Points]
    theaters: dict[Number, TheaterFacts]
    connection_types: dict[ConnectionKind, ConnectionType]
    connections: list[Connection]
    loss_tables: LossTables
    leader_cards: list[LeaderCard]
    political_cards: dict[SideName, list[PoliticalCard]]
    aristophanes_cards: list[AristophanesCard]
    turn_dates: dict[Turn, str]
    scenarios: dict[str, ScenarioFacts]
