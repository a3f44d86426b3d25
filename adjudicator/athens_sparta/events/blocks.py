"""Events of blocks: turned up and down, postures, losses (2, 5.5)."""

from adjudicator.athens_sparta.names import block_name
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
        said = {
            "FIELD": "is in the field",
            "BESIEGED": "is besieged",
            "SIEGING": "lays siege",
            "BLOCKADING": "blockades the port",
            "PATROL": "is on patrol",
        }
        return {"now": said[self.posture]}


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
