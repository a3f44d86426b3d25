"""Press by mail: a seat gets at most one mail an hour, with a letter that holds whatever came for it since the last.

All press is sealed, also what went to every seat: no spectator may read it, and mails rest on other people's disks. The
clear mail says that press has come, not who wrote it, nor how much.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from sqlmodel import Session, col, func, select

from api.access.signing_keys import card_in, stored_card
from api.games.press import Delivered, messages
from api.host.host import Host
from api.http.json_answers import statement_form
from api.mail_out.letters import moves
from api.mail_out.outbox import Outbox, wants
from api.store.lookups import load_game, load_player, title_of
from api.store.models import MOVED, Game, MailRow, Player, PressRow, Seat
from schemas.documents.letters import seal_letter
from schemas.statements.canonical import dumps
from schemas.statements.payloads import Letter, instant
from schemas.statements.statements import Statement

PAUSE: Final = timedelta(hours=1)
MOST_BYTES: Final = 131_072
"""Of the statements in one letter; what is over waits for the next."""
LEAST_BYTES: Final = 12_000
"""So that a few short messages and a long one look alike from outside; with room for the moves, which all know."""


def write_press(host: Host) -> datetime | None:
    """Write the mails about press that are due; answers when the next will be."""
    with host.database.read() as session:
        times = [due for _, due in seats_with_press(session)]
    if not times or min(times) > host.now():
        return min(times, default=None)
    with host.database.write() as session:
        for seat in [seat for seat, due in seats_with_press(session) if due <= host.now()]:
            tell(host, session, seat)
        session.flush()
        return min((due for _, due in seats_with_press(session)), default=None)


def seats_with_press(session: Session) -> Sequence[tuple[Seat, datetime]]:
    """The held seats for which not all press was looked at yet, each with when; a game that moved is the new host's."""
    of_seat = (MailRow.kind == "press", MailRow.game == Seat.game, MailRow.seat == Seat.name)
    last = select(func.max(MailRow.created_at)).where(*of_seat).correlate(Seat).scalar_subquery()
    rows = session.exec(
        select(Seat, func.min(PressRow.at), last)
        .join(PressRow, col(PressRow.game) == Seat.game)
        .join(Game, col(Game.id) == Seat.game)
        .where(Game.status != MOVED, col(Seat.player).is_not(None), PressRow.number > Seat.press_told)
        .group_by(col(Seat.id))
        .order_by(col(Seat.id))
    ).all()
    return [(seat, max(oldest, before + PAUSE) if before else oldest) for seat, oldest, before in rows]


def tell(host: Host, session: Session, seat: Seat) -> None:
    """Mail to a seat what was written to it since the last time, but for what its player mutes."""
    game, player = load_game(session, seat.game), load_player(session, str(seat.player))
    every = messages(host, session, game)
    found, seat.press_told = gather(seat, every, player.muted_press)
    session.add(seat)
    if found and wants(player, "press"):
        letter = sealed(host, session, game, seat, player, found)
        Outbox(host, session, game, title_of(session, game)).press(seat, letter)


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
    """A letter with messages as their authors signed them, the cards of the authors, and the moves of the game."""
    signers = {Statement.from_json(one.message.statement).key_id for one in found.values()}
    cards = {key: stored_card(session, game.id, key) for key in sorted(signers)}
    moved, own = moves(session, game.id), card_in(session, game.id, player)
    body: dict[str, Any] = {
        "kind": "press",
        "name": game.name,
        "messages": [
            {"number": number, "at": one.at, "author": one.message.author, "statement": one.message.statement}
            for number, one in found.items()
        ],
        "cards": {key: statement_form(card) for key, card in cards.items() if card is not None},
        "moves": moved,
    }
    now = instant(host.now())
    letter = Letter(game=game.id, seat=seat.name, player=own.key_id, phase=0, kind="press", at=now, body=body)
    return seal_letter(letter, own, host.identity, LEAST_BYTES + len(dumps(moved)))
