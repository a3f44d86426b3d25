"""What corrected results changed: a game, the places of its contest; and draws made by the standings before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from schemas.contests.counting.corrections import change_in_words
from schemas.contests.parts import DrawnGame, Round
from schemas.contests.progress import final_places
from schemas.contests.story import ContestStory
from schemas.errors import BrokenLog
from schemas.log.chain import ContestLogEntry
from schemas.statements.in_words import counted, listed

BY_RESULTS: Final = ("swiss", "knock-out", "cup", "league", "ladder")
"""Kinds in which a draw hangs on the results before it."""
MOST_MOVED: Final = 16


def corrected_since(story: ContestStory, round_: Round) -> list[DrawnGame]:
    """The games whose results a round was drawn by, and which were corrected after that."""
    if story.plan.kind not in BY_RESULTS:
        return []
    earlier = (table for before in story.rounds if before.number < round_.number for table in before.tables)
    is_drawn = round_.drawn_at is not None
    return [one for one in earlier if is_drawn and one.corrections and one.corrections[-1].entry > round_.entry]


def draw_in_words(story: ContestStory, round_: Round) -> str:
    """That a round was drawn by standings that were corrected since; empty where they were not."""
    if not (games := [table.game for table in corrected_since(story, round_)]):
        return ""
    return (
        f"Round {round_.number} was drawn by the standings of then. Since then the result"
        f"{'s' * (len(games) > 1)} of {listed(games)} {'were' if len(games) > 1 else 'was'} corrected; the draw stands."
    )


def as_drawn(log: Sequence[ContestLogEntry], story: ContestStory, number: int) -> ContestStory:
    """The contest by whose standings a round was drawn; BrokenLog where it is not drawn."""
    if not 1 <= number <= len(story.rounds) or story.rounds[number - 1].drawn_at is None:
        raise BrokenLog(f"round {number} is not drawn")
    return ContestStory.read(log[: story.rounds[number - 1].entry])


def correction_in_words(before: ContestStory, after: ContestStory, game: str) -> Iterator[str]:
    """What the newest correction of a game changed, a sentence each."""
    table = after.game(game)
    if table is None or not table.corrections:
        return
    one, what = table.corrections[-1], "Standings" if after.plan.private else "Standings and ratings"
    yield f"Round {table.round}, table {table.number}, {game} now counts as {change_in_words(one.was, one.now)}."
    was, now = final_places(before), final_places(after)
    moved = [f"{who} {now[who]} (was {was[who]})" for who in sorted(now, key=now.__getitem__) if now[who] != was[who]]
    more = f"; {counted(len(moved) - MOST_MOVED, 'more place')} changed" if len(moved) > MOST_MOVED else ""
    yield f"{what} are counted anew. " + (
        f"Places now: {', '.join(moved[:MOST_MOVED])}{more}." if moved else "Nobody's place changes."
    )
    drawn = [str(round_.number) for round_ in after.rounds if table in corrected_since(after, round_)]
    if len(drawn) == 1:
        yield f"Round {drawn[0]} was drawn by the standings before that, and stands."
    elif drawn:
        yield f"Rounds {listed(drawn)} were drawn by the standings before that, and stand."
