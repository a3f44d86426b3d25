"""The cards that a seat has made for a game: how they stand in its book, and what became of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from adjudicator.kernel import Book, Malformed, Order, Title, ask_name
from cli.answer.cards import Card, Condition, book_with, book_without, conditions
from cli.answer.imagined import Foreseen, Rests, imagined_rests
from cli.answer.keeping import Kept
from cli.answer.plan import Lists, Plan
from cli.rules.filled_form import FilledForm
from cli.seat.game import Game

MOST: Final = 5  # questions that are offered
MOST_CARDS: Final = 12
TAKEN_AWAY: Final = "taken away"


class Hand:
    """The cards of one seat in one game; its book holds those that were sent."""

    def __init__(self, game: Game, kept: Kept) -> None:
        self.game, self.kept = game, kept
        self.cards = kept.cards()
        self.rests: Rests | None = None

    @property
    def rules(self) -> Title[Any]:
        """The rules of the game."""
        return self.game.rules

    # --- looking ahead -----------------------------------------------------------------------------------------

    def imagine(self, view: Any, orders: Sequence[Order]) -> Rests:
        """Imagine the rest of the turn, after these orders and with the book as it would be."""
        self.rests = imagined_rests(self.rules, view, self.game.seat, orders, self.book())
        return self.rests

    def follow(self, view: Any, phase: int | None) -> list[Card]:
        """See what became of the cards now that this phase is open; gives those that were used, or ran out."""
        self.rests = None
        followed = [self._followed(card, view, phase) for card in self.cards]
        new = [card for card, before in zip(followed, self.cards, strict=True) if card.came != before.came]
        if followed != self.cards:
            self.keep(followed)
        return new

    def _followed(self, card: Card, now: Any, phase: int | None) -> Card:
        """A card, with what became of it since it was filed."""
        if not card.open or card.filed is None or phase == card.filed:
            return card
        game, seat = self.game, self.game.seat
        if card.stands_in(book := now.books.get(seat, [])):
            return card.left_in(book)
        asked = card.question.partition("/")[0]
        before: Any = None
        for number in game.views():
            if number < card.filed - 1:
                continue
            view = game.view_after(number)
            if number >= card.filed and not card.stands_in(view.books.get(seat, [])):
                open_then = [ask.question for ask in self.rules.asked_of(before, seat)] if before else []
                used = asked in open_then and number not in game.answered
                return replace(card, came=f"used in phase {number}" if used else "not used: the turn is over")
            before = view
        return card

    def state(self, card: Card) -> str:
        """How a card stands, in words."""
        return card.came or ("not in your book yet" if card.filed is None else f"in your book since phase {card.filed}")

    def passed_over(self, card: Card) -> list[str]:
        """Why a card that was filed could not answer, by phase."""
        if card.filed is None:
            return []
        return [
            f"passed over in phase {chapter.phase}: {why.partition(', ')[2]}"
            for chapter in self.game.chapters()
            for question, why in chapter.passed_over
            if chapter.phase >= card.filed and question == card.question
        ]

    # --- the book ----------------------------------------------------------------------------------------------

    @property
    def waiting(self) -> bool:
        """Whether the cards, or a form that was filled in, say something else than the book that was sent."""
        return self.cards_wait or self.kept.form is not None

    @property
    def cards_wait(self) -> bool:
        """Whether there are cards that were not sent."""
        return any((card.open and card.filed is None) or card.came == TAKEN_AWAY for card in self.cards)

    def book(self, standing: Book | None = None) -> Book:
        """A book with the cards as they are now, and with what a form writes that goes with the next answer."""
        below = self.game.standing() if standing is None else standing
        if (answers := self.kept.form) is not None:
            below = FilledForm(self.rules, self.game.now().view, self.game.seat, below).book(answers)
        return self.with_cards(below)

    def with_cards(self, below: Book) -> Book:
        """A book with the cards on top."""
        return book_with(self.rules, book_without(below, self.cards), self.cards)

    def filed(self, phase: int) -> None:
        """The book with the cards was sent while this phase was open."""
        left = [card for card in self.cards if card.came != TAKEN_AWAY]
        self.keep([replace(card, filed=phase) if card.open and card.filed is None else card for card in left])
        self.kept.keep_form(None)

    # --- the cards ---------------------------------------------------------------------------------------------

    def keep(self, cards: Sequence[Card]) -> None:
        """Keep these cards."""
        self.cards = [*cards][-MOST_CARDS:]
        self.kept.keep_cards(self.cards)

    def put(self, card: Card, place: int | None) -> None:
        """Keep a card, a new one or in the place of another. Malformed where it says nothing."""
        if not card.choose and card.otherwise == "ask":
            raise Malformed("the card answers nothing")
        cards = [*self.cards]
        if place is None:
            cards.append(card)
        else:
            cards[place] = card
        self.keep(cards)
        self.rests = None

    def sheets(self, asked: Sequence[str]) -> list[str]:
        """The forms with lists to be put in order that go with what is asked, or may come this turn."""
        come = [*asked, *(one.name for one in self.rests.questions)] if self.rests else asked
        names = {name.partition("/")[0] for name in come}
        return [form.id for form in self.rules.forms.values() if form.rankings and names & {*form.after}]

    def lists(self, form: str, view: Any) -> Lists:
        """The lists of a form, each as it was kept, or as the title has it."""
        return Lists.of(self.rules.form(form), view, self.game.seat, self.cards)

    def keep_lists(self, lists: Lists) -> None:
        """The lists that are not empty become cards, in the place of older ones for these questions."""
        asked = [ranked.ranking.question for ranked in lists.lists]
        others = [card for card in self.cards if card.question not in asked or not card.open]
        self.keep([*others, *lists.cards()])
        self.rests = None

    def take_away(self, place: int) -> None:
        """Take a card away: at once, or from the book when that is sent again."""
        card, rest = self.cards[place], [*self.cards]
        rest[place : place + 1] = [replace(card, came=TAKEN_AWAY)] if card.open and card.filed is not None else []
        self.keep(rest)

    def conditions_for(self, card: Card, foreseen: Foreseen) -> list[Condition]:
        """Conditions worth asking for, the card's own among them."""
        first = card.choose[0] if card.choose else {}
        found = conditions(self.rules, foreseen.views, first) if foreseen.views else []
        if card.when is not None and card.when not in [one.plain for one in found]:
            holds = sum(self.rules.quantities.holds(card.when, view) for view in foreseen.views)
            found.insert(0, Condition(card.when, self.rules.quantities.described(card.when), holds))
        return found

    def later_view(self, view: Any, order: Order) -> Any:
        """The view in which a question is answered the next time, after this answer; None where it is not, or none."""
        if self.rules.refusal(view, self.game.seat, order) is not None:
            return None
        return self.rules.later_view(view, self.game.seat, ask_name(order), [order])

    def plan(self, name: str, view: Any, given: list[Order], first: Any, place: int | None = None) -> Plan:
        """The plan of a question, as the card in a place or the newest one has it, or a new one; the lines follow what
        is `given`, and the first of them is given in the view `first`."""
        if place is None:
            place = next((at for at, one in enumerate(self.cards) if one.question == name and one.open), None)
        card = self.begun(name, first) if place is None else replace(self.cards[place], filed=None)
        return Plan(self.rules, self.game.seat, view, given, card, place)

    def begun(self, name: str, view: Any) -> Card:
        """A new card for a question that may come, as it is asked in a view: with its brake."""
        ask = self.rules.ask(view, self.game.seat, name)
        return Card(question=name, when=self.rules.question(name).brake(view, ask))
