"""What is open beside the answer: a card, a plan or lists; and the cards of a seat, one of which may be open."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from msgspec import to_builtins
from msgspec.structs import replace

from adjudicator.kernel import Malformed, Order, ask_name
from cli.answer.answer import Answer, Misfit
from cli.answer.cards import ENTRIES, Card, Condition, Otherwise
from cli.answer.hand import Hand
from cli.answer.imagined import Foreseen, likeliest_view
from cli.answer.keeping import Kept
from cli.answer.plan import Lists, Plan
from cli.seat.game import Game, Moment

Word = Callable[[Any, str], "bool | None"]


class Opened(ABC):
    """Something in the making; `sheet` while an answer is given for it, by the steps of the real one."""

    words: ClassVar[Mapping[str, Word]]
    sheet: Answer | None = None
    steps = 0

    def __init__(self, hand: Hand) -> None:
        self.hand = hand

    def act(self, act: str) -> bool:
        """Do an act; gives whether it closes what is open. `Misfit` where it does not fit."""
        word, _, about = act.partition(" ")
        self.steps += 1
        try:
            if word in self.words:
                return bool(self.words[word](self, about))
            return self._step(word, act)
        except Malformed as error:
            raise Misfit(str(error)) from None

    def _step(self, word: str, act: str) -> bool:
        sheet = self.sheet
        if sheet is None:
            raise Misfit(f"{word!r} cannot be done here")
        if word == "back" and not (sheet.current and sheet.current.begun):
            return bool(self.stop(""))
        sheet.act(act)
        self._settle(sheet)
        return False

    def begin_answer(self, name: str, view: Any) -> None:
        """Begin an answer, as if the question were asked in this view; one that leaves no choice is whole at once."""
        self.sheet = Answer(self.hand.rules, view, self.hand.game.seat, [name])
        self._settle(self.sheet)

    def _settle(self, sheet: Answer) -> None:
        if sheet.question is None:
            self.sheet = None
            self.answered(sheet)

    @abstractmethod
    def answered(self, sheet: Answer) -> None:
        """An answer is whole."""

    def stop(self, about: str) -> bool | None:
        """Give up the answer that was begun."""
        self.sheet = None
        return None

    @abstractmethod
    def keep(self, about: str) -> bool:
        """It is made."""

    def away(self, about: str) -> bool:
        """Leave it as it was."""
        return True

    @property
    @abstractmethod
    def came(self) -> Any:
        """What the acts came to, as plain data."""


def way_of(about: str) -> Otherwise:
    """What holds otherwise, by its word. Malformed where there is none."""
    way = next((way for way in ENTRIES if way == about), None)
    if way is None:
        raise Malformed("no such thing is offered")
    return way


class OpenCard(Opened):
    """A card: answers, best first, to a question that came in imagined games; `place`: it replaces one that is kept."""

    def __init__(self, hand: Hand, card: Card, foreseen: Foreseen, view: Any, place: int | None = None) -> None:
        super().__init__(hand)
        self.card, self.foreseen, self.view, self.place = card, foreseen, view, place
        self.offered: list[Condition] = []
        if place is None:
            self.begin_answer(card.question, view)
        else:
            self.offer_conditions()

    def answered(self, sheet: Answer) -> None:
        """It is the card's next choice."""
        choice = self.hand.rules.choice_of(sheet.view, sheet.seat, sheet.orders[self.card.question])
        if choice not in self.card.choose:
            self.card = replace(self.card, choose=[*self.card.choose, choice])
        self.offer_conditions()

    def offer_conditions(self) -> None:
        """Those that are worth asking for."""
        self.offered = self.hand.conditions_for(self.card, self.foreseen)

    def more(self, about: str) -> None:
        """Another answer, for when those before it are illegal."""
        if self.view is None:
            raise Malformed("look ahead first: it did not come up in any imagined game")
        self.begin_answer(self.card.question, self.view)

    def stop(self, about: str) -> bool:
        """The card goes with the answer where it has no other."""
        self.sheet = None
        return not self.card.choose

    def move(self, about: str, by: int) -> None:
        """An answer of the card goes up or down by a rank."""
        ranked, place = [*self.card.choose], int(about) if about.isdecimal() else -1
        if not 0 <= place < len(ranked) or not 0 <= place + by < len(ranked):
            raise Malformed("it stands at the end already")
        ranked[place], ranked[place + by] = ranked[place + by], ranked[place]
        self.card = replace(self.card, choose=ranked)

    def cut(self, about: str) -> None:
        """An answer less."""
        left = [one for place, one in enumerate(self.card.choose) if str(place) != about]
        self.card = replace(self.card, choose=left)

    def only_if(self, about: str) -> None:
        """Under one of the conditions that are offered, or always."""
        if about != "always" and not (about.isdecimal() and int(about) < len(self.offered)):
            raise Malformed("no such condition is offered")
        self.card = replace(self.card, when=None if about == "always" else self.offered[int(about)].plain)

    def times(self, about: str) -> None:
        """Once, or each time."""
        self.card = replace(self.card, once=about == "once")

    def otherwise(self, about: str) -> None:
        """What holds where the card does not answer."""
        self.card = replace(self.card, otherwise=way_of(about))

    def keep(self, about: str) -> bool:
        """The card is made."""
        self.hand.put(self.card, self.place)
        return True

    @property
    def came(self) -> Any:
        """The card, and how far its next answer is."""
        return [to_builtins(self.card), self.sheet.said if self.sheet else None]

    words = {
        "more": more,
        "stop": stop,
        "up": lambda card, about: card.move(about, -1),
        "down": lambda card, about: card.move(about, 1),
        "top": lambda card, about: card.move(about, -int(about)),
        "cut": cut,
        "if": only_if,
        "times": times,
        "else": otherwise,
        "keep": keep,
        "away": Opened.away,
    }


