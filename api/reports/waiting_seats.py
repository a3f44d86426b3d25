"""What waits for a player: their seats in all games, what each is asked, and which players' mail does not arrive."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from adjudicator.kernel import OtherRules
from api.access.aliases import own_aliases
from api.access.authentication import Asker
from api.access.letterboxes import MOST_BOUNCES
from api.games.open_phase import OpenPhase, find_open_phase
from api.games.people import organisers_of, people_of
from api.games.press import readable_press
from api.host.host import Host
from api.openapi.answers import BouncingPlayer
from api.openapi.game_answers import ContestDuty, OwnAlias, Waiting, WaitingSeat
from api.openapi.requests import WaitingPage
from api.reports.paging import IS_GOING, after_place, take_part
from api.store.lookups import IS_FREE, load_game, newest_envelope, organised_by, unresolved_phase
from api.store.models import INVITING, RUNNING, Game, GameKeyRow, Player, Seat
from schemas.statements.payloads import instant


def waiting_for(
    host: Host, session: Session, player: Player, asker: Asker, page: WaitingPage, contests: list[ContestDuty]
) -> Waiting:
    """A part of a player's seats, those in the newest game first, and the players whose mail bounces.

    What a token or a replaced key may not see is left out.
    """
    own = select(Seat).join(Game, col(Game.id) == Seat.game).where(Seat.player == player.handle)
    own = own.where(~speaks_another(asker.key_id))
    if asker.games is not None:
        own = own.where(col(Game.id).in_(asker.games))
    if page.status is not None:
        own = own.where(Game.status == page.status)
    if page.going:
        own = own.where(IS_GOING)
    ordered = own.order_by(col(Game.created_at).desc(), col(Game.id), col(Seat.ordinal))
    begin = after_place(page)
    rows = session.exec(ordered.offset(begin).limit(page.limit + 1)).all()
    seats, following = take_part(rows, page, lambda _: str(begin + page.limit))
    mine = page.in_words and (asker.scopes is None or "seats" in asker.scopes)
    return Waiting(
        games=[
            describe_waiting_seat(host, session, load_game(session, seat.game), seat, page.in_words, mine)
            for seat in seats
        ],
        bounced=bouncing_players(session, player, asker),
        aliases=aliases_of(host, session, player, asker),
        contests=contests,
        **following,
    )


def aliases_of(host: Host, session: Session, player: Player, asker: Asker) -> list[OwnAlias]:
    """Under which the player plays: for their own eyes, so no token reads it."""
    if asker.scopes is not None:
        return []
    return [OwnAlias(where=row.place, alias=row.alias) for row in own_aliases(host, session, player)]


def speaks_another(key_id: str) -> ColumnElement[bool]:
    """Does another key speak for the seat's player in its game? Then this key may not see the seat."""
    replaced = select(GameKeyRow.id).where(
        GameKeyRow.game == Seat.game,
        GameKeyRow.player == Seat.player,
        col(GameKeyRow.until).is_(None),
        GameKeyRow.key_id != key_id,
    )
    return replaced.exists()


def bouncing_players(session: Session, organiser: Player, asker: Asker) -> list[BouncingPlayer]:
    """The players whose mail was returned in the games that a player organises; never the address.

    Of an alias it is not told: whose mail is returned elsewhere too could be the one.
    """
    rows = session.exec(
        select(Game, Seat, Player)
        .join(Seat, col(Seat.game) == Game.id)
        .join(Player, col(Player.handle) == Seat.player)
        .where(col(Game.id).in_(organised_by(organiser.handle)))
        .where(col(Game.status).in_((INVITING, RUNNING)), Player.bounces > 0)
        .order_by(col(Game.created_at).desc(), col(Game.id), col(Seat.ordinal))
    ).all()
    decide = organisers_of(session, [game for game, _, _ in rows])
    return [
        BouncingPlayer(
            game=game.id,
            name=game.opened.name,
            seat=seat.name,
            player=player.handle,
            bounces=player.bounces,
            mailed=player.bounces < MOST_BOUNCES,
        )
        for game, seat, player in rows
        if asker.covers(game.id) and not game.opened.anonymous and organiser.handle in decide[game.id]
    ]


def describe_waiting_seat(
    host: Host, session: Session, game: Game, seat: Seat, in_words: bool = False, mine: bool = False
) -> WaitingSeat:
    """What the open phase asks of a seat, and where its orders stand; `mine`: in words that are for its player only."""
    press = readable_press(host, session, game, seat)
    row, phase = unresolved_phase(session, game.id), known_phase(host, session, game)
    standing = next((one for one in phase.standings if one.seat.name == seat.name), None) if phase else None
    newest = newest_envelope(session, game.id, row.number, seat.name) if row else None
    asked = [ask.name for ask in phase.title.asked_of(phase.position, seat.name)] if phase else []
    return WaitingSeat(
        game=game.id,
        name=game.opened.name,
        title=game.title,
        seat=seat.name,
        status=game.status,
        paused=game.paused_at is not None,
        stopped=row is not None and row.is_stopped,
        press=len(press),
        phase=row.number if row else None,
        deadline=instant(row.deadline) if row and row.deadline else None,
        asked=asked,
        is_in=standing is not None and standing.is_in,
        final=standing is not None and standing.final,
        sequence=newest.sequence if newest else 0,
        word=newest.word if newest else None,
        free=len(free_seats(session, game)),
        newest_press=max((one.number for one in press if one.sender != seat.name), default=0),
        prompts=prompts(phase, seat.name, asked) if phase and mine else [],
        waiting=phase.title.waiting(phase.title.view(phase.position, None)) if phase and in_words else [],
        people=people_of(session, game) if in_words else {},
    )


def known_phase(host: Host, session: Session, game: Game) -> OpenPhase | None:
    """The unresolved phase; None too where these rules do not know it: it is told that the game has stopped."""
    try:
        return find_open_phase(host, session, game)
    except OtherRules:
        return None


def prompts(phase: OpenPhase, seat: str, asked: Sequence[str]) -> list[str]:
    """What a seat is asked, in words, from its own view."""
    view = phase.title.view(phase.position, seat) if asked else None
    return [phase.title.prompt(view, seat, name) for name in asked]


def free_seats(session: Session, game: Game) -> Sequence[Seat]:
    """The seats of a game that nobody holds, though a person should."""
    return session.exec(select(Seat).where(Seat.game == game.id, IS_FREE)).all()
