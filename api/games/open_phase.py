"""Phases: how one opens, what it asks, where the orders of each asked seat stand, and who is away.

Absences belong to the player, not to the seat: they end when the player leaves it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any, Final

import structlog
from sqlmodel import Session, col, select
from werkzeug.utils import cached_property

from adjudicator.kernel import Ask, Title
from api.access.signing_keys import card_in
from api.games.books import OpenBook, Sent, new_books, newest_sent
from api.games.game_log import key_changes
from api.host.awaited_seats import SETTLING
from api.host.host import Host
from api.http.problems import fault
from api.rules.outside import worked_out
from api.store.database import ring
from api.store.lookups import load_seats, title_of, unresolved_phase
from api.store.models import OPEN, ActRow, Game, PhaseRow, Player, Seat
from api.store.sealed_rows import Archive, latest, phase_private, seal_phase_key
from schemas.documents.successions import newest
from schemas.keys.sealing import PhaseKey, sign_phase_key
from schemas.statements.payloads import BOOK, Absence, SeatAct, Terms, Word
from schemas.statements.statements import Statement
from schemas.statements.working_time import Away, after

LOG = structlog.get_logger("ostraka.play")
MOST_FAILED: Final = 1_000
FAILED: Final[dict[Hashable, None]] = {}
"""Books at which the rules failed, the oldest first."""


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


@dataclass(frozen=True)
class Standing:
    """Where the orders of one asked seat stand: whether something is in for it, and whether it need not be waited for.

    A book counts where it answers everything that the seat is asked: as final where its word is and the seat has not
    taken the phase into its own hands with a draft; a draft of a book counts as in at the deadline only.
    """

    seat: Seat
    is_in: bool
    final: bool
    bot: bool = False
    """The rules' bot plays it now."""


