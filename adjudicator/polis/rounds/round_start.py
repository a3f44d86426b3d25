"""5-B, 10: the start of a round: what is cleared, projects, event order, event."""

from __future__ import annotations

from adjudicator.kernel import Resolution, agenda_step, step
from adjudicator.polis.events import rounds as events
from adjudicator.polis.rounds.effects import apply_common, apply_event
from adjudicator.polis.rounds.turns import begin_turns
from adjudicator.polis.state.chapters import tell_chapter
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import ENEMY, SIDES

Running = Resolution[Polis]


@agenda_step
def begin_round(running: Running) -> None:
    """10-A to 10-C, 10-E, 13-C: the next round; marks are removed, merchants return, the event is over."""
    position = running.position
    position.round, *position.rounds = position.rounds
    for side in SIDES:
        player = position.sides[side]
        player.port, player.doubled = position.merchants(side), False
    position.shipments, position.collected, position.passed = {}, {}, []
    position.closed_shipments, position.closed_territories = [], []
    position.event, position.taken, position.deeds = None, None, {}
    tell_chapter(running, "start")
    running.do(step(reveal_projects), step(fix_order), step(reveal_event), step(begin_turns))


@agenda_step
def reveal_projects(running: Running) -> None:
    """5-B (1), 10-D: those that nobody started leave the game; the next three, or as many as are left."""
    position = running.position
    if position.display:
        running.emit(events.ProjectsRemoved(projects=[*position.display]))
        position.removed += position.display
    number = position.box.components.display
    position.display = [*position.project_deck[:number]]  # type: ignore[list-item] # known here
    position.project_deck = position.project_deck[number:]
    if position.display:
        running.emit(events.ProjectsRevealed(projects=[*position.display]))


@agenda_step
def fix_order(running: Running) -> None:
    """5-C: the side with more Prestige applies the event first; tied, Athens."""
    position = running.position
    prestige = {side: position.sides[side].prestige for side in SIDES}
    position.first = "sparta" if prestige["sparta"] > prestige["athens"] else "athens"
    running.emit(events.OrderFixed(side=position.first))


@agenda_step
def reveal_event(running: Running) -> None:
    """5-B (3) and (4), 5-D, 13-A: the top event of the round's deck, applied in order."""
    position = running.position
    deck = position.event_decks.get(position.type.event_deck, [])
    if not deck:
        return  # 12.1-A: a scenario without events
    position.event = str(deck.pop(0))
    position.events_used.append(position.event)
    running.emit(events.EventRevealed(event_card=position.event))
    sides = (position.first, ENEMY[position.first])
    running.do(step(apply_common), *(step(apply_event, side=side) for side in sides))
