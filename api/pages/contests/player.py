"""A player in the contests of this host: where they stand, their games, figures of reliability."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from flask import Response
from sqlmodel import Session, col, select

from api.contests.contest_log import ContestLog
from api.games.game_log import read_log
from api.host.host import Host, this_host
from api.http.problems import refuse
from api.pages.contests.contest import MOST_CONTESTS, at_a_glance
from api.pages.rendering import page, site
from api.store.models import ContestRow, Player
from schemas.contests.figures import Figures, figures
from schemas.contests.progress import final_places
from schemas.contests.ratings import contest_ratings
from schemas.contests.story import ContestStory, DrawnGame

COUNTED: Final = timedelta(days=365)


@dataclass(frozen=True)
class Part:
    """A player's part in one contest; without a place before its first round, and for substitutes."""

    contest: dict[str, str]
    place: int | None
    of: int
    games: list[DrawnGame]


@site.get("/players/<handle>")
def player_page(handle: str) -> Response:
    """The contests that a player entered, and the figures of their games there."""
    host = this_host()
    with host.database.read() as session:
        if session.exec(select(Player).where(Player.handle == handle)).first() is None:
            refuse(404, "unknown-player", "This host knows nobody of that name.")
        newest = select(ContestRow).order_by(col(ContestRow.created_at).desc()).limit(MOST_CONTESTS)
        stories = [(row, ContestLog(host, session, row.id).story()) for row in session.exec(newest).all()]
        entered = [(row, story) for row, story in stories if handle in story.entrants]
        parts = [part(row, story, handle) for row, story in entered]
        found = counts(host, session, handle, [story for _, story in entered]) if entered else None
        rated = contest_ratings(story for _, story in stories)
        ratings = {title: ratings[handle] for title, ratings in rated.items() if handle in ratings}
        return page("player", handle=handle, parts_played=parts, figures=found, ratings=ratings)


def part(row: ContestRow, story: ContestStory, handle: str) -> Part:
    """Where they stand, and the tables at which they were drawn."""
    places = final_places(story) if story.rounds else {}
    games = [table for table in story.games if handle in seated(table)]
    return Part(at_a_glance(row), places.get(handle), len(places), games)


def seated(table: DrawnGame) -> set[str]:
    """Who was drawn at a table, or came in for somebody there."""
    return {*table.seats.values(), *(table.result.substitutes if table.result else {})}


def counts(host: Host, session: Session, handle: str, stories: list[ContestStory]) -> Figures:
    """Of all games of these contests at which they sat, for a year."""
    keys = {story.entrants[handle].key for story in stories}
    games = [table.game for story in stories for table in [*story.games, *story.void] if handle in seated(table)]
    return figures(keys, [read_log(session, game) for game in games], host.now() - COUNTED)
