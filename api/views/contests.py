"""Contests: games in rounds under one signed plan. All of them is public but for whom was invited, and but for
those that are private: these are for whom they concern."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
from flask import Response, request, url_for
from flask_openapi.types import ResponseDict
from sqlmodel import Session, col, or_, select

from api.access.authentication import who_asks
from api.access.privacy import asking, visible_contests
from api.access.signing_keys import find_signer
from api.contests.acts import take_contest_act
from api.contests.contest_log import ContestLog
from api.contests.entering import enter, leave, take_bye, take_challenge
from api.contests.figures import figures_of, ratings_in, stories_entered
from api.contests.inviting import describe_invited, invite_to_contest, require_organises
from api.contests.opening import open_contest
from api.contests.summaries import describe_contest, describe_round, describe_standings, summarize_contest
from api.host.host import Host, this_host
from api.http.answers import answer, answer_taken, answer_text
from api.http.problems import refuse
from api.openapi.contest_answers import (
    ContestAnswer,
    ContestInvitations,
    ContestLogAnswer,
    ContestRound,
    Contests,
    InvitedToContest,
    PlayerFigures,
    RatingLine,
    SeatRating,
    StandingsAnswer,
    TitleRatings,
)
from api.openapi.decorators import blueprint, refuses, takes
from api.openapi.error_codes import SIGNED
from api.openapi.fields import NOTE
from api.openapi.requests import (
    AfterRound,
    ContestPath,
    ContestsPage,
    EntriesAfter,
    OpeningBody,
    Page,
    PlayerPath,
    RoundPath,
    StatementBody,
    TitlePath,
)
from api.referee.lobby import add_sent_components
from api.reports.paging import cursor, entries_part, refuse_cursor, take_part
from api.store.lookups import load_contest, load_player, load_title
from api.store.models import ContestRow
from api.views.games import allow_components, without_components
from schemas.contests.exports import appointments, calendar, feed, results_csv
from schemas.contests.ratings import Rating, ranked, ranked_seats
from schemas.contests.story import ContestStory
from schemas.contests.told.corrections import as_drawn
from schemas.contests.told.crosstable import crosstable_csv
from schemas.errors import BrokenLog
from schemas.statements.canonical import to_base64url
from schemas.statements.contests import (
    Challenge,
    Contest,
    ContestAct,
    ContestInvitation,
    Enter,
    LeaveContest,
    RequestBye,
)
from schemas.statements.statements import Statement

contests = blueprint("contests", __doc__)
LONGEST = 10_000_000
RATED = re.compile(r"(-?[0-9]{1,9}) (.+)")
"""A cursor in a list of ratings: after the one with this rating and this handle."""
XML = "text/xml"
"""Of the feed: generators of clients know no `application/atom+xml`, and readers of feeds take either."""
SAID = ("wrong-contest", "contest-over", "too-much-stored")
TAKEN: ResponseDict = {200: ContestAnswer, 201: ContestAnswer}


contests.before_request(allow_components)


def written(kind: str) -> dict[str, Any]:
    """An answer that is no JSON, for the OpenAPI document."""
    longest = {"type": "string", "maxLength": LONGEST}
    return {"description": "The file.", "content": {kind: {"schema": longest}}}


@contests.post("/contests", summary="Open a contest (statement `contest`, signed by its organiser)", responses=TAKEN)
@takes(Contest)
@refuses(
    *("unknown-title", "unknown-scenario", "wrong-seats", "wrong-deadline", "wrong-terms", "wrong-options"),
    *("wrong-components", "unknown-name", "wrong-host", "wrong-plan", "try-again", "too-many-contests"),
    *("too-much-stored", "host-full", "unknown-player", "not-by-alias"),
)
def post_contest(body: OpeningBody) -> Response:
    """Open a contest; the same statement again changes nothing."""
    host, statement = this_host(), Statement.from_json(without_components(request.get_data()))
    if body.components is not None:
        add_sent_components(host, statement, body.components, statement.read(Contest), ContestRow)
    with host.database.write() as session:
        row, new = open_contest(host, session, statement, body.components)
        told = describe_contest(ContestLog(host, session, row.id), row)
    return answer_taken(told, new, url_for("contests.get_contest", contest=told.contest))


@contests.get("/contests", summary="The contests of this host", responses={200: Contests})
@refuses("wrong-cursor")
def get_contests(query: ContestsPage) -> Response:
    """The contests of this host, the newest first; all of them, or those of a status, title or organiser.

    Private ones come only in the answer to a signed request of somebody whom they concern.
    """
    host = this_host()
    wanted = (
        (ContestRow.status, query.status),
        (ContestRow.title, query.title),
        (ContestRow.organiser, query.organiser),
    )
    with host.database.read() as session:
        who = asking(host, session)
        shown = visible_contests(who)
        rows = select(ContestRow).where(shown, *(column == value for column, value in wanted if value is not None))
        if (begin := cursor(query)) is not None:
            last = session.exec(select(ContestRow).where(ContestRow.id == begin, shown)).first() or refuse_cursor()
            later = col(ContestRow.created_at) < last.created_at
            same = (col(ContestRow.created_at) == last.created_at) & (col(ContestRow.id) > last.id)
            rows = rows.where(or_(later, same))
        newest = rows.order_by(col(ContestRow.created_at).desc(), col(ContestRow.id)).limit(query.limit + 1)
        found, following = take_part(session.exec(newest).all(), query, lambda row: row.id)
        told = Contests(contests=[summarize_contest(row) for row in found], **following)
        return answer(told, private=who is not None)


@contests.get("/contests/<contest>", summary="A contest", responses={200: ContestAnswer})
def get_contest(path: ContestPath) -> Response:
    """Its plan, who is in it, its rounds with their results, and what it waits for."""
    host = this_host()
    with host.database.read() as session:
        row = load_contest(session, path.contest)
        return answer(describe_contest(ContestLog(host, session, row.id), row))


@contests.get(
    "/contests/<contest>/log", summary="The log: every entry, signed by the host", responses={200: ContestLogAnswer}
)
def get_contest_log(path: ContestPath, query: EntriesAfter) -> Response:
    """The log, from its first entry or after the one of an index."""
    host = this_host()
    with host.database.read() as session:
        row = load_contest(session, path.contest)
        found = ContestLog(host, session, row.id).entries()[query.after + 1 :]
    key = to_base64url(host.identity.signing_key)
    return answer(ContestLogAnswer(host_key=key, **entries_part(found, query)))


@contests.get(
    "/contests/<contest>/checkpoint",
    summary="The newest checkpoint of the log: how long it is and in which hash it ends, signed by the host",
    responses={200: NOTE},
)
def get_contest_checkpoint(path: ContestPath) -> Response:
    """A signed note, as text. Every mail of the contest comes with the one of its time."""
    host = this_host()
    with host.database.read() as session:
        found = ContestLog(host, session, load_contest(session, path.contest).id).checkpoint()
    return answer_text(found.to_note())


@contests.get("/contests/<contest>/rounds/<int:number>", summary="A round", responses={200: ContestRound})
@refuses("unknown-round")
def get_round(path: RoundPath) -> Response:
    """Its tables, with their results."""
    story = story_of(path.contest)
    if path.number > len(story.rounds):
        refuse(404, "unknown-round", f"The contest has closed {len(story.rounds)} rounds so far.")
    return answer(describe_round(story, story.rounds[path.number - 1]))


@contests.get("/contests/<contest>/standings", summary="The standings, with why", responses={200: StandingsAnswer})
@refuses("unknown-round")
def get_standings(path: ContestPath, query: AfterRound) -> Response:
    """Everybody's place and points, and a sentence for each game and sum."""
    story = story_of(path.contest) if query.drawn is None else story_as_drawn(path.contest, query.drawn)
    if query.round is not None and query.round > len(story.rounds):
        refuse(404, "unknown-round", f"The contest has closed {len(story.rounds)} rounds so far.")
    return answer(describe_standings(story, query.round))


