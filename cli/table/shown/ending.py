"""The end of a game at the table."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any, Final

from adjudicator.kernel.position.position import result_by_names
from adjudicator.kernel.run.events import Event
from adjudicator.pictures.endings import ending_facts
from cli.seat.game import Game, Moment, Told
from cli.table.rendering import sentences

Facts = dict[str, Any]
TOLD: Final = 4
"""Sentences of the phase in which it turned."""


def end_of(game: Game, now: Moment) -> Facts:
    """What the page shows once the game is over."""
    players = {seat: who.removesuffix(" (you)") for seat, who in game.players.items()}
    if game.shared:  # all of them read it
        players[game.seat] = ""
    course = game.course()
    told = decisive(game, course.turned.phase) if course and course.turned else []
    number = told[0].number if told and not game.at_host else 0
    facts = ending_facts(
        game.rules, now.view, players, course, partial(before, game, number=number), None if game.shared else game.seat
    )
    if game.shared:
        facts["won"] = result_by_names(facts["ended"])
    turned, outcome = facts["turned"], now.view.outcome
    if turned:
        turned |= {"seen": turned["phase"] in game.views(), "told": sentences(told[:TOLD], game.rules, now.view)}
    return facts | {
        "reason": now.ending[0] if now.ending else "",
        "lines": [] if outcome else now.ending[1:],
        "watched": next(iter(game.views()), None),
    }


def decisive(game: Game, phase: int) -> list[Told]:
    """What was told of a phase: first what changed a score, as far as boards tell, then its last sentences."""
    told = [*next((one.told for one in game.chapters() if one.phase == phase), ())]
    changed: list[Told] = []
    if not game.at_host:  # there each board would be asked for
        scores = {number: game.rules.scores(game.view_at(phase, number)) for number in game.moments(phase)}
        spans = [(after, at) for after, at in pairwise(scores) if scores[after] != scores[at]]
        changed = [one for one in told if any(after < one.number <= at for after, at in spans)]
    return [*changed, *(one for one in told[-TOLD:] if one not in changed)]


def before(game: Game, phase: int, number: int) -> list[Event]:
    """What happened before a phase, and what by an event of its own."""
    earlier = [event for one in game.chapters() if one.phase < phase for event in one.events]
    return [*earlier, *next((one.events[:number] for one in game.chapters() if one.phase == phase), ())]
