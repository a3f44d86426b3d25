"""Press: messages between seats. Who wrote what to whom rests sealed; a seat reads its own and nothing of others'.

Each reader's messages are numbered for him alone, so that no number tells that others wrote to each other.
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

from api.games.game_log import GameLog
from api.games.numbered_statements import refuse_older, require_going
from api.games.statements import require_signer, require_this_game
from api.host.host import Host
from api.http.problems import Problem, refuse
from api.store.database import announce
from api.store.lookups import load_seat, load_seats
from api.store.models import Game, PressRow, Seat
from api.store.models import Player as PlayerRow
from api.store.vault import Place, Vault
from schemas.statements.payloads import Press, instant
from schemas.statements.statements import Statement

HOUR: Final = timedelta(hours=1)
MOST_AN_HOUR: Final = 30


class Message(msgspec.Struct, frozen=True):
    """A message as it rests in the vault; `author` is the handle of whoever held the seat.

    `after` is the index of the newest log entry when it came: so the feed keeps its order whatever the clock says.
    """

    author: str
    digest: str
    statement: dict[str, Any]
    after: int | None = None


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
    """Take a message; False when it was taken before. `api.mail_out.press_mails` mails it to its readers."""
    wanted = statement.read(Press)
    player = require_signer(session, statement, wanted.player, game)
    require_this_game(game, wanted.game)
    seat, before = load_seat(session, game.id, wanted.seat), messages(host, session, game)
    if any(one.message.digest == statement.digest.hex() for one in before):
        return False
    if player.handle != seat.player:
        refuse(403, "not-your-seat", f"Seat {seat.name} is held by {seat.player or 'nobody'}, not by you.")
    require_going(game, inviting=True)
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
    session.flush()
    announce(session, game.id)
    return True


def require_recipients(session: Session, game: Game, wanted: Press) -> None:
    """Refuse recipients that are not other seats of the game that somebody plays, each once, in their order."""
    others = [seat.name for seat in load_seats(session, game.id) if seat.name != wanted.seat and not seat.unmanned]
    if wanted.to != [name for name in others if name in wanted.to]:
        refuse(422, "wrong-recipients", f"Press goes to some of {', '.join(others)}, each once and in this order.")


def require_calm(host: Host, seat: str, before: Sequence[Delivered]) -> None:
    """Refuse a flood: so many messages an hour may be written from a seat."""
    since = host.now() - HOUR
    recent = [at for one in before if one.press.seat == seat and (at := datetime.fromisoformat(one.at)) > since]
    if len(recent) >= MOST_AN_HOUR:
        free = recent[-MOST_AN_HOUR] + HOUR
        said = f"Seat {seat} has written {len(recent)} messages within an hour, and {MOST_AN_HOUR} are allowed"
        wait = {"Retry-After": str(ceil((free - host.now()).total_seconds()))}
        raise Problem(429, "too-much-press", f"{said}; the next is taken from {instant(free)} on.", headers=wait)


def muted_by(session: Session, seat: Seat) -> Sequence[str]:
    """Whose press the holder of a seat does not want."""
    holder = session.exec(select(PlayerRow).where(PlayerRow.handle == seat.player)).first()
    return holder.muted_press if holder else []


def messages(host: Host, session: Session, game: Game) -> list[Delivered]:
    """All press of a game, in the order in which it came: for the host's own use."""
    rows = session.exec(select(PressRow).where(PressRow.game == game.id).order_by(col(PressRow.number))).all()
    return [delivered(host.vault, place(game, row.number), row.message, instant(row.at)) for row in rows]


@lru_cache(maxsize=4096)
def delivered(vault: Vault, rests: Place, sealed: bytes, at: str) -> Delivered:
    """A message from its row. Kept, because every look at a seat's press opens all of the game's."""
    message = msgspec.json.decode(vault.open(rests, sealed), type=Message)
    return Delivered(message, Statement.from_json(message.statement).read(Press), at)


def readable(host: Host, session: Session, game: Game, seat: Seat) -> list[dict[str, Any]]:
    """The press of one seat, numbered for it alone; what its holder mutes keeps its number and is left out."""
    own = [one for one in messages(host, session, game) if one.concerns(seat.name)]
    muted = muted_by(session, seat)
    return [
        {"number": number, "at": one.at, "from": one.press.seat, "author": one.message.author, "to": one.press.to}
        | {"text": one.press.text, "statement": one.message.statement}
        for number, one in enumerate(own, 1)
        if one.message.author not in muted
    ]


def place(game: Game, number: int) -> Place:
    """Where a message rests."""
    return Place("press", game.id, number, "message")
