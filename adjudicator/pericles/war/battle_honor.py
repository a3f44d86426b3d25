"""9.46, 9.5: Hostages, Honor and Major Defeats, after the losses of a battle."""

from __future__ import annotations

from adjudicator.kernel import agenda_step
from adjudicator.pericles.events import battles as events
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import Running
from adjudicator.pericles.state.expedition import battle, on_expedition
from adjudicator.pericles.state.position import Issue, Pericles
from adjudicator.pericles.words import (
    COMPATRIOT,
    ENEMY,
    FACTIONS_OF,
    SIDE_OF,
    SIGN,
    FactionName,
    SideName,
    UnitKind,
    UnitName,
)

FOR_HOSTAGES = 5
MAJOR_LOSS = 5
# 9.46-A, RULING-41: by winner and kind of battle, the classes that are worth taking Hostages
PRIZED: dict[tuple[SideName, UnitKind], tuple[UnitName, ...]] = {
    ("athens", "land"): ("spartan_land", "three_hundred"),
    ("sparta", "naval"): ("athenian_naval",),
}


@agenda_step
def award_battle(running: Running) -> None:
    """9.46, 9.51 to 9.54, RULING-76: what the loser lost is worth Honor, and a Major Defeat, marker or no marker."""
    position = running.position
    winner, kind = battle(position)
    prized = PRIZED.get((winner, kind), ())
    hostages = any(on_expedition(position).lost.get(unit) for unit in prized)
    if hostages and not position.hostages[winner]:
        position.hostages[winner] = True
        running.emit(events.HostagesTaken(side=winner))
    _reward(running, winner, FOR_HOSTAGES if hostages else 0)
    _punish(running, ENEMY[winner], hostages)


def eliminated(position: Pericles) -> int:
    """9.5: N, the loser's units and bases that were eliminated."""
    expedition = on_expedition(position)
    return sum(expedition.lost.values()) + expedition.lost_bases


def _reward(running: Running, winner: SideName, extra: int) -> None:
    """9.51-A, 9.52-A: the winner's Honor; that for Hostages goes to the General, else to the Controlling Faction."""
    position, number = running.position, eliminated(running.position)
    general = on_expedition(position).general
    if SIDE_OF[general] == winner:
        ledger.gain_honor(running, general, 2 * number, "9.51-A battle won as Commanding General")
        ledger.gain_honor(running, general, extra, "9.51-A Hostages")
        ledger.gain_honor(running, COMPATRIOT[general], number, "9.51-A battle won by the Compatriot")
        return
    for faction in FACTIONS_OF[winner]:
        ledger.gain_honor(running, faction, number, "9.52-A battle won")
    ledger.gain_honor(running, position.controlling[winner], extra, "9.52-A Hostages")


def _punish(running: Running, loser: SideName, hostages: bool) -> None:
    """9.53-A, 9.54-A, 12.1-E, RULING-42: the loser's Honor, Argive units not counted; perhaps a Major Defeat."""
    position = running.position
    number = eliminated(position) - on_expedition(position).lost.get("argive_land", 0)
    for faction in FACTIONS_OF[loser]:
        ledger.lose_honor(running, faction, number, "9.53-A battle lost")
    if hostages or number * len(FACTIONS_OF[loser]) >= MAJOR_LOSS:
        _suffer_major_defeat(running, loser)


def _suffer_major_defeat(running: Running, side: SideName) -> None:
    """9.54-A, RULING-43: the War/Peace marker on space 2 of the Opposition, once per Side and turn."""
    position = running.position
    if position.major_defeat[side] or not position.issues_left(side, "war_peace"):
        return
    position.major_defeat[side] = True
    opposition: FactionName = position.opposition(side)
    position.tracks[side].append(Issue("war_peace", 2 * SIGN[opposition]))
    running.emit(events.MajorDefeat(side=side, faction=opposition))
