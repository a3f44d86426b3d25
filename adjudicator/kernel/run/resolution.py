"""A resolution: steps of the agenda run one after another until a phase opens or the game is over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from adjudicator.kernel.books import reading
from adjudicator.kernel.books.reading import Consulted, Reads
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import UnknownName
from adjudicator.kernel.position.position import Ask, Outcome, Phase, Position, Step, step
from adjudicator.kernel.questions.questions import Order
from adjudicator.kernel.run.events import Event, Masked, PassedOver

P = TypeVar("P", bound=Position)
Source = Literal["envelope", "book", "default", "bot"]


class Answers(dict[str, dict[str, Any]]):
    """The orders in force, by seat and by the name of what was asked."""

    def of(self, seat: str, question: str, key: str | None = None) -> Any:
        """A seat's order to a question; with a key to the one of several asks that has it."""
        return self[seat][question if key is None else f"{question}/{key}"]


class Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order that was carried out, and where it came from. `question` is the name of what was asked."""

    seat: str
    question: str
    source: Source
    order: dict[str, Any]


class Fallen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order that arrived and was not carried out: told to its author only, with the clause.

    `question` is the name of what was asked.
    """

    seat: str
    question: str
    clause: str
    message: str


class Misread(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something written ahead that should have been refused when it was written: a fault of the program's.

    `where` it showed says nothing of what was written.
    """

    seat: str
    question: str
    where: str


class Moment(Generic[P]):
    """The position in the middle of a phase, when so many of its events had been told; given, or how to get it."""

    __slots__ = ("_position", "told")

    def __init__(self, told: int, position: P | Callable[[], P]) -> None:
        self.told, self._position = told, position

    @property
    def position(self) -> P:
        """The position."""
        return self._position() if callable(self._position) else self._position


class Moments(Mapping[int, P]):
    """Positions inside a phase, by how many of its events somebody had been told."""

    def __init__(self, moments: Mapping[int, Moment[P]]) -> None:
        self._moments = moments

    def __getitem__(self, told: int) -> P:
        return self._moments[told].position

    def __iter__(self) -> Iterator[int]:
        return iter(self._moments)

    def __len__(self) -> int:
        return len(self._moments)


class Resolution(Generic[P]):
    """The position being changed, and what has come of it so far. Steps get it as their first argument.

    `moments` are noted on request (`note_moments`): the position before, that after each step that told anything, and
    the one that it ends with.
    """

    def __init__(
        self,
        position: P,
        chance: Chance,
        steps: Mapping[str, Callable[..., None]],
        bots_now: Callable[[P], Sequence[str]] = lambda _position: (),
        reads: Reads | None = None,
    ) -> None:
        self.position = position
        self.chance = chance
        self.events: list[Event] = []
        self.counted: list[Counted] = []
        self.fallen: list[Fallen] = []
        self.used: dict[str, list[int]] = {}  # by seat, the entries of its book (from 0) that something rests on
        self.conceding: list[str] = []  # at this cut
        self.handles: dict[str, str] = {}  # what this report calls things that some of its readers may not know
        self.misread: list[Misread] = []
        self.moments: list[Moment[P]] = []
        self._kept: Callable[[P], Callable[[], P]] | None = None
        self._reads = reads
        self._steps = steps
        self._bots_now = bots_now

    def emit(self, *events: Event) -> None:
        """Tell what happened. What some seats alone may know is not told to those that the rules' bot plays now."""
        for event in events:
            if isinstance(event, Masked) and event.known_to:
                event = msgspec.structs.replace(event, known_to=self.persons(event.known_to))
            readers = event.only and self.persons(event.only)
            if readers == event.only:
                self.events.append(event)
            elif readers:
                self.events.append(msgspec.structs.replace(event, only=readers))

    def use(self, seat: str, entry: int) -> None:
        """Note that something rests on an entry of a seat's book: nobody can replay the phase without it."""
        self.used[seat] = sorted({*self.used.get(seat, ()), entry})

    @property
    def reads(self) -> Reads:
        """What it takes to read books; ValueError where something is only tried out, and nobody's book is read."""
        if self._reads is None:
            raise ValueError("nobody's book is read here")
        return self._reads

    def note_misread(self, seat: str, question: str, where: str) -> None:
        """Note what was taken when it was written and cannot be read now: its author is told, and the operator sees."""
        self.misread.append(Misread(seat, question, where))

    def persons(self, seats: Sequence[str]) -> tuple[str, ...]:
        """Those of the seats that the rules' bot does not play at this moment."""
        bots = self._bots_now(self.position)
        return tuple(seat for seat in seats if seat not in bots)

    def do(self, *steps: Step) -> None:
        """Put steps on the agenda: they run next, in the order given, before what is already there."""
        self.position.agenda[:0] = steps

    def ask(self, asks: list[Ask], then: Callable[..., None], *, veiled: bool = False, **args: Any) -> None:
        """Open a phase. `then` is the step that will receive its answers, with `args`.

        ValueError where a seat would be asked the same twice: orders could not say which of the two they answer.
        """
        if len(asks) > 1:
            _require_distinct([(one.seat, one.name) for one in asks])
        self.position.phases += 1
        self.position.phase = Phase(self.position.phases, asks, step(then, **args), veiled)

    def finish(self, reason: str, places: Mapping[str, int]) -> None:
        """End the game: nothing is asked any more, and what was still to be done is not done."""
        self.position.agenda.clear()
        self.position.phase = None
        self.position.outcome = Outcome(reason, dict(places))

    def close(self, answers: Answers) -> None:
        """Close the open phase: its closing step receives all answers at once; then the agenda runs on."""
        phase, self.position.phase = self.position.phase, None
        if phase is None:
            raise ValueError("no phase is open")
        self._function(phase.then)(self, answers, **phase.then.args)
        self._note_moment()
        self.run()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.outcome is not None

    def run(self) -> None:
        """Run the agenda until a phase opens or nothing is left."""
        while self.position.phase is None and self.position.agenda:
            next_step = self.position.agenda.pop(0)
            self._function(next_step)(self, **next_step.args)
            self._note_moment()

    def note_moments(self, before: P, kept: Callable[[P], Callable[[], P]]) -> None:
        """Note moments from now on; `before` is the position before all that will be told, `kept` how one is kept."""
        self.moments, self._kept = [Moment(0, before)], kept

    def _note_moment(self) -> None:
        if self._kept is not None and len(self.events) > self.moments[-1].told:
            self.moments.append(Moment(len(self.events), self._kept(self.position)))

    def end_moments(self) -> None:
        """The position at the end is the last moment: steps that told nothing may have followed the last one noted."""
        if self.moments[-1].told == len(self.events) > 0:
            self.moments.pop()
        self.moments.append(Moment(len(self.events), self.position))

    def _function(self, wanted: Step) -> Callable[..., None]:
        if wanted.name not in self._steps:
            raise UnknownName("step", wanted.name, sorted(self._steps))
        return self._steps[wanted.name]


def moments_of(resolution: Resolution[P], seat: str | None) -> Moments[P]:
    """The moments of a resolution as a seat (None: a spectator) may tell them apart: by how many events it had been
    told, the first such position; where it had been told all of them, the last."""
    found: dict[int, Moment[P]] = {}
    told = [0, *accumulate(int(event.only is None or seat in event.only) for event in resolution.events)]
    for moment in resolution.moments:
        found.setdefault(told[moment.told], moment)
    return Moments({**found, told[-1]: resolution.moments[-1]})


def _require_distinct(asked: list[tuple[str, str]]) -> None:
    """Every seat is asked each name once."""
    if len({*asked}) < len(asked):
        seat, name = next(one for one in asked if asked.count(one) > 1)
        raise ValueError(f"{seat} is asked {name} twice in one phase; each ask needs a key of its own")


def order_to_dict(order: Order) -> dict[str, Any]:
    """An order as it crosses the wire: its question's id and its fields."""
    plain: dict[str, Any] = msgspec.to_builtins(order)
    return plain


# --- the one road from a seat's book to an order, of a phase that closes or in the middle of a step ---------------


def written_ahead(running: Resolution[Any], view: Any, ask: Ask) -> Consulted:
    """What a seat's book comes to for an ask, judged from its view. What was used is used up; its author alone is told
    what was passed over."""
    view = replace(view, books={ask.seat: running.position.books.get(ask.seat, [])})  # as this phase has left it
    consulted = reading.consult(running.reads, view, ask)
    _settle(running, ask.seat, ask.name, consulted)
    if consulted.asks is not None:
        running.use(ask.seat, consulted.asks)
    return consulted


def carried_unasked(running: Resolution[Any], view: Any, seat: str, done: Collection[str]) -> Any | None:
    """The next order of a book to a question that is never asked, if one can be carried out now (`reading.unasked`)."""
    consulted = reading.unasked(running.reads, view, seat, done)
    if consulted is None or consulted.answer is None:
        return None
    _settle(running, seat, running.position.books[seat][consulted.answer.entry].question, consulted)
    return consulted.answer.order


def _settle(running: Resolution[Any], seat: str, question: str, consulted: Consulted) -> None:
    if consulted.passed_over:
        running.emit(PassedOver(question=question, passed_over=consulted.passed_over, only=(seat,)))
    for where in consulted.misread:
        running.note_misread(seat, question, where)
    if consulted.answer is not None:
        kept = running.position.books
        for entry in (consulted.answer.entry, *consulted.answer.beside):
            running.use(seat, entry)
        kept[seat] = reading.use_up(running.reads, kept[seat], consulted.answer)
