"""Chapter T: the turn, its phases in the order of the book, and its end (chapter 7; E.01 and E.02)."""

from __future__ import annotations

from adjudicator.kernel import Resolution, agenda_step, step
from adjudicator.perikles.components import CITIES, components
from adjudicator.perikles.events.battles import StatueErected
from adjudicator.perikles.events.politics import TurnBegins
from adjudicator.perikles.names import name_of
from adjudicator.perikles.politics.candidates import hold_elections, propose_candidates
from adjudicator.perikles.politics.influence import lay_influence_tiles, lay_location_tiles, take_influence
from adjudicator.perikles.state.position import Perikles, tell_chapter
from adjudicator.perikles.state.scoring import finish
from adjudicator.perikles.war.battles import resolve_battles
from adjudicator.perikles.war.forces import take_forces
from adjudicator.perikles.war.player_turns import commit_forces


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
        running.do(step(begin_turn))


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


PHASES = (
    lay_influence_tiles,  # 1; skipped in turn 1 (1.01): the setup has laid the tiles
    lay_location_tiles,
    take_influence,  # 2
    propose_candidates,  # 3
    hold_elections,  # 4
    take_forces,  # 5
    commit_forces,
    resolve_battles,  # 6
    end_turn,  # 7
)


@agenda_step
def begin_turn(running: Resolution[Perikles]) -> None:
    """T.01, 2.01, RULING-4: the next turn; the first player is the seat that led Athens most recently, if one has."""
    position = running.position
    position.turn += 1
    position.first_player = position.athens_last_led_by or position.first_player or position.seats[0]
    if position.turn > 1:  # 1.01: in turn 1 the setup has laid the tiles
        tell_chapter(running, 1)
    running.emit(TurnBegins(turn=position.turn, first_player=position.first_player))
    running.do(*(step(phase) for phase in (PHASES[2:] if position.turn == 1 else PHASES)))
