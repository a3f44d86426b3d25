"""How sides play, what they dare and keep at home; what blocks and cities are worth to a bot.

Of a hidden block it knows nothing but that it is one. RULING-83 tells how even their games are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from adjudicator.athens_sparta.components import box
from adjudicator.athens_sparta.components.model import BlockFacts
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.victory import value
from adjudicator.athens_sparta.words import SICILY, HexName, SideName
from adjudicator.kernel import Unknown


class Policy(NamedTuple):
    """How a side plays.

    `odds`: per cent of the enemy's points that an attack must have, `walls`: the same where there are walls. `home`:
    land blocks wanted in the capital. `revolts`, `neutrals`: whether it starts Revolts, attacks green cities.
    """

    odds: int = 140
    walls: int = 160
    home: int = 2
    revolts: bool = True
    neutrals: bool = True


POLICIES: Mapping[str, Policy] = {
    "steady": Policy(),
    "bold": Policy(odds=100, walls=110, home=1),
    "careful": Policy(odds=200, walls=220, home=4),
    "guarded": Policy(home=4),
    "quiet": Policy(odds=180, walls=200, home=4, revolts=False, neutrals=False),
}
STEADY: Mapping[SideName, str] = {"sparta": "steady", "athens": "guarded"}


UNKNOWN_POINTS: Final = 9
PP: Final = 10  # what a city's PP is worth; all other values are in the same unit
CITY: Final = 4
CAPITAL: Final = 120
REACH: Final = 4


def points(view: AthensSparta, block: Block) -> int:
    """What a block is worth in a battle: steps times (rating number + 1), three in two for those who strike first."""
    if isinstance(block.id, Unknown) or isinstance(block.strength, Unknown):
        return UNKNOWN_POINTS
    return _points_of(view.facts(block), block.strength)


def _points_of(facts: BlockFacts, steps: int) -> int:
    worth = steps * (facts.number + 1)
    return worth * 3 // 2 if facts.letter == "A" else worth


def total(view: AthensSparta, blocks: Iterable[Block]) -> int:
    """The points of several."""
    return sum(points(view, one) for one in blocks)


def held_by(view: AthensSparta, hex: HexName, side: SideName) -> int:
    """The points that defend a city against those who come now; of one that is neutral, what joins the enemy."""
    if hex not in view.control and hex in view.box.green_blocks:
        joining = (view.box.blocks[name] for name in view.box.green_blocks[hex])
        return sum(_points_of(facts, facts.steps) for facts in joining)
    return total(view, (one for one in view.at(hex, side) if one.posture not in ("BLOCKADING", "PATROL")))


def worth(view: AthensSparta, hex: HexName) -> int:
    """What it is worth to take or to keep a city."""
    if hex not in view.box.cities:
        return 0
    capital = CAPITAL if hex in view.box.capitals.values() else 0
    return value(view, hex) * PP + CITY + capital


def is_near(view: AthensSparta, hex: HexName, side: SideName) -> bool:
    """Whether blocks of a side stand within reach by land, or could come by sea."""
    if hex == SICILY:
        return False
    if view.box.map.is_island(hex):
        return True
    near = _around(str(view.options.get("components", "")), hex)
    return any(one.place in near for one in view.of(side))


@lru_cache(maxsize=1024)
def _around(components: str, hex: HexName) -> frozenset[HexName]:
    """The hexes within reach of one by land."""
    near, edge = {hex}, [hex]
    for _ in range(REACH):
        edge = [to for one in edge for to in box(components).map.land.next(one) if to not in near]
        near.update(edge)
    return frozenset(near)
