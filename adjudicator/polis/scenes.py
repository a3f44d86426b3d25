"""How Polis is told in scenes."""

from __future__ import annotations

from typing import Final

from adjudicator.kernel.scenes.table import Scenes, battle, card, move, notice, score, wait

_SIEGE: Final = "Siege of {polis}"
_WAY: Final = ("origin", "to")
_POLEIS: Final = ("from_polis", "to_polis")

SCENES: Final = Scenes(
    {
        # 5, 6, 13: events, turns
        "event-revealed": card("open", cards="event_card", heading="Event: {event_card}"),
        "order-fixed": wait(),
        "units-gained": card("note", at="region"),
        "units-lost": card("note", at="region"),
        "units-sent": card("note", at="regions"),
        "unit-returned": card("note", at="region"),
        "units-stay-away": card("note"),
        "silver-gained": card("note"),
        "prestige-changed": card("note"),
        "population-set": card("note", at="polis"),
        "shipments-closed": card("note", at="shipments"),
        "territory-closed": card("note", at="territory"),
        "marker-set": card("note"),
        "converted": card("note"),
        "polis-betrayed": card("note", at="polis"),
        "projects-removed": notice("line", heading="Projects"),
        "projects-revealed": notice("line", heading="Projects"),
        "prestige-paid": wait(),
        "fee-paid": wait(),
        # 7: actions
        "hoplites-created": notice("open", at="territory", heading="{side} creates hoplites"),
        "galleys-created": notice("open", at="seas", heading="{side} creates galleys"),
        "merchants-created": notice("open", at="polis", heading="{side} creates merchants"),
        "project-started": notice("open", at="polis", heading="{side} starts {project}"),
        "hoplites-moved": move("arrow", at=_WAY, of="{side}", seats="side", path=_WAY, heading="{side} moves"),
        "galleys-moved": move("arrow", at=_WAY, of="{side}", seats="side", path=_WAY, heading="{side} moves"),
        "proxenos-moved": move(
            "arrow", at=_POLEIS, of="proxenos {side}", seats="side", path=_POLEIS, heading="The proxenos of {side}"
        ),
        "siege-won": battle("open", at="polis", seats="side", dice="die", points="prestige", heading=_SIEGE),
        "siege-failed": battle("open", at="polis", seats="side", dice="die", heading=_SIEGE),
        "population-lost": battle("note", at="polis"),
        "polis-neutral": battle("note", at="polis"),
        "proxenos-captured": battle("note", at="polis"),
        "collected": notice("open", at="territory", seats="side", heading="{side} collects in {territory}"),
        "traded": notice("open", at="shipment", seats="side", dice="dice", heading="{side} trades at {shipment}"),
        "proxenos-redeemed": notice(
            "open", at="polis", of="{side} redeems", heading="{side} redeems {side.its} proxenos"
        ),
        "civil-war-won": battle("open", at="polis", seats="side", points="population", heading="Civil war in {polis}"),
        "passed": notice("line", of="passes {side}", heading="{side} passes"),
        # 8: battles
        "battle-begins": battle("open", at="region", left="sparta", right="athens", heading="Battle of {region}"),
        "hands-drawn": battle("note"),
        "cards-drawn": battle("cards", seats="side", cards="cards"),
        "attack-laid": battle("cards", seats="side", cards="cards"),
        "defence-laid": battle("cards", seats="side", cards="cards"),
        "assault-resolved": battle("result", at="region"),
        "retreated": battle("result"),
        "prestige-doubled": battle("points", seats="side", points="prestige"),
        "battle-ends": battle("note", at="region"),
        # 9 to 11: the end of a round
        "project-finished": score("row", at="polis", seats="owner", points="prestige"),
        "fed": score("row", seats="side"),
        "released": score("row", at="polis", seats="side"),
        "capital-lost": score("row", at="polis", seats="side"),
        "grown": score("row", at="poleis", seats="side"),
        "megalopolis-gained": score("row", seats="side", points="prestige"),
        "goods-adjusted": score("row", seats="side"),
        "phoros-paid": score("row", seats="side"),
        "ostracised": score("row", seats="side"),
        "game-scored": score("final", of="end", heading="The final score"),
    },
    headings={"score": "End of the round"},
    sides=("sparta", "athens"),
)
