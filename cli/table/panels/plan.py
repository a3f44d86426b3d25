"""The page of a plan: the answers to the next times of a question in one list, made by the steps of the real answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from adjudicator.kernel import Malformed, Preview
from cli.answer.cards import ENTRIES, in_words, ways_on
from cli.answer.plan import Plan
from cli.answer.sheet import AnswerSheet, Misfit
from cli.table.board.ghosts import preview_of, preview_of_order

Facts = dict[str, Any]


class PlanPage:
    """A plan in the making; `sheet`: while a line is added."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.steps = plan, 0
        self.sheet: AnswerSheet | None = None
        self.varied: int | None = None  # the line whose variations are looked at
        if not plan.card.choose:
            self.add("")

    # --- what is done ------------------------------------------------------------------------------------------

    def act(self, act: str) -> None:
        """A step of the line that is added, or something about the lines. Misfit where it does not fit."""
        word, _, about = act.partition(" ")
        self.steps += 1
        self.varied = None
        if word in ON_A_PLAN:
            numbers = about.split()
            if word != "else" and not all(one.isascii() and one.isdecimal() for one in numbers):
                raise Misfit(f"{about!r} is no line")
            try:
                ON_A_PLAN[word](self, about)
            except Malformed as error:
                raise Misfit(str(error)) from None
        elif self.sheet is None:
            raise Misfit(f"{word!r} is nothing that is done with a plan")
        elif word == "back" and not (self.sheet.current and self.sheet.current.begun):
            self.sheet = None
        else:
            self._step(self.sheet, act)

    def _step(self, sheet: AnswerSheet, act: str) -> None:
        sheet.act(act)
        if sheet.question is None:
            self.sheet = None
            try:
                self.plan.add(sheet.view, sheet.orders[self.plan.card.question])
            except Malformed as error:
                raise Misfit(f"{error}; choose another") from None

    def add(self, about: str) -> None:
        """Begin another line."""
        view = self.plan.next_view
        if view is None:
            raise Misfit("nothing more will be asked")
        self.sheet = AnswerSheet(self.plan.rules, view, self.plan.seat, [self.plan.card.question])

    def line(self, about: str) -> int:
        """The place of a line. Misfit where there is none."""
        if not about.isdecimal() or int(about) >= len(self.plan.card.choose):
            raise Misfit("there is no such line")
        return int(about)

    def move(self, about: str, by: int) -> None:
        """A line up or down."""
        self.plan.move(self.line(about), self.line(about) + by)

    def vary(self, about: str) -> None:
        """What a line says beyond its answer: `vary 0 1 2`."""
        line, group, number = [*about.split(), "", ""][:3]
        if not (group and number):
            raise Misfit("the line cannot say that")
        self.plan.vary(self.line(line), int(group), int(number))
        self.varied = self.line(line)

    def otherwise(self, about: str) -> None:
        """What holds after the last line."""
        way = next((way for way in ENTRIES if way == about), None)
        if way is None:
            raise Misfit("no such thing is offered")
        self.plan.card = replace(self.plan.card, otherwise=way)

    # --- what is shown -----------------------------------------------------------------------------------------

    def facts(self) -> Facts:
        """The list, with what each line does as things stand."""
        plan, rules = self.plan, self.plan.rules
        card, question, view = plan.card, plan.question, plan.next_view
        lines = plan.lines
        return {
            "stage": "plan",
            "at": self.steps,
            "plan": plan,
            "subject": question.subject,
            "name": card.question,
            "first": [rules.order_in_words(plan.view, plan.seat, order) for order in plan.given],
            "lines": [(line, self._groups(place)) for place, line in enumerate(lines)],
            "varied": self.varied,
            "queued": question.queued,
            "brake": rules.quantities.described(card.when) if card.when else "",
            "may_add": view is not None,
            "ways": ways_on(rules, plan.seat, card.question, lines[0].view if lines else view),
            "explained": in_words(rules, card) if card.choose else [],
        }

    def _groups(self, place: int) -> list[Facts]:
        choice = self.plan.card.choose[place]
        return [
            {"asks": asks, "options": [(words, one == choice) for one, words in options]}
            for asks, options in self.plan.variations(place)
        ]

    def preview(self) -> Preview:
        """What the answer now and the lines would change on the board, each with its number; of an imagined game only
        what comes."""
        plan, found = self.plan, Preview()
        for order in plan.given:
            found.update(preview_of_order(plan.rules, plan.view, plan.seat, order))
        for rank, line in enumerate(plan.lines, 1):
            if line.order is not None:
                found.update(preview_of_order(plan.rules, line.view, plan.seat, line.order).numbered(rank))
        if self.sheet is not None:
            found.update(preview_of(self.sheet).numbered(plan.next_rank))
        if not plan.given:
            found.left.clear()
        return found


ON_A_PLAN: Final[Mapping[str, Callable[[PlanPage, str], None]]] = {
    "more": PlanPage.add,
    "up": lambda page, about: page.move(about, -1),
    "down": lambda page, about: page.move(about, 1),
    "top": lambda page, about: page.plan.move(page.line(about), 0),
    "cut": lambda page, about: page.plan.take_out(page.line(about)),
    "vary": PlanPage.vary,
    "else": PlanPage.otherwise,
}
