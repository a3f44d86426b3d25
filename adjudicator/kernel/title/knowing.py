"""What a seat may know of a game, what it is asked, and what it may answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

import msgspec
from msgspec import UNSET

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import Illegal
from adjudicator.kernel.faults import Known
from adjudicator.kernel.position.position import Ask, Book, Position
from adjudicator.kernel.questions.choices import choice_of, read_choice
from adjudicator.kernel.questions.offers import Offer
from adjudicator.kernel.questions.parted import Parted
from adjudicator.kernel.questions.questions import Order, ask_name, question_of
from adjudicator.kernel.run.events import Event, event_to_dict, events_for, subjects_of
from adjudicator.kernel.run.resolution import order_to_dict
from adjudicator.kernel.subjects import Naming, listed
from adjudicator.kernel.title.books import (
    answered_by_book,
    book_in_part,
    check_book,
    explained,
    foreseen,
    in_words,
    later_view,
    with_entries,
)
from adjudicator.kernel.title.codec import Codec
from adjudicator.kernel.title.filled_forms import book_of_form, form_answers, form_offers, own_entries

if TYPE_CHECKING:
    from adjudicator.kernel.scenes.grouping import Told
    from adjudicator.kernel.scenes.telling import Scene

P = TypeVar("P", bound=Position)
BOT_PLAYS: Final = (
    "bot",
    "the rules' bot plays this seat now; orders for it count once its player plays it again",
)
"""The clause and the sentence by which orders fall that come for a seat while the rules' bot plays it."""


