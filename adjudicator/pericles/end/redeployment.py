"""11.3: redeployment: first Athens, then Sparta moves units to theaters with a valid base (D38)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from adjudicator.kernel import Answers, Ask, Chance, Illegal, agenda_step, step
from adjudicator.pericles.assembly.giving_up import merged_standings, standing_in_words
from adjudicator.pericles.end.garrisons import COLOURS, Breach, Ground, colour_of, redeployable, valid_theaters
from adjudicator.pericles.names import name_of, piece_name, pieces_of
from adjudicator.pericles.politics.relocation import (
    MOVE_WORDS,
    drawn,
    further_moves,
    possible_moves,
    relocations_in_words,
)
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import Decision, Running
from adjudicator.pericles.state.orders import RedeployOrder, Relocation, Standing
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.theaters import side_asked
from adjudicator.pericles.words import SideName, TheaterName, UnitName

WHY = "11.3, redeployment"


@agenda_step
def begin_redeployment(running: Running) -> None:
    """11.3-A: Delian and Athenian, then Peloponnesian and Spartan."""
    running.do(*(step(redeploy, side=side) for side in running.position.sides))


@agenda_step
def redeploy(running: Running, side: SideName) -> None:
    """11.3-A: the Controlling Faction of a Side; where nothing can be chosen it is done (20-C)."""
    position = running.position
    if has_choice(position, side):
        running.ask([Ask(position.controlling[side], Redeploy.id)], settle_redeployment, side=side)
    else:
        carry_out(running, completed(position, side, []))


def has_choice(position: Pericles, side: SideName) -> bool:
    """20-C: whether a unit could go somewhere, or which one is eliminated is open."""
    for spot in redeployable(position, side):
        if targets_of(position, side, spot.unit, spot.theater):
            return True
    ground = Ground(position, side)
    return any(len(ground.choices(breach)) > 1 for breach in ground.breaches())


def targets_of(position: Pericles, side: SideName, unit: UnitName, origin: TheaterName) -> list[TheaterName]:
    """11.3-C: where a unit may be redeployed to."""
    colour = colour_of(side, unit)
    return [name for name in valid_theaters(position, side, colour) if name != origin] if colour else []


@agenda_step
def settle_redeployment(running: Running, answers: Answers, side: SideName) -> None:
    """Carry out the redeployment (11.3) that the Controlling Faction of a Side ordered."""
    carry_out(running, answers[running.position.controlling[side]][Redeploy.id])


def carry_out(running: Running, order: RedeployOrder) -> None:
    """11.3-E, 2.1-B: units that are in breach go to the reserve."""
    for one in order.moves:
        ledger.move(running, one.origin, one.target, {one.unit: one.count}, WHY)
    for gone in order.eliminated:
        ledger.remove(running, gone.theater, {gone.unit: gone.count}, "11.3-E, redeployment")


# --- what has no order (15.4-E6) -----------------------------------------------------------------------------------


def completed(position: Pericles, side: SideName, moves: Sequence[Relocation]) -> RedeployOrder:
    """15.4-E6, RULING-90 after some moves: where too many stand the first in TO stay, the others go where room is."""
    ground = Ground(position, side)
    ground.move(moves)
    made, gone = [*moves], list[Standing]()
    for classes in (*COLOURS[side], None):
        for breach in ground.breaches():
            if (breach.clause == "11.3-D" and breach.classes == classes) or classes is None:
                _clear(ground, breach, made, gone)
    return RedeployOrder(moves=merged_moves(made), eliminated=merged_standings(gone))


def _clear(ground: Ground, breach: Breach, made: list[Relocation], gone: list[Standing]) -> None:
    """The last in TO leave first; each goes Home, else to the lowest theater with base and room, else it is lost."""
    for _ in range(breach.number):
        leaving = ground.choices(breach)
        unit = next((u for u in reversed(leaving) if ground.units[breach.theater][u]), None)
        if unit is None:
            return
        target = _refuge(ground, breach.theater, unit)
        if target:
            made.append(Relocation(unit=unit, origin=breach.theater, target=target))
            ground.move(made[-1:])
        else:
            gone.append(Standing(theater=breach.theater, unit=unit))
            ground.lose(gone[-1:])


def _refuge(ground: Ground, origin: TheaterName, unit: UnitName) -> TheaterName | None:
    found = targets_of(ground.position, ground.side, unit, origin)
    return next((name for name in found if ground.room(name) > 0), None)


def merged_moves(moves: Sequence[Relocation]) -> list[Relocation]:
    """Moves of one class between the same theaters as one, in the order in which they first stand."""
    counts: dict[tuple[UnitName, TheaterName, TheaterName], int] = {}
    for one in moves:
        key = (one.unit, one.origin, one.target)
        counts[key] = counts.get(key, 0) + one.count
    return [Relocation(unit=u, origin=o, target=t, count=counts[u, o, t]) for u, o, t in counts]


class Redeploy(
    Decision[RedeployOrder],
    id="D38",
    passing={},
    clause="11.3-A",
    policy="15.4-E6",
    subject="Redeploy units",
    public_options=True,
    listed=False,
):
    """D38. Its space holds only what 15.4-E6 does; people build an order move by move."""

    field_words = {
        **MOVE_WORDS,
        "eliminated": ("Give units up?", ""),
        "eliminated.theater": ("In which theater?", "in {}"),
        "eliminated.unit": ("Which units?", "{}"),
        "eliminated.count": ("How many?", "{} of them"),
    }

    def prompt(self, view: Pericles, ask: Ask) -> str:
        ground = Ground(view, side_asked(ask))
        breaches = "; ".join(map(_said, ground.breaches()))
        forced = f" As units stand now: {breaches}." if breaches else ""
        return f"Redeployment: which units move to theaters with a valid base, and which do you give up?{forced}"

    def space(self, view: Pericles, ask: Ask) -> Iterator[RedeployOrder]:
        """A sample: what the bot would do (15.4-E6)."""
        yield completed(view, side_asked(ask), [])

    def refusal(self, view: Pericles, ask: Ask, order: RedeployOrder) -> Illegal | None:
        """11.3-C to 11.3-F, RULING-69: moves of units that are there to valid bases; exactly what is in breach goes."""
        side = side_asked(ask)
        ground = Ground(view, side)
        return self._moves_refused(ground, order.moves) or self._losses_refused(ground, order.eliminated)

    def _moves_refused(self, ground: Ground, moves: Sequence[Relocation]) -> Illegal | None:
        left = {(s.theater, s.unit): s.number for s in redeployable(ground.position, ground.side)}
        for one in moves:
            there = left.get((one.origin, one.unit), 0)
            if not 1 <= one.count <= there:
                clause = "11.3-F" if one.unit == "argive_land" else "11.3-A"
                right = f"1 to {there}" if there else "none"
                return Illegal(clause, f"{piece_name(one.unit)} in {name_of(one.origin)}: you can move {right}")
            targets = targets_of(ground.position, ground.side, one.unit, one.origin)
            if one.target not in targets:
                right = ", ".join(map(name_of, targets)) or "none"
                message = f"{name_of(one.unit)} cannot be redeployed to {name_of(one.target)}; valid bases: {right}"
                return Illegal("11.3-C", message)
            left[one.origin, one.unit] = there - one.count
        ground.move(moves)
        return None

    def _losses_refused(self, ground: Ground, gone: Sequence[Standing]) -> Illegal | None:
        breaches = ground.breaches()
        for one in gone:
            if one.count < 1 or ground.units.get(one.theater, {}).get(one.unit, 0) < one.count:
                message = f"{name_of(one.theater)} does not then have {pieces_of(one.count, one.unit)} to give up"
                return Illegal("11.3-E", message)
            ground.lose([one])
        over = ground.breaches()
        if over:
            return Illegal(over[0].clause, f"{_said(over[0])}: redeploy them or give them up")
        if sum(one.count for one in gone) != sum(breach.number for breach in breaches):
            return Illegal("11.3-E", "give up only units that are too many, and no more than you must")
        return None

    def policy(self, view: Pericles, ask: Ask) -> RedeployOrder:
        return completed(view, side_asked(ask), [])

    def choice_in_words(self, choice: RedeployOrder) -> str:
        """The moves, and what is given up."""
        gone = f"; give up {standing_in_words(choice.eliminated)}" if choice.eliminated else ""
        return f"{relocations_in_words(choice.moves) or 'move no unit'}{gone}"

    def orders_of(self, view: Pericles, ask: Ask, choice: RedeployOrder) -> Iterator[RedeployOrder]:
        """The list as it stands; else (RULING-72) those of its moves that can be made, the rest by 15.4-E6."""
        yield choice
        side = side_asked(ask)
        yield completed(
            view, side, possible_moves(choice.moves, redeployable(view, side), partial(targets_of, view, side))
        )

    def sample(self, view: Pericles, ask: Ask, chance: Chance, label: str) -> RedeployOrder:
        """Moves of any groups, then any of what is in breach is given up."""
        side = side_asked(ask)
        moves: list[Relocation] = []
        for spot in redeployable(view, side):
            if chance.die(3, label) == 1:
                targets = targets_of(view, side, spot.unit, spot.theater)
                moves += drawn([spot], targets, chance, label)
        ground = Ground(view, side)
        ground.move(moves)
        gone: list[Standing] = []
        while breaches := ground.breaches():
            unit = chance.pick(ground.choices(breaches[0]), label)
            gone.append(Standing(theater=breaches[0].theater, unit=unit))
            ground.lose(gone[-1:])
        return RedeployOrder(moves=moves, eliminated=merged_standings(gone))

    def grown(self, view: Pericles, ask: Ask, order: RedeployOrder | None) -> Iterator[RedeployOrder]:
        """One move more; or one unit more given up, where too many stand."""
        side = side_asked(ask)
        if order is None:
            yield RedeployOrder()
            return
        if not order.eliminated:
            for move in further_moves(order.moves, redeployable(view, side), partial(targets_of, view, side)):
                yield RedeployOrder(moves=[*order.moves, move])
        ground = Ground(view, side)
        ground.move(order.moves)
        ground.lose(order.eliminated)
        for breach in ground.breaches():
            for unit in ground.choices(breach):
                gone = merged_standings([*order.eliminated, Standing(theater=breach.theater, unit=unit)])
                yield RedeployOrder(moves=order.moves, eliminated=gone)


def _said(breach: Breach) -> str:
    return f"{breach.number} too many in {name_of(breach.theater)} ({', '.join(map(name_of, breach.classes))})"
