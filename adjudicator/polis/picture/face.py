"""How a combat card looks among the answers."""

from __future__ import annotations

from adjudicator.kernel.previews import Face
from adjudicator.kernel.subjects import split
from adjudicator.polis.state.position import Polis, branch_of
from adjudicator.polis.words import CARDS


def face(view: Polis, _seat: str, one: str) -> Face | None:
    """8-F, 8-G: the half of it that is fought with: its value, its formation, its manoeuvre."""
    kind, name = split(one)
    if kind != "card" or name not in CARDS or view.battle is None:
        return None
    branch, printed = branch_of(view.battle.region), view.box.components
    formation, manoeuvre = getattr(printed.combat_cards[name], branch)
    value = getattr(printed.manoeuvres, branch)[manoeuvre]
    return Face(str(value), formation.replace("_", " ").capitalize(), ((manoeuvre.capitalize(), False),))