class OpenPlan(Opened):
    """A plan: the answers of the next times, line by line."""

    varied: int | None = None  # the line whose variations are looked at

    def __init__(self, hand: Hand, plan: Plan) -> None:
        super().__init__(hand)
        self.plan = plan
        if not plan.card.choose:
            self.add("")

    def act(self, act: str) -> bool:
        """What is looked at is closed by whatever is done next."""
        self.varied = None
        return super().act(act)

    def answered(self, sheet: Answer) -> None:
        """It is a line more."""
        try:
            self.plan.add(sheet.view, sheet.orders[self.plan.card.question])
        except Malformed as error:
            raise Malformed(f"{error}; choose another") from None

    def add(self, about: str) -> None:
        """Begin another line."""
        if (view := self.plan.next_view) is None:
            raise Malformed("nothing more will be asked")
        self.begin_answer(self.plan.card.question, view)

    def line(self, about: str) -> int:
        """The place of a line. Malformed where there is none."""
        if not (about.isascii() and about.isdecimal()) or int(about) >= len(self.plan.card.choose):
            raise Malformed("there is no such line")
        return int(about)

    def vary(self, about: str) -> None:
        """What a line says beyond its answer: `vary 0 1 2`."""
        line, *way = about.split() or [""]
        if len(way) != 2 or not all(one.isascii() and one.isdecimal() for one in way):
            raise Malformed("the line cannot say that")
        self.plan.vary(self.line(line), int(way[0]), int(way[1]))
        self.varied = self.line(line)

    def otherwise(self, about: str) -> None:
        """What holds after the last line."""
        self.plan.card = replace(self.plan.card, otherwise=way_of(about))

    def keep(self, about: str) -> bool:
        """The plan is made: it is a card."""
        self.hand.put(self.plan.card, self.plan.place)
        return True

    @property
    def came(self) -> Any:
        """Its card, and how far the next line is."""
        return [to_builtins(self.plan.card), self.sheet.said if self.sheet else None]

    words = {
        "more": add,
        "up": lambda page, about: page.plan.move(page.line(about), page.line(about) - 1),
        "down": lambda page, about: page.plan.move(page.line(about), page.line(about) + 1),
        "top": lambda page, about: page.plan.move(page.line(about), 0),
        "cut": lambda page, about: page.plan.take_out(page.line(about)),
        "vary": vary,
        "else": otherwise,
        "keep": keep,
        "away": Opened.away,
    }


class OpenLists(Opened):
    """The lists of a form, which a person puts in order."""

    def __init__(self, hand: Hand, ranked: Lists) -> None:
        super().__init__(hand)
        self.ranked = ranked

    def _step(self, word: str, act: str) -> bool:
        self.ranked.act(word, act.partition(" ")[2])
        return False

    def answered(self, sheet: Answer) -> None:
        """No answer is given for lists."""

    def keep(self, about: str) -> bool:
        """Each list becomes a card."""
        self.hand.keep_lists(self.ranked)
        return True

    @property
    def came(self) -> Any:
        """The lists."""
        return [[item for item, _ in one.items] for one in self.ranked.lists]

    words = {"keep": keep, "away": Opened.away}


# --- the cards, one of them open -------------------------------------------------------------------------------------

Openable = OpenCard | OpenPlan | OpenLists


