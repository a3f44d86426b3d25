"""14.43-B: the Lost box of the campaign, and what returns from it (D39)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from adjudicator.kernel import Answers, Ask, Shares, agenda_step
from adjudicator.pericles.events.politics import LostReturns
from adjudicator.pericles.names import name_of, pieces_of
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import ReturnOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.theaters import side_asked
from adjudicator.pericles.words import PIECES, UNITS_OF, PieceName, SideName, UnitName, kind_of

MOST_RETURNED = 3


def lost_of(position: Pericles, side: SideName) -> dict[PieceName, int]:
    """What is in the Lost box of a Side."""
    units: tuple[PieceName, ...] = UNITS_OF[side]
    return {unit: position.lost[unit] for unit in units if position.lost.get(unit)}


def give_back(running: Running, side: SideName, pieces: Mapping[PieceName, int], why: str) -> None:
    """Pieces from the Lost box to the reserve."""
    lost = running.position.lost
    back = {piece: pieces[piece] for piece in PIECES if pieces.get(piece)}
    for piece, number in back.items():
        lost[piece] -= number
        if not lost[piece]:
            del lost[piece]
    if back:
        running.emit(LostReturns(side=side, pieces=back, why=why))


def return_all(running: Running) -> None:
    """14.43-B: when Peace is declared all return."""
    for side in running.position.sides:
        give_back(running, side, lost_of(running.position, side), "14.43-B, Peace")


@agenda_step
def ask_for_returns(running: Running) -> None:
    """14.43-B: at the end of Maintenance, both Sides at once."""
    position = running.position
    asks = [Ask(position.controlling[side], ReturnLost.id) for side in position.sides if lost_of(position, side)]
    if asks:
        running.ask(asks, return_lost)


@agenda_step
def return_lost(running: Running, answers: Answers) -> None:
    """14.43-B: up to three units of each Side."""
    for side in running.position.sides:
        faction = running.position.controlling[side]
        if faction in answers:
            give_back(running, side, answers[faction][ReturnLost.id].pieces, "14.43-B")


class ReturnPriority(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a book says to D39: the classes to take back first; others follow naval first."""

    units: list[UnitName]


class ReturnLost(
    PartedDecision[ReturnOrder],
    id="D39",
    clause="14.43-B",
    policy="15.4-E7",
    choice=ReturnPriority,
    subject="Return units from the Lost box",
    public_options=True,
    nothing="return none",
):
    """D39: asked of the Controlling Factions of both Sides at once."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        return f"Which units return from your Lost box to the reserve? At most {MOST_RETURNED}."

    parts = {
        "pieces": Shares(
            lambda view, ask: lost_of(view, side_asked(ask)), most=MOST_RETURNED, thing="unit", words=name_of
        )
    }

    def policy(self, view: Pericles, ask: Ask) -> ReturnOrder:
        """15.4-E7: naval units come back before land units."""
        return self._in_order(view, ask, [])

    def choice_in_words(self, choice: ReturnPriority | ReturnOrder) -> str:
        """The classes by rank, or the pieces."""
        if isinstance(choice, ReturnOrder):
            back = (pieces_of(choice.pieces[piece], piece) for piece in PIECES if piece in choice.pieces)
            return ", ".join(back) or self.nothing
        return f"{', then '.join(map(name_of, choice.units))}; then naval units first"

    def orders_of(self, view: Pericles, ask: Ask, choice: ReturnPriority) -> Iterator[ReturnOrder]:
        """As many as may, in the order of the list."""
        yield self._in_order(view, ask, choice.units)

    def _in_order(self, view: Pericles, ask: Ask, first: list[UnitName]) -> ReturnOrder:
        lost, back, left = lost_of(view, side_asked(ask)), dict[PieceName, int](), MOST_RETURNED
        naval_first = sorted(UNITS_OF[side_asked(ask)], key=lambda unit: kind_of(unit) != "naval")
        for unit in dict.fromkeys([*first, *naval_first]):
            if number := min(left, lost.get(unit, 0)):
                back[unit] = number
                left -= number
        return ReturnOrder(pieces=back)
