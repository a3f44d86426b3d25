"""7.41: War and Peace declared, and what follows at once."""

from __future__ import annotations

from adjudicator.kernel import agenda_step, step
from adjudicator.pericles.events.politics import PeaceDeclared, WarDeclared, WarGoesOn
from adjudicator.pericles.politics import ravages
from adjudicator.pericles.politics.relocation import relocate
from adjudicator.pericles.state import ledger, scoring, tracks
from adjudicator.pericles.state.decision import Running
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import FactionName


@agenda_step
def settle_war_and_peace(running: Running) -> None:
    """7.41-A: at Peace one winner declares War; 7.41-B: at War it takes the winners of both Sides to make Peace."""
    winners = winners_of(running.position)
    if not winners:
        return
    if not running.position.war:
        running.position.war = True
        running.emit(WarDeclared(by=[*winners]))
    elif len(winners) == len(running.position.sides):
        make_peace(running, winners)
    else:
        running.emit(WarGoesOn(faction=winners[0]))


def winners_of(position: Pericles) -> list[FactionName]:
    """The Factions that won the War/Peace issue of their Side, Athens first."""
    won = [tracks.winner_of(position, side, "war_peace") for side in position.sides]
    return [faction for faction in won if faction]


def make_peace(running: Running, winners: list[FactionName]) -> None:
    """7.41-B; 7.41-C: where the scenario ends on Peace, at once; else 7.41-D, Athens first (RULING-20)."""
    running.position.war = False
    running.emit(PeaceDeclared(by=[*winners]))
    for faction in winners:
        ledger.gain_honor(running, faction, 10, "7.41-B, Peace")
    ravages.return_all(running)
    if scoring.peace_ends(running.position):
        scoring.score_the_end(running, "7.41-C, Peace in a turn in which it ends the game")
        return
    running.do(*(step(relocate, side=side) for side in running.position.sides))
