"""Events of chapter 6."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.perikles.events.base import Happening, named


class TurnedUp(Happening, frozen=True, tag="turned-up"):
    """6.02: the counters of both sides."""

    clause: ClassVar[str] = "6.02"
    sentence: ClassVar[str] = "{location}: attacked by {attacker}; defended by {defender}."

    location: str
    attacker: list[str]
    defender: list[str]


class RoundUnopposed(Happening, frozen=True, tag="round-unopposed"):
    """6.10-B, 6.10-C."""

    clause: ClassVar[str] = "6.10"
    sentence: ClassVar[str] = "{location}, {kind} round: the {side} wins unopposed."

    location: str
    kind: str
    side: str


class RoundNotFought(Happening, frozen=True, tag="round-not-fought"):
    """6.10-A."""

    clause: ClassVar[str] = "6.10-A"
    sentence: ClassVar[str] = "{location}: the {kind} round is not fought."

    location: str
    kind: str


class RoundFought(Happening, frozen=True, tag="round-fought"):
    """6.20, 6.22: strengths, column and starting tokens."""

    clause: ClassVar[str] = "6.22"
    sentence: ClassVar[str] = (
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


class DiceRolled(Happening, frozen=True, tag="dice-rolled"):
    """6.25: two dice a side, attacker first, and the tokens after it."""

    clause: ClassVar[str] = "6.25"
    sentence: ClassVar[str] = "Dice {attacker} / {defender}: tokens {attacker_tokens}-{defender_tokens}."

    attacker: list[int]
    defender: list[int]
    attacker_tokens: int
    defender_tokens: int


class RoundWon(Happening, frozen=True, tag="round-won"):
    """6.26, 6.27."""

    clause: ClassVar[str] = "6.26"
    sentence: ClassVar[str] = "{location}, {kind} round: the {side} wins."

    location: str
    kind: str
    side: str


class CounterLost(Happening, frozen=True, tag="counter-lost"):
    """6.30 to 6.35."""

    clause: ClassVar[str] = "6.30"
    sentence: ClassVar[str] = "{counter} is lost and goes to the {to}."

    counter: str
    to: str


class LocationTaken(Happening, frozen=True, tag="location-taken"):
    """6.40, 6.45."""

    clause: ClassVar[str] = "6.40"
    sentence: ClassVar[str] = "{location} is taken by {seats} ({vp} VP)."

    location: str
    seats: list[str]
    vp: int


class LocationOut(Happening, frozen=True, tag="location-out"):
    """6.03, 6.04, 6.05, 6.41, 6.42."""

    clause: ClassVar[str] = "6.41"
    sentence: ClassVar[str] = "{location} leaves the game."

    location: str


class Defeated(Happening, frozen=True, tag="defeated"):
    """6.43."""

    clause: ClassVar[str] = "6.43"
    sentence: ClassVar[str] = "{city} suffers a Defeat, its {number}."

    city: str
    number: int

    def told(self) -> str:
        """With the number as people count."""
        return f"{named(self.city)} suffers a Defeat; it has {self.number} now."


class StatueErected(Happening, frozen=True, tag="statue-erected"):
    """7.01."""

    clause: ClassVar[str] = "7.01"
    sentence: ClassVar[str] = "{seat} has a Statue in {city}."

    seat: str
    city: str


class GameOver(Happening, frozen=True, tag="game-over"):
    """E.07, E.09: places, 1 is best."""

    clause: ClassVar[str] = "E.07"
    sentence: ClassVar[str] = "The game is over ({reason}). {listed}."

    reason: str
    scores: dict[str, int]
    places: dict[str, int]

    def told(self) -> str:
        """The ranking, best first."""
        ranked = sorted(self.places, key=lambda seat: self.places[seat])
        listed = ", ".join(f"{self.places[seat]}. {seat} ({self.scores[seat]} VP)" for seat in ranked)
        return self.sentence.format(reason=self.reason, listed=listed)
