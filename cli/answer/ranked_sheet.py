"""A sheet of lists that a person puts in order, such as that of all debates of a turn: each list becomes a card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from adjudicator.kernel import Malformed, Preview
from adjudicator.kernel.books.forms import Form, Ranking
from cli.answer.cards import Card

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


class RankedSheet(msgspec.Struct):
    """The lists of a form."""

    form: Form
    lists: list[RankedList]
    steps: int = 0

    @classmethod
    def of(cls, form: Form, view: Any, seat: str, cards: Sequence[Card]) -> RankedSheet:
        """Each list as it was kept on a card, else as the title has it."""
        kept = {card.question: card.choose[0] for card in cards if card.open and card.choose}
        return cls(form, [_begun(one, one.items(view, seat), kept.get(one.question)) for one in form.rankings])

    def act(self, word: str, about: str) -> None:
        """Something done to a line: `up 0 3` is the fourth line of the first list. Malformed where there is none."""
        number, _, line = about.partition(" ")
        if word not in ON_A_LINE or not (number.isdecimal() and line.isdecimal() and int(number) < len(self.lists)):
            raise Malformed(f"{word!r} is nothing that is done with a line")
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
