"""Turns and Olympiads begin and end; cards are dealt, played and thrown in."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.athens_sparta.events.battles import hits_said, lowest, rolled
from adjudicator.athens_sparta.names import card_name
from adjudicator.kernel import Event
from adjudicator.kernel.run.events import Masked
from adjudicator.kernel.subjects import count_of, listed


def _printed(cards: Sequence[str]) -> str:
    return listed([*map(card_name, cards)])


class EventDeclined(Event, frozen=True, tag="event-declined", clause="4.6-E"):
    sentence = "{side} does not use {side.its} {event}."
    side: str
    event_card: str

    def wording(self) -> dict[str, str]:
        return {"event": self.event_card.capitalize()}


class AllianceMade(Event, frozen=True, tag="alliance-made", clause="4.6-I"):
    sentence = "Alliance: {side} wins over {city}."
    side: str
    city: str


class PlagueBreaksOut(Event, frozen=True, tag="plague-breaks-out", clause="4.6-J"):
    sentence = "Plague breaks out in {city}."
    side: str
    city: str


class PlagueRolled(Masked, frozen=True, tag="plague-rolled", clause="4.6-J"):
    masked = ("block",)
    sentence = "Plague in {place}: {block} of {side} rolls {die}."
    place: str
    side: str
    block: str
    die: int


# --- events of deals, card phases and the ends of game turns and olympiads (0, 10) ------------------------------------


class CardsDealt(Event, frozen=True, tag="cards-dealt", clause="0.2-A"):
    sentence = "The cards are shuffled, and each side is dealt {number}."
    number: int


class HandDealt(Event, frozen=True, tag="hand-dealt", clause="0.2-A"):
    sentence = "Your cards: {hand}."
    cards: list[str]

    def wording(self) -> dict[str, str]:
        return {"hand": _printed(self.cards)}


class BadHand(Event, frozen=True, tag="bad-hand", clause="0.2-B"):
    sentence = "{side} holds a bad hand and may demand a redeal."
    side: str


class HandShown(Event, frozen=True, tag="hand-shown", clause="0.2-B"):
    sentence = "{side} shows {side.its} hand and demands a redeal: {hand}."
    side: str
    cards: list[str]

    def wording(self) -> dict[str, str]:
        return {"hand": _printed(self.cards)}


class HandThrownIn(Event, frozen=True, tag="hand-thrown-in", clause="0.2-B"):
    sentence = "{side} throws in {side.its} hand and is dealt {number} new cards."
    side: str
    number: int


class SicilyCardLaid(Event, frozen=True, tag="sicily-card-laid", clause="0.4-A"):
    sentence = "{side} lays a card face down in Sicily."
    side: str


class SicilyCardsTurnedUp(Event, frozen=True, tag="sicily-cards-turned-up", clause="0.4-A"):
    sentence = "The cards in Sicily are {laid}: Syracuse is worth {value}."
    cards: list[str]
    value: int

    def wording(self) -> dict[str, str]:
        return {"laid": _printed(self.cards)}


class CardsRevealed(Event, frozen=True, tag="cards-revealed", clause="0.3-A"):
    sentence = "{@sparta} plays {sparta_card}, {@athens} {athens_card}."
    kinds = {"sparta_card": "card", "athens_card": "card"}
    sparta_card: str
    athens_card: str


class OrderFixed(Event, frozen=True, tag="order-fixed", clause="0.3-B"):
    sentence = "{first} is Player 1."
    first: str


class EventHolds(Event, frozen=True, tag="event-holds", clause="4.6-C"):
    sentence = "{event_card}{what}"
    event_card: str

    def wording(self) -> dict[str, str]:
        stormy = self.event_card == "storm"
        what = (
            ": no ship moves, and there are no Sea Moves or Sicily Moves"
            if stormy
            else ": both Player Turns are cancelled"
        )
        return {"event_card": self.event_card.capitalize(), "what": f"{what}."}


class DrawWithdrawn(Event, frozen=True, tag="draw-withdrawn", clause="10.3-A"):
    sentence = "{seat} withdraws {seat.its} offer of a draw."
    seat: str


class SuddenDeath(Event, frozen=True, tag="sudden-death", clause="10.1-A"):
    sentence = "{winner} holds {place} and wins at once."
    winner: str
    place: str


class VictoryChecked(Event, frozen=True, tag="victory-checked", clause="10.2-A"):
    sentence = "Victory Check: {@sparta} {sparta} PP, {@athens} {athens} PP."
    sparta: int
    athens: int


# --- events of the replacement phase and of special places (8, 9) -----------------------------------------------------


class BlockDisbanded(Masked, frozen=True, tag="block-disbanded", clause="8.6-A"):
    masked = ("block",)
    sentence = "{side} disbands {block} in {place}."
    side: str
    place: str
    block: str


class StepsGained(Event, frozen=True, tag="steps-gained", clause="8.2-A"):
    """2.2-B: of replacements that add to a block on the map only its owner reads."""

    sentence = "{place}: {block} gains {steps:step} and now has {strength}."
    side: str
    place: str
    block: str
    steps: int
    strength: int


class BlockBuilt(Masked, frozen=True, tag="block-built", clause="8.3-A"):
    masked = ("block",)
    private = ("strength",)
    sentence = "{side} builds {block} in {place}{rest}."
    side: str
    place: str
    block: str
    strength: int | None

    def wording(self) -> dict[str, str]:
        return {"rest": "" if self.strength is None else f" with {count_of(self.strength, 'step')}"}


class HellespontClosed(Event, frozen=True, tag="hellespont-closed", clause="9.1-A"):
    sentence = "The Hellespont is closed: {@athens} loses a block in Athens."


class GrainRolled(Event, frozen=True, tag="grain-rolled", clause="9.2-L"):
    sentence = "No grain comes from Sicily: {@sparta} rolls {rolled} for {@sparta.its} blocks in {place}: {hit}."
    place: str
    dice: list[int]
    hits: int

    @property
    def lit(self) -> list[bool]:
        """Which dice hit: the highest."""
        return [not low for low in lowest(self.dice, len(self.dice) - self.hits)]

    def wording(self) -> dict[str, str]:
        return {"rolled": rolled(self.dice), "hit": hits_said(self.hits)}
