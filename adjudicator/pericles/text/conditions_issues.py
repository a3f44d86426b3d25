"""20-G: facts about the issue that is debated or resolved, its theater, its expedition, and the queues."""

from __future__ import annotations

from typing import Any, Literal

from adjudicator.kernel import Unknown
from adjudicator.kernel.books.conditions import Fact
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state.expedition import lead, moves_allowed
from adjudicator.pericles.state.position import Pericles, Spot, Status
from adjudicator.pericles.state.tracks import half_of
from adjudicator.pericles.words import FACTIONS, SIDE_OF, FactionName, IssueKind, MarkerKind, SideName, TheaterName


def resolved_now(view: Pericles) -> tuple[Spot, str, SideName] | None:
    """The marker that is being resolved: its theater, its kind and its owner's Side; None where none is."""
    expedition = view.expedition
    if expedition is not None:
        return expedition.theater, "military", SIDE_OF[expedition.general]
    phase = view.phase
    for ask in phase.asks if phase else []:
        if {"theater", "kind"} <= ask.args.keys():
            return ask.args["theater"], ask.args["kind"], _owner_side(phase.then.args if phase else {}, ask.seat)
    return None


def _owner_side(args: dict[str, Any], seat: str) -> SideName:
    """3.2-D: the owner, whom the closing step names; else he is the one who is asked."""
    owner = args.get("owner", seat)
    return next(SIDE_OF[faction] for faction in FACTIONS if faction == owner)


class Resolving(Fact, frozen=True, kw_only=True, tag="resolving"):
    """A marker is being resolved; what is named of its theater, kind and Side must fit."""

    theater: Spot | None = None
    kind: MarkerKind | None = None
    side: SideName | None = None

    def holds(self, view: Pericles) -> bool:
        """8.41-A."""
        found = resolved_now(view)
        wanted = (self.theater, self.kind, self.side)
        return found is not None and all(one in (None, other) for one, other in zip(wanted, found, strict=True))

    def told(self) -> str:
        """In words."""
        whose = f" of {name_of(self.side)}" if self.side else ""
        where = f" in {name_of(self.theater)}" if self.theater else ""
        return f"{f'a {self.kind}' if self.kind else 'a'} marker{whose}{where} is being resolved"


class TheaterStatus(Fact, frozen=True, kw_only=True, tag="status"):
    """What a theater is to a Side; without a theater that of the marker being resolved. Persia has no status."""

    side: SideName
    status: Status
    theater: TheaterName | None = None

    def holds(self, view: Pericles) -> bool:
        """3.2-A."""
        found = resolved_now(view)
        where = self.theater or (found[0] if found else None)
        return any(where == one and view.status(one, self.side) == self.status for one in view.in_play())

    def told(self) -> str:
        """In words."""
        where = name_of(self.theater) if self.theater else "the theater of the marker being resolved"
        return f"{where} is {self.status} to {name_of(self.side)}"


class Attacker(Fact, frozen=True, kw_only=True, tag="attacker"):
    """An expedition of this Side is under way; with a Faction, it has the command."""

    side: SideName
    general: FactionName | None = None

    def holds(self, view: Pericles) -> bool:
        """9.0-A."""
        expedition = view.expedition
        if expedition is None or SIDE_OF[expedition.general] != self.side:
            return False
        return self.general in (None, expedition.general)

    def told(self) -> str:
        """In words."""
        led = f", led by {name_of(self.general)}" if self.general else ""
        return f"{name_of(self.side)} is on an expedition{led}"


class Ahead(Fact, frozen=True, kw_only=True, tag="ahead before cards"):
    """In a battle a Side's total before cards is above the other's by at least so much (below 0: behind by no more).

    Before a battle has begun it is that of the theater's own kind; never so while commitments are hidden.
    """

    side: SideName
    at_least: int

    def holds(self, view: Pericles) -> bool:
        """9.42-A."""
        expedition = view.expedition
        if expedition is None or any(isinstance(view.committed[faction], Unknown) for faction in FACTIONS):
            return False
        kind = expedition.kind or view.box.theaters[expedition.theater].type
        return lead(view, self.side, kind) >= self.at_least

    def told(self) -> str:
        """In words."""
        return f"{name_of(self.side)} is ahead before cards by {self.at_least} or more"


class MovesAllowed(Fact, frozen=True, kw_only=True, tag="moves allowed"):
    """So many units may be moved in the expedition, without the extra move of the 300."""

    number: int

    def holds(self, view: Pericles) -> bool:
        """9.32-0, 20-J."""
        expedition = view.expedition
        return expedition is not None and bool(expedition.revealed) and moves_allowed(view) == self.number

    def told(self) -> str:
        """In words."""
        return f"{self.number} units may be moved"


class TopMarker(Fact, frozen=True, kw_only=True, tag="top of queue"):
    """A marker of this Side lies on top of a queue, or none does."""

    theater: Spot
    top: Literal["athens", "sparta", "none"]

    def holds(self, view: Pericles) -> bool:
        """8.31-A."""
        queue = view.theaters[self.theater].queue
        return (queue[-1].side if queue else "none") == self.top

    def told(self) -> str:
        """In words."""
        what = "no marker lies" if self.top == "none" else f"a marker of {name_of(self.top)} lies on top"
        return f"{what} in {name_of(self.theater)}"


class DebateNumber(Fact, frozen=True, kw_only=True, tag="debate"):
    """It is this debate, 1 to 6."""

    number: int

    def holds(self, view: Pericles) -> bool:
        """6.1-A."""
        return view.debate is not None and view.debate.number == self.number

    def told(self) -> str:
        """In words."""
        return f"it is debate {self.number}"


class Debated(Fact, frozen=True, kw_only=True, tag="debated"):
    """A Side debates an issue; what is named must fit: its kind, the half on which it lies, the number of its space."""

    side: SideName
    kind: IssueKind | None = None
    half: FactionName | Literal["centre"] | None = None
    space: int | None = None

    def holds(self, view: Pericles) -> bool:
        """6.11-A, 6.13-B."""
        if view.debate is None or self.side not in view.debate.selected:
            return False
        issue = view.tracks[self.side][view.debate.selected[self.side]]
        half = half_of(self.side, issue.space) or "centre"
        fits = self.kind in (None, issue.kind) and self.half in (None, half)
        return fits and self.space in (None, abs(issue.space))

    def told(self) -> str:
        """In words."""
        half = {None: "", "centre": " on the centre"}.get(self.half, f" on the half of {name_of(str(self.half))}")
        space = "" if self.space is None else f" on space {self.space}"
        return f"{name_of(self.side)} debates {name_of(self.kind) if self.kind else 'an issue'}{half}{space}"


ISSUE_CONDITIONS: tuple[type[Fact], ...] = (
    Resolving,
    TheaterStatus,
    Attacker,
    Ahead,
    MovesAllowed,
    TopMarker,
    DebateNumber,
    Debated,
)
