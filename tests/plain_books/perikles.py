"""A plain book for a player of Perikles."""

from __future__ import annotations

from typing import Any

from adjudicator.perikles.components import CITIES
from adjudicator.perikles.state.position import Perikles
from adjudicator.perikles.war.commitment import legal_placements
from tests.adjudicator.players import key


def book(position: Perikles, seat: str) -> list[dict[str, Any]]:
    """A plain book for all that may be asked from here to the end of the turn's part."""
    colours = [seat, *(other for other in position.clockwise(seat)[1:])]
    return [
        {"question": "D-S1", "choose": [{"city": city} for city in ("corinth", "thebes")]},
        {
            "question": "D-2",
            "choose": [{"colours": ["corinth", "thebes", "athens", "sparta", "argos", "megara", "any"]}],
        },
        {"question": "D-3", "choose": [{"city": city, "colour": c} for c in colours for city in CITIES]},
        {"question": "D-5A", "choose": [{"seat": "self"}]},
        {"question": "D-5B", "choose": [{"kinds": dict.fromkeys(CITIES, "hoplite")}]},
        {"question": "D-5C", "only_option": True},
        *({"question": "D-5C", "choose": ranked} for ranked in [bundles(position, seat)] if ranked),
        {"question": "D-5E", "choose": [{"rules": [{"grant": False}]}]},
        {"question": "D-6S", "choose": [{"instructions": [{"do": "use", "kind": "hoplite"}]}]},
        {"question": "D-6A", "choose": [{"use": False}]},
        {"question": "D-6B", "choose": [{"force": force} for force in (*CITIES, "persia")]},
    ]


def bundles(position: Perikles, seat: str) -> list[dict[str, Any]]:
    """A ranked list of single placements: each of the seat's counters where it may attack now, then nothing."""
    if position.chapter < 5:
        return []
    attacks = [p for p in legal_placements(position, seat) if p.side == "attacker"]
    ranked = [
        {"placements": [{"counter": p.counter, "location": p.location, "side": p.side}]}
        for p in sorted(attacks, key=lambda p: key(seat, p.counter, p.location))
    ]
    return [*ranked[:90], *({} for _ in range(10))]
