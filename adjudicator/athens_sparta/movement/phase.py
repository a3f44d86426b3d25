"""4: the Movement Phase."""

from __future__ import annotations

from adjudicator.athens_sparta.sieges.captures import update_control
from adjudicator.athens_sparta.state.control import look_around
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.words import SideName
from adjudicator.kernel import Answers, Ask, Resolution, agenda_step, step

Running = Resolution[AthensSparta]


def move_asks(position: AthensSparta, side: SideName) -> list[Ask]:
    """D-7."""
    return []


def file_moves(running: Running, answers: Answers, side: SideName) -> None:
    """D-7: kept until the Movement Phase (2.2-B)."""


@agenda_step
def begin_movement_phase(running: Running, side: SideName) -> None:
    """4.0-A."""
    look_around(running.position)


@agenda_step
def end_movement_phase(running: Running, side: SideName) -> None:
    """13.1-A: control, with captures of empty cities."""
    running.do(step(update_control))
