"""The review of an answer before it is sent: changed part by part, then sent as a draft or as final."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import click

from adjudicator.kernel.questions.questions import ask_name
from cli.answer.hand import Hand
from cli.play.ahead.cards import Cards
from cli.play.ahead.next_times import Ahead
from cli.play.prompt import Again, Answered, Person
from cli.play.screen import read_line
from cli.terminal.output import tell, wrapped
from schemas.statements.payloads import Word

HELP = """\
  s      send the answer as it is
  draft  send it, and let the game wait for you until the deadline
  final  send it, and let the game go on without you
  1      change the answer with that number (an extra order is removed)
  {...}  type an order as YAML; it replaces the answer to its question
  o      add an order without being asked, if there is one
  a      answer ahead, where that is offered: the next times, or the rest of the turn
  c      cards: see what you may still be asked this turn, and answer it ahead
  b      show the board as you see it
  h      show what happened since your last answer
  q      leave; nothing is sent
  ?      show this help"""


class Review:
    """A person's answer, and whether it goes as a draft or as final unless they type the other."""

    def __init__(self, person: Person, word: Word, ahead: Ahead, hand: Hand) -> None:
        self.person, self.word, self.ahead, self.hand = person, word, ahead, hand
        self.letters: dict[str, Callable[[], object]] = {
            "b": person.show_board,
            "h": person.show_news,
            "o": person.offer_unasked,
            "a": self.answer_ahead,
            "c": self.make_cards,
            "q": person.leave,
            "?": lambda: click.echo(HELP),
        }

    def settle(self) -> Word:
        """Ask all questions, and let the person change the answer until they send it; gives draft or final."""
        while True:
            self.person.answer_open()
            legal = self.show()
            typed = read_line(self.person.seat)
            word = {"s": self.word, "draft": "draft", "final": "final"}.get(typed)
            if word is None:
                with suppress(Answered, Again):
                    self.change(typed)
            elif not legal:
                tell("Not sent: first change what the rules refuse.")
            elif self.person.is_sure():
                return word

    def show(self) -> bool:
        """Print the answer line by line, and what can be typed; gives whether it is legal as a whole."""
        person = self.person
        tell(f"Your answer for {person.seat}:")
        for number, order in enumerate(person.orders, 1):
            tell(f"{number:>3}  {person.order_in_words(order)} ({ask_name(order)})")
        for line in self.ahead.said:
            tell(f"  +  ahead: {line}")
        for offer in [] if self.ahead.said else self.ahead.offers:
            tell(wrapped(f"{offer} Type a to say it now; it saves mails.", 0))
        if self.hand.waiting:
            tell("  +  your cards, into your book")
        refusals = person.rules.check(person.view, person.seat, person.orders)
        for refusal in refusals:
            tell(f"Refused: {refusal.message} ({refusal.question}, {refusal.clause}).")
        tell(
            f"Type s to send it as {self.word}, a number to change that answer, q to leave without sending, ? for help."
        )
        return not refusals

    def answer_ahead(self) -> None:
        """Ask for what may be said of the next times."""
        if self.ahead.offers:
            self.ahead.ask()
        else:
            tell("Nothing can be answered ahead here.")

    def make_cards(self) -> None:
        """Have answers given ahead to what may come this turn after this answer."""
        person = self.person
        self.hand.rests = None
        Cards(self.hand, person.view, person.orders).ask()

    def change(self, typed: str) -> None:
        """Do what was typed, other than to send."""
        if typed in self.letters:
            self.letters[typed]()
        elif typed.isdecimal() and 1 <= int(typed) <= len(self.person.orders):
            self.take_back(int(typed) - 1)
        elif ":" in typed or typed[:1] in ("{", "["):
            self.person.take_typed(typed)
        elif typed:
            click.echo(f"{typed!r} does nothing here: type s, a number, q, or ? for help.")

    def take_back(self, index: int) -> None:
        """Remove an answer, so that its question is asked again."""
        self.ahead.forget()
        unasked = self.person.unasked
        if index < len(unasked):
            del unasked[index]
        else:
            del self.person.answers[list(self.person.answers)[index - len(unasked)]]
