"""Cards at a terminal: what a person may still be asked this turn, and their answers to it before they are asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import click
from msgspec.structs import replace

from adjudicator.kernel import Malformed, Order, ask_name
from adjudicator.kernel.questions.choices import read_choice
from cli.answer.cards import Card, in_words, preview, ways_on
from cli.answer.conditions import Condition
from cli.answer.hand import MOST, Hand
from cli.answer.imagined import Foreseen, Rests, likeliest_view
from cli.play.ahead.plans import answer_ahead, one_of, settle_plan
from cli.play.ahead.ranked_lists import put_in_order
from cli.play.screen import Left, read_line
from cli.terminal.output import choices, tell, wrapped

LETTERS: Final = "abcdefghijkl"
SAID: Final = 3  # reasons that are named

HELP: Final = """\
  Enter  keep the card
  +      another answer, for when those before it are illegal
  i      only if something holds, or always
  n      once, or each time it is asked
  e      what holds otherwise: you are asked, you pass, or the default counts
  1      take the answer of that number out; with several, the first that is legal counts
  q      leave the card as it was"""


class Cards:
    """The cards of a seat while a person is busy with them; `orders`: what is sent or will be sent first."""

    def __init__(self, hand: Hand, view: Any, orders: Sequence[Order] = ()) -> None:
        self.hand, self.view, self.orders = hand, view, orders
        self.seat = hand.behind.seat

    def ask(self) -> None:
        """Show what may come and the cards, and have them made and changed until the person is content."""
        while True:
            rests = self.hand.rests or self.hand.imagine(self.view, self.orders)
            self.show(rests)
            typed = read_line(self.seat).casefold()
            if typed in ("", "q"):
                return
            with suppress(Left):
                self.do(typed, rests)

    def do(self, typed: str, rests: Rests) -> None:
        """Make a card, change one, or take one away."""
        word, _, about = typed.partition(" ")
        if typed.isdecimal() and 1 <= int(typed) <= len(rests.questions[:MOST]):
            self.make(rests.questions[int(typed) - 1])
        elif word == "p" and (foreseen := self.plannable(about, rests)):
            likely = likeliest_view(self.hand.rules, self.seat, foreseen)
            settle_plan(self.hand.plan(foreseen.name, likely, [], likely), self.hand)
        elif typed == "s" and (names := self.sheets()):
            for name in names:
                sheet = self.hand.sheet(name, self.view)
                put_in_order(sheet, self.seat)
                self.hand.keep_sheet(sheet)
        elif (place := self.place(about)) is not None and word == "x":
            self.hand.take_away(place)
            self.hand.rests = None
        elif (place := self.place(typed)) is not None:
            self.open(place, rests)
        else:
            click.echo(f"{typed!r} does nothing here: type the number of a question, the letter of a card, or Enter.")

    def open(self, place: int, rests: Rests) -> None:
        """Change a card: a plan as a plan, after these answers where they answer its question."""
        card, hand = self.hand.cards[place], self.hand
        foreseen = rests.question(card.question) or Foreseen(card.question)
        if not card.answers:
            self.settle(replace(card, filed=None), foreseen, place)
            return
        given = [one for one in self.orders if ask_name(one) == card.question and hand.later_view(self.view, one)]
        likely = likeliest_view(hand.rules, self.seat, foreseen) if foreseen.views else None
        settle_plan(hand.plan(card.question, self.view if given else likely, given, likely, place), hand)

    def plannable(self, typed: str, rests: Rests) -> Foreseen | None:
        """The question of that number, if its next times can be planned."""
        found = rests.questions[:MOST][int(typed) - 1 : int(typed)] if typed.isdecimal() and int(typed) else []
        return next((one for one in found if self.hand.rules.question(one.name).ahead), None)

    def sheets(self) -> list[str]:
        """The forms whose lists may be put in order now."""
        return self.hand.sheets([ask.name for ask in self.hand.rules.asked_of(self.view, self.seat)])

    def place(self, typed: str) -> int | None:
        """The place of the card that a letter means, if it may still be changed."""
        place = LETTERS.find(typed) if len(typed) == 1 else -1
        return place if 0 <= place < len(self.hand.cards) and self.hand.cards[place].open else None

    def show(self, rests: Rests) -> None:
        """What may come, and the cards."""
        if rests.questions:
            tell(
                f"In {rests.games} games that bots played on from here, on this machine, you still give about "
                f"{rests.answers} answer{'' if rests.answers == 1 else 's'} this turn. The likeliest questions:"
            )
            choices([question_in_words(self.hand, one, rests.games) for one in rests.questions[:MOST]])
        else:
            tell(f"In {rests.games} imagined games you are asked nothing more this turn.")
        for name in self.sheets():
            tell(f"{self.hand.rules.form(name).words} Type s.")
        if self.hand.cards:
            tell("Your cards:")
        show_cards(self.hand)
        may = ["the number of a question to answer it ahead"] if rests.questions else []
        may += [f"p {n} to plan all its times" for n in range(1, MOST + 1) if self.plannable(str(n), rests)]
        may += ["the letter of a card to change it, x and the letter to take it away"] if self.hand.cards else []
        tell(wrapped(f"Type {'; '.join([*may, 'Enter when you are content'])}." if may else "Enter goes on."))

    # --- one card ----------------------------------------------------------------------------------------------

    def make(self, foreseen: Foreseen) -> None:
        """Make a card for a question, from its first answer on."""
        view = likeliest_view(self.hand.rules, self.seat, foreseen)
        card = self.answered(self.hand.begun(foreseen.name, view), view)
        self.settle(card, foreseen, None)

    def answered(self, card: Card, view: Any) -> Card:
        """The card with one answer more, which the person gives as if they were asked."""
        rules = self.hand.rules
        choice = rules.choice_of(view, self.seat, answer_ahead(rules, view, self.seat, card.question))
        if choice not in card.choose:
            card = replace(card, choose=[*card.choose, choice])
        return card

    def settle(self, card: Card, foreseen: Foreseen, place: int | None) -> None:
        """Have the person change the card until they keep it, or leave it."""
        view = likeliest_view(self.hand.rules, self.seat, foreseen) if foreseen.views else None
        while True:
            offered = self.hand.conditions_for(card, foreseen)
            self.show_card(card, foreseen, offered)
            typed = read_line(self.seat).casefold()
            if typed == "":
                try:
                    return self.hand.put(card, place)
                except Malformed as error:
                    tell(f"Not kept: {error}.")
            elif typed == "q":
                return None
            elif typed.isdecimal() and 1 <= int(typed) <= len(card.choose):
                rest = [one for number, one in enumerate(card.choose, 1) if number != int(typed)]
                card = replace(card, choose=rest, answers=min(card.answers, len(rest)))
            elif typed in CHANGES:
                with suppress(Left):
                    card = CHANGES[typed](self, card, view, offered)
            else:
                click.echo(HELP)

    def more(self, card: Card, view: Any, offered: Sequence[Condition]) -> Card:
        """Another answer."""
        if view is None:
            tell("It did not come up in any imagined game: there is nothing to choose from.")
            return card
        return self.answered(card, view)

    def only_if(self, card: Card, view: Any, offered: Sequence[Condition]) -> Card:
        """Under one of the conditions that are offered, or always."""
        words = ["always", *(f"{one.words} (in {one.holds} of the imagined games)" for one in offered)]
        chosen = one_of(self.seat, "Only if", words)
        return replace(card, when=offered[chosen - 1].plain if chosen else None)

    def times(self, card: Card, view: Any, offered: Sequence[Condition]) -> Card:
        """Once, or each time."""
        return replace(card, once=not card.once, answers=0)

    def otherwise(self, card: Card, view: Any, offered: Sequence[Condition]) -> Card:
        """What holds where the card does not answer."""
        ways = ways_on(self.hand.rules, self.seat, card.question, view)
        way, _ = ways[one_of(self.seat, "Otherwise, and after that", [words for _, words in ways])]
        return replace(card, otherwise=way)

    def show_card(self, card: Card, foreseen: Foreseen, offered: Sequence[Condition]) -> None:
        """A card in the making, and in how many of the imagined games it would have answered."""
        rules, question = self.hand.rules, self.hand.rules.question(card.question)
        click.secho(wrapped(f"A card: {question.subject} ({card.question})"), bold=True)
        said = [read_choice(question, one).in_words for one in card.choose]
        choices(said)
        for sentence in in_words(rules, card):
            tell(wrapped(f"  {sentence}", 4))
        seen = preview(rules, self.seat, card, foreseen)
        if seen.games and card.choose:
            tell(f"In {seen.answers} of the {seen.games} imagined games that ask it, this answers.")
            for why in seen.passed_over[:SAID]:
                tell(wrapped(f"  Passed over: {why}.", 4))
        tell("Enter keeps it; + another answer, i only if, n how often, e otherwise, q leaves it, ? for help.")


CHANGES: Final[dict[str, Callable[[Cards, Card, Any, Sequence[Condition]], Card]]] = {
    "+": Cards.more,
    "i": Cards.only_if,
    "n": Cards.times,
    "e": Cards.otherwise,
}


def question_in_words(hand: Hand, one: Foreseen, games: int) -> str:
    """A question that may come, and how often it came."""
    times = round(one.times / one.games)
    often = f", {times} times" if times > 1 else ""
    return f"{hand.rules.question(one.name).subject} ({one.name}): in {one.games} of {games}{often}"


def show_cards(hand: Hand) -> None:
    """Each card with what it says, how it stands, and why it was passed over."""
    for letter, card in zip(LETTERS, hand.cards, strict=False):
        tell(f"  {letter}  {hand.rules.question(card.question).subject} ({card.question}): {hand.state(card)}")
        for sentence in [*in_words(hand.rules, card), *hand.passed_over(card)]:
            tell(wrapped(f"       {sentence}", 9))


def tell_what_came(hand: Hand, cards: Sequence[Card]) -> None:
    """What became of cards."""
    for card in cards:
        said = hand.rules.question(card.question).subject
        tell(f"Your card for {card.question} ({said}): {hand.state(card)}.")
        for why in hand.passed_over(card):
            tell(f"  {why}")
