"""5.0: the Combat Phase, contact by contact."""

from __future__ import annotations

from adjudicator.athens_sparta.sieges.captures import update_control
from adjudicator.athens_sparta.state.control import look_around
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.words import SideName
from adjudicator.kernel import Resolution, agenda_step, step

Running = Resolution[AthensSparta]


@agenda_step
def begin_combat_phase(running: Running, side: SideName) -> None:
    """5.0-A."""
    look_around(running.position)


@agenda_step
def end_combat_phase(running: Running, side: SideName) -> None:
    """13.1-C: before attrition: excess stacking, patrols that return, control."""
    running.do(step(update_control))