@dataclass(frozen=True)
class OpenPhase:
    """An unresolved phase with its position, and what has been sent for it."""

    host: Host
    session: Session
    game: Game
    row: PhaseRow
    title: Title[Any]
    position: Any
    seats: Sequence[Seat]
    """The seats of the game in their order."""

    @property
    def asks(self) -> Sequence[Ask]:
        """The questions of this phase, veiled or not: for the host's own use."""
        asks: Sequence[Ask] = self.position.phase.asks
        return asks

    @property
    def veiled(self) -> bool:
        """Whether it is hidden which seats this phase asks."""
        return bool(self.position.phase.veiled)

    @property
    def terms(self) -> Terms:
        """What was agreed about time."""
        return self.game.opened.terms

    @cached_property
    def bots(self) -> Sequence[str]:
        """The seats that the rules' bot plays at this moment, which is public: nobody is asked or awaited for them."""
        return self.title.bots_now(self.position)

    @cached_property
    def sent(self) -> Mapping[int, Mapping[str, Sent]]:
        """What each seat sent last for this phase, and as its book."""
        return newest_sent(self.session, self.game.id, self.row.number, BOOK)

    @property
    def books(self) -> Mapping[str, Sent]:
        """The newest book of each seat that ever sent one."""
        return self.sent[BOOK]

    @cached_property
    def new_books(self) -> Mapping[str, OpenBook]:
        """The books that do not stand in the position yet, opened: those that the cut put in force, or would now."""
        cut = {seat: book.digest for seat, book in self.books.items()} if self.row.status == OPEN else self.row.books
        return new_books(self.host, self.session, self.title, self.position, self.seats, cut)

    @cached_property
    def with_books(self) -> Any:
        """The position as it would be with the books that arrived since the last cut."""
        if not self.new_books:
            return self.position
        return self.title.with_books(self.position, {seat: book.entries for seat, book in self.new_books.items()})

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """Where the orders of the asked seats stand, in the order of the seats."""
        words = {seat: newest.word for seat, newest in self.sent[self.row.number].items()}
        asked = {ask.seat for ask in self.asks}
        return [self._standing(seat, words.get(seat.name, "withdrawn")) for seat in self.seats if seat.name in asked]

    def _standing(self, seat: Seat, word: Word) -> Standing:
        if seat.name in self.bots:
            return Standing(seat, is_in=True, final=True, bot=True)
        if word == "final" or self.is_given_up(seat):
            return Standing(seat, is_in=True, final=True)
        if word == "draft":
            return Standing(seat, is_in=True, final=False)
        final = self.book_answers(seat.name) and self.books[seat.name].word == "final"
        return Standing(seat, is_in=final or (self.is_late() and self.book_answers(seat.name)), final=final)

    def book_answers(self, seat: str) -> bool:
        """Does a seat's book answer everything that it is asked?"""
        return seat in self.answered_by_book

    @cached_property
    def answered_by_book(self) -> Collection[str]:
        """The seats whose books answer everything that they are asked."""
        asked = [seat for seat in dict.fromkeys(ask.seat for ask in self.asks) if seat in self.books]
        if not asked:
            return ()
        keys = {
            seat: ("book", self.game.id, self.game.version, self.row.number, seat, self.books[seat].digest)
            for seat in asked
            if seat in self.with_books.books
        }
        return worked_out(self.session, (*keys.values(),), partial(answered, self.title, self.with_books, keys))

    def is_given_up(self, seat: Seat) -> bool:
        """Is a seat vacant for so long that the game no longer waits for a substitute?"""
        return seat.vacant_since is not None and substitute_until(seat, self.terms) <= self.host.now()

    @property
    def awaited(self) -> Sequence[Seat]:
        """The seats for which the game waits."""
        return [standing.seat for standing in self.standings if not standing.final]

    @property
    def missing(self) -> Sequence[Seat]:
        """The seats from which nothing is in."""
        return [standing.seat for standing in self.standings if not standing.is_in]

    @property
    def waits(self) -> bool:
        """Does this phase wait for anybody (apart from the least time that it stays open)?"""
        until = self.veiled or any(not standing.bot for standing in self.standings)
        return {"final": bool(self.awaited), "in": bool(self.missing), "deadline": until}[self.terms.cut]

    @property
    def is_awaiting(self) -> bool:
        """Is it open, and does it wait for seats, to whose players it has to be mailed?"""
        return self.row.status == OPEN and bool(self.awaited) and self.waits

    def awaited_by_envelope(self) -> Sequence[str] | None:
        """The seats that only an envelope can settle; None where any may make the phase due, or where that is hidden.

        It rests in the clear: so it follows from public facts, and what a book answers is left open.
        """
        if self.veiled or self.is_late():
            return None
        asked = {ask.seat for ask in self.asks} - {*self.bots, *self.books}
        return [seat.name for seat in self.seats if seat.name in asked and not self.is_given_up(seat)]

    @property
    def reminders(self) -> Sequence[datetime]:
        """When those who are missing are reminded, in order of time."""
        if self.row.deadline is None:
            return []
        return sorted(self.row.deadline - timedelta(seconds=before) for before in self.terms.reminders)

    def away_of(self, seats: Sequence[str]) -> Sequence[Away]:
        """The absences that these seats have announced."""
        return [away for seat in seats for away in self.absences.get(seat, ())]

    @cached_property
    def absences(self) -> Mapping[str, Sequence[Away]]:
        """The absences that have been announced, by seat."""
        return absences(self.session, self.game.id)

    def is_due(self) -> bool:
        """May this phase be cut now?"""
        early = self.host.now() < earliest_cut(self.row, self.terms)
        if self.row.status != OPEN or self.game.paused_at is not None or early:
            return False
        return not self.waits or self.is_past()

    def is_late(self) -> bool:
        """Has the deadline come?"""
        return self.row.deadline is not None and self.row.deadline <= self.host.now()

    @property
    def has_grace(self) -> bool:
        """Does grace follow the deadline? Of a veiled phase always: else it would tell whether somebody is missing."""
        return bool(self.terms.grace_seconds) and (self.veiled or bool(self.missing))

    def is_past(self) -> bool:
        """Has the deadline passed, and grace with it where there is any?"""
        if not self.is_late():
            return False
        if not self.has_grace:
            return True
        return self.row.grace_until is not None and self.row.grace_until <= self.host.now()


def answered(title: Title[Any], position: Any, keys: Mapping[str, Hashable]) -> Collection[str]:
    """Those of some seats, each with what its book is known by, whose books answer everything."""
    return [seat for seat, key in keys.items() if answers(key, title, position, seat)]


def answers(key: Hashable, title: Title[Any], position: Any, seat: str) -> bool:
    """Does the book that a seat has in a position answer everything? Not where the rules fail at it: it is asked no
    second time, and the resolution meets what is wrong."""
    if key in FAILED:
        return False
    try:
        return not title.unanswered(title.view(position, seat), seat)
    except Exception as error:
        LOG.error("fault", game=position.title, **fault(error))
        while len(FAILED) >= MOST_FAILED:
            FAILED.pop(next(iter(FAILED)))
        FAILED[key] = None
        return False


def earliest_cut(row: PhaseRow, terms: Terms) -> datetime:
    """Before this moment a phase is not cut, so that chains leave people time to look."""
    return row.opened_at + timedelta(seconds=terms.least_seconds)


