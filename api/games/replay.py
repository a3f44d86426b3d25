"""Replays stored games from their recorded inputs, by the rules of this release.

A running game may go on under new rules only after this has said where the old ones would have led elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, select

from adjudicator.kernel import Book, Chance, Malformed, Order, OstrakaError, Resolution, Title
from api.games.game_log import GameLog
from api.host.host import Host
from api.store.lookups import load_seats, title_of
from api.store.models import INVITING, VOID, Game, PhaseRow, ResolutionRow
from api.store.sealed_rows import Archive, CountedOrders, chance_secret, resolutions
from schemas.keys import chance


@dataclass(frozen=True)
class Replayed:
    """What came of replaying one game: `differs` says where and how it diverges."""

    game: str
    phases: int
    differs: str | None = None

    def __str__(self) -> str:
        """One line."""
        return f"{self.game}: {self.differs or f'{self.phases} phases, the same bytes'}"


def replay_all(host: Host) -> Iterator[Replayed]:
    """Replay every game that has begun, oldest first."""
    with host.database.read() as session:
        for game in session.exec(select(Game).where(Game.status != INVITING).order_by(col(Game.created_at))).all():
            yield replay_game(host, session, game)


def replay_game(host: Host, session: Session, game: Game) -> Replayed:
    """Replay one game phase by phase, each from the position that is stored before it."""
    title = title_of(session, game)
    archive = Archive(host.vault, title)
    rows = resolutions(session, game.id, -1)
    position: Any = None
    void = void_phases(session, game)
    for row in rows:
        if row.phase in void:
            position = archive.position(row)
            continue
        try:
            again = replay_phase(host, session, game, title, position, archive.counted(row), row.phase)
        except (OstrakaError, ValueError) as error:
            return Replayed(game.id, row.phase, f"phase {row.phase} cannot be replayed: {type(error).__name__}")
        differs = difference(archive, row, again)
        if differs:
            return Replayed(game.id, row.phase, f"phase {row.phase} leads to another {differs}")
        position = again.position
    return Replayed(game.id, len(rows) - 1)


def void_phases(session: Session, game: Game) -> set[int]:
    """The phases that a rollback or an amendment made void: where they led is stored, not resolved."""
    return {*session.exec(select(PhaseRow.number).where(PhaseRow.game == game.id, PhaseRow.status == VOID)).all()}


def replay_phase(
    host: Host, session: Session, game: Game, title: Title[Any], position: Any, counted: CountedOrders, phase: int
) -> Resolution[Any]:
    """Resolve one phase (0: the deal) again from the orders that counted and the chance that it had."""
    keyed_by = GameLog(host, session, game.id).keying(phase)
    dice = Chance(chance.phase_key(chance_secret(host.vault, game), keyed_by, game.id, phase))
    if phase == 0:
        seats = [seat.name for seat in load_seats(session, game.id)]
        return title.begin(scenario=game.scenario, seats=seats, options=game.options, chance=dice)
    return title.resolve(position, sent(title, counted), dice, books_of(title, counted))


def sent(title: Title[Any], counted: CountedOrders) -> dict[str, Sequence[Order]]:
    """The orders that came in envelopes and counted, by seat; books stand in the position."""
    orders: dict[str, Sequence[Order]] = {}
    for one in counted.orders:
        if one.source == "envelope":
            orders[one.seat] = [*orders.get(one.seat, ()), *title.decode_orders([one.order])]
    return orders


def books_of(title: Title[Any], counted: CountedOrders) -> dict[str, Book]:
    """The books that the cut put in force; one that could not be read is none."""
    books: dict[str, Book] = {}
    for seat, leaves in counted.books.items():
        try:
            books[seat] = title.check_book([leaf.order for leaf in leaves or ()])
        except Malformed:
            books[seat] = []
    return books


def difference(archive: Archive, row: ResolutionRow, again: Resolution[Any]) -> str | None:
    """What of a stored resolution is not as it comes out now."""
    title = archive.title
    if title.encode(archive.position(row)) != title.encode(again.position):
        return "position"
    if title.encode_events(archive.events(row)) != title.encode_events(again.events):
        return "report"
    return None