@contests.get("/contests/<contest>/results.csv", summary="A line a seat", responses={200: written("text/csv")})
def get_results(path: ContestPath) -> Response:
    """Every seat of every round, with who was drawn there, place, points, and who came in."""
    return answer_text(results_csv(story_of(path.contest)), "text/csv")


@contests.get(
    "/contests/<contest>/crosstable.csv", summary="Who met whom, with what result", responses={200: written("text/csv")}
)
def get_crosstable(path: ContestPath) -> Response:
    """A line for each two who met in a game, from both sides: 1 ahead of the other, 0.5 at the same place, 0 behind."""
    return answer_text(crosstable_csv(story_of(path.contest)), "text/csv")


@contests.get(
    "/contests/<contest>/calendar.ics",
    summary="When entering closes, and when rounds end",
    responses={200: written("text/calendar")},
)
def get_calendar(path: ContestPath) -> Response:
    """A calendar (iCalendar) to subscribe to."""
    story = story_of(path.contest)
    return answer_text(calendar(story.plan.name, path.contest, story.opened_at, appointments(story)), "text/calendar")


@contests.get("/contests/<contest>/feed.atom", summary="What happened", responses={200: written(XML)})
def get_contest_feed(path: ContestPath) -> Response:
    """A feed (Atom): draws, results, the end."""
    url = f"{this_host().config.public_url.rstrip('/')}/api/v1/contests/{path.contest}"
    return answer_text(feed(story_of(path.contest), url).decode(), XML)


