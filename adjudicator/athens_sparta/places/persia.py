"""9.3: Persian support."""

from __future__ import annotations

from adjudicator.athens_sparta.events.cities import SupportEnded, SupportTaken
from adjudicator.athens_sparta.state.decision import Decision
from adjudicator.athens_sparta.state.orders import SupportOrder
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.state.victory import miletus
from adjudicator.kernel import Answers, Ask, Resolution, YesNo, no_first

Running = Resolution[AthensSparta]


def may_take_support(position: AthensSparta) -> bool:
    """9.3-B, 9.3-D: Sparta controls Miletus, and never had support before."""
    return position.control[miletus(position)] == "sparta" and not position.supported


class SupportQuestion(
    Decision[SupportOrder],
    id="D-6",
    passing={"take": False},
    clause="9.3-B",
    default="9.3-B",
    subject="Take Persian support",
    public_options=True,
    may_decline=True,
):
    """D-6."""

    parts = {"take": YesNo(no_first, yes="take Persian support", no="no Persian support")}

    def warning(self, view: AthensSparta, ask: Ask, order: SupportOrder) -> str:
        """9.3-C."""
        return "Persian support cannot be undone: Miletus then never counts for your victory." if order.take else ""

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return "Do you take Persian support? It cannot be undone: Miletus then never counts for your victory (9.3-C)."


def support_asks(position: AthensSparta) -> list[Ask]:
    """D-6: asked at the start of a Spartan turn and of a Replacement Phase."""
    return [Ask("sparta", SupportQuestion.id)] if may_take_support(position) else []


def use_support(running: Running, answers: Answers) -> None:
    """9.3-B."""
    order = answers.get("sparta", {}).get(SupportQuestion.id)
    if order is not None and order.take:
        take_support(running)


def take_support(running: Running) -> None:
    """9.3-B: irrevocable."""
    running.position.support = running.position.supported = True
    running.emit(SupportTaken())


def end_support(running: Running) -> None:
    """9.3-D: it ends for good as soon as Athens controls Miletus again."""
    position = running.position
    if position.support and position.control[miletus(position)] == "athens":
        position.support = False
        running.emit(SupportEnded())
