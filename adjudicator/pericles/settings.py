"""14, 15: scenarios, the options of a game, and which seats the rules' bot plays at a moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.kernel import Malformed, Scenario, Setting
from adjudicator.kernel.rules.components_files import COMPONENTS
from adjudicator.kernel.rules.rules import bots_for
from adjudicator.pericles.components import box
from adjudicator.pericles.components.model import ScenarioFacts
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import FACTIONS, FACTIONS_OF, SIDE_OF, SIDES

TOGETHER = ("apart", "together")
CROSSED = ({"AF", "AK"}, {"DF", "EK"})  # 15.2-A

_KINDS = {
    "political": "One Assembly: {sides}; six debates, the more Honor wins (14-B).",
    "theater": "The Theater Phase only, with given markers and tokens (14-C).",
    "full": "All phases, {turns} (14-D).",
}
_ANSWERS = (11, 11, 17, 19, 27, 56, 134, 112, 194)
"""Of the scenarios, in their order."""


def _scenario(number: str, facts: ScenarioFacts, answers: int) -> Scenario:
    turns = f"turns {facts.turns[0]} to {facts.turns[-1]}" if len(facts.turns) > 1 else f"turn {facts.turns[0]}"
    seats = tuple(faction for side in facts.sides for faction in FACTIONS_OF[side])
    summary = _KINDS[facts.kind].format(sides=" and ".join(map(str.capitalize, facts.sides)), turns=turns)
    return Scenario(number, facts.name, summary, (len(seats),), seats, answers)


SCENARIOS: Mapping[str, Scenario] = {
    number: _scenario(number, facts, answers)
    for (number, facts), answers in zip(box().scenarios.items(), _ANSWERS, strict=True)
}

SETTINGS: Mapping[str, Setting] = {
    "spartan_naval_limit": Setting("how many Spartan naval units there are (RULING-1)", 3, (3, 4)),
    "team_sees_markers": Setting("each Faction sees its Compatriot's markers (4.1-E, RULING-4)", True, (True, False)),
    "team_sees_tokens": Setting("each Faction sees its Compatriot's tokens (4.1-F, RULING-63)", True, (True, False)),
    "cross_play": Setting(
        "a player may hold Factions of both Sides; Compatriots see nothing of each other (15.2-A, 4.1-G, RULING-65)",
        False,
        (False, True),
    ),
    "bot_honor_handicap": Setting(
        "the Honor that each bot Faction of a Side without players has more (15.4-F)", 0, (0, 10, 20)
    ),
    **bots_for(FACTIONS, "15"),  # 15.1-A, 15.1-B, 15.3: the Factions without a player
    **{
        side: Setting(
            f"whether one player plays both Factions of {side.capitalize()} together (15.2-B)", "apart", TOGETHER
        )
        for side in SIDES
    },
    "components": COMPONENTS,
}


def require_settings(scenario: str, options: Mapping[str, Any]) -> None:
    """What the options must be together. Malformed says what is wrong."""
    facts = box(str(options["components"])).scenarios[scenario]
    played = [faction for side in facts.sides for faction in FACTIONS_OF[side] if options[faction] == "player"]
    if not played:
        raise Malformed(f"bots play every Faction of {scenario}; leave at least one to a player (15.1)")
    for side in SIDES:
        together = options[side] == "together"
        if together and (side not in facts.sides or any(options[faction] == "bot" for faction in FACTIONS_OF[side])):
            raise Malformed(
                f"option {side}: both its Factions must be in play, and a player's, to be played together (15.2-B)"
            )
        if together and facts.kind != "full":
            raise Malformed(
                f"option {side}: only in full scenarios are Factions played together, not in {scenario} (15.1-C)"
            )
    if options["cross_play"] and "together" in (options[side] for side in SIDES):
        raise Malformed("choose either cross_play (15.2-A) or a Side played together (15.2-B), not both")


def sharing(scenario: str, options: Mapping[str, Any], holders: Mapping[str, str]) -> str | None:
    """15.1-C, 15.2: what is wrong with who holds which Faction (Faction -> player); None where nothing is."""
    free = box(str(options["components"])).scenarios[scenario].kind != "full"
    for faction, other, same_side in _pairs():
        if faction not in holders or other not in holders:
            continue
        both, one = f"{faction} and {other}", holders[faction] == holders[other]
        if not same_side and one and not options["cross_play"]:
            return f"{both} are of two Sides: one player may hold both only with the option cross_play (15.2-A)"
        if not (same_side or free) and one and {faction, other} not in CROSSED:
            return f"one player may not hold {both}: across the Sides only AF and AK or DF and EK (15.2-A)"
        together = same_side and options[_side_of(faction)] == "together"
        if together and not one:
            return f"one player must hold both {both} (15.2-B), not {holders[faction]} and {holders[other]}"
        if same_side and one and not (together or free):
            side = _side_of(faction)
            return f"{both} are of one Side: one player may hold both only with the option {side}=together (15.2-B)"
    return None


def _pairs() -> Iterator[tuple[str, str, bool]]:
    """Two Factions each, and whether they are of one Side."""
    for number, faction in enumerate(FACTIONS):
        for other in FACTIONS[number + 1 :]:
            yield faction, other, _side_of(faction) == _side_of(other)


def _side_of(faction: str) -> str:
    return next(side for side in SIDES if faction in FACTIONS_OF[side])


def bots_now(position: Pericles) -> list[str]:
    """15.1, 15.2-B: the Factions that the bot of 15.4 plays at this moment.

    From 5.2 to 7.51 the Faction of a Side played together that did not govern at the start of the turn is one of them.
    """
    options, governed = position.options, position.controlling_at_start
    return [
        one
        for one in position.factions
        if options[one] == "bot"
        or (position.politics and options[SIDE_OF[one]] == "together" and governed.get(SIDE_OF[one]) != one)
    ]
