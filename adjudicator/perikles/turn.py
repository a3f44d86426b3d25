"""Chapter T: the turn, its phases in the order of the book."""

from __future__ import annotations

from adjudicator.kernel import Resolution, agenda_step, step
from adjudicator.perikles.end_of_turn import end_turn
from adjudicator.perikles.events.politics import TurnBegins
from adjudicator.perikles.politics.candidates import propose_candidates
from adjudicator.perikles.politics.elections import hold_elections
from adjudicator.perikles.politics.influence import take_influence
from adjudicator.perikles.politics.tiles import lay_influence_tiles, lay_location_tiles
from adjudicator.perikles.state.position import Perikles
from adjudicator.perikles.state.tell_chapter import tell_chapter
from adjudicator.perikles.war.battles import resolve_battles
from adjudicator.perikles.war.forces import take_forces
from adjudicator.perikles.war.player_turns import commit_forces

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
