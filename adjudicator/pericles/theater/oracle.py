"""8.53: Oracle issues; decision D24."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from adjudicator.kernel import Answers, Ask, Illegal, agenda_step
from adjudicator.kernel.subjects import count_of
from adjudicator.pericles.events import theater as told
from adjudicator.pericles.names import name_of, pieces_of
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import Decision, Running
from adjudicator.pericles.state.orders import OracleOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.theaters import faction_of, waits
from adjudicator.pericles.theater.queues import ask_owner, declined
from adjudicator.pericles.words import ENEMY, LEAGUE_UNITS, SIDE_OF, FactionName, SideName, TheaterName, UnitName

MOST = 3


def targets(position: Pericles, side: SideName) -> list[tuple[TheaterName, UnitName]]:
    """8.53-B, RULING-30: the enemy's League units, by theater."""
    enemy = LEAGUE_UNITS[ENEMY[side]]
    return [(name, unit) for name in position.in_play() for unit in enemy if position.theaters[name].count(unit)]


def markers(position: Pericles, side: SideName) -> int:
    """8.53-C: how many Treachery markers are placed: three, or as many as there are."""
    return min(MOST, position.treachery_left(side))


@agenda_step
def resolve_oracle(running: Running, theater: TheaterName, owner: FactionName) -> None:
    """8.5-A: it acts anywhere. Where only Honor is left, only whether is asked (20-C)."""
    position, side = running.position, SIDE_OF[owner]
    further = (Oracle.id,) if targets(position, side) or markers(position, side) else ()
    running.ask(ask_owner(theater, "oracle", owner, *further), hear_oracle, theater=theater, owner=owner)


@agenda_step
def hear_oracle(running: Running, answers: Answers, theater: TheaterName, owner: FactionName) -> None:
    """8.53-A to 8.53-C."""
    if declined(running, answers, theater, "oracle", owner):
        return
    order: OracleOrder = answers[owner].get(Oracle.id, OracleOrder(do="honor"))
    running.emit(told.OracleSpeaks(owner=owner, deed=order.do))
    if order.do == "honor":
        ledger.gain_honor(running, owner, 3, "8.53-A")
    elif order.unit and order.theater:
        ledger.gain_honor(running, owner, 1, "8.53-B")
        ledger.remove(running, order.theater, {order.unit: 1}, "8.53-B")
    for name in order.theaters:
        ledger.add_treachery(running, name, SIDE_OF[owner], 1, "8.53-C")


class Oracle(
    Decision[OracleOrder],
    id="D24",
    clause="8.53",
    policy="15.4-D6",
    subject="Use an Oracle issue",
    public_options=True,
    exact=True,
):
    """D24."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        """The ways that are open."""
        side = SIDE_OF[faction_of(ask)]
        number = count_of(markers(view, side), "theater")
        ways = ["3 Honor"]
        if targets(view, side):
            ways.append("1 Honor and an enemy League unit removed")
        if markers(view, side):
            ways.append(f"a Treachery marker in each of {number}")
        return f"Your Oracle: {'; or '.join(ways)}. Which? (8.53)"

    def waiting(self, ask: Ask) -> str:
        """Public: the kind of the issue and its theater."""
        return waits(ask, "what their Oracle gives", "D24, 8.53")

    def space(self, view: Pericles, ask: Ask) -> Iterator[OracleOrder]:
        """Honor, each unit, each set of theaters."""
        side = SIDE_OF[faction_of(ask)]
        yield OracleOrder(do="honor")
        for theater, unit in targets(view, side):
            yield OracleOrder(do="remove unit", unit=unit, theater=theater)
        if markers(view, side):
            for theaters in combinations(view.in_play(), markers(view, side)):
                yield OracleOrder(do="treachery", theaters=[*theaters])

    def grown(self, view: Pericles, ask: Ask, order: OracleOrder | None) -> Iterator[OracleOrder]:
        """The ways first; then the theaters of Treachery markers one by one."""
        if order is None:
            yield from (one for one in self.space(view, ask) if one.do != "treachery")
            order = OracleOrder(do="treachery")
        if order.do == "treachery" and len(order.theaters) < markers(view, SIDE_OF[faction_of(ask)]):
            for name in view.in_play():
                if name not in order.theaters:
                    yield OracleOrder(do="treachery", theaters=[*order.theaters, name])

    def refusal(self, view: Pericles, ask: Ask, order: OracleOrder) -> Illegal | None:
        """8.53: the parts that belong to it, each as it must be."""
        if order.do != "remove unit" and (order.unit or order.theater):
            return Illegal("8.53-B", f"a unit and its theater belong to `remove unit` only, not to `{order.do}`")
        if order.do != "treachery" and order.theaters:
            return Illegal("8.53-C", f"theaters belong to `treachery` only, not to `{order.do}`")
        if order.do == "remove unit":
            return _unit_refusal(view, SIDE_OF[faction_of(ask)], order)
        if order.do == "treachery":
            return _treachery_refusal(view, SIDE_OF[faction_of(ask)], order)
        return None

    def policy(self, view: Pericles, ask: Ask) -> OracleOrder:
        """15.4-D6."""
        return OracleOrder(do="honor")

    def choice_told(self, choice: OracleOrder) -> str:
        """In words."""
        if choice.do == "treachery":
            return f"Treachery in {', '.join(map(name_of, choice.theaters))}"
        if choice.unit and choice.theater:
            return f"1 Honor, and {pieces_of(1, choice.unit)} removed from {name_of(choice.theater)}"
        return "3 Honor" if choice.do == "honor" else choice.do

    def orders_of(self, view: Pericles, ask: Ask, choice: OracleOrder) -> Iterator[OracleOrder]:
        """RULING-72: of a longer list of theaters the first that are in play, as many as there are markers."""
        yield choice
        if choice.do == "treachery":
            there = [name for name in dict.fromkeys(choice.theaters) if name in view.in_play()]
            yield OracleOrder(do="treachery", theaters=there[: markers(view, SIDE_OF[faction_of(ask)])])


def _unit_refusal(view: Pericles, side: SideName, order: OracleOrder) -> Illegal | None:
    """8.53-B: an enemy League unit, where it stands."""
    found = targets(view, side)
    if (order.theater, order.unit) in found:
        return None
    listed = ", ".join(f"{name_of(unit)} in {name_of(theater)}" for theater, unit in found)
    return Illegal("8.53-B", f"name an enemy League unit and its theater; there are: {listed or 'none'}")


def _treachery_refusal(view: Pericles, side: SideName, order: OracleOrder) -> Illegal | None:
    """8.53-C: different theaters in play, as many as markers are placed."""
    number, in_play = markers(view, side), view.in_play()
    if not number:
        return Illegal("8.53-C", "no Treachery marker of your Side is left")
    if len(order.theaters) == number == len({*order.theaters}) and all(name in in_play for name in order.theaters):
        return None
    return Illegal("8.53-C", f"name {count_of(number, 'different theater')} in play, not {len(order.theaters)}")
