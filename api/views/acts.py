"""Acts of organisers and of seats, and invitations: signed statements. Acts are public, invitations are not."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, url_for
from flask_openapi.types import ResponseDict
from sqlmodel import Session, col, select

from api.access.authentication import who_asks
from api.access.signing_keys import find_in_game
from api.acts import take_act, take_seat_act
from api.games.statements import require_office
from api.host.awaited_seats import request_look
from api.host.host import Host, this_host
from api.http.answers import answer, answer_taken, statement_form
from api.openapi.decorators import blueprint, refuses, takes
from api.openapi.error_codes import NUMBERED, SIGNED
from api.openapi.game_answers import Acts, GameSummary, Invitations
from api.openapi.requests import ActsAfter, GamePath, SeatPath, StatementBody
from api.referee.invitation_links import make_link, sent_invitations, withdraw_invitation
from api.referee.invitations import invite
from api.reports.game_summaries import summarize_game
from api.rules.outside import outside
from api.store.lookups import load_game
from api.store.models import ActRow, Game
from api.views.games import signed
from schemas.statements.payloads import Act, Invitation, InvitationLink, SeatAct, Withdrawal
from schemas.statements.statements import Statement

acts = blueprint("acts", __doc__)
DOING = (
    "wrong-game",
    *NUMBERED,
    "being-resolved",
    "game-stopped",
    "unknown-seat",
    "seat-unmanned",
    "already-paused",
    "not-paused",
)
TAKEN: ResponseDict = {200: GameSummary, 201: GameSummary}


@acts.post("/games/<game>/acts", summary="Act as the organiser (statement `act`)", responses=TAKEN)
@takes(Act)
@refuses(
    *DOING,
    *(
        "not-organiser",
        "plays-here",
        "anonymous",
        "unknown-player",
        "already-holds",
        "unknown-phase",
        "not-resolved",
        "wrong-deadline",
    ),
    *("nothing-amended", "cannot-amend", "wrong-key", "own-key", "holds-no-seat", "not-claimed", "not-stopped"),
)
def post_act(path: GamePath, body: StatementBody) -> Response:
    """Pause, resume, extend, remind, vacate, replace, end, annul, roll back, amend, or confirm a new key."""
    return take_statement(path.game, body, "acts.get_acts", take_act)


@acts.get("/games/<game>/acts", summary="All acts, as they were signed", responses={200: Acts})
def get_acts(path: GamePath, query: ActsAfter) -> Response:
    """What organiser and seats have done, in the order in which it came."""
    with this_host().database.read() as session:
        game = load_game(session, path.game)
        public = col(ActRow.kind).in_((Act.document, SeatAct.document))
        acts = select(ActRow).where(ActRow.game == game.id, public).order_by(col(ActRow.id))
        rows = session.exec(acts.offset(query.after).limit(query.limit + 1)).all()
    shown = [statement_form(row.statement) for row in rows[: query.limit]]
    return answer(Acts(acts=shown, more=len(rows) > query.limit, next=query.after + len(shown)))


@acts.post("/games/<game>/seats/<seat>/acts", summary="Act for one's own seat (`seat-act`)", responses=TAKEN)
@takes(SeatAct)
@refuses(
    *(*DOING, "wrong-seat", "not-your-seat", "wrong-deadline", "wrong-absence", "too-long-absent", "already-started")
)
def post_seat_act(path: SeatPath, body: StatementBody) -> Response:
    """Vote, announce an absence, resign, or, before the game is dealt, leave."""

    def take(host: Host, session: Session, game: Game, statement: Statement) -> bool:
        return take_seat_act(host, session, game, path.seat, statement)

    return take_statement(path.game, body, "acts.get_acts", take)


@acts.post("/games/<game>/invitations", summary="Invite somebody (statement `invitation`)", responses=TAKEN)
@takes(Invitation)
@refuses(
    *("wrong-game", *NUMBERED, "not-organiser", "plays-here", "unknown-player", "unknown-seat", "seat-unmanned"),
    *("anonymous", "wrong-invitation", "no-free-seat", "too-many-invitations"),
)
def post_invitation(path: GamePath, body: StatementBody) -> Response:
    """Mail an invitation, and keep the seat that it names."""
    return take_statement(path.game, body, "games.get_game", invite)


@acts.post("/games/<game>/links", summary="Make an invitation link (statement `invitation-link`)", responses=TAKEN)
@takes(InvitationLink)
@refuses(
    *("wrong-game", *NUMBERED, "not-organiser", "plays-here", "unknown-seat", "seat-unmanned", "anonymous"),
    *("wrong-invitation", "no-free-seat", "seat-kept", "too-many-invitations", "try-again"),
)
def post_link(path: GamePath, body: StatementBody) -> Response:
    """Invite whoever has a word, of which the host gets the hash, and reserve the seat that the link names."""
    return take_statement(path.game, body, "games.get_game", make_link)


@acts.post("/games/<game>/withdrawals", summary="Take an invitation back (statement `withdrawal`)", responses=TAKEN)
@takes(Withdrawal)
@refuses("wrong-game", *NUMBERED, "not-organiser", "plays-here", "unknown-invitation")
def post_withdrawal(path: GamePath, body: StatementBody) -> Response:
    """Take back an invitation or a link. Whoever has joined by it stays."""
    return take_statement(path.game, body, "games.get_game", withdraw_invitation)


@acts.get("/games/<game>/invitations", summary="The invitations sent", responses={200: Invitations})
@refuses(*SIGNED, "not-organiser")
def get_invitations(path: GamePath) -> Response:
    """The players whom the organiser has invited, for the organiser to read."""
    host = this_host()
    with host.database.read() as session:
        game = load_game(session, path.game)
        asker = who_asks(host, session)
        asker.require(None)
        require_office(session, game, find_in_game(session, game.id, asker.key_id))
        sent = sent_invitations(session, game)
    return answer(Invitations(invitations=sent), private=True)


Take = Callable[[Host, Session, Game, Statement], bool]


def take_statement(name: str, body: StatementBody, shown_at: str, take: Take) -> Response:
    """Take the statement of a request, and answer with the summary of the game after it."""
    host, statement = this_host(), signed(body)

    def written(session: Session) -> tuple[GameSummary, bool]:
        game = load_game(session, name)
        new = take(host, session, game, statement)
        request_look(session, name, host.now())
        session.flush()
        return summarize_game(session, game), new

    summary, new = outside(host.database.write, written)
    return answer_taken(summary, new, url_for(shown_at, game=name))
