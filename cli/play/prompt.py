"""A person at the machine: questions one by one, menus, typed orders, and letters that are understood everywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import click

from adjudicator.kernel import Malformed, Order, Title
from adjudicator.kernel.questions.questions import ask_name
from adjudicator.kernel.run.resolution import order_to_dict
from adjudicator.kernel.strict_yaml import load
from cli.play.hotseat import HotSeat
from cli.play.screen import Left, hand_over, read_line, show_news
from cli.rules.order_menus import (
    Candidate,
    Entry,
    Leaves,
    Menu,
    in_words,
    kinds_of_addition,
    leaves,
    menu,
    rest_left_open,
)
from cli.terminal.output import board, choices

HELP = """\
Type the number of a line, or its word. At any time you may also type
  {...}  an order as YAML, such as {question: D-…, field: value}; the question may be left out
  d      the default: what happens if you say nothing
  r      begin this answer again
  b      show the board as you may know it
  h      what happened since your last answer
  u      give an order without being asked, where there is one
  x      what your book would do with this question, and why
  q      leave the game; on this machine, with --save, it can be resumed
  ?      this help"""


class Answered(Exception):
    """The question has its answer by another way than its menus."""


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


class People:
    """Whoever sits at the machine, one after another."""

    def __init__(self) -> None:
        self.sitting: str | None = None

    def __call__(self, game: HotSeat, seat: str) -> list[Order]:
        """The orders of a seat to everything that it is asked."""
        first = self.sitting is None
        if self.sitting != seat and len(game.saved.people) > 1:
            hand_over(seat)
        self.sitting = seat
        person = Person(game, seat)
        if first:
            click.echo("? explains what can be typed, b shows the board.")
            person.show_board()
        return person.answer()


class Person:
    """One seat in one phase: what it was asked, and its orders so far."""

    def __init__(self, game: Table, seat: str) -> None:
        self.game, self.rules, self.seat = game, game.rules, seat
        self.view = game.view(seat)
        asks = self.rules.unanswered(self.view, seat) or self.view.phase.asked_of(seat)
        self.open = [ask.name for ask in asks]
        self.answers: dict[str, Order] = {}
        self.unasked: list[Order] = []
        self.question = self.open[0]
        self.letters = {
            "b": self.show_board,
            "h": self.show_news,
            "?": lambda: click.echo(HELP),
            "d": self.take_default,
            "x": self.show_book,
            "u": self.offer_unasked,
            "r": self.begin_again,
            "q": self.leave,
        }

    def answer(self) -> list[Order]:
        """The orders to all questions that are open, after what happened."""
        self.show_news()
        self.answer_open()
        return self.orders

    @property
    def orders(self) -> list[Order]:
        """The orders so far; those that were never asked come first."""
        return [*self.unasked, *self.answers.values()]

    def answer_open(self) -> None:
        """Have every question answered that is open and has no answer yet."""
        while left := [question for question in self.open if question not in self.answers]:
            self.question = left[0]
            self.introduce()
            try:
                self.answers[self.question] = self.build(self.question)
            except (Answered, Again):
                continue

    def say(self, field: str, word: str) -> str:
        """A word of an order as people say it."""
        return self.rules.naming.word(self.view, field, word)

    # --- step by step ------------------------------------------------------------------------------------------

    def build(self, question: str) -> Order:
        """An order made in steps, each of which adds a part."""
        order: Order | None = None
        asked = False
        while True:
            grown = self.rules.grown(self.view, self.seat, question, order)
            found = [Candidate(one, leaves(order_to_dict(one))) for one in grown]
            illegal = self.rules.refusal(self.view, self.seat, order) if order is not None else None
            if order is None and len(found) == 1:
                order = found[0].order
            elif found:
                picked = self.pick(found, order, order is not None and illegal is None)
                if picked is None and order is not None:
                    return order
                order, asked = picked, True
            elif order is None or illegal is not None:
                click.echo(f"That cannot be finished: {illegal or 'nothing is legal'}.")
                raise Again
            else:
                return order if asked else self.confirm(order)

    def pick(self, found: Sequence[Candidate], order: Order | None, legal: bool) -> Order | None:
        """One of the orders that are possible next; None: `order` is sent as it stands."""
        if order is None:
            return self.narrow(found, {}, None, "")
        base = leaves(order_to_dict(order))
        stands = f"send it as it stands: {in_words(base, self.say)}" if legal else None
        kinds = kinds_of_addition(found, base, self.say)
        if len(kinds.entries) == 1:
            text = kinds.entries[0].text
            return self.narrow(found, base, stands, f"{text}; " if " and " in text else "")
        entry = self.choose(kinds, stands)
        return None if entry is None else self.narrow(entry.left, base, None, "")

    def narrow(self, left: Sequence[Candidate], base: Leaves, stands: str | None, heading: str) -> Order | None:
        """One of the candidates, found field by field; None: what stands is sent."""
        while len(left) > 1 or stands:
            bare = rest_left_open(left)
            step = menu(left, base, self.say)
            zero = stands or ("leave the rest open" if bare else None)
            entry = self.choose(Menu(heading + step.asked, step.entries), zero)
            if entry is None:
                return None if stands or bare is None else bare.order
            left, stands, heading = entry.left, None, ""
        picked: Order = left[0].order
        return picked

    def confirm(self, order: Order) -> Order:
        """The only order that is legal: the person sees it before it goes."""
        told = in_words(leaves(order_to_dict(order)), self.say)
        self.choose(Menu("", [Entry(f"send the only order that is legal: {told}", frozenset(), [])]), None)
        return order

    def choose(self, asked: Menu, zero: str | None) -> Entry | None:
        """The entry that the person means; None for `0`. Everything else that can be typed is done on the way."""
        self.show_menu(asked, zero)
        while True:
            typed = read_line(self.seat)
            if typed in self.letters:
                self.letters[typed]()
            elif typed == "0" and zero:
                return None
            elif (entry := asked.entry(typed)) is not None:
                return entry
            elif ":" in typed or typed[:1] in ("{", "["):
                self.take_typed(typed)
            elif typed:
                most = len(asked.entries)
                click.echo(f"{typed!r} is no answer here: type {0 if zero else 1} to {most}, an order, or ? for help.")
            else:
                self.show_menu(asked, zero)

    # --- other ways to answer ----------------------------------------------------------------------------------

    def take_typed(self, typed: str) -> None:
        """An order typed as YAML: refused with its clause, or kept."""
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
            click.echo(f"Refused ({refusal.clause}): {refusal.message}.")
        if not refusals:
            self.keep(orders)

    def keep(self, orders: Sequence[Order]) -> None:
        """Keep legal orders; those to open questions are answers."""
        for order in orders:
            if self.rules.question(ask_name(order)).unasked:
                self.unasked.append(order)
                click.echo("Noted: it is carried out when your answer is, just before it.")
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
            click.echo("There is nothing that you could order without being asked.")
            return
        entries = [
            Entry(f"{q.id}: {self.rules.prompt(self.view, self.seat, q.id)}", frozenset([q.id.casefold()]), ())
            for q in possible
        ]
        chosen = self.choose(Menu("what do you order without being asked", entries), "nothing")
        if chosen is not None:
            self.keep([self.build(possible[entries.index(chosen)].id)])
        raise Again

    def begin_again(self) -> None:
        """Ask the same question from its first step."""
        raise Again

    def leave(self) -> None:
        """Leave the game."""
        raise Left

    # --- what is shown -----------------------------------------------------------------------------------------

    def introduce(self) -> None:
        """The question in words, and its default."""
        rules, question = self.rules, self.rules.question(self.question)
        click.secho(f"{self.question} for {self.seat}: {rules.prompt(self.view, self.seat, self.question)}", bold=True)
        default = rules.order_in_words(self.view, rules.default(self.view, self.seat, self.question))
        click.echo(f"  d  the default ({question.default_clause}): {default}")

    def show_menu(self, asked: Menu, zero: str | None) -> None:
        """What is asked in this step, with its numbered answers."""
        if asked.asked:
            click.echo(f"{asked.asked}?")
        if zero:
            click.echo(f"  0  {zero}")
        choices([entry.text for entry in asked.entries])

    def show_board(self) -> None:
        """The board as the seat may know it."""
        board(self.game.board(self.seat), f"as {self.seat} knows it")

    def show_news(self) -> None:
        """What happened since the last answer."""
        show_news(self.game.news[self.seat])

    def show_book(self) -> None:
        """What the book of the seat would do with the question, and why."""
        for line in self.rules.foreseen(self.view, self.seat, self.question):
            click.echo(f"  {line}")
