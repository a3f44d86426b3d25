"""11-D to 11-F: what a side has at the end, and how the game ends."""

from __future__ import annotations

from adjudicator.kernel import Resolution
from adjudicator.polis.events.ending import GameScored
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import ENEMY, SIDES, SideName


def posterity(position: Polis, side: SideName) -> int:
    """11-D: of all finished projects in the poleis of a side, unfinished ones scoring nothing (11-F)."""
    finished = [project for polis in position.owned(side) for project in position.poleis[polis].finished]
    return sum(position.box.projects[project].posterity for project in finished)


def score(position: Polis, side: SideName) -> int:
    """11-D."""
    return position.population(side) + position.sides[side].prestige + posterity(position, side)


def scores(position: Polis) -> dict[str, int]:
    """11-D, by seat."""
    if not position.sides:
        return dict.fromkeys(position.seats, 0)
    return {position.seat(side): score(position, side) for side in SIDES}


def finish_won(running: Resolution[Polis], reason: str, winner: SideName) -> None:
    """One side has won."""
    position = running.position
    running.finish(reason, {position.seat(winner): 1, position.seat(ENEMY[winner]): 2})


def finish_scored(running: Resolution[Polis], reason: str) -> None:
    """11-D, 11-E, RULING-22: the higher score, then more goods; else a draw."""
    position = running.position
    ranks = {side: (score(position, side), position.goods(side)) for side in SIDES}
    running.emit(GameScored(sparta=ranks["sparta"][0], athens=ranks["athens"][0]))
    if ranks["sparta"] == ranks["athens"]:
        running.finish(f"{reason}; a draw", dict.fromkeys(position.seats, 1))
        return
    how = "score" if ranks["sparta"][0] != ranks["athens"][0] else "goods"
    finish_won(running, f"{reason}; by {how}", max(SIDES, key=ranks.__getitem__))
