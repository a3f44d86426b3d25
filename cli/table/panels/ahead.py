"""Answers ahead at the table: what may still be asked this turn, the cards, and the one in the making.

A card is made by the same steps as an answer. Cards that go with an answer, or are sent while the game waits, stand in
the seat's book.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec.structs import replace

from adjudicator.kernel import Book, Order, Title
from cli.ahead.cards import Card, book_with, book_without, in_words, preview
from cli.ahead.conditions import Condition, conditions
from cli.ahead.imagined import Foreseen, Rests, imagined_rests, likeliest_view
from cli.table.answer import AnswerSheet, Misfit
from cli.table.game import Given, Moment, TableGame
from cli.table.keeping import Kept
from cli.table.panels.sheet import RankedSheet

MOST: Final = 5  # questions that are offered
MOST_CARDS: Final = 12
TAKEN_AWAY: Final = "taken away"
Facts = dict[str, Any]


@dataclass
class Making:
    """The card in the making: `sheet` while an answer is given for it, in an imagined `view`.

    `place`: it replaces a card that was kept.
    """

    card: Card
    foreseen: Foreseen
    sheet: AnswerSheet | None
    view: Any
    place: int | None = None
    offered: list[Condition] = field(default_factory=list)
    steps: int = 0


class AheadPanel:
    """The cards of one seat in one game."""

    def __init__(self, game: TableGame, kept: Kept) -> None:
        self.game, self.kept = game, kept
        self.cards = kept.cards()
        self.rests: Rests | None = None
        self.making: Making | None = None
        self.sheet: RankedSheet | None = None

    @property
    def rules(self) -> Title[Any]:
        """The rules of the game."""
        return self.game.rules

    # --- looking ahead -----------------------------------------------------------------------------------------

    def look(self, now: Moment, orders: Sequence[Order]) -> None:
        """Imagine the rest of the turn, after these orders and with the book as it would be."""
        self.rests = imagined_rests(self.rules, now.view, self.game.seat, orders, self.book())

    def new_phase(self, now: Moment) -> None:
        """Another phase is open: what was imagined is old, and cards may have been used."""
        self.rests = self.making = self.sheet = None
        followed = [self._followed(card, now) for card in self.cards]
        if followed != self.cards:
            self._keep(followed)

    def _followed(self, card: Card, now: Moment) -> Card:
        """A card, with what became of it since it was filed."""
        if not card.open or card.filed is None or now.phase == card.filed:
            return card
        if card.stands_in(now.view.books.get(self.game.seat, [])):
            return card
        asked = card.question.partition("/")[0]
        before: Any = None
        for phase in self.game.views():
            if phase < card.filed - 1:
                continue
            view = self.game.view_after(phase)
            if phase >= card.filed and not card.stands_in(view.books.get(self.game.seat, [])):
                open_then = [ask.question for ask in self.rules.asked_of(before, self.game.seat)] if before else []
                used = asked in open_then and phase not in self.game.answered
                return replace(card, came=f"used in phase {phase}" if used else "not used: the turn is over")
            before = view
        return card

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
        """Whether the cards say something else than the book that was sent."""
        return any((card.open and card.filed is None) or card.came == TAKEN_AWAY for card in self.cards)

    def book(self) -> Book:
        """The seat's book with the cards as they are now."""
        standing = book_without(self.game.standing(), self.cards)
        return book_with(self.rules, standing, self.cards)

    def filed(self, phase: int) -> None:
        """The book with the cards was sent while this phase was open."""
        left = [card for card in self.cards if card.came != TAKEN_AWAY]
        self._keep([replace(card, filed=phase) if card.open and card.filed is None else card for card in left])

    def file(self, phase: int) -> Given:
        """Send the book with the cards."""
        given = self.game.file(self.book())
        self.filed(phase)
        return given

    def _keep(self, cards: list[Card]) -> None:
        self.cards = cards[-MOST_CARDS:]
        self.kept.keep_cards(self.cards)

    # --- what is done in the panel -----------------------------------------------------------------------------

    def open(self, name: str) -> None:
        """Begin a card for a question that may come."""
        foreseen = self.rests.question(name) if self.rests else None
        if foreseen is None:
            raise Misfit("it did not come up in any imagined game")
        view = likeliest_view(self.rules, self.game.seat, foreseen)
        when = self.rules.question(name).brake(view, self.rules.ask(view, self.game.seat, name))
        self.making = Making(Card(question=name, when=when), foreseen, self._sheet(name, view), view)

    def edit(self, about: str) -> None:
        """Change a card that is kept."""
        place = self._place(about)
        card = self.cards[place]
        foreseen = (self.rests.question(card.question) if self.rests else None) or Foreseen(card.question)
        view = likeliest_view(self.rules, self.game.seat, foreseen) if foreseen.views else None
        self.making = Making(replace(card, filed=None), foreseen, None, view, place)
        self._offer_conditions()

    def drop(self, about: str) -> None:
        """Take a card away: at once, or from the book when that is sent again."""
        place = self._place(about)
        card = self.cards[place]
        in_book = card.open and card.filed is not None
        rest = [*self.cards]
        rest[place : place + 1] = [replace(card, came=TAKEN_AWAY)] if in_book else []
        self._keep(rest)

    def _place(self, about: str) -> int:
        if not about.isdecimal() or int(about) >= len(self.cards):
            raise Misfit("there is no such card")
        return int(about)

    def _sheet(self, name: str, view: Any) -> AnswerSheet:
        return AnswerSheet(self.rules, view, self.game.seat, [name])

    # --- a sheet of lists ----------------------------------------------------------------------------------------

    def sheets(self, now: Moment) -> list[Facts]:
        """The sheets that may be filled in now: those that go with a question that may come this turn."""
        if now.phase is None:
            return []
        come = [one.name.partition("/")[0] for one in self.rests.questions] if self.rests else []
        names = {*come, *(name.partition("/")[0] for name in now.asked)}
        forms = [form for form in self.rules.forms.values() if form.rankings and names & {*form.after}]
        return [{"form": form.id, "words": form.words} for form in forms]

    def begin_sheet(self, form: str, view: Any) -> None:
        """Begin a sheet, each list as the title has it, or as it was kept."""
        self.making, self.sheet = None, RankedSheet.of(self.rules.form(form), view, self.game.seat, self.cards)

    def keep_sheet(self) -> None:
        """The lists that are not empty become cards, in the place of older ones for these questions."""
        sheet, self.sheet = self.sheet, None
        if sheet is not None:
            asked = [ranked.ranking.question for ranked in sheet.lists]
            others = [card for card in self.cards if card.question not in asked or not card.open]
            self._keep([*others, *sheet.cards()])
            self.rests = None

    def act_on_sheet(self, act: str) -> None:
        """A line up, down, to the top or out; all of it kept, or left."""
        word, _, about = act.partition(" ")
        if self.sheet is None:
            raise Misfit("no sheet is open")
        if word == "keep":
            self.keep_sheet()
        elif word == "away":
            self.sheet = None
        else:
            self.sheet.act(word, about)

    # --- the card in the making --------------------------------------------------------------------------------

    def act(self, act: str) -> None:
        """A step of the answer of the card that is being made, or something about the card itself."""
        making = self._made()
        word, _, about = act.partition(" ")
        making.steps += 1
        if word in ON_A_CARD:
            ON_A_CARD[word](self, about)
        elif making.sheet is None:
            raise Misfit(f"{word!r} is nothing that is done with a card")
        elif word == "back" and not (making.sheet.current and making.sheet.current.begun):
            self.stop("")
        else:
            making.sheet.act(act)
            if making.sheet.question is None:
                self._take_answer(making, making.sheet)

    def _made(self) -> Making:
        if self.making is None:
            raise Misfit("no card is open")
        return self.making

    def _take_answer(self, making: Making, sheet: AnswerSheet) -> None:
        """The answer is whole: it is the card's next choice."""
        choice = self.rules.choice_of(sheet.view, sheet.seat, sheet.orders[making.card.question])
        making.sheet = None
        if choice is None:
            raise Misfit("a book cannot say this answer; choose another, or what holds otherwise")
        if choice not in making.card.choose:
            making.card = replace(making.card, choose=[*making.card.choose, choice])
        self._offer_conditions()

    def _offer_conditions(self) -> None:
        making = self._made()
        first = making.card.choose[0] if making.card.choose else {}
        found = conditions(self.rules, making.foreseen.views, first) if making.foreseen.views else []
        own = making.card.when
        if own is not None and own not in [one.plain for one in found]:
            holds = sum(self.rules.quantities.holds(own, view) for view in making.foreseen.views)
            found.insert(0, Condition(own, self.rules.quantities.described(own), holds))
        making.offered = found

    def more(self, about: str) -> None:
        """Another answer, for when those before it are illegal."""
        making = self._made()
        if making.view is None:
            raise Misfit("look ahead first: it did not come up in any imagined game")
        making.sheet = self._sheet(making.card.question, making.view)

    def stop(self, about: str) -> None:
        """Give up the answer that was begun; the card goes with it where it has no other."""
        making = self._made()
        making.sheet = None
        if not making.card.choose:
            self.making = None

    def move(self, about: str, by: int) -> None:
        """An answer of the card goes up or down by a rank."""
        making = self._made()
        ranked, place = [*making.card.choose], int(about)
        if not 0 <= place < len(ranked) or not 0 <= place + by < len(ranked):
            raise Misfit("it stands at the end already")
        ranked[place], ranked[place + by] = ranked[place + by], ranked[place]
        making.card = replace(making.card, choose=ranked)

    def cut(self, about: str) -> None:
        """An answer less."""
        making = self._made()
        left = [one for place, one in enumerate(making.card.choose) if str(place) != about]
        making.card = replace(making.card, choose=left)

    def only_if(self, about: str) -> None:
        """Under one of the conditions that are offered, or always."""
        making = self._made()
        if about == "always":
            making.card = replace(making.card, when=None)
        elif about.isdecimal() and int(about) < len(making.offered):
            making.card = replace(making.card, when=making.offered[int(about)].plain)
        else:
            raise Misfit("no such condition is offered")

    def times(self, about: str) -> None:
        """Once, or each time."""
        making = self._made()
        making.card = replace(making.card, once=about == "once")

    def otherwise(self, about: str) -> None:
        """What holds where the card does not answer."""
        making = self._made()
        making.card = replace(making.card, otherwise="default" if about == "default" else "ask")

    def keep(self, about: str) -> None:
        """The card is made."""
        making = self._made()
        if not making.card.choose and making.card.otherwise == "ask":
            raise Misfit("the card answers nothing")
        cards = [*self.cards]
        if making.place is None:
            cards.append(making.card)
        else:
            cards[making.place] = making.card
        self._keep(cards)
        self.making = None
        if self.rests:
            self.rests = None

    def away(self, about: str) -> None:
        """Leave the card as it was."""
        self.making = None

    # --- what is shown -----------------------------------------------------------------------------------------

    def facts(self) -> Facts:
        """The panel."""
        rests = self.rests
        return {
            "looked": rests is not None,
            "games": rests.games if rests else 0,
            "answers": rests.answers if rests else 0,
            "questions": [self._question(one) for one in rests.questions[:MOST]] if rests else [],
            "cards": [self._card(card, place) for place, card in enumerate(self.cards)],
            "waiting": self.waiting,
            "sheets": [],
        }

    def _question(self, one: Foreseen) -> Facts:
        kind = self.rules.question(one.name)
        return {"name": one.name, "subject": kind.subject, "games": one.games, "times": round(one.times / one.games)}

    def _card(self, card: Card, place: int) -> Facts:
        state = card.came or (
            "not in your book yet" if card.filed is None else f"in your book since phase {card.filed}"
        )
        return {
            "subject": self.rules.question(card.question).subject,
            "name": card.question,
            "place": place,
            "sentences": in_words(self.rules, card),
            "state": state,
            "notes": self.passed_over(card),
            "open": card.open,
        }

    def card_facts(self) -> Facts:
        """The card in the making, for the place beside the board."""
        making = self._made()
        card, rules, question = making.card, self.rules, self.rules.question(making.card.question)
        seen = preview(rules, self.game.seat, card, making.foreseen)
        said = [question.choice_in_words(question.parse_choice(one)) or "nothing" for one in card.choose]
        default = "the default"
        if making.view is not None:
            default = rules.order_in_words(making.view, rules.default(making.view, self.game.seat, card.question))
        return {
            "stage": "card",
            "at": making.steps,
            "subject": question.subject,
            "name": card.question,
            "ranked": said,
            "conditions": [(one.words, one.holds, one.plain == card.when) for one in making.offered],
            "always": card.when is None,
            "once": card.once,
            "otherwise": card.otherwise,
            "default": default,
            "explained": in_words(rules, card),
            "seen": seen,
            "games": len(making.foreseen.views),
        }


ON_A_CARD: Final[Mapping[str, Callable[[AheadPanel, str], None]]] = {
    "more": AheadPanel.more,
    "stop": AheadPanel.stop,
    "up": lambda panel, about: panel.move(about, -1),
    "down": lambda panel, about: panel.move(about, 1),
    "top": lambda panel, about: panel.move(about, -int(about)),
    "cut": AheadPanel.cut,
    "if": AheadPanel.only_if,
    "times": AheadPanel.times,
    "else": AheadPanel.otherwise,
    "keep": AheadPanel.keep,
    "away": AheadPanel.away,
}
