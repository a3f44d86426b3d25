"""Press by mail: a seat gets at most one mail an hour, with a letter that holds whatever came for it since the last.

All press is sealed, also what went to every seat: no spectator may read it, and mails rest on other people's disks. The
clear mail says that press has come, not who wrote it, nor how much.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

import msgspec
from sqlmodel import Session, func, select

from api.access.signing_keys import card_in, stored_card
from api.games.game_log import GameLog
from api.games.press import Delivered, messages, muted_by
from api.host.host import Host
from api.http.json_answers import statement_form
from api.mail_out.outbox import Outbox, is_wanted
from api.store.lookups import load_game, load_player, title_of
from api.store.models import Game, MailRow, Player, Seat
from schemas.documents.letters import seal_letter
from schemas.statements.payloads import Letter, instant
from schemas.statements.statements import Statement

PAUSE: Final = timedelta(hours=1)
MOST_BYTES: Final = 131_072
"""Of the statements in one letter; what is over waits for the next."""
LEAST_BYTES: Final = 12_000
"""So that a few short messages and a long one look alike from outside."""


def write_press(host: Host, session: Session, seat: Seat) -> None:
    """Mail to a seat what was written to it since the last time, but for what its player mutes.

    It is put off while the last mail is not an hour old, and where there is more than one letter holds.
    """
    seat.press_at = None
    game = load_game(session, seat.game)
    if seat.player is None:
        return
    mails = (MailRow.kind == "press", MailRow.game == seat.game, MailRow.seat == seat.name)
    last = session.exec(select(func.max(MailRow.created_at)).where(*mails)).one()
    if last is not None and last + PAUSE > host.now():
        seat.press_at = last + PAUSE
        return
    player, every = load_player(session, seat.player), messages(host, session, game)
    found, seat.press_told = gather(seat, every, muted_by(host, session, seat))
    if found and is_wanted(host, session, player, "press"):
        letter = sealed(host, session, game, seat, player, found)
        Outbox(host, session, game, title_of(session, game)).press(seat, letter)
    if seat.press_told < len(every):
        seat.press_at = host.now() + PAUSE


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
