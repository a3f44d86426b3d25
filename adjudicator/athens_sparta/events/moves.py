"""Events of the Movement Phase (4)."""

from adjudicator.athens_sparta.names import place_name
from adjudicator.kernel import Event
from adjudicator.kernel.run.events import Masked
from adjudicator.kernel.subjects import listed

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
