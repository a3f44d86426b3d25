"""3.3-A, 14: a scenario set up: its pieces, cards, tokens and markers as section 14 and the components state them."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel import Resolution, agenda_step, step
from adjudicator.kernel.rules.components_files import OURS
from adjudicator.pericles.components import box
from adjudicator.pericles.components.model import ScenarioFacts
from adjudicator.pericles.state.decision import watch_persia
from adjudicator.pericles.state.position import Issue, Marker, Pericles, Spot, Theater
from adjudicator.pericles.turn import begin_turn
from adjudicator.pericles.words import (
    FACTIONS,
    FACTIONS_OF,
    MARKERS,
    PERSIA,
    PIECES,
    SIDE_OF,
    SIDES,
    SIGN,
    THEATERS,
    FactionName,
    SideName,
)

Running = Resolution[Pericles]


def set_up(
    *, title: str, version: str, scenario: str, options: dict[str, str | int | bool], seats: list[str]
) -> Pericles:
    """14-A: the position before the decks are shuffled."""
    components = str(options.get("components", OURS))
    facts = box(components).scenarios[scenario]
    position = Pericles(
        title=title,
        version=version,
        scenario=scenario,
        options=options,
        seats=seats,
        components=components,
        turn=facts.turns[0],
        war=facts.war_peace == "war",
        post_plague=facts.plague == "post",
        alcibiades=facts.alcibiades,
        persian_war=facts.persian_war,
        controlling={side: facts.controlling[side] for side in facts.sides},
        favor={side: _favor(facts, side) for side in facts.sides},
        honor={faction: facts.honor[faction] for faction in FACTIONS if faction in facts.honor},
        agenda=[step(shuffle_decks), step(begin_turn)],
    )
    _lay_map(position, facts)
    for side in facts.sides:
        _give_side(position, side)
    for faction in position.factions:
        _give_faction(position, faction, facts)
    for side in facts.sides:
        _give_handicap(position, side)
    for placing in facts.preset_issues:
        space = SIGN[placing.faction] * placing.space if placing.faction else 0
        position.tracks[placing.side].append(Issue(placing.issue, space))
    return position


def _favor(facts: ScenarioFacts, side: SideName) -> FactionName | None:
    """3.2-F: in whose box the marker lies; None: neutral."""
    box_of = facts.favor[side]
    return None if box_of == "neutral" else box_of


def _lay_map(position: Pericles, facts: ScenarioFacts) -> None:
    spots: list[Spot] = [*THEATERS, PERSIA]
    position.theaters = {spot: Theater() for spot in spots}
    for number, pieces in sorted(facts.setup.items()):
        there = position.theaters[THEATERS[number - 1]].pieces
        for piece in PIECES:
            if piece in pieces:
                there[piece] = pieces[piece]


def _give_side(position: Pericles, side: SideName) -> None:
    held = sum(number for faction, number in position.facts.held.items() if SIDE_OF[faction] == side)
    position.stock[side] = position.box.components.strategos_tokens[side] - held
    position.board[side] = position.set_aside[side] = position.set_aside_next[side] = 0
    position.hostages[side] = position.major_defeat[side] = False
    position.tracks[side], position.out_of_game[side], position.built[side] = [], [], []
    position.discards[side], position.decks[side] = [], [*position.box.decks[side]]


def _give_faction(position: Pericles, faction: FactionName, facts: ScenarioFacts) -> None:
    position.shields[faction], position.committed[faction] = facts.held[faction], 0
    position.hands[faction], position.entourages[faction] = [], []
    position.brain_trust[faction] = False
    given = facts.markers.get(faction, {})
    position.markers[faction] = [Marker(kind, faction) for kind in MARKERS for _ in range(given.get(kind, 0))]


def _give_handicap(position: Pericles, side: SideName) -> None:
    """15.4-F, RULING-75: each bot Faction of a Side without players starts with more Honor."""
    if all(position.options[faction] == "bot" for faction in FACTIONS_OF[side]):
        for faction in FACTIONS_OF[side]:
            position.honor[faction] += int(position.options["bot_honor_handicap"])


@agenda_step
def shuffle_decks(running: Running) -> None:
    """3.3-A: the Aristophanes deck and each Side's ordinary cards. RULING-57: the set-up itself may open Persia."""
    position = running.position
    watch_persia(running)
    if position.facts.aristophanes == "shuffled":
        plays: list[Any] = running.chance.shuffle(list(position.box.plays), "3.3 Aristophanes deck")
        position.aristophanes_deck = plays
    for side in SIDES:
        if side in position.decks:
            position.decks[side] = [*running.chance.shuffle(position.box.decks[side], f"3.3 deck {side}")]
