"""Events of the Replacement Phase and of special places (8, 9)."""

from adjudicator.kernel import Event
from adjudicator.kernel.run.events import Masked
from adjudicator.kernel.subjects import count_of


class BlockDisbanded(Masked, frozen=True, tag="block-disbanded", clause="8.6-A"):
    masked = ("block",)
    sentence = "{side} disbands {block} in {place}."
    side: str
    place: str
    block: str


class StepsGained(Event, frozen=True, tag="steps-gained", clause="8.2-A"):
    """2.2-B: of replacements that add to a block on the map only its owner reads."""

    sentence = "{place}: {block} gains {steps:step}; it has {strength} now."
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
        return {"rest": "" if self.strength is None else f" with {count_of(self.strength, 'step')}"}


class HellespontClosed(Event, frozen=True, tag="hellespont-closed", clause="9.1-A"):
    sentence = "The Hellespont is closed: Athens loses a block at home."


class GrainRolled(Event, frozen=True, tag="grain-rolled", clause="9.2-L"):
    sentence = "No grain from Sicily: {place} rolls {rolled}: {hits:hit}."
    place: str
    dice: list[int]
    hits: int

    def wording(self) -> dict[str, str]:
        return {"rolled": " ".join(map(str, self.dice))}
