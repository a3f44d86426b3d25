"""Athens & Sparta redealt, but for what the next resolution makes public: that is put back as it was."""

import re

import msgspec

SHOWN = ("HandShown", "BadHand")


def alike(rules, before, other, sent, resolution, viewer):
    """(the other position, the same orders); None where a hand was shown, or a default showed what is in it."""
    if any(c.source != "envelope" and c.seat != viewer and c.question in ("D-3", "D-4") for c in resolution.counted):
        return None
    told = rules.events_for(resolution.events, viewer)
    if any(type(event).__name__ == "HandDealt" for event in told) and before.hands.get(viewer):
        return None  # 0.2-B: from what was left over
    if any(type(event).__name__ in SHOWN or hidden_loss(event) for event in told):
        return None
    for event in told:
        if type(event).__name__ == "CardsRevealed":
            for side, card in (("sparta", event.sparta_card), ("athens", event.athens_card)):
                bring_card(other, side, card, before)
    shown = [name for event in told for name in (*named(event, before.box), *beside(event, before))]
    shown += [name for seat in sent if seat != viewer for name in ordered(before, sent[seat])]
    if not put_back(before, other, shown):
        return None
    for hand in other.hands.values():
        hand.sort()
    return other, sent


def hidden_loss(event):
    """A step of a block that the viewer does not know: which of a hex it is rests on strengths."""
    return type(event).__name__ == "StepLost" and event.left is None


def comparable(again, after):
    """Whether the same came to light: how many blocks there are, where, and in which postures (2.2-A)."""
    return public(again) == public(after)


def public(position):
    return sorted((block.place, block.side, block.colour, block.posture) for block in position.blocks)


def named(event, box):
    """The blocks that an event names by their ids, and the ship whose twin comes: everybody sees where it is gone."""
    if type(event).__name__ == "ShipTurned":
        yield from box.twins[event.city]
    for field in ("block", "blocks"):
        value = getattr(event, field, None) or []
        yield from (name for name in ([value] if isinstance(value, str) else value) if name in box.blocks)


def beside(event, before):
    """Those of the side that loses a block: which of a hex it is can rest on their strengths (9.1-A, D-18, D-20)."""
    if type(event).__name__ == "BlockEliminated":
        yield from (block.id for block in before.at(event.place, event.side))


def ordered(before, orders):
    """The blocks that orders name, and those beside them: what becomes of an order of the other seat rests on them."""
    words = set(re.findall(r"[ANS][0-9]{2}", msgspec.json.encode(orders).decode()))
    places = words | {block.place for block in before.blocks if block.id in words}
    return [block.id for block in before.blocks if block.place in places] + sorted(words & set(before.box.blocks))


def bring_card(position, side, card, before):
    """A card into the hand in which it was before."""
    if card not in before.hands[side] or card in position.hands[side]:
        return
    wanted = [*before.played, *before.cards.values()]
    mine = next(place for place, held in enumerate(position.hands[side]) if held not in wanted)
    row = next(row for row in (*position.hands.values(), position.undealt) if card in row)
    row[row.index(card)], position.hands[side][mine] = position.hands[side][mine], card


def place_of(position, name):
    """What all blocks that could lie where this one lies have in common."""
    block = position.block(name)
    if block:
        return block.place, block.side, block.colour, block.posture, block.rising
    return next((side for side in position.pools if name in position.pools[side]), None)


def put_back(before, other, names):
    """Blocks go back where they were, with the strength that they had, each in the place of one that has to go.

    False where a ship would have to go for a land block: it could not lie where that lies.
    """
    names = list(dict.fromkeys(names))
    for name in names:
        wanted = place_of(before, name)
        if wanted is None or place_of(other, name) is None:
            continue
        if place_of(other, name) != wanted:
            everyone = [*(block.id for block in other.blocks), *(one for pool in other.pools.values() for one in pool)]
            there = [one for one in everyone if place_of(other, one) == wanted != place_of(before, one)]
            ship = before.box.blocks[name].ship
            alike = [one for one in there if before.box.blocks[one].ship == ship]
            if not alike:
                return False
            swap(other, name, alike[0])
        if before.block(name):
            other.block(name).strength = before.block(name).strength
    other.blocks.sort(key=lambda block: block.id)
    for pool in other.pools.values():
        pool.sort()
    return True


def swap(position, one, two):
    lying = {name: (position.block(name), place_of(position, name)) for name in (one, two)}
    for name, new in ((one, two), (two, one)):
        block, place = lying[name]
        if block:
            block.id = new
            block.strength = min(block.strength, position.box.blocks[new].steps)
        else:
            position.pools[place][position.pools[place].index(name)] = new
