"""8.1, 8.6: how the Theater Phase begins, with its Honor Order, and ends, with Political Capital."""

from __future__ import annotations

from adjudicator.kernel import agenda_step, step
from adjudicator.pericles.events.theater import HonorOrder
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.chapters import tell_chapter
from adjudicator.pericles.state.decision import Running
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.theater.placement import place_next
from adjudicator.pericles.theater.queues import reveal_next
from adjudicator.pericles.words import FactionName


@agenda_step
def begin_theater_phase(running: Running) -> None:
    """8.1-A, then placement (8.3) and resolution (8.4). 15.2-B: politics are over."""
    position = running.position
    tell_chapter(running, 4)
    position.politics = False
    position.honor_order = honor_order(position)
    running.emit(HonorOrder(order=[*position.honor_order]))
    running.do(step(place_next, at=0), step(reveal_next, at=0))


def honor_order(position: Pericles) -> list[FactionName]:
    """8.1-A: descending Honor; ties: Controlling of Athens, of Sparta, Opposition of Athens, of Sparta."""
    ties = [
        *(position.controlling[side] for side in position.sides),
        *(position.opposition(side) for side in position.sides),
    ]
    return sorted(ties, key=lambda faction: -position.honor[faction])


TOKENS_FOR_HONOR = 4


@agenda_step
def count_political_capital(running: Running) -> None:
    """8.6-A, RULING-31: unused tokens return to the Stock; 1 Honor for each four, rounded down.

    Scenarios of the kinds political and theater are decided in the step after this (14-B, 14-C).
    """
    position = running.position
    for faction in position.factions:
        tokens = ledger.spend(running, faction, position.tokens(faction), "8.6-A, returned unused")
        ledger.gain_honor(running, faction, tokens // TOKENS_FOR_HONOR, "8.6-A, Political Capital")