def substitute_until(seat: Seat, terms: Terms) -> datetime:
    """Until when the game waits for a substitute in a vacant seat."""
    if seat.vacant_since is None:
        raise ValueError(f"seat {seat.name} is not vacant")
    return after(seat.vacant_since, terms.phase_seconds, terms)


def schedule(phase: OpenPhase) -> None:
    """Set a phase's deadline, and when the worker has to look at it next.

    It looks when a vacant seat is given up whether or not this phase asks it, so that the time tells nothing.
    """
    row, terms, now = phase.row, phase.terms, phase.host.now()
    row.deadline = deadline_of(phase)
    if row.deadline > now:
        row.grace_until = None
        row.reminded = min(row.reminded, sum(moment <= now for moment in phase.reminders))
    times = [earliest_cut(row, terms), row.deadline, *phase.reminders]
    times += [row.grace_until] if row.grace_until else []
    times += [substitute_until(seat, terms) for seat in phase.seats if seat.vacant_since is not None]
    row.look_at = now if phase.is_due() else min((moment for moment in times if moment > now), default=now)
    if phase.game.paused_at is not None:
        row.look_at = None
    awaited = phase.awaited_by_envelope()
    row.awaited = None if awaited is None else " ".join(awaited)
    row.settled_by = " ".join(SETTLING[terms.cut])
    row.faults = 0
    phase.session.add(row)
    phase.session.flush()
    ring(phase.session)


def deadline_of(phase: OpenPhase) -> datetime:
    """The latest of the asked seats' deadlines: each has the time of a phase, and what is left in its bank.

    In a veiled phase it depends on nothing that only those who are asked have: no bank runs, and every absence counts.
    """
    row, terms = phase.row, phase.terms
    seconds = terms.phase_seconds + row.extended_seconds
    if phase.veiled:
        everybody = [seat.name for seat in phase.seats]
        return after(row.opened_at, seconds, terms, phase.away_of(everybody))
    seats = [standing.seat for standing in phase.standings if not standing.bot]
    each = [after(row.opened_at, seconds + seat.bank_seconds, terms, phase.away_of([seat.name])) for seat in seats]
    return max(each, default=after(row.opened_at, seconds, terms))


def load_open_phase(host: Host, session: Session, game: Game, row: PhaseRow) -> OpenPhase:
    """An unresolved phase with the game's newest position."""
    title = title_of(session, game)
    stored = Archive(host.vault, title).stored_position(latest(session, game.id))
    return OpenPhase(host, session, game, row, title, title.decode(stored), load_seats(session, game.id))


def find_open_phase(host: Host, session: Session, game: Game) -> OpenPhase | None:
    """The unresolved phase of a game; None where it has none."""
    row = unresolved_phase(session, game.id)
    return None if row is None else load_open_phase(host, session, game, row)


def open_phase(
    host: Host, session: Session, game: Game, title: Title[Any], position: Any, seats: Sequence[Seat]
) -> OpenPhase:
    """Open the phase that a position waits for, under a fresh key."""
    row = keyed_phase(host, game, position.phase.number, position.version)
    phase = OpenPhase(host, session, game, row, title, position, seats)
    schedule(phase)
    return phase


def open_book_desk(host: Host, session: Session, game: Game) -> PhaseRow:
    """Make the key to which a game's books are sealed."""
    row = keyed_phase(host, game, BOOK, game.version)
    session.add(row)
    return row


def keyed_phase(host: Host, game: Game, number: int, version: str) -> PhaseRow:
    """A phase that is open under a fresh key."""
    key = PhaseKey.generate(host.config.suite)
    notice = sign_phase_key(key, game=game.id, phase=number, version=version, host=host.identity)
    return PhaseRow(
        game=game.id,
        number=number,
        status=OPEN,
        private_key=seal_phase_key(host.vault, game.id, number, key.private),
        statement=notice.to_json(),
        opened_at=host.now(),
    )


def sign_again(host: Host, session: Session, row: PhaseRow, version: str) -> None:
    """The same key, announced anew for the rules that the game is played by now."""
    key = PhaseKey(row.notice.suite, phase_private(host.vault, row))
    notice = sign_phase_key(key, game=row.game, phase=row.number, version=version, host=host.identity)
    row.statement = notice.to_json()
    session.add(row)
    session.flush()


def required(moment: datetime | None) -> datetime:
    """A deadline that an open phase has."""
    if moment is None:
        raise ValueError("an open phase has a deadline")
    return moment
