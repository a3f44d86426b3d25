"""0.3: the Card Phase."""

from __future__ import annotations

import msgspec

from adjudicator.athens_sparta.cards.deal import hand, lowest_plain, mp_of, side_of
from adjudicator.athens_sparta.events.turns import CardsRevealed, EventHolds, OrderFixed
from adjudicator.athens_sparta.names import card_name
from adjudicator.athens_sparta.state.orders import CardOrder
from adjudicator.athens_sparta.state.position import AthensSparta, tell_card_phase
from adjudicator.athens_sparta.words import SIDES, CardName, SideName
from adjudicator.kernel import Answers, Ask, One, Parted, Resolution, agenda_step, forward, step

Running = Resolution[AthensSparta]
begin_player_turns = forward("begin_player_turns")


class CardQuestion(
    Parted[AthensSparta, CardOrder],
    id="D-4",
    clause="0.3-A",
    default="0.3-A",
    subject="Play a card",
    ahead=4,
    ahead_words="And the cards of the next Game Turns?",
):
    """D-4, 12.1-B: a book's entry for it is a queue: the first card still in hand is played and leaves the queue."""

    parts = {"card": One(hand, words=lambda card: f"card {card_name(card)}", subject="card")}

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return "Which card do you play?"

    def after(self, view: AthensSparta, ask: Ask, order: CardOrder) -> AthensSparta:
        """The card leaves the hand."""
        side = side_of(ask)
        kept = [card for card in view.hands[side] if card != order.card]
        return msgspec.structs.replace(view, hands={**view.hands, side: kept})

    def default(self, view: AthensSparta, ask: Ask) -> CardOrder:
        return CardOrder(card=lowest_plain(view, ask))

    def concerns(self, view: AthensSparta, ask: Ask, choice: CardOrder) -> bool:
        return choice.card in hand(view, ask)


@agenda_step
def begin_card_phase(running: Running) -> None:
    """0.3-A: both choose; 0.3-C: who has one card left plays it."""
    position = running.position
    tell_card_phase(running)
    choosing = [side for side in SIDES if len(position.hands[side]) > 1]
    if choosing:
        running.ask([Ask(side, CardQuestion.id) for side in choosing], choose_cards)
    else:
        _reveal(running, {side: hand(position, Ask(side, CardQuestion.id))[0] for side in SIDES})


@agenda_step
def choose_cards(running: Running, answers: Answers) -> None:
    """0.3-A: revealed together."""
    _reveal(running, {side: answers.of(side, CardQuestion.id).card for side in SIDES})


def _reveal(running: Running, cards: dict[SideName, CardName]) -> None:
    """0.3-C, 4.6-C, RULING-14: played for good; Storm and Earthquake hold from now on."""
    position = running.position
    position.cards = cards
    for side in SIDES:
        position.hands[side].remove(cards[side])
        position.played.append(cards[side])
    position.first = player_one(position)
    running.emit(CardsRevealed(sparta_card=cards["sparta"], athens_card=cards["athens"]))
    running.emit(OrderFixed(first=position.first))
    if position.event:
        running.emit(EventHolds(event_card=position.event))
    running.do(step(begin_player_turns))


def player_one(position: AthensSparta) -> SideName:
    """0.3-B: an event beats none; then the higher MP; then Sparta."""
    ranks = {
        side: (position.box.cards[card].event is not None, mp_of(position, card))
        for side, card in position.cards.items()
    }
    return "athens" if ranks["athens"] > ranks["sparta"] else "sparta"
