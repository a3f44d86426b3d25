"""14: what is hidden, and who knows it. Everything else is always public (14-A, RULING-26)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

import msgspec

from adjudicator.kernel.hidden.parts import Filed
from adjudicator.kernel.hidden.zones import Held, Open, Pile, Zone, in_order
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import CARDS


def own_side(position: Polis, seat: str | None) -> Collection[str]:
    """14: whose hand a seat knows: that of the side it plays."""
    return () if seat is None or not position.sides else (position.side(seat),)


@lru_cache(200)
def back_of(event: str) -> str:
    """5-D: what everybody sees of an undrawn event: the deck that it lies in."""
    return f"{event.partition('-')[0]}-?"


def _projects(position: Polis) -> list[str]:
    return [*position.box.components.setups[position.scenario.removesuffix("_drawn")].projects]


def _events(position: Polis) -> list[str]:
    setup = position.box.components.setups[position.scenario.removesuffix("_drawn")]
    decks = [position.box.rounds[name].event_deck for name in setup.rounds] if setup.events else []
    return [name for name, event in position.box.events.items() if event.deck in decks]


COMBAT = Zone(  # 8-C, 8-M
    Polis,
    "combat cards",
    lambda position: CARDS if position.battle and position.battle.hands else (),
    Held("battle.hands.*.*", tidy=in_order),
    Pile("battle.pile"),
    Open("battle.discards.*"),
    Open("battle.laid.*"),
    kind="card",
    clause="19-F",
    knows=own_side,
)
PROJECT_DECK = Zone(
    Polis,
    "projects",
    _projects,
    Pile("project_deck"),
    Open("display.*"),
    Open("removed.*"),
    Open("poleis.*.project"),
    Open("poleis.*.finished.*"),
    kind="project",
    clause="19-F",
)
EVENT_DECKS = Zone(
    Polis, "events", _events, Pile("event_decks.*"), Open("events_used.*"), kind="event", shows=back_of, clause="5-D"
)
HIDDEN = (
    COMBAT,
    PROJECT_DECK,
    EVENT_DECKS,
    Filed(Polis, "fee_orders", values=([], ["wine"], ["oil", "metal"])),
    Filed(Polis, "returns", values=([], ["attika"], ["lakedaimon", "ionia"])),
)


def seen_by(position: Polis, seat: str) -> Polis:
    """The position as a seat may know it: guards and plans are judged by it alone (15.1-D)."""
    view = msgspec.structs.replace(position, sheets={})
    for part in HIDDEN:
        part.hide(view, seat)
    return view
