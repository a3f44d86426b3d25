"""How sides play: what they dare, and what they keep at home. RULING-83 tells how even their games are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.athens_sparta.words import SideName


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
