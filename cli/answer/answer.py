"""The answer of a seat to the open phase while it is made: a list of acts, which any interface can play again.

An act is a word and what it is about: `take 3`, `point city:athens`, `back`. Kept as they are, the acts of a half-made
answer bring it back after a break.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from adjudicator.kernel import Chance, Illegal, Malformed, Offer, Order, Title
from adjudicator.kernel.questions.questions import ask_name
from cli.answer.menus import Menu
from cli.answer.steps import ALONE, AnswerInSteps, answer_in_steps, chosen_in_words, pointed_at

MOST_ACTS: Final = 2_000
BOT: Final = "steady"
"""The one that is asked for advice."""


class Misfit(Exception):
    """An act that does not fit the step that is open, such as one from a page that was left behind."""


class Answer:
    """A seat's answer to a phase: the orders that are made, and the one in the making."""

    def __init__(self, rules: Title[Any], view: Any, seat: str, asked: Sequence[str]) -> None:
        self.rules, self.view, self.seat, self.asked = rules, view, seat, tuple(asked)
        self.acts: list[str] = []
        self.orders: dict[str, Order] = {}
        self.unasked: list[Order] = []
        self.making: dict[str, AnswerInSteps] = {}
        self.question: str | None = None  # which is being answered; None: the review
        self.said = ""  # what the last act did, for those who do not see it
        self.told: list[str] = []  # what each act did
        self._go_on()

    @classmethod
    def with_sent(cls, known: Answer, orders: Sequence[Order]) -> Answer:
        """The same sheet, begun with orders that were sent already."""
        sheet = cls(known.rules, known.view, known.seat, known.asked)
        sheet.put(orders)
        sheet._go_on()
        return sheet

    # --- what is open ------------------------------------------------------------------------------------------

    @property
    def current(self) -> AnswerInSteps | None:
        """The order in the making."""
        return self.making.get(self.question) if self.question else None

    @property
    def step(self) -> Offer | Menu | None:
        """The next choice; None in the review."""
        return self.current.step if self.current else None

    @property
    def may_go_back(self) -> bool:
        """Whether there is a step to take back."""
        begun = self.current is not None and self.current.begun
        return begun or bool(self._before()) or (self.question is not None and self.question not in self.asked)

    @property
    def begun(self) -> bool:
        """Whether anything was chosen."""
        return bool(self.acts)

    @property
    def in_order(self) -> list[Order]:
        """The orders so far; those that were not asked come first."""
        return [*self.unasked, *(self.orders[name] for name in self.asked if name in self.orders)]

    @property
    def refusals(self) -> list[Any]:
        """What the rules refuse of them, all at once."""
        return list(self.rules.check(self.view, self.seat, self.in_order))

    @property
    def warnings(self) -> list[str]:
        """What the answer ends, or gives up for good."""
        return self.rules.warnings(self.view, self.seat, self.in_order)

    def advised(self, chance: Chance) -> list[Order]:
        """What a bot would send that knows what the seat knows: its answer to each question, else the default."""
        given = {ask_name(order): order for order in self.rules.bot(BOT)(self.view, self.seat, chance)}
        return [given.get(name) or self.rules.default(self.view, self.seat, name) for name in self.asked]

    def undoing(self, order: Order) -> str:
        """The act that takes an order back: one that was asked is asked again."""
        place = next((place for place, one in enumerate(self.unasked) if one is order), None)
        return f"edit {ask_name(order)}" if place is None else f"drop {place}"

    def may_add(self) -> list[str]:
        """The questions that may be answered without being asked."""
        return [
            question.id
            for question in self.rules.questions.values()
            if question.unasked and any(self.rules.options(self.view, self.seat, question.id))
        ]

    # --- acts --------------------------------------------------------------------------------------------------

    def act(self, act: str) -> None:
        """Do an act. `Misfit` where it does not fit what is open."""
        word, _, about = act.partition(" ")
        if word not in ACTS or len(self.acts) >= MOST_ACTS:
            raise Misfit(f"{word!r} is not a step of an answer")
        self.said = ""
        try:
            ACTS[word](self, about)
            self._settle()
        except (ValueError, IndexError, TypeError) as error:
            raise Misfit(f"{act!r} does not fit what is open: {error}") from None
        except Illegal as illegal:
            if self.current:
                self.current.back()
            raise Misfit(f"{illegal.message} ({illegal.clause})") from None
        self.acts.append(act)
        self.told.append(self.said)

    @property
    def came(self) -> Any:
        """What the acts came to, as plain data: what each of them did, and the orders."""
        return [self.told, [self.rules.order_to_dict(order) for order in self.in_order]]

    def again_with(self, acts: Sequence[str], came: Any) -> bool:
        """Play acts that were kept; gives whether they came to the same: other rules may list other choices."""
        try:
            for act in acts:
                self.act(act)
        except (Misfit, Illegal):
            return False
        return bool(json.loads(json.dumps(self.came)) == came)

    def _open_step(self) -> tuple[AnswerInSteps, Offer | Menu]:
        if self.current is None or self.step is None:
            raise Misfit("nothing is asked now")
        return self.current, self.step

    def take(self, about: str) -> None:
        """One of the choices, by its place."""
        current, step = self._open_step()
        place = int(about)
        if place < 0:
            raise Misfit("places count from 0")
        if isinstance(step, Menu):
            self.said = f"{step.lines[place].text}."
            current.take(step.lines[place])
        elif step.kind in ALONE:
            self.said = f"{step.options[place].words}."
            current.take(step.options[place].value)
        else:
            raise Misfit("several are chosen here")

    def none_of_them(self, about: str) -> None:
        """What choosing none of a menu means."""
        current, step = self._open_step()
        if not isinstance(step, Menu) or step.zero is None:
            raise Misfit("choose one")
        self.said = f"{step.zero}."
        current.take(None)

    def change(self, about: str) -> None:
        """So many of one option of a set: `change 3 2`."""
        place, _, number = about.partition(" ")
        current, _ = self._open_step()
        if not current.change(int(place), int(number)) or not isinstance(offer := current.step, Offer):
            raise Misfit("no more can be chosen; first give one back")
        self.said = f"{offer.options[int(place)].words}: {offer.taken(int(place))}. {chosen_in_words(offer)}."

    def number(self, about: str) -> None:
        """A number between the limits."""
        current, step = self._open_step()
        if not isinstance(step, Offer) or step.kind != "count" or not step.least <= int(about) <= step.most:
            raise Misfit("no such number is open")
        current.take(int(about))

    def finish(self, about: str) -> None:
        """What is chosen of a set is all."""
        current, step = self._open_step()
        if not isinstance(step, Offer) or not step.complete:
            raise Misfit(f"not yet: {chosen_in_words(step) if isinstance(step, Offer) else 'choose one'}")
        current.take(step.value)

    @property
    def elsewhere(self) -> dict[str, str]:
        """What other open questions are about, and means no choice of this step; each with the name of its question."""
        if self.question not in self.asked:
            return {}
        about = {name: self.rules.subjects(self.rules.ask(self.view, self.seat, name)) for name in self.asked}
        here = {*about.pop(str(self.question)), *pointed_at(self.step)}
        found: dict[str, str] = {}
        for name in (name for name in about if name not in self.orders):
            for one in (one for one in about[name] if one not in here):
                found.setdefault(one, name)
        return found

    def point(self, about: str) -> None:
        """What was pointed at in the picture: a choice of this step, or what another open question is about."""
        current, step = self._open_step()
        if name := self.elsewhere.get(about):
            self.question = name
            self._answer(name)
            self.said = self.rules.prompt(self.view, self.seat, name)
            return
        name = self.rules.words(self.view, about) if about in pointed_at(step) else ""
        if not name or not current.point(about):
            raise Misfit("that cannot be chosen now")
        self.said = f"{name}."

    def back(self, about: str) -> None:
        """One step back; at the beginning of a question to the one before it."""
        if self.current and (self.current.begun or self.question not in self.asked):
            if not self.current.begun:
                self.leave(about)
                return
            self.current.back()
        elif before := self._before():
            self._reopen(before)
        self.said = "One step back."

    def _before(self) -> str | None:
        names = [name for name in self.asked if name in self.orders]
        return names[-1] if names else None

    def _reopen(self, name: str) -> None:
        self.orders.pop(name, None)
        self.question = name
        answer = self._answer(name)
        if answer.step is None and answer.begun:
            answer.back()

    def again(self, about: str) -> None:
        """Begin the question anew; in the review all of them."""
        if self.question is None:
            self.orders, self.unasked, self.making = {}, [], {}
            self.acts, self.told = [], []
        else:
            self.making.pop(self.question, None)
            self._answer(self.question)
        self.said = "Begun again."

    def default(self, about: str) -> None:
        """What silence means."""
        if self.question is None or self.question not in self.asked:
            raise Misfit("no question is open")
        self.orders[self.question] = self.rules.default(self.view, self.seat, self.question)
        self.making.pop(self.question, None)
        self.question = None

    def edit(self, about: str) -> None:
        """Answer a question that is answered already once more."""
        if about not in self.orders:
            raise Misfit("it has no answer yet")
        self._reopen(about)

    def add(self, about: str) -> None:
        """Answer a question that was not asked."""
        if about not in self.may_add():
            raise Misfit("it cannot be added now")
        self.question = about
        self.making.pop(about, None)
        self._answer(about)

    def drop(self, about: str) -> None:
        """Take away an answer that was not asked for."""
        del self.unasked[int(about)]

    def leave(self, about: str) -> None:
        """Leave what was not asked."""
        self.making.pop(self.question or "", None)
        self.question = None

    def order(self, about: str) -> None:
        """Orders written out, as plain data in JSON; they take the place of what was answered to their questions."""
        try:
            orders = self.rules.decode_orders(json.loads(about))
        except Malformed as error:
            raise Misfit(str(error)) from None
        if refusals := self.rules.check(self.view, self.seat, orders):
            raise Misfit("; ".join(f"{one.message} ({one.clause})" for one in refusals))
        self.put(orders)

    def put(self, orders: Sequence[Order]) -> None:
        """Take over orders that are whole."""
        for order in orders:
            name = ask_name(order)
            self.making.pop(name, None)
            if self.rules.question(name).unasked:
                self.unasked.append(order)
            elif name in self.asked:
                self.orders[name] = order
            if self.question in (name, None):
                self.question = None

    # --- after an act ------------------------------------------------------------------------------------------

    def _answer(self, name: str) -> AnswerInSteps:
        if name not in self.making:
            self.making[name] = answer_in_steps(self.rules, self.view, self.seat, name)
        return self.making[name]

    def _settle(self) -> None:
        """Keep an order that is made, and go on to the next question."""
        if self.current is not None and self.current.step is None:
            order = self.current.order  # Illegal where it cannot stand
            if self.question in self.asked:
                self.orders[str(self.question)] = order
            else:
                self.unasked.append(order)
                self.making.pop(str(self.question))
            self.said += " The order is made."
            self.question = None
        if self.question is None:
            self._go_on()

    def _go_on(self) -> None:
        self.question = next((name for name in self.asked if name not in self.orders), None)
        while self.question is not None and self._answer(self.question).step is None:
            self.orders[self.question] = self.making[self.question].order
            self.question = next((name for name in self.asked if name not in self.orders), None)


ACTS: Final[Mapping[str, Callable[[Answer, str], None]]] = {
    "take": Answer.take,
    "none": Answer.none_of_them,
    "change": Answer.change,
    "number": Answer.number,
    "finish": Answer.finish,
    "point": Answer.point,
    "back": Answer.back,
    "again": Answer.again,
    "default": Answer.default,
    "edit": Answer.edit,
    "add": Answer.add,
    "drop": Answer.drop,
    "leave": Answer.leave,
    "order": Answer.order,
}
