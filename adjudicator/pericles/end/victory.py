"""11.0, 11.1: the End Phase begins; the ways in which a game is won before its end, and the end itself."""

from __future__ import annotations

from adjudicator.kernel import agenda_step, forward, step
from adjudicator.pericles.end.callias import offer_callias
from adjudicator.pericles.end.maintenance import maintain, settle_argives
from adjudicator.pericles.end.redeployment import begin_redeployment
from adjudicator.pericles.end.will import judge_wills
from adjudicator.pericles.events.ending import WarWon
from adjudicator.pericles.politics.ravages import ask_for_returns
from adjudicator.pericles.state import scoring
from adjudicator.pericles.state.decision import Running, holds_granary, tell_chapter
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import COMPATRIOT, ENEMY, FACTIONS_OF, HOME, SIDE_OF, FactionName, SideName

BEGIN_TURN = forward("begin_turn")


@agenda_step
def begin_end_phase(running: Running) -> None:
    """4.0-A; 14-B, 14-C: a scenario that has no End Phase is decided here."""
    kind = running.position.facts.kind
    if kind == "political":
        decide_politics(running)
    elif kind == "theater":
        decide_theater(running)
    else:
        tell_chapter(running, 5)
        running.do(*(step(function) for function in END_PHASE))


@agenda_step
def check_victory(running: Running) -> None:
    """11.1-A: the first that applies ends the game; what follows in the turn is then not done (RULING-51)."""
    position = running.position
    if (winner := automatic_winner(position)) is not None:
        running.emit(WarWon(side=SIDE_OF[winner], why="11.11-A"))
        scoring.end(running, "11.11-A, automatic Honor victory", [winner])
    elif conquerors(position):
        win_by_conquest(running, "11.12-A")
    elif not position.granary_at_start and not holds_granary(position):
        scoring.give_political_bonus(running, "sparta", "11.13-A, granaries")
        scoring.win_war(running, "sparta", "11.13-A", "11.13-A, Athens without granaries")
    elif scoring.peace_ends(position):
        scoring.score_the_end(running, "14-E, Peace in a turn in which it ends the game")
    elif position.turn == position.facts.end.last_turn:
        scoring.score_the_end(running, "14-D, the last turn is over")


def automatic_winner(position: Pericles) -> FactionName | None:
    """11.11-A, RULING-45: the Faction whose Honor wins at once; None before the turn from which that counts."""
    first = position.facts.auto_honor_victory_from
    if first is None or position.turn < first:
        return None
    return next((faction for faction in position.factions if towers(position, faction)), None)


def towers(position: Pericles, faction: FactionName) -> bool:
    """11.11-A: Controlling, ahead of its Compatriot, three times each enemy, its Side ahead of the other."""
    side, mine = SIDE_OF[faction], position.honor[faction]
    return (
        position.governs(faction)
        and mine > position.honor[COMPATRIOT[faction]]
        and all(mine >= 3 * position.honor[enemy] for enemy in FACTIONS_OF[ENEMY[side]])
        and position.side_honor(side) > position.side_honor(ENEMY[side])
    )


def conquerors(position: Pericles) -> list[SideName]:
    """11.12-A: the Sides that Control the other's Home Theater."""
    return [side for side in position.sides if position.status(HOME[ENEMY[side]], side) == "friendly"]


def win_by_conquest(running: Running, clause: str) -> None:
    """11.12-A, 14-C: both at once: a draw."""
    sides = conquerors(running.position)
    conquered = " and ".join(ENEMY[side].capitalize() for side in sides)
    reason = f"{clause}, conquest of {conquered}"
    if len(sides) > 1:
        scoring.end(running, reason, [*running.position.factions])
        return
    scoring.give_political_bonus(running, sides[0], "11.12-A, conquest")
    scoring.win_war(running, sides[0], "11.12-A", reason)


def decide_theater(running: Running) -> None:
    """14-C: Control of a Home Theater wins outright; else by Honor alone (14-F)."""
    if conquerors(running.position):
        win_by_conquest(running, "14-C")
    else:
        scoring.score_the_end(running, "14-C, the Theater Phase is over")


def decide_politics(running: Running) -> None:
    """14-B: more Honor wins, the bonus of the scenario included (7.2); equal: a draw."""
    position = running.position
    most = max(position.honor[faction] for faction in position.factions)
    best = [faction for faction in position.factions if position.honor[faction] == most]
    scoring.end(running, "14-B, the Assembly is over", best)


@agenda_step
def end_turn(running: Running) -> None:
    """1-B: the next turn begins."""
    running.do(step(BEGIN_TURN))


END_PHASE = (  # 4.0-A
    offer_callias,
    check_victory,
    maintain,
    settle_argives,
    ask_for_returns,
    begin_redeployment,
    judge_wills,
    end_turn,
)
