"""11.4: the Will of the Assembly is tested after redeployment."""

from __future__ import annotations

from adjudicator.kernel import agenda_step
from adjudicator.pericles.components.model import Objective
from adjudicator.pericles.events.aristophanes import WillVoid
from adjudicator.pericles.events.common import TokensSetAside
from adjudicator.pericles.events.ending import WillFailed, WillMet
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import Running
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import FACTIONS_OF, THEATERS, SideName

HONOR = 5
SET_ASIDE = 5


@agenda_step
def judge_wills(running: Running) -> None:
    """11.4-A: each Side's objective of this turn; a void one (5.12-B, 11.41-A) does nothing."""
    position = running.position
    for side in position.sides:
        if side in position.will and side not in position.void_will:
            judge(running, side, position.will[side])


def judge(running: Running, side: SideName, objective: Objective) -> None:
    """11.4-C, 11.4-D; RULING-67: void where the theater has been closed since."""
    theater = THEATERS[objective.theater - 1]
    if theater not in running.position.in_play():
        running.emit(WillVoid(side=side, why="5.12-B, the theater was closed"))
    elif is_met(running.position, side, objective):
        running.emit(WillMet(side=side, theater=theater))
        for faction in FACTIONS_OF[side]:
            ledger.gain_honor(running, faction, HONOR, "11.4-C, the Will of the Assembly")
    else:
        running.emit(WillFailed(side=side, theater=theater))
        for faction in FACTIONS_OF[side]:
            ledger.lose_honor(running, faction, HONOR, "11.4-D, the Will of the Assembly")
        set_tokens_aside(running, side)


def is_met(position: Pericles, side: SideName, objective: Objective) -> bool:
    """Whether a Side has met its objective: a base built this turn (11.41-A), or control of the theater (11.42-A)."""
    theater = THEATERS[objective.theater - 1]
    if objective.kind == "build_base":
        return theater in position.built[side] and position.theaters[theater].bases(side) > 0
    met = ("friendly",) if objective.kind == "control" else ("friendly", "contested")
    return position.status(theater, side) in met


def set_tokens_aside(running: Running, side: SideName) -> None:
    """11.4-D, 2.2-A, RULING-68: for the next turn only; no more than the Stock holds."""
    position = running.position
    tokens = min(SET_ASIDE, position.stock[side])
    position.stock[side] -= tokens
    position.set_aside[side] += tokens
    position.set_aside_next[side] += tokens
    if tokens:
        running.emit(TokensSetAside(side=side, tokens=tokens, why="11.4-D, for the next turn"))
