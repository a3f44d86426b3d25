"""20-G: what conditions of books and case files may ask for. Sides and Factions are named; nothing is `mine`."""

from __future__ import annotations

from typing import Any, Final, Literal

from adjudicator.kernel import UNKNOWN, Unknown
from adjudicator.kernel.books.conditions import Quantities
from adjudicator.kernel.books.quantities import Quantity
from adjudicator.kernel.faults import Known
from adjudicator.pericles.components import box
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state.expedition import lead, moves_allowed
from adjudicator.pericles.state.position import Pericles, Spot, Status
from adjudicator.pericles.state.theaters import capacity, load
from adjudicator.pericles.state.tracks import half_of
from adjudicator.pericles.words import (
    ENEMY,
    FACTIONS,
    SIDE_OF,
    FactionName,
    IssueKind,
    MarkerKind,
    PieceName,
    SideName,
    TheaterName,
    UnitKind,
)

ChapterName = Literal["aristophanes", "assembly", "political", "theater", "end"]
_CHAPTERS: tuple[tuple[int, ChapterName], ...] = (  # section 20: the last decision of each phase of the turn
    (5, "aristophanes"),
    (9, "assembly"),
    (15, "political"),
    (35, "theater"),
    (39, "end"),
)
Half = FactionName | Literal["centre"]
AT_LEAST: Final = "at_least"


def chapter_of(view: Pericles) -> Any:
    """The phase of the turn to which the questions that are open belong; UNKNOWN where none is seen."""
    asks = view.phase.asks if view.phase else []
    numbers = [int(ask.question.removeprefix("D")) for ask in asks]
    return next((name for last, name in _CHAPTERS if numbers and numbers[0] <= last), UNKNOWN)


def _resolved_now(view: Pericles) -> tuple[Spot, str, SideName] | None:
    """The marker that is being resolved: its theater, its kind and its owner's Side; None where none is.

    It is read from the expedition under way, else from the questions that are open.
    """
    expedition = view.expedition
    if expedition is not None:
        return expedition.theater, "military", SIDE_OF[expedition.general]
    phase = view.phase
    for ask in phase.asks if phase else []:
        if {"theater", "kind"} <= ask.args.keys():
            return ask.args["theater"], ask.args["kind"], _owner_side(phase.then.args if phase else {}, ask.seat)
    return None


def _owner_side(args: dict[str, Any], seat: str) -> SideName:
    """3.2-D: the owner is named by the closing step; else it is the seat that is asked."""
    owner = args.get("owner", seat)
    return next(SIDE_OF[faction] for faction in FACTIONS if faction == owner)


def _resolving(view: Pericles, theater: Spot | None, kind: MarkerKind | None, side: SideName | None) -> bool:
    """8.41-A: whether such a marker is being resolved now; what is None may be anything."""
    found = _resolved_now(view)
    wanted = (theater, kind, side)
    return found is not None and all(one in (None, other) for one, other in zip(wanted, found, strict=True))


def _status(view: Pericles, side: SideName, theater: TheaterName | None) -> Any:
    """3.2-A. Without a theater, that of the marker being resolved. Persia has no status."""
    found = _resolved_now(view)
    where = theater or (found[0] if found else None)
    return next((view.status(one, side) for one in view.in_play() if one == where), UNKNOWN)


def _attacker(view: Pericles, side: SideName, general: FactionName | None) -> bool:
    """9.0-A: whether a Side is on an expedition, under this General if one is named."""
    expedition = view.expedition
    if expedition is None or SIDE_OF[expedition.general] != side:
        return False
    return general in (None, expedition.general)


def _ahead(view: Pericles, side: SideName) -> Any:
    """9.42-A. Before a battle has begun it is that of the theater's own kind; UNKNOWN while commitments are hidden."""
    expedition = view.expedition
    if expedition is None or any(isinstance(view.committed[faction], Unknown) for faction in FACTIONS):
        return UNKNOWN
    return lead(view, side, expedition.kind or view.box.theaters[expedition.theater].type)


def _moves_allowed(view: Pericles) -> Any:
    """9.32-0, 20-J: without the extra move of the 300."""
    return moves_allowed(view) if view.expedition is not None and view.expedition.revealed else UNKNOWN


def _top(view: Pericles, theater: Spot) -> Any:
    """8.31-A: the Side of the marker on top of a queue."""
    queue = view.theaters[theater].queue
    return queue[-1].side if queue else "none"


def _debated(view: Pericles, side: SideName, kind: IssueKind | None, half: Half | None, space: int | None) -> bool:
    """6.11-A: whether such an issue is debated; spaces are counted from the centre (6.13-B)."""
    if view.debate is None or side not in view.debate.selected:
        return False
    issue = view.tracks[side][view.debate.selected[side]]
    fits = kind in (None, issue.kind) and half in (None, half_of(side, issue.space) or "centre")
    return fits and space in (None, abs(issue.space))


