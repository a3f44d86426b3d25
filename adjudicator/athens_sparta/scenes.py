"""How Athens & Sparta is told in scenes."""

from __future__ import annotations

from typing import Final

from adjudicator.kernel.scenes.table import Scenes, battle, card, move, notice, score, skip

SCENES: Final = Scenes(
    {
        # 0: cards
        "cards-dealt": card("open", heading="The cards are dealt"),
        "hand-dealt": card("card", cards="cards"),
        "bad-hand": card("note"),
        "hand-shown": card("card", seats="side", cards="cards"),
        "hand-thrown-in": card("note"),
        "sicily-card-laid": card("note"),
        "sicily-cards-turned-up": card("open", cards="cards", heading="The cards in Sicily"),
        "cards-revealed": card("open", cards=("sparta_card", "athens_card"), heading="Both play their cards"),
        "order-fixed": card("note"),
        "event-holds": card("open", heading="{event_card}"),
        "event-declined": card("note"),
        "alliance-made": card("open", at="city", seats="side", heading="Alliance with {city}"),
        "plague-breaks-out": battle("open", at="city", heading="Plague in {city}"),
        "plague-rolled": battle("fire", at="place", seats="side", subject="block", dice="die"),
        # 4: movement
        "block-moved": move(
            "arrow", at=("path",), of="{side}", seats="side", subject="block", path="path", heading="{side} marches"
        ),
        "mp-spent": move("note", heading="Movement of {side}"),
        "revolt-breaks-out": notice("open", at="city", heading="Revolt in {city}"),
        "contacts-found": notice("open", at="places", heading="Contact with the enemy"),
        # 5, 6: battles, sieges
        "battle-begins": battle("open", at="place", seats="side", heading="Battle of {place}"),
        "blocks-revealed": battle("held", at="place", seats="side", held="blocks"),
        "blocks-withdrew": battle("note", at="place"),
        "blocks-sallied": battle("note", at="place"),
        "strait-guarded": battle("note", at="place"),
        "coastal-declared": battle("note", at="place"),
        "storm-begins": battle("note", at="place"),
        "round-begins": battle("head", at="place", title="Round {number}"),
        "block-fired": battle(
            "fire", at="place", title="{rated}", seats="side", subject="block", dice="dice", lit="lit"
        ),
        "half-hit": battle("note", at="place", title="1 hit, half a step: walls (5.53-A)"),
        "step-lost": battle(
            "loss",
            at="place",
            joins=("notice",),
            heading="Losses in {place}",
            seats="side",
            subject="block",
            rest="left",
        ),
        "step-gained": battle("note", at="place"),
        "block-eliminated": battle(
            "loss", at="place", joins=("notice",), heading="Losses in {place}", seats="side", subject="block"
        ),
        "block-left": battle("note", at=("place", "to")),
        "posture-changed": battle("note", at="place"),
        "city-captured": battle("result", at="city", seats="side", heading="{city} changes hands"),
        "city-sacked": battle("points", at="city", seats="side", points="pp"),
        "battle-ends": skip(at="place"),
        "attrition-rolled": battle(
            "open", at="place", seats="side", dice="dice", lit="lit", heading="Attrition in {place}"
        ),
        "grain-rolled": battle("open", at="place", dice="dice", lit="lit", heading="No grain from Sicily"),
        # 8 to 10: the end of a game turn, of an Olympiad
        "hellespont-closed": notice("open", heading="The Hellespont is closed"),
        "block-disbanded": notice("line", at="place", heading="Replacements"),
        "steps-gained": notice("line", at="place", heading="Replacements"),
        "block-built": notice("line", at="place", heading="Replacements"),
        "support-taken": notice("open", heading="Persian support"),
        "support-ended": notice("open", heading="Persian support"),
        "draw-withdrawn": notice("line"),
        "victory-checked": score("open", heading="Victory Check"),
        "sudden-death": score("final", at="place", of="end", heading="The game is over"),
    },
)
