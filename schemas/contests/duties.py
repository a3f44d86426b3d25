"""Whose word a contest waits for, beside the moves of its games, and the line that gives it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime
from typing import Final, Literal

import msgspec

from schemas.contests.allowed import seat_refused
from schemas.contests.parts import DrawnGame, Round
from schemas.contests.story import ContestStory

HOW: Final = ", the first first; = joins equals, as in anna=bert"
"""How the places of a game are typed: what ends the words of a duty to say them."""


class SeatNow(msgspec.Struct, frozen=True):
    """A seat of a game that goes on: who plays there, or nobody.

    `waits`: it is vacant, and all substitutes were asked; the organiser names somebody, or one of them takes it.
    """

    seat: str
    player: str | None
    waits: bool = False
    lost: Collection[str] = ()
    """Who took a vacant seat of the game and lost it."""
    called: str = ""
    """The seat as people say it: `seat Black`."""


def said(seat: SeatNow) -> str:
    """A seat in a sentence."""
    return seat.called or f"seat {seat.seat}"


class Duty(msgspec.Struct, frozen=True):
    """What a player has to do, as said to them; `line` is what they type at a terminal."""

    player: str
    kind: Literal["adjudicate", "replace", "assistant", "enter", "take"]
    """What is to be done: the act of an organiser, `enter` again, or `take` a seat."""
    what: str
    line: str
    game: str | None = None


def duties(story: ContestStory, now: datetime, seats: Callable[[str], Sequence[SeatNow]]) -> list[Duty]:
    """All that is to be done by the organiser or the assistant, and by players who are drawn no more; and what seats
    substitutes may take.

    `seats` gives those of a game that goes on.
    """
    last = story.rounds[-1] if story.is_running else None
    if last is None or story.ended is not None:
        return []
    ends = last.ends_at(story.plan)
    is_late = story.plan.late == "adjudicate" and ends is not None and now >= ends
    found: list[Duty] = []
    for table in (table for table in last.tables if table.is_open):
        held = seats(table.game)
        there = {*table.seats.values(), *(seat.player for seat in held)}
        decide = story.officers.deciding(there)
        if is_late:
            found += _to_end(story, last, table, decide)
        found += _to_fill(story, table, held, decide)
        found += _to_take(story, table, held)
    return [*found, *_to_come_back(story, last)]


class Shared(msgspec.Struct, frozen=True):
    """A duty that any one of these players does for the others."""

    players: list[str]
    what: str
    line: str


def together(found: Sequence[Duty]) -> list[Shared]:
    """Those of one line as one, in order."""
    shared: dict[tuple[str, str], Shared] = {}
    for duty in found:
        shared.setdefault((duty.what, duty.line), Shared([], duty.what, duty.line)).players.append(duty.player)
    return list(shared.values())


def _to_end(story: ContestStory, last: Round, table: DrawnGame, decide: Sequence[str]) -> Iterator[Duty]:
    up = f"the time of round {last.number} is up, and {table.game} (table {table.number}) goes on"
    if not decide:
        yield from _to_name(story, table, up)
    players = " ".join(sorted(table.competitors.values()))
    what = f"{up}. Say how it ends{HOW}"
    line = f"ostraka contest act {story.contest} adjudicate {table.game} {players} --reason TEXT"
    yield from (Duty(one, "adjudicate", what, line, table.game) for one in decide)


def _to_fill(story: ContestStory, table: DrawnGame, held: Sequence[SeatNow], decide: Sequence[str]) -> Iterator[Duty]:
    """In an anonymous contest nobody can name a player: more substitutes may enter."""
    for seat in (seat for seat in held if seat.waits and not story.plan.anonymous):
        is_vacant = f"{said(seat)} in {table.game} is vacant, and no substitute is left to be asked"
        if not decide:
            yield from _to_name(story, table, is_vacant)
        line = f"ostraka game replace {table.game} {seat.seat} PLAYER --reason TEXT"
        yield from (Duty(one, "replace", f"{is_vacant}: give it to somebody", line, table.game) for one in decide)


def _to_take(story: ContestStory, table: DrawnGame, held: Sequence[SeatNow]) -> Iterator[Duty]:
    """Once all substitutes were asked, the first of them who comes has a seat."""
    there = {seat.player for seat in held}
    for seat in (seat for seat in held if seat.waits):
        for player in (one for one in story.pool() if one not in there):
            if seat_refused(story, table.game, player, named=False, lost=seat.lost) is None:
                what = f"{said(seat)} in {table.game} is vacant: you or another substitute may take it"
                yield Duty(player, "take", what, f"ostraka game join {table.game} {seat.seat}", table.game)


def _to_name(story: ContestStory, table: DrawnGame, why: str) -> Iterator[Duty]:
    """Nobody decides where all organisers and the assistant play: another assistant is wanted."""
    line = f"ostraka contest act {story.contest} assistant PLAYER --reason TEXT"
    what = f"{why}. You play in it: name somebody who does not, to decide"
    yield from (Duty(one, "assistant", what, line, table.game) for one in story.officers.organisers)


def _to_come_back(story: ContestStory, last: Round) -> Iterator[Duty]:
    for player in story.entered() if last.number < story.plan.rounds else ():
        if story.rests(player):
            what = (
                "you gave up or lost as many seats as the plan allows, so you are drawn when you say that you are back"
            )
            yield Duty(player, "enter", what, f"ostraka contest enter {story.contest}")
