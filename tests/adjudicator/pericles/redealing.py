"""Pericles redealt, but for what the next resolution makes public: that is put back as it was.

Orders of others that name hidden things name instead what now lies in the same place, so that they look alike.
"""

import msgspec

CARDS = {"CardPlayed", "SeventhCard", "BrainTrustUsed", "EntourageDiscarded", "CardsDealt", "CardDrawn", "DeckMade"}
TOKENS = {"Committed", "CommittedSecretly", "TokensSpent", "TokensReturned", "Cancelled", "MarkerRevealed"}


def alike(rules, before, other, sent, resolution, viewer):
    """(the other position, orders that look the same in it); None where a default showed what its seat alone knows."""
    secret = [c for c in resolution.counted if c.source != "envelope" and c.seat != viewer]
    if any(not rules.question(counted.question).public_options for counted in secret):
        return None
    told = {type(event).__name__ for event in resolution.events}
    if told & CARDS:
        other.hands, other.entourages, other.decks = before.hands, before.entourages, before.decks
    if told & TOKENS:
        other.shields, other.committed = before.shields, before.committed
    if "PlayRevealed" in told:
        other.aristophanes_deck = before.aristophanes_deck
    lent = any(type(event).__name__ == "MarkersLentKnown" for event in rules.events_for(resolution.events, viewer))
    if "MarkerRevealed" in told or lent:
        other.markers, other.theaters = before.markers, before.theaters
    return rules.copy(other), {seat: [_same(before, other, seat, order) for order in sent[seat]] for seat in sent}


def _same(before, other, seat, order):
    tag = order.__struct_config__.tag
    if tag == "D2":
        now = dict(zip(before.hands[seat], other.hands[seat], strict=True))
        return msgspec.structs.replace(order, cards=[now.get(card, card) for card in order.cards])
    if tag == "D15":
        places = _places(before.markers[seat], [(kind, seat) for kind in order.markers])
        return msgspec.structs.replace(order, markers=[other.markers[seat][place].kind for place in places])
    if tag == "D16":
        (place,) = _places(before.markers[seat], [(order.marker, order.owner or seat)])
        marker = other.markers[seat][place]
        owner = None if marker.owner == seat else marker.owner
        return msgspec.structs.replace(order, marker=marker.kind, owner=owner)
    return order


def _places(markers, wanted):
    """Where in a hand the markers lie that an order names."""
    left = list(range(len(markers)))
    found = []
    for kind, owner in wanted:
        found.append(next(n for n in left if (markers[n].kind, markers[n].owner) == (kind, owner)))
        left.remove(found[-1])
    return found
