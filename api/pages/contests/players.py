"""The pages of players and of ratings: contests with place, points and games, and the course of a rating."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from flask import Response

from api.contests.figures import figures_of, ratings_in, stories_entered
from api.games.people import seat_name
from api.host.host import this_host
from api.pages.contests.contest import MOST_CONTESTS, at_a_glance, named_scenario
from api.pages.contests.course import course_of
from api.pages.rendering import page, site
from api.pages.viewer import visitor
from api.store.lookups import load_player, load_title
from api.store.models import ContestRow
from schemas.contests.parts import DrawnGame
from schemas.contests.progress import final_places
from schemas.contests.ratings import ranked, ranked_seats
from schemas.contests.standings import in_words, standings
from schemas.contests.story import ContestStory
from schemas.statements.in_words import rough_length

MOST_RATED: Final = 500


@dataclass(frozen=True)
class Part:
    """A player's part in one contest; without a place before its first result, and for substitutes."""

    contest: dict[str, str]
    place: int | None
    of: int
    points: str
    games: list[DrawnGame]


@site.get("/players/<handle>")
def player_page(handle: str) -> Response:
    """The contests that a player entered, and the figures of their games there."""
    host = this_host()
    with host.database.read() as session:
        load_player(session, handle)
        entered = stories_entered(host, session, handle, visitor().handle)
        parts = [part(row, story, story.alias_of(handle) or handle) for row, story in entered[:MOST_CONTESTS]]
        found = figures_of(host, session, handle, [story for _, story in entered])
        titles = sorted({row.title for row, _ in entered})
        rated = {title: ratings_in(host, session, title, handle) for title in titles}
        ratings = {title: found for title, found in rated.items() if handle in found.players}
        courses = {title: course_of(found.steps) for title, found in ratings.items()}
        facts: dict[str, Any] = {"parts_played": parts, "figures": found, "ratings": ratings, "courses": courses}
        return page("player", handle=handle, **facts, length=rough_length)


@site.get("/ratings/<title>")
def ratings_page(title: str) -> Response:
    """Everybody's rating in a title, and what each seat is worth."""
    host, known = this_host(), load_title(title)
    with host.database.read() as session:
        ratings = ratings_in(host, session, title)
    seats = [
        (named_scenario(known, scenario), seat_name(known, seat), one) for scenario, seat, one in ranked_seats(ratings)
    ]
    players = ranked(ratings.players)[:MOST_RATED]
    return page("ratings", title=known, lines=players, of=len(ratings.players), seats=seats, most=MOST_RATED)


def part(row: ContestRow, story: ContestStory, handle: str) -> Part:
    """Where they stand, and the tables at which they were drawn."""
    places = final_places(story) if story.has_results else {}
    games = [table for table in story.games if handle in seated(table)]
    line = standings(story).line(handle) if handle in places else None
    return Part(at_a_glance(row), places.get(handle), len(places), in_words(line.points) if line else "", games)


def seated(table: DrawnGame) -> set[str]:
    """Who was drawn at a table, or came in for somebody there."""
    return {*table.seats.values(), *(table.result.substitutes if table.result else {})}
