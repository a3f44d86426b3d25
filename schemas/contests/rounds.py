"""What a contest does next, by its plan: a pure function of its log and of the time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

import msgspec

from schemas.contests.parts import Round
from schemas.contests.progress import last_places, next_entrants, next_field, sizes_with_bots
from schemas.contests.story import ContestStory
from schemas.keys.chance import MOST_DRAWS

TOO_FEW: Final = "too few are left for another round"


class Wait(msgspec.Struct, frozen=True):
    """Nothing to do before that time (None: before something happens)."""

    until: datetime | None = None


class Close(msgspec.Struct, frozen=True):
    """A round closes with these entrants: the strongest first in a knock-out and where ratings seed, else by handle.

    `ratings` are those that seed, of the entrants who have one; None where ratings do not seed.
    """

    round: int
    entrants: list[str]
    ratings: dict[str, int] | None = None


class Draw(msgspec.Struct, frozen=True):
    """A closed round is drawn."""

    round: int


class EndGames(msgspec.Struct, frozen=True):
    """A round's time is up, and the plan ends its games with the places of the moment."""

    round: int
    games: list[str]


class Finish(msgspec.Struct, frozen=True):
    """The contest is over."""

    places: dict[str, int]
    reason: str


Step = Wait | Close | Draw | EndGames | Finish


class Stuck(msgspec.Struct, frozen=True):
    """What a contest waits for, since when, and until when at most."""

    what: str
    since: datetime
    until: datetime | None = None
    games: list[str] = []
    then: str = ""
    """What becomes of those games at that time."""


def next_step(story: ContestStory, now: datetime, ratings: Mapping[str, int] | None = None) -> Step:
    """The next thing to do. `ratings` where the plan seeds by them: only asked for when the first round closes."""
    if story.finished is not None:
        return Wait()
    if story.ended is not None:
        return Finish(last_places(story), f"ended by the organiser: {story.ended}"[:500])
    if not story.rounds:
        return _entering(story, now, ratings or {})
    last = story.rounds[-1]
    if last.drawn_at is None:
        return _drawing(story, last)
    if not last.is_done:
        return _playing(story, last, now)
    following = next_entrants(story)
    if following is not None:
        return Close(last.number + 1, following)
    is_short = last.number < story.plan.rounds and len(story.playing()) < min(sizes_with_bots(story.plan))
    return Finish(last_places(story), TOO_FEW if is_short else "all rounds are played")


def stuck(story: ContestStory) -> Stuck | None:
    """What everybody waits for; None where they wait for nothing."""
    if story.finished is not None:
        return None
    if not story.rounds:
        count, closes = len(story.playing()), story.closes_at
        most = f"{count} of {story.plan.most} entered" if closes is None else f"{count} entered"
        return Stuck(f"entering is open: {most}", story.opened_at, closes)
    last = story.rounds[-1]
    if last.drawn_at is None:
        return Stuck(f"round {last.number} is about to be drawn", last.closed_at)
    games = [table.game for table in last.tables if table.is_open]
    if not games:
        return Stuck(f"round {last.number} is done: the next step is the host's", last.drawn_at)
    ends, late = last.ends_at(story.plan), {"wait": "is waited for", "end": "ends", "adjudicate": "is adjudicated"}
    are = "is" if len(games) == 1 else "are"
    what = f"round {last.number}: {len(games)} of {len(last.tables)} games {are} still being played"
    then = f"a game still being played then {late[story.plan.late]}" if ends is not None else ""
    return Stuck(what, last.drawn_at, ends, games, then)


def _entering(story: ContestStory, now: datetime, ratings: Mapping[str, int]) -> Step:
    plan, entered, closes = story.plan, story.playing(), story.closes_at
    is_full = plan.kind == "mini" and len(entered) >= plan.most
    if not is_full and (closes is None or now < closes):
        return Wait(closes)
    wanted = max(plan.fewest, min(sizes_with_bots(plan)))
    if len(entered) < wanted:
        return Finish({}, f"too few entered: {len(entered)} of at least {wanted}")
    there = next_field(story, entered)
    if plan.seeds == "rating":
        known = {one: ratings[one] for one in there if one in ratings}
        return Close(1, by_rating(there, known), known)
    return Close(1, there)


def _drawing(story: ContestStory, last: Round) -> Step:
    if story.draws == MOST_DRAWS:
        return Finish(last_places(story), f"it has had {MOST_DRAWS} draws, and no secret is left for another")
    is_short = len(story.still_in(last)) < min(sizes_with_bots(story.plan))
    return Finish(last_places(story), TOO_FEW) if is_short else Draw(last.number)


def by_rating(entered: Iterable[str], ratings: Mapping[str, int]) -> list[str]:
    """The highest first, equals by handle; then who has none."""
    return sorted(entered, key=lambda one: (one not in ratings, -ratings.get(one, 0), one))


def _playing(story: ContestStory, last: Round, now: datetime) -> Step:
    ends = last.ends_at(story.plan)
    if ends is None or story.plan.late == "wait":
        return Wait()
    if now < ends:
        return Wait(ends)
    if story.plan.late == "adjudicate":
        return Wait()
    return EndGames(last.number, [table.game for table in last.tables if table.is_open])
