"""How Pericles is told in scenes."""

from __future__ import annotations

from typing import Final

from adjudicator.kernel.scenes.table import Scenes, aside, battle, card, move, notice, score, vote, wait

_SIDE: Final = "track:{side}"
_HONOR: Final = ("battle", "vote", "move", "card", "notice")
_UNIT: Final = "theater:{theater}"

SCENES: Final = Scenes(
    {
        # 5.1: Aristophanes
        "play-revealed": card("open", cards="card", heading="Aristophanes: {play}"),
        "issue-placed": card("note", at=_SIDE, heading="The Boule"),
        "issue-ignored": card("note"),
        "alcibiades-leaves": card("note"),
        "persia-opens": card("note"),
        "plague-strikes": card("open", heading="The Plague"),
        "will-declared": card("note", at="theater"),
        "tokens-set-aside": card("note"),
        "tokens-received": aside(at=_SIDE),
        "tokens-spent": aside(at=_SIDE),
        # 5.2, 5.3: cards and the Strategy Board
        "cards-dealt": notice("line", heading="Cards"),
        "hand-dealt": notice("line", heading="Cards"),
        "entourage-set": notice("line", heading="Entourages"),
        "entourage-known": notice("line", heading="Entourages"),
        "board-filled": notice("line", heading="The Strategy Boards"),
        "hostages-spent": notice("line", heading="Hostages"),
        "hostages-kept": notice("line", heading="Hostages"),
        # 6: debates
        "issue-selected": vote("open", at=_SIDE, seats="faction", heading="Debate {number} of {side}, on {issue}"),
        "card-played": vote("bar", at=_SIDE, seats="faction", cards="card", value="total", heading="Debate of {side}"),
        "stock-shared": vote("note", at=_SIDE),
        "brain-trust-used": vote("bar", at=_SIDE, seats="faction", cards="card", value="total"),
        "brain-trust-kept": vote("note", at=_SIDE),
        "entourage-discarded": vote("note"),
        "war-peace-stopped": vote("note", at=_SIDE),
        "debate-won": vote("result", at=_SIDE, seats="faction"),
        "debate-tied": vote("result", at=_SIDE),
        "issue-captured": vote("note", at=_SIDE),
        "issues-won": score("row", seats="faction", heading="Issues won"),
        "issues-returned": score("row", heading="Issues won"),
        # 7: politics
        "oration-valued": vote("bar", of="oration", seats="faction", value="value", heading="The orations"),
        "honor-gained": score("aside", of="honor", joins=_HONOR, seats="faction", points="honor", heading="Honor"),
        "honor-lost": score("aside", of="honor", joins=_HONOR, seats="faction", heading="Honor"),
        "favor-moved": wait(),
        "control-settled": vote("result", at=_SIDE, seats="faction", heading="Who governs {side}"),
        "seventh-card": score("row", of="seventh", seats="faction", cards="card", heading="The seventh cards"),
        "war-declared": notice("open", heading="War"),
        "peace-declared": notice("open", heading="Peace"),
        "war-goes-on": notice("open", heading="The War goes on"),
        "markers-taken": notice("line", heading="Theater markers"),
        "markers-held": notice("line", heading="Theater markers"),
        "markers-lent": notice("line", heading="Theater markers"),
        "markers-lent-known": notice("line", heading="Theater markers"),
        # 8: the Theater Phase
        "honor-order": notice("open", heading="The Honor Order"),
        "nothing-to-reveal": notice("line", of="{faction} pass", heading="{faction:pass}"),
        "marker-placed": card("card", at=_UNIT, seats="faction", heading="A marker in {theater}"),
        "marker-placed-secretly": card("note"),
        "marker-revealed": card("open", at=_UNIT, seats="faction", heading="{kind} in {theater}"),
        "without-effect": card("note", at=_UNIT),
        "declined": card("note", at=_UNIT),
        "issue-cancelled": card("note", at=_UNIT),
        "mode-chosen": card("note", at=_UNIT),
        "league": card("note", at=_UNIT),
        "oracle": card("note"),
        "diplomacy": vote("open", at=_UNIT, seats="owner", heading="Diplomacy in {theater}"),
        "courting": vote("open", at=_UNIT, seats="owner", heading="Courting in {theater}"),
        "courting-ends": vote("result", at=_UNIT, seats="owner"),
        # 9: war
        "expedition-begins": move("open", at=_UNIT, seats="general", heading="Expedition to {theater}"),
        "committed": move("note"),
        "committed-secretly": move("note"),
        "unit-moved": move("arrow", at="path", path="path"),
        "no-movement": move("note"),
        "battle-begins": battle("open", at=_UNIT, left="sparta", right="athens", heading="{kind} battle in {theater}"),
        "no-battle": battle("result", at=_UNIT, heading="No battle in {theater}"),
        "card-drawn": battle("cards", joins=("vote",), cards="card"),
        "deck-made": aside(),
        "state-ship-committed": battle("note"),
        "second-battle": battle("note"),
        "battle-fought": battle(
            "sums", at=_UNIT, left="sparta", right="athens",
            sums={"units and bases": "strength", "Treachery": "treachery", "Strategoi": "strategoi", "card": "card"},
        ),
        "battle-tied": battle("result", at=_UNIT),
        "battle-won": battle("result", at=_UNIT, side="side"),
        "nothing-lost": battle("note"),
        "pieces-removed": battle("note", at=_UNIT),
        "went-to-lost-box": battle("note"),
        "hostages-taken": battle("note"),
        "major-defeat": battle("note"),
        "tokens-returned": battle("note"),
        "pieces-moved": move("arrow", at=("origin", "target"), path=("origin", "target"), heading="Pieces move"),
        # 11: the end of a turn
        "maintenance-checked": score("row", heading="Maintenance"),
        "will-met": score("row", at="theater", heading="The Will of the Assembly"),
        "will-failed": score("row", at="theater", heading="The Will of the Assembly"),
        "sides-scored": score("row", of="end", heading="The Honor of the Sides"),
        "war-won": score("final", of="end", heading="The war is over"),
        "game-over": score("final", of="end", heading="The game is over"),
    },
    places=("theater",),
    sides=("sparta", "athens"),
)  # fmt: skip
