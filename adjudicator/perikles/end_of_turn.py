"""Chapter 7: end of turn; E.01 and E.02: whether it is the last."""

from __future__ import annotations

from adjudicator.kernel import Resolution, agenda_step, forward, step
from adjudicator.perikles.components import CITIES, components
from adjudicator.perikles.events.battles import StatueErected
from adjudicator.perikles.names import name_of
from adjudicator.perikles.state.position import Perikles
from adjudicator.perikles.state.scoring import finish
from adjudicator.perikles.state.tell_chapter import tell_chapter

BEGIN_TURN = forward("begin_turn")


@agenda_step
def end_turn(running: Resolution[Perikles]) -> None:
    """7.01 to 7.04: statues, counters home, relations end; then the end of the game or the next turn."""
    position = running.position
    position.chapter = 7
    tell_chapter(running, 7)
    for name in CITIES:  # 7.01
        leader = position.cities[name].leader
        if leader:
            position.cities[name].statues.append(leader)
            running.emit(StatueErected(seat=leader, city=name))
    clear_the_field(position)
    reason = ending(position)
    if reason:
        finish(running, reason)
    else:
        running.do(step(BEGIN_TURN))


def clear_the_field(position: Perikles) -> None:
    """7.02, 7.03: counters go home (the dead pile stays); relations, permissions and leaders end."""
    position.send_home([counter for pool in position.pools.values() for counter in pool])
    for _, place in position.places():
        position.send_home([placed.counter for side in (place.attacker, place.defender) for placed in side.counters])
    if position.revolted:
        position.send_home([position.revolted])
    position.pools, position.revolted = {}, None
    position.relations, position.permissions, position.instructions = {}, {}, {}
    position.first_committer = None
    for city in position.cities.values():
        city.leader = None


def ending(position: Perikles) -> str | None:
    """E.01, RULING-18: Athens or Sparta out of the war, or the last turn; None while the game goes on."""
    for city, most in components().limits.defeats_ending_the_game.items():
        if position.cities[city].defeats >= most:
            return f"E.01 {name_of(city)} is out of the war"
    return f"E.01 turn {position.turn}" if position.turn >= components().turns else None
