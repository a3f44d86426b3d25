"""Events of chapter 6."""

from adjudicator.kernel import Event
from adjudicator.kernel.position.position import reason_in_words
from adjudicator.kernel.run.events import Pattern, at_seat
from adjudicator.kernel.subjects import listed
from adjudicator.perikles.components import components, location_tile
from adjudicator.perikles.names import name_of


def _there(by: str, nobody: str, location: str, side: str, counters: list[str]) -> str:
    """Who fights on a side, with the militia or rebels of the place (C.05)."""
    printed = location_tile(location).intrinsic
    local = {"attacker": "the rebels", "defender": "the militia"}[side]
    own = f"{local} ({listed([f'{kind}s' for kind in printed.types])}, strength 1)"
    there = [*([own] if printed.side == side else []), *map(name_of, counters)]
    return f"{by}{listed(there)}" if there else nobody


def _sum_of(dice: list[int]) -> str:
    return f"{'+'.join(map(str, dice))} = {sum(dice)}"


class TurnedUp(Event, frozen=True, tag="turned-up", clause="6.02"):
    """The counters of both sides."""

    sentence = "{location}: {attacker}; {defender}."

    location: str
    attacker: list[str]
    defender: list[str]

    def wording(self) -> dict[str, str]:
        return {
            "attacker": _there("attacked by ", "not attacked", self.location, "attacker", self.attacker),
            "defender": _there("defended by ", "undefended", self.location, "defender", self.defender),
        }


class RoundUnopposed(Event, frozen=True, tag="round-unopposed", clause="6.10"):
    # 6.10-B, 6.10-C

    sentence = "{location}, {kind} round: the {side} wins unopposed."

    location: str
    kind: str
    side: str


class RoundNotFought(Event, frozen=True, tag="round-not-fought", clause="6.10-A"):
    sentence = "{location}: the {kind} round is not fought."

    location: str
    kind: str


class RoundFought(Event, frozen=True, tag="round-fought", clause="6.22"):
    # 6.20, 6.22
    sentence = "{location}, {kind} round: attack {attack}, defence {defence}, column {column}. {odds}."

    location: str
    kind: str
    attack: int
    defence: int
    column: str
    attacker_tokens: int
    defender_tokens: int

    @property
    def needs(self) -> tuple[int, int]:
        """What two dice must reach, of the attack and of the defence."""
        needed = next(one for one in components().combat_table if one.column == self.column)
        return needed.attacker, needed.defender

    def wording(self) -> dict[str, str]:
        attack, defence = self.needs
        odds = f"The attack needs {attack}, the defence {defence}"
        ahead = "attack" if self.attacker_tokens > self.defender_tokens else "defence"
        return {"odds": odds + (f"; the {ahead} has a token" if self.attacker_tokens or self.defender_tokens else "")}


class DiceRolled(Event, frozen=True, tag="dice-rolled", clause="6.25"):
    """Two dice a side, attacker first, and the tokens after it."""

    sentence = "Attack {attacker}; defence {defender}. Tokens: attack {attacker_tokens}, defence {defender_tokens}."

    attacker: list[int]
    defender: list[int]
    attacker_tokens: int
    defender_tokens: int

    def wording(self) -> dict[str, str]:
        return {"attacker": _sum_of(self.attacker), "defender": _sum_of(self.defender)}


class RoundWon(Event, frozen=True, tag="round-won", clause="6.26"):
    # 6.26, 6.27

    sentence = "{location}, {kind} round: the {side} wins."

    location: str
    kind: str
    side: str


class CounterLost(Event, frozen=True, tag="counter-lost", clause="6.30"):
    # 6.30 to 6.35

    sentence = "{counter} is lost and goes {to}."
    kinds = {"to": ""}

    counter: str
    to: str

    def wording(self) -> dict[str, str]:
        return {"to": "back to the Persian shield" if self.to == "shield" else f"to the {self.to}"}


class LocationTaken(Event, frozen=True, tag="location-taken", clause="6.40"):
    # 6.40, 6.45

    sentence = "{seats} {take} {location} ({vp} VP)."

    location: str
    seats: list[str]
    vp: int

    def wording(self) -> dict[str, str]:
        return {"take": "takes" if len(self.seats) == 1 else "take"}


class LocationOut(Event, frozen=True, tag="location-out", clause="6.41"):
    # 6.03, 6.04, 6.05, 6.41, 6.42

    sentence = "{location} leaves the game."

    location: str


class Defeated(Event, frozen=True, tag="defeated", clause="6.43"):
    sentence = "{city} suffers a Defeat; it now has {number:Defeat}."

    city: str
    number: int


class StatueErected(Event, frozen=True, tag="statue-erected", clause="7.01"):
    sentence = "{seat} erects a Statue in {city}."

    seat: str
    city: str


class GameOver(Event, frozen=True, tag="game-over", clause="E.07"):
    # E.07, E.09
    """Places, 1 is best."""

    sentence = "The game is over: {reason}. {listed}."

    reason: str
    scores: dict[str, int]
    places: dict[str, int]

    def wording(self) -> dict[str, str]:
        ranked = sorted(self.places, key=lambda seat: self.places[seat])
        listed = ", ".join(f"{self.places[seat]}. {at_seat(seat)} ({self.scores[seat]} VP)" for seat in ranked)
        return {"reason": reason_in_words(self.reason), "listed": Pattern(listed)}
