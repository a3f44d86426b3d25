"""Events of chapter 6."""

from __future__ import annotations

from adjudicator.kernel import Event


class TurnedUp(Event, frozen=True, tag="turned-up", clause="6.02"):
    """6.02: the counters of both sides."""

    sentence = "{location}: attacked by {attacker}; defended by {defender}."

    location: str
    attacker: list[str]
    defender: list[str]


class RoundUnopposed(Event, frozen=True, tag="round-unopposed", clause="6.10"):
    """6.10-B, 6.10-C."""

    sentence = "{location}, {kind} round: the {side} wins unopposed."

    location: str
    kind: str
    side: str


class RoundNotFought(Event, frozen=True, tag="round-not-fought", clause="6.10-A"):
    """6.10-A."""

    sentence = "{location}: the {kind} round is not fought."

    location: str
    kind: str


class RoundFought(Event, frozen=True, tag="round-fought", clause="6.22"):
    """6.20, 6.22: strengths, column and starting tokens."""

    sentence = (
        "{location}, {kind} round: {attack} against {defence}, column {column}, "
        "tokens {attacker_tokens}-{defender_tokens}."
    )

    location: str
    kind: str
    attack: int
    defence: int
    column: str
    attacker_tokens: int
    defender_tokens: int


class DiceRolled(Event, frozen=True, tag="dice-rolled", clause="6.25"):
    """6.25: two dice a side, attacker first, and the tokens after it."""

    sentence = "Dice {attacker} / {defender}: tokens {attacker_tokens}-{defender_tokens}."

    attacker: list[int]
    defender: list[int]
    attacker_tokens: int
    defender_tokens: int


class RoundWon(Event, frozen=True, tag="round-won", clause="6.26"):
    """6.26, 6.27."""

    sentence = "{location}, {kind} round: the {side} wins."

    location: str
    kind: str
    side: str


class CounterLost(Event, frozen=True, tag="counter-lost", clause="6.30"):
    """6.30 to 6.35."""

    sentence = "{counter} is lost and goes to the {to}."
    kinds = {"to": ""}

    counter: str
    to: str


class LocationTaken(Event, frozen=True, tag="location-taken", clause="6.40"):
    """6.40, 6.45."""

    sentence = "{location} is taken by {seats} ({vp} VP)."

    location: str
    seats: list[str]
    vp: int


class LocationOut(Event, frozen=True, tag="location-out", clause="6.41"):
    """6.03, 6.04, 6.05, 6.41, 6.42."""

    sentence = "{location} leaves the game."

    location: str


class Defeated(Event, frozen=True, tag="defeated", clause="6.43"):
    """6.43."""

    sentence = "{city} suffers a Defeat; it has {number} now."

    city: str
    number: int


class StatueErected(Event, frozen=True, tag="statue-erected", clause="7.01"):
    """7.01."""

    sentence = "{seat} has a Statue in {city}."

    seat: str
    city: str


class GameOver(Event, frozen=True, tag="game-over", clause="E.07"):
    """E.07, E.09: places, 1 is best."""

    sentence = "The game is over ({reason}). {listed}."

    reason: str
    scores: dict[str, int]
    places: dict[str, int]

    def wording(self) -> dict[str, str]:
        ranked = sorted(self.places, key=lambda seat: self.places[seat])
        return {"listed": ", ".join(f"{self.places[seat]}. {seat} ({self.scores[seat]} VP)" for seat in ranked)}