class Refusal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One order that would not be carried out, with the clause that forbids it; `question` is the name of its ask."""

    question: str
    clause: str
    message: str


class Knowing(Codec[P], frozen=True):
    """A title's rules as they are read from a seat. Whatever takes a view tells nothing that the view hides."""

    def calling(self, people: Mapping[str, str]) -> Self:
        """The same rules, in whose words these seats are people, by their names.

        Who plays several, or is called like a seat, has the seat's own word beside their name.
        """
        held = {seat: name for seat, name in people.items() if name}
        if not held:
            return self
        seats = {*self.seat_names, *(seat for one in self.scenarios.values() for seat in one.seats), *people}
        own = {seat: self.naming.own_word(None, seat).removeprefix("the ") for seat in sorted(seats)}
        taken = Counter(name.casefold() for name in (*held.values(), *own, *own.values()))
        called = {seat: f"{name} ({own[seat]})" if taken[name.casefold()] > 1 else name for seat, name in held.items()}
        named = msgspec.structs.replace(self, naming=self.naming.called(called))
        named.__dict__["_codec"] = self._codec
        return named

    def view(self, position: P, seat: str | None) -> P:
        """The position as one seat (None: a spectator) may know it. To be read only: what is not hidden is shared."""
        view = _seen(position, seat)
        if view.books:
            view.books = {owner: book for owner, book in view.books.items() if owner == seat}
        for part in self.hidden:
            part.hide(view, seat)
        return view

    def bot_view(self, position: P, seat: str) -> P:
        """The position as the rules' bot at a seat may know it, where it plays for a person or for an empty seat."""
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

        What others have filed in secret may be left out: no other seat can know whether it exists.
        """
        position = self.copy(view)
        for part in self.hidden:
            part.imagine(position, seat, chance)
        return position

    def asked_of(self, view: P, seat: str) -> list[Ask]:
        """The open questions that the player of a seat is to answer; none while the rules' bot plays it."""
        return view.phase.asked_of(seat) if view.phase and seat not in self.bots_now(view) else []

    def ask(self, view: P, seat: str, name: str) -> Ask:
        """The open question of this name that is put to a seat; an unasked question is always open."""
        question = self.question(name)
        if question.unasked:
            return Ask(seat, name)
        for ask in view.phase.asks if view.phase else ():
            if ask.seat == seat and ask.name == name:
                return ask
        open_now = ", ".join(ask.name for ask in view.phase.asked_of(seat)) if view.phase else ""
        said = f"{name} is not asked of {seat} now; open for it: {open_now or 'nothing'}"
        raise Illegal(question.clause, said)

    def options(self, view: P, seat: str, question: str) -> Iterator[Order]:
        """The legal orders to a question that is open for a seat."""
        ask = self.ask(view, seat, question)
        return self.questions[ask.question].options(view, ask)

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
        order: Order = kind.made(view, ask, values)
        return order

    def default(self, view: P, seat: str, question: str) -> Order:
        """What it means if a seat sends nothing to a question that is open for it."""
        order: Order = self.question(question).default(view, self.ask(view, seat, question))
        return order

    def prompt(self, view: P, seat: str, question: str) -> str:
        """An open question in words."""
        return self.naming.in_text(self.question(question).prompt(view, self.ask(view, seat, question)))

    def waiting(self, view: P) -> list[str]:
        """What those who are not asked read while the game waits: a sentence for all seats with the same to do."""
        if view.phase is None:
            return []
        if view.phase.veiled:
            return ["The game waits for orders; the rules hide whose."]
        bots = self.bots_now(view)
        names: dict[str, list[str]] = {}
        for ask in view.phase.asks:
            if ask.seat not in bots:
                deed = self.question(ask.question).awaited(ask)
                names.setdefault(deed, []).append(self.words(view, f"seat:{ask.seat}"))
        return [f"The game waits for {listed([*dict.fromkeys(who)])} to {deed}." for deed, who in names.items()]

    def refusal(self, view: P, seat: str, order: Order) -> Illegal | None:
        """Why a seat may not give an order now; None when it may. Works from the seat's view."""
        return self._refusal(view, seat, order, ask_name(order))

    def _refusal(self, view: P, seat: str, order: Order, name: str) -> Illegal | None:
        try:
            ask = self.ask(view, seat, name)
            refused = self.questions[ask.question].refusal(view, ask, order)
        except Illegal as raised:
            refused = raised
        return refused and Illegal(refused.clause, self.naming.in_text(refused.message))

    def check(self, view: P, seat: str, orders: Sequence[Order]) -> list[Refusal]:
        """Every refusal of a list of orders at once; an empty list when all would be carried out."""
        if seat in self.bots_now(view):
            return [Refusal(ask_name(order), *BOT_PLAYS) for order in orders]
        return self.refusals(view, seat, [(ask_name(order), order) for order in orders])

    def refusals(self, view: P, seat: str, named: Sequence[tuple[str, Order]]) -> list[Refusal]:
        """The same for a seat that is its player's now. Each order comes with the name of what it answers.

        The same order sent many times is looked at once.
        """
        refusals = []
        seen: list[str] = []
        found: dict[bytes, Illegal | None] = {}
        for name, order in named:
            same = self.encode_orders([order]) if len(named) > 1 else b""
            if same not in found:
                found[same] = self._refusal(view, seat, order, name)
            illegal = found[same]
            if illegal is None and name in seen and not self.question(name).unasked:
                illegal = Illegal(self.question(name).clause, f"you answer {name} more than once; send one order")
            if illegal is not None:
                refusals.append(Refusal(name, illegal.clause, illegal.message))
            seen.append(name)
        return refusals

    def known(self, position: P | None) -> Known:
        """The names that a book may use in a game, by its position or a view; of None, those in the box."""
        return self.quantities.known(position)

    def check_book(self, plain: Any, known: Known | None = None) -> Book:
        """A book from plain data. Malformed names the entry that is wrong, and what can stand there.

        Without names (`known`) those in the box are meant.
        """
        return check_book(self, plain, known)

    def book_in_part(self, plain: Sequence[Any], known: Known | None = None) -> Book:
        """The book of which only some entries are shown; each of the others (None) keeps its place, empty."""
        return book_in_part(self, plain, known)

    def explain_book(self, book: Book) -> list[str]:
        """A book in plain sentences, one an entry, under their numbers and with the ids of questions."""
        return explained(self, book)

    def book_in_words(self, book: Book) -> list[str]:
        """A book in plain sentences, one an entry, as people read it who never write one by hand."""
        return in_words(self, book)

    def foreseen(self, view: P, seat: str, question: str) -> list[str]:
        """What a seat's book would do with a question now, entry by entry, or why nothing."""
        return foreseen(self, view, self.ask(view, seat, question))

    def form_offers(self, view: P, seat: str, form: str) -> list[Offer]:
        """The questions of one of the title's forms, each with its answers; the first is recommended."""
        return form_offers(self, self.form(form), view, seat)

    def form_answers(self, view: P, seat: str, form: str) -> dict[str, str]:
        """The answers to a form that the seat's book holds, by the id of the question."""
        return form_answers(self, self.form(form), view, seat)

    def own_entries(self, view: P, seat: str, form: str, question: str) -> Book:
        """What the seat's book says of what a question of a form is about, and no answer to it writes."""
        [asked] = [one for one in self.form(form).questions if one.id == question]
        return own_entries(self, asked, view, seat)

    def book_of_form(self, view: P, seat: str, form: str, answers: Mapping[str, str]) -> Book:
        """The seat's book with what the answers to a form write, by the id of its question."""
        return book_of_form(self, self.form(form), view, seat, answers)

    def forms_after(self, question: str) -> list[str]:
        """The forms that are offered with an answer to a question, for the rest of a period."""
        return [name for name, form in self.forms.items() if self.question(question).id in form.after]

    def later_view(self, view: P, seat: str, question: str, orders: Sequence[Order]) -> P | None:
        """The view in which the seat may answer the question ahead, for the next time; None where it may not.

        `orders` are the answer now and those that it has given ahead so far. In this view the question is asked as in
        any other.
        """
        found: P | None = later_view(self.question(question), view, self.ask(view, seat, question), orders)
        return found

    def choice_of(self, view: P, seat: str, order: Order) -> dict[str, Any]:
        """The choice of a book that is this very order, read back in this view."""
        name = ask_name(order)
        return choice_of(self.question(name), view, self.ask(view, seat, name), order)

    def with_entries(self, book: Book, entries: Sequence[dict[str, Any]]) -> Book:
        """A book with these entries on top; what it said to the same questions for a while falls."""
        return with_entries(self, book, [*entries])

    def with_books(self, position: P, books: Mapping[str, Book]) -> P:
        """A copy of a position with other standing orders for these seats; an empty book clears them."""
        changed = self.copy(position)
        if books or changed.books:
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
        return [ask for ask in self.asked_of(view, seat) if not answered_by_book(self, view, ask)]

    def why_over(self, view: P, reason: str) -> str:
        """Why a game is over, the clause first: the reason, or what its last position says of that."""
        told = self.ended(view) if view.outcome is not None and view.outcome.reason == reason else ""
        return self.naming.in_text(told) if told else self.naming.reason(reason)

    def words(self, view: P | None, subject: str) -> str:
        """The name of a subject. Some names need a view: the cards of a box."""
        return self.naming.words(view, subject)

    def order_in_words(self, view: P, seat: str, order: Order) -> str:
        """The order of a seat as people read it; one that does nothing says so."""
        said = self.question(question_of(order)).answer_in_words(view, seat, order, self.naming)
        return self.naming.in_text(said)

    def said_in_full(self, view: P, seat: str, order: Order) -> str:
        """The same with what the question wants done: `Choose a loss: Corinth`."""
        question, said = self.question(question_of(order)), self.order_in_words(view, seat, order)
        return question.subject if said == question.deed else f"{question.subject}: {said}"

    def warnings(self, view: P, seat: str, orders: Sequence[Order]) -> list[str]:
        """What legal orders of a seat end or give up for good: what a person is asked once more before they send it."""
        said = (
            self.question(question_of(one)).warning(view, self.ask(view, seat, ask_name(one)), one) for one in orders
        )
        return [self.naming.in_text(one) for one in said if one]

    def warnings_of_book(self, view: P, seat: str, book: Book) -> list[str]:
        """The same of what a book holds that is carried out without being asked."""
        unasked = [entry for entry in book if self.question(entry.question).unasked]
        choices = [(self.question(one.question), choice) for one in unasked for choice in one.choose]
        said = (kind.warning(view, Ask(seat, kind.id), read_choice(kind, choice).said) for kind, choice in choices)
        return [self.naming.in_text(one) for one in said if one]

    def subjects(self, of: Event | Order | Ask) -> list[str]:
        """The ids of what an event tells about, an order names, or a question asks about."""
        if isinstance(of, Event):
            return subjects_of(of, self.naming)
        return self.naming.subjects(of.args if isinstance(of, Ask) else order_to_dict(of))

    def events_for(self, events: Iterable[Event], seat: str | None) -> list[Event]:
        """The events that a seat (None: a spectator) may know."""
        return events_for(events, seat)

    def sentence(self, event: Event, view: P | None = None) -> str:
        """An event as people read it. A view says which components the game is played with."""
        return event.in_words(self._event_naming, view)

    def event_to_dict(self, event: Event, view: P | None = None) -> dict[str, Any]:
        """An event as plain data."""
        return event_to_dict(event, self._event_naming, view)

    def in_scenes(self, told: Sequence[Told], view: P | None = None) -> list[Scene]:
        """What one reader was told, phase by phase, in scenes (`scenes_of`)."""
        from adjudicator.kernel.scenes.telling import scenes_of

        return scenes_of(self.scenes(), self._event_naming, told, view)

    @cached_property
    def _event_naming(self) -> Naming:
        """How events name things: questions too, by what they want done."""
        questions = {question.id: question.subject for question in self.questions.values()}
        return msgspec.structs.replace(self.naming, questions=questions)


def _seen(position: P, seat: str | None) -> P:
    """A position of its own that shares all its parts with another; of its asks what the reader may know."""
    view = msgspec.structs.replace(position)
    phase = view.phase
    if phase is not None and phase.veiled:
        view.phase = msgspec.structs.replace(phase, asks=phase.asked_of(seat))
    elif phase is not None and [ask for ask in phase.asks if ask.private is not UNSET]:
        view.phase = msgspec.structs.replace(phase, asks=[_without_private(ask, seat) for ask in phase.asks])
    return view


def _without_private(ask: Ask, seat: str | None) -> Ask:
    return ask if ask.seat == seat else msgspec.structs.replace(ask, private=UNSET)
