"""The map as the issues of chapters 8 and 9 need it: strengths, markers, and who is asked."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel import Ask
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state.position import Pericles, Spot
from adjudicator.pericles.words import (
    ENEMY,
    FACTION_AT,
    PERSIA,
    SIDE_OF,
    UNITS_OF,
    FactionName,
    SideName,
    TheaterName,
    UnitName,
    kind_of,
)


def faction_of(ask: Ask) -> FactionName:
    """The Faction that is asked: it sits in the seat of its name."""
    return FACTION_AT[ask.seat]


def side_asked(ask: Ask) -> SideName:
    """The Side of the Faction that is asked."""
    return SIDE_OF[faction_of(ask)]


def theater_of(ask: Ask) -> TheaterName:
    """The theater of the issue that is asked about."""
    theater: TheaterName = ask.args["theater"]
    return theater


def spot_of(ask: Ask) -> Spot:
    """The same, where it may be Persia."""
    spot: Spot = ask.args["theater"]
    return spot


def about(theater: Spot, kind: str) -> dict[str, Any]:
    """The public arguments of a question about an issue."""
    return {"theater": theater, "kind": kind}


def decides(ask: Ask, what: str) -> str:
    """What the others wait for while an owner decides on an issue that everybody sees."""
    return f"decide {what} in {name_of(spot_of(ask))}"


def spots_in_play(position: Pericles) -> list[Spot]:
    """8.3-A: where markers may lie: the theaters in play, and Persia where it is open (13.1-A)."""
    return [*position.in_play(), *([PERSIA] if position.persia_open else [])]


def advantage(position: Pericles, theater: TheaterName, side: SideName) -> int:
    """15.4: adv(X, k(X)): own minus enemy strength of the theater's own kind, bases included."""
    kind, there = position.box.theaters[theater].type, position.theaters[theater]
    return there.strength(side, kind) - there.strength(ENEMY[side], kind)


def resistance(position: Pericles, theater: TheaterName, side: SideName) -> int:
    """8.51-A: the enemy's strength in a theater (E): the military value of its units, and 2 for each base."""
    there, enemy = position.theaters[theater], ENEMY[side]
    return there.unit_strength(enemy, "land") + there.strength(enemy, "naval")


def treachery_at(position: Pericles, theater: Spot, side: SideName) -> int:
    """9.8-A: the Treachery markers of a Side in a theater."""
    return position.theaters[theater].treachery.get(side, 0)


def cost(position: Pericles, unit: UnitName) -> int:
    """3.1-E: naval 2, land 1, the 300 and Argives too."""
    return position.box.components.maintenance_points[kind_of(unit)]


def load(position: Pericles, side: SideName) -> int:
    """11.2-A: the points that the units of a Side on the map cost."""
    return sum(cost(position, unit) * position.on_map(unit) for unit in UNITS_OF[side])


def capacity(position: Pericles, side: SideName) -> int:
    """11.2-A: the points that the bases of a Side on the map support; Persian ones support none (RULING-46)."""
    return position.box.components.maintenance_points["base_capacity"] * position.bases_on_map(side)
