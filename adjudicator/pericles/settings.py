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


def _scenario(number: str, facts: ScenarioFacts) -> Scenario:
    turns = f"turns {facts.turns[0]} to {facts.turns[-1]}" if len(facts.turns) > 1 else f"turn {facts.turns[0]}"
    seats = tuple(faction for side in facts.sides for faction in FACTIONS_OF[side])
    summary = _KINDS[facts.kind].format(sides=" and ".join(map(str.capitalize, facts.sides)), turns=turns)
    return Scenario(number, facts.name, summary, (len(seats),), seats)


SCENARIOS: Mapping[str, Scenario] = {number: _scenario(number, facts) for number, facts in box().scenarios.items()}

SETTINGS: Mapping[str, Setting] = {
    "spartan_naval_limit": Setting("RULING-1: how many Spartan naval units there are", 3, (3, 4)),
    "team_sees_markers": Setting("4.1-E, RULING-4: each Faction sees its Compatriot's markers", True, (True, False)),
    "team_sees_tokens": Setting("4.1-F, RULING-63: each Faction sees its Compatriot's tokens", True, (True, False)),
    "cross_play": Setting(
        "15.2-A, 4.1-G, RULING-65: a player may hold Factions of both Sides; Compatriots see nothing",
        False,
        (False, True),
    ),
    "bot_honor_handicap": Setting("15.4-F: Honor more for each bot Faction of a Side without players", 0, (0, 10, 20)),
    **bots_for(FACTIONS, "15"),  # 15.1-A, 15.1-B, 15.3: the Factions without a player
    **{
        side: Setting(
            f"15.2-B: whether one player plays both Factions of {side.capitalize()} together", "apart", TOGETHER
        )
        for side in SIDES
    },
    "components": COMPONENTS,
}


def require_settings(scenario: str, options: Mapping[str, Any]) -> None:
    """What the options must be together. Malformed says what would be right."""
    facts = box(str(options["components"])).scenarios[scenario]
    played = [faction for side in facts.sides for faction in FACTIONS_OF[side] if options[faction] == "player"]
    if not played:
        raise Malformed(f"every Faction of {scenario} is a bot's; at least one is a player's (15.1)")
    for side in SIDES:
        together = options[side] == "together"
        if together and (side not in facts.sides or any(options[faction] == "bot" for faction in FACTIONS_OF[side])):
            raise Malformed(f"option {side} is together (15.2-B): both its Factions must be in play and a player's")
        if together and facts.kind != "full":
            raise Malformed(
                f"option {side} is together (15.2-B): that is for full scenarios, not for {scenario} (15.1-C)"
            )
    if options["cross_play"] and "together" in (options[side] for side in SIDES):
        raise Malformed("cross_play (15.2-A) and a Side played together (15.2-B) do not go together; choose one")


def sharing(scenario: str, options: Mapping[str, Any], holders: Mapping[str, str]) -> str | None:
    """15.1-C, 15.2: what is wrong with who holds which Faction (Faction -> player); None where nothing is."""
    free = box(str(options["components"])).scenarios[scenario].kind != "full"
    for faction, other, same_side in _pairs():
        if faction not in holders or other not in holders:
            continue
        both, one = f"{faction} and {other}", holders[faction] == holders[other]
        if not same_side and one and not options["cross_play"]:
            return f"{both} are of two Sides: one player holds both only in a game with the option cross_play (15.2-A)"
        if not (same_side or free) and one and {faction, other} not in CROSSED:
            return f"{both} are not held together: across the Sides one player holds AF and AK or DF and EK (15.2-A)"
        together = same_side and options[_side_of(faction)] == "together"
        if together and not one:
            return f"{both} are played together by one player (15.2-B), and {holders[faction]} and another hold them"
        if same_side and one and not (together or free):
            side = _side_of(faction)
            return f"{both} are of one Side: one player holds both only in a game with {side}=together (15.2-B)"
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
