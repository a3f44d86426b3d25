"""15.4: the bot that plays unmanned Factions, by each decision's policy. Alone: the kernel finds it by this name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.kernel import Chance, Order
from adjudicator.pericles.state.position import Pericles


def steady(questions: Mapping[str, Any], view: Pericles, seat: str, chance: Chance) -> list[Order]:
    """An order to each question that is asked of the seat; the policies of 15.4 need no chance."""
    return [questions[ask.question].policy(view, ask) for ask in view.phase.asked_of(seat)] if view.phase else []
