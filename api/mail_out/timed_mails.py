"""Mails that are written when their time has come: where a game stands, press, the day's digest.

A seat gets at most one mail about press an hour, with a letter that holds whatever came for it since the last. All
press is sealed, also what went to every seat: no spectator may read it, and mails rest on other people's disks. The
clear mail says that press has come, not who wrote it, nor how much.

A seat for which the game does not wait hears once a day what happened without it. When that is due follows from public
facts: when phases were resolved, and when mails told of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
import structlog
from sqlmodel import Session, col, func, select

from api.access.letterboxes import is_wanted
from api.access.signing_keys import card_in, stored_card
from api.games.game_log import GameLog
from api.games.press import Delivered, messages, muted_by
from api.host.host import Host
from api.http.answers import statement_form
from api.http.problems import fault
from api.mail_out.outbox import Outbox
from api.mail_out.phase_mails import write_phase_mails
from api.rules.outside import outside
from api.store.lookups import load_game, load_player, title_of
from api.store.models import RUNNING, Game, MailRow, Player, PushRow, Seat
from api.store.sealed_rows import latest
from schemas.documents.letters import seal_letter
from schemas.statements.payloads import Letter, instant
from schemas.statements.statements import Statement

PRESS_PAUSE: Final = timedelta(hours=1)
MOST_BYTES: Final = 131_072
"""Of the statements in one letter; what is over waits for the next."""
LEAST_BYTES: Final = 12_000
"""So that a few short messages and a long one look alike from outside."""
LOG = structlog.get_logger("ostraka.mail")


def write_press(host: Host, session: Session, seat: Seat) -> None:
    """Mail to a seat what was written to it since the last time, but for what its player mutes.

    It is put off while the last mail is not an hour old, and where there is more than one letter holds.
    """
    seat.press_at = None
    game = load_game(session, seat.game)
    if seat.player is None:
        return
    last = last_told(session, seat)
    if last is not None and last + PRESS_PAUSE > host.now():
        seat.press_at = last + PRESS_PAUSE
        return
    player, every = load_player(session, seat.player), messages(host, session, game)
    found, seat.press_told = gather(seat, every, muted_by(host, session, seat))
    if found:
        letter = partial(sealed, host, session, game, seat, player, found)
        Outbox(host, session, game, title_of(session, game)).press(seat, letter)
    if seat.press_told < len(every):
        seat.press_at = host.now() + PRESS_PAUSE


def last_told(session: Session, seat: Seat) -> datetime | None:
    """When a seat was last told of press, by mail or by a notice."""
    times: list[datetime | None] = []
    for table in (MailRow, PushRow):
        of_seat = (table.kind == "press", table.game == seat.game, table.seat == seat.name)
        times.append(session.exec(select(func.max(table.created_at)).where(*of_seat)).one())
    return max(filter(None, times), default=None)


def gather(seat: Seat, every: Sequence[Delivered], muted: Sequence[str]) -> tuple[dict[int, Delivered], int]:
    """The new messages to a seat that fit into a letter, under their numbers for it, and how far that goes.

    What the same player wrote from another of their seats is left out: they have it.
    """
    found: dict[int, Delivered] = {}
    number = size = 0
    for place, one in enumerate(every, 1):
        number += one.concerns(seat.name)
        if place <= seat.press_told or seat.name not in one.press.to or one.message.author in (*muted, seat.player):
            continue
        size += len(msgspec.json.encode(one.message.statement))
        if found and size > MOST_BYTES:
            return found, place - 1
        found[number] = one
    return found, len(every)


def sealed(host: Host, session: Session, game: Game, seat: Seat, player: Player, found: dict[int, Delivered]) -> bytes:
    """A letter with messages as their authors signed them, and the cards of the authors."""
    signers = {Statement.from_json(one.message.statement).key_id for one in found.values()}
    cards = {key: stored_card(session, game.id, key) for key in sorted(signers)}
    own = card_in(session, game.id, player)
    body: dict[str, Any] = {
        "kind": "press",
        "name": game.opened.name,
        "messages": [
            {"number": number, "at": one.at, "author": one.message.author, "statement": one.message.statement}
            for number, one in found.items()
        ],
        "cards": {key: statement_form(card) for key, card in cards.items() if card is not None},
        "checkpoint": GameLog(host, session, game.id).checkpoint().to_note(),
    }
    now = instant(host.now())
    letter = Letter(game=game.id, seat=seat.name, player=own.key_id, phase=0, kind="press", at=now, body=body)
    return seal_letter(letter, own, host.identity, LEAST_BYTES)


def write_digest(host: Host, session: Session, seat: Seat) -> None:
    """Write the digest of a seat that is due, if its player wants one."""
    seat.digest_at = None
    game = load_game(session, seat.game)
    if (
        game.status == RUNNING
        and seat.player is not None
        and is_wanted(host, session, load_player(session, seat.player), "digest")
    ):
        Outbox(host, session, game, title_of(session, game)).digest(seat, latest(session, game.id).phase)


class Timed(NamedTuple):
    """Mails of one sort: the field of a game or a seat that says when they are due, and what writes them."""

    table: type[Game] | type[Seat]
    due_at: str
    write: Callable[[Host, Session, Any], None]
    later: timedelta
    """For how long they are put off where writing them fails."""

    @property
    def time(self) -> Any:
        """The column of the field."""
        return col(getattr(self.table, self.due_at))


SORTS: Final = (
    Timed(Game, "mail_at", write_phase_mails, timedelta(minutes=5)),
    Timed(Seat, "press_at", write_press, timedelta(hours=1)),
    Timed(Seat, "digest_at", write_digest, timedelta(hours=1)),
)


def write_due(host: Host) -> datetime | None:
    """Write what is due, row by row; answers when the next will be."""
    times = soonest(host)
    if not any(is_due(host, time) for time in times):
        return min(filter(None, times), default=None)
    for sort, time in zip(SORTS, times, strict=True):
        if is_due(host, time):
            with host.database.read() as session:
                rows = session.exec(select(sort.table).where(sort.time <= host.now()).order_by(sort.time)).all()
            for row in rows:
                write_one(host, sort, row)
    return min(filter(None, soonest(host)), default=None)


def write_one(host: Host, sort: Timed, row: Any) -> None:
    """Write the mails of one row if they are still due; where that fails, put them off, and keep no others waiting."""
    game = row.id if isinstance(row, Game) else row.game

    def written(session: Session) -> None:
        if (found := still_due(host, session, sort, row)) is not None:
            sort.write(host, session, found)

    try:
        outside(partial(host.database.write, game), written)
    except Exception as error:
        LOG.error("fault", game=game, row=row.id, mail=sort.due_at, **fault(error))
        with host.database.write(game) as session:  # what failed may be the answer to a COMMIT that was carried out
            if (found := still_due(host, session, sort, row)) is not None:
                setattr(found, sort.due_at, host.now() + sort.later)


def still_due(host: Host, session: Session, sort: Timed, row: Any) -> Any:
    """A row as it is now, if its mails are due; else None."""
    found = session.get_one(sort.table, row.id)
    return found if is_due(host, getattr(found, sort.due_at)) else None


def soonest(host: Host) -> Sequence[datetime | None]:
    """When the next mails of each sort are due."""
    with host.database.read() as session:
        return session.execute(select(*(select(func.min(sort.time)).scalar_subquery() for sort in SORTS))).one()


def is_due(host: Host, time: datetime | None) -> bool:
    """Has the time come?"""
    return time is not None and time <= host.now()
