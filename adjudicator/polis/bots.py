"""The steady bot of Polis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.kernel import Chance, Order
from adjudicator.polis.state.position import Polis


def steady(questions: Mapping[str, Any], view: Polis, seat: str, chance: Chance) -> list[Order]:
    """An order to each question that is asked of the seat."""
    return [questions[ask.question].default(view, ask) for ask in view.phase.asked_of(seat)] if view.phase else []
