"""Chapter V: who knows what."""

from __future__ import annotations

from adjudicator.kernel import Chance, unknowns
from adjudicator.kernel.hidden import UNKNOWN
from adjudicator.perikles.components import CITIES, components
from adjudicator.perikles.position import Perikles


def hide(view: Perikles, seat: str | None) -> None:
    """Make a position a view: what `seat` (None: a spectator) may not know becomes Unknown."""
    view.influence_deck = [*unknowns(len(view.influence_deck))]  # V.03
    view.location_deck = [*unknowns(len(view.location_deck))]  # V.04
    view.undealt_specials = [*unknowns(len(view.undealt_specials))]  # V.02
    for holder, special in view.special.items():  # V.01
        if holder != seat and not special.used:
            special.tile = UNKNOWN
    view.second_cubes = {owner: city for owner, city in view.second_cubes.items() if owner == seat}  # V.13


def redeal_hidden(position: Perikles, seat: str | None, chance: Chance) -> None:
    """Deal anew what `seat` may not know (V.20): the decks, the other Special tiles, cubes filed ahead."""
    position.influence_deck = chance.shuffle(position.influence_deck, "redeal Influence deck")
    position.location_deck = chance.shuffle(position.location_deck, "redeal Location deck")
    hidden = [s for owner, s in position.special.items() if owner != seat and not s.used]
    tiles = chance.shuffle([*(s.tile for s in hidden), *position.undealt_specials], "redeal Special tiles")
    for special in hidden:
        special.tile = tiles.pop()
    position.undealt_specials = tiles
    for owner in [owner for owner in position.second_cubes if owner != seat]:
        position.second_cubes[owner] = chance.pick(CITIES, "redeal second cubes")


def check_invariants(position: Perikles) -> None:
    """Chapter I, as far as the opening goes; ValueError names the clause that is broken."""
    box = components()
    tiles = [*position.influence_deck, *(t for t in position.influence_display if t)]
    specials = [*(s.tile for s in position.special.values()), *position.undealt_specials]
    demands = {
        "I.01": all(
            position.supply(seat) >= 0 and min(c.temple[seat] for c in position.cities.values()) >= 0
            for seat in position.seats
        ),
        "I.02": not position.boxes or position.boxes == {force: box.counters_of(force) for force in box.forces},
        "I.03": not tiles or sorted(map(str, tiles)) == sorted(t.id for t in box.influence_tiles),
        "I.04": all(c.b is None or (c.a is not None and c.a != c.b) for c in position.cities.values()),
        "C.10": not specials or sorted(map(str, specials)) == sorted(t.id for t in box.special_tiles),
    }
    broken = [clause for clause, holds in demands.items() if not holds]
    if broken:
        raise ValueError(f"the position breaks {', '.join(broken)}")
