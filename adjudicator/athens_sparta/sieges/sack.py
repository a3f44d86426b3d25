"""5.58: the sack of a captured city."""

from __future__ import annotations

from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.words import SideName
from adjudicator.kernel import Resolution, agenda_step


@agenda_step
def sack(running: Resolution[AthensSparta], place: str, side: SideName) -> None:
    """5.58-A."""
