"""The steady bot of Athens & Sparta."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.kernel import Chance, Order


def steady(questions: Mapping[str, Any], view: AthensSparta, seat: str, chance: Chance) -> list[Order]:
    """The default to each question that is asked of the seat."""
    asked = view.phase.asked_of(seat) if view.phase else []
    return [questions[ask.question].default(view, ask) for ask in asked]
