"""Events of the Movement Phase (4)."""

from __future__ import annotations

from adjudicator.kernel import Event
from adjudicator.kernel.run.events import Masked

KINDS = {"move": "moves", "march": "marches", "sea": "goes by sea", "sicily": "sails"}


class BlockMoved(Masked, frozen=True, tag="block-moved", clause="4.0-A"):
    """2.2-B3: all see kind, colour and path; `path` has both ends only where the way is not told hex by hex."""

    masked = ("block",)
    sentence = "{side}: {block} ({colour}) {moves}: {path}."
    side: str
    kind: str
    block: str
    colour: str
    path: list[str]

    def wording(self) -> dict[str, str]:
        return {"moves": KINDS[self.kind]}


class MovementPointsSpent(Event, frozen=True, tag="mp-spent", clause="4.0-A"):
    """2.2-B2: the total is public."""

    sentence = "{side} has spent {spent} of {mp} MP."
    side: str
    spent: int
    mp: int
