"""Positions of Athens & Sparta to look at: the start, with blocks put elsewhere."""

from adjudicator.kernel.title.paths import changed
from adjudicator.registry import title
from tests.adjudicator.players import begin

TITLE = title("athens_sparta")


def start(seed="table"):
    """The first Card Phase."""
    return begin(TITLE, 2, seed).position


def moved(position, **places):
    """Blocks elsewhere: `S13=None` is in the pool, `S13="H12"` in a hex, `S13=("H12", "BESIEGED")` likewise."""
    changes = {}
    for name, place in places.items():
        if place is None:
            side = position.block(name).side
            changes |= {f"blocks.{name}": None, f"pools.{side}": sorted([*position.pools[side], name])}
        else:
            hex, posture = place if isinstance(place, tuple) else (place, "FIELD")
            changes |= {f"blocks.{name}.place": hex, f"blocks.{name}.posture": posture}
        position = changed(TITLE, position, changes)
        changes = {}
    return position
