"""7.44A: Citizenship: a Delian base becomes Athenian (D11); the units that special issues bring."""

from __future__ import annotations

from adjudicator.kernel import Answers, Ask, Illegal, One, agenda_step
from adjudicator.pericles.names import name_of, pool_of
from adjudicator.pericles.politics.political_issues import ask_owner, be_done
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.card_lines import units_in_words
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import CitizenshipOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import THEATERS, FactionName, PieceName, TheaterName, UnitName

HONOR = 2
WHY = "7.44A, Citizenship"
UNITS: tuple[tuple[int, int], ...] = ((1, 0), (0, 2), (0, 1), (0, 0))  # naval, land: 4 building points (3.1-E)
ASIA: tuple[TheaterName, ...] = THEATERS[13:19]  # section 20, D11: theaters 14 to 19


@agenda_step
def grant_citizenship(running: Running) -> None:
    """7.44A: asked where a base can be converted; the issue leaves the game in any case."""
    ask_owner(running, "athens", "citizenship", Citizenship.id, settle_citizenship, possible=convertible)


def convertible(position: Pericles) -> list[TheaterName]:
    """Where a Delian base can become Athenian."""
    if position.reserve("athenian_base") < 1:
        return []
    return [name for name in position.in_play() if position.theaters[name].count("delian_base")]


@agenda_step
def settle_citizenship(running: Running, answers: Answers, owner: FactionName) -> None:
    """7.44A, RULING-22: units only with a base."""
    order: CitizenshipOrder = answers[owner][Citizenship.id]
    if order.theater:
        ledger.remove(running, order.theater, {"delian_base": 1}, f"{WHY}: converted")
        ledger.place(running, order.theater, {"athenian_base": 1}, f"{WHY}: converted")
        ledger.gain_honor(running, owner, HONOR, WHY)
        pieces: dict[PieceName, int] = {"athenian_naval": order.naval, "athenian_land": order.land}
        ledger.place(running, order.theater, pieces, WHY)
    be_done(running, "athens", owner, "citizenship", nothing=order.theater is None)


def units_refused(position: Pericles, naval: int, land: int, classes: tuple[UnitName, UnitName]) -> str | None:
    """2.1-A, 2.1-E, RULING-64: one naval unit or up to two land units, as the reserve has them; or what is right."""
    ships, men = (position.reserve(unit) for unit in classes)
    if (naval, land) not in UNITS:
        return "add one naval unit, one or two land units, or none"
    if naval > ships or land > men:
        there = {classes[0]: max(0, ships), classes[1]: max(0, men)}
        return f"the reserve holds {pool_of(there)}"
    return None


def most_units(position: Pericles, classes: tuple[UnitName, UnitName]) -> tuple[int, int]:
    """Section 20, D11 and D12: naval, else land."""
    return next(pair for pair in UNITS if units_refused(position, *pair, classes) is None)


def base_in_words(theater: TheaterName | None) -> str:
    """The base of a theater, or none."""
    return f"the base in {name_of(theater)} becomes Athenian" if theater else Citizenship.nothing


def units_with_base(view: Pericles, ask: Ask, theater: TheaterName | None) -> list[tuple[int, int]]:
    """RULING-22: units only with a base."""
    classes = Citizenship.classes
    return [pair for pair in UNITS if units_refused(view, *pair, classes) is None] if theater else [(0, 0)]


class Citizenship(
    PartedDecision[CitizenshipOrder],
    id="D11",
    passing={},
    clause="7.44A",
    default="20-C",
    policy="15.4-C2",
    subject="Choose what Citizenship does",
    public_options=True,
    nothing="convert no base",
):
    """D11: asked of the owner of Citizenship; they may convert nothing."""

    classes: tuple[UnitName, UnitName] = ("athenian_naval", "athenian_land")

    def prompt(self, view: Pericles, ask: Ask) -> str:
        return (
            f"Which Delian base do you turn Athenian? You gain {HONOR} Honor, and may add one Athenian naval unit, "
            "or one or two land units, there."
        )

    parts = {
        "theater": One(lambda view, ask: [*convertible(view), None], words=base_in_words, subject="theater"),
        ("naval", "land"): One(units_with_base, words=units_in_words, asks="Which units do you add?"),
    }

    def choice_in_words(self, choice: CitizenshipOrder) -> str:
        return super().choice_in_words(choice) if choice.theater else self.nothing

    def refusal(self, view: Pericles, ask: Ask, order: CitizenshipOrder) -> Illegal | None:
        """7.44A: a Delian base that can be converted, with its units; without one, no units (RULING-22)."""
        if order.theater is None:
            none = (order.naval, order.land) == (0, 0)
            return None if none else Illegal("7.44A", "add units only to a base that becomes Athenian (RULING-22)")
        if order.theater not in convertible(view):
            where = ", ".join(map(name_of, convertible(view)))
            return Illegal("7.44A", f"{name_of(order.theater)} has no Delian base to convert; choose {where}")
        wrong = units_refused(view, order.naval, order.land, self.classes)
        return Illegal("7.44A", wrong) if wrong else None

    def policy(self, view: Pericles, ask: Ask) -> CitizenshipOrder:
        """15.4-C2: the lowest of the theaters 14 to 19, else the lowest of all; naval, else land."""
        where = convertible(view)
        theater = next((name for name in where if name in ASIA), where[0])
        naval, land = most_units(view, self.classes)
        return CitizenshipOrder(theater=theater, naval=naval, land=land)