class Ahead(Hand):
    """The cards, one of which may be open, with the acts that led there."""

    def __init__(self, game: Game, kept: Kept) -> None:
        super().__init__(game, kept)
        self.opened: Openable | None = None
        self.acts: list[str] = []
        self.phase: int | None = None

    def follow(self, view: Any, phase: int | None) -> list[Card]:
        """See what became of the cards; what was open belongs to the phase before."""
        self.opened, self.phase = None, phase
        return super().follow(view, phase)

    # --- what is open ------------------------------------------------------------------------------------------

    @property
    def at(self) -> int | None:
        """How many steps were done on what is open; None where nothing is."""
        return self.opened.steps if self.opened is not None else None

    def act(self, act: str) -> None:
        """Something done on what is open."""
        if self.opened is None:
            raise Misfit("nothing is open")
        if self.opened.act(act):
            self.opened = None
        self._keep_open([*self.acts, act])

    def begin(self, act: str, view: Any, orders: Sequence[Order]) -> None:
        """Open a card, lists or a plan, or take a card away; `orders`: the answer now."""
        word, _, about = act.partition(" ")
        if word not in BEGINS:
            raise Misfit(f"{word!r} cannot be done ahead")
        try:
            self.opened = BEGINS[word](self, about, view, orders)
        except Malformed as error:
            raise Misfit(str(error)) from None
        self._keep_open([act])

    def leave(self) -> None:
        """Close what is open for good."""
        self.opened = None
        self._keep_open([])

    def open_again(self, view: Any, phase: int | None, orders: Sequence[Order]) -> None:
        """Open what was open when this was left, by the same acts, unless they come to something else now."""
        acts, came = self.kept.page(phase)
        if not acts:
            return
        if acts[0].partition(" ")[0] in IMAGINED:
            self.imagine(view, orders)
        try:
            self.begin(acts[0], view, orders)
            for act in acts[1:]:
                self.act(act)
        except (Misfit, ValueError):
            self.leave()
        if (self.opened.came if self.opened else None) != came:
            self.leave()

    def _keep_open(self, acts: list[str]) -> None:
        self.acts = acts if self.opened is not None else []
        self.kept.keep_page(self.phase, self.acts, self.opened.came if self.opened else None)

    def _foreseen(self, name: str) -> Foreseen:
        """A question that came in imagined games. `Misfit` where it did not."""
        foreseen = self.rests.question(name) if self.rests else None
        if foreseen is None:
            raise Misfit("it did not come up in any imagined game")
        return foreseen

    def open_card(self, name: str, view: Any, orders: Sequence[Order]) -> OpenCard:
        """A new card for a question that may come."""
        foreseen = self._foreseen(name)
        likely = likeliest_view(self.rules, self.game.seat, foreseen)
        return OpenCard(self, self.begun(name, likely), foreseen, likely)

    def open_next(self, name: str, view: Any, orders: Sequence[Order]) -> OpenPlan:
        """The plan of the next times that a question is asked, as it is kept or a new one, after these answers."""
        order = next((one for one in orders if ask_name(one) == name), None)
        later = self.later_view(view, order) if order is not None else None
        if order is None or later is None:
            raise Misfit("it is not asked again for now")
        return OpenPlan(self, self.plan(name, view, [order], later))

    def open_plan(self, name: str, view: Any, orders: Sequence[Order]) -> OpenPlan:
        """The plan for a question that may come, from the first time on."""
        foreseen = self._foreseen(name)
        if not self.rules.question(name).ahead:
            raise Misfit("there is no plan for it")
        likely = likeliest_view(self.rules, self.game.seat, foreseen)
        return OpenPlan(self, self.plan(name, likely, [], likely))

    def open_lists(self, form: str, view: Any, orders: Sequence[Order]) -> OpenLists:
        """The lists of a form."""
        return OpenLists(self, self.lists(form, view))

    def edit(self, about: str, view: Any, orders: Sequence[Order]) -> OpenCard | OpenPlan:
        """Change a card that is kept; a plan from these answers on, where they answer its question."""
        place = self._place(about)
        card = self.cards[place]
        if card.answers and any(ask_name(one) == card.question for one in orders):
            return self.open_next(card.question, view, orders)
        if card.answers and self.rests is None:
            self.imagine(view, orders)
        foreseen = (self.rests.question(card.question) if self.rests else None) or Foreseen(card.question)
        likely = likeliest_view(self.rules, self.game.seat, foreseen) if foreseen.views else None
        if card.answers:
            return OpenPlan(self, self.plan(card.question, likely, [], likely, place))
        return OpenCard(self, replace(card, filed=None), foreseen, likely, place)

    def drop(self, about: str, view: Any, orders: Sequence[Order]) -> None:
        """Take a card away; what is open may stand for it, or for one that moves up."""
        self.take_away(self._place(about))

    def _place(self, about: str) -> int:
        if not about.isdecimal() or int(about) >= len(self.cards):
            raise Misfit("there is no such card")
        return int(about)

    def onward(self, now: Moment, orders: Sequence[Order]) -> list[tuple[str, str]]:
        """What may be said beyond these answers: acts with their words."""
        again = [ask_name(order) for order in orders if self.later_view(now.view, order) is not None]
        plans = [(f"next {name}", self.rules.question(name).ahead_words) for name in again]
        return [*plans, *((f"sheet {name}", self.rules.form(name).words) for name in self.sheets_now(now))]

    def sheets_now(self, now: Moment) -> list[str]:
        """The forms with lists that may be put in order now."""
        return self.sheets(now.asked) if now.phase is not None else []


IMAGINED: Final = ("open", "plan", "edit")  # what begins in an imagined game
Begin = Callable[[Ahead, str, Any, Sequence[Order]], Openable | None]
BEGINS: Final[Mapping[str, Begin]] = {
    "next": Ahead.open_next,
    "plan": Ahead.open_plan,
    "sheet": Ahead.open_lists,
    "open": Ahead.open_card,
    "edit": Ahead.edit,
    "drop": Ahead.drop,
}
