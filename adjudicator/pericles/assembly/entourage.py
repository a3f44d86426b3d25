"""5.23: three cards are set aside as an Entourage (D2); what is left of the deck is the Battle Deck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from adjudicator.kernel import Answers, Ask, Some, agenda_step
from adjudicator.pericles.assembly.political_cards import FULL_HAND, known
from adjudicator.pericles.events.assembly import EntourageKnown, EntourageSet
from adjudicator.pericles.names import card_name
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import EntourageOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.theaters import faction_of
from adjudicator.pericles.words import CardName

SET_ASIDE = 3
BY_VALUE = (3, 4, 2, 5, 1)  # 15.4-A2


@agenda_step
def set_entourages(running: Running) -> None:
    """5.23-A, RULING-12: all Factions that hold nine cards and the Leader are asked at once."""
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


def ordinary_cards(view: Pericles, ask: Ask) -> list[str]:
    """5.23-A: the cards that may be set aside: all but the Leader, in the order of their ids."""
    faction = faction_of(ask)
    leader = view.box.leaders[faction]
    return sorted(card for card in known(view.hands[faction]) if card != leader)


class AsideList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a book says to D2: three cards or more, best first; those that are not held are skipped."""

    cards: Annotated[list[CardName], msgspec.Meta(min_length=SET_ASIDE)]


class SetAside(
    PartedDecision[EntourageOrder],
    id="D2",
    clause="5.23-A",
    policy="15.4-A2",
    choice=AsideList,
    subject="Set cards aside as Entourage",
):
    """D2: asked of all at once and kept secret."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        return f"Choose {SET_ASIDE} cards of your hand to set aside face down as your Entourage."

    parts = {
        "cards": Some(ordinary_cards, least=SET_ASIDE, most=SET_ASIDE, thing="card", words=card_name, subject="card")
    }

    def policy(self, view: Pericles, ask: Ask) -> EntourageOrder:
        held = ordinary_cards(view, ask)
        ranked = sorted(held, key=lambda card: (BY_VALUE.index(view.box.cards[card].value), card))
        return EntourageOrder(cards=sorted(ranked[:SET_ASIDE]))

    def orders_of(self, view: Pericles, ask: Ask, choice: AsideList) -> Iterator[EntourageOrder]:
        """The first three of the list that are held; nothing where there are fewer."""
        held = [card for card in dict.fromkeys(choice.cards) if card in ordinary_cards(view, ask)]
        if len(held) >= SET_ASIDE:
            yield EntourageOrder(cards=sorted(held[:SET_ASIDE]))
