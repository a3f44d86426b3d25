"""11.3-B to 11.3-F: where units may be redeployed to and stay, and what is in breach of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.pericles.assembly.giving_up import Spot, spots_of
from adjudicator.pericles.state.orders import Relocation, Standing
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import HOME, LEAGUE_UNITS, UNITS_OF, BaseName, SideName, TheaterName, UnitName, kind_of

Colour = tuple[UnitName, ...]
# 11.3-A: Delian, Athenian, Peloponnesian, Spartan; within a colour land before naval (TO)
COLOURS: dict[SideName, tuple[Colour, ...]] = {
    "athens": (("delian_land", "delian_naval"), ("athenian_land", "athenian_naval")),
    "sparta": (("peloponnesian_land", "peloponnesian_naval"), ("spartan_land", "three_hundred", "spartan_naval")),
}
VALID_BASES: dict[Colour, tuple[BaseName, ...]] = {  # 11.3-B
    COLOURS["athens"][0]: ("delian_base",),
    COLOURS["athens"][1]: ("delian_base", "athenian_base"),
    COLOURS["sparta"][0]: ("peloponnesian_base",),
    COLOURS["sparta"][1]: ("spartan_base",),
}


class Breach(NamedTuple):
    """Units of some classes in a theater of which so many are too many."""

    theater: TheaterName
    classes: tuple[UnitName, ...]
    number: int
    clause: str


def colour_of(side: SideName, unit: UnitName) -> Colour | None:
    """RULING-50: the colour of a unit; None for Argives, which are not redeployed (11.3-F)."""
    return next((colour for colour in COLOURS[side] if unit in colour), None)


def is_valid(position: Pericles, theater: TheaterName, colour: Colour) -> bool:
    """11.3-B: whether a theater has a base to which units of a colour may be redeployed."""
    return any(position.theaters[theater].count(base) for base in VALID_BASES[colour])


def valid_theaters(position: Pericles, side: SideName, colour: Colour) -> list[TheaterName]:
    """11.3-C: the Side's own Home first (15.4-E6), then by number."""
    found = [name for name in position.in_play() if is_valid(position, name, colour)]
    return sorted(found, key=lambda name: name != HOME[side])


class Ground:
    """The units of a Side on a map on which moves are tried."""

    def __init__(self, position: Pericles, side: SideName) -> None:
        self.position, self.side = position, side
        self.theaters = list(position.in_play())
        self.units = {name: {u: position.theaters[name].count(u) for u in UNITS_OF[side]} for name in self.theaters}
        self.cap = position.box.components.redeploy_cap_per_theater

    def move(self, moves: Sequence[Relocation]) -> None:
        """Try moves: units change theaters here, never in the position."""
        for one in moves:
            self.units[one.origin][one.unit] -= one.count
            self.units[one.target][one.unit] += one.count

    def lose(self, units: Sequence[Standing]) -> None:
        """Try losses: units leave the map here, never the position."""
        for one in units:
            self.units[one.theater][one.unit] -= one.count

    def total(self, theater: TheaterName) -> int:
        """11.3-C: friendly units of every class, bases not counted."""
        return sum(self.units[theater].values())

    def room(self, theater: TheaterName) -> int:
        """11.3-C: how many more units a theater takes; negative where too many stand."""
        return self.cap - self.total(theater)

    def breaches(self) -> list[Breach]:
        """11.3-D, then 11.3-C: what is too many where."""
        found = []
        for theater in self.theaters:
            here = [b for colour in COLOURS[self.side] if (b := self._without_base(theater, colour))]
            found += here
            over = -self.room(theater) - sum(breach.number for breach in here)
            if over > 0:
                found.append(Breach(theater, UNITS_OF[self.side], over, "11.3-C"))
        return found

    def _without_base(self, theater: TheaterName, colour: Colour) -> Breach | None:
        if is_valid(self.position, theater, colour):
            return None
        over = sum(self.units[theater][unit] for unit in colour) - 1
        return Breach(theater, colour, over, "11.3-D") if over > 0 else None

    def choices(self, breach: Breach) -> list[UnitName]:
        """The classes of a breach of which units stand there, in TO: League before City-State, land before naval."""
        league = LEAGUE_UNITS[self.side]
        there = [unit for unit in breach.classes if self.units[breach.theater][unit]]
        order = [unit for colour in COLOURS[self.side] for unit in colour]
        return sorted(
            there, key=lambda u: (u not in league, kind_of(u) == "naval", order.index(u) if u in order else 99)
        )


def breaches_of(position: Pericles, side: SideName) -> list[Breach]:
    """24-G: what breaks 11.3-C or 11.3-D as units stand now."""
    return Ground(position, side).breaches()


def redeployable(position: Pericles, side: SideName) -> list[Spot]:
    """11.3-A, 11.3-F: every unit that may be redeployed: all but Argives."""
    classes = tuple(unit for colour in COLOURS[side] for unit in colour)
    return [spot for name in position.in_play() for spot in spots_of(position, name, classes)]
