"""Lists in parts: where a part begins, what belongs to it, and what to ask for next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

from sqlmodel import Session, and_, col, or_, select

from api.http.problems import refuse
from api.openapi.requests import GamesPage, Page
from api.store.models import Game, Seat
from schemas.errors import ProtocolError
from schemas.statements.canonical import from_base64url, to_base64url

T = TypeVar("T")


def part(rows: Sequence[T], page: Page, place: Callable[[T], str]) -> tuple[Sequence[T], dict[str, Any]]:
    """The rows of a part, of which one more was asked for than it holds; and what stands below them."""
    told, more = rows[: page.limit], len(rows) > page.limit
    return told, {"more": more, "next": to_base64url(place(told[-1]).encode()) if more else None}


def cursor(page: Page) -> str | None:
    """After what a part begins; None: at the beginning."""
    if page.after is None:
        return None
    try:
        return from_base64url(page.after, "after").decode()
    except (ProtocolError, ValueError):
        refuse_cursor()


def after_place(page: Page) -> int:
    """Where a part of a list begins that only grows at its end."""
    found = cursor(page)
    if found is not None and not (found.isascii() and found.isdecimal() and len(found) < 10):
        refuse_cursor()
    return int(found or 0)


def after_game(session: Session, page: Page) -> list[Any]:
    """Only games that come after one, the newest first."""
    found = cursor(page)
    if found is None:
        return []
    last = session.get(Game, found) or refuse_cursor()
    older, level = col(Game.created_at) < last.created_at, col(Game.created_at) == last.created_at
    return [or_(older, and_(level, col(Game.id) > last.id))]


def chosen(page: GamesPage) -> list[Any]:
    """Only games of a status, title, player or organiser."""
    wanted = {Game.status: page.status, Game.title: page.title, Game.organiser: page.organiser}
    conditions: list[Any] = [column == value for column, value in wanted.items() if value is not None]
    if page.player is not None:
        conditions.append(col(Game.id).in_(select(Seat.game).where(Seat.player == page.player)))
    return conditions


def refuse_cursor() -> NoReturn:
    """Refuse what is no place in a list."""
    refuse(422, "wrong-cursor", "`after` is not the `next` of a part of this list; leave it out to begin anew.")
