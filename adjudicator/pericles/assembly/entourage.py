"""5.23: three cards are set aside as an Entourage (D2); what is left of the deck is the Battle Deck."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated

import msgspec

from adjudicator.kernel import Answers, Ask, Illegal, agenda_step
from adjudicator.pericles.assembly.political_cards import FULL_HAND, described, known, wrong_cards
from adjudicator.pericles.events.cards import EntourageKnown, EntourageSet
from adjudicator.pericles.state.decision import Decision, Running
from adjudicator.pericles.state.orders import EntourageOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.theaters import faction_of

SET_ASIDE = 3
BY_VALUE = (3, 4, 2, 5, 1)  # 15.4-A2


@agenda_step
def set_entourages(running: Running) -> None:
    """5.23-A, RULING-12: whoever holds nine cards and the Leader, all at once."""
    position = running.position
    asks = [Ask(faction, SetAside.id) for faction in position.factions if len(position.hands[faction]) > FULL_HAND]
    if asks:
        running.ask(asks, put_aside)


@agenda_step
def put_aside(running: Running, answers: Answers) -> None:
    """5.23-A: face down; all learn the number only (4.1-A)."""
    position = running.position
    for faction in position.factions:
        order: EntourageOrder | None = answers.get(faction, {}).get(SetAside.id)
        if order:
            aside = sorted(order.cards)
            position.hands[faction] = [card for card in position.hands[faction] if card not in aside]
            position.entourages[faction] = [*aside]
            running.emit(EntourageSet(faction=faction, number=len(aside)))
            running.emit(EntourageKnown(faction=faction, cards=aside, only=(faction,)))


class AsideList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a book says to D2: three cards or more, best first; those that are not held are skipped."""

    cards: Annotated[list[str], msgspec.Meta(min_length=SET_ASIDE)]


class SetAside(
    Decision[EntourageOrder],
    id="D2",
    clause="5.23-A",
    policy="15.4-A2",
    choice=AsideList,
    subject="the cards set aside as Entourage",
    exact=True,
):
    """D2."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        """The cards."""
        held = ", ".join(described(view, card) for card in ordinary_cards(view, ask))
        return f"You hold {held} and your Leader. Which {SET_ASIDE} ordinary cards do you set aside as your Entourage?"

    def space(self, view: Pericles, ask: Ask) -> Iterator[EntourageOrder]:
        """Any three."""
        for cards in combinations(ordinary_cards(view, ask), SET_ASIDE):
            yield EntourageOrder(cards=list(cards))

    def refusal(self, view: Pericles, ask: Ask, order: EntourageOrder) -> Illegal | None:
        """5.23-A."""
        if len(order.cards) != SET_ASIDE:
            return Illegal("5.23-A", f"exactly {SET_ASIDE} cards are set aside, not {len(order.cards)}")
        return wrong_cards("5.23-A", order.cards, unordered_cards(view, ask), "your ordinary cards")

    def policy(self, view: Pericles, ask: Ask) -> EntourageOrder:
        """15.4-A2."""
        held = ordinary_cards(view, ask)
        ranked = sorted(held, key=lambda card: (BY_VALUE.index(view.box.cards[card].value), card))
        return EntourageOrder(cards=sorted(ranked[:SET_ASIDE]))

    def choice_told(self, choice: AsideList | EntourageOrder) -> str:
        """In words."""
        return ", ".join(choice.cards)

    def orders_of(self, view: Pericles, ask: Ask, choice: AsideList) -> Iterator[EntourageOrder]:
        """The first three of the list that are held; nothing where there are fewer."""
        held = [card for card in dict.fromkeys(choice.cards) if card in ordinary_cards(view, ask)]
        if len(held) >= SET_ASIDE:
            yield EntourageOrder(cards=sorted(held[:SET_ASIDE]))


def ordinary_cards(view: Pericles, ask: Ask) -> list[str]:
    """5.23-A: the cards that may be set aside: all but the Leader."""
    return sorted(unordered_cards(view, ask))


def unordered_cards(view: Pericles, ask: Ask) -> list[str]:
    """The same as they are held."""
    faction = faction_of(ask)
    leader = view.box.leaders[faction]
    return [card for card in known(view.hands[faction]) if card != leader]
