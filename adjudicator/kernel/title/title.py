"""A title: one set of rules, and everything that the rest of the house may ask of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar, Union

import msgspec

from adjudicator.kernel.books.books import check_book, consult, explained, foreseen
from adjudicator.kernel.books.conditions import NONE, Quantities
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import Illegal, Malformed, OtherRules, UnknownName
from adjudicator.kernel.faults import convert
from adjudicator.kernel.hidden.parts import Hidden
from adjudicator.kernel.position.book_entries import Book
from adjudicator.kernel.position.position import Ask, Position, Step
from adjudicator.kernel.questions.offers import Offer
from adjudicator.kernel.questions.parted import Parted
from adjudicator.kernel.questions.questions import Order, Question, ask_name, question_of
from adjudicator.kernel.run.events import KERNEL_EVENTS, Event, event_to_dict, events_for, subjects_of
from adjudicator.kernel.run.resolution import Resolution, order_to_dict
from adjudicator.kernel.run.settling import BOT_PLAYS, settle
from adjudicator.kernel.subjects import PLAIN, Naming
from adjudicator.kernel.title.upgrades import Upgrade, differences, upgraded

P = TypeVar("P", bound=Position)
Sent = Mapping[str, Sequence[Order]]
Bot = Callable[[Any, str, Chance], list[Order]]


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A starting position of a title, with the numbers of seats that it can be played with.

    `seats` names its seats where they are not the first ones of the title.
    """

    id: str
    name: str
    summary: str
    seat_counts: tuple[int, ...]
    seats: tuple[str, ...] = ()


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option of a game, chosen when it is created: its values (none: any text), the one that stands unsaid."""

    summary: str
    default: str | int | bool
    values: tuple[str | int | bool, ...] = ()


class Refusal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One order that would not be carried out, with the clause that forbids it; `question` is the name of its ask."""

    question: str
    clause: str
    message: str


