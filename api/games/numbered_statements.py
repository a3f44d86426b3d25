"""Numbered statements: each signer's numbers rise within a game, so that an old statement cannot be sent as new."""

from __future__ import annotations

from sqlmodel import Session, col, select

from api.host.host import Host
from api.http.problems import Problem, refuse
from api.store.models import INVITING, OVER, ActRow, Game
from schemas.statements.statements import Statement


def is_known(session: Session, statement: Statement) -> bool:
    """Was this very statement taken before?"""
    return session.exec(select(ActRow.id).where(ActRow.digest == statement.digest.hex())).first() is not None


def require_newer(session: Session, game: str, signer: str, number: int) -> None:
    """Refuse a number that is not above the signer's newest in this game."""
    newest = session.exec(
        select(ActRow.number)
        .where(ActRow.game == game, ActRow.signer == signer)
        .order_by(col(ActRow.number).desc())
        .limit(1)
    ).first()
    refuse_older(number, newest or 0)


def refuse_older(number: int, newest: int) -> None:
    """Refuse a number that is not above the newest one taken, and say which that is."""
    if number <= newest:
        detail = f"The statement has number {number}, but number {newest} was already taken; sign it as {newest + 1}."
        raise Problem(409, "number-not-newer", detail, newest=newest)


def require_going(game: Game, *, inviting: bool = False) -> None:
    """Refuse what cannot be done any more, or not yet."""
    if game.status == OVER:
        refuse(409, "game-over", "The game is over; nothing more can be done in it.")
    if game.status == INVITING and not inviting:
        refuse(409, "not-started", "The game has not begun; it is still looking for players.")


def store(
    host: Host,
    session: Session,
    statement: Statement,
    *,
    game: str,
    number: int,
    act: str,
    seat: str | None = None,
) -> None:
    """Keep a statement as it was signed."""
    host.meters.statement(statement.key_id)
    row = ActRow(
        game=game,
        signer=statement.key_id,
        number=number,
        digest=statement.digest.hex(),
        kind=statement.kind,
        act=act,
        seat=seat,
        statement=statement.to_json(),
        at=host.now(),
    )
    session.add(row)
    session.flush()
