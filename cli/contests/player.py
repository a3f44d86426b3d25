"""`ostraka player` and `ostraka ratings`: players in the contests of a host, computed here from verified logs."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from cli.errors import Refused
from cli.terminal.help_pages import Group
from cli.terminal.options import Connection, host_options, json_option
from cli.terminal.output import emit, table, tell

if TYPE_CHECKING:
    from cli.client import Client
    from schemas.contests.ratings import Rating
    from schemas.contests.story import ContestStory


@click.group(cls=Group)
def player() -> None:
    """See how players do in contests: places, ratings, figures of reliability."""


@player.command()
@click.argument("handle", metavar="PLAYER")
@click.option("--answers", is_flag=True, help="How fast they answer, too: fetches the records of their games.")
@json_option
@host_options
def show(connection: Connection, handle: str, answers: bool, as_json: bool) -> None:
    """Show PLAYER: places in the contests of the host, ratings by title, and figures of the last twelve months.

    Everything is computed here, from the logs of contests and games, whose signatures are verified; with --answers also
    from the records of games that are over, each of which `ostraka replay` proves.
    """
    from schemas.contests.ratings import contest_ratings

    client = connection.spectator()
    stories = all_stories(client)
    if not client.is_registered(handle):
        raise Refused(f"{client.url} knows nobody called {handle}.", "unknown-player")
    names = ((story, story.alias_of(handle)) for story in stories)
    places = [place_of(story, name) for story, name in names if name is not None]
    rated = {
        title: {**line_of(found.players[handle]), "why": [step.in_words() for step in found.steps]}
        for title, found in contest_ratings(stories, handle).items()
        if handle in found.players
    }
    said = {"player": handle, "contests": places, "ratings": rated, "figures": counts(client, stories, handle, answers)}
    emit(said, as_json, show_player)


@click.command()
@click.argument("title_id", metavar="TITLE")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@json_option
@host_options
def ratings(connection: Connection, title_id: str, as_csv: bool, as_json: bool) -> None:
    """Show the ratings in TITLE by the contests of the host: of players, and what each seat of a scenario is worth.

    A seat's rating is added to its player's before two are compared. Everything is computed here, from the logs of the
    contests, whose signatures are verified. What made a player's: `ostraka player show PLAYER`.
    """
    from schemas.contests.exports import ratings_csv
    from schemas.contests.ratings import Ratings, contest_ratings, ranked, ranked_seats

    client = connection.spectator()
    found = contest_ratings(all_stories(client, title_id)).get(title_id, Ratings())
    if as_csv:
        click.echo(ratings_csv(found), nl=False)
        return
    said = {
        "title": title_id,
        "players": [{"player": player, **line_of(one)} for player, one in ranked(found.players)],
        "seats": [{"scenario": where, "seat": seat, **line_of(one)} for where, seat, one in ranked_seats(found)],
    }
    emit(said, as_json, show_ratings)


def all_stories(client: Client, title: str | None = None) -> list[ContestStory]:
    """The contests of a host, or those of a title."""
    return [client.contest_story(one["contest"]) for one in client.contests(title=title)]


def line_of(rating: Rating) -> dict[str, Any]:
    """What is said of a rating, whosever it is."""
    return {"rating": rating.value, "games": rating.games, "provisional": rating.is_provisional}


def show_ratings(said: dict[str, Any]) -> None:
    """Two tables: players, and seats."""
    if not said["players"]:
        tell(f"No game of a contest of {said['title']} has been counted yet.")
        return
    few = {True: "provisional", False: ""}
    rows = [(one["player"], one["rating"], one["games"], few[one["provisional"]]) for one in said["players"]]
    table(("player", "rating", "games", ""), rows)
    tell("")
    seats = [
        (one["scenario"], one["seat"], f"{one['rating']:+d}", one["games"], few[one["provisional"]])
        for one in said["seats"]
    ]
    table(("scenario", "seat", "worth", "games", ""), seats)


def place_of(story: ContestStory, handle: str) -> dict[str, Any]:
    """Where they stand in a contest; null before its first result, and for substitutes."""
    from schemas.contests.progress import final_places

    places = final_places(story) if story.has_results else {}
    over = story.finished is not None
    place = places.get(handle)
    return {"contest": story.contest, "name": story.plan.name, "place": place, "of": len(places), "over": over}


def counts(client: Client, stories: list[ContestStory], handle: str, with_answers: bool) -> dict[str, Any]:
    """Of all games of these contests at which they sat, for a year; null for answers where these were not asked for."""
    from msgspec.structs import asdict

    from schemas.contests.figures import Answered, answers, contest_figures
    from schemas.record import Record

    def answers_in(game: str) -> list[Answered]:
        return answers(Record.from_json(json.dumps(client.record(game)).encode()), game) if with_answers else []

    found = asdict(contest_figures(handle, stories, client.seen_log, datetime.now(UTC), answers_in))
    return found if with_answers else found | {"answers": None}


def show_player(said: dict[str, Any]) -> None:
    """Tables of contests and ratings, then the figures."""
    from schemas.statements.in_words import rough_length

    tell(said["player"])
    rows = [(one["name"], f"{one['place']} of {one['of']}" if one["place"] else "") for one in said["contests"]]
    if rows:
        table(("contest", "place"), rows)
    for title, one in said["ratings"].items():
        few = ", provisional" if one["provisional"] else ""
        tell(f"Rating in {title}: {one['rating']} ({one['games']} games{few}). Everybody begins with 1500.")
        for line in one["why"]:
            tell(f"  {line}")
    found = said["figures"]
    games = found["games"]
    going = games - found["finished"] - found["abandoned"]
    tell(f"Games of contests in twelve months: {games}, {found['came_in']} of them as a substitute; {going} go on")
    tell(f"Played to the end {found['finished']}, given up {found['resigned']}, lost by missing deadlines "
         f"{found['vacated']}, taken away {found['removed']}: of {games}")  # fmt: skip
    if found["answers"]:
        took = rough_length(found["answer_seconds"])
        tell(f"Time to answer: {took} of working time, the median of {found['answers']} phases that asked them alone")
    tell(f"Deadlines missed: {found['missed']}, in {found['phases']} phases while they sat")
