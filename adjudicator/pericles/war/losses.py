"""9.44, 9.45, 14.43-B: units lost in battle; decisions D32 and D34."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, TypeVar

import msgspec

from adjudicator.kernel import Answers, Ask, One, Shares, agenda_step
from adjudicator.pericles.events import battles as events
from adjudicator.pericles.names import name_of, pool_of
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.connections import unit_of_city_state
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.expedition import battle, decider, on_expedition
from adjudicator.pericles.state.orders import LossOrder, WinnerLossOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.war.loss_tables import Row, Units, loser_rows, winner_rows
from adjudicator.pericles.words import ENEMY, UNITS, UNITS_OF, PieceName, SideName, UnitName, value_of

T = TypeVar("T", LossOrder, WinnerLossOrder)


@agenda_step
def inflict_losses(running: Running) -> None:
    """9.44-A to 9.44-C: the winner's decision-maker takes units of the loser; asked where there is a choice."""
    winner, _ = battle(running.position)
    picks = [units for row in loser_rows(running.position) for units in row.picks()]
    if not picks:
        running.emit(events.NothingLost(side=ENEMY[winner]))
    elif len(picks) == 1:
        _lose(running, picks[0], "9.44-B")
    else:
        running.ask([Ask(decider(running.position, winner), Losses.id)], take_losses)


@agenda_step
def take_losses(running: Running, answers: Answers) -> None:
    """9.44-C: the units that were picked."""
    winner, _ = battle(running.position)
    _lose(running, answers[decider(running.position, winner)][Losses.id].units, "9.44-C")


@agenda_step
def suffer_losses(running: Running) -> None:
    """9.45-A, 9.45-B: the loser's decision-maker takes units of the winner; asked where there is a choice."""
    winner, _ = battle(running.position)
    picks = [units for row in winner_rows(running.position) for units in row.picks()]
    if not picks:
        running.emit(events.NothingLost(side=winner))
    elif len(picks) == 1:
        _remove(running, winner, picks[0], "9.45-B")
    else:
        running.ask([Ask(decider(running.position, ENEMY[winner]), WinnerLosses.id)], take_winner_losses)


@agenda_step
def take_winner_losses(running: Running, answers: Answers) -> None:
    """9.45-B: the units that were picked."""
    winner, _ = battle(running.position)
    order = answers[decider(running.position, ENEMY[winner])][WinnerLosses.id]
    _remove(running, winner, order.units, "9.45-B")


def _lose(running: Running, units: Units, clause: str) -> None:
    """The loser's losses, which 9.44-D, 9.45-A, 9.46 and 9.5 look at."""
    winner, _ = battle(running.position)
    on_expedition(running.position).lost = dict(units)
    _remove(running, ENEMY[winner], units, clause)


def _remove(running: Running, side: SideName, units: Units, clause: str) -> None:
    """2.1-B, 12.4-C, 14.43-B: units, the 300 like others, go back to the reserve, or to the Lost box."""
    position = running.position
    pieces: dict[PieceName, int] = {unit: units[unit] for unit in UNITS if unit in units}
    gone = ledger.remove(running, on_expedition(position).theater, pieces, f"{clause} battle losses")
    if not (position.facts.ravages_of_war and position.war):
        return
    lost: dict[PieceName, int] = {unit: gone[unit] for unit in UNITS if unit in gone and unit_of_city_state(unit, side)}
    for piece, number in lost.items():
        position.lost[piece] = position.lost.get(piece, 0) + number
    if lost:
        running.emit(events.WentToLostBox(side=side, pieces=lost))


