"""Answers ahead at the table: what may still be asked this turn, the cards, and the one in the making.

A card is made by the same steps as an answer. Cards that go with an answer, or are sent while the game waits, stand in
the seat's book.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import to_builtins
from msgspec.structs import replace

from adjudicator.kernel import Book, Malformed, Order, Preview, ask_name
from adjudicator.kernel.questions.choices import read_choice
from cli.answer.cards import ENTRIES, Card, in_words, preview, ways_on
from cli.answer.conditions import Condition
from cli.answer.hand import MOST, Hand
from cli.answer.imagined import Foreseen, likeliest_view
from cli.answer.keeping import Kept
from cli.answer.ranked_sheet import RankedSheet
from cli.answer.sheet import AnswerSheet, Misfit
from cli.books.filled_form import FilledForm
from cli.seat.game import Game, Given, Moment
from cli.table.board.ghosts import preview_of, preview_of_order
from cli.table.panels.plan import PlanPage

Facts = dict[str, Any]


class Making(msgspec.Struct):
    """The card in the making: `sheet` while an answer is given for it, in an imagined `view`.

    `place`: it replaces a card that was kept.
    """

    card: Card
    foreseen: Foreseen
    sheet: AnswerSheet | None
    view: Any
    place: int | None = None
    offered: list[Condition] = []
    steps: int = 0


class AheadPanel(Hand):
    """The cards of one seat in one game."""

    def __init__(self, game: Game, kept: Kept) -> None:
        super().__init__(game, kept)
        self.game = game
        self.making: Making | None = None
        self.ranked: RankedSheet | None = None
        self.planning: PlanPage | None = None
        self.acts: list[str] = []  # what led to the page that is open
        self.phase: int | None = None

    # --- looking ahead -----------------------------------------------------------------------------------------

    def look(self, now: Moment, orders: Sequence[Order]) -> None:
        """Imagine the rest of the turn, after these orders."""
        self.imagine(now.view, orders)

    def new_phase(self, now: Moment) -> None:
        """Another phase is open: what was imagined is old, and cards may have been used."""
        self.close()
        self.phase = now.phase
        self.follow(now.view, now.phase)

    # --- the page that is open ---------------------------------------------------------------------------------

    @property
    def at(self) -> int | None:
        """How many steps were done on the card, the sheet or the plan that is open; None where none is."""
        page = self.making or self.ranked or self.planning
        return page.steps if page is not None else None

    def act_on_page(self, act: str) -> None:
        """Something done on the card, the sheet or the plan that is open."""
        (self.act if self.making else self.act_on_sheet if self.ranked else self.act_on_plan)(act)
        self._keep([*self.acts, act])

    def begin(self, act: str, now: Moment, orders: Sequence[Order]) -> None:
        """Open a card, a sheet or a plan, or take a card away; `orders`: the answer now."""
        word, _, about = act.partition(" ")
        if word not in BEGINS:
            raise Misfit(f"{word!r} is nothing that is done ahead")
        BEGINS[word](self, about, now.view, orders)
        self._keep([act])

    def close(self) -> None:
        """Leave what is open."""
        self.making = self.ranked = self.planning = None

    def leave(self) -> None:
        """Close what is open for good."""
        self.close()
        self._keep([])

    def open_again(self, now: Moment, orders: Sequence[Order]) -> None:
        """Open what was open when the table was left, by the same acts, unless they come to something else now."""
        acts, came = self.kept.page(now.phase)
        if not acts:
            return
        if acts[0].partition(" ")[0] in IMAGINED:
            self.imagine(now.view, orders)
        try:
            self.begin(acts[0], now, orders)
            for act in acts[1:]:
                self.act_on_page(act)
        except (Misfit, ValueError):
            self.leave()
        if self._came != came:
            self.leave()

    @property
    def _came(self) -> Any:
        """What the acts came to, as plain data."""
        making, ranked, planning = self.making, self.ranked, self.planning
        if ranked is not None:
            return [[item for item, _ in one.items] for one in ranked.lists]
        if making is not None:
            return [to_builtins(making.card), making.sheet.said if making.sheet else None]
        if planning is not None:
            return [to_builtins(planning.plan.card), planning.sheet.said if planning.sheet else None]
        return None

    def _keep(self, acts: list[str]) -> None:
        self.acts = acts if self.at is not None else []
        self.kept.keep_page(self.phase, self.acts, self._came)

    @property
    def waiting(self) -> bool:
        """Whether the cards, or a form that was filled in, say something else than the book that was sent."""
        return self.cards_wait or self.kept.form is not None

    @property
    def cards_wait(self) -> bool:
        """Whether there are cards that were not sent."""
        return super().waiting

    def book(self, standing: Book | None = None) -> Book:
        """A book with the cards as they are now, and with what a form writes that goes with the next answer."""
        below = self.game.standing() if standing is None else standing
        if (answers := self.kept.form) is not None:
            below = FilledForm(self.rules, self.game.now().view, self.game.seat, below).book(answers)
        return self.with_cards(below)

    def filed(self, phase: int) -> None:
        """The book was sent while this phase was open."""
        super().filed(phase)
        self.kept.keep_form(None)

    def file(self, phase: int) -> Given:
        """Send the book with the cards."""
        given = self.game.file(self.book())
        self.filed(phase)
        return given

    # --- what is done in the panel -----------------------------------------------------------------------------

    def open(self, name: str, view: Any, orders: Sequence[Order]) -> None:
        """Begin a card for a question that may come."""
        foreseen = self.rests.question(name) if self.rests else None
        if foreseen is None:
            raise Misfit("it did not come up in any imagined game")
        likely = likeliest_view(self.rules, self.game.seat, foreseen)
        self.close()
        self.making = Making(self.begun(name, likely), foreseen, self._sheet(name, likely), likely)

    def onward(self, now: Moment, orders: Sequence[Order]) -> list[tuple[str, str]]:
        """What may be said beyond these answers: acts with their words."""
        sheets = [(f"sheet {one['form']}", one["words"]) for one in self.sheets_now(now)]
        return [*((f"next {one['name']}", one["words"]) for one in self.next_times(now.view, orders)), *sheets]

    # --- plans -------------------------------------------------------------------------------------------------

    def next_times(self, view: Any, orders: Sequence[Order]) -> list[Facts]:
        """The questions whose next times may be answered with these answers, and how that is offered."""
        return [
            {"name": ask_name(order), "words": self.rules.question(ask_name(order)).ahead_words}
            for order in orders
            if self.later_view(view, order) is not None
        ]

    def begin_next(self, name: str, view: Any, orders: Sequence[Order]) -> None:
        """The plan of the next times that a question is asked, as it is kept or a new one, after these answers."""
        order = next((one for one in orders if ask_name(one) == name), None)
        later = self.later_view(view, order) if order is not None else None
        if order is None or later is None:
            raise Misfit("it is not asked again for now")
        self._plan(name, view, [order], later)

    def begin_plan(self, name: str, view: Any, orders: Sequence[Order]) -> None:
        """The plan for a question that may come, from the first time on."""
        foreseen = self.rests.question(name) if self.rests else None
        if foreseen is None or not self.rules.question(name).ahead:
            raise Misfit("there is no plan for it")
        likely = likeliest_view(self.rules, self.game.seat, foreseen)
        self._plan(name, likely, [], likely)

    def _plan(self, name: str, view: Any, given: list[Order], first: Any, place: int | None = None) -> None:
        self.close()
        self.planning = PlanPage(self.plan(name, view, given, first, place))

    def act_on_plan(self, act: str) -> None:
        """A step of a line, something about the lines; all of them kept, or left."""
        page = self.planning
        if page is None:
            raise Misfit("no plan is open")
        if act == "keep":
            try:
                self.put(page.plan.card, page.plan.place)
            except Malformed as error:
                raise Misfit(str(error)) from None
        if act in ("keep", "away"):
            self.planning = None
        else:
            page.act(act)

    def edit(self, about: str, view: Any, orders: Sequence[Order]) -> None:
        """Change a card that is kept; a plan from these answers on, where they answer its question."""
        place = self._place(about)
        card = self.cards[place]
        if card.answers and any(ask_name(one) == card.question for one in orders):
            self.begin_next(card.question, view, orders)
            return
        if card.answers and self.rests is None:
            self.imagine(view, orders)
        foreseen = (self.rests.question(card.question) if self.rests else None) or Foreseen(card.question)
        likely = likeliest_view(self.rules, self.game.seat, foreseen) if foreseen.views else None
        if card.answers:
            self._plan(card.question, likely, [], likely, place)
            return
        self.close()
        self.making = Making(replace(card, filed=None), foreseen, None, likely, place)
        self._offer_conditions()

    def drop(self, about: str, view: Any, orders: Sequence[Order]) -> None:
        """Take a card away: at once, or from the book when that is sent again."""
        self.take_away(self._place(about))
        self.close()  # what is open may stand for that card, or for one that has moved up

    def _place(self, about: str) -> int:
        if not about.isdecimal() or int(about) >= len(self.cards):
            raise Misfit("there is no such card")
        return int(about)

    def _sheet(self, name: str, view: Any) -> AnswerSheet:
        return AnswerSheet(self.rules, view, self.game.seat, [name])

    # --- a sheet of lists ----------------------------------------------------------------------------------------

    def sheets_now(self, now: Moment) -> list[Facts]:
        """The sheets that may be filled in now."""
        found = self.sheets(now.asked) if now.phase is not None else []
        return [{"form": name, "words": self.rules.form(name).words} for name in found]

    def begin_sheet(self, form: str, view: Any, orders: Sequence[Order]) -> None:
        """Begin a sheet."""
        self.close()
        self.ranked = self.sheet(form, view)

    def act_on_sheet(self, act: str) -> None:
        """A line up, down, to the top or out; all of it kept, or left."""
        word, _, about = act.partition(" ")
        if self.ranked is None:
            raise Misfit("no sheet is open")
        if word in ("keep", "away"):
            sheet, self.ranked = self.ranked, None
            if word == "keep":
                self.keep_sheet(sheet)
            return
        try:
            self.ranked.act(word, about)
        except Malformed as error:
            raise Misfit(str(error)) from None

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
        if choice not in making.card.choose:
            making.card = replace(making.card, choose=[*making.card.choose, choice])
        self._offer_conditions()

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
        self.making = None

    def away(self, about: str) -> None:
        """Leave the card as it was."""
        self.making = None

    # --- what is shown -----------------------------------------------------------------------------------------

    def preview(self, view: Any) -> Preview:
        """What the card in the making would change on the board now; of an imagined game only what comes."""
        making, found = self._made(), Preview()
        if making.sheet is not None:
            found.update(preview_of(making.sheet))
        elif making.view is not None and (first := self._first_answer(making)):
            found.update(preview_of_order(self.rules, making.view, self.game.seat, first))
        found.left.clear()
        return found

    def _first_answer(self, making: Making) -> Order | None:
        """The first order of the card's answers that is legal when it is asked."""
        rules, seat, name = self.rules, self.game.seat, making.card.question
        question, ask = rules.question(name), rules.ask(making.view, seat, name)
        for choice in making.card.choose:
            orders: Iterator[Order] = read_choice(question, choice).orders(making.view, ask)
            for order in orders:
                if rules.refusal(making.view, seat, order) is None:
                    return order
        return None

    def facts(self) -> Facts:
        """The panel."""
        rests = self.rests
        return {
            "looked": rests is not None,
            "games": rests.games if rests else 0,
            "answers": rests.answers if rests else 0,
            "questions": [self._question(one) for one in rests.questions[:MOST]] if rests else [],
            "cards": [self._card(card, place) for place, card in enumerate(self.cards)],
            "cards_wait": self.cards_wait,
            "form": any(not form.after for form in self.rules.forms.values()),
            "sheets": [],
        }

    def _question(self, one: Foreseen) -> Facts:
        kind = self.rules.question(one.name)
        return {
            "name": one.name,
            "subject": kind.subject,
            "games": one.games,
            "times": round(one.times / one.games),
            "may_plan": bool(kind.ahead),
        }

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
        said = [read_choice(question, one).in_words for one in card.choose]
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


IMAGINED: Final = ("open", "plan", "edit")  # what begins in an imagined game
BEGINS: Final[Mapping[str, Callable[[AheadPanel, str, Any, Sequence[Order]], None]]] = {
    "next": AheadPanel.begin_next,
    "plan": AheadPanel.begin_plan,
    "sheet": AheadPanel.begin_sheet,
    "open": AheadPanel.open,
    "edit": AheadPanel.edit,
    "drop": AheadPanel.drop,
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
