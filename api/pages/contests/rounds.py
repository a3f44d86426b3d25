"""Pages of a contest that one prints: a round, its pairings on one sheet, all rounds, the crosstable."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from flask import Response

from api.contests.contest_log import ContestLog
from api.host.host import this_host
from api.http.problems import refuse
from api.pages.contests.contest import at_a_glance, drawn_by, matches_of
from api.pages.rendering import page, site
from api.store.lookups import load_contest
from schemas.contests.counting.scoring import scoring_in_words
from schemas.contests.standings import in_words
from schemas.contests.story import ContestStory
from schemas.contests.told.crosstable import WIDEST, crosstable, in_round, in_square

SIZES: Final = {"few": 36, "several": 130, "many": 250}
"""By the size of their letters, the lines of pairings up to which they fit on a sheet; "most" for any more."""


@site.get("/contests/<contest>/rounds/<int(max=12):number>")
def round_page(contest: str, number: int) -> Response:
    """The tables of a round, with their results."""
    return page("round", **facts_of(contest, number))


@site.get("/contests/<contest>/rounds/<int(max=12):number>/pairings")
def pairings_page(contest: str, number: int) -> Response:
    """Who sits where in a round, to be pinned up."""
    facts = facts_of(contest, number)
    lines = sum(2 + len(table.seats) for table in facts["round"].tables)
    return page("pairings", **facts, size=next((size for size, most in SIZES.items() if lines <= most), "most"))


@site.get("/contests/<contest>/rounds")
def rounds_page(contest: str) -> Response:
    """The tables of all rounds, with their results."""
    return page("rounds", **facts_of(contest))


@site.get("/contests/<contest>/crosstable")
def crosstable_page(contest: str) -> Response:
    """Who met whom, with what result; of too many for a square, round by round."""
    facts = facts_of(contest)
    story: ContestStory = facts["story"]
    rows = crosstable(story)
    return page(
        "crosstable",
        **facts,
        rows=rows,
        is_square=len(rows) <= WIDEST,
        points=in_words,
        scoring=scoring_in_words(story.plan),
        told=in_square,
        in_round=partial(in_round, story.plan),
    )


def facts_of(contest: str, number: int | None = None) -> dict[str, Any]:
    """What these pages are made of; with a round, which has to be closed."""
    host = this_host()
    with host.database.read() as session:
        row = load_contest(session, contest)
        log = ContestLog(host, session, contest)
        story, checkpoint = log.story(), log.checkpoint().to_note()
    facts = {"contest": at_a_glance(row), "story": story, "checkpoint": checkpoint, "drawn_by": drawn_by(story)}
    facts["matches"] = matches_of(story)
    if number is None:
        return facts
    if not 1 <= number <= len(story.rounds):
        refuse(404, "unknown-round", f"This contest has closed {len(story.rounds)} rounds so far.")
    round_ = story.rounds[number - 1]
    return facts | {"round": round_, "ends_at": round_.ends_at(story.plan)}
