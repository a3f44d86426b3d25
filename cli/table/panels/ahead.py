"""Answers ahead at the table: what may still be asked this turn, the cards, and the one in the making.

A card is made by the same steps as an answer. Cards that go with an answer, or are sent while the game waits, stand in
the seat's book.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec.structs import replace

from adjudicator.kernel import Malformed, Order, ask_name
from cli.ahead.cards import ENTRIES, Card, in_words, preview, ways_on
from cli.ahead.conditions import Condition
from cli.ahead.hand import MOST, Hand
from cli.ahead.imagined import Foreseen, likeliest_view
from cli.ahead.keeping import Kept
from cli.table.answer import AnswerSheet, Misfit
from cli.table.game import Given, Moment, TableGame
from cli.table.panels.sheet import RankedSheet

Facts = dict[str, Any]


@dataclass
class Making:
    """The card in the making: `sheet` while an answer is given for it, in an imagined `view`.

    `place`: it replaces a card that was kept. `after`: it answers the time after these orders, not an imagined one.
    """

    card: Card
    foreseen: Foreseen
    sheet: AnswerSheet | None
    view: Any
    place: int | None = None
    offered: list[Condition] = field(default_factory=list)
    steps: int = 0
    after: list[Order] = field(default_factory=list)


class AheadPanel(Hand):
    """The cards of one seat in one game."""

    def __init__(self, game: TableGame, kept: Kept) -> None:
        super().__init__(game, kept)
        self.game = game
        self.making: Making | None = None
        self.sheet: RankedSheet | None = None
        self.following: dict[str, list[Order]] = {}  # by question: an answer, and the next ones on cards that follow it

    # --- looking ahead -----------------------------------------------------------------------------------------

    def look(self, now: Moment, orders: Sequence[Order]) -> None:
        """Imagine the rest of the turn, after these orders."""
        self.imagine(now.view, orders)

    def new_phase(self, now: Moment) -> None:
        """Another phase is open: what was imagined is old, and cards may have been used."""
        self.making = self.sheet = None
        self.following.clear()
        self.follow(now.view, now.phase)

    def file(self, phase: int) -> Given:
        """Send the book with the cards."""
        given = self.game.file(self.book())
        self.filed(phase)
        return given

    # --- what is done in the panel -----------------------------------------------------------------------------

    def open(self, name: str) -> None:
        """Begin a card for a question that may come."""
        foreseen = self.rests.question(name) if self.rests else None
        if foreseen is None:
            raise Misfit("it did not come up in any imagined game")
        view = likeliest_view(self.rules, self.game.seat, foreseen)
        self.making = Making(self.begun(name, view), foreseen, self._sheet(name, view), view)

    def onward(self, now: Moment, orders: Sequence[Order]) -> list[tuple[str, str]]:
        """What may be said beyond these answers: acts with their words."""
        sheets = [(f"sheet {one['form']}", one["words"]) for one in self.sheets(now)]
        return [*((f"next {one['name']}", one["words"]) for one in self.next_times(now.view, orders)), *sheets]

    # --- the next times ----------------------------------------------------------------------------------------

    def next_times(self, view: Any, orders: Sequence[Order]) -> list[Facts]:
        """The questions whose next times may be answered with these answers, and how that is offered."""
        found = []
        for order in orders:
            name, given = ask_name(order), self._given(order)
            if self._later(view, given) is not None:
                words = self.rules.question(name).ahead_words if len(given) == 1 else "And the time after that?"
                found.append({"name": name, "words": words})
        return found

    def begin_next(self, name: str, view: Any, orders: Sequence[Order]) -> None:
        """Begin a card for the next time that a question is asked, if nothing happens but these answers."""
        order = next((one for one in orders if ask_name(one) == name), None)
        given = self._given(order) if order is not None else []
        later = self._later(view, given) if given else None
        if later is None:
            raise Misfit("it is not asked again for now")
        self.sheet = None
        self.making = Making(self.begun(name, later), Foreseen(name), self._sheet(name, later), later, after=[*given])

    def _given(self, order: Order) -> list[Order]:
        """An answer, with those of the next times that were given with it."""
        given = self.following.get(ask_name(order), [order])
        return given if given[0] == order else [order]

    def _later(self, view: Any, given: Sequence[Order]) -> Any:
        seat, name = self.game.seat, ask_name(given[0])
        if self.rules.refusal(view, seat, given[0]) is not None:
            return None
        return self.rules.later_view(view, seat, name, given)

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
        self.take_away(self._place(about))

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
            self.keep([*others, *sheet.cards()])
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
        order = sheet.orders[making.card.question]
        choice = self.rules.choice_of(sheet.view, sheet.seat, order)
        making.sheet = None
        if choice is None:
            raise Misfit("a book cannot say this answer; choose another, or what holds otherwise")
        if choice not in making.card.choose:
            making.card = replace(making.card, choose=[*making.card.choose, choice])
        if making.after and len(making.card.choose) == 1:
            making.after.append(order)
            making.card = replace(making.card, choose=[*making.card.choose, *self._fallbacks(sheet)])
        self._offer_conditions()

    def _fallbacks(self, sheet: AnswerSheet) -> list[dict[str, Any]]:
        """What an answer for a next time falls back on."""
        name = str(self._made().card.question)
        return self.rules.question(name).otherwise(sheet.view, self.rules.ask(sheet.view, sheet.seat, name))

    def _offer_conditions(self) -> None:
        making = self._made()
        making.offered = self.conditions_for(making.card, making.foreseen)

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
        way = next((way for way in ENTRIES if way == about), None)
        if way is None:
            raise Misfit("no such thing is offered")
        making.card = replace(making.card, otherwise=way)

    def lay_down(self, about: str) -> None:
        """The card is made."""
        making = self._made()
        try:
            self.put(making.card, making.place)
        except Malformed as error:
            raise Misfit(str(error)) from None
        if making.after:
            self.following[making.card.question] = making.after
        self.making = None

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
        return {
            "subject": self.rules.question(card.question).subject,
            "name": card.question,
            "place": place,
            "sentences": in_words(self.rules, card),
            "state": self.state(card),
            "notes": self.passed_over(card),
            "open": card.open,
        }

    def card_facts(self) -> Facts:
        """The card in the making, for the place beside the board."""
        making = self._made()
        card, rules, question = making.card, self.rules, self.rules.question(making.card.question)
        seen = preview(rules, self.game.seat, card, making.foreseen)
        said = [question.choice_in_words(question.parse_choice(one)) or "nothing" for one in card.choose]
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
            "ways": ways_on(rules, self.game.seat, card.question, making.view),
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
    "keep": AheadPanel.lay_down,
    "away": AheadPanel.away,
}