@contests.post("/contests/<contest>/entrants", summary="Enter (statement `enter`)", responses=TAKEN)
@takes(Enter)
@refuses(
    *SAID,
    *("wrong-host", "wrong-commitment", "entering-closed", "contest-full", "already-entered", "disqualified"),
    *("no-substitutes", "alias-wanted", "not-by-alias"),
)
def post_entrant(path: ContestPath, body: StatementBody) -> Response:
    """Enter, or wait as a substitute for seats that fall vacant."""
    return taken(path.contest, enter)


@contests.post("/contests/<contest>/leavers", summary="Leave (statement `leave`)", responses=TAKEN)
@takes(LeaveContest)
@refuses(*SAID, "not-entered", "number-not-newer")
def post_leaver(path: ContestPath, body: StatementBody) -> Response:
    """Leave the draws from the next closing on; running games stay as they are."""
    return taken(path.contest, leave)


@contests.post(
    "/contests/<contest>/challenges",
    summary="Challenge on a ladder, or decline (statement `challenge`)",
    responses=TAKEN,
)
@takes(Challenge)
@refuses(*SAID, "not-entered", "number-not-newer", "challenge-refused")
def post_challenge(path: ContestPath, body: StatementBody) -> Response:
    """Sit with somebody who stands above you in the next round, or decline one who wants to sit with you."""
    return taken(path.contest, take_challenge)


@contests.post("/contests/<contest>/byes", summary="Ask to sit out a round (statement `bye`)", responses=TAKEN)
@takes(RequestBye)
@refuses(*SAID, "not-entered", "number-not-newer", "bye-refused")
def post_bye(path: ContestPath, body: StatementBody) -> Response:
    """Sit out a round that is not drawn yet, as the plan allows; or with `withdrawn` play in it after all."""
    return taken(path.contest, take_bye)


@contests.post(
    "/contests/<contest>/acts", summary="Act as organiser or assistant (statement `contest-act`)", responses=TAKEN
)
@takes(ContestAct)
@refuses(
    *SAID,
    *("not-organiser", "plays-here", "number-not-newer", "wrong-act", "wrong-round", "not-drawn", "not-entered"),
    *("unknown-player", "unknown-game", "game-over", "being-resolved", "other-rules", "anonymous"),
    *("too-few-left", "no-more-draws", "too-much-press"),
)
def post_contest_act(path: ContestPath, body: StatementBody) -> Response:
    """Keep apart, redraw, disqualify, adjudicate, extend, name an assistant, annul, correct, end; or write to all."""
    return taken(path.contest, take_contest_act)


