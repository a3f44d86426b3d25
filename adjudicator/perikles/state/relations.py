"""5.35 to 5.39, RULING-12: relations between forces in a turn. Each pair is neutral, at war or allied.

They hold between forces, not between players (RULING-23).
"""

from __future__ import annotations

from adjudicator.perikles.state.orders import SideName
from adjudicator.perikles.state.position import Perikles, Place, Relation, pair


def relate(position: Perikles, force: str, place: Place, side: SideName) -> None:
    """5.36, 5.37: the relations that follow when a counter joins a side. Call it before adding the counter."""
    friends = place.side(side).forces()
    enemies = place.side("defender" if side == "attacker" else "attacker").forces()
    city = place.printed.city
    if side == "attacker":
        enemies = [*enemies, city]
    else:
        friends = [*friends, city]
    for other in enemies:
        _set(position, force, other, "war")
    for other in friends:
        _set(position, force, other, "allied")


def _set(position: Perikles, force: str, other: str, relation: Relation) -> None:
    if force != other:
        position.relations[pair(force, other)] = relation
