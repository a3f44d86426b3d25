"""How Perikles is told in scenes."""

from __future__ import annotations

from typing import Final

from adjudicator.kernel.scenes.table import Scenes, battle, card, move, notice, score, vote, wait

_SENT: Final = ("force", "spot:{location}:{side}")
_PERMISSION: Final = "Permission to defend"
_TOKENS: Final = ("attacker_tokens", "defender_tokens")

SCENES: Final = Scenes(
    {
        # 2, 3: tiles and candidates
        "influence-tiles-laid": notice("line", heading="The tiles of this turn"),
        "location-tiles-laid": notice("line", at="tiles", heading="The tiles of this turn"),
        "cube-placed": notice("line", at="city", heading="A cube in {city}"),
        "turn-begins": notice("open", heading="Turn {turn}"),
        "tile-taken": card("open", at="city", seats="seat", cards="tile", heading="{seat} takes the {tile}"),
        "proposed": card("card", at="city", seats="seat", heading="A candidate in {city}"),
        "assassinated": card("note", at="city"),
        "tile-drawn": card("note"),
        "plague-struck": notice("open", at="city", heading="Plague in {city}"),
        # 4: elections
        "elected": vote("result", at="city", seats="seat", heading="Election in {city}"),
        "no-leader": vote("result", at="city", heading="Election in {city}"),
        "persian-leaders": vote("result", of="persia", seats="seats", heading="Persia"),
        # 5: forces
        "first-committer": wait(),
        "tile-used": wait(),
        "cube-spent": wait(),
        "committed": move("arrow", at=_SENT, of="{seat}", seats="seat", path=_SENT, heading="{seat} sends forces"),
        "committed-face-up": move("note", at="location"),
        "permission-asked": notice("line", at="location", heading=_PERMISSION),
        "permission-refused": notice("line", at="location", heading=_PERMISSION),
        "permitted": notice("line", at="location", heading=_PERMISSION),
        "permission-withdrawn": notice("line", at="location", heading=_PERMISSION),
        "permission-fell": notice("line", at="location", heading=_PERMISSION),
        "order-fell": notice("line", heading=_PERMISSION),
        "nothing-committed": move("arrow", of="{seat}", seats="seat", heading="{seat} sends nothing"),
        # 6: battles
        "turned-up": battle("open", at="location", left="attacker", right="defender", heading="Battle of {location}"),
        "round-not-fought": battle("note", at="location"),
        "special-used": battle("note"),
        "round-unopposed": battle("result", at="location", side="side"),
        "round-fought": battle(
            "bars", at="location", title="{kind} round", left="attack", right="defence", needs="needs"
        ),
        "dice-rolled": battle("dice", left="attacker", right="defender", tokens=_TOKENS),
        "round-won": battle("result", at="location", side="side"),
        "counter-lost": battle("loss", subject="counter"),
        "location-taken": battle("points", at="location", seats="seats", points="vp"),
        "location-out": battle("note", at="location"),
        "defeated": battle("note"),
        "cubes-added": battle("note"),
        # 7
        "statue-erected": score("row", at="city", seats="seat", heading="Statues"),
        "game-over": score("final", of="end", heading="The game is over"),
    },
    sides=("attacker", "defender"),
)
