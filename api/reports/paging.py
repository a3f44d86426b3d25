"""Lists in parts: where a part begins, what belongs to it, and what to ask for next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn, TypeVar

from sqlmodel import Session, and_, col, func, or_, select

from api.http.problems import refuse
from api.openapi.requests import EntriesAfter, GamesPage, Page
from api.store.lookups import IS_FREE, organised_by
from api.store.models import INVITING, RUNNING, Game, Seat
from schemas.errors import ProtocolError
from schemas.log.chain import ContestLogEntry, LogEntry
from schemas.statements.canonical import from_base64url, to_base64url

T = TypeVar("T")
IS_GOING: Final = func.coalesce(Game.status, "").in_((INVITING, RUNNING))
"""So that the status is no column to SQLite, which would rather look through all the games that have it."""


def take_part(rows: Sequence[T], page: Page, place: Callable[[T], str]) -> tuple[Sequence[T], dict[str, Any]]:
    """The rows of a part, given one row more than it holds, and the fields `more` and `next` of its answer."""
    kept, more = rows[: page.limit], len(rows) > page.limit
    return kept, {"more": more, "next": to_base64url(place(kept[-1]).encode()) if more else None}


def entries_part(found: Sequence[LogEntry | ContestLogEntry], page: EntriesAfter) -> dict[str, Any]:
    """The fields `log`, `more` and `next` of an answer with a log, given one entry more than it holds, or more."""
    log = [entry.statement.to_json_value() for entry in found[: page.limit]]
    return {"log": log, "more": len(found) > page.limit, "next": page.after + len(log)}


def cursor(page: Page) -> str | None:
    """What a part begins after; None at the beginning."""
    if page.after is None:
        return None
    try:
        return from_base64url(page.after, "after").decode()
    except (ProtocolError, ValueError):
        refuse_cursor()


def after_place(page: Page) -> int:
    """Where a part begins, in a list that grows only at its end."""
    found = cursor(page)
    if found is not None and not (found.isascii() and found.isdecimal() and len(found) < 10):
        refuse_cursor()
    return int(found or 0)


def conditions_after(session: Session, page: Page, visible: Any) -> list[Any]:
    """Only games that come after the cursor's, one of the visible ones; the newest first."""
    found = cursor(page)
    if found is None:
        return []
    last = session.exec(select(Game).where(Game.id == found, visible)).first() or refuse_cursor()
    return [
        col(Game.created_at) <= last.created_at,
        or_(col(Game.created_at) < last.created_at, col(Game.id) > last.id),
    ]


def filters(page: GamesPage) -> list[Any]:
    """Only games of the status and title that the page names, and of its people."""
    of_people = of_player(page)
    status: Any = func.coalesce(Game.status, "") if of_people else Game.status
    wanted = ((status, page.status), (Game.title, page.title))
    found = of_people + [column == value for column, value in wanted if value is not None]
    if page.tag is not None:
        found.append(col(Game.tags).contains(f" {page.tag} ", autoescape=True))
    if page.vacant is not None:
        free = col(Game.id).in_(select(Seat.game).where(IS_FREE)) & col(Game.status).in_((INVITING, RUNNING))
        free &= col(Game.contest).is_(None)  # there a vacant seat is offered, and not for anybody to take
        found.append(free if page.vacant else ~free)
    return found


def of_player(page: GamesPage) -> list[Any]:
    """Only games that a player organises, has a seat in, or could take one in: few of those that a host has.

    Beside these the status is no column to SQLite, which would rather look through all the games that have it.
    """
    found: list[Any] = [] if page.organiser is None else [Game.organiser == page.organiser]
    if page.player is not None:
        found.append(col(Game.id).in_(select(Seat.game).where(Seat.player == page.player)))
    if page.free_for is not None:
        found += [col(Game.id).in_(seats_free_for(page.free_for)), IS_GOING]
    if page.calls_for is not None:
        found += [col(Game.id).in_(organised_by(page.calls_for).union(seats_free_for(page.calls_for))), IS_GOING]
    return found


def seats_free_for(player: str) -> Any:
    """The games with a seat that a player could take: one reserved for them, or, but for contests, a vacant one."""
    vacant = and_(col(Seat.kept_for).is_(None), col(Seat.vacant_since).is_not(None), col(Game.contest).is_(None))
    mine = select(Seat.game).join(Game, col(Game.id) == col(Seat.game))
    return mine.where(IS_FREE, or_(Seat.kept_for == player, vacant))


def refuse_cursor() -> NoReturn:
    """Refuse a cursor that did not come with a part of this list."""
    refuse(
        422,
        "wrong-cursor",
        "`after` must be the `next` of an earlier part of this list; leave it out to start at the beginning.",
    )
