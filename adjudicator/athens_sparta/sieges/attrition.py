"""5.59: attrition."""

from __future__ import annotations

from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.words import SideName
from adjudicator.kernel import Resolution, agenda_step


@agenda_step
def roll_attrition(running: Resolution[AthensSparta], side: SideName) -> None:
    """5.59-A."""
