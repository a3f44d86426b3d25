"""0.4-A, 3: the scenario, the options of a game, and the set-up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.turns.game_turn import begin_olympiad
from adjudicator.athens_sparta.words import COLOURS, SIDES, Posture, SideName
from adjudicator.kernel import Resolution, Scenario, Setting, agenda_step, step
from adjudicator.kernel.rules.components_files import COMPONENTS

SCENARIOS: Mapping[str, Scenario] = {
    "war": Scenario("war", "The Peloponnesian War", "Olympiads 84 to 89 (0.1).", (2,), SIDES, answers=93),
}
SETTINGS: Mapping[str, Setting] = {
    "syracuse_pp": Setting("Whether two hidden cards set the value of Syracuse (0.4-A)", False, (False, True)),
    "components": COMPONENTS,
}


def set_up(**given: Any) -> AthensSparta:
    """The table before anything is on it."""
    position = AthensSparta(**given)
    position.agenda = [step(lay_out), step(begin_olympiad)]
    return position


@agenda_step
def lay_out(running: Resolution[AthensSparta]) -> None:
    """3.0-A, 3.0-B, 3.1-A, RULING-10: blocks in their homes, Reserves in the pools, the others aside; Potidaea.

    3.1-B: the first deal follows.
    """
    position, box = running.position, running.position.box
    start, twins = box.components.potidaea_start, [red for _, red in box.twins.values()]
    postures: dict[str, Posture] = dict.fromkeys(start.besieged, "BESIEGED")
    postures.update(dict.fromkeys(start.besieging, "SIEGING"))
    postures.update(dict.fromkeys(start.blockading, "BLOCKADING"))
    position.pools = {side: [*sorted(box.components.reserve[side])] for side in SIDES}
    pooled = [name for side in SIDES for name in position.pools[side]]
    for name, facts in sorted(box.blocks.items()):
        home = box.hex_named["Potidaea"] if name in postures else box.home(name)
        if name in pooled:
            continue
        if home is None or facts.side == "neutral" or name in twins:
            position.aside.append(name)
        else:
            side: SideName = facts.side
            posture = postures.get(name, "FIELD")
            position.blocks.append(Block(name, side, COLOURS[side], home, facts.steps, posture))
    for hex in box.cities:
        if owner := box.colour_owner(hex):
            position.control[hex] = owner
    position.control[box.hex_named["Potidaea"]] = start.controller
