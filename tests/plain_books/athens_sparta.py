"""A plain book for a side of Athens & Sparta."""

from __future__ import annotations

from typing import Any

from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.kernel import Title


def standing_orders(rules: Title[Any], position: AthensSparta, seat: str) -> list[dict[str, Any]]:
    """The hand, from the card of most MP, garrison orders for every hex, and the default elsewhere."""
    asked = [one.id for one in rules.questions.values() if not one.unasked and one.id not in ("D-4", "D-7", "D-19")]
    return [
        {"question": "D-4", "choose": [{"card": card} for card in position.hands[seat]]},
        {"question": "D-8B", "choose": [{"battle": {"*": {"after": "siege"}}}]},
        *({"question": name, "default": True} for name in asked),
    ]
