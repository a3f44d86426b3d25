"""8.6: Political Capital."""

from __future__ import annotations

from adjudicator.kernel import agenda_step
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import Running

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
