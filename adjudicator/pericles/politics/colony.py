"""7.44B: Colony: a Delian base and units in a theater that Athens holds or contests, at Peace only (D12)."""

from __future__ import annotations

from adjudicator.kernel import Answers, Ask, Illegal, One, agenda_step
from adjudicator.pericles.names import name_of
from adjudicator.pericles.politics.citizenship import HONOR, UNITS, most_units, units_refused
from adjudicator.pericles.politics.political_issues import ask_owner, be_done
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.card_lines import units_in_words
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import ColonyOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import FactionName, PieceName, TheaterName, UnitName

WHY = "7.44B, Colony"
FIRST_CHOICE: TheaterName = "hellespont"  # section 20, D12
CLASSES: tuple[UnitName, UnitName] = ("delian_naval", "delian_land")


@agenda_step
def found_colony(running: Running) -> None:
    """7.44B: ask the owner of the Colony; at War the issue is cancelled (7.42-D)."""
    peace = not running.position.war
    ask_owner(running, "athens", "colony", Colony.id, settle_colony, possible=open_to, holds=peace)


def open_to(position: Pericles) -> list[TheaterName]:
    """7.44B, RULING-23: Controlled by Athens or Contested, where at least a base or a unit can be put."""
    units = most_units(position, CLASSES) != (0, 0)
    return [
        name
        for name in position.in_play()
        if position.status(name, "athens") in ("friendly", "contested")
        and (units or position.may_build_base(name, "delian_base"))
    ]


@agenda_step
def settle_colony(running: Running, answers: Answers, owner: FactionName) -> None:
    """7.44B; RULING-23: without a base no Honor."""
    order: ColonyOrder = answers[owner][Colony.id]
    if order.theater:
        if running.position.may_build_base(order.theater, "delian_base"):
            ledger.place(running, order.theater, {"delian_base": 1}, WHY)
            ledger.gain_honor(running, owner, HONOR, WHY)
        pieces: dict[PieceName, int] = {"delian_naval": order.naval, "delian_land": order.land}
        ledger.place(running, order.theater, pieces, WHY)
    be_done(running, "athens", owner, "colony", nothing=order.theater is None)


def colony_in_words(theater: TheaterName | None) -> str:
    """A Colony in a theater, or none."""
    return f"a Colony in {name_of(theater)}" if theater else Colony.nothing


def units_sent(view: Pericles, ask: Ask, theater: TheaterName | None) -> list[tuple[int, int]]:
    """RULING-23: units as the reserve has them; without a base at least one."""
    if theater is None:
        return [(0, 0)]
    base = view.may_build_base(theater, "delian_base")
    return [pair for pair in UNITS if units_refused(view, *pair, CLASSES) is None and (base or any(pair))]


class Colony(
    PartedDecision[ColonyOrder],
    id="D12",
    passing={},
    clause="7.44B",
    default="20-C",
    policy="15.4-C2",
    subject="Choose what the Colony does",
    public_options=True,
    nothing="found no colony",
):
    """D12. A base is built with it wherever one can be."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        return (
            "In which theater do you found a Colony? Where a base can be built, you place a Delian base and gain "
            f"{HONOR} Honor. You may add one Delian naval unit, or one or two land units."
        )

    parts = {
        "theater": One(lambda view, ask: [*open_to(view), None], words=colony_in_words, subject="theater"),
        ("naval", "land"): One(units_sent, words=units_in_words, asks="Which units do you add?"),
    }

    def choice_in_words(self, choice: ColonyOrder) -> str:
        return super().choice_in_words(choice) if choice.theater else self.nothing

    def refusal(self, view: Pericles, ask: Ask, order: ColonyOrder) -> Illegal | None:
        """7.44B, RULING-23: a theater that is open, with a base or units that can be placed there."""
        nothing = (order.naval, order.land) == (0, 0)
        if order.theater is None:
            return None if nothing else Illegal("7.44B", "name a theater for the units")
        if order.theater not in open_to(view):
            ours = view.status(order.theater, "athens") in ("friendly", "contested")
            why = "has no room for a base, and no unit is left" if ours else "is not Controlled or Contested by Athens"
            where = ", ".join(map(name_of, open_to(view)))
            return Illegal("7.44B", f"{name_of(order.theater)} {why}; choose {where}")
        wrong = units_refused(view, order.naval, order.land, CLASSES)
        if wrong is None and nothing and not view.may_build_base(order.theater, "delian_base"):
            wrong = f"no base can be built in {name_of(order.theater)}, so name units or no theater"
        return Illegal("7.44B", wrong) if wrong else None

    def policy(self, view: Pericles, ask: Ask) -> ColonyOrder:
        """15.4-C2, RULING-66: the Hellespont, else the lowest with room for a base, else the lowest; then the units."""
        where = open_to(view)
        buildable = [name for name in where if view.may_build_base(name, "delian_base")]
        theater = FIRST_CHOICE if FIRST_CHOICE in where else (buildable or where)[0]
        naval, land = most_units(view, CLASSES)
        return ColonyOrder(theater=theater, naval=naval, land=land)
