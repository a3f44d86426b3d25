"""From a view to a whole position (22): every hidden thing is filled in with what is left for it.

Standing orders of others may exist or not: it is supposed that there are none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.kernel import Ask, Chance, Unknown
from adjudicator.pericles.secrets.redealing import Slots, refilled, share_tokens
from adjudicator.pericles.state.position import HiddenWord, Marker, Pericles
from adjudicator.pericles.state.visibility import all_markers, open_cards
from adjudicator.pericles.war import commitments
from adjudicator.pericles.words import FACTIONS_OF, MARKERS, FactionName, MarkerKind, SideName


def imagine_hidden(view: Pericles, seat: str | None, chance: Chance) -> None:
    """Make a view a position that `seat` (None: a spectator) could not tell from the true one."""
    plays = [card for card in view.box.plays if card not in view.played]
    left = chance.shuffle(plays, "imagine Aristophanes deck")
    view.aristophanes_deck = [*left[: len(view.aristophanes_deck)]]
    for side in view.sides:
        _cards(view, side, chance)
        _tokens(view, side, chance)
        _markers(view, side, seat, chance)
    view.unrevealed = {}
    _asked(view)


# --- cards --------------------------------------------------------------------------------------------------------


def _cards(view: Pericles, side: SideName, chance: Chance) -> None:
    """24-D: hands, Entourages and the deck hold the ordinary cards that lie nowhere else."""
    piles = [(cards, faction) for cards in (view.hands, view.entourages) for faction in FACTIONS_OF[side]]
    seen: list[HiddenWord] = [*view.discards[side], *(card for cards, one in piles for card in cards[one])]
    if view.debate:
        seen += [view.debate.cards.get(faction, "") for faction in FACTIONS_OF[side]]
    again = view.remade.get(side, [])
    deck = [card for card in again if card not in seen]
    rest = [card for card in view.box.decks[side] if card not in seen and card not in deck]
    left: list[HiddenWord] = [*chance.shuffle(rest, f"imagine cards {side}")]
    for cards, faction in piles:
        if any(isinstance(card, Unknown) for card in cards[faction]):
            cards[faction] = refilled(cards[faction], open_cards(view, faction), left)
    undrawn = chance.shuffle(deck, f"imagine deck {side}") if again else left
    view.decks[side] = [*undrawn[: len(view.decks[side])]]


# --- tokens -------------------------------------------------------------------------------------------------------


def _tokens(view: Pericles, side: SideName, chance: Chance) -> None:
    """24-A: behind the hidden shields, and committed in secret, is what lies nowhere else."""
    both = FACTIONS_OF[side]
    seen = [*(view.shields[one] for one in both), *(view.committed[one] for one in both)]
    known = sum(tokens for tokens in seen if not isinstance(tokens, Unknown))
    total = view.box.components.strategos_tokens[side] - known
    total -= view.stock[side] + view.board[side] + view.set_aside[side]
    shields = [one for one in both if isinstance(view.shields[one], Unknown)]
    hidden = [one for one in both if isinstance(view.committed[one], Unknown)]
    share_tokens(view, shields, hidden, total, chance)


# --- markers ------------------------------------------------------------------------------------------------------


def _markers(view: Pericles, side: SideName, seat: str | None, chance: Chance) -> None:
    """7.5-A, 7.51: the markers that nobody has revealed and that the seat does not see."""
    slots = Slots(view, side, seat)
    seen = [(marker.owner, marker.kind) for _, marker in all_markers(view)]
    kinds = {
        owner: chance.shuffle(_unseen_of(view, owner, seen), f"imagine markers {owner}") for owner in FACTIONS_OF[side]
    }
    owners = _owners(side, [whose for _, _, whose in slots.held], kinds, chance)
    slots.fill([Marker(kinds[owner].pop(), owner) for owner in owners])


def _unseen_of(view: Pericles, owner: FactionName, seen: Sequence[tuple[object, object]]) -> list[MarkerKind]:
    """Those of a Faction's markers that are still face down to the seat."""
    there = view.unrevealed.get(owner, {})
    return [kind for kind in MARKERS for _ in range(there.get(kind, 0) - seen.count((owner, kind)))]


def _owners(
    side: SideName, holders: Sequence[FactionName], kinds: dict[FactionName, list[MarkerKind]], chance: Chance
) -> list[FactionName]:
    """7.51-A: one of the two has lent to the other, if either: who owns more than he has in his places."""
    first, second = FACTIONS_OF[side]
    lent = len(kinds[first]) - holders.count(first)
    borrower, lender = (second, first) if lent > 0 else (first, second)
    places = [number for number, holder in enumerate(holders) if holder == borrower]
    borrowed = chance.shuffle(places, f"imagine lent {side}")[: abs(lent)]
    return [lender if number in borrowed else holder for number, holder in enumerate(holders)]


# --- who is asked -------------------------------------------------------------------------------------------------


def _asked(view: Pericles) -> None:
    """20-C: in a veiled phase a view holds the reader's own questions; who else is asked follows from public facts."""
    phase = view.phase
    if phase is None or not phase.veiled:
        return
    asks = commitments.asks_of(view) if view.expedition else _diplomats(phase.then.args)
    view.phase = msgspec.structs.replace(phase, asks=asks)


def _diplomats(args: Mapping[str, Any]) -> list[Ask]:
    """8.51-A: the owner, who may decline as well (D18); 8.51-C: he and the enemy's Controlling Faction."""
    about = {"theater": args["theater"], "kind": "diplomatic"}
    pairs = [("owner", "D21"), ("opponent", "D22")] if "opponent" in args else [("owner", "D18"), ("owner", "D19")]
    return [Ask(args[who], question, about) for who, question in pairs]
