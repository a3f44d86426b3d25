"""7.41: War and Peace declared; 7.41-D: the units that must leave then, and where they go (D10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from adjudicator.kernel import Answers, Ask, Chance, Illegal, agenda_step, step
from adjudicator.pericles.assembly.giving_up import Spot, left_of
from adjudicator.pericles.events.politics import PeaceDeclared, WarDeclared, WarGoesOn
from adjudicator.pericles.names import name_of, pieces_of
from adjudicator.pericles.politics import ravages
from adjudicator.pericles.state import ledger, scoring, tracks
from adjudicator.pericles.state.decision import Decision, Running
from adjudicator.pericles.state.orders import RelocateOrder, Relocation
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.theaters import side_asked
from adjudicator.pericles.words import (
    CITY_STATE_BASE,
    HOME,
    LEAGUE_UNITS,
    UNITS_OF,
    FactionName,
    SideName,
    TheaterName,
    UnitName,
)

WHY = "7.41-D, Peace"
MOVE_WORDS = {
    "moves": ("Move units?", ""),
    "moves.unit": ("Which units?", "{}"),
    "moves.from": ("From which theater?", "from {}"),
    "moves.to": ("To which theater?", "to {}"),
    "moves.count": ("How many?", "{} of them"),
}
Targets = Callable[[UnitName, TheaterName], Sequence[TheaterName]]  # where units of a class may go from a theater


def city_state_units(side: SideName) -> tuple[UnitName, ...]:
    """3.1-B: the classes of a City-State, the 300 included."""
    return tuple(unit for unit in UNITS_OF[side] if unit not in LEAGUE_UNITS[side])


def havens(position: Pericles, side: SideName) -> list[TheaterName]:
    """RULING-20: where City-State units may be: Home, whatever its status, and with a base of their City-State."""
    base = CITY_STATE_BASE[side]
    return [name for name in position.in_play() if name == HOME[side] or position.theaters[name].count(base)]


def strays(position: Pericles, side: SideName) -> list[Spot]:
    """The City-State units that are elsewhere."""
    allowed = havens(position, side)
    return [
        Spot(name, unit, position.theaters[name].count(unit))
        for name in position.in_play()
        if name not in allowed
        for unit in city_state_units(side)
        if position.theaters[name].count(unit)
    ]


@agenda_step
def relocate(running: Running, side: SideName) -> None:
    """RULING-20: the Controlling Faction of a Side chooses; no question where only Home is open (RULING-73)."""
    position = running.position
    if not strays(position, side):
        return
    if len(havens(position, side)) > 1:
        running.ask([Ask(position.controlling[side], Relocate.id)], settle_relocation, side=side)
    else:
        send_home(running, side)


@agenda_step
def settle_relocation(running: Running, answers: Answers, side: SideName) -> None:
    """7.41-D: the moves ordered, then the rest goes Home. RULING-21: no test of movement applies."""
    order: RelocateOrder = answers[running.position.controlling[side]][Relocate.id]
    for one in order.moves:
        ledger.move(running, one.origin, one.target, {one.unit: one.count}, WHY)
    send_home(running, side)


def send_home(running: Running, side: SideName) -> None:
    """7.41-D: what is still elsewhere."""
    for spot in strays(running.position, side):
        ledger.move(running, spot.theater, HOME[side], {spot.unit: spot.number}, WHY)


def possible_moves(wanted: Sequence[Relocation], spots: Sequence[Spot], targets: Targets) -> list[Relocation]:
    """RULING-72: the moves of a list that can be made, as far as units are there."""
    moves: list[Relocation] = []
    for one in wanted:
        there = {(spot.theater, spot.unit): spot.number for spot in _left_of(spots, moves)}
        count = min(one.count, there.get((one.origin, one.unit), 0))
        if count > 0 and one.target in targets(one.unit, one.origin):
            moves.append(Relocation(unit=one.unit, origin=one.origin, target=one.target, count=count))
    return moves


def further_moves(moves: Sequence[Relocation], spots: Sequence[Spot], targets: Targets) -> Iterator[Relocation]:
    """Each move that can be made after others, of all units of a class in a theater first, of one last."""
    for spot in _left_of(spots, moves):
        for target in targets(spot.unit, spot.theater):
            for count in range(spot.number, 0, -1):
                yield Relocation(unit=spot.unit, origin=spot.theater, target=target, count=count)


def _left_of(spots: Sequence[Spot], moves: Sequence[Relocation]) -> list[Spot]:
    return left_of(spots, [(one.origin, one.unit, one.count) for one in moves])


def drawn(spots: Sequence[Spot], targets: Sequence[TheaterName], chance: Chance, label: str) -> Iterator[Relocation]:
    """Any distribution of units over targets; what is drawn for none stays unnamed."""
    for spot in spots:
        left = spot.number
        for target in targets:
            count = chance.die(left + 1, label) - 1 if left and target != spot.theater else 0
            if count:
                left -= count
                yield Relocation(unit=spot.unit, origin=spot.theater, target=target, count=count)


def relocations_in_words(moves: Sequence[Relocation]) -> str:
    """Which units go from where to where."""
    ways = ((one, f"from {name_of(one.origin)} to {name_of(one.target)}") for one in moves)
    return ", ".join(f"{pieces_of(one.count, one.unit)} {way}" for one, way in ways)


class Relocate(
    Decision[RelocateOrder],
    id="D10",
    clause="7.41-D",
    policy="15.4-C1",
    subject="Choose where units go when Peace is declared",
    public_options=True,
    listed=False,
):
    """D10. Its space holds one haven for all; people build an order group by group."""

    field_words = MOVE_WORDS

    def prompt(self, view: Pericles, ask: Ask) -> str:
        side = side_asked(ask)
        units = ", ".join(f"{s.number} {name_of(s.unit)} in {name_of(s.theater)}" for s in strays(view, side))
        goals = ", ".join(map(name_of, havens(view, side)))
        return f"Peace: these units must leave: {units}. They may go to {goals}; those you do not name go Home."

    def space(self, view: Pericles, ask: Ask) -> Iterator[RelocateOrder]:
        """All Home, or all to one of the havens."""
        side = side_asked(ask)
        yield RelocateOrder(moves=[])
        for target in havens(view, side):
            if target != HOME[side]:
                yield RelocateOrder(
                    moves=[
                        Relocation(unit=spot.unit, origin=spot.theater, target=target, count=spot.number)
                        for spot in strays(view, side)
                    ]
                )

    def refusal(self, view: Pericles, ask: Ask, order: RelocateOrder) -> Illegal | None:
        """7.41-D: units that must leave, no more than there are, to a haven."""
        side = side_asked(ask)
        spots, allowed = strays(view, side), havens(view, side)
        there = {(spot.theater, spot.unit): spot.number for spot in spots}
        for one in order.moves:
            left = there.get((one.origin, one.unit), 0)
            if not 1 <= one.count <= left:
                what = f"{one.count} {name_of(one.unit)} from {name_of(one.origin)}"
                return Illegal(self.clause, f"{what} cannot move; {self.prompt(view, ask)}")
            if one.target not in allowed:
                goals = ", ".join(map(name_of, allowed))
                return Illegal(self.clause, f"units cannot go to {name_of(one.target)}; choose {goals}")
            there[one.origin, one.unit] = left - one.count
        return None

    def policy(self, view: Pericles, ask: Ask) -> RelocateOrder:
        """15.4-C1: the bot names no unit, so all go Home."""
        return RelocateOrder(moves=[])

    def sample(self, view: Pericles, ask: Ask, chance: Chance, label: str) -> RelocateOrder:
        side = side_asked(ask)
        away = [name for name in havens(view, side) if name != HOME[side]]
        return RelocateOrder(moves=[*drawn(strays(view, side), away, chance, label)])

    def grown(self, view: Pericles, ask: Ask, order: RelocateOrder | None) -> Iterator[RelocateOrder]:
        """One group more to a haven that is not Home."""
        if order is None:
            yield RelocateOrder(moves=[])
            return
        side = side_asked(ask)
        away = [name for name in havens(view, side) if name != HOME[side]]
        for move in further_moves(order.moves, strays(view, side), lambda _unit, _origin: away):
            yield RelocateOrder(moves=[*order.moves, move])

    def choice_in_words(self, choice: RelocateOrder) -> str:
        return f"{relocations_in_words(choice.moves)}; the other units go Home" if choice.moves else "all units go Home"

    def orders_of(self, view: Pericles, ask: Ask, choice: RelocateOrder) -> Iterator[RelocateOrder]:
        """20-B, RULING-72: the moves of the list that can be made, as far as units are there."""
        side = side_asked(ask)
        allowed = havens(view, side)
        yield RelocateOrder(moves=possible_moves(choice.moves, strays(view, side), lambda _unit, _origin: allowed))


# --- War and Peace declared (7.41) --------------------------------------------------------------------------------


@agenda_step
def settle_war_and_peace(running: Running) -> None:
    """7.41-A: at Peace one winner declares War; 7.41-B: at War it takes the winners of both Sides to make Peace."""
    winners = winners_of(running.position)
    if not winners:
        return
    if not running.position.war:
        running.position.war = True
        running.emit(WarDeclared(by=[*winners]))
    elif len(winners) == len(running.position.sides):
        make_peace(running, winners)
    else:
        running.emit(WarGoesOn(faction=winners[0]))


def winners_of(position: Pericles) -> list[FactionName]:
    """The Factions that won the War/Peace issue of their Side, Athens first."""
    won = [tracks.winner_of(position, side, "war_peace") for side in position.sides]
    return [faction for faction in won if faction]


def make_peace(running: Running, winners: list[FactionName]) -> None:
    """7.41-B; 7.41-C: where the scenario ends on Peace, at once; else 7.41-D, Athens first (RULING-20)."""
    running.position.war = False
    running.emit(PeaceDeclared(by=[*winners]))
    for faction in winners:
        ledger.gain_honor(running, faction, 10, "7.41-B, Peace")
    ravages.return_all(running)
    if scoring.peace_ends(running.position):
        scoring.score_the_end(running, "7.41-C, Peace in a turn in which it ends the game")
        return
    running.do(*(step(relocate, side=side) for side in running.position.sides))
