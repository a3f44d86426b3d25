"""0.2, 0.4-A: the deal of an Olympiad, bad hands, and the cards for Sicily."""

from __future__ import annotations

from typing import Final

from adjudicator.athens_sparta.events.turns import (
    BadHand,
    CardsDealt,
    HandDealt,
    HandShown,
    HandThrownIn,
    SicilyCardLaid,
)
from adjudicator.athens_sparta.names import card_name
from adjudicator.athens_sparta.state.orders import Decision, RedealOrder, SicilyCardOrder, ThrowInOrder
from adjudicator.athens_sparta.state.position import AthensSparta, HiddenCard, tell_deal
from adjudicator.athens_sparta.words import ENEMY, SIDES, CardName, SideName
from adjudicator.kernel import Answers, Ask, One, Resolution, YesNo, agenda_step, forward, no_first, step

Running = Resolution[AthensSparta]
begin_game_turn = forward("begin_game_turn")
SICILY_CARD: Final = "D-3"


def mp_of(position: AthensSparta, card: HiddenCard) -> int:
    """4.6-A: the MP of a card that one knows. ValueError where it is hidden."""
    if not isinstance(card, str):
        raise ValueError("this card is hidden")
    return position.box.cards[card].mp


def hand_total(position: AthensSparta, side: SideName) -> int:
    """0.2-B: the MP values of a hand that one knows, event cards included."""
    return sum(mp_of(position, card) for card in position.hands[side])


def is_bad(position: AthensSparta, side: SideName) -> bool:
    """0.2-B: 9 or less; a hand of five is never bad (0.4-A)."""
    constants = position.box.constants
    whole = len(position.hands[side]) == constants.hand_size
    return whole and hand_total(position, side) < constants.bad_hand_below


def hand(view: AthensSparta, ask: Ask) -> list[CardName]:
    """The cards that a seat may play, as it holds them."""
    return [card for card in view.hands[side_of(ask)] if isinstance(card, str)]


def side_of(ask: Ask) -> SideName:
    """Seats are called by their sides."""
    return "sparta" if ask.seat == "sparta" else "athens"


def lowest_plain(view: AthensSparta, ask: Ask) -> CardName:
    """D-3, D-4: the lowest plain card, then the lowest event, then the lower id."""
    cards = view.box.cards
    return min(hand(view, ask), key=lambda card: (cards[card].event is not None, cards[card].mp, card))


@agenda_step
def deal(running: Running) -> None:
    """0.2-A, 0.4-A: all cards but those that lie in Sicily are shuffled, and dealt."""
    position = running.position
    tell_deal(running)
    out = [*position.sicily_cards.values()]
    cards = [card for card in position.box.cards if card not in out]
    position.played, position.undealt = [], [*running.chance.shuffle(cards, "0.2-A cards")]
    position.hands = {}
    for side in SIDES:
        _deal_hand(position, side)
    running.emit(CardsDealt(number=position.box.constants.hand_size))
    _tell_hands(running, *SIDES)
    running.do(step(look_at_hands, sparta=True, athens=True))


def _deal_hand(position: AthensSparta, side: SideName) -> None:
    number = position.box.constants.hand_size
    position.hands[side] = sorted(position.undealt[:number], key=str)
    position.undealt = position.undealt[number:]


def _tell_hands(running: Running, *sides: SideName) -> None:
    for side in sides:
        cards = [card for card in running.position.hands[side] if isinstance(card, str)]
        running.emit(HandDealt(cards=cards, only=(side,)))


# --- bad hands --------------------------------------------------------------------------------------------------------


class RedealQuestion(
    Decision[RedealOrder],
    id="D-1",
    passing={"redeal": False},
    clause="0.2-B",
    default="0.2-B",
    subject="Demand a redeal",
    may_decline=True,
):
    """D-1."""

    parts = {"redeal": YesNo(no_first, yes="demand a redeal", no="keep your hand")}

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        total = hand_total(view, side_of(ask))
        return f"Your hand has only {total} MP. Do you show it and demand six new cards?"


