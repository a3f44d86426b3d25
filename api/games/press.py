"""Press: messages between seats. Who wrote what to whom is sealed at rest; a seat reads only its own.

Messages are numbered for each reader apart, so that no number gives away that others wrote to each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from math import ceil
from typing import Any, Final

import msgspec
from sqlmodel import Session, col, select

from api.access.aliases import letterbox
from api.games.game_log import GameLog
from api.games.statements import refuse_older, require_signer, require_this_game
from api.host.host import Host
from api.http.problems import Problem, refuse
from api.openapi.game_answers import PressMessage
from api.store.database import announce, ring
from api.store.lookups import load_seat, load_seats
from api.store.models import Game, PressRow, Seat
from api.store.models import Player as PlayerRow
from api.store.vault import Place, Vault
from schemas.statements.forms import prepare
from schemas.statements.payloads import Press, instant
from schemas.statements.statements import Statement

HOUR: Final = timedelta(hours=1)
MOST_AN_HOUR: Final = 30


class Message(msgspec.Struct, frozen=True):
    """A message as it is sealed; `author` is the handle of the player who held the seat.

    `after` is the index of the newest log entry when it came: it keeps the feed in order whatever the clock says.
    """

    author: str
    digest: str
    statement: dict[str, Any]
    after: int | None = None


prepare(Message)


@dataclass(frozen=True)
class Delivered:
    """A message with what it says, and when it came."""

    message: Message
    press: Press
    at: str

    def concerns(self, seat: str) -> bool:
        """Is it from or to this seat?"""
        return seat == self.press.seat or seat in self.press.to


def take_press(host: Host, session: Session, game: Game, statement: Statement) -> bool:
    """Take a message; False if it was taken before. `api.mail_out.timed_mails` mails it to its readers."""
    wanted = statement.read(Press)
    player = require_signer(session, statement, wanted.player, game)
    require_this_game(game, wanted.game)
    seat, before = load_seat(session, game.id, wanted.seat), messages(host, session, game)
    if any(one.message.digest == statement.digest.hex() for one in before):
        return False
    if player.handle != seat.player:
        refuse(403, "not-your-seat", f"Seat {seat.name} is held by {seat.player or 'no one'}, not by you.")
    require_recipients(session, game, wanted)
    require_calm(host, wanted.seat, before)
    host.meters.statement(statement.key_id)
    refuse_older(
        wanted.number, max((one.press.number for one in before if one.press.player == wanted.player), default=0)
    )
    newest = GameLog(host, session, game.id).length() - 1
    message = Message(player.handle, statement.digest.hex(), statement.to_json_value(), newest)
    number = len(before) + 1
    sealed = host.vault.seal(place(game, number), msgspec.json.encode(message))
    session.add(PressRow(game=game.id, number=number, message=sealed, at=host.now()))
    for one in load_seats(session, game.id):  # its readers or not, so that the time of a look tells nothing
        one.press_at = one.press_at or host.now()
    session.flush()
    announce(session, game.id)
    ring(session)
    return True


def require_recipients(session: Session, game: Game, wanted: Press) -> None:
    """Refuse recipients that are not other seats of the game that somebody plays, each once, in their order."""
    others = [seat.name for seat in load_seats(session, game.id) if seat.name != wanted.seat and not seat.unmanned]
    if wanted.to != [name for name in others if name in wanted.to]:
        refuse(422, "wrong-recipients", f"Press can go to {', '.join(others)}: name each seat once, in this order.")


def require_calm(host: Host, seat: str, before: Sequence[Delivered]) -> None:
    """Refuse more messages an hour than a seat may write."""
    since = host.now() - HOUR
    recent = [at for one in before if one.press.seat == seat and (at := datetime.fromisoformat(one.at)) > since]
    if len(recent) >= MOST_AN_HOUR:
        free = recent[-MOST_AN_HOUR] + HOUR
        detail = f"Seat {seat} has written {len(recent)} messages within an hour, the most that are allowed"
        wait = {"Retry-After": str(ceil((free - host.now()).total_seconds()))}
        raise Problem(429, "too-much-press", f"{detail}; you can write again from {instant(free)}.", headers=wait)


def muted_by(host: Host, session: Session, seat: Seat) -> Sequence[str]:
    """The players whose press the holder of a seat has muted."""
    holder = session.exec(select(PlayerRow).where(PlayerRow.handle == seat.player)).first()
    return letterbox(host, session, holder).wishes.muted_press if holder else []


def messages(host: Host, session: Session, game: Game) -> list[Delivered]:
    """All press of a game, in the order in which it came: for the host itself."""
    rows = session.exec(select(PressRow).where(PressRow.game == game.id).order_by(col(PressRow.number))).all()
    return [delivered(host.vault, place(game, row.number), row.message, instant(row.at)) for row in rows]


@lru_cache(maxsize=4096)
def delivered(vault: Vault, rests: Place, sealed: bytes, at: str) -> Delivered:
    """A message from its row. Cached, because reading one seat's press opens all of the game's."""
    message = msgspec.json.decode(vault.open(rests, sealed), type=Message)
    return Delivered(message, Statement.from_json(message.statement).read(Press), at)


def readable_press(host: Host, session: Session, game: Game, seat: Seat) -> list[PressMessage]:
    """The press of one seat, numbered for it alone; a muted message is left out but keeps its number."""
    own = [one for one in messages(host, session, game) if one.concerns(seat.name)]
    muted = muted_by(host, session, seat)
    return [
        PressMessage(
            number=number,
            at=one.at,
            sender=one.press.seat,
            author=one.message.author,
            to=one.press.to,
            text=one.press.text,
            statement=one.message.statement,
        )
        for number, one in enumerate(own, 1)
        if one.message.author not in muted
    ]


def place(game: Game, number: int) -> Place:
    """Where a message is stored, as the vault names it."""
    return Place("press", game.id, number, "message")
