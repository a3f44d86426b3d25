"""9.3: Persian support."""

from __future__ import annotations

from adjudicator.athens_sparta.events.cities import SupportEnded, SupportTaken
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.state.victory import miletus
from adjudicator.kernel import Resolution


def may_take_support(position: AthensSparta) -> bool:
    """9.3-B, 9.3-D: Sparta controls Miletus, and never had support before."""
    return position.control[miletus(position)] == "sparta" and not position.supported


def take_support(running: Resolution[AthensSparta]) -> None:
    """9.3-B: irrevocable."""
    running.position.support = running.position.supported = True
    running.emit(SupportTaken())


def end_support(running: Resolution[AthensSparta]) -> None:
    """9.3-D: it ends for good as soon as Athens controls Miletus again."""
    position = running.position
    if position.support and position.control[miletus(position)] == "athens":
        position.support = False
        running.emit(SupportEnded())
