"""One answer in the making, step by step: the engine under the terminal's prompt and under the page.

A step is an `Offer` of a question that is made of parts, or a `Menu` of an order that grows. It is taken, or pointed at
in the picture, or taken back.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.kernel import Illegal, Offer, Order, Title
from adjudicator.kernel.questions.parted import Parted
from adjudicator.kernel.run.resolution import order_to_dict
from cli.answer.menus import (
    NONE,
    Candidate,
    Leaves,
    Line,
    Menu,
    Names,
    goals_added,
    kinds_of_addition,
    leaves,
    menu,
    more_or_leave,
    rest_left_open,
    set_of_goals,
    shortest_first,
    subjects_added,
)

ALONE = ("one", "yes or no")  # kinds of offers of which a single option is the answer


class AnswerInSteps(ABC):
    """An answer to an open question; `step` is what is to be chosen next, None once the order is made."""

    def __init__(self, rules: Title[Any], view: Any, seat: str, question: str) -> None:
        self.rules, self.view, self.seat, self.question = rules, view, seat, question

    @property
    @abstractmethod
    def step(self) -> Offer | Menu | None:
        """The next choice."""

    @property
    @abstractmethod
    def begun(self) -> bool:
        """Whether there is a part that can be taken back."""

    def keep(self, offer: Offer) -> None:
        """Keep a set as far as it was chosen, for when its step comes again."""
        raise TypeError("only an offer of parts can be a set")

    def change(self, place: int, number: int) -> bool:
        """So many of one option of a set; False where that cannot be chosen."""
        return False

    @abstractmethod
    def take(self, chosen: Any) -> None:
        """What the step comes to: of an offer a value; of a menu a line, or None for its `zero`."""

    @abstractmethod
    def back(self) -> None:
        """Take back the last step of a part, or else the last part."""

    @abstractmethod
    def point(self, subject: str) -> bool:
        """Choose by what was pointed at in the picture: the only thing it can mean, or what it leaves of several."""

    @property
    @abstractmethod
    def order(self) -> Order:
        """The order, as far as it is made. `Illegal` where it cannot stand."""


def answer_in_steps(rules: Title[Any], view: Any, seat: str, question: str) -> AnswerInSteps:
    """An answer to be made to an open question."""
    kind: type[OfParts | Growing] = OfParts if isinstance(rules.question(question), Parted) else Growing
    return kind(rules, view, seat, question)


class OfParts(AnswerInSteps):
    """An answer made of parts, one offer each."""

    def __init__(self, *where: Any) -> None:
        super().__init__(*where)
        self.values: list[Any] = []
        self.chosen: list[str] = []  # the values in words
        self.sets: dict[int, Offer] = {}  # by their step, as they were left
        self._narrowed: Offer | None = None

    @property
    def step(self) -> Offer | None:
        """The offer of the next part, a set as it was left there; only what was pointed at, if anything was."""
        if self._narrowed is not None:
            return self._narrowed
        offer = self.rules.offer(self.view, self.seat, self.question, self.values)
        left = self.sets.get(len(self.values))
        return left if offer and left and replace(left, chosen=offer.chosen) == offer else offer

    @property
    def begun(self) -> bool:
        """Whether a part was chosen, or something was pointed at."""
        return bool(self.values or self._narrowed)

    def keep(self, offer: Offer) -> None:
        """Keep a set as far as it was chosen."""
        self.sets[len(self.values)] = offer

    def take(self, chosen: Any) -> None:
        """The value of the next part."""
        if (offer := self.step) is not None:
            self.chosen.append(value_in_words(offer, chosen))
        self._narrowed = None
        self.values.append(chosen)

    def back(self) -> None:
        """Back to the offer before; what was ticked in a set stays ticked."""
        if self._narrowed is None and self.values:
            self.values.pop()
            self.chosen.pop()
        self._narrowed = None

    def point(self, subject: str) -> bool:
        """Take the option that has this id; of a set one more of it, or none again."""
        offer = self.step
        places = pointed_at(offer).get(subject)
        if offer is None or not places:
            return False
        if offer.kind in ALONE:
            if len(places) == 1:
                self.take(offer.options[places[0]].value)
            else:
                self._narrowed = replace(offer, options=tuple(offer.options[place] for place in places))
            return True
        place = next((place for place in places if has_room(offer, place)), None)
        if place is not None:
            return self.change(place, offer.taken(place) + 1)
        return self.change(next(place for place in places if offer.taken(place)), 0)

    def change(self, place: int, number: int) -> bool:
        """So many of one option of a set, unless that is more than may be chosen."""
        offer = self.step
        if (
            offer is None
            or offer.kind not in ("some", "shares")
            or not 0 <= place < len(offer.options)
            or not 0 <= number <= offer.options[place].most
        ):
            return False
        if offer.total - offer.taken(place) + number > offer.most:
            return False
        self.keep(offer.choose(place, number))
        return True

    def with_yes(self) -> Order | None:
        """The order that a yes would make, where one stands to choice and nothing more is asked then."""
        offer = self.step
        if offer is None or offer.kind != "yes or no" or True not in [one.value for one in offer.options]:
            return None
        values = [*self.values, True]
        if self.rules.offer(self.view, self.seat, self.question, values) is not None:
            return None
        return self.rules.order_of(self.view, self.seat, self.question, values)

    @property
    def order(self) -> Order:
        """The order of the values."""
        return self.rules.order_of(self.view, self.seat, self.question, self.values)


class Stage(msgspec.Struct, frozen=True):
    """Orders that are possible next, and what choosing none of them means; `kinds`: first what is added is asked."""

    left: Sequence[Candidate]
    zero: str | None
    kinds: bool = False


class Growing(AnswerInSteps):
    """An answer that grows by a part at a time, each chosen field by field."""

    def __init__(self, *where: Any) -> None:
        super().__init__(*where)
        question = self.rules.question(self.question)
        self.names = Names(
            partial(self.rules.naming.word, self.view),
            question.field_words,
            partial(question.note, self.view, self.rules.ask(self.view, self.seat, self.question)),
        )
        self.grown: list[Order] = []
        self._open(None)

    def _open(self, order: Order | None) -> None:
        """Begin the next part after an order; with nothing settled and one order possible, after that one."""
        self._done = False
        self._menu: Menu | None = None
        found = self._further(order)
        if order is None and len(found) == 1:
            order = found[0].order
            found = self._further(order)
        self.stands = order
        self.base: Leaves = leaves(order_to_dict(order), self.names.fields) if order is not None else {}
        self.illegal = self.rules.refusal(self.view, self.seat, order) if order is not None else None
        said = (
            f"done: {self.rules.order_in_words(self.view, self.seat, order)}"
            if order is not None and not self.illegal
            else None
        )
        self.trail = [Stage(shortest_first(found), said, kinds=order is not None)] if found else []

    def _further(self, order: Order | None) -> list[Candidate]:
        before = leaves(order_to_dict(order), self.names.fields) if order is not None else {}
        found = []
        for one in self.rules.grown(self.view, self.seat, self.question, order):
            plain = order_to_dict(one)
            held = leaves(plain, self.names.fields)
            added = [path for path, value in held.items() if before.get(path) != value]
            named = self.rules.naming.subjects
            found.append(Candidate(one, held, subjects_added(plain, added, named), goals_added(added, held, named)))
        return found

    @property
    def step(self) -> Menu | None:
        """The menu of the stage that is reached."""
        if self._done or not self.trail:
            return None
        if self._menu is None:
            self._menu = self._menu_of(self.trail[-1])
        return self._menu

    def _menu_of(self, stage: Stage) -> Menu:
        if self.base and (found := more_or_leave(stage.left, self.base, self.names)):
            return Menu(found.asked, found.lines, stage.zero)
        if stage.kinds:
            kinds = kinds_of_addition(stage.left, self.base, self.names)
            if len(kinds.lines) > 1:
                return Menu(kinds.asked, kinds.lines, stage.zero)
        bare = rest_left_open(stage.left)
        zero = stage.zero or (None if bare is None else self._left_open(bare))
        listed = [one for one in stage.left if one is not bare or bare.leaves]
        found = menu(listed, self.base, self.names)
        whole = [self._named_whole(one) for one in found.lines]
        said = [one.text for one in whole]
        once = [
            one
            for place, one in enumerate(whole)
            if one is found.lines[place] or one.text not in said[:place]  # the default, and the deed that it does
        ]
        return Menu(found.asked, once, zero)

    def _left_open(self, bare: Candidate) -> str:
        """What it comes to to choose none of what is asked: of an order that holds nothing, as the title says it."""
        if bare.leaves:
            return "leave the rest open"
        return self.rules.order_in_words(self.view, self.seat, bare.order)

    def _named_whole(self, line: Line) -> Line:
        """A line for an order that holds nothing, or nothing of what is asked: as the title says such an order."""
        if self.base or len(line.left) != 1 or (line.left[0].leaves and line.text != NONE):
            return line
        said = self.rules.order_in_words(self.view, self.seat, line.left[0].order)
        return Line(said, frozenset([*line.words, said.casefold()]), line.left)

    @property
    def begun(self) -> bool:
        """Whether something was chosen."""
        return bool(self.grown) or len(self.trail) > 1 or (self._done and bool(self.trail))

    def take(self, chosen: Line | None) -> None:
        """A line of the menu; None: the order is done, or the rest of its part stays open."""
        stage = self.trail[-1]
        if chosen is not None:
            self._narrow(chosen.left)
        elif stage.zero:
            self._done = True
        elif bare := rest_left_open(stage.left):
            self._grow(bare)

    def _narrow(self, left: Sequence[Candidate]) -> None:
        left = shortest_first(left)
        if len(left) == 1:
            self._grow(left[0])
        else:
            self._menu = None
            self.trail.append(Stage(left, None))

    def _grow(self, picked: Candidate) -> None:
        self.grown.append(picked.order)
        self._open(picked.order)

    def back(self) -> None:
        """One step back within a part; at its beginning the part before is taken away."""
        if self._done:
            self._done = False
        elif len(self.trail) > 1:
            self.trail.pop()
            self._menu = None
        elif self.grown:
            self.grown.pop()
            self._open(self.grown[-1] if self.grown else None)

    def point(self, subject: str) -> bool:
        """Only the orders that point at it; a part is chosen when one is left."""
        if self._done or not self.trail:
            return False
        stage = self.trail[-1].left
        if subject in set_of_goals(stage):
            self._grow(min(stage, key=lambda one: one.length))
            return True
        left = [one for one in stage if subject in one.goals] or [one for one in stage if subject in one.subjects]
        if not left or (len(left) == len(self.trail[-1].left) and len(left) > 1):
            return False
        self._narrow(left)
        return True

    @property
    def named(self) -> tuple[str, ...]:
        """The ids of what its parts name so far, such as the ways of moves."""
        if not self.grown:
            return ()
        plain = order_to_dict(self.grown[-1])
        return subjects_added(plain, leaves(plain, self.names.fields), self.rules.naming.subjects)

    @property
    def order(self) -> Order:
        """The order as it stands."""
        if self.stands is None or self.illegal is not None:
            raise self.illegal or Illegal(self.rules.question(self.question).clause, "nothing is legal")
        return self.stands


def pointed_at(step: Offer | Menu | None) -> Mapping[str, Sequence[int]]:
    """The ids that stand for choices of a step, each with the places of these; none that would change nothing."""
    if isinstance(step, Menu):
        return step.pointed_at
    found: dict[str, list[int]] = {}
    for place, option in enumerate(step.options if step else ()):
        for one in option.subjects:
            found.setdefault(one, []).append(place)
    if step is None or step.kind == "count":
        return {}
    if step.kind in ALONE:
        every = len(step.options)
        return {one: places for one, places in found.items() if not 1 < len(places) == every}
    return {one: at for one, at in found.items() if any(step.taken(place) or has_room(step, place) for place in at)}


def has_room(offer: Offer, place: int) -> bool:
    """Whether one more of an option of a set can be chosen."""
    return offer.total < offer.most and offer.taken(place) < offer.options[place].most


def chosen_in_words(offer: Offer) -> str:
    """How many of a set are chosen: `2 of 3 chosen`."""
    least, most = offer.least, offer.most
    wanted = f"of {most}" if least == most else f"of {least} to {most}" if least else f"of up to {most}"
    return f"{offer.total} {wanted} chosen"


def value_in_words(offer: Offer, value: Any) -> str:
    """What was chosen of an offer, in the words of its options."""
    if offer.kind == "count":
        return f"{value} {offer.options[0].words}{'' if value == 1 else 's'}"
    if offer.kind in ALONE:
        return next((option.words for option in offer.options if option.value == value), str(value))
    numbers = [
        value.count(option.value) if isinstance(value, list) else value.get(option.value, 0) for option in offer.options
    ]
    said = [
        f"{number} {option.words}" if number > 1 else option.words
        for option, number in zip(offer.options, numbers, strict=True)
        if number
    ]
    return ", ".join(said) or "none"
