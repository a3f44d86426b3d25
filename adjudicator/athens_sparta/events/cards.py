"""Events of deals, Card Phases and the ends of Game Turns and Olympiads (0, 10)."""

from adjudicator.kernel import Event


class CardsDealt(Event, frozen=True, tag="cards-dealt", clause="0.2-A"):
    sentence = "The cards are shuffled; each side is dealt {number:card}."
    number: int


class HandDealt(Event, frozen=True, tag="hand-dealt", clause="0.2-A"):
    sentence = "Your cards: {cards}."
    cards: list[str]


class BadHand(Event, frozen=True, tag="bad-hand", clause="0.2-B"):
    sentence = "{side} holds a bad hand and may demand a redeal."
    side: str


class HandShown(Event, frozen=True, tag="hand-shown", clause="0.2-B"):
    sentence = "{side} shows its hand and demands a redeal: {cards}."
    side: str
    cards: list[str]


class HandThrownIn(Event, frozen=True, tag="hand-thrown-in", clause="0.2-B"):
    sentence = "{side} throws its hand in and is dealt {number:card}."
    side: str
    number: int


class SicilyCardLaid(Event, frozen=True, tag="sicily-card-laid", clause="0.4-A"):
    sentence = "{side} lays a card face down in Sicily."
    side: str


class SicilyCardsTurnedUp(Event, frozen=True, tag="sicily-cards-turned-up", clause="0.4-A"):
    sentence = "The cards in Sicily are {cards}: Syracuse is worth {value}."
    cards: list[str]
    value: int


class CardsRevealed(Event, frozen=True, tag="cards-revealed", clause="0.3-A"):
    sentence = "Sparta plays {sparta_card}, Athens {athens_card}."
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
    sentence = "{seat} withdraws the offer of a draw."
    seat: str


class SuddenDeath(Event, frozen=True, tag="sudden-death", clause="10.1-A"):
    sentence = "{winner} holds {place} and wins at once."
    winner: str
    place: str


class VictoryChecked(Event, frozen=True, tag="victory-checked", clause="10.2-A"):
    sentence = "Victory Check: Sparta {sparta} PP, Athens {athens} PP."
    sparta: int
    athens: int
