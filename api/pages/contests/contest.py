"""The pages of contests: all of them, and one with its standings, what it waits for, and what was done in it."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from flask import Response, request
from sqlmodel import Session, col, select

from adjudicator.kernel import OtherRules, Title, UnknownName
from adjudicator.registry import title as registered_title
from api.access.invited import find_invitation
from api.access.privacy import visible_contests
from api.contests.contest_log import ContestLog
from api.contests.duties import duties_in
from api.contests.inviting import describe_invited, organises
from api.games.people import seat_name
from api.host.host import Host, this_host
from api.http.problems import refuse
from api.pages.rendering import moment, number_asked, page, page_by_word, site
from api.pages.viewer import visitor
from api.reports.game_summaries import describe_phase, load_unresolved_phase
from api.store.lookups import load_contest, load_game, load_seats, unresolved_phase
from api.store.models import FINISHED, ContestRow, Seat
from schemas.contests.counting.scoring import scoring_in_words
from schemas.contests.duties import together
from schemas.contests.matches.in_words import results_in_words
from schemas.contests.parts import Deed
from schemas.contests.plan import plan_in_words
from schemas.contests.rounds import stuck
from schemas.contests.standings import TIE_BREAKS, in_words
from schemas.contests.story import ContestStory
from schemas.contests.told.acts import act_in_words
from schemas.contests.told.corrections import as_drawn, draw_in_words
from schemas.contests.told.explaining import Explained
from schemas.contests.told.invited import BECAME
from schemas.statements.contests import Contest

MOST_CONTESTS: Final = 50
MOST_AWAITED: Final = 16
"""Games of which it is said for whom they wait: the longest silence first."""
NAMED: Final = {"mini": "mini cup", "swiss": "Swiss"}
STATUSES: Final = {"entering": "open for entries", "running": "running", FINISHED: "over"}


@site.get("/contests")
def contests_page() -> Response:
    """The contests of this host, the newest first."""
    with this_host().database.read() as session:
        seen = select(ContestRow).where(visible_contests(visitor().handle))
        newest = seen.order_by(col(ContestRow.created_at).desc(), col(ContestRow.id))
        rows = session.exec(newest.limit(MOST_CONTESTS)).all()
        rated = {row.title: at_a_glance(row)["title"] for row in rows if not row.private}
        return page("contests", contests=[at_a_glance(row) for row in rows], rated=rated)


def under_way(session: Session) -> list[dict[str, str]]:
    """The contests that are not over, for the front page."""
    going = select(ContestRow).where(ContestRow.status != FINISHED, visible_contests(visitor().handle))
    newest = going.order_by(col(ContestRow.created_at).desc()).limit(MOST_CONTESTS)
    return [at_a_glance(row) for row in session.exec(newest).all()]


def at_a_glance(row: ContestRow) -> dict[str, str]:
    """A contest in a list."""
    try:
        played = registered_title(row.title).name
    except UnknownName:
        played = row.title
    status, kind = (
        STATUSES[row.status] + (", private" if row.private else ""),
        NAMED.get(row.plan.kind, row.plan.kind.replace("-", " ")),
    )
    about = {"id": row.id, "name": row.plan.name, "organiser": row.organiser}
    return about | {"kind": kind, "title": played, "status": status}


def played(plan: Contest) -> str:
    """Title and scenario as people call them."""
    try:
        title = registered_title(plan.title)
    except UnknownName:
        return f"{plan.title}, {plan.scenario}"
    return f"{title.name}, {named_scenario(title, plan.scenario)},"


def named_scenario(title: Title[Any], scenario: str) -> str:
    """A scenario as people call it."""
    try:
        return title.scenario(scenario).name
    except UnknownName:
        return scenario


@site.get("/contests/<contest>")
def contest_page(contest: str) -> Response:
    """What it waits for, how it stands and why, its newest round, its plan."""
    host = this_host()
    with host.database.read() as session:
        row, log = load_contest(session, contest), ContestLog(host, session, contest)
        story = log.story()
        after = number_asked("after", len(story.rounds))
        if after is not None and not 1 <= after <= len(story.rounds):
            refuse(404, "unknown-round", f"This contest has closed {len(story.rounds)} rounds so far.")
        drawn = number_asked("drawn", len(story.rounds)) if after is None else None
        if drawn is not None and not (1 <= drawn <= len(story.rounds) and story.rounds[drawn - 1].drawn_at):
            refuse(404, "unknown-round", f"Round {drawn} of this contest is not drawn yet.")
        word = invited_word(host, session, contest)
        shown = partial(page, "contest", play=host.config.play is not None)
        return (partial(page_by_word, "contest") if word else shown)(
            word=word,
            contest=at_a_glance(row),
            story=story,
            meaning=plan_in_words(story.plan, moment, played(story.plan), story.longer),
            waits=waits(host, session, story),
            duties=together(duties_in(log)),
            became=BECAME,
            invited=describe_invited(host, session, row) if organises(session, row, visitor().handle) else [],
            deeds=[(deed, done(story, deed)) for deed in story.deeds],
            after=after,
            drawn=drawn,
            drawn_by=drawn_by(story),
            matches=matches_of(story),
            lines=lines(story if drawn is None else as_drawn(log.entries(), story, drawn), after),
            scoring=scoring_in_words(story.plan),
            round=story.rounds[-1] if story.rounds else None,
            checkpoint=log.checkpoint().to_note(),
            is_open=is_open(story),
            entered=sorted(story.entrants.values(), key=lambda one: one.joined),
        )


def invited_word(host: Host, session: Session, contest: str) -> str:
    """The word of an invitation by mail in the address, as long as it holds; it goes along to where one enters."""
    word = request.args.get("invited", "")
    found = find_invitation(session, word, host.now())
    return word if found is not None and found.place == contest else ""


def done(story: ContestStory, deed: Deed) -> str:
    """What was decided, as a sentence."""
    return act_in_words(deed.act, story, has_begun=deed.has_begun, was=deed.was)


def matches_of(story: ContestStory) -> dict[int, list[str]]:
    """By round, what each match over both sides came to; of other contests nothing."""
    return {round_.number: results_in_words(story.plan, round_) for round_ in story.rounds}


def drawn_by(story: ContestStory) -> dict[int, str]:
    """By round, that it was drawn by standings that were corrected since; empty where they were not."""
    return {round_.number: draw_in_words(story, round_) for round_ in story.rounds}


def is_open(story: ContestStory) -> bool:
    """Can somebody enter still, and be drawn?"""
    is_late = story.takes_late and len(story.rounds) < story.plan.rounds
    return story.finished is None and (not story.rounds or is_late)


def waits(host: Host, session: Session, story: ContestStory) -> dict[str, Any] | None:
    """What everybody waits for, since when; of each game that goes on its open phase, and for whom it waits."""
    found = stuck(story)
    if found is None:
        return None
    games: list[dict[str, Any]] = []
    for game in found.games:
        table, phase = story.game(game), unresolved_phase(session, game)
        games.append(
            {
                "game": game,
                "table": f"Round {table.round}, table {table.number}" if table else game,
                "players": list(table.seats.values()) if table else [],
                "phase": phase.number if phase else None,
                "since": phase.opened_at if phase else found.since,
                "deadline": phase.deadline if phase else None,
            }
        )
    games.sort(key=lambda one: one["since"])
    shown = games[:MOST_AWAITED]
    for one in shown:
        one["awaited"] = awaited(host, session, one["game"]) if one["phase"] else []
    said = {"what": found.what, "since": found.since, "until": found.until, "then": found.then}
    return said | {"games": shown, "more": len(games) - len(shown)}


def awaited(host: Host, session: Session, game: str) -> list[str]:
    """For whom a game waits, as everybody may know it; of a veiled phase in general words."""
    try:
        phase = describe_phase(load_unresolved_phase(host, session, load_game(session, game)))
    except OtherRules:  # until the host has upgraded the game
        return []
    rules = registered_title(load_game(session, game).title)
    held = {seat.name: seat.player or vacant(rules, seat) for seat in load_seats(session, game)}
    return sorted({held[ask.seat] for ask in phase.asked if not ask.final}) or list(phase.waiting)


def vacant(rules: Title[Any], seat: Seat) -> str:
    """A vacant seat, with the player to whom it is offered."""
    offered = f", offered to {seat.kept_for}" if seat.kept_for else ""
    return f"nobody ({seat_name(rules, seat.name)} is vacant{offered})"


def lines(story: ContestStory, after: int | None) -> list[dict[str, Any]]:
    """The standings, the first first, each with why."""
    found = Explained(story, after)
    parted = found.parted_by()
    return [
        {
            "place": found.places[line.player],
            "player": line.player,
            "points": in_words(line.points),
            "by": TIE_BREAKS[tie] if (tie := parted[line.player]) else "",
            "why": found.why(line.player),
            "left": story.entrants[line.player].left,
            "division": found.division(line.player),
        }
        for line in found.lines
    ]
