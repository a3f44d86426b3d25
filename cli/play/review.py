"""A person's answer, looked over before it goes: changed part by part, then sent as a draft or as final."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import click

from adjudicator.kernel import Order
from adjudicator.kernel.questions.questions import ask_name
from adjudicator.kernel.run.resolution import order_to_dict
from cli.play.prompt import Again, Answered, Person
from cli.play.screen import read_line
from cli.rules.order_menus import in_words, leaves
from cli.terminal.output import tell
from schemas.statements.payloads import Word

HELP = """\
  s      send it as it stands; draft or final sends it with that word
  1      change the answer of that number; one that was never asked is taken back
  {...}  an order as YAML takes the place of the answer to its question
  u      give an order without being asked, where there is one
  b      show the board as you may know it
  h      what happened since your last answer
  q      leave; nothing is sent
  ?      this help"""


class Review:
    """The answer of a person, and the word that it goes with unless another is typed."""

    def __init__(self, person: Person, word: Word) -> None:
        self.person, self.word = person, word
        self.letters: dict[str, Callable[[], object]] = {
            "b": person.show_board,
            "h": person.show_news,
            "u": person.offer_unasked,
            "q": person.leave,
            "?": lambda: click.echo(HELP),
        }

    def settle(self) -> Word:
        """Have all questions answered and the answer changed until it is to be sent; gives its word."""
        while True:
            self.person.answer_open()
            legal = self.show()
            typed = read_line(self.person.seat)
            word = {"s": self.word, "draft": "draft", "final": "final"}.get(typed)
            if word is None:
                with suppress(Answered, Again):
                    self.change(typed)
            elif legal:
                return "final" if word == "final" else "draft"
            else:
                tell("It is not sent: change what the rules refuse.")

    def show(self) -> bool:
        """The answer, line by line, and what can be done with it; is it legal as a whole?"""
        person = self.person
        tell(f"Your answer for {person.seat}:")
        for number, order in enumerate(person.orders, 1):
            tell(f"{number:>3}  {ask_name(order)}: {self.told(order)}")
        refusals = person.rules.check(person.view, person.seat, person.orders)
        for refusal in refusals:
            tell(f"Refused ({refusal.clause}): {refusal.question}: {refusal.message}.")
        tell(f"s sends it as {self.word}, a number changes that answer, q leaves without sending, ? helps.")
        return not refusals

    def told(self, order: Order) -> str:
        """An order in words."""
        return in_words(leaves(order_to_dict(order)), self.person.say)

    def change(self, typed: str) -> None:
        """Do what was typed, which is not to send."""
        if typed in self.letters:
            self.letters[typed]()
        elif typed.isdecimal() and 1 <= int(typed) <= len(self.person.orders):
            self.take_back(int(typed) - 1)
        elif ":" in typed or typed[:1] in ("{", "["):
            self.person.take_typed(typed)
        elif typed:
            click.echo(f"{typed!r} is nothing that can be done here: type s, a number, q, or ? for help.")

    def take_back(self, index: int) -> None:
        """Drop an answer, so that its question is asked again."""
        unasked = self.person.unasked
        if index < len(unasked):
            del unasked[index]
        else:
            del self.person.answers[list(self.person.answers)[index - len(unasked)]]
