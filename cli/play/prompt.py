"""A person at a terminal: each step of their answer is printed, and each line they type is an act of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import click

from adjudicator.kernel import Malformed, Order
from cli.answer.answer import Answer, Misfit
from cli.play.screen import Left, read_line, show_news
from cli.play.steps import YES, Wrong, act_of, parts_of, show_step
from cli.terminal.output import board, choices, wrapped

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
  x      show what your book would do with this question, and why
  {...}  type an order as YAML, such as {city: argos}; the question can be left out
  q      leave the game
  ?      show this help"""


class Person:
    """One seat in one phase at a terminal: `do` does an act of their answer, and keeps it where it is to be kept."""

    def __init__(self, sheet: Answer, news: Sequence[str] = (), do: Callable[[str], None] | None = None) -> None:
        self.sheet, self.news, self.do = sheet, news, do or sheet.act
        self.rules, self.view, self.seat = sheet.rules, sheet.view, sheet.seat
        self.written = False  # was the last act a whole order?
        self.letters: dict[str, Callable[[], object]] = {
            "b": self.show_board,
            "h": self.show_news,
            "?": lambda: click.echo(HELP),
            "d": lambda: self.act("default"),
            "x": self.show_book,
            "o": self.offer_unasked,
            "u": self.step_back,
            "r": lambda: self.act("again"),
            "q": self.leave,
        }

    @property
    def orders(self) -> list[Order]:
        """The orders so far; those that were never asked come first."""
        return self.sheet.in_order

    def answer_open(self) -> None:
        """Have every question answered that is open and has no answer yet."""
        shown = False
        while self.sheet.question is not None:
            if not shown:
                self.show()
            shown = not self.take(read_line(self.seat))

    # --- what is typed -----------------------------------------------------------------------------------------

    def take(self, typed: str) -> bool:
        """Do what was typed; gives whether to show the step anew."""
        if typed in self.letters:
            self.letters[typed]()
            return True
        if is_order(typed):
            return self.take_typed(typed)
        try:
            for part in parts_of(self.sheet.step, typed):
                if self.sheet.step is not None:
                    self.act(act_of(self.sheet.step, part))
        except Wrong as wrong:
            if str(wrong):
                click.echo(wrapped(str(wrong)))
            return not str(wrong)
        return True

    def act(self, act: str) -> None:
        """An act of the answer; what does not fit is said."""
        added = len(self.sheet.unasked)
        self.written = act.partition(" ")[0] in ("order", "default")
        try:
            self.do(act)
        except Misfit as misfit:
            click.echo(wrapped(f"That cannot be done: {misfit}."))
        if len(self.sheet.unasked) > added:
            click.echo("Noted. It is carried out with your answer, just before it.")

    def take_typed(self, typed: str) -> bool:
        """An order typed as YAML: refused with its clause, or kept."""
        from adjudicator.kernel.strict_yaml import load

        try:
            plain = load(typed)
            head = self.rules.ask(self.view, self.seat, self.sheet.question or self.sheet.asked[-1]).head
            listed = plain if isinstance(plain, list) else [plain]
            listed = [{**head, **one} if isinstance(one, dict) else one for one in listed]
            orders = self.rules.decode_orders(listed)
        except Malformed as error:
            click.echo(f"Not understood: {' '.join(str(error).split())}.")
            return False
        refusals = self.rules.check(self.view, self.seat, orders)
        for refusal in refusals:
            click.echo(wrapped(f"Refused: {refusal.message} ({refusal.clause})."))
        if not refusals:
            self.act(f"order {json.dumps([self.rules.order_to_dict(order) for order in orders])}")
        return not refusals

    def offer_unasked(self) -> None:
        """Orders that may be given without being asked."""
        possible = self.sheet.may_add()
        if not possible:
            click.echo("There is nothing that you can order without being asked.")
            return
        click.secho("What do you order without being asked?", bold=True)
        click.echo("  0  nothing")
        choices([self.rules.prompt(self.view, self.seat, name) for name in possible])
        names = {str(number): name for number, name in enumerate(possible, 1)} | {
            one.casefold(): one for one in possible
        }
        while (typed := read_line(self.seat).casefold()) not in ("0", "u", *names):
            click.echo(f"{typed!r} is none of these: type 0 to {len(possible)}.")
        if typed in names:
            self.act(f"add {names[typed]}")

    def is_sure(self) -> bool:
        """Whether the answer may go: what ends the game, or gives something up for good, is asked once more."""
        for line in self.sheet.warnings:
            click.secho(wrapped(line), bold=True)
        return not self.sheet.warnings or read_line("Type yes if you mean it").casefold() in YES

    def take_back_warned(self) -> None:
        """Take back the orders that a person is not sure of."""
        self.written = False
        for order in [one for one in self.orders if self.rules.warnings(self.view, self.seat, [one])]:
            click.echo(f"Taken back: {self.said_in_full(order)}.")
            self.act(self.sheet.undoing(order))

    def step_back(self) -> None:
        """Take the last step back."""
        if self.sheet.may_go_back:
            self.act("back")
        else:
            click.echo("This is the first step.")

    def leave(self) -> None:
        """Leave the game."""
        raise Left

    # --- what is shown -----------------------------------------------------------------------------------------

    def show(self) -> None:
        """The step that is open: at the first one of a question also its default."""
        sheet, question = self.sheet, self.rules.question(str(self.sheet.question))
        step, prompt = sheet.step, self.rules.prompt(self.view, self.seat, str(sheet.question))
        assert step is not None  # noqa: S101 - a question is open, and its order is not made
        first, asks = (
            not (sheet.current and sheet.current.begun),
            getattr(step, "asked", "") or getattr(step, "asks", ""),
        )
        if first:
            click.secho(wrapped(f"{prompt} ({sheet.question}, {question.clause})"), bold=True)
            if not question.unasked:
                default = self.order_in_words(self.rules.default(self.view, self.seat, str(sheet.question)))
                click.echo(wrapped(f"  d  the default: {default}", 5))
        if asks not in ("", prompt) or not first:
            click.secho(wrapped(asks), bold=True)
        show_step(step)

    def order_in_words(self, order: Order) -> str:
        """An order as people read it."""
        return self.rules.order_in_words(self.view, self.seat, order)

    def said_in_full(self, order: Order) -> str:
        """The same with what its question wants done."""
        return self.rules.said_in_full(self.view, self.seat, order)

    def show_board(self) -> None:
        """The board as the seat may know it."""
        board(self.rules.show(self.view), f"as {self.seat} sees it")

    def show_news(self) -> None:
        """What happened since the last answer."""
        show_news(self.news)

    def show_book(self) -> None:
        """What the book of the seat would do with the question, and why."""
        for line in self.rules.foreseen(self.view, self.seat, str(self.sheet.question)):
            click.echo(f"  {line}")


def is_order(typed: str) -> bool:
    """Whether a line is an order written out."""
    return ":" in typed or typed[:1] in ("{", "[")
