"""12, 15: scenarios, and the options of a game."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.kernel import Scenario, Setting
from adjudicator.kernel.rules.components_files import COMPONENTS
from adjudicator.polis.components import box

DRAWN = "_drawn"
SEATS = ("sparta", "athens")
DRAWN_SEATS = ("alpha", "beta")
_SUMMARIES = {
    "standard": "The whole game: rounds 3, 4, 5α and 5β (4).",
    "corinthian_war": "One round of type 5, without events and projects (12.1).",
    "second_war": "Rounds 5α and 5β (12.2).",
}


def _scenarios() -> dict[str, Scenario]:
    """Each twice: with the seats named by their sides, and with sides wished for and drawn (4-F, RULING-52)."""
    found = {}
    for id, setup in box().components.setups.items():
        found[id] = Scenario(id, setup.name, _SUMMARIES[id], (2,), SEATS)
    for id, setup in box().components.setups.items():
        summary = f"{_SUMMARIES[id]} The players wish for their sides, else they are drawn (4-F)."
        found[id + DRAWN] = Scenario(id + DRAWN, f"{setup.name}, sides drawn", summary, (2,), DRAWN_SEATS)
    return found


SCENARIOS: Mapping[str, Scenario] = _scenarios()
SETTINGS: Mapping[str, Setting] = {
    "end_sheets": Setting(
        "15.2-A: feeding, growth and Phoros are asked of both together, or in turn", "together", ("together", "in turn")
    ),
    "components": COMPONENTS,
}
