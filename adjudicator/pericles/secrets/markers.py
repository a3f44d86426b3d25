"""4.1-C, 7.5, 7.51: theater markers face down, held or in a queue; hidden are their kind and whose they are.

Who holds or placed a marker is public, and how many of a Faction's the other of its Side has borrowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.kernel import Chance, Unknown
from adjudicator.kernel.hidden.parts import Hidden, Unseen
from adjudicator.kernel.subjects import subject
from adjudicator.pericles.state.position import Marker, Pericles
from adjudicator.pericles.state.visibility import as_seen
from adjudicator.pericles.words import FACTIONS_OF, MARKERS, FactionName, MarkerKind, SideName


class Markers(Hidden):
    """The markers that have not been revealed."""

    def hide(self, view: Pericles, seat: str | None) -> None:
        """In a hand the known ones come first, so that their order tells nothing; placed ones stay where they lie."""
        markers = all_markers(view)
        if not markers:
            return
        if not view.unrevealed:
            view.unrevealed = unrevealed(markers)
        view.markers = view.markers | {
            holder: sorted((as_seen(view, seat, marker, holder) for marker in view.markers[holder]), key=_face_down)
            for holder in view.factions
            if holder != seat
        }
        view.theaters = view.theaters | {
            spot: replace(there, queue=[as_seen(view, seat, one, one.placer) for one in there.queue])
            for spot, there in view.theaters.items()
            if there.queue
        }

    def redeal(self, position: Pericles, seat: str | None, chance: Chance) -> None:
        """7.51: which of a holder's markers are lent ones changes, not how many; then the kinds of each owner's."""
        for side in position.sides:
            _redeal(position, side, seat, chance)

    def imagine(self, view: Pericles, seat: str | None, chance: Chance) -> None:
        """7.5-A: the places that a seat cannot see hold the markers not revealed yet."""
        for side in view.sides:
            _imagine(view, side, seat, chance)
        view.unrevealed = {}

    def unseen(self, position: Pericles) -> list[Unseen]:
        """7.5-A: those that were never revealed, in hands and queues; who placed a marker says whose order it was."""
        rows: list[tuple[tuple[str, ...], list[Marker]]] = [
            ((subject("seat", faction),), position.markers[faction]) for faction in position.factions
        ]
        for spot in sorted(position.theaters):
            for marker in position.theaters[spot].queue:
                rows.append(((subject("seat", marker.placer), subject("theater", spot)), [marker]))
        return [
            Unseen("Theater markers", where, tuple(subject("issue", one.kind) for one in markers))
            for where, markers in rows
            if markers
        ]


def _face_down(marker: Marker) -> bool:
    return isinstance(marker.kind, Unknown)


def all_markers(position: Pericles) -> list[tuple[FactionName, Marker]]:
    """The markers that are not revealed yet, held and placed, each with its holder or placer, in a fixed order."""
    held = [(faction, marker) for faction in position.factions for marker in position.markers[faction]]
    spots = sorted([spot for spot, theater in position.theaters.items() if theater.queue])
    placed = [marker for spot in spots for marker in position.theaters[spot].queue]
    return held + [(marker.placer, marker) for marker in placed if marker.placer]


def unrevealed(markers: list[tuple[FactionName, Marker]]) -> dict[FactionName, dict[MarkerKind, int]]:
    """22: each Faction's markers not revealed yet. All see which ones are won, and revealed (7.5-A)."""
    found: dict[FactionName, dict[MarkerKind, int]] = {}
    for _, marker in markers:
        if not isinstance(marker.owner, Unknown) and not isinstance(marker.kind, Unknown):
            kinds = found.setdefault(marker.owner, {})
            kinds[marker.kind] = kinds.get(marker.kind, 0) + 1
    return found


class _Slots:
    """The markers of a Side that a seat does not see, each in its place."""

    def __init__(self, position: Pericles, side: SideName, seat: str | None) -> None:
        rows: Iterator[tuple[list[Marker], FactionName | None]] = iter(
            [(position.markers[faction], faction) for faction in FACTIONS_OF[side]]
            + [(position.theaters[spot].queue, None) for spot in sorted(position.theaters)]
        )
        self.held: list[tuple[list[Marker], int, FactionName]] = []
        for row, holder in rows:
            for index, marker in enumerate(row):
                whose = holder or marker.placer
                if whose in FACTIONS_OF[side] and isinstance(as_seen(position, seat, marker, whose).kind, Unknown):
                    self.held.append((row, index, whose))

    @property
    def holders(self) -> list[FactionName]:
        """Who holds or placed each."""
        return [holder for _, _, holder in self.held]

    def fill(self, owners: Sequence[FactionName], kinds: dict[FactionName, list[MarkerKind]]) -> None:
        """Put other markers in these places. Who placed each stays as it was."""
        for (row, index, _), owner in zip(self.held, owners, strict=True):
            row[index] = Marker(kinds[owner].pop(), owner, row[index].placer)


def _redeal(position: Pericles, side: SideName, seat: str | None, chance: Chance) -> None:
    slots = _Slots(position, side, seat)
    old = [row[index] for row, index, _ in slots.held]
    owners = [marker.owner for marker in old if not isinstance(marker.owner, Unknown)]
    for holder in FACTIONS_OF[side]:
        places = [number for number, whose in enumerate(slots.holders) if whose == holder]
        lent = chance.shuffle([owners[number] for number in places], f"redeal owners {holder}")
        for number, owner in zip(places, lent, strict=True):
            owners[number] = owner
    theirs = {one: [marker.kind for marker in old if marker.owner == one] for one in FACTIONS_OF[side]}
    kinds = {
        one: [k for k in chance.shuffle(theirs[one], f"redeal kinds {one}") if not isinstance(k, Unknown)]
        for one in theirs
    }
    slots.fill(owners, kinds)


def _imagine(view: Pericles, side: SideName, seat: str | None, chance: Chance) -> None:
    slots = _Slots(view, side, seat)
    seen = [(marker.owner, marker.kind) for _, marker in all_markers(view)]
    kinds = {
        owner: chance.shuffle(_unseen_of(view, owner, seen), f"imagine markers {owner}") for owner in FACTIONS_OF[side]
    }
    slots.fill(_owners(side, slots.holders, kinds, chance), kinds)


def _unseen_of(view: Pericles, owner: FactionName, seen: Sequence[tuple[object, object]]) -> list[MarkerKind]:
    """Those of a Faction's markers that are still face down to the seat."""
    there = view.unrevealed.get(owner, {})
    return [kind for kind in MARKERS for _ in range(there.get(kind, 0) - seen.count((owner, kind)))]


def _owners(
    side: SideName, holders: Sequence[FactionName], kinds: dict[FactionName, list[MarkerKind]], chance: Chance
) -> list[FactionName]:
    """7.51-A: one of the two has lent to the other, if either: the one that owns more than lie in its places."""
    first, second = FACTIONS_OF[side]
    lent = len(kinds[first]) - holders.count(first)
    borrower, lender = (second, first) if lent > 0 else (first, second)
    places = [number for number, holder in enumerate(holders) if holder == borrower]
    borrowed = chance.shuffle(places, f"imagine lent {side}")[: abs(lent)]
    return [lender if number in borrowed else holder for number, holder in enumerate(holders)]
