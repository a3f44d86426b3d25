"""0.1-D (v): the Hellespont (9.1) and the grain of Corinth (9.2-L)."""

from __future__ import annotations

from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.words import SideName
from adjudicator.kernel import Resolution, agenda_step


@agenda_step
def end_effects(running: Resolution[AthensSparta], side: SideName) -> None:
    """9.1-A, 9.2-L."""
