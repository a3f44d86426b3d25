"""Polis redealt, but for what the next resolution makes public: that is put back as it was."""

REVEALED = {"ProjectsRevealed", "EventRevealed"}
LAID = ("AttackLaid", "DefenceLaid")


def alike(rules, before, other, sent, resolution, viewer):
    """(the other position, the same orders); None where a default showed what its seat alone knows."""
    if any(c.source != "envelope" and c.seat != viewer and c.question in ("D6", "D7") for c in resolution.counted):
        return None
    told = {type(event).__name__ for event in resolution.events}
    if told & REVEALED:
        other.project_deck, other.event_decks = before.project_deck, before.event_decks
    if before.battle and before.battle.hands:
        own = None if viewer is None else before.side(viewer)
        for event in resolution.events:
            if type(event).__name__ in LAID and event.side != own:
                for card in event.cards:
                    _bring(other.battle, event.side, card, but=event.cards)
        for event in rules.events_for(resolution.events, viewer):
            if type(event).__name__ == "CardsDrawn":
                for card in event.cards:
                    if card in before.battle.pile:
                        _lay(other.battle, before.battle.pile.index(card), card)
        for hand in other.battle.hands.values():
            hand.sort()
    return other, sent


def _bring(battle, side, card, but):
    """A card into a hand, in the place of one that is not laid."""
    hand = battle.hands[side]
    if card in hand:
        return
    mine = next(place for place, held in enumerate(hand) if held not in but)
    row = next(row for row in (*battle.hands.values(), battle.pile) if card in row)
    row[row.index(card)], hand[mine] = hand[mine], card


def _lay(battle, place, card):
    """A card to its place in the pile."""
    row = next(row for row in (*battle.hands.values(), battle.pile) if card in row)
    row[row.index(card)], battle.pile[place] = battle.pile[place], card
