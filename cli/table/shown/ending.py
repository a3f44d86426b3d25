"""The end of a game at the table. (Short: what all pages tell of it is drawn where boards are.)"""

from __future__ import annotations

from typing import Any, Final

from adjudicator.pictures.endings import ending_facts, result_by_names
from cli.seat.game import Game, Moment
from cli.table.rendering import sentences

Facts = dict[str, Any]
TOLD: Final = 4
"""Sentences of the phase in which it turned."""


def end_of(game: Game, now: Moment) -> Facts:
    """What the page shows once the game is over."""
    players = {seat: who.removesuffix(" (you)") for seat, who in game.players.items()}
    if game.shared:  # all of them read it
        players[game.seat] = ""
    facts = ending_facts(game.rules, now.view, players, game.course(), None if game.shared else game.seat)
    if game.shared:
        facts["won"] = result_by_names(facts["ended"])
    turned, outcome = facts["turned"], now.view.outcome
    if turned:
        told = next((one.told for one in game.chapters() if one.phase == turned["phase"]), ())
        turned |= {"seen": turned["phase"] in game.views(), "told": sentences(told[-TOLD:], game.rules, now.view)}
    return facts | {
        "reason": now.ending[0] if now.ending else "",
        "lines": [] if outcome else now.ending[1:],
        "watched": next(iter(game.views()), None),
    }
