"""7.1: Oration Honor, each Side separately."""

from __future__ import annotations

from adjudicator.kernel import agenda_step
from adjudicator.pericles.events.politics import OrationValued
from adjudicator.pericles.state import ledger, tracks
from adjudicator.pericles.state.chapters import tell_chapter
from adjudicator.pericles.state.decision import Running
from adjudicator.pericles.words import COMPATRIOT, FACTIONS_OF, FactionName, SideName

MOST = 3  # 7.1-A, 7.1-B


@agenda_step
def give_oration_honor(running: Running) -> None:
    """7.1-A, 7.1-B: the oration values are noted for 7.2-C in either case."""
    tell_chapter(running, 3)
    position = running.position
    for faction in position.factions:
        position.oration[faction] = sum(abs(issue.space) for issue in tracks.won_by(position, faction))
        running.emit(OrationValued(faction=faction, value=position.oration[faction]))
    for side in position.sides:
        reward(running, side)


def reward(running: Running, side: SideName) -> None:
    """7.1-A: 3 for Ostracism; 7.1-B: else the difference of the oration values, at most 3."""
    position = running.position
    ostracised = tracks.winner_of(position, side, "ostracism")
    if ostracised:
        transfer(running, ostracised, MOST, "7.1-A, Ostracism")
        return
    first, second = FACTIONS_OF[side]
    lead = position.oration[first] - position.oration[second]
    if lead:
        transfer(running, first if lead > 0 else second, min(MOST, abs(lead)), "7.1-B, Oration")


def transfer(running: Running, faction: FactionName, honor: int, why: str) -> None:
    """7.1-C, RULING-18: the winner gains what its Compatriot actually loses."""
    lost = ledger.lose_honor(running, COMPATRIOT[faction], honor, why)
    ledger.gain_honor(running, faction, lost, why)
