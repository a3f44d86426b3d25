"""7.1, 7.2: Oration Honor, the Controlling Faction of each Side, and the Favor marker."""

from __future__ import annotations

from adjudicator.kernel import agenda_step
from adjudicator.pericles.events.politics import ControlSettled, FavorMoved, OrationValued
from adjudicator.pericles.state import ledger, tracks
from adjudicator.pericles.state.decision import Running, tell_chapter
from adjudicator.pericles.state.position import Pericles
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


@agenda_step
def settle_control(running: Running) -> None:
    """7.2-A to 7.2-D, for each Side; then the bonus of a political scenario (14-B)."""
    position = running.position
    for side in position.sides:
        ostracised = tracks.winner_of(position, side, "ostracism")
        ahead = with_more_issues(position, side)
        if ostracised:
            put_favor(running, side, ostracised, "7.2-A, Ostracism")
            govern(running, side, ostracised, "7.2-A, Ostracism")
        elif ahead:
            move_favor(running, side, ahead)
            govern(running, side, ahead, "7.2-B, more issues won")
        else:
            govern(running, side, *of_a_tie(position, side))
    give_bonus(running)


def with_more_issues(position: Pericles, side: SideName) -> FactionName | None:
    """7.2-B: the Faction that has won more issues of all kinds; None: as many."""
    first, second = FACTIONS_OF[side]
    lead = len(tracks.won_by(position, first)) - len(tracks.won_by(position, second))
    return first if lead > 0 else second if lead < 0 else None


def of_a_tie(position: Pericles, side: SideName) -> tuple[FactionName, str]:
    """7.2-C, RULING-87: the Faction on the Favor marker, else the higher oration value, else the one that governs."""
    favored = position.favor[side]
    if favored:
        return favored, "7.2-C, Favor"
    first, second = FACTIONS_OF[side]
    lead = position.oration[first] - position.oration[second]
    if lead:
        return first if lead > 0 else second, "7.2-C, the higher oration value"
    return position.controlling[side], "7.2-C, all equal"


def govern(running: Running, side: SideName, faction: FactionName, why: str) -> None:
    """7.2-D: a Side has its Controlling Faction from this moment on, and all are told."""
    changed = running.position.controlling[side] != faction
    running.position.controlling[side] = faction
    verb = "are now" if changed else "remain"
    running.emit(ControlSettled(side=side, faction=faction, changed=changed, why=why, verb=verb))


def put_favor(running: Running, side: SideName, faction: FactionName | None, why: str) -> None:
    """3.2-F: the Favor marker to a box."""
    if running.position.favor[side] != faction:
        running.position.favor[side] = faction
        running.emit(FavorMoved(side=side, box=faction or "neutral", why=why))


def move_favor(running: Running, side: SideName, faction: FactionName) -> None:
    """7.2-B, RULING-19: one box toward the Faction; where it lies in its box already, Honor."""
    favored = running.position.favor[side]
    if favored == faction:
        ledger.gain_honor(running, faction, 1, "7.2-B, Favor")
        ledger.lose_honor(running, COMPATRIOT[faction], 1, "7.2-B, Favor")
    else:
        put_favor(running, side, None if favored else faction, "7.2-B, more issues won")


def give_bonus(running: Running) -> None:
    """14-B: what a scenario gives the Faction that has won War/Peace."""
    position = running.position
    bonus = position.facts.victory.bonus.get("war_peace_winner", 0)
    for side in position.sides:
        faction = tracks.winner_of(position, side, "war_peace")
        if faction and bonus:
            ledger.gain_honor(running, faction, bonus, "14-B, War/Peace won")
