"""What every title must keep of what is written ahead: it is done as it is written, or its author is told why not.

Part of the battery. Whatever anybody may write is refused when it is written, or never stops a resolution.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from adjudicator.kernel.books.reading import consult
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.contract.playing import Phase, key
from adjudicator.kernel.contract.writer import Writer
from adjudicator.kernel.errors import Malformed
from adjudicator.kernel.position.position import Ask
from adjudicator.kernel.questions.choices import EXACTLY
from adjudicator.kernel.questions.questions import Order, ask_name
from adjudicator.kernel.run.resolution import Resolution
from adjudicator.kernel.title.title import Title

PLAYED_BACK = 24
"""So many options of a question are played back as choices."""
ALWAYS = {"fact": "all", "of": []}
NEVER = {"fact": "any", "of": []}
LATER = 3
"""Over so many phases goes on what was written."""


class Written(NamedTuple):
    """How much was tried: entries that were taken, and refused; orders likewise."""

    taken: int
    refused: int


class WrittenAhead:
    """The part of the battery on books, and on whatever else stands inside orders."""

    rules: ClassVar[Title[Any]]
    written_a_phase: ClassVar[int] = 6
    """So many entries are written for each seat at a phase that is looked at, half of them unsound."""

    @property
    def counts(self) -> tuple[int, ...]:
        """As in the battery."""
        raise NotImplementedError

    def looked_at(self, count: int) -> list[Phase]:
        """As in the battery."""
        raise NotImplementedError

    def test_a_choice_that_gives_an_order_again_is_that_order(self) -> None:
        rules = self.rules
        for before, sent, *_ in self.looked_at(self.counts[0]):
            for ask in before.phase.asks:
                view = rules.view(before, ask.seat)
                orders = [*islice(rules.options(view, ask.seat, ask.name), PLAYED_BACK), *sent.get(ask.seat, ())]
                for order in orders:
                    if ask_name(order) == ask.name and not rules.question(ask.name).asks_the_seat(ask):
                        self.played_back(view, ask, order)

    def played_back(self, view: Any, ask: Ask, order: Order) -> None:
        """The order written as a choice: the book answers with that very order."""
        rules, kind = self.rules, self.rules.question(ask.name)
        choice = rules.choice_of(view, ask.seat, order)
        book = rules.check_book([{"question": kind.id, "choose": [choice]}], rules.known(view))
        view.books = {ask.seat: book}
        answer = consult(rules, view, ask).answer
        assert answer is not None
        assert kind.same(answer.order, order), (choice, answer.order, order)

    def test_what_is_written_ahead_is_done_or_its_author_is_told_why_not(self) -> None:
        """First and second, under a condition that holds, that does not, and that cannot be judged."""
        rules = self.rules
        for before, sent, chance_key, _ in self.looked_at(self.counts[0]):
            for seat, orders in sent.items():
                for order in orders:
                    if not rules.question(ask_name(order)).unasked:
                        chance = Chance(key("written", before.phases, seat))
                        self.written(before, seat, order, chance, chance_key)

    def written(self, before: Any, seat: str, order: Order, chance: Chance, chance_key: bytes) -> None:
        """One order written as an entry for the open phase, in one of the ways in which it can be written."""
        rules, view, name = self.rules, self.rules.view(before, seat), ask_name(order)
        kind, ask = rules.question(name), rules.ask(rules.view(before, seat), seat, name)
        plain = {"question": kind.id, "choose": [rules.choice_of(view, seat, order)]}
        ways: dict[str, list[dict[str, Any]]] = {
            "alone": [plain],
            "under what holds": [{"question": kind.id, "when": NEVER, "default": True}, {**plain, "when": ALWAYS}],
            "under what does not": [{**plain, "when": NEVER}],
            "under what is not known": [
                {**plain, "when": when} for one in self.unknown(view) for when in (one, {"fact": "not", "of": one})
            ],
            "below ask_me": [{"question": kind.id, "ask_me": True}, plain],
        }
        if kind.asks_the_seat(ask):
            return
        way = chance.pick([*ways], "way")
        book = rules.check_book(ways[way], rules.known(view))
        resolution = rules.resolve(before, {}, Chance(chance_key), {seat: book})
        counted = next(one for one in resolution.counted if (one.seat, one.question) == (seat, ask.name))
        answers = way in ("alone", "under what holds")
        assert counted.source == ("book" if answers else "default"), (way, counted, order)
        if answers:
            [done] = rules.decode_orders([counted.order])
            assert kind.same(done, order), (way, done, order)
        assert resolution.misread == []

    def unknown(self, view: Any) -> Iterator[dict[str, Any]]:
        """Conditions that can't be judged in a view, of quantities without arguments."""
        for name, quantity in self.rules.quantities.named.items():
            if not quantity.args and quantity.gives is int and quantity.moment is None:
                plain = {"fact": "is", "left": {"of": name}, "op": ">=", "right": 0}
                if self.rules.quantities.judged(plain, view) is None:
                    yield plain

    # --- whatever anybody may write -----------------------------------------------------------------------------

    def test_whatever_anybody_may_write_in_a_book_is_refused_or_stops_nothing(self) -> None:
        taken = refused = 0
        for before, sent, chance_key, _ in self.looked_at(self.counts[0]):
            given = [order for orders in sent.values() for order in orders]
            tried = self.tried_in_books(before, given, Chance(key("anything", chance_key)))
            taken, refused = taken + tried.taken, refused + tried.refused
        assert taken
        assert refused

    def tried_in_books(self, before: Any, given: list[Order], chance: Chance) -> Written:
        """Books of all seats for a phase, of entries that are taken; played on for some phases."""
        rules, known = self.rules, self.rules.known(before)
        writer = Writer(rules, known, given, chance)
        answers = {ask_name(order): order for order in given}
        books, refused = {}, 0
        for seat in before.seats:
            asked = [rules.question(ask.name) for ask in before.phase.asked_of(seat)] * 2
            kinds = [*asked, *rules.questions.values()]
            entries = []
            for number in range(self.written_a_phase):
                kind = kinds[number] if number < len(asked) else chance.pick(kinds, "question")
                entry = writer.entry(kind, answers.get(kind.id))
                entry = writer.unsound(entry) if number % 2 else entry
                try:
                    rules.check_book([entry], known)
                    entries.append(entry)
                except Malformed:
                    refused += 1
            books[seat] = rules.check_book(entries, known)
            assert len(rules.explain_book(books[seat])) == len(entries)
        self.played_on(rules.with_books(before, books), {}, chance)
        return Written(sum(map(len, books.values())), refused)

    def test_whatever_anybody_may_send_is_refused_or_stops_nothing(self) -> None:
        rules, taken, refused = self.rules, 0, 0
        for before, sent, chance_key, _ in self.looked_at(self.counts[0]):
            given = [order for orders in sent.values() for order in orders]
            chance = Chance(key("sent", chance_key))
            writer = Writer(rules, rules.known(before), given, chance)
            tried: dict[str, list[Order]] = {}
            for ask in before.phase.asks:
                plain = writer.choice(rules.question(ask.name))
                fields = plain.get(EXACTLY, plain) if isinstance(plain, dict) else {}
                odd = writer.unsound({**fields, **ask.head}) if chance.die(2, "odd") == 1 else {**fields, **ask.head}
                try:
                    tried[ask.seat] = [*tried.get(ask.seat, ()), *rules.decode_orders([odd])]
                    taken += 1
                except Malformed:
                    refused += 1
            self.played_on(before, tried, chance)
        assert taken
        assert refused

    def played_on(self, position: Any, sent: dict[str, list[Order]], chance: Chance) -> None:
        """No phase stops, nothing that was taken turns out to be unreadable, and all can be told."""
        rules = self.rules
        for _ in range(LATER):
            if position.phase is None:
                return
            for seat in position.seats:
                for ask in rules.asked_of(rules.view(position, seat), seat):
                    assert rules.foreseen(rules.view(position, seat), seat, ask.name)
            resolution: Resolution[Any] = rules.resolve(position, sent, chance)
            assert resolution.misread == []
            assert all(rules.sentence(event) for event in resolution.events)
            rules.invariants(resolution.position)
            position, sent = resolution.position, {}
