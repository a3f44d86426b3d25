"""Events of Player Turns: the events of cards (4.6)."""

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
