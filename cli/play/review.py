"""The review of an answer before it goes: changed part by part, then sent as a draft or as final, or carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import click

from adjudicator.kernel.questions.questions import ask_name
from cli.answer.hand import Hand
from cli.play.prompt import Person, is_order
from cli.play.screen import read_line
from cli.terminal.output import tell, wrapped

if TYPE_CHECKING:
    from schemas.statements.payloads import Word

SEND = """\
  s      send the answer as it is
  draft  send it, and let the game wait for you until the deadline
  final  send it, and let the game go on without you"""
GIVE = """\
  Enter  give the answer as it is"""
HELP = """\
  1      change the answer with that number (an extra order is removed)
  u      go one step back; what you ticked there is kept
  r      begin all of it again
  {...}  type an order as YAML; it replaces the answer to its question
  o      add an order without being asked, if there is one
  b      show the board as you see it
  h      show what happened since your last answer
  q      leave; nothing is sent
  ?      show this help"""


class Review:
    """A person's answer; at a host, whether it goes as a draft or as final unless they type the other (`word`)."""

    def __init__(self, person: Person, hand: Hand, word: Word | None) -> None:
        self.person, self.hand, self.word = person, hand, word
        here: Mapping[str, Word] = {"": "final", "y": "final", "yes": "final"}
        self.words: Mapping[str, Word] = {"s": word, "draft": "draft", "final": "final"} if word else here
        self.letters: dict[str, Callable[[], object]] = {
            "b": person.show_board,
            "h": person.show_news,
            "o": person.offer_unasked,
            "u": person.step_back,
            "r": lambda: person.act("again"),
            "q": person.leave,
            "?": lambda: click.echo(f"{SEND if word else GIVE}\n{HELP}"),
        }

    def settle(self) -> Word:
        """Ask all questions, and let the person change the answer until they send it; gives draft or final.

        On this machine an order that is written out, and the default, are given at once.
        """
        while True:
            self.person.answer_open()
            if self.word is None and self.person.written:
                if self.person.is_sure():
                    return "final"
                self.person.take_back_warned()
                continue
            legal = self.show()
            typed = read_line(self.person.seat).casefold()
            if typed not in self.words:
                self.change(typed)
            elif not legal:
                tell("Not sent: first change what the rules refuse.")
            elif self.person.is_sure():
                return self.words[typed]
            elif self.word is None:
                self.person.take_back_warned()

    def show(self) -> bool:
        """Print the answer line by line, and what can be typed; gives whether it is legal as a whole."""
        person = self.person
        tell(f"Your answer for {person.seat}:" if person.sheet.begun else "The only legal answer:")
        for number, order in enumerate(person.orders, 1):
            tell(f"{number:>3}  {person.said_in_full(order)} ({ask_name(order)})")
        if self.hand.waiting:
            tell("  +  your cards, into your book")
        refusals = person.rules.check(person.view, person.seat, person.orders)
        for refusal in refusals:
            tell(f"Refused: {refusal.message} ({refusal.question}, {refusal.clause}).")
        goes = f"Type s to send it as {self.word}" if self.word else "Enter gives it"
        back = "q to leave without sending" if self.word else "u one step back, r begins again"
        tell(wrapped(f"{goes}, a number to change that answer, {back}, ? for help."))
        return not refusals

    def change(self, typed: str) -> None:
        """Do what was typed, other than to send."""
        sheet = self.person.sheet
        if typed in self.letters:
            self.letters[typed]()
        elif typed.isdecimal() and 1 <= int(typed) <= len(sheet.in_order):
            self.person.act(sheet.undoing(sheet.in_order[int(typed) - 1]))
        elif is_order(typed):
            self.person.take_typed(typed)
        elif typed:
            click.echo(f"{typed!r} does nothing here: type s, a number, q, or ? for help.")
