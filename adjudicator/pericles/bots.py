"""15.4: the bot that plays unmanned Factions: to each decision the policy of its rule, from what its seat may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.kernel import Chance, Order
from adjudicator.pericles.state.position import Pericles


def steady(questions: Mapping[str, Any], view: Pericles, seat: str, chance: Chance) -> list[Order]:
    """An order to each question that is asked of the seat; the policies of 15.4 need no chance."""
    return [questions[ask.question].policy(view, ask) for ask in view.phase.asked_of(seat)] if view.phase else []
