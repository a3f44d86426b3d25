"""Events of Revolts (7)."""

from adjudicator.kernel.run.events import Masked
from adjudicator.kernel.subjects import count_of


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
