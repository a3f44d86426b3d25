"""2.2, 16.1-G: what is hidden, and who knows it. All else is public (2.2-B)."""

from __future__ import annotations

import msgspec

from adjudicator.athens_sparta.secrets.fog import Fog
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.kernel.hidden.parts import Filed
from adjudicator.kernel.hidden.zones import Held, Open, Pile, Zone, in_order


def _dealt(position: AthensSparta) -> list[str]:
    """16.1-F: all cards, once they have been dealt."""
    return [*position.box.cards] if position.hands else []


def _shown(position: AthensSparta) -> list[str]:
    """0.2-B, 0.4-A: a hand that is shown for a redeal; the cards in Sicily once they are turned up."""
    hand = position.hands[position.shown_hand] if position.shown_hand else []
    sicily = position.sicily_cards.values() if position.sicily_up else ()
    return [card for card in (*hand, *sicily) if isinstance(card, str)]


CARDS = Zone(
    AthensSparta,
    "cards",
    _dealt,
    Held("hands.*.*", tidy=in_order),
    Held("sicily_cards.*", chosen=True),
    Pile("undealt"),
    Open("played.*"),
    kind="card",
    clause="16.1-F",
    seen=_shown,
)
HIDDEN = (CARDS, Fog(), Filed(AthensSparta, "sheets"), Filed(AthensSparta, "battle_plans"))


def seen_by(position: AthensSparta, seat: str) -> AthensSparta:
    """The position as a seat may know it: conditions and lists are judged by it alone (12.1-E, 12.2-B)."""
    view = msgspec.structs.replace(position)
    for part in HIDDEN:
        part.hide(view, seat)
    return view
