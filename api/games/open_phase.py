"""Phases: how one opens, what it asks, and where the orders of each asked seat stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from sqlmodel import Session
from werkzeug.utils import cached_property

from adjudicator.kernel import Ask, Title
from api.games.absences import absences
from api.games.books import SentBook, new_books, newest_books
from api.games.working_time import Away, after
from api.host.awaited_seats import SETTLING
from api.host.host import Host
from api.store.database import ring
from api.store.lookups import load_seats, newest_words, terms_of, title_of
from api.store.models import OPEN, Game, PhaseRow, Seat
from api.store.sealed_rows import Archive, latest, phase_private, seal_phase_key
from schemas.keys.phase_keys import sign_phase_key
from schemas.keys.sealing import PhaseKey
from schemas.statements.payloads import BOOK, SuiteName, Terms, Word


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
        return terms_of(self.game)

    @cached_property
    def bots(self) -> Sequence[str]:
        """The seats that the rules' bot plays at this moment, which is public: nobody is asked or awaited for them."""
        return self.title.bots_now(self.position)

    @cached_property
    def seats(self) -> Sequence[Seat]:
        """The seats of the game in their order."""
        return load_seats(self.session, self.game.id)

    @cached_property
    def books(self) -> Mapping[str, SentBook]:
        """The newest book of each seat that ever sent one."""
        return newest_books(self.session, self.game.id)

    @cached_property
    def with_books(self) -> Any:
        """The position as it would be with the books that arrived since the last cut."""
        counted = {seat: book.digest for seat, book in self.books.items()}
        found = new_books(self.host, self.session, self.title, self.game.id, counted)
        if not found:
            return self.position
        return self.title.with_books(self.position, {seat: book.entries for seat, book in found.items()})

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """Where the orders of the asked seats stand, in the order of the seats."""
        words = newest_words(self.session, self.game.id, self.row.number)
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
        if seat not in self.books or seat not in self.with_books.books:
            return False
        return not self.title.unanswered(self.title.view(self.with_books, seat), seat)

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
        return absences(self.session, self.game.id, seats)

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
    return OpenPhase(host, session, game, row, title, title.decode(stored))


def open_phase(host: Host, session: Session, game: Game, position: Any) -> PhaseRow:
    """Open the phase that a position waits for, under a fresh key."""
    row = keyed_phase(host, session, game, position.phase.number, position.version)
    schedule(OpenPhase(host, session, game, row, title_of(session, game), position))
    return row


def open_book_desk(host: Host, session: Session, game: Game) -> PhaseRow:
    """Make the key to which a game's books are sealed."""
    return keyed_phase(host, session, game, BOOK, game.version)


def keyed_phase(host: Host, session: Session, game: Game, number: int, version: str) -> PhaseRow:
    """A phase that is open under a fresh key."""
    key = PhaseKey.generate(host.config.suite)
    notice = sign_phase_key(key, game=game.id, phase=number, version=version, host=host.identity)
    row = PhaseRow(
        game=game.id,
        number=number,
        status=OPEN,
        version=version,
        suite=key.suite,
        public_key=key.public,
        private_key=seal_phase_key(host.vault, game.id, number, key.private),
        statement=notice.to_json(),
        opened_at=host.now(),
    )
    session.add(row)
    session.flush()
    return row


def sign_again(host: Host, session: Session, row: PhaseRow) -> None:
    """The same key, announced anew: by the host that has the game now, for the rules that it is played by now."""
    key = PhaseKey(cast(SuiteName, row.suite), phase_private(host.vault, row))
    notice = sign_phase_key(key, game=row.game, phase=row.number, version=row.version, host=host.identity)
    row.statement = notice.to_json()
    session.add(row)
    session.flush()
