"""A person at the machine: questions one by one, menus, typed orders, and letters that are understood everywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NoReturn, Protocol

import click

from adjudicator.kernel import Illegal, Malformed, Offer, Order, Title
from adjudicator.kernel.questions.questions import ask_name
from cli.answer.menus import Entry, Menu
from cli.answer.steps import AnswerInSteps, answer_in_steps
from cli.play.screen import Left, read_line, show_news
from cli.play.steps import YES, ConfirmStep, MenuStep, SetStep, Step, step_of
from cli.terminal.output import board, wrapped

HELP = """\
Type the number of a line, or its word. Where you choose several, each number
ticks a line or unticks it, 2=3 takes three of line 2, and Enter ends the
choice. At any time you can also type
  d      take the default: what happens if you say nothing
  u      go one step back; what you ticked there is kept
  r      begin this answer again
  b      show the board as you may know it
  h      show what happened since your last answer
  o      give an order without being asked, if there is one
  c      cards: see what you may still be asked this turn, and answer it ahead
  x      show what your book would do with this question, and why
  {...}  type an order as YAML, such as {city: argos}; the question can be left out
  q      leave the game
  ?      show this help"""


class Answered(Exception):
    """The question has its answer by another way than its menus."""


class OneBack(Exception):
    """The person takes the last step back."""


class Again(Exception):
    """The person begins the answer again."""


class Table(Protocol):
    """A game as a person at it needs it, be it on this machine or in a host."""

    @property
    def rules(self) -> Title[Any]:
        """The rules that it is played by."""

    @property
    def news(self) -> Mapping[str | None, Sequence[str]]:
        """What each seat has not been told yet."""

    def view(self, seat: str | None) -> Any:
        """The position as a seat may know it."""

    def board(self, seat: str | None) -> str:
        """The board as a seat may know it."""


class Person:
    """One seat in one phase: what it was asked, and its orders so far."""

    def __init__(self, game: Table, seat: str, reviewed: bool = False) -> None:
        self.game, self.rules, self.seat, self.reviewed = game, game.rules, seat, reviewed
        self.view = game.view(seat)
        asks = self.rules.unanswered(self.view, seat) or self.view.phase.asked_of(seat)
        self.open = [ask.name for ask in asks]
        self.answers: dict[str, Order] = {}
        self.drafts: dict[str, AnswerInSteps] = {}
        self.unasked: list[Order] = []
        self.question = self.open[0]
        self.first = True  # is it the question's first step?
        self.letters = {
            "b": self.show_board,
            "h": self.show_news,
            "?": lambda: click.echo(HELP),
            "d": self.take_default,
            "c": lambda: click.echo("Cards are made where you see your whole answer: answer first, then type c there."),
            "x": self.show_book,
            "o": self.offer_unasked,
            "u": self.step_back,
            "r": self.begin_again,
            "q": self.leave,
        }

    def answer(self) -> list[Order]:
        """The orders to all questions that are open, after what happened."""
        self.show_news()
        self.answer_open()
        while not self.is_sure():
            self.take_back_warned()
            self.answer_open()
        return self.orders

    def is_sure(self) -> bool:
        """Whether the orders may go: what ends the game, or gives something up for good, is asked once more."""
        warnings = self.rules.warnings(self.view, self.seat, self.orders)
        for line in warnings:
            click.secho(wrapped(line), bold=True)
        return not warnings or read_line("Type yes if you mean it").casefold() in YES

    def take_back_warned(self) -> None:
        """Take back the orders that a person is not sure of."""
        warned = [one for one in self.orders if self.rules.warnings(self.view, self.seat, [one])]
        for order in warned:
            click.echo(f"Taken back: {self.order_in_words(order)}.")
        self.unasked = [one for one in self.unasked if one not in warned]
        self.answers = {name: one for name, one in self.answers.items() if one not in warned}

    @property
    def orders(self) -> list[Order]:
        """The orders so far; those that were never asked come first."""
        return [*self.unasked, *self.answers.values()]

    @property
    def begun(self) -> list[dict[str, Any]]:
        """The orders so far as plain data, to be restored."""
        return [self.rules.order_to_dict(order) for order in self.orders]

    def restore(self, begun: Sequence[Mapping[str, Any]]) -> None:
        """Go on with orders that were begun before, as far as the rules still take them."""
        with suppress(Malformed, Answered):
            orders = self.rules.decode_orders([dict(order) for order in begun])
            if orders and not self.rules.check(self.view, self.seat, orders):
                click.echo("What you had answered when you left is kept; you are asked the rest.")
                self.keep(orders)

    def answer_open(self) -> None:
        """Have every question answered that is open and has no answer yet."""
        while left := [question for question in self.open if question not in self.answers]:
            self.question = left[0]
            with suppress(Answered, Again):
                self.answers[self.question] = self.build(self.question)

    # --- step by step ------------------------------------------------------------------------------------------

    def build(self, question: str) -> Order:
        """An order made step by step; one step back takes the last away, and keeps what was ticked in a set."""
        if question not in self.drafts:
            self.drafts[question] = answer_in_steps(self.rules, self.view, self.seat, question)
        draft = self.drafts[question]
        while True:
            self.first = not draft.begun
            try:
                while (step := draft.step) is not None:
                    self.go_on(draft, step)
                order = self.confirmed(draft.order, draft.begun)
            except OneBack:
                if not draft.begun:
                    click.echo("This is the first step.")
                draft.back()
            except Illegal as illegal:
                click.echo(f"That cannot be finished: {illegal}.")
                self.begin_again()
            else:
                self.drafts.pop(question, None)
                return order

    def go_on(self, draft: AnswerInSteps, offered: Offer | Menu) -> None:
        """Have the person take one step more."""
        step = step_of(offered)
        try:
            chosen = self.ask(step)
        finally:
            if isinstance(step, SetStep):
                draft.keep(step.offer)
        draft.take(chosen)

    def confirmed(self, order: Order, asked: bool) -> Order:
        """An order that is made, which the person sees before it is given; in a host's game the review shows it."""
        if not (asked and self.reviewed):
            only = not asked and not self.rules.question(self.question).unasked
            self.ask(ConfirmStep(self.order_in_words(order), only))
        return order

    def ask(self, step: Step) -> Any:
        """What the person chooses in a step. Everything else that can be typed is done on the way."""
        self.show(step)
        while not step.done:
            typed = read_line(self.seat)
            if typed in self.letters:
                self.letters[typed]()
                self.show(step)
            elif ":" in typed or typed[:1] in ("{", "["):
                self.take_typed(typed)
            elif wrong := step.take(typed) if typed or not isinstance(step, MenuStep) else "":
                click.echo(wrapped(wrong))
            elif not step.done:
                self.show(step)
        self.first = False
        return step.value

    def order_in_words(self, order: Order) -> str:
        """An order as people read it."""
        return self.rules.order_in_words(self.view, self.seat, order)

    # --- other ways to answer ----------------------------------------------------------------------------------

    def take_typed(self, typed: str) -> None:
        """An order typed as YAML: refused with its clause, or kept."""
        from adjudicator.kernel.strict_yaml import load

        try:
            plain = load(typed)
            listed = plain if isinstance(plain, list) else [plain]
            head = self.rules.ask(self.view, self.seat, self.question).head
            orders = self.rules.decode_orders([{**head, **one} if isinstance(one, dict) else one for one in listed])
        except Malformed as error:
            click.echo(f"Not understood: {' '.join(str(error).split())}.")
            return
        refusals = self.rules.check(self.view, self.seat, orders)
        for refusal in refusals:
            click.echo(wrapped(f"Refused: {refusal.message} ({refusal.clause})."))
        if not refusals:
            self.keep(orders)

    def keep(self, orders: Sequence[Order]) -> None:
        """Keep legal orders; those to open questions are answers."""
        for order in orders:
            self.drafts.pop(ask_name(order), None)
            if self.rules.question(ask_name(order)).unasked:
                self.unasked.append(order)
                click.echo("Noted. It is carried out with your answer, just before it.")
            else:
                self.answers[ask_name(order)] = order
        if any(ask_name(order) in self.open for order in orders):
            raise Answered

    def take_default(self) -> None:
        """Answer with the default."""
        self.keep([self.rules.default(self.view, self.seat, self.question)])

    def offer_unasked(self) -> None:
        """Orders that may be given without being asked."""
        possible = [
            question
            for question in self.rules.questions.values()
            if question.unasked and any(self.rules.options(self.view, self.seat, question.id))
        ]
        if not possible:
            click.echo("There is nothing that you can order without being asked.")
            return
        entries = [
            Entry(self.rules.prompt(self.view, self.seat, q.id), frozenset([q.id.casefold()]), ()) for q in possible
        ]
        chosen = None
        with suppress(OneBack):
            chosen = self.ask(MenuStep(Menu("What do you order without being asked?", entries, "nothing")))
        if chosen is not None:
            self.question = possible[entries.index(chosen)].id
            self.keep([self.build(self.question)])
        raise Again

    def step_back(self) -> None:
        """Take the last step back."""
        raise OneBack

    def begin_again(self) -> NoReturn:
        """Ask the same question from its first step, with nothing chosen."""
        self.drafts.pop(self.question, None)
        raise Again

    def leave(self) -> None:
        """Leave the game."""
        raise Left

    # --- what is shown -----------------------------------------------------------------------------------------

    def show(self, step: Step) -> None:
        """A step: at the first one of a question also its default."""
        rules, question = self.rules, self.rules.question(self.question)
        prompt = rules.prompt(self.view, self.seat, question.id)
        if self.first and not isinstance(step, ConfirmStep):
            click.secho(wrapped(f"{prompt} ({question.id}, {question.clause})"), bold=True)
            if not question.unasked:
                default = self.order_in_words(rules.default(self.view, self.seat, question.id))
                click.echo(wrapped(f"  d  the default ({question.default_clause}): {default}", 5))
        if step.asks not in ("", prompt) or not self.first:
            click.secho(wrapped(step.asks), bold=True)
        step.show()

    def show_board(self) -> None:
        """The board as the seat may know it."""
        board(self.game.board(self.seat), f"as {self.seat} sees it")

    def show_news(self) -> None:
        """What happened since the last answer."""
        show_news(self.game.news[self.seat])

    def show_book(self) -> None:
        """What the book of the seat would do with the question, and why."""
        for line in self.rules.foreseen(self.view, self.seat, self.question):
            click.echo(f"  {line}")
