"""The host's own steps, held against what the record shows: who missed a phase, who fell vacant, for whom it waited.

At the cut of a phase a seat that is held and asked has missed it when neither a draft nor a final envelope of it
counted, nor a book that answers all it is asked. A seat that the rules' bot plays is not asked, and misses nothing.
Of a veiled phase nobody may be named. NOT provable from a record: that a seat named when grace began had sent nothing
by then; what came later, in grace, stands in the same cut. Nor, of a seat with entries that are not shown, that it
missed a phase whose questions were not come to, or where its book passed over what was queued: the notice is taken.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeGuard

import msgspec

from adjudicator.kernel import Book, Title
from schemas.errors import FalseRecord
from schemas.log.entries import Acted, Body, Cut, Joined, Notice, Reopened, Resolved, RulesChanged, Seated
from schemas.log.openings import opened_game
from schemas.record.form import Finding, Record, RecordedPhase
from schemas.record.story import Story
from schemas.statements.contests import ContestAct, Disqualify
from schemas.statements.payloads import Act, Header, Join, Leave, Player, Replace, Resign, SeatAct, Vacate
from schemas.statements.statements import Statement


class Stood(NamedTuple):
    """A phase as it was open: its rules, its position, and the books that its cut put in force.

    `unread` are the seats of whose books not all is known, as they were in force at the cut.
    """

    title: Title[Any]
    position: Any
    books: Mapping[str, Book]
    unread: Sequence[str] = ()

    @property
    def veiled(self) -> bool:
        """Whether it is hidden which seats the phase asked."""
        return bool(self.position.phase.veiled)


def notice_findings(record: Record, story: Story, stood: Mapping[int, Stood]) -> list[Finding]:
    """What does not hold in the notices of a record that was replayed, up to the first phase that was not."""
    return list(_Watch(record, story, stood).run())


class _Account(msgspec.Struct):
    """The misses that a seat has left, and how often it answered in time since one was given back."""

    excused: int
    in_time: int = 0


class _Watch:
    """Who holds which seat at this point of the log, what each has left, and the notices that have to come next."""

    def __init__(self, record: Record, story: Story, stood: Mapping[int, Stood]) -> None:
        self.record, self.story, self.stood = record, story, stood
        self.terms = opened_game(story.created, record.game).terms
        self.phases = {phase.phase: phase for phase in record.phases}
        self.accounts = {seat: _Account(self.terms.excused) for seat in record.seats}
        self.held: list[str] = []
        self.handles: dict[str, str] = {}
        self.cards = {card.key_id: card for card in (Statement.from_form(form) for form in record.players)}
        self.open = 1
        self.due: dict[str, list[str]] = {}

    def run(self) -> Iterator[Finding]:
        """Go through the log once, comparing each notice with what the terms demand."""
        for body in self.story.bodies:
            if isinstance(body, Seated):
                self._hold(body.seat, Statement.from_form(body.statement))
            elif isinstance(body, Joined):
                self._hold(Statement.from_form(body.statement).read(Join).seat, Statement.from_form(body.statement))
            elif isinstance(body, Acted):
                self._act(Statement.from_form(body.statement))
            elif isinstance(body, Cut | Notice) and body.phase not in self.stood:
                return
            elif isinstance(body, Cut):
                self._cut(body.phase)
            elif isinstance(body, Notice) and body.what not in ("voted", "late"):
                yield from self._notice(body)
            elif isinstance(body, Resolved | Reopened | RulesChanged):
                yield from self._resolved(body)

    def _hold(self, seat: str, statement: Statement) -> None:
        self.held.append(seat)
        self.handles[seat] = self.cards[statement.key_id].read(Player).handle

    def _act(self, statement: Statement) -> None:
        if statement.kind == ContestAct.document:
            act = statement.read(ContestAct).act
            for seat in [
                seat for seat in self.held if isinstance(act, Disqualify) and self.handles[seat] == act.player
            ]:
                self._leave(seat)
            return
        said = statement.read(Act if statement.kind == Act.document else SeatAct)
        if isinstance(said, Act) and isinstance(said.act, Vacate | Replace):
            self._leave(said.act.seat)
        elif isinstance(said, SeatAct) and isinstance(said.act, Resign | Leave):
            self._leave(said.seat)

    def _leave(self, seat: str) -> None:
        self.accounts[seat] = _Account(self.terms.excused)
        if seat in self.held:
            self.held.remove(seat)

    def _cut(self, phase: int) -> None:
        """What has to be announced after a cut, and what it does to everybody's account."""
        if self.stood[phase].veiled:
            return
        asked = [seat for seat in self._asked(phase) if seat in self.held]
        told = next((body.seats for body in self.story.bodies if _is_missed(body, phase)), [])
        void = self.story.chapters[phase - 1].void  # what was sent to it stays unread: the notice is all there is
        missing = [seat for seat in asked if (seat in told if void else not self._is_in(phase, seat, told))]
        fallen = [seat for seat in missing if self.accounts[seat].excused == 0]
        self.due = {what: seats for what, seats in (("missed", missing), ("vacated", fallen)) if seats}
        for seat in asked:
            self._settle(self.accounts[seat], missed=seat in missing)

    def _settle(self, account: _Account, *, missed: bool) -> None:
        if missed:
            account.excused, account.in_time = max(account.excused - 1, 0), 0
        elif account.excused < self.terms.excused:
            account.in_time += 1
            if account.in_time >= self.terms.excused_back:
                account.excused, account.in_time = account.excused + 1, 0

    def _asked(self, phase: int) -> Sequence[str]:
        """The seats that a phase asks, but for those that the rules' bot plays in it."""
        title, position = self.stood[phase].title, self.stood[phase].position
        asked, bots = {ask.seat for ask in position.phase.asks}, title.bots_now(position)
        return [seat for seat in self.record.seats if seat in asked and seat not in bots]

    def _is_in(self, phase: int, seat: str, told: Sequence[str]) -> bool:
        """Whether a seat gave orders, or its book did; where what is shown of the book leaves that open, as `told`."""
        words = words_of(self.phases[phase])
        if words.get(seat, "withdrawn") != "withdrawn":
            return True
        title, before, books, unread = self.stood[phase]
        position = title.with_books(before, books)
        answers = seat in position.books and not title.unanswered(title.view(position, seat), seat)
        if seat in unread and (not self._came_to_all(phase, seat) or (answers and self._is_queued(phase, seat))):
            return seat not in told
        return answers

    def _came_to_all(self, phase: int, seat: str) -> bool:
        """Was an order found for all that the seat was asked? If so, each entry that decided one is shown."""
        found = {order.question for order in self.phases[phase].orders if order.seat == seat}
        return found >= {ask.name for ask in self.stood[phase].position.phase.asked_of(seat)}

    def _is_queued(self, phase: int, seat: str) -> bool:
        """Is the seat asked something although its book answers, where what is queued before has become illegal?"""
        title, position = self.stood[phase].title, self.stood[phase].position
        return any(title.question(ask.question).queued for ask in position.phase.asked_of(seat))

    def _notice(self, notice: Notice) -> Iterator[Finding]:
        said = f"{notice.what} notice names {', '.join(notice.seats) or 'nobody'}"
        if notice.phase != self.open:
            yield _finding(self.open, f"the {said} for phase {notice.phase}, but phase {self.open} is open")
            return
        if notice.what == "overdue":
            wrong = self._overdue(notice)
        elif notice.what == "paused":
            wrong = f"{', '.join(self.held)} held a seat" if self.held else None
        else:
            due = self.due.pop(notice.what, [])
            wrong = None if notice.seats == due else f"the record shows {', '.join(due) or 'nobody'}"
        if wrong:
            yield _finding(notice.phase, f"the {said}, but {wrong}")
        if notice.what == "vacated":
            for seat in notice.seats:
                self._leave(seat)

    def _overdue(self, notice: Notice) -> str | None:
        """What is wrong with the word that grace has begun."""
        if not self.terms.grace_seconds:
            return "the terms give no grace"
        if self.stood[notice.phase].veiled:
            return "the phase is veiled" if notice.seats else None
        asked = self._asked(notice.phase)
        if notice.seats and all(seat in asked for seat in notice.seats):
            return None
        return f"the phase asks {', '.join(asked)}"

    def _resolved(self, body: Resolved | Reopened | RulesChanged) -> Iterator[Finding]:
        for what, seats in self.due.items():
            yield _finding(body.phase, f"no {what} notice names {', '.join(seats)}, though the record shows them")
        self.due = {}
        self.open = body.phase + 1


def _is_missed(body: Body, phase: int) -> TypeGuard[Notice]:
    return isinstance(body, Notice) and (body.what, body.phase) == ("missed", phase)


def words_of(phase: RecordedPhase) -> dict[str, str]:
    """The word of each seat's newest envelope at the cut of a phase."""
    return {one.seat: Statement.from_form(one.header).read(Header).word for one in phase.envelopes}


def _finding(phase: int, message: str) -> Finding:
    return Finding(FalseRecord.code, phase, message)
