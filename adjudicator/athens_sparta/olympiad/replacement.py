"""8: the Replacement Phase."""

from __future__ import annotations

from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.kernel import Resolution, agenda_step


@agenda_step
def begin_replacement(running: Resolution[AthensSparta]) -> None:
    """8.0-A."""