@dataclass(frozen=True)
class Title(Generic[P]):
    """One set of rules. The functions below the blank line are the title's own; everything else is the kernel's."""

    id: str
    name: str
    about: str
    version: str
    position: type[P]
    questions: Mapping[str, Question[Any, Any]]
    events: tuple[type[Event], ...]
    steps: Mapping[str, Callable[..., None]]
    chapters: Mapping[str, tuple[Step, ...]]
    scenarios: Mapping[str, Scenario]
    seat_names: tuple[str, ...]

    set_up: Callable[..., P]
    hidden: Sequence[Hidden]  # all that a seat may not know; each part may rely on those before it
    invariants: Callable[[P], None]
    scores: Callable[[P], dict[str, int]]
    show: Callable[[P], str]
    draw: Callable[[P, str | None, bool], str]
    steady: Bot
    settings: Mapping[str, Setting] = field(default_factory=dict)
    require_settings: Callable[[str, Mapping[str, Any]], None] = lambda _scenario, _options: None  # or Malformed
    lay: Callable[[str], str] | None = None  # a components file over ours: its digest, for the setting `components`
    unmanned: Callable[[Mapping[str, Any]], Sequence[str]] = lambda _options: ()  # the seats that nobody plays
    sharing: Callable[[str, Mapping[str, Any], Mapping[str, str]], str | None] = lambda _scenario, _options, _held: None
    bots_now: Callable[[P], Sequence[str]] = lambda _position: ()  # the seats that the rules' bot plays at this moment
    hidden_from_bot: Sequence[Hidden] = ()  # where it sees more than the person at its seat: the parts to be hidden
    quantities: Quantities = NONE
    upgrades: Mapping[str, Upgrade] = field(default_factory=dict)  # by older version: the way from it to the next one
    naming: Naming = PLAIN
    law: Path | None = None  # the rules, clause by clause, in Markdown
    rulings: Path | None = None  # and our answers where they are silent

    # --- playing -----------------------------------------------------------------------------------------------

    def seats(self, scenario: str, count: int) -> tuple[str, ...]:
        """The seats of a game with `count` of them. UnknownName, or ValueError naming the counts that are allowed."""
        allowed = self.scenario(scenario).seat_counts
        if count not in allowed:
            raise ValueError(f"{self.name} is played by {', '.join(map(str, allowed))} seats, not by {count}")
        return self.scenario(scenario).seats or self.seat_names[:count]

    def scenario(self, scenario: str) -> Scenario:
        """A scenario by its id."""
        if scenario not in self.scenarios:
            raise UnknownName(f"{self.name} scenario", scenario, sorted(self.scenarios))
        return self.scenarios[scenario]

    def chosen(self, scenario: str, options: Mapping[str, Any]) -> dict[str, str | int | bool]:
        """The settings of a game, those that were not chosen at their defaults. Malformed says what may be chosen."""
        for name, value in options.items():
            if name not in self.settings:
                known = ", ".join(sorted(self.settings)) or "none"
                raise Malformed(f"{self.name} has no option {name!r}; its options: {known}")
            allowed = self.settings[name].values or ("",)
            if type(value) not in {type(one) for one in allowed} or (
                self.settings[name].values and value not in allowed
            ):
                wanted = ", ".join(map(str, self.settings[name].values)) or "a text"
                raise Malformed(f"option {name} of {self.name} is {value!r}; right would be: {wanted}")
        chosen = {name: options.get(name, setting.default) for name, setting in self.settings.items()}
        self.require_settings(scenario, chosen)
        return chosen

    def bot_seats(self, scenario: str, options: Mapping[str, Any], seats: Sequence[str]) -> list[str]:
        """Those of a game's seats that nobody plays, by its options."""
        unmanned = self.unmanned(self.chosen(scenario, options))
        return [seat for seat in seats if seat in unmanned]

    def holders_refused(self, scenario: str, options: Mapping[str, Any], holders: Mapping[str, str]) -> str | None:
        """Why these players may not hold these seats (seat -> player) in one game, in words; None when they may."""
        return self.sharing(scenario, self.chosen(scenario, options), holders)

    def begin(
        self, *, scenario: str, seats: Sequence[str], options: Mapping[str, Any] | None = None, chance: Chance
    ) -> Resolution[P]:
        """Set a game up and run it to its first phase."""
        allowed = self.seats(scenario, len(seats))
        if sorted(seats) != sorted(allowed):
            raise ValueError(f"the seats of {self.name} with {len(seats)} players are {allowed}, not {tuple(seats)}")
        chosen = self.chosen(scenario, options or {})
        position = self.set_up(
            title=self.id, version=self.version, scenario=scenario, options=chosen, seats=list(seats)
        )
        resolution = Resolution(position, chance, self.steps, self.bots_now)
        resolution.run()
        return resolution

    def resolve(
        self, position: P, sent: Sent, chance: Chance, books: Mapping[str, Book] | None = None
    ) -> Resolution[P]:
        """Close the open phase with the orders that were sent. `position` itself is left as it was.

        A seat that is absent from `sent` sent nothing. `books` are the seats' new standing orders, which replace the
        old ones whole, before anything else. An order that the rules refuse falls: the seat's book answers, else the
        default.
        """
        resolution = Resolution(self.with_books(position, books or {}), chance, self.steps, self.bots_now)
        answers = settle(self, resolution, sent)
        if not resolution.over:
            resolution.close(answers)
        return resolution

    def run_on(self, position: P, chance: Chance) -> Resolution[P]:
        """Run the agenda of a position in which no phase is open (one that a case file has stood somewhere)."""
        resolution = Resolution(self.copy(position), chance, self.steps, self.bots_now)
        resolution.run()
        return resolution

    # --- what a seat may know and do ---------------------------------------------------------------------------

    def view(self, position: P, seat: str | None) -> P:
        """The position as one seat (None: a spectator) may know it. To be read only: what is not hidden is shared."""
        view = _seen(position, seat)
        if view.books:
            view.books = {owner: book for owner, book in view.books.items() if owner == seat}
        for part in self.hidden:
            part.hide(view, seat)
        return view

    def bot_view(self, position: P, seat: str) -> P:
        """The position as the rules' bot at a seat may know it, where it plays for a person or for nobody."""
        if not self.hidden_from_bot:
            return self.view(position, seat)
        view = _seen(position, seat)
        for part in self.hidden_from_bot:
            part.hide(view, seat)
        return view

    def redeal(self, position: P, seat: str | None, chance: Chance) -> P:
        """Another position that looks the same to a seat: what it may not know is dealt anew."""
        other = self.copy(position)
        for part in self.hidden:
            part.redeal(other, seat, chance)
        return other

    def dealt_again(self, position: P, chance: Chance) -> P:
        """A copy in which hidden hands are dealt anew; whatever a seat chose or filed itself stays as it is."""
        other = self.copy(position)
        for part in self.hidden:
            part.deal_again(other, chance)
        return other

    def reshuffle(self, position: P, chance: Chance) -> None:
        """Shuffle what lies undrawn, each pile in itself: what was seen of it is then worth nothing."""
        for part in self.hidden:
            part.reshuffle(position, chance)

    def imagine(self, view: P, seat: str | None, chance: Chance) -> P:
        """A whole position that looks to a seat like its view: what the view hides is made up, as the rules allow.

        What others have filed in secret may be left out: nobody can know whether it exists.
        """
        position = self.copy(view)
        for part in self.hidden:
            part.imagine(position, seat, chance)
        return position

    def question(self, name: str) -> Question[Any, Any]:
        """A question type by its id, or by the name of one of its asks."""
        question = name.partition("/")[0]
        if question not in self.questions:
            raise UnknownName(f"{self.name} question", question, sorted(self.questions))
        return self.questions[question]

    def asked_of(self, view: P, seat: str) -> list[Ask]:
        """The open questions that the player of a seat is to answer; none while the rules' bot plays it."""
        return view.phase.asked_of(seat) if view.phase and seat not in self.bots_now(view) else []

    def ask(self, view: P, seat: str, name: str) -> Ask:
        """The open question of this name that is put to a seat; an unasked question is always open."""
        if self.question(name).unasked:
            return Ask(seat, name)
        asks = view.phase.asked_of(seat) if view.phase else []
        for ask in asks:
            if ask.name == name:
                return ask
        open_now = f"open for it: {', '.join(a.name for a in asks) or 'nothing'}"
        raise Illegal(self.question(name).clause, f"{name} is not asked of {seat} now; {open_now}")

    def options(self, view: P, seat: str, question: str) -> Iterator[Order]:
        """The legal orders to a question that is open for a seat."""
        return self.question(question).options(view, self.ask(view, seat, question))

    def grown(self, view: P, seat: str, question: str, order: Order | None) -> Iterator[Order]:
        """The orders that hold one part more than this one, to answer an open question step by step."""
        return self.question(question).grown(view, self.ask(view, seat, question), order)

    def offer(self, view: P, seat: str, question: str, answers: Sequence[Any] = ()) -> Offer | None:
        """What an open question has to choose from after these answers; None where nothing is left to choose.

        None as well for a question that is not made of parts: its orders grow.
        """
        kind = self.question(question)
        return kind.answered(view, self.ask(view, seat, question), answers)[1] if isinstance(kind, Parted) else None

    def order_of(self, view: P, seat: str, question: str, answers: Sequence[Any]) -> Order:
        """The order that these answers come to, one for each offer. ValueError where one more is wanted."""
        kind = self.question(question)
        ask = self.ask(view, seat, question)
        values, offer = kind.answered(view, ask, answers) if isinstance(kind, Parted) else ((), None)
        if offer is not None or not isinstance(kind, Parted):
            raise ValueError(f"{question} is not answered in full")
        order: Order = kind.make(view, ask, values)
        return order

    def default(self, view: P, seat: str, question: str) -> Order:
        """What it means if a seat sends nothing to a question that is open for it."""
        order: Order = self.question(question).default(view, self.ask(view, seat, question))
        return order

    def prompt(self, view: P, seat: str, question: str) -> str:
        """An open question in words."""
        return self.question(question).prompt(view, self.ask(view, seat, question))

    def waiting(self, view: P) -> list[str]:
        """What those who are not asked read while the game waits."""
        if view.phase is None:
            return []
        if view.phase.veiled:
            return ["The game waits; whom it waits for is not shown."]
        bots = self.bots_now(view)
        return [self.question(ask.question).waiting(ask) for ask in view.phase.asks if ask.seat not in bots]

    def refusal(self, view: P, seat: str, order: Order) -> Illegal | None:
        """Why a seat may not give an order now; None when it may. Works from the seat's view."""
        question = self.question(question_of(order))
        try:
            return question.refusal(view, self.ask(view, seat, ask_name(order)), order)
        except Illegal as not_asked:
            return not_asked

    def check(self, view: P, seat: str, orders: Sequence[Order]) -> list[Refusal]:
        """Every refusal of a list of orders at once; an empty list when all would be carried out."""
        refusals = []
        seen: list[str] = []
        if seat in self.bots_now(view):
            return [Refusal(ask_name(order), *BOT_PLAYS) for order in orders]
        for order in orders:
            name = ask_name(order)
            illegal = self.refusal(view, seat, order)
            if illegal is None and name in seen and not self.question(name).unasked:
                illegal = Illegal(self.question(name).clause, f"{name} is answered more than once; one order is wanted")
            if illegal is not None:
                refusals.append(Refusal(name, illegal.clause, illegal.message))
            seen.append(name)
        return refusals

    def check_book(self, plain: Any) -> Book:
        """A book from plain data. Malformed names the entry that is wrong, and what would be right."""
        return check_book(self, plain)

    def explain_book(self, book: Book) -> list[str]:
        """A book in plain sentences, one an entry."""
        return explained(self, book)

    def foreseen(self, view: P, seat: str, question: str) -> list[str]:
        """What a seat's book would do with a question now, entry by entry, or why nothing."""
        return foreseen(self, view, self.ask(view, seat, question))

    def with_books(self, position: P, books: Mapping[str, Book]) -> P:
        """A copy of a position in which these seats have other standing orders; an empty book is none."""
        changed = self.copy(position)
        kept = {**changed.books, **books}
        changed.books = {seat: kept[seat] for seat in changed.seats if kept.get(seat)}
        return changed

    def waits_for(self, position: P) -> list[str]:
        """The seats that must be asked: those with an open question to which their book has no answer."""
        seats = dict.fromkeys(ask.seat for ask in position.phase.asks) if position.phase else {}
        return [seat for seat in seats if self.unanswered(self.view(position, seat), seat)]

    def unanswered(self, view: P, seat: str) -> list[Ask]:
        """The open questions of a seat to which its book has no answer. Works from its view.

        A seat that the rules' bot plays now is never waited for.
        """
        return [ask for ask in self.asked_of(view, seat) if consult(self, view, ask).answer is None]

    def bot(self, name: str) -> Bot:
        """A bot: what a person sees goes in, what a person sends comes out."""
        bots: dict[str, Bot] = {"random": self._random, "steady": self.steady}
        if name not in bots:
            raise UnknownName("bot", name, sorted(bots))
        return bots[name]

    def _random(self, view: P, seat: str, chance: Chance) -> list[Order]:
        """Any legal order to each question; an unasked one now and then."""
        asks = view.phase.asked_of(seat) if view.phase else []
        extra = [Ask(seat, q.id) for q in self.questions.values() if q.unasked and chance.die(4, f"bot {q.id}?") == 1]
        drawn = [self.questions[a.question].sample(view, a, chance, f"bot {a.question}") for a in extra + asks]
        return [order for order in drawn if order is not None]

    # --- subjects and their names -------------------------------------------------------------------------------

    def words(self, view: P | None, subject: str) -> str:
        """The name of a subject. Some names need a view: what lies in a slot, on top of a queue."""
        return self.naming.words(view, subject)

    def subjects(self, of: Event | Order | Ask) -> list[str]:
        """The ids of what an event tells about, an order names, or a question asks about."""
        if isinstance(of, Event):
            return subjects_of(of, self.naming)
        return self.naming.subjects(of.args if isinstance(of, Ask) else order_to_dict(of))

    # --- as bytes and as plain data -----------------------------------------------------------------------------

    @cached_property
    def _codec(self) -> _Codec[P]:
        return _Codec(self)

    def copy(self, position: P) -> P:
        """An independent copy."""
        return self._codec.unpack.decode(self._codec.pack.encode(position))

    def encode(self, position: P) -> bytes:
        """A position as JSON with sorted keys: the same position gives the same bytes everywhere."""
        return _SORTED.encode(position)

    def decode(self, data: bytes) -> P:
        """A position from its bytes. OtherRules when it is of another version: `upgraded` reads older ones."""
        try:
            position: P = self._codec.position.decode(data)
        except msgspec.ValidationError:
            self._require_version(msgspec.json.decode(data, type=_Label).version)
            raise
        self._require_version(position.version)
        return position

    def convert(self, plain: object) -> P:
        """A position from plain data. Malformed names the path that is wrong; OtherRules as with `decode`."""
        if isinstance(plain, Mapping) and isinstance(plain.get("version"), str):
            self._require_version(plain["version"])
        position: P = convert(plain, self.position, "position")
        return position

    def _require_version(self, version: str) -> None:
        if version != self.version:
            raise OtherRules(version, self.version)

    def upgraded(self, data: bytes) -> P:
        """A position from its bytes, of these rules or of older ones. OtherRules where no upgrade leads here."""
        if msgspec.json.decode(data, type=_Label).version == self.version:
            return self.decode(data)
        return self.convert(upgraded(self.upgrades, msgspec.json.decode(data), self.version))

    def differences(self, since: str) -> list[str]:
        """What differs between an older version of these rules and this one, in sentences."""
        return differences(self.upgrades, since, self.version)

    def encode_events(self, events: Sequence[Event]) -> bytes:
        """Events as JSON with sorted keys."""
        return _SORTED.encode(list(events))

    def decode_events(self, data: bytes) -> list[Event]:
        """Events from their bytes."""
        events: list[Event] = self._codec.events.decode(data)
        return events

    def decode_orders(self, data: bytes | Sequence[object]) -> list[Order]:
        """Orders from the wire (JSON bytes or a list of objects). Malformed tells everything that is wrong."""
        if isinstance(data, bytes):
            try:
                data = msgspec.json.decode(data)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise Malformed(f"orders are not JSON: {error}") from None
        if not isinstance(data, list | tuple):
            raise Malformed("orders are a list, each beginning with its question")
        orders: list[Order] = convert(data, self._codec.order_list, "order")
        return orders

    def encode_orders(self, orders: Sequence[Order]) -> bytes:
        """Orders as JSON with sorted keys."""
        return _SORTED.encode(list(orders))

    def order_to_dict(self, order: Order) -> dict[str, Any]:
        """An order as it crosses the wire."""
        return order_to_dict(order)

    def order_schema(self, question: str) -> dict[str, Any]:
        """The JSON Schema of the orders to a question."""
        return msgspec.json.schema(self.question(question).order)

    def events_for(self, events: Iterable[Event], seat: str | None) -> list[Event]:
        """The events that a seat (None: a spectator) may know."""
        return events_for(events, seat)

    def sentence(self, event: Event, view: P | None = None) -> str:
        """An event as people read it. A view says which components the game is played with."""
        return event.in_words(self.naming, view)

    def event_to_dict(self, event: Event, view: P | None = None) -> dict[str, Any]:
        """An event as plain data."""
        return event_to_dict(event, self.naming, view)


