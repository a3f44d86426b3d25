"""22: what a seat may not know, dealt anew, so that everything that it or everybody knows stays as it is."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.kernel import Chance, Unknown
from adjudicator.pericles.state.position import HiddenWord, Marker, Pericles
from adjudicator.pericles.state.visibility import as_seen, knows_cards, knows_commitment, knows_tokens, open_cards
from adjudicator.pericles.words import FACTIONS_OF, FactionName, SideName

MOST_COMMITTED = 4  # 9.31-B: of a Faction that is not the Commanding General


def redeal_hidden(position: Pericles, seat: str | None, chance: Chance) -> None:
    """Deal anew what `seat` (None: a spectator) may not know."""
    position.aristophanes_deck = chance.shuffle(position.aristophanes_deck, "redeal Aristophanes deck")
    for side in position.sides:
        hidden = [faction for faction in FACTIONS_OF[side] if not knows_cards(position, seat, faction)]
        redeal_cards(position, side, hidden, hidden, chance)
        redeal_tokens(position, side, seat, chance)
        redeal_markers(position, side, seat, chance)


def reshuffle(position: Pericles, chance: Chance) -> None:
    """Shuffle what lies undrawn, each pile in itself."""
    position.aristophanes_deck = chance.shuffle(position.aristophanes_deck, "reshuffle Aristophanes deck")
    for side in position.sides:
        position.decks[side] = chance.shuffle(position.decks[side], f"reshuffle deck {side}")


def deal_again(position: Pericles, chance: Chance) -> None:
    """Deal anew the cards that chance dealt face down: hands and decks.

    Leaders stay; so does what a Faction chose: its Entourage, and the markers and tokens that it placed or lent.
    """
    position.aristophanes_deck = chance.shuffle(position.aristophanes_deck, "redeal Aristophanes deck")
    for side in position.sides:
        redeal_cards(position, side, FACTIONS_OF[side], [], chance)


# --- cards --------------------------------------------------------------------------------------------------------


def redeal_cards(
    position: Pericles, side: SideName, hands: Sequence[FactionName], entourages: Sequence[FactionName], chance: Chance
) -> None:
    """The ordinary cards of these hands and Entourages change places with those of the deck.

    5.23-C: a deck that was made anew holds cards that all have seen: those stay in it.
    """
    piles = [*((position.hands, one) for one in hands), *((position.entourages, one) for one in entourages)]
    pool = [card for cards, one in piles for card in cards[one] if card not in open_cards(position, one)]
    deck = position.decks[side]
    apart = bool(position.remade.get(side))
    left = chance.shuffle(pool if apart else [*pool, *deck], f"redeal cards {side}")
    for cards, faction in piles:
        cards[faction] = refilled(cards[faction], open_cards(position, faction), left)
    position.decks[side] = chance.shuffle(deck, f"redeal deck {side}") if apart else left


def refilled(cards: Sequence[HiddenWord], known: Sequence[str], left: list[HiddenWord]) -> list[HiddenWord]:
    """As many cards: the known ones among them, others from `left`; sorted, the Leader (`known[0]`) at the end."""
    kept = [card for card in cards if card in known]
    new = [left.pop() for _ in range(len(cards) - len(kept))]
    return [*sorted([*new, *kept], key=lambda card: (card == known[0], str(card)))]


# --- tokens -------------------------------------------------------------------------------------------------------


def redeal_tokens(position: Pericles, side: SideName, seat: str | None, chance: Chance) -> None:
    """24-A: what lies behind shields that the seat does not see is shared otherwise; the sum is known to all."""
    shields = [one for one in FACTIONS_OF[side] if not knows_tokens(position, seat, one)]
    commitments = [one for one in FACTIONS_OF[side] if not knows_commitment(position, seat, one)]
    hidden = [position.shields[one] for one in shields] + [position.committed[one] for one in commitments]
    total = sum(tokens for tokens in hidden if not isinstance(tokens, Unknown))
    share_tokens(position, shields, commitments, total, chance)


def share_tokens(
    position: Pericles,
    shields: Sequence[FactionName],
    commitments: Sequence[FactionName],
    total: int,
    chance: Chance,
) -> None:
    """So many tokens to these shields and commitments, as the rules allow."""
    bounds = [(least_held(position, faction), total) for faction in shields]
    bounds += [(0, min(MOST_COMMITTED, total)) for _ in commitments]
    shares = shared(total, bounds, chance)
    for faction, share in zip(shields, shares, strict=False):
        position.shields[faction] = share
    for faction, share in zip(commitments, shares[len(shields) :], strict=True):
        position.committed[faction] = share


def shared(total: int, bounds: Sequence[tuple[int, int]], chance: Chance) -> list[int]:
    """Numbers within bounds that sum up to a total."""
    shares = []
    for number, (least, most) in enumerate(bounds, 1):
        low = max(least, total - sum(high for _, high in bounds[number:]))
        high = max(low, min(most, total - sum(low for low, _ in bounds[number:])))
        shares.append(low + chance.die(high - low + 1, "share tokens") - 1)
        total -= shares[-1]
    return shares


def least_held(position: Pericles, faction: FactionName) -> int:
    """9.0-B: who is asked about a Military issue holds a token, and everybody knows it."""
    expedition = position.expedition
    if expedition is not None and expedition.general == faction and not expedition.revealed:
        return 1
    asked = position.phase.asked_of(faction) if position.phase else []
    return int(any(ask.question in ("D25", "D26") for ask in asked))


# --- markers ------------------------------------------------------------------------------------------------------


class Slots:
    """The markers of a Side that a seat does not see, each in its place."""

    def __init__(self, position: Pericles, side: SideName, seat: str | None) -> None:
        self.held: list[tuple[list[Marker], int, FactionName]] = []
        rows = [(position.markers[faction], faction) for faction in FACTIONS_OF[side]]
        queues = [position.theaters[spot].queue for spot in sorted(position.theaters)]
        for row, holder in [*rows, *((queue, None) for queue in queues)]:
            for index, marker in enumerate(row):
                whose = holder or marker.placer
                if whose in FACTIONS_OF[side] and _unseen(position, seat, marker, whose):
                    self.held.append((row, index, whose))

    @property
    def markers(self) -> list[Marker]:
        """What lies there."""
        return [row[index] for row, index, _ in self.held]

    def fill(self, markers: Sequence[Marker]) -> None:
        """Others in their places; who placed each stays."""
        for (row, index, _), marker in zip(self.held, markers, strict=True):
            row[index] = replace(marker, placer=row[index].placer)


def _unseen(position: Pericles, seat: str | None, marker: Marker, holder: FactionName) -> bool:
    return isinstance(as_seen(position, seat, marker, holder).kind, Unknown)


def redeal_markers(position: Pericles, side: SideName, seat: str | None, chance: Chance) -> None:
    """7.51: which of a holder's markers are lent ones changes, not how many; then the kinds of each owner's."""
    slots = Slots(position, side, seat)
    old = slots.markers
    owners = [marker.owner for marker in old]
    for holder in FACTIONS_OF[side]:
        places = [number for number, (_, _, whose) in enumerate(slots.held) if whose == holder]
        lent = chance.shuffle([owners[number] for number in places], f"redeal owners {holder}")
        for number, owner in zip(places, lent, strict=True):
            owners[number] = owner
    kinds = {
        owner: chance.shuffle([one.kind for one in old if one.owner == owner], f"redeal kinds {owner}")
        for owner in FACTIONS_OF[side]
    }
    slots.fill([Marker(kinds[owner].pop(), owner) for owner in owners if not isinstance(owner, Unknown)])
