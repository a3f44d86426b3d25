"""Events of 9.3: commitments and movement."""

from adjudicator.kernel import Event
from adjudicator.pericles.names import pieces_of, way_of
from adjudicator.pericles.words import HUNDRED, TheaterName, UnitName


class ExpeditionBegins(Event, frozen=True, tag="expedition-begins", clause="9.3"):
    # 9.0-A, 9.3
    sentence = "{general} lead an expedition to {theater}."

    general: str
    theater: str


class Committed(Event, frozen=True, tag="committed", clause="9.31-C"):
    """Tokens that a Faction commits, once they are revealed."""

    sentence = "{faction} commit {tokens:Strategos token}."

    faction: str
    tokens: int


class CommittedSecretly(Event, frozen=True, tag="committed-secretly", clause="9.31-C"):
    """What a Faction committed against an expedition: its own knowledge until movement is over."""

    sentence = "{faction} commit {tokens:Strategos token}, hidden until movement is over."

    faction: str
    tokens: int


class UnitMoved(Event, frozen=True, tag="unit-moved", clause="9.32-1"):
    sentence = "{who} {way}."

    unit: UnitName
    path: list[TheaterName]

    def wording(self) -> dict[str, str]:
        who = "The 300 go" if self.unit == HUNDRED else f"{pieces_of(1, self.unit)} goes"
        return {"who": who, "way": way_of(self.path)}


class NoMovement(Event, frozen=True, tag="no-movement", clause="9.32-0"):
    sentence = "{general} move no unit."

    general: str


class TokensReturned(Event, frozen=True, tag="tokens-returned", clause="9.7-A"):
    sentence = "{side} returns {tokens:committed token} to the Stock."

    side: str
    tokens: int
