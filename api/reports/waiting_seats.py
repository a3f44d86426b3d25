"""What waits for a player: his seats in all games, what each of them is asked, and whose mails do not arrive."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select

from api.access.authentication import Asker
from api.games.open_phase import stand
from api.games.press import readable
from api.host.host import Host
from api.mail_out.outbox import MOST_BOUNCES
from api.openapi.requests import WaitingPage
from api.reports.paging import after_place, part
from api.store.lookups import load_game, unresolved_phase
from api.store.models import INVITING, RUNNING, Game, GameKeyRow, Player, Seat
from schemas.statements.payloads import instant


def waiting(host: Host, session: Session, player: Player, asker: Asker, page: WaitingPage) -> dict[str, Any]:
    """A part of a player's seats, the newest game first: for his own eyes, or those that a token is for."""
    own = select(Seat).join(Game, col(Game.id) == Seat.game).where(Seat.player == player.handle)
    own = own.where(~speaks_another(asker.key_id))
    if asker.games is not None:
        own = own.where(col(Game.id).in_(asker.games))
    if page.status is not None:
        own = own.where(Game.status == page.status)
    ordered = own.order_by(col(Game.created_at).desc(), col(Game.id), col(Seat.ordinal))
    begin = after_place(page)
    rows = session.exec(ordered.offset(begin).limit(page.limit + 1)).all()
    seats, following = part(rows, page, lambda _: str(begin + page.limit))
    return {"games": [told_seat(host, session, load_game(session, seat.game), seat) for seat in seats], **following}


def speaks_another(key_id: str) -> ColumnElement[bool]:
    """Does another key than this speak for the seat's player in its game? Then the seat is not for this key's eyes."""
    replaced = select(GameKeyRow.id).where(
        GameKeyRow.game == Seat.game,
        GameKeyRow.player == Seat.player,
        col(GameKeyRow.until).is_(None),
        GameKeyRow.key_id != key_id,
    )
    return replaced.exists()


def bounced(session: Session, organiser: Player, asker: Asker) -> list[dict[str, Any]]:
    """The seats, in games that a player organises, whose players' mails came back for good; never to which address."""
    rows = session.exec(
        select(Game, Seat, Player)
        .join(Seat, col(Seat.game) == Game.id)
        .join(Player, col(Player.handle) == Seat.player)
        .where(Game.organiser == organiser.handle, col(Game.status).in_((INVITING, RUNNING)), Player.bounces > 0)
        .order_by(col(Game.created_at).desc(), col(Game.id), col(Seat.ordinal))
    ).all()
    return [
        {
            "game": game.id,
            "name": game.name,
            "seat": seat.name,
            "player": player.handle,
            "bounces": player.bounces,
            "mailed": player.bounces < MOST_BOUNCES,
        }
        for game, seat, player in rows
        if asker.covers(game.id)
    ]


def told_seat(host: Host, session: Session, game: Game, seat: Seat) -> dict[str, Any]:
    """One seat at a glance."""
    return {
        "game": game.id,
        "name": game.name,
        "title": game.title,
        "seat": seat.name,
        "status": game.status,
        "paused": game.paused_at is not None,
        "press": len(readable(host, session, game, seat)),
        **told_phase(host, session, game, seat),
    }


def told_phase(host: Host, session: Session, game: Game, seat: Seat) -> dict[str, Any]:
    """What the open phase asks of a seat, and where its orders stand."""
    row = unresolved_phase(session, game.id)
    if row is None:
        return {"phase": None, "deadline": None, "asked": [], "in": False, "final": False}
    phase = stand(host, session, game, row)
    standing = next((one for one in phase.standings if one.seat.name == seat.name), None)
    return {
        "phase": row.number,
        "deadline": instant(row.deadline) if row.deadline else None,
        "asked": [ask.name for ask in phase.title.asked_of(phase.position, seat.name)],
        "in": standing is not None and standing.is_in,
        "final": standing is not None and standing.final,
    }
