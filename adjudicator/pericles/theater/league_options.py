"""8.52, 12.1-A, 13.1-B: what a League issue may do where it lies, as public facts leave it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel import Illegal
from adjudicator.kernel.subjects import count_of
from adjudicator.pericles.state.orders import LeagueDeed, LeagueOrder
from adjudicator.pericles.state.position import Pericles, Spot
from adjudicator.pericles.state.theaters import treachery_at
from adjudicator.pericles.words import CITY_STATE_BASE, LEAGUE_BASE, PERSIA, SIDES, BaseName, SideName, UnitName

COST: dict[LeagueDeed, int] = {"build base": 4, "convert base": 2}
MOST_ARGIVES = 4
ARGIVES: UnitName = "argive_land"


def league_naval(side: SideName) -> UnitName:
    """3.1-B: the naval League unit of a Side."""
    return "delian_naval" if side == "athens" else "peloponnesian_naval"


def league_land(side: SideName) -> UnitName:
    """3.1-B: the land League unit of a Side that is built anywhere."""
    return "delian_land" if side == "athens" else "peloponnesian_land"


def base_built(theater: Spot, side: SideName) -> BaseName:
    """13.1-C, RULING-58: Persian bases in Persia, League bases elsewhere."""
    return "persian_base" if theater == PERSIA else LEAGUE_BASE[side]


def open_deeds(position: Pericles, theater: Spot, side: SideName) -> list[LeagueDeed]:
    """8.52-E, RULING-29: what can be done, if the tokens for it are held."""
    if theater == PERSIA:
        return ["build base"] if side == "sparta" and position.reserve("persian_base") else []
    if position.status(theater, side) not in ("friendly", "contested"):
        return []
    own = position.league_bases(theater, side)
    deeds: list[LeagueDeed] = []
    if position.may_build_base(theater, LEAGUE_BASE[side]):
        deeds.append("build base")
    if own and position.reserve(CITY_STATE_BASE[side]):
        deeds.append("convert base")
    units = (league_naval(side), league_land(side))
    if own and (any(position.reserve(unit) for unit in units) or most_argives(position, theater, side)):
        deeds.append("build units")
    if any(treachery_at(position, theater, one) for one in SIDES):
        deeds.append("remove treachery")
    return deeds


def payable(deeds: list[LeagueDeed], held: int) -> list[LeagueDeed]:
    """8.5-D: those for which enough tokens are held."""
    return [deed for deed in deeds if COST.get(deed, 0) <= held]


def most_argives(position: Pericles, theater: Spot, side: SideName) -> int:
    """12.1-A, RULING-53: how many Argive units may be built: up to four in Sparta, with a Delian base there."""
    argos = side == "athens" and theater == "sparta" and position.league_bases("sparta", "athens") > 0
    return min(MOST_ARGIVES, position.reserve(ARGIVES)) if argos else 0


def unit_orders(position: Pericles, theater: Spot, side: SideName) -> Iterator[LeagueOrder]:
    """8.52-C, 12.1-A, RULING-64: every way to build units, from none on."""
    if theater == PERSIA:
        return
    bases = position.league_bases(theater, side)
    for naval in range(min(bases, position.reserve(league_naval(side))) + 1):
        for land in range(min(2 * (bases - naval), position.reserve(league_land(side))) + 1):
            yield LeagueOrder(do="build units", naval=naval, land=land)
    for argive in range(1, most_argives(position, theater, side) + 1):
        yield LeagueOrder(do="build units", argive=argive)


def units_refusal(position: Pericles, theater: Spot, side: SideName, order: LeagueOrder) -> Illegal | None:
    """8.52-C, 12.1-A, 2.1-A: why units cannot be built so."""
    if order in unit_orders(position, theater, side):
        return None
    most = most_argives(position, theater, side)
    if order.argive:
        return Illegal("12.1-A", f"Argive units: {most} at most here, and instead of all other units")
    naval, land = league_naval(side), league_land(side)
    ships, men = count_of(position.reserve(naval), "naval unit"), count_of(position.reserve(land), "land unit")
    have = f"the reserve holds {ships} and {men}"
    bases = position.league_bases(theater, side) if theater != PERSIA else 0
    return Illegal("8.52-C", f"one naval or two land units for each of {count_of(bases, 'League base')}, and {have}")
