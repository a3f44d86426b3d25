"""Replays stored games from their recorded inputs, each phase by the rules that it was played by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlmodel import Session, col, select

from adjudicator.kernel import Book, Chance, Malformed, Order, OstrakaError, Resolution, Title
from adjudicator.kernel.title.reopening import reopened_under
from adjudicator.registry import rules_of
from api.games.game_log import GameLog, seats_aside
from api.host.host import Host
from api.store.lookups import laid, load_seats, load_title
from api.store.models import INVITING, VOID, Game, PhaseRow, ResolutionRow
from api.store.sealed_rows import Archive, CountedOrders, chance_secret, resolutions
from schemas.keys import chance
from schemas.record.story import not_recomputed


@dataclass(frozen=True)
class Replayed:
    """What came of replaying one game: `differs` says where and how it diverges.

    `not_replayed` says which phases were played by rules that are not installed.
    """

    game: str
    phases: int
    differs: str | None = None
    not_replayed: str | None = None

    def __str__(self) -> str:
        """The outcome in one line, as `ostraka db replay` prints it."""
        said = self.differs or f"{self.phases} phases, the same bytes"
        return f"{self.game}: {said}{f'; but {self.not_replayed}' if self.not_replayed else ''}"


def replay_all(host: Host) -> Iterator[Replayed]:
    """Replay every game that has begun, oldest first."""
    with host.database.read() as session:
        for game in session.exec(select(Game).where(Game.status != INVITING).order_by(col(Game.created_at))).all():
            yield replay_game(host, session, game)


def replay_game(host: Host, session: Session, game: Game) -> Replayed:
    """Replay one game phase by phase, each from the position that is stored before it, by the rules of then."""
    stored = {row.phase: row for row in resolutions(session, game.id, -1)}
    phases = {row.number: row for row in session.exec(select(PhaseRow).where(PhaseRow.game == game.id)).all()}
    lacking: dict[int, str] = {}
    for phase, row in stored.items():
        void = phase > 0 and phases[phase].status == VOID
        again = newer_rules(phases, phase) if void else phases[max(phase, 1)].notice.version
        if again is None:
            if books_in(host, game, row) != books_in(host, game, stored[phase - 1]):
                return Replayed(game.id, phase, f"phase {phase} was opened anew with other books")
            continue
        rules = rules_of(again)
        if rules is None:
            lacking[phase] = again
            continue
        replaying = Replaying(host, session, game, laid(session, game, rules))
        try:
            differs = replaying.difference(row, stored.get(phase - 1), void=void)
        except (OstrakaError, ValueError) as error:
            differs = f"phase {phase} cannot be replayed: {type(error).__name__}"
        if differs:
            return Replayed(game.id, phase, differs)
    wanting = "; ".join(str(finding) for finding in not_recomputed(lacking)) or None
    return Replayed(game.id, len(stored) - 1, None, wanting)


def newer_rules(phases: Mapping[int, PhaseRow], void: int) -> str | None:
    """The rules to which a void phase led; None where a rollback or an amendment voided it, which is not replayed."""
    newer = phases[void + 1].notice.version
    return newer if newer != phases[void].notice.version else None


def books_in(host: Host, game: Game, row: ResolutionRow) -> Any:
    """The books in a stored position, which the log's hash of it leaves out."""
    return msgspec.json.decode(Archive(host.vault, load_title(game.title)).stored_position(row))["books"]


@dataclass(frozen=True)
class Replaying:
    """A game being replayed, by the rules of one of its phases."""

    host: Host
    session: Session
    game: Game
    title: Title[Any]

    def difference(self, row: ResolutionRow, before: ResolutionRow | None, *, void: bool) -> str | None:
        """What of a stored resolution is not as it comes out now; `before` led to where it began."""
        archive = Archive(self.host.vault, self.title)
        stored = archive.stored_position(row)
        if void and before is not None:
            upgraded, _ = reopened_under(self.title, archive.stored_position(before), row.phase + 1)
            return None if self.title.encode(upgraded) == stored else f"the upgrade in phase {row.phase} differs"
        position = self.title.decode(archive.stored_position(before)) if before else None
        again = replay_phase(self.host, self.session, self.game, self.title, position, archive.counted(row), row.phase)
        if stored != self.title.encode(again.position):
            return f"phase {row.phase} leads to another position"
        if self.title.encode_events(archive.events(row)) != self.title.encode_events(again.events):
            return f"phase {row.phase} leads to another report"
        if archive.counted(row).used != again.used:
            return f"phase {row.phase} rests on other entries of books"
        return None


def replay_phase(
    host: Host,
    session: Session,
    game: Game,
    title: Title[Any],
    position: Any,
    counted: CountedOrders,
    phase: int,
    *,
    moments: bool = False,
) -> Resolution[Any]:
    """Resolve one phase (0: the deal) again from the orders that counted and the chance that it had."""
    keyed_by = GameLog(host, session, game.id).keying(phase)
    dice = Chance(chance.phase_key(chance_secret(host.vault, game), keyed_by, game.id, phase))
    if phase == 0:
        seats = [seat.name for seat in load_seats(session, game.id)]
        return title.begin(scenario=game.opened.scenario, seats=seats, options=game.opened.options, chance=dice)
    aside = seats_aside(GameLog(host, session, game.id), phase)
    books = books_of(title, counted, position)
    return title.resolve(position, sent(title, counted), dice, books, aside, moments=moments)


def sent(title: Title[Any], counted: CountedOrders) -> dict[str, Sequence[Order]]:
    """The orders that came in envelopes and counted, by seat; the position has the books."""
    orders: dict[str, Sequence[Order]] = {}
    for one in counted.orders:
        if one.source == "envelope":
            orders[one.seat] = [*orders.get(one.seat, ()), *title.decode_orders([one.order])]
    return orders


def books_of(title: Title[Any], counted: CountedOrders, position: Any) -> dict[str, Book]:
    """The books that the cut put in force, without unreadable ones."""
    books: dict[str, Book] = {}
    for seat, leaves in counted.books.items():
        try:
            books[seat] = title.check_book([leaf.order for leaf in leaves or ()], title.known(position))
        except Malformed:
            books[seat] = []
    return books
