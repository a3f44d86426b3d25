"""Chapter V: who knows what."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from adjudicator.kernel import Chance, unknowns
from adjudicator.kernel.hidden import UNKNOWN
from adjudicator.perikles.components import CITIES
from adjudicator.perikles.counters import face_down, force_of, kind_of
from adjudicator.perikles.orders import CommitOrder, Placement
from adjudicator.perikles.position import Perikles, Placed, Side


def hide(view: Perikles, seat: str | None) -> None:
    """Make a position a view: what `seat` (None: a spectator, V.24) may not know becomes Unknown or face down.

    Dice (V.15) and what lies face up (V.05, V.09) stay as they are.
    """
    view.influence_deck = [*unknowns(len(view.influence_deck))]  # V.03
    view.location_deck = [*unknowns(len(view.location_deck))]  # V.04
    view.undealt_specials = [*unknowns(len(view.undealt_specials))]  # V.02
    for holder, special in view.special.items():  # V.01
        if holder != seat and not special.used:
            special.tile = UNKNOWN
    mine = own_forces(view, seat)
    for force, pool in view.pools.items():  # V.07, 5.61
        if force not in mine:
            view.pools[force] = sorted(face_down(counter) for counter in pool)
    for _, place in view.places():  # V.08
        for side in (place.attacker, place.defender):
            if side.counters and not place.turned_up:
                _turn_down(side, mine)
    if view.revolted and "sparta" not in mine:  # V.06
        view.revolted = face_down(view.revolted)
    for filed in (view.second_cubes, view.waiting, view.later_permissions, view.instructions):  # V.12, V.13
        for owner in [owner for owner in filed if owner != seat]:
            del filed[owner]


def own_forces(position: Perikles, seat: str | None) -> list[str]:
    """V.21: the forces whose strengths a seat knows: those that it commands this turn."""
    return [] if seat is None else [force for force in position.pools if seat in position.owners(force)]


def _turn_down(side: Side, mine: list[str]) -> None:
    """V.08, V.23: counters of others lose strength and id; only their numbers are left."""
    side.counters = sorted(
        placed if force_of(placed.counter) in mine else Placed(face_down(placed.counter), placed.seat)
        for placed in side.counters
    )


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
        return [msgspec.structs.replace(p, counter=new.get(p.counter, p.counter)) for p in old]

    fallback = order.fallback and msgspec.structs.replace(
        order.fallback, placements=placements(order.fallback.placements)
    )
    return msgspec.structs.replace(order, placements=placements(order.placements), fallback=fallback)