def _seen(position: P, seat: str | None) -> P:
    """A position of its own that shares all its parts with another; of its asks what the reader may know."""
    view = msgspec.structs.replace(position)
    phase = view.phase
    if phase is not None and phase.veiled:
        view.phase = msgspec.structs.replace(phase, asks=phase.asked_of(seat))
    elif phase is not None and any(ask.private is not msgspec.UNSET for ask in phase.asks):
        view.phase = msgspec.structs.replace(phase, asks=[_without_private(ask, seat) for ask in phase.asks])
    return view


def _without_private(ask: Ask, seat: str | None) -> Ask:
    return ask if ask.seat == seat else msgspec.structs.replace(ask, private=msgspec.UNSET)


_SORTED = msgspec.json.Encoder(order="sorted")


class _Label(msgspec.Struct):
    """The one field of a stored position that every version has."""

    version: str


class _Codec(Generic[P]):
    """The encoders and decoders of one title, made once."""

    def __init__(self, title: Title[P]) -> None:
        self.position = msgspec.json.Decoder(title.position)
        self.pack = msgspec.msgpack.Encoder()
        self.unpack = msgspec.msgpack.Decoder(title.position)
        self.events: msgspec.json.Decoder[Any] = msgspec.json.Decoder(_list_of(*KERNEL_EVENTS, *title.events))
        self.order_list = _list_of(*(question.order for question in title.questions.values()))


def _list_of(*kinds: type) -> Any:
    """The type of a list whose items are of these kinds, told apart by their tags."""
    return list[Union[kinds]]  # type: ignore[valid-type] # noqa: UP007 - made at run time
