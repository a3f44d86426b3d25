"""Redealing what a viewer may not know, but for what the next resolution makes public anyway.

The property is: redeal, resolve with the same chance, and the viewer's outputs are the same, *unless something redealt
has become public*. So what a resolution turns up is put back as it was; where that cannot be told apart, None.
"""

import msgspec
from msgspec.structs import replace

from adjudicator.perikles.components import face_down, force_of, kind_of


def perikles(before, other, sent, resolution):
    after = resolution.position
    if any(type(event).__name__ == "TurnedUp" for event in resolution.events):
        return None  # 6.02: strengths become public
    if len(before.location_deck) != len(after.location_deck) or len(before.influence_deck) < len(after.influence_deck):
        other.location_deck, other.influence_deck = before.location_deck, before.influence_deck  # 1.02, 1.03
    elif before.influence_deck:
        top = before.influence_deck[0]  # 2.06 f
        other.influence_deck.remove(top)
        other.influence_deck.insert(0, top)
    other.second_cubes = dict(before.second_cubes)  # D.01: placed for all to see
    for seat, special in before.special.items():
        if after.special[seat].used and not special.used:
            _give(other, seat, special.tile)  # X.01: turned up
    return other, _orders_alike(before, other, sent)


def _foray(before, other, resolution, viewer):
    """F.03: who sends a band keeps the hand that it came from; what is left unseen is dealt to the others."""
    senders = [event.seat for event in resolution.events if type(event).__name__ == "Sent"]
    unseen = [band for seat, hand in other.hands.items() if seat != viewer for band in hand] + other.away
    for seat in before.seats:
        if seat in senders and seat != viewer:
            other.hands[seat] = list(before.hands[seat])
            for band in other.hands[seat]:
                unseen.remove(band)
    for seat in before.seats:
        if seat not in senders and seat != viewer:
            other.hands[seat] = [unseen.pop() for _ in other.hands[seat]]
    other.away = unseen
    return other


def _give(other, seat, tile):
    held = other.special[seat].tile
    for special in other.special.values():
        if special.tile == tile:
            special.tile = held
    other.undealt_specials = [held if undealt == tile else undealt for undealt in other.undealt_specials]
    other.special[seat].tile = tile


def _orders_alike(before, other, sent):
    """The same orders with the counters that now lie where the old ones lay."""
    new = {}
    for force, pool in before.pools.items():
        for kind in ("hoplite", "trireme"):
            old, now = (
                [c for c in p if force_of(c) == force and kind_of(c) == kind] for p in (pool, other.pools[force])
            )
            new |= dict(zip(old, now, strict=True))
    return {
        seat: [_renamed(order, new) if order.__struct_config__.tag == "D-5C" else order for order in orders]
        for seat, orders in sent.items()
    }


def _renamed(order, new):
    """The same commitment with other counters of the same force and type: to everybody else it looks alike."""
    placements = [
        replace(placement, counter=new.get(placement.counter, placement.counter)) for placement in order.placements
    ]
    return replace(
        order,
        placements=placements,
        **({"fallback": _renamed(order.fallback, new)} if getattr(order, "fallback", None) else {}),
    )


def looking_like(position, seat, order):
    """Orders that are the same to everybody else: in Perikles, other counters of the same force and type."""
    if order.__struct_config__.tag == "D-5C":
        sent = [placement.counter for placement in order.placements]
        for counter in sent:
            for other in position.pool(seat):
                if other not in sent and face_down(other) == face_down(counter):
                    yield _renamed(order, {counter: other})


def used_specials(position):
    """Which Special tiles lie face up: public."""
    return msgspec.to_builtins([s for s in getattr(position, "special", {}).values() if s.used])
