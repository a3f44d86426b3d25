"""Chapter V: what is hidden, and who knows it. Dice (V.15) and what lies face up (V.05, V.09) all may know."""

from __future__ import annotations

from functools import cache
from operator import attrgetter

from adjudicator.kernel.hidden.parts import Filed
from adjudicator.kernel.hidden.zones import Held, Open, Pile, Zone, in_order
from adjudicator.perikles.components import components, face_down, force_of
from adjudicator.perikles.secrets.filings import Instructions, SecondCubes, WaitingOrder
from adjudicator.perikles.state.position import Perikles


def own_forces(position: Perikles, seat: str | None) -> list[str]:
    """V.21: the forces whose strengths a seat knows: those that it commands now. A spectator knows none (V.24)."""
    return position.forces_of(seat) if seat and position.pools else []


@cache
def _every_counter() -> list[str]:
    return [counter for force in components().forces for counter in components().counters_of(force)]


INFLUENCE = Zone(  # V.03
    Perikles,
    "Influence deck",
    lambda _: [tile.id for tile in components().influence_tiles],
    Pile("influence_deck"),
    Open("influence_display.*"),
    Open("influence_discard.*"),
    Open("tiles.*.*"),
    kind="tile",
    clause="I.03",
)
LOCATIONS = Zone(  # V.04
    Perikles,
    "Location deck",
    lambda _: [tile.id for tile in components().location_tiles],
    Pile("location_deck"),
    Open("locations.*.tile"),
    Open("locations_won.*.*", shared=True),
    Open("locations_out.*"),
    kind="place",
    clause="I.03",
)
SPECIALS = Zone(
    Perikles,
    "Special tiles",
    lambda _: [tile.id for tile in components().special_tiles],
    Held("special.*.tile", up=attrgetter("used")),  # V.01
    Pile("undealt_specials"),  # V.02
    kind="tile",
    clause="C.10",
)
COUNTERS = Zone(  # V.23
    Perikles,
    "counters",
    lambda _: _every_counter(),
    Held("pools.*.*", tidy=in_order, chosen=True),  # V.07, 5.61
    Held(  # V.08
        "locations.*.attacker|defender.counters.*.counter",
        owner=force_of,
        up=lambda place: place.turned_up or not (place.attacker.counters or place.defender.counters),
        tidy=in_order,
        chosen=True,
    ),
    Held("revolted", owner=force_of, chosen=True),  # V.06
    Open("boxes.*.*"),
    Open("dead_pile.*"),
    kind="piece",
    holders="city",
    knows=own_forces,
    shows=face_down,
    echoes=("waiting.*.placements.*.counter", "waiting.*.fallback.placements.*.counter"),
    clause="I.02",
)
HIDDEN = (
    INFLUENCE,
    LOCATIONS,
    SPECIALS,
    COUNTERS,
    SecondCubes(),
    WaitingOrder(),
    Filed(Perikles, "later_permissions"),  # 5.43-D, V.13
    Instructions(),
)
