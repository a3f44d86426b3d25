"""8.53: Oracle issues; decision D24."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel import Answers, Ask, Illegal, One, Some, agenda_step
from adjudicator.kernel.subjects import count_of, listed
from adjudicator.pericles.events import theater as events
from adjudicator.pericles.names import name_of, pieces_of
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import OracleDeed, OracleOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.theaters import decides, faction_of
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
    """8.53-A to 8.53-C: carry out what the owner chose; Honor where there was no other choice."""
    if declined(running, answers, theater, "oracle", owner):
        return
    order: OracleOrder = answers[owner].get(Oracle.id, OracleOrder(do="honor"))
    running.emit(events.OracleSpeaks(owner=owner, deed=order.do))
    if order.do == "honor":
        ledger.gain_honor(running, owner, 3, "8.53-A")
    elif order.unit and order.theater:
        ledger.gain_honor(running, owner, 1, "8.53-B")
        ledger.remove(running, order.theater, {order.unit: 1}, "8.53-B")
    for name in order.theaters:
        ledger.add_treachery(running, name, SIDE_OF[owner], 1, "8.53-C")


def deeds_open(view: Pericles, ask: Ask) -> list[OracleDeed]:
    """8.53: Honor always; the others where there is something to remove or to place."""
    side = SIDE_OF[faction_of(ask)]
    deeds: list[OracleDeed] = ["honor"]
    if targets(view, side):
        deeds.append("remove unit")
    if markers(view, side):
        deeds.append("treachery")
    return deeds


def deed_in_words(deed: OracleDeed) -> str:
    """What it gives."""
    return {"honor": "gain 3 Honor", "remove unit": "gain 1 Honor and remove an enemy League unit"}.get(
        deed, "place Treachery markers"
    )


def units_to_remove(view: Pericles, ask: Ask, deed: OracleDeed) -> list[tuple[UnitName | None, TheaterName | None]]:
    """8.53-B: each enemy League unit with its theater."""
    if deed != "remove unit":
        return [(None, None)]
    return [(unit, theater) for theater, unit in targets(view, SIDE_OF[faction_of(ask)])]


def unit_in_words(unit: tuple[UnitName | None, TheaterName | None]) -> str:
    """A unit and where it stands."""
    return f"{pieces_of(1, unit[0])} in {name_of(unit[1])}" if unit[0] and unit[1] else ""


def theaters_open(view: Pericles, ask: Ask, deed: OracleDeed, unit: object) -> Sequence[TheaterName]:
    """8.53-C: any that are in play."""
    return view.in_play() if deed == "treachery" else ()


def markers_placed(view: Pericles, ask: Ask, deed: OracleDeed, unit: object) -> int:
    """8.53-C: as many as there are, three at most."""
    return markers(view, SIDE_OF[faction_of(ask)]) if deed == "treachery" else 0


class Oracle(
    PartedDecision[OracleOrder],
    id="D24",
    clause="8.53",
    policy="15.4-D6",
    subject="Use an Oracle issue",
    public_options=True,
):
    """D24: asked of the owner of an Oracle issue."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        return "What does your Oracle give?"

    def awaited(self, ask: Ask) -> str:
        return decides(ask, "what their Oracle gives")

    parts = {
        "do": One(deeds_open, words=deed_in_words),
        ("unit", "theater"): One(units_to_remove, words=unit_in_words, asks="Which enemy unit do you remove?"),
        "theaters": Some(
            theaters_open,
            least=markers_placed,
            most=markers_placed,
            thing="theater",
            words=name_of,
            subject="theater",
            asks="In which theaters do you place Treachery markers?",
        ),
    }

    def refusal(self, view: Pericles, ask: Ask, order: OracleOrder) -> Illegal | None:
        """8.53: the parts that belong to it, each as it must be."""
        if order.do != "remove unit" and (order.unit or order.theater):
            return Illegal("8.53-B", f"name a unit only to remove it, not to {deed_in_words(order.do)}")
        if order.do != "treachery" and order.theaters:
            return Illegal("8.53-C", f"name theaters only to place Treachery markers, not to {deed_in_words(order.do)}")
        if order.do == "remove unit":
            return _unit_refusal(view, SIDE_OF[faction_of(ask)], order)
        if order.do == "treachery":
            return _treachery_refusal(view, SIDE_OF[faction_of(ask)], order)
        return None

    def policy(self, view: Pericles, ask: Ask) -> OracleOrder:
        return OracleOrder(do="honor")

    def choice_in_words(self, choice: OracleOrder) -> str:
        if choice.do == "treachery":
            return f"place Treachery in {listed([*map(name_of, choice.theaters)])}"
        if choice.unit and choice.theater:
            return f"gain 1 Honor and remove {pieces_of(1, choice.unit)} from {name_of(choice.theater)}"
        return deed_in_words(choice.do)

    def orders_of(self, view: Pericles, ask: Ask, choice: OracleOrder) -> Iterator[OracleOrder]:
        """RULING-72: of a longer list of theaters the first that are in play, as many as there are markers.

        RULING-91: a shorter one is not filled up, and so not legal.
        """
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
        return Illegal("8.53-C", "your Side has no Treachery marker left")
    closed = [f"{name_of(name)} is not in play" for name in order.theaters if name not in in_play]
    double = [f"{name_of(name)} is named twice" for name in order.theaters if order.theaters.count(name) > 1]
    few = [f"you named {len(order.theaters)}"] if len(order.theaters) != number else []
    if why := [*closed, *double, *few]:
        return Illegal("8.53-C", f"name {count_of(number, 'different theater')} in play; {why[0]}")
    return None
