"""13.1-A: when Persia opens. What a League issue builds there is in `league`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.pericles.events.aristophanes import PersiaOpens

if TYPE_CHECKING:
    from adjudicator.pericles.state.decision import Running
    from adjudicator.pericles.state.position import Pericles


def condition_met(position: Pericles) -> bool:
    """13.1-A: Sparta has a base in Ionia, or Alcibiades is in Persia."""
    return position.theaters["ionia"].bases("sparta") > 0 or position.alcibiades == "persia"


def watch_persia(running: Running) -> None:
    """RULING-57: Persia opens for good as soon as the condition is met; where it is not in play, never."""
    position = running.position
    if position.facts.persia_in_play and not position.persia_open and condition_met(position):
        position.persia_open = True
        way = "Alcibiades is in Persia" if position.alcibiades == "persia" else "Sparta has a base in Ionia"
        running.emit(PersiaOpens(why=f"13.1-A: {way}"))
