"""5.21, 5.22: unused Entourages thinned out (D1), the decks shuffled, the hands dealt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from adjudicator.kernel import Answers, Ask, Some, Unknown, agenda_step
from adjudicator.pericles.events.assembly import CardsDealt, EntourageDiscarded, HandDealt
from adjudicator.pericles.names import card_name
from adjudicator.pericles.state.decision import PartedDecision, Running, tell_chapter
from adjudicator.pericles.state.orders import DiscardOrder
from adjudicator.pericles.state.position import HiddenWord, Pericles
from adjudicator.pericles.state.theaters import faction_of
from adjudicator.pericles.words import SIDE_OF, CardName, FactionName, SideName

FULL_HAND = 9  # 5.21-C
SHORT_HAND = 6  # 5.22-A


def known(cards: Sequence[HiddenWord]) -> list[str]:
    """Cards that may be seen here. ValueError where they are hidden: nothing may be decided from those."""
    seen = [card for card in cards if not isinstance(card, Unknown)]
    if len(seen) < len(cards):
        raise ValueError("these cards are hidden here")
    return seen


@agenda_step
def discard_entourages(running: Running) -> None:
    """5.21-A: all Factions with an unused Entourage at once. 15.2-B: the politics of the turn begin."""
    position = running.position
    position.politics = True
    if position.facts.aristophanes == "none":
        tell_chapter(running, 1)
    asks = [Ask(faction, Discard.id) for faction in position.factions if position.entourages[faction]]
    if asks:
        running.ask(asks, take_discards)


@agenda_step
def take_discards(running: Running, answers: Answers) -> None:
    """5.21-A, 4.1-A: the cards that are discarded are then open to all."""
    position = running.position
    for faction in position.factions:
        order: DiscardOrder | None = answers.get(faction, {}).get(Discard.id)
        if order and order.cards:
            gone = sorted(order.cards)
            position.entourages[faction] = [card for card in position.entourages[faction] if card not in gone]
            position.discards[SIDE_OF[faction]] += gone
            running.emit(EntourageDiscarded(faction=faction, cards=gone, why="5.21-A"))


@agenda_step
def deal_political_cards(running: Running) -> None:
    """5.21-B to 5.22-C, for each Side."""
    for side in running.position.sides:
        shuffle_deck(running, side)
        deal(running, side)


def shuffle_deck(running: Running, side: SideName) -> None:
    """5.21-B: all ordinary cards of a Side but the kept Entourages, which begin the new hands (5.21-C)."""
    position = running.position
    kept: list[str] = []
    for faction in position.governing_first(side):
        mine = known(position.entourages[faction])
        position.hands[faction], position.entourages[faction] = [*mine], []
        kept += mine
    deck = [card for card in position.box.decks[side] if card not in kept]
    position.decks[side] = [*running.chance.shuffle(deck, f"5.21 deck {side}")]
    position.discards[side] = []
    position.remade[side] = []


def deal(running: Running, side: SideName) -> None:
    """5.21-C, 5.22-A, 5.22-B, RULING-11: a card at a time, the Controlling Faction first, then the Leaders."""
    position = running.position
    order = position.governing_first(side)
    wanted = {faction: SHORT_HAND if position.brain_trust[faction] else FULL_HAND for faction in order}
    begun = {faction: len(position.hands[faction]) for faction in order}
    while any(len(position.hands[faction]) < wanted[faction] for faction in order):
        for faction in order:
            if len(position.hands[faction]) < wanted[faction]:
                position.hands[faction].append(position.decks[side].pop(0))
    for faction in order:
        give_hand(running, faction, len(position.hands[faction]) - begun[faction])


def give_hand(running: Running, faction: FactionName, dealt: int) -> None:
    """5.22-C: the Leader joins the hand; whether the Brain Trust was used last turn has had its effect (5.22-A)."""
    position = running.position
    position.brain_trust[faction] = False
    position.hands[faction] = [*sorted(known(position.hands[faction])), position.box.leaders[faction]]
    hand = known(position.hands[faction])
    running.emit(CardsDealt(faction=faction, dealt=dealt, held=len(hand)))
    running.emit(HandDealt(faction=faction, cards=hand, only=(faction,)))


def entourage_of(view: Pericles, ask: Ask) -> list[str]:
    """The Entourage of the Faction that is asked."""
    return known(view.entourages[faction_of(ask)])


def sorted_entourage(view: Pericles, ask: Ask) -> list[str]:
    """The same in the order of their ids."""
    return sorted(entourage_of(view, ask))


class CardList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a book says where cards are chosen: a list of cards, best first; those that are not there are skipped."""

    cards: list[CardName]


class Discard(
    PartedDecision[DiscardOrder],
    id="D1",
    passing={"cards": []},
    clause="5.21-A",
    default="20-K",
    policy="15.4-A1",
    choice=CardList,
    subject="Discard cards of the Entourage",
    may_decline=True,
    nothing="discard none",
):
    """D1: asked of every Faction that still has an Entourage."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        return "Choose which cards of your Entourage you discard before the deal, if any."

    parts = {"cards": Some(sorted_entourage, thing="card", words=card_name, subject="card")}

    def policy(self, view: Pericles, ask: Ask) -> DiscardOrder:
        held = sorted_entourage(view, ask)
        return DiscardOrder(cards=[card for card in held if view.box.cards[card].value <= 3])

    def default(self, view: Pericles, ask: Ask) -> DiscardOrder:
        return DiscardOrder(cards=[])

    def orders_of(self, view: Pericles, ask: Ask, choice: CardList) -> Iterator[DiscardOrder]:
        """Those of the list that are in the Entourage."""
        yield DiscardOrder(cards=[card for card in entourage_of(view, ask) if card in choice.cards])
