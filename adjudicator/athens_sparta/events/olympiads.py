"""Events of the Replacement Phase and of special places (8, 9)."""

from __future__ import annotations

from adjudicator.kernel import Event
from adjudicator.kernel.run.events import Masked


class BlockDisbanded(Masked, frozen=True, tag="block-disbanded", clause="8.6-A"):
    masked = ("block",)
    sentence = "{side} disbands {block} in {place}."
    side: str
    place: str
    block: str


class StepsGained(Event, frozen=True, tag="steps-gained", clause="8.2-A"):
    """2.2-B: of replacements that add to a block on the map only its owner reads."""

    sentence = "{block} in {place} gains {steps:step}; it has {strength}."
    side: str
    place: str
    block: str
    steps: int
    strength: int


class BlockBuilt(Masked, frozen=True, tag="block-built", clause="8.3-A"):
    masked = ("block",)
    private = ("strength",)
    sentence = "{side} builds {block} in {place}{rest}."
    side: str
    place: str
    block: str
    strength: int | None

    def wording(self) -> dict[str, str]:
        return {"rest": "" if self.strength is None else f" with {self.strength}"}
