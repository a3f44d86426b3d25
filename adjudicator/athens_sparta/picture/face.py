"""How a card looks among the answers."""

from __future__ import annotations

from adjudicator.athens_sparta.help import HELP
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.kernel.previews import Face
from adjudicator.kernel.subjects import split


def face(view: AthensSparta, _seat: str, one: str) -> Face | None:
    """4.6-A: its movement points, and its event."""
    kind, name = split(one)
    printed = view.box.cards.get(name) if kind == "card" else None
    if printed is None:
        return None
    if printed.event is None:
        return Face(str(printed.mp), "points" if printed.mp > 1 else "point")
    event = HELP.kinds[printed.event]
    return Face(str(printed.mp), event.name, ((event.says, False),))
