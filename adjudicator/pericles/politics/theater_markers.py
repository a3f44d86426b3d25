"""7.5: theater markers for the issues that were won, the tracks cleared, markers lent to the Compatriot (D15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from adjudicator.kernel import Answers, Ask, Some, agenda_step
from adjudicator.kernel.subjects import count_of
from adjudicator.pericles.events import politics as events
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state import tracks
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import LendOrder
from adjudicator.pericles.state.position import Marker, Pericles
from adjudicator.pericles.state.theaters import faction_of
from adjudicator.pericles.words import COMPATRIOT, FACTIONS_OF, MARKERS, FactionName, MarkerKind, SideName

LENT_FIRST: tuple[MarkerKind, ...] = ("rumor", "diplomatic", "league", "oracle", "military")  # 15.4-C3


@agenda_step
def take_theater_markers(running: Running) -> None:
    """7.5-A; then 7.51-A, both Sides at once. Whether anything is lent follows from numbers that all know."""
    position = running.position
    for faction in position.factions:
        take_markers(running, faction)
    for side in position.sides:
        position.tracks[side] = []
    running.emit(events.TracksCleared())
    asks = [Ask(lender, Lend.id) for side in position.sides if (lender := lender_of(position, side))]
    if asks:
        running.ask(asks, lend_markers)
    else:
        position.politics = False


def take_markers(running: Running, faction: FactionName) -> None:
    """7.5-A: one for every issue of these kinds that was won, and the Rumors."""
    position = running.position
    won = [issue.kind for issue in tracks.won_by(position, faction)]
    rumors = position.box.components.theater_markers_per_faction["rumor"]
    kinds = [kind for kind in MARKERS for _ in range(rumors if kind == "rumor" else won.count(kind))]
    position.markers[faction] = [Marker(kind, faction) for kind in kinds]
    running.emit(
        events.MarkersTaken(faction=faction, number=len(kinds)),
        events.MarkersHeld(faction=faction, markers=kinds, only=(faction,)),
    )


def lender_of(position: Pericles, side: SideName) -> FactionName | None:
    """7.51-A: the Faction with so many markers more that it lends some."""
    return next((faction for faction in FACTIONS_OF[side] if lent_number(position, faction)), None)


def lent_number(position: Pericles, faction: FactionName) -> int:
    """7.51-A, RULING-25: half of what it holds more, Rumors counted, an odd one kept."""
    more = len(position.markers[faction]) - len(position.markers[COMPATRIOT[faction]])
    return max(0, more) // 2


@agenda_step
def lend_markers(running: Running, answers: Answers) -> None:
    """7.51-B: the borrower holds them; their owner stays. 15.2-B: with that the politics of the turn are over."""
    for side in running.position.sides:
        lender = lender_of(running.position, side)
        if lender in answers and lender:
            lend(running, lender, answers[lender][Lend.id].markers)
    running.position.politics = False


def lend(running: Running, lender: FactionName, kinds: Sequence[MarkerKind]) -> None:
    """Lent markers lie behind the borrower's own, so that their places tell nothing of those."""
    markers, borrower = running.position.markers, COMPATRIOT[lender]
    lent = [Marker(kind, lender) for kind in MARKERS for _ in range(list(kinds).count(kind))]
    for marker in lent:
        markers[lender].remove(marker)
    markers[borrower] += lent
    names = [kind for kind in MARKERS for _ in range(list(kinds).count(kind))]
    running.emit(
        events.MarkersLent(faction=lender, borrower=borrower, number=len(lent)),
        events.MarkersLentKnown(faction=lender, markers=names, only=(lender, borrower)),
    )


class LendPriority(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a book says to D15: the kinds to lend first; others follow in the order of 15.4-C3."""

    markers: list[MarkerKind]

    def in_words(self) -> str:
        return ", then ".join(map(name_of, self.markers))


def _held(view: Pericles, faction: FactionName) -> list[MarkerKind]:
    """The kinds that a Faction holds; it knows them itself."""
    return [kind for marker in view.markers[faction] for kind in MARKERS if marker.kind == kind]


def own_markers(view: Pericles, ask: Ask) -> list[MarkerKind]:
    """The markers of the Faction that is asked, by kind."""
    held = _held(view, faction_of(ask))
    return [kind for kind in MARKERS for _ in range(held.count(kind))]


def lent(view: Pericles, ask: Ask) -> int:
    """7.51-A: how many it lends."""
    return lent_number(view, faction_of(ask))


class Lend(
    PartedDecision[LendOrder],
    id="D15",
    clause="7.51-A",
    policy="15.4-C3",
    choice=LendPriority,
    subject="Lend markers to the Compatriot",
    nothing="lend none",
):
    """D15: asked of the Faction that must lend; which markers stays between the two Factions. No order does nothing."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        faction = faction_of(ask)
        return f"Choose {count_of(lent(view, ask), 'marker')} to lend to {name_of(COMPATRIOT[faction])}."

    parts = {"markers": Some(own_markers, least=lent, most=lent, thing="marker", words=name_of)}

    def policy(self, view: Pericles, ask: Ask) -> LendOrder:
        return self._in_order(view, ask, [])

    def orders_of(self, view: Pericles, ask: Ask, choice: LendPriority) -> Iterator[LendOrder]:
        """20-G, RULING-94: just these, or the kinds of the list first."""
        yield LendOrder(markers=choice.markers)
        yield self._in_order(view, ask, choice.markers)

    def _in_order(self, view: Pericles, ask: Ask, first: list[MarkerKind]) -> LendOrder:
        faction = faction_of(ask)
        order = dict.fromkeys([*first, *LENT_FIRST])
        held = _held(view, faction)
        ranked = [kind for kind in order for _ in range(held.count(kind))][: lent_number(view, faction)]
        return LendOrder(markers=[kind for kind in MARKERS for _ in range(ranked.count(kind))])
