"""The day's digest: a seat for which the game does not wait hears once a day what happened without it.

When it is due follows from public facts: when phases were resolved, and when mails told of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session, col, func, select

from api.host.host import Host
from api.mail_out.outbox import Outbox, wants
from api.store.lookups import load_game, title_of
from api.store.models import RUNNING, Game, Player, ResolutionRow, Seat
from api.store.sealed_rows import latest

AFTER: Final = timedelta(hours=24)


def write_digests(host: Host) -> datetime | None:
    """Write the digests that are due; answers when the next will be."""
    with host.database.read() as session:
        times = [since + AFTER for _, since in seats_with_news(session)]
    if not times or min(times) > host.now():
        return min(times, default=None)
    with host.database.write() as session:
        rows = seats_with_news(session)
        for seat in [seat for seat, since in rows if since + AFTER <= host.now()]:
            game = load_game(session, seat.game)
            outbox = Outbox(host, session, game, title_of(session, game))
            outbox.digest(seat, latest(session, game.id).phase)
    return min((since + AFTER for seat, since in rows if since + AFTER > host.now()), default=None)


def seats_with_news(session: Session) -> Sequence[tuple[Seat, datetime]]:
    """The seats whose players want a digest and were not told everything, each with when the oldest of it happened."""
    oldest = func.min(ResolutionRow.resolved_at).label("oldest")
    rows = session.exec(
        select(Seat, Player, oldest)
        .join(ResolutionRow, col(ResolutionRow.game) == Seat.game)
        .join(Game, col(Game.id) == Seat.game)
        .join(Player, col(Player.handle) == Seat.player)
        .where(Game.status == RUNNING, ResolutionRow.phase > Seat.told)
        .group_by(col(Seat.id))
        .order_by(col(Seat.id))
    ).all()
    return [(seat, since) for seat, player, since in rows if wants(player, "digest")]
