"""The day's digest: a seat for which the game does not wait hears once a day what happened without it.

When it is due follows from public facts: when phases were resolved, and when mails told of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from sqlmodel import Session

from api.host.host import Host
from api.mail_out.outbox import Outbox, is_wanted
from api.store.lookups import load_game, load_player, title_of
from api.store.models import RUNNING, Seat
from api.store.sealed_rows import latest

AFTER: Final = timedelta(hours=24)


def await_digests(host: Host, session: Session, seats: Sequence[Seat]) -> None:
    """Have the players of these seats hear of a resolution within a day, whatever tells them of it."""
    for seat in (seat for seat in seats if seat.player is not None and seat.digest_at is None):
        seat.digest_at = host.now() + AFTER
        session.add(seat)


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
