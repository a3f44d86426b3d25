"""Absences: days on which a seat will not answer, announced ahead by its holder (statement `seat-act`).

They belong to the player, not to the seat: they end when the player leaves it.
"""

from __future__ import annotations

from datetime import date

from sqlmodel import Session, col, select

from api.access.signing_keys import card_in
from api.games.game_log import key_changes
from api.store.models import ActRow, Player, Seat
from schemas.documents.successions import newest
from schemas.statements.payloads import Absence, SeatAct
from schemas.statements.statements import Statement
from schemas.statements.working_time import Away


def absences(session: Session, game: str) -> dict[str, list[Away]]:
    """By seat, the absences that those who hold the seats now have announced for them."""
    rows = session.exec(
        select(ActRow, Player)
        .join(Seat, (col(Seat.game) == ActRow.game) & (col(Seat.name) == ActRow.seat))
        .join(Player, col(Player.handle) == Seat.player)
        .where(ActRow.game == game, ActRow.act == "absence")
    ).all()
    after = key_changes(session, game) if rows else {}
    own = [row for row, player in rows if newest(row.signer, after) == card_in(session, game, player).key_id]
    found: dict[str, list[Away]] = {}
    for said in (Statement.parse(row.statement, len(row.statement)).read(SeatAct) for row in own):
        if isinstance(said.act, Absence):
            away = Away(date.fromisoformat(said.act.first), date.fromisoformat(said.act.last))
            found.setdefault(said.seat, []).append(away)
    return found
