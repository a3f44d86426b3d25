"""Phases: how one opens, what it asks, and whether it may be cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlmodel import Session

from adjudicator.kernel import Ask, Title
from api.archive import Archive, latest, seal_phase_key
from api.house import House
from api.loaders import load_title, newest_words
from api.models import OPEN, Game, PhaseRow
from schemas.phase_keys import sign_phase_key
from schemas.sealing import PhaseKey


@dataclass(frozen=True)
class Open:
    """An unresolved phase with the position in which it stands."""

    row: PhaseRow
    title: Title[Any]
    position: Any

    @property
    def asks(self) -> Sequence[Ask]:
        """The questions of this phase, veiled or not: for the house's own use."""
        asks: Sequence[Ask] = self.position.phase.asks
        return asks

    def is_due(self, session: Session, house: House) -> bool:
        """May this phase be cut now? When its deadline has passed, or every asked seat has said its final word."""
        if self.row.status != OPEN:
            return False
        words = newest_words(session, self.row.game, self.row.number)
        return self.row.deadline <= house.now() or all(words.get(ask.seat) == "final" for ask in self.asks)


def stand(house: House, session: Session, game: Game, row: PhaseRow) -> Open:
    """The position in which an unresolved phase stands."""
    title = load_title(game.title)
    return Open(row, title, Archive(house.vault, title).position(latest(session, game.id)))


def open_phase(house: House, session: Session, game: Game, position: Any) -> PhaseRow:
    """Open the phase that a position waits for, under a fresh key."""
    key = PhaseKey.generate(house.config.suite)
    number = position.phase.number
    notice = sign_phase_key(key, game=game.id, phase=number, version=position.version, host=house.identity)
    now = house.now()
    row = PhaseRow(
        game=game.id,
        number=number,
        status=OPEN,
        version=position.version,
        suite=key.suite,
        public_key=key.public,
        private_key=seal_phase_key(house.vault, game.id, number, key.private),
        statement=notice.to_json(),
        opened_at=now,
        deadline=now + timedelta(seconds=game.deadline_seconds),
    )
    session.add(row)
    session.flush()
    return row
