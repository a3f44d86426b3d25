"""Chapter V: who knows what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from adjudicator.kernel import Chance, unknowns
from adjudicator.kernel.position.hidden import UNKNOWN
from adjudicator.perikles.components import CITIES
from adjudicator.perikles.state.counters import face_down, force_of, kind_of
from adjudicator.perikles.state.orders import CommitOrder, Placement
from adjudicator.perikles.state.position import Perikles, Place, Placed, Side

T = TypeVar("T")


def hide(view: Perikles, seat: str | None) -> None:
    """Make a position a view: what `seat` (None: a spectator, V.24) may not know becomes Unknown or face down.

    Dice (V.15) and what lies face up (V.05, V.09) stay as they are.
    """
    view.influence_deck = [*unknowns(len(view.influence_deck))]  # V.03
    view.location_deck = [*unknowns(len(view.location_deck))]  # V.04
    view.undealt_specials = [*unknowns(len(view.undealt_specials))]  # V.02
    view.special = {  # V.01
        holder: special if holder == seat or special.used else replace(special, tile=UNKNOWN)
        for holder, special in view.special.items()
    }
    mine = own_forces(view, seat)
    view.pools = {  # V.07, 5.61
        force: pool if force in mine else sorted(face_down(counter) for counter in pool)
        for force, pool in view.pools.items()
    }
    view.locations = [place and _as_seen(place, mine) for place in view.locations]  # V.08
    if view.revolted and "sparta" not in mine:  # V.06
        view.revolted = face_down(view.revolted)
    view.second_cubes = _own(view.second_cubes, seat)  # V.12, V.13
    view.waiting = _own(view.waiting, seat)
    view.later_permissions = _own(view.later_permissions, seat)
    view.instructions = _own(view.instructions, seat)


def _own(filed: dict[str, T], seat: str | None) -> dict[str, T]:
    """What a seat has filed itself."""
    return {owner: what for owner, what in filed.items() if owner == seat}


def _as_seen(place: Place, mine: list[str]) -> Place:
    """V.08: a Location as those see it who command these forces."""
    if place.turned_up or not (place.attacker.counters or place.defender.counters):
        return place
    return replace(place, attacker=_turned_down(place.attacker, mine), defender=_turned_down(place.defender, mine))


def own_forces(position: Perikles, seat: str | None) -> list[str]:
    """V.21: the forces whose strengths a seat knows: those that it commands this turn."""
    return [] if seat is None else [force for force in position.pools if seat in position.owners(force)]


def _turned_down(side: Side, mine: list[str]) -> Side:
    """V.08, V.23: counters of others lose strength and id; only their numbers are left."""
    counters = sorted(
        placed if force_of(placed.counter) in mine else Placed(face_down(placed.counter), placed.seat)
        for placed in side.counters
    )
    return replace(side, counters=counters)


def redeal_hidden(position: Perikles, seat: str | None, chance: Chance) -> None:
    """Deal anew what `seat` may not know (V.20): decks, Special tiles, strengths, what others have filed."""
    _redeal_tiles(position, seat, chance)
    mine = own_forces(position, seat)
    for force in position.pools:
        if force not in mine:
            for kind in ("hoplite", "trireme"):
                _redeal_strengths(position, force, kind, chance)
    for owner in [owner for owner in position.second_cubes if owner != seat]:
        position.second_cubes[owner] = chance.pick(CITIES, "redeal second cubes")


def deal_again(position: Perikles, chance: Chance) -> None:
    """Deal anew the tiles that chance dealt face down (S.03, S.04, S.06).

    Counters lie where their owners put them, and what a seat has filed is its own choice: both stay.
    """
    _redeal_tiles(position, None, chance)


def reshuffle(position: Perikles, chance: Chance) -> None:
    """Shuffle what lies undrawn (V.02 to V.04), each pile in itself: what was seen of it is then worth nothing."""
    position.influence_deck = chance.shuffle(position.influence_deck, "reshuffle Influence deck")
    position.location_deck = chance.shuffle(position.location_deck, "reshuffle Location deck")
    position.undealt_specials = chance.shuffle(position.undealt_specials, "reshuffle Special tiles")


def _redeal_tiles(position: Perikles, seat: str | None, chance: Chance) -> None:
    position.influence_deck = chance.shuffle(position.influence_deck, "redeal Influence deck")
    position.location_deck = chance.shuffle(position.location_deck, "redeal Location deck")
    _redeal_specials(position, seat, chance)


def _redeal_specials(position: Perikles, seat: str | None, chance: Chance) -> None:
    hidden = [special for owner, special in position.special.items() if owner != seat and not special.used]
    tiles = chance.shuffle([*(s.tile for s in hidden), *position.undealt_specials], "redeal Special tiles")
    for special in hidden:
        special.tile = tiles.pop()
    position.undealt_specials = tiles


def _redeal_strengths(position: Perikles, force: str, kind: str, chance: Chance) -> None:
    """The counters of one force and type change places among pool, face-down sides and the revolted one."""
    sides = [side for _, p in position.places() if not p.turned_up for side in (p.attacker, p.defender)]
    there = [placed.counter for side in sides for placed in side.counters]
    there += [*position.pools[force], *([position.revolted] if position.revolted else [])]
    old = [counter for counter in there if force_of(counter) == force and kind_of(counter) == kind]
    new = dict(zip(old, chance.shuffle(old, f"redeal {force} {kind}"), strict=True))
    for owner, order in position.waiting.items():
        position.waiting[owner] = renamed(order, new)
    for side in sides:
        side.counters = sorted(Placed(new.get(p.counter, p.counter), p.seat) for p in side.counters)
    position.pools[force] = sorted(new.get(counter, counter) for counter in position.pools[force])
    if position.revolted:
        position.revolted = new.get(position.revolted, position.revolted)


def renamed(order: CommitOrder, new: Mapping[str, str]) -> CommitOrder:
    """The same order with other counters of the same force and type: to everybody else it looks alike."""

    def placements(old: list[Placement]) -> list[Placement]:
        return [replace(p, counter=new.get(p.counter, p.counter)) for p in old]

    fallback = order.fallback and replace(order.fallback, placements=placements(order.fallback.placements))
    return replace(order, placements=placements(order.placements), fallback=fallback)