@contests.post(
    "/contests/<contest>/invitations",
    summary="Invite somebody to enter (statement `contest-invitation`)",
    responses={200: InvitedToContest, 201: InvitedToContest},
)
@takes(ContestInvitation)
@refuses(
    *SAID,
    *("not-organiser", "number-not-newer", "wrong-invitation", "unknown-player", "entering-closed"),
    *("too-many-invitations", "unknown-invitation"),
)
def post_contest_invitation(path: ContestPath, body: StatementBody) -> Response:
    """Mail an invitation, or with `withdrawn` take one back; nobody invited, or in the contest, gets one more."""
    host, statement = this_host(), Statement.parse(request.get_data())
    with host.database.write() as session:
        row = load_contest(session, path.contest)
        new = invite_to_contest(host, session, row, statement)
    wanted = statement.read(ContestInvitation)
    told = InvitedToContest(player=wanted.player, address=wanted.address)
    return answer_taken(told, new, url_for("contests.get_contest_invitations", contest=path.contest))


@contests.get("/contests/<contest>/invitations", summary="The invitations sent", responses={200: ContestInvitations})
@refuses(*SIGNED, "not-organiser")
def get_contest_invitations(path: ContestPath) -> Response:
    """Whom the organiser has invited, and what became of it, for the organiser to read."""
    host = this_host()
    with host.database.read() as session:
        row, asker = load_contest(session, path.contest), who_asks(host, session)
        asker.require(None)
        require_organises(session, row, find_signer(session, asker.key_id))
        told = ContestInvitations(invitations=describe_invited(host, session, row))
    return answer(told, private=True)


@contests.get("/players/<handle>/figures", summary="A player's reliability in contests", responses={200: PlayerFigures})
def get_figures(path: PlayerPath) -> Response:
    """Counts of a year up to the last midnight (UTC), which anybody can make again from the logs of the games."""
    host = this_host()
    with host.database.read() as session:
        load_player(session, path.handle)
        stories = [story for _, story in stories_entered(host, session, path.handle, None)]
        found = figures_of(host, session, path.handle, stories)
    return answer(PlayerFigures(player=path.handle, **msgspec.structs.asdict(found)))


@contests.get("/ratings/<title>", summary="Ratings in a title", responses={200: TitleRatings})
@refuses("wrong-cursor")
def get_ratings(path: TitlePath, query: Page) -> Response:
    """Elo between each two at a table, by the games of contests here, which anybody can make again from their logs.

    A seat's rating is added to its player's before two are compared: `seats` has those of all scenarios played here.
    """
    host = this_host()
    load_title(path.title)
    with host.database.read() as session:
        ratings = ratings_in(host, session, path.title)
    lines = ranked(ratings.players)
    if (begin := cursor(query)) is not None:
        last = RATED.fullmatch(begin) or refuse_cursor()
        lines = [(name, one) for name, one in lines if (-one.value, name) > (-int(last[1]), last[2])]
    found, following = take_part(lines[: query.limit + 1], query, lambda line: f"{line[1].value} {line[0]}")
    players = [RatingLine(player=name, **line_of(one)) for name, one in found]
    seats = [SeatRating(scenario=scenario, seat=seat, **line_of(one)) for scenario, seat, one in ranked_seats(ratings)]
    return answer(TitleRatings(title=path.title, ratings=players, seats=seats, **following))


def line_of(rating: Rating) -> dict[str, Any]:
    """What is said of a rating, whosever it is."""
    return {"rating": rating.value, "games": rating.games, "provisional": rating.is_provisional}


def story_of(contest: str) -> ContestStory:
    """What the log of a contest tells."""
    host = this_host()
    with host.database.read() as session:
        return ContestLog(host, session, load_contest(session, contest).id).story()


def story_as_drawn(contest: str, number: int) -> ContestStory:
    """What the log told when a round was drawn."""
    host = this_host()
    with host.database.read() as session:
        log = ContestLog(host, session, load_contest(session, contest).id)
        try:
            return as_drawn(log.entries(), log.story(), number)
        except BrokenLog:
            refuse(404, "unknown-round", f"Round {number} is not drawn yet.")


def taken(contest: str, take: Callable[[Host, Session, ContestRow, Statement], bool]) -> Response:
    """Take a statement, and answer with the contest after it."""
    host, statement = this_host(), Statement.parse(request.get_data())
    with host.database.write() as session:
        row = load_contest(session, contest)
        new = take(host, session, row, statement)
        told = describe_contest(ContestLog(host, session, row.id), row)
    return answer_taken(told, new, url_for("contests.get_contest", contest=contest))
