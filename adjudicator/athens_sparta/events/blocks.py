"""Blocks come, go and move; cities change hands; Revolts."""

from __future__ import annotations

from adjudicator.athens_sparta.names import POSTURES, block_name, place_name
from adjudicator.kernel import Event
from adjudicator.kernel.run.events import Masked
from adjudicator.kernel.subjects import count_of, listed


class BlocksRevealed(Event, frozen=True, tag="blocks-revealed", clause="2.2-A"):
    """`blocks`: strengths by id."""

    sentence = "{place}: {side} reveals {shown}."
    side: str
    place: str
    blocks: dict[str, int]

    def wording(self) -> dict[str, str]:
        shown = [f"{block_name(name)} with {count_of(steps, 'step')}" for name, steps in sorted(self.blocks.items())]
        return {"shown": listed(shown)}


class PostureChanged(Masked, frozen=True, tag="posture-changed", clause="5.0-C"):
    masked = ("block",)
    sentence = "{place}: {block} of {side} {now}."
    place: str
    side: str
    block: str
    posture: str

    def wording(self) -> dict[str, str]:
        return {"now": POSTURES[self.posture]}


class StepLost(Masked, frozen=True, tag="step-lost", clause="2.1-A"):
    """`left` is the strength that is left, for those who know it."""

    masked = ("block",)
    private = ("left",)
    sentence = "{place}: {block} of {side} loses a step{rest}."
    side: str
    place: str
    block: str
    left: int | None

    def wording(self) -> dict[str, str]:
        return {"rest": "" if self.left is None else f"; it has {self.left} left"}


class BlockEliminated(Event, frozen=True, tag="block-eliminated", clause="8.5-A"):
    sentence = "{side} loses {block} in {place}{where}."
    side: str
    place: str
    block: str
    aside: bool = False

    def wording(self) -> dict[str, str]:
        return {"where": "; it is set aside" if self.aside else ""}


# --- events of the movement phase (4) ---------------------------------------------------------------------------------


KINDS = {"move": "moves", "march": "marches", "sea": "goes by sea", "sicily": "sails"}


class BlockMoved(Masked, frozen=True, tag="block-moved", clause="4.0-A"):
    """2.2-B3: all see kind, colour and path; `path` has both ends only where the way is not told hex by hex."""

    masked = ("block",)
    sentence = "{side}: {block}{green} {moves}{way}."
    side: str
    kind: str
    block: str
    colour: str
    path: list[str]

    def wording(self) -> dict[str, str]:
        start, *by, end = map(place_name, self.path)
        green = " (green)" if self.colour == "green" else ""
        between = f" by {listed(by)}" if by else ""
        return {"green": green, "moves": KINDS[self.kind], "way": f" from {start}{between} to {end}"}


class MovementPointsSpent(Event, frozen=True, tag="mp-spent", clause="4.0-A"):
    """2.2-B2: the total is public."""

    sentence = "{side} has spent {spent} of {mp} MP."
    side: str
    spent: int
    mp: int


# --- events of cities -------------------------------------------------------------------------------------------------


class CityCaptured(Event, frozen=True, tag="city-captured", clause="1.1-B"):
    sentence = "{side} captures {city}."
    side: str
    city: str


class CityReturned(Event, frozen=True, tag="city-returned", clause="1.1-C"):
    sentence = "{city} returns to {side}."
    side: str
    city: str


class ShipTurned(Event, frozen=True, tag="ship-turned", clause="9.4-A"):
    """The blue ship of a city of rebels is replaced by its red twin, or the other way round."""

    sentence = "The ship of {city}{where} goes over to {side}."
    side: str
    city: str
    block: str
    pooled: bool

    def wording(self) -> dict[str, str]:
        return {"where": ", in the pool," if self.pooled else ""}


class CityJoined(Event, frozen=True, tag="city-joined", clause="9.5-B"):
    sentence = "{city} joins {side}."
    side: str
    city: str
    number: int


class BlocksTurned(Event, frozen=True, tag="blocks-turned", clause="9.5-G"):
    sentence = "The blocks of {city} go over to {side}."
    side: str
    city: str


class SupportTaken(Event, frozen=True, tag="support-taken", clause="9.3-B"):
    sentence = "{@sparta} takes Persian support."


class SupportEnded(Event, frozen=True, tag="support-ended", clause="9.3-D"):
    sentence = "Persian support ends for good."


# --- events of revolts (7) --------------------------------------------------------------------------------------------


class RevoltBreaksOut(Masked, frozen=True, tag="revolt-breaks-out", clause="7.0-C"):
    """`steps` are known to its owner alone until its battle is fought."""

    private = ("steps",)
    sentence = "{side} raises a Revolt in {city}: {block}{rest}."
    side: str
    city: str
    block: str
    steps: int | None

    def wording(self) -> dict[str, str]:
        return {"rest": "" if self.steps is None else f" with {count_of(self.steps, 'step')}"}