_OF_THE_TURN: Final = {
    "turn": Quantity(lambda view: view.turn, "the turn", fact="number"),
    "war": Quantity(lambda view: view.war, "there is War", gives=bool, opposite="there is no War"),
    "post-plague": Quantity(lambda view: view.post_plague, "it is Post-Plague", gives=bool),
    "chapter": Quantity(chapter_of, "the phase of the turn", gives=ChapterName, fact="name"),
    "controlling": Quantity(
        lambda view, faction: faction in view.controlling.values(),
        "{faction} are the Controlling Faction",
        {"faction": FactionName},
        bool,
    ),
    "tokens": Quantity(
        lambda view, faction: view.shields.get(faction, 0),
        "the number of tokens that you see {faction} hold",
        {"faction": FactionName},
        fact=AT_LEAST,
    ),
    "side honor lead": Quantity(
        lambda view, side: view.side_honor(side) - view.side_honor(ENEMY[side]),
        "the Honor of {side} less that of the other Side",
        {"side": SideName},
        fact=AT_LEAST,
    ),
    "honor lead": Quantity(
        lambda view, faction, over: view.honor.get(faction, 0) - view.honor.get(over, 0),
        "the Honor of {faction} less that of {over}",
        {"faction": FactionName, "over": FactionName},
        fact=AT_LEAST,
    ),
    "side_honor": Quantity(lambda view, side: view.side_honor(side), "the Honor of {side}", {"side": SideName}),
    "opposition": Quantity(
        lambda view, side: view.opposition(side), "the Opposition of {side}", {"side": SideName}, FactionName
    ),
    "issues_left": Quantity(
        lambda view, side, kind: view.issues_left(side, kind),
        "the number of {kind} issues that {side} has left",
        {"side": SideName, "kind": IssueKind},
    ),
    "load": Quantity(load, "what {side} has to maintain", {"side": SideName}),
    "capacity": Quantity(capacity, "what {side} can maintain", {"side": SideName}),
}
_OF_THE_ISSUE: Final = {
    "resolving": Quantity(
        _resolving,
        "a [{kind} ]marker[ of {side}][ in {theater}] is being resolved",
        {"theater": Spot | None, "kind": MarkerKind | None, "side": SideName | None},
        bool,
        opposite="no [{kind} ]marker[ of {side}][ in {theater}] is being resolved",
    ),
    "status": Quantity(
        _status,
        "the status of [{theater}|the theater of the marker being resolved] to {side}",
        {"side": SideName, "theater": TheaterName | None},
        Status,
        fact="status",
    ),
    "attacker": Quantity(
        _attacker,
        "{side} is on an expedition[, led by {general}]",
        {"side": SideName, "general": FactionName | None},
        bool,
    ),
    "ahead before cards": Quantity(
        _ahead, "the lead of {side} before Battle cards are drawn", {"side": SideName}, fact=AT_LEAST
    ),
    "moves allowed": Quantity(_moves_allowed, "the number of units that may be moved", fact="number"),
    "top of queue": Quantity(
        _top,
        "the Side of the top marker in {theater}",
        {"theater": Spot},
        Literal["athens", "sparta", "none"],
        fact="top",
    ),
    "debate": Quantity(
        lambda view: view.debate.number if view.debate else UNKNOWN, "the number of the debate", fact="number"
    ),
    "debated": Quantity(
        _debated,
        "{side} debates [{kind}|an issue][, half: {half}][, space: {space}]",
        {"side": SideName, "kind": IssueKind | None, "half": Half | None, "space": int | None},
        bool,
        opposite="{side} does not debate [{kind}|an issue][, half: {half}][, space: {space}]",
    ),
}
_OF_THE_MAP: Final = {
    "strength": Quantity(
        lambda view, theater, side, kind: view.theaters[theater].strength(side, kind),
        "the {kind} strength of {side} in {theater}",
        {"theater": Spot, "side": SideName, "kind": UnitKind},
    ),
    "reserve": Quantity(
        lambda view, piece: view.reserve(piece), "the number of {piece} in reserve", {"piece": PieceName}
    ),
    "treachery_left": Quantity(
        lambda view, side: view.treachery_left(side),
        "the number of Treachery markers that {side} has left",
        {"side": SideName},
    ),
    "in_play": Quantity(lambda view: [*view.in_play()], "the theaters in play", gives=list[str]),
}


def _known(view: Pericles | None) -> Known:
    """Of the components of a game; of those in the box without one."""
    own = view.box if view is not None else box("")
    return {"card": [*own.cards]}


QUANTITIES: Final = Quantities({**_OF_THE_TURN, **_OF_THE_ISSUE, **_OF_THE_MAP}, name_of, _known)
