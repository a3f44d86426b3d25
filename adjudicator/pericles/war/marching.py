"""Which units move in an expedition without being named one by one: 15.4-D10, and the standing orders of books."""

from __future__ import annotations

from typing import Annotated

import msgspec

from adjudicator.kernel.subjects import count_of
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state.connections import unit_of_city_state
from adjudicator.pericles.state.expedition import moves_allowed, on_expedition
from adjudicator.pericles.state.orders import Move
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.war.moves import Moving
from adjudicator.pericles.words import ENEMY, HOME, TheaterName, UnitKind, UnitName, kind_of

Count = Annotated[int, msgspec.Meta(ge=0)]


class Gather(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a book says to D30 for every expedition: which classes move and from where, the first of each list first.

    Without `sources` from everywhere. They go by shortest paths; in each theater `leave` units stay, and `most` move.
    """

    units: Annotated[list[UnitName], msgspec.Meta(min_length=1)]
    sources: list[TheaterName] = []
    leave: Count = 0
    most: Count | None = None

    def in_words(self) -> str:
        what = f"{'all that may' if self.most is None else f'up to {self.most}'} move"
        where = ", then ".join(map(name_of, self.sources)) or "anywhere"
        left = f"; {count_of(self.leave, 'unit')} left behind in each theater" if self.leave else ""
        return f"{what}: {', then '.join(map(name_of, self.units))} from {where}{left}"


def gathered(view: Pericles, wanted: Gather) -> list[Move]:
    """20-J: the moves of a standing order, one unit after another, as long as one can reach the Expedition Theater."""
    state = Moving(view)
    moves: list[Move] = []
    while (wanted.most is None or len(moves) < wanted.most) and (move := _gathered_next(state, wanted)) is not None:
        state.make(move)
        moves.append(move)
    return moves


def _gathered_next(state: Moving, wanted: Gather) -> Move | None:
    """The first class that can go, from the first theater that it can leave."""
    able = list(state.movers())
    sources = wanted.sources or list(state.ground.theaters)
    for unit, theater in ((unit, theater) for unit in wanted.units for theater in sources):
        if (theater, unit) in able and theater != state.goal and _leaves(state, theater, wanted.leave):
            path = state.ground.way(unit, theater, state.goal)
            if path is not None:
                return Move(unit=unit, path=path)
    return None


def _leaves(state: Moving, theater: TheaterName, least: int) -> bool:
    """Whether so many units are left in a theater when one goes."""
    return state.ground.theaters[theater].units(state.side) > least


def march(view: Pericles) -> list[Move]:
    """One unit after another, of the kind of the Expedition Theater, until nothing qualifies.

    RULING-85: as many as tokens were committed; the bot leaves the extra move of the 300 (12.4-B) unused.
    """
    kind = view.box.theaters[on_expedition(view).theater].type
    state = Moving(view)
    moves: list[Move] = []
    while len(moves) < moves_allowed(view) and (move := _next(state, kind)) is not None:
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