class Ranking(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A choice of a book for D32 and D34: classes of units, those to be taken first at the head."""

    classes: Annotated[list[UnitName], msgspec.Meta(min_length=1)]


def row_in_words(row: str) -> str:
    """A row of the table."""
    return f"row {row}"


class _TakeUnits(PartedDecision[T], policy="15.4-E2", choice=Ranking, public_options=True):
    """A row of a loss table, and units of its classes."""

    @abstractmethod
    def rows(self, view: Pericles) -> list[Row]:
        """The rows that take something."""

    @abstractmethod
    def loser(self, view: Pericles) -> SideName:
        """The Side whose units are taken."""

    def _order(self, row: Row, units: Units) -> T:
        order: T = self.order(row=row.name, units=units)  # type: ignore[assignment]
        return order

    def prompt(self, view: Pericles, ask: Ask) -> str:
        where = name_of(on_expedition(view).theater)
        return f"Which units does {name_of(self.loser(view))} lose in {where}?"

    def __init__(self) -> None:
        """A row, then units of its classes."""
        self.parts = {
            "row": One(self._names, words=row_in_words, note=self._takes),
            "units": Shares(
                self._present,
                least=self._number,
                most=self._number,
                thing="unit",
                words=name_of,
                asks="Which units?",
            ),
        }

    def _names(self, view: Pericles, ask: Ask) -> list[str]:
        return [row.name for row in self.rows(view)]

    def _row(self, view: Pericles, name: str) -> Row:
        return next(row for row in self.rows(view) if row.name == name)

    def _takes(self, view: Pericles, ask: Ask, name: str) -> str:
        """How many it takes, of what."""
        row = self._row(view, name)
        return f"{row.number} of {pool_of(row.present)}"

    def _present(self, view: Pericles, ask: Ask, name: str) -> Mapping[UnitName, int]:
        return self._row(view, name).present

    def _number(self, view: Pericles, ask: Ask, name: str) -> int:
        return self._row(view, name).number

    def choice_of(self, view: Pericles, ask: Ask, order: T) -> dict[str, Any]:
        """The classes that go, those of which most go first."""
        return {"classes": sorted(order.units, key=lambda unit: -order.units[unit])}

    def orders_of(self, view: Pericles, ask: Ask, choice: Ranking) -> Iterator[T]:
        """Section 20: the row of the first class that can be taken, and its units by rank."""
        rows = self.rows(view)
        for unit in choice.classes:
            for row in rows:
                if unit in row.present:
                    yield self._order(row, row.first(choice.classes))

    def choice_in_words(self, choice: Ranking | T) -> str:
        """Classes by rank, or a row with its units."""
        if isinstance(choice, Ranking):
            return ", then ".join(name_of(unit) for unit in choice.classes)
        return f"row {choice.row}, {pool_of(choice.units)}"

    def policy(self, view: Pericles, ask: Ask) -> T:
        """15.4-E2: the row with most eliminations, then most value; City-State units first."""
        side = self.loser(view)
        _, kind = battle(view)
        ranked = sorted(UNITS_OF[side], key=lambda unit: not unit_of_city_state(unit, side))

        def worth(row: Row) -> tuple[int, int]:
            units = row.first(ranked)
            return row.number, sum(value_of(unit, kind) * number for unit, number in units.items())

        best = max(self.rows(view), key=worth)
        return self._order(best, best.first(ranked))


class Losses(_TakeUnits[LossOrder], id="D32", clause="9.44-C", subject="Take the loser's losses"):
    """D32: the loser's losses (9.44-C)."""

    def rows(self, view: Pericles) -> list[Row]:
        # 9.44-B
        return loser_rows(view)

    def loser(self, view: Pericles) -> SideName:
        """The Side that lost the battle."""
        return ENEMY[battle(view)[0]]


class WinnerLosses(_TakeUnits[WinnerLossOrder], id="D34", clause="9.45-B", subject="Take the winner's losses"):
    """D34: the winner's losses (9.45-B)."""

    def rows(self, view: Pericles) -> list[Row]:
        # 9.45-A
        return winner_rows(view)

    def loser(self, view: Pericles) -> SideName:
        """The Side that won the battle and loses units all the same."""
        return battle(view)[0]
