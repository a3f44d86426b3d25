"""Events of Player Turns: events of cards, losses (4.6, 8.5)."""

from __future__ import annotations

from adjudicator.kernel import Event
from adjudicator.kernel.run.events import Masked


class EventDeclined(Event, frozen=True, tag="event-declined", clause="4.6-E"):
    sentence = "{side} does not use {event_card}."
    side: str
    event_card: str


class AllianceMade(Event, frozen=True, tag="alliance-made", clause="4.6-I"):
    sentence = "Alliance: {side} wins {city} over."
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


class StepLost(Masked, frozen=True, tag="step-lost", clause="2.1-A"):
    """`left` is the strength that is left, for those who know it."""

    masked = ("block",)
    private = ("left",)
    sentence = "{block} of {side} in {place} loses a step{rest}."
    side: str
    place: str
    block: str
    left: int | None

    def wording(self) -> dict[str, str]:
        return {"rest": "" if self.left is None else f"; {self.left} left"}


class BlockEliminated(Event, frozen=True, tag="block-eliminated", clause="8.5-A"):
    sentence = "{side} loses {block} in {place}{where}."
    side: str
    place: str
    block: str
    aside: bool = False

    def wording(self) -> dict[str, str]:
        return {"where": "; it is set aside" if self.aside else ""}
