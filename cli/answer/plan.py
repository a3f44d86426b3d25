"""Plans, the answers of the next times line by line; and the lists of a form, which a person puts in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from adjudicator.kernel import Malformed, Order, Preview, Title
from adjudicator.kernel.books.forms import Form, Ranking
from adjudicator.kernel.books.reading import consult
from adjudicator.kernel.questions.choices import read_choice
from cli.answer.cards import Card

Choice = dict[str, Any]
WAITS: Final = "its condition is not met"


class Line(NamedTuple):
    """A line in words, with the order that it comes to after those before it in `view`, or why to none."""

    words: str
    view: Any
    order: Order | None
    why: str


class Plan(msgspec.Struct, dict=True):
    """The lines of a card, in the making; `given`: the answer now, which they follow (none: in an imagined `view`).

    `place`: it takes the place of a card that was kept.
    """

    rules: Title[Any]
    seat: str
    view: Any
    given: list[Order]
    card: Card
    place: int | None = None

    @property
    def question(self) -> Any:
        """What the lines answer."""
        return self.rules.question(self.card.question)

    # --- as things stand ---------------------------------------------------------------------------------------

    def view_after(self, orders: Sequence[Order]) -> Any:
        """The view in which the next line is given; None where no more will be asked."""
        if self.view is None or not (given := [*self.given, *orders]):
            return self.view
        return self.rules.later_view(self.view, self.seat, self.card.question, given)

    @property
    def lines(self) -> list[Line]:
        """The lines, each as it would be used if nothing else happens."""
        found: list[Line] = []
        orders: list[Order] = []
        for choice in self.card.choose:
            view = self.view_after(orders)
            order, why = self._answer(view, choice) if view is not None else (None, "")
            orders += [order] if order is not None and not self.is_fallback(choice) else []
            found.append(Line(self._said(view, order, choice), view, order, why))
        return found

    def _said(self, view: Any, order: Order | None, choice: Choice) -> str:
        """A line in words: its order, where it says nothing beyond it."""
        if order is not None and self.rules.choice_of(view, self.seat, order) == choice:
            return self.rules.order_in_words(view, self.seat, order)
        return self.in_words(choice)

    def _answer(self, view: Any, choice: Choice) -> tuple[Order | None, str]:
        rules, seat = self.rules, self.seat
        book = rules.check_book([{"question": self.question.id, "choose": [choice]}], {})
        came = consult(rules, replace(view, books={seat: book}), rules.ask(view, seat, self.card.question))
        if came.answer is not None:
            return came.answer.order, ""
        return None, came.passed_over[0].partition(" (")[2].removesuffix(")") if came.passed_over else WAITS

    @property
    def next_view(self) -> Any:
        """The view in which another line is given; None where none can be."""
        return self.view_after([one.order for one in self._used() if one.order is not None])

    def _used(self) -> list[Line]:
        return [one for one, choice in zip(self.lines, self.card.choose, strict=True) if not self.is_fallback(choice)]

    def is_fallback(self, choice: Choice) -> bool:
        """Whether a line is what the answers fall back on, again and again."""
        return self._falls_back and read_choice(self.question, choice).stands

    @cached_property
    def _falls_back(self) -> bool:
        view, name = self.view, self.card.question
        return view is None or bool(self.question.otherwise(view, self.rules.ask(view, self.seat, name)))

    def in_words(self, choice: Choice) -> str:
        """A line in words."""
        return read_choice(self.question, choice).in_words

    # --- what is done with the lines ---------------------------------------------------------------------------

    def add(self, view: Any, order: Order) -> None:
        """One line more; with the first goes what the answers fall back on."""
        choice = self.rules.choice_of(view, self.seat, order)
        lines = [*self.card.choose]
        if not lines:
            lines += self.question.otherwise(view, self.rules.ask(view, self.seat, self.card.question))
        last = self._last(lines)
        self._settle([*lines[:last], choice, *lines[last:]])

    @property
    def next_rank(self) -> int:
        """The number of a line that is added."""
        return self._last(self.card.choose) + 1

    def _last(self, lines: Sequence[Choice]) -> int:
        """How many lines stand before what the answers fall back on."""
        return next((place for place, one in enumerate(lines) if self.is_fallback(one)), len(lines))

    def move(self, place: int, to: int) -> None:
        """A line to another place."""
        lines = [*self.card.choose]
        if not (0 <= place < len(lines) and 0 <= to < len(lines)):
            raise Malformed("it stands at the end already")
        lines.insert(to, lines.pop(place))
        self._settle(lines)

    def put_first(self, places: Sequence[int]) -> None:
        """Lines that come first, in this order; the others follow as they stood."""
        lines = self.card.choose
        self._settle([lines[place] for place in [*places, *(n for n in range(len(lines)) if n not in places)]])

    def take_out(self, *places: int) -> None:
        """So many lines less."""
        self._settle([one for number, one in enumerate(self.card.choose) if number not in places])

    def variations(self, place: int) -> list[tuple[str, list[tuple[Choice, str]]]]:
        """What a line may say beyond its answer, such as where a marker lies otherwise."""
        if (view := self.lines[place].view or self.view) is None:
            return []
        ask = self.rules.ask(view, self.seat, self.card.question)
        return [*self.question.variations(view, ask, self.card.choose[place])]

    def vary(self, place: int, group: int, number: int) -> None:
        """One of these instead of the line."""
        groups = self.variations(place)
        if group >= len(groups) or number >= len(groups[group][1]):
            raise Malformed("the line cannot say that")
        lines = [*self.card.choose]
        lines[place] = groups[group][1][number][0]
        self._settle(lines)

    def _settle(self, lines: list[Choice]) -> None:
        answers = sum(not self.is_fallback(one) for one in lines)
        self.card = replace(self.card, choose=lines if answers else [], once=False, answers=answers)


# --- lists -----------------------------------------------------------------------------------------------------------

Items = list[tuple[str, str]]


class RankedList(msgspec.Struct):
    """One list: what stands in it, best first, and what was taken out."""

    ranking: Ranking
    items: Items
    out: Items

    def move(self, place: int, to: int) -> None:
        """A line to another place."""
        if not 0 <= to < len(self.items):
            raise Malformed("it stands at the end already")
        self.items.insert(to, self.items.pop(place))

    def take_out(self, place: int) -> None:
        """A line that is not wanted at all."""
        self.out.append(self.items.pop(place))

    def put_back(self, place: int) -> None:
        """A line that was taken out, at the end."""
        self.items.append(self.out.pop(place))


class Lists(msgspec.Struct):
    """The lists of a form."""

    form: Form
    lists: list[RankedList]
    steps: int = 0

    @classmethod
    def of(cls, form: Form, view: Any, seat: str, cards: Sequence[Card]) -> Lists:
        """Each list as it was kept on a card, else as the title has it."""
        kept = {card.question: card.choose[0] for card in cards if card.open and card.choose}
        return cls(form, [_begun(one, one.items(view, seat), kept.get(one.question)) for one in form.rankings])

    def act(self, word: str, about: str) -> None:
        """Something done to a line: `up 0 3` is the fourth line of the first list. Malformed where there is none."""
        number, _, line = about.partition(" ")
        if word not in ON_A_LINE or not (number.isdecimal() and line.isdecimal() and int(number) < len(self.lists)):
            raise Malformed(f"{word!r} cannot be done with a line")
        wanted, place = self.lists[int(number)], int(line)
        if place >= len(wanted.out if word == "in" else wanted.items):
            raise Malformed("there is no such line")
        self.steps += 1
        ON_A_LINE[word](wanted, place)

    def preview(self, view: Any, seat: str) -> Preview:
        """The ranks on what stands for the lines on the board."""
        found = Preview()
        for one in self.lists:
            for number, (item, _) in enumerate(one.items, 1):
                for thing in one.ranking.stands_for(view, seat, item):
                    found.add(thing, text=str(number))
        return found

    def cards(self) -> list[Card]:
        """A card for each list that is not empty."""
        return [
            Card(
                question=one.ranking.question,
                choose=[{one.ranking.field: [item for item, _ in one.items]}],
                once=False,
                otherwise="default",
            )
            for one in self.lists
            if one.items
        ]


def _begun(ranking: Ranking, items: Sequence[tuple[str, str]], kept: Mapping[str, Any] | None) -> RankedList:
    order = kept.get(ranking.field, []) if kept else [item for item, _ in items]
    there = sorted((one for one in items if one[0] in order), key=lambda one: order.index(one[0]))
    return RankedList(ranking, there, [one for one in items if one[0] not in order])


ON_A_LINE: Final[Mapping[str, Callable[[RankedList, int], None]]] = {
    "up": lambda one, place: one.move(place, place - 1),
    "down": lambda one, place: one.move(place, place + 1),
    "top": lambda one, place: one.move(place, 0),
    "out": RankedList.take_out,
    "in": RankedList.put_back,
}
