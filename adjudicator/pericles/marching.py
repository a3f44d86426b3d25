"""15.4-D10: which units the bot moves in an expedition."""

from __future__ import annotations

from adjudicator.pericles.connections import unit_of_city_state
from adjudicator.pericles.expedition_facts import on_expedition
from adjudicator.pericles.moving import Moving
from adjudicator.pericles.orders import Move
from adjudicator.pericles.position import Pericles
from adjudicator.pericles.words import ENEMY, HOME, TheaterName, UnitKind, kind_of


def march(view: Pericles) -> list[Move]:
    """One unit after another, of the kind of the Expedition Theater, until nothing qualifies."""
    kind = view.box.theaters[on_expedition(view).theater].type
    state = Moving(view)
    moves: list[Move] = []
    while (move := _next(state, kind)) is not None:
        state.make(move)
        moves.append(move)
    return moves


def _next(state: Moving, kind: UnitKind) -> Move | None:
    """The unit from the theater of highest advantage, City-State before League, lower number, that can go."""
    fit = [(theater, unit) for theater, unit in state.movers() if kind_of(unit) == kind and _may_leave(state, theater)]
    ranked = sorted(
        fit, key=lambda one: (-state.ground.advantage(one[0], kind), not unit_of_city_state(one[1], state.side))
    )
    for theater, unit in ranked:
        path = state.ground.way(unit, theater, state.goal)
        if path is not None:
            return Move(unit=unit, path=path)
    return None


def _may_leave(state: Moving, theater: TheaterName) -> bool:
    """Not from the Expedition Theater or a Contested one, nor where what stays behind would be too few."""
    ground, side = state.ground, state.side
    if theater == state.goal or ground.status(theater) == "contested":
        return False
    staying = ground.theaters[theater].units(side) - 1
    if theater == HOME[side] and staying < 2:
        return False
    threatened = any(ground.theaters[near].present(ENEMY[side]) for near in ground.joined[theater])
    return staying > 0 or not (ground.theaters[theater].bases(side) and threatened)
