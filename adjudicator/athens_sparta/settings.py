"""0.4-A: the scenario, and the options of a game."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.athens_sparta.words import SIDES
from adjudicator.kernel import Scenario, Setting
from adjudicator.kernel.rules.components_files import COMPONENTS

SCENARIOS: Mapping[str, Scenario] = {
    "war": Scenario("war", "The Peloponnesian War", "Olympiads 84 to 89 (0.1).", (2,), SIDES),
}
SETTINGS: Mapping[str, Setting] = {
    "syracuse_pp": Setting("Whether two hidden cards set the value of Syracuse (0.4-A)", False, (False, True)),
    "components": COMPONENTS,
}
