"""The components of Athens & Sparta, read from `athens_sparta.yaml` and checked when loaded.

The file says where its facts come from: [S] the rulebook, [P] public material, [R] our own reconstruction. Who owns the
boxed game may lay a file of the same shape over ours: `add_components` checks it and gives its digest, which a game
carries; `box` finds it again.
"""

from __future__ import annotations

from pathlib import Path

from adjudicator.athens_sparta.components.box import Box
from adjudicator.athens_sparta.components.checks import require_same_scenarios, require_sound
from adjudicator.athens_sparta.components.model import Components
from adjudicator.kernel.rules.components_files import ComponentsFiles

FILE = Path(__file__).with_name("athens_sparta.yaml")
FORMER = (
    "players",
    "constants.game_turns_per_olympiad",
    "constants.average_hand",
    "constants.capital_production_limit",
    "terrain.strait.stop_when_crossing",
    "terrain.mountain.stop_on_entry",
    "terrain.river",
    "events.*.timing",
    "events.*.scope",
    "sicily.mp_per_block",
    "map.orientation",
)
"""What a file could say in earlier versions, and no rule ever read."""
_FILES = ComponentsFiles(FILE, Components, Box, require_sound, require_same_scenarios, former=FORMER)
BOXES = _FILES.boxes
box = _FILES.box
add_components = _FILES.add
read = _FILES.read