class ThrowInQuestion(
    Decision[ThrowInOrder],
    id="D-2",
    passing={"throw_in": False},
    clause="0.2-B",
    default="0.2-B",
    subject="Throw in the hand",
    may_decline=True,
):
    """D-2."""

    parts = {"throw_in": YesNo(no_first, yes="throw in your hand", no="keep your hand")}

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return "Your opponent gets a new hand. Do you throw in yours too, for six new cards?"


@agenda_step
def look_at_hands(running: Running, sparta: bool, athens: bool) -> None:
    """0.2-B, RULING-2: of the hands that have not been looked at the first bad one; Sparta's demand comes first.

    RULING-59: that a hand is bad is told to all, since all see who is asked.
    """
    position = running.position
    for side, new in zip(SIDES, (sparta, athens), strict=True):
        if new and is_bad(position, side):
            running.emit(BadHand(side=side))
            running.ask([Ask(side, RedealQuestion.id)], answer_bad_hand, side=side, sparta=sparta, athens=athens)
            return
    first_of_all = position.olympiad == position.box.constants.first_olympiad
    if position.with_sicily_cards and first_of_all:
        running.ask([Ask(side, SICILY_CARD) for side in SIDES], lay_sicily_cards)
    else:
        running.do(step(begin_game_turn))


@agenda_step
def answer_bad_hand(running: Running, answers: Answers, side: SideName, sparta: bool, athens: bool) -> None:
    """0.2-B: kept, or shown to the opponent, who decides before seeing anything new."""
    position = running.position
    if not answers.of(side, RedealQuestion.id).redeal:
        looked = {"sparta": sparta, "athens": athens, side: False}
        running.do(step(look_at_hands, **looked))
        return
    position.shown_hand = side
    cards = [card for card in position.hands[side] if isinstance(card, str)]
    running.emit(HandShown(side=side, cards=cards))
    running.ask([Ask(ENEMY[side], ThrowInQuestion.id)], deal_anew, side=side, sparta=sparta, athens=athens)


@agenda_step
def deal_anew(running: Running, answers: Answers, side: SideName, sparta: bool, athens: bool) -> None:
    """0.2-B: thrown-in cards and leftover ones are shuffled; a player without a hand is dealt six."""
    position = running.position
    other = ENEMY[side]
    gave_up = [one for one in SIDES if one == side or answers.of(other, ThrowInQuestion.id).throw_in]
    position.shown_hand = None
    stock = [*position.undealt, *(card for one in gave_up for card in position.hands[one])]
    position.undealt = [*running.chance.shuffle(sorted(stock, key=str), "0.2-B cards")]
    for one in gave_up:
        _deal_hand(position, one)
        running.emit(HandThrownIn(side=one, number=position.box.constants.hand_size))
    _tell_hands(running, *gave_up)
    looked = {"sparta": sparta, "athens": athens} | dict.fromkeys(gave_up, True)
    running.do(step(look_at_hands, **looked))


# --- Sicily -----------------------------------------------------------------------------------------------------------


class SicilyCardQuestion(
    Decision[SicilyCardOrder], id="D-3", clause="0.4-A", default="0.4-A", subject="Lay a card in Sicily"
):
    """D-3."""

    parts = {"card": One(hand, words=lambda card: f"card {card_name(card)}", subject="card")}

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return (
            "Which card do you lay face down in Sicily? Your card and your opponent's "
            "together are the value of Syracuse."
        )

    def default(self, view: AthensSparta, ask: Ask) -> SicilyCardOrder:
        return SicilyCardOrder(card=lowest_plain(view, ask))


@agenda_step
def lay_sicily_cards(running: Running, answers: Answers) -> None:
    """0.4-A, RULING-51: after all redeals of the first deal."""
    position = running.position
    for side in SIDES:
        card = answers.of(side, SICILY_CARD).card
        position.hands[side].remove(card)
        position.sicily_cards[side] = card
        running.emit(SicilyCardLaid(side=side))
    running.do(step(begin_game_turn))
