"""13.2: the Persian War: the Peace of Callias (D36), or what it costs to go without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel import Answers, Ask, Illegal, One, YesNo, agenda_step
from adjudicator.pericles.events.ending import CalliasMade, CalliasRefused
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.card_lines import theater_in_words
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import CalliasOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import BASES_OF, HOME, PERSIA, SIDES, UNITS_OF, PieceName, TheaterName

EAST: TheaterName = "east"
WHY = "13.21-A, Peace of Callias"


@agenda_step
def offer_callias(running: Running) -> None:
    """13.21-A: asked while the Persian War lasts and the Peace can be made; then 13.22-A."""
    position = running.position
    if not position.persian_war:
        return
    if may_be_made(position):
        running.ask([Ask(position.controlling["athens"], Callias.id)], settle_callias)
    else:
        pay_for_war(running)


def may_be_made(position: Pericles) -> bool:
    """13.21-A, RULING-59: a base of Athens is there, and an Athenian naval unit stands anywhere."""
    return position.theaters[EAST].bases("athens") > 0 and bool(fleets(position))


def fleets(position: Pericles) -> list[TheaterName]:
    """Where Athenian naval units stand."""
    return [name for name in position.in_play() if position.theaters[name].count("athenian_naval")]


@agenda_step
def settle_callias(running: Running, answers: Answers) -> None:
    """13.21-A: make the Peace of Callias and end the Persian War, or pay for going on with it."""
    faction = running.position.controlling["athens"]
    order: CalliasOrder = answers[faction][Callias.id]
    if not order.make or order.theater is None:
        running.emit(CalliasRefused(faction=faction))
        pay_for_war(running)
        return
    running.emit(CalliasMade(faction=faction))
    ledger.remove(running, order.theater, {"athenian_naval": 1}, WHY)
    leave_the_east(running)
    running.position.persian_war = False


def leave_the_east(running: Running) -> None:
    """13.21-A: bases go, Sparta's become Persian, units go Home, Treachery is removed (RULING-60)."""
    there = running.position.theaters[EAST]
    for side in SIDES:
        bases: dict[PieceName, int] = {base: there.count(base) for base in BASES_OF[side]}
        ledger.remove(running, EAST, bases, WHY)
        if side == "sparta":
            ledger.place(running, PERSIA, {"persian_base": sum(bases.values())}, WHY)
        units: dict[PieceName, int] = {unit: there.count(unit) for unit in UNITS_OF[side]}
        ledger.move(running, EAST, HOME[side], units, WHY)
        ledger.drop_treachery(running, EAST, side, there.treachery.get(side, 0), WHY)


def pay_for_war(running: Running) -> None:
    """13.22-A, 14-G, RULING-61: the turn of the scenario, 1 more unless Athens rules that sea with ships."""
    position = running.position
    ruled = position.status(EAST, "athens") == "friendly" and position.theaters[EAST].count("athenian_naval") > 0
    honor = position.nth_turn + (0 if ruled else 1)
    ledger.lose_honor(running, position.controlling["athens"], honor, "13.22-A, the Persian War lasts")


def making(view: Pericles, ask: Ask) -> list[bool]:
    """13.21-A: it can be made where there is a naval unit to pay with."""
    return [False, True] if fleets(view) else [False]


def ships(view: Pericles, ask: Ask, make: bool) -> Sequence[TheaterName | None]:
    """Where the naval unit may stand."""
    return fleets(view) if make else (None,)


class Callias(
    PartedDecision[CalliasOrder],
    id="D36",
    passing={"make": False},
    clause="13.21-A",
    policy="15.4-E5",
    subject="Decide on the Peace of Callias",
    public_options=True,
):
    """D36: asked of the Athenian Controlling Faction; a yes names the theater of the naval unit that is lost."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        return (
            "Make the Peace of Callias? It costs your bases in the Eastern Mediterranean, which is then closed, and "
            "one Athenian naval unit."
        )

    parts = {
        "make": YesNo(making, yes="make the Peace", no="do not make the Peace"),
        "theater": One(
            ships,
            words=theater_in_words,
            subject="theater",
            asks="From which theater do you remove the Athenian naval unit that it costs?",
        ),
    }

    def refusal(self, view: Pericles, ask: Ask, order: CalliasOrder) -> Illegal | None:
        """13.21-A: with it, the theater of an Athenian naval unit."""
        if not order.make:
            named = order.theater is not None
            return Illegal("13.21-A", "without the Peace no naval unit goes; leave the theater out") if named else None
        if order.theater not in fleets(view):
            where = ", ".join(map(name_of, fleets(view)))
            return Illegal("13.21-A", f"name the theater where it costs an Athenian naval unit: {where}")
        return None

    def policy(self, view: Pericles, ask: Ask) -> CalliasOrder:
        """15.4-E5: from the second turn of the scenario on, in the first only if the theater is Contested."""
        if view.nth_turn < 2 and view.status(EAST, "athens") != "contested":
            return CalliasOrder(make=False)
        theater = max(fleets(view), key=lambda name: view.theaters[name].count("athenian_naval"))
        return CalliasOrder(make=True, theater=theater)

    def choice_in_words(self, choice: CalliasOrder) -> str:
        ship = f"; it costs an Athenian naval unit in {name_of(choice.theater)}" if choice.theater else ""
        return f"make the Peace{ship}" if choice.make else "do not make the Peace"

    def orders_of(self, view: Pericles, ask: Ask, choice: CalliasOrder) -> Iterator[CalliasOrder]:
        """With a yes, the theater of the book, else that of 15.4-E5."""
        yield choice
        if choice.make:
            theater = max(fleets(view), key=lambda name: view.theaters[name].count("athenian_naval"))
            yield CalliasOrder(make=True, theater=theater)
