"""9.32, 9.33: the Commanding General moves units; decision D30."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.kernel import Answers, Ask, Chance, Illegal, agenda_step
from adjudicator.kernel.subjects import count_of
from adjudicator.pericles.events import battles as events
from adjudicator.pericles.names import name_of, pieces_of, way_of
from adjudicator.pericles.state.decision import Decision, Running
from adjudicator.pericles.state.expedition import moves_allowed, on_expedition
from adjudicator.pericles.state.orders import Move, MoveOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.war.marching import Count, Gather, gathered, march
from adjudicator.pericles.war.moves import Moving
from adjudicator.pericles.words import HUNDRED, SIDE_OF, TheaterName


@agenda_step
def begin_movement(running: Running) -> None:
    """9.32-0: the Commanding General is asked, unless no unit can move."""
    general = on_expedition(running.position).general
    if next(Moving(running.position).further(), None) is None:
        running.emit(events.NoMovement(general=general))
    else:
        running.ask([Ask(general, Movement.id)], make_moves)


@agenda_step
def make_moves(running: Running, answers: Answers) -> None:
    """9.32-1: the units move one after the other."""
    general = on_expedition(running.position).general
    moves: list[Move] = answers[general][Movement.id].moves
    for move in moves:
        start, goal = (running.position.theaters[name].pieces for name in (move.path[0], move.path[-1]))
        start[move.unit] -= 1
        if not start[move.unit]:
            del start[move.unit]
        goal[move.unit] = goal.get(move.unit, 0) + 1
        running.emit(events.UnitMoved(unit=move.unit, path=move.path))
    if not moves:
        running.emit(events.NoMovement(general=general))


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """20-J: the moves for when so many units may move; for more as well, where no plan is for just that number."""

    allowed: Count
    moves: list[Move]

    def __post_init__(self) -> None:
        """9.32-0, 9.32-1, RULING-55: no more moves than allowed, that of the 300 aside. ValueError says so."""
        if any(len(move.path) < 2 for move in self.moves):
            raise ValueError("a path names the theater where the unit stands and those that it goes through")
        counted = sum(move.unit != HUNDRED for move in self.moves)
        if counted > self.allowed:
            raise ValueError(f"a plan for {count_of(self.allowed, 'move')} has {counted}, that of the 300 not counted")


class March(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A choice of a book for D30: plans by the number of moves allowed (20-J), or what gathers for every expedition.

    `theaters` are those of the expeditions that it is for; left out: all.
    """

    plans: list[Plan] = []
    gather: Gather | None = None
    theaters: list[TheaterName] = []

    def __post_init__(self) -> None:
        """One of the two. ValueError says so."""
        if bool(self.plans) == (self.gather is not None):
            raise ValueError("a choice has exactly one of plans (a list) and gather")


class Movement(
    Decision[MoveOrder],
    id="D30",
    passing={"moves": []},
    clause="9.32",
    choices_stand=False,
    default="20-K",
    policy="15.4-D10",
    choice=March,
    subject="Move the expedition",
    public_options=True,
    listed=False,
    exact=True,
    may_decline=True,
):
    """D30: the moves of an expedition (9.32)."""

    field_words = {
        "moves": ("Move another unit?", ""),
        "moves.unit": ("Which unit?", "{}"),
        "moves.path": ("By which theaters?", "{}"),
    }

    def prompt(self, view: Pericles, ask: Ask) -> str:
        expedition = on_expedition(view)
        extra = ", and the 300 as well" if SIDE_OF[expedition.general] == "sparta" else ""
        units = f"up to {count_of(moves_allowed(view), 'unit')}{extra}"
        goal = name_of(expedition.theater)
        return f"Move {units} for the expedition to {goal}."

    def space(self, view: Pericles, ask: Ask) -> Iterator[MoveOrder]:
        """A sample: no move, what the bot would do, and every single move by its shortest path."""
        yield MoveOrder(moves=[])
        planned = march(view)
        if len(planned) > 1:
            yield MoveOrder(moves=planned)
        for move in Moving(view).further():
            yield MoveOrder(moves=[move])

    def refusal(self, view: Pericles, ask: Ask, order: MoveOrder) -> Illegal | None:
        """9.32, 9.33: each move in turn, on the map that those before it leave."""
        state = Moving(view)
        for number, move in enumerate(order.moves, 1):
            illegal = state.refusal(move)
            if illegal is not None:
                return Illegal(illegal.clause, f"move {number} ({name_of(move.unit)}): {illegal.message}")
            state.make(move)
        return None

    def default(self, view: Pericles, ask: Ask) -> MoveOrder:
        """Section 20, D30: no move."""
        return MoveOrder(moves=[])

    def policy(self, view: Pericles, ask: Ask) -> MoveOrder:
        return MoveOrder(moves=march(view))

    def sample(self, view: Pericles, ask: Ask, chance: Chance, label: str) -> MoveOrder:
        """Moves drawn one by one, each by any legal path."""
        state = Moving(view)
        moves: list[Move] = []
        while chance.die(4, f"{label} another") > 1 and (move := state.draw(chance, label)) is not None:
            state.make(move)
            moves.append(move)
        return MoveOrder(moves=moves)

    def grown(self, view: Pericles, ask: Ask, order: MoveOrder | None) -> Iterator[MoveOrder]:
        """One move more, by its shortest path."""
        if order is None:
            yield MoveOrder(moves=[])
            return
        state = Moving(view)
        for move in order.moves:
            state.make(move)
        for move in state.further():
            yield MoveOrder(moves=[*order.moves, move])

    def is_standing(self, choice: March) -> bool:
        """A plan is for one expedition; what gathers is for all."""
        return choice.gather is not None

    def concerns(self, view: Pericles, ask: Ask, choice: March) -> bool:
        """Section 20: a choice is for expeditions to all theaters, or to those that it names."""
        return not choice.theaters or on_expedition(view).theater in choice.theaters

    def choice_of(self, view: Pericles, ask: Ask, order: MoveOrder) -> dict[str, Any]:
        """20-J: a plan for as many units as move."""
        counted = sum(move.unit != HUNDRED for move in order.moves)
        return {"plans": [{"allowed": max(1, counted), "moves": msgspec.to_builtins(order.moves)}]}

    def orders_of(self, view: Pericles, ask: Ask, choice: March) -> Iterator[MoveOrder]:
        """20-J: the plan for the number of moves allowed, else that for the highest number below it."""
        if choice.gather is not None and (moves := gathered(view, choice.gather)):
            yield MoveOrder(moves=moves)
        allowed = moves_allowed(view)
        for plan in sorted(choice.plans, key=lambda one: -one.allowed):
            if plan.allowed <= allowed:
                yield MoveOrder(moves=plan.moves)

    def choice_in_words(self, choice: March | MoveOrder) -> str:
        """Moves, or plans by the number allowed, or what gathers."""
        if isinstance(choice, MoveOrder):
            return _moves_in_words(choice.moves)
        plans = [f"with {count_of(one.allowed, 'move')}: {_moves_in_words(one.moves)}" for one in choice.plans]
        what = choice.gather.in_words() if choice.gather is not None else "; ".join(plans)
        where = ", ".join(map(name_of, choice.theaters))
        return f"to {where}, {what}" if where else what


def _moves_in_words(moves: list[Move]) -> str:
    """`1 Delian naval from Athens to Samos and …`; `no unit moves` of none."""
    return " and ".join(f"{pieces_of(1, move.unit)} {way_of(move.path)}" for move in moves) or "no unit moves"
