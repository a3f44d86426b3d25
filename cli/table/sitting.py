"""A game at the table: what the page shows of it, and what its reader does there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup

from adjudicator.kernel import Offer, Order, Preview, Title
from adjudicator.kernel.questions.questions import ask_name
from adjudicator.pictures.changes import changed
from cli.ahead.keeping import Kept
from cli.errors import Refused, Unreachable
from cli.home.home import Home
from cli.rules.answer_steps import ALONE, Growing, OfParts, chosen_in_words, pointed_at
from cli.rules.order_menus import Menu
from cli.rules.reasons import name_of, reasons, with_names
from cli.table.answer import AnswerSheet, Misfit
from cli.table.board.ghosts import ghosts, preview_of, yes_in_words
from cli.table.board.pictures import Picture, Pictures, also, drawn_in, heading_of, lights_of, said_of
from cli.table.effects import seen_by_others
from cli.table.game import Chapter, Given, Message, Moment, TableGame
from cli.table.panels.ahead import AheadPanel
from cli.table.panels.form import FormPanel
from cli.table.panels.plan import PlanPage
from cli.table.rendering import linked, names_of, sentences
from cli.times import short_left

if TYPE_CHECKING:
    from schemas.statements.payloads import Word

SHOWN: Final = 12  # phases of the log that a page has, beside those since the last answer
SHORTEST: Final = 3  # letters of a name that is found in text
Facts = dict[str, Any]


@dataclass
class Choice:
    """A button of a step, or of a number of things three: less, how many, more."""

    words: str
    act: str
    subjects: Sequence[str] = ()
    pressed: bool | None = None
    taken: int | None = None
    less: str | None = None
    more: str | None = None
    key: str = ""


class Sitting:
    """One game, from one seat; one request at a time."""

    def __init__(self, game: TableGame, home: Home, pictures: Pictures) -> None:
        self.game, self.pictures, self.lock = game, pictures, RLock()
        self.kept = Kept(home, game.id, game.seat)
        self.notice: list[str] = []  # said once, at the top of the page
        self.given: Given | None = None
        self.sent: Word | None = None
        self.drawn: dict[Any, list[Picture]] = {}
        self.named: dict[Picture, dict[str, str]] = {}
        self.moment: Moment | None = None
        self.sheet: AnswerSheet | None = None
        self.ahead = AheadPanel(game, self.kept)
        self.form = FormPanel(game, self.ahead)
        self.look_again()

    # --- news --------------------------------------------------------------------------------------------------

    def look_again(self) -> None:
        """Take over what is new; a half-made answer stays as long as its phase is open."""
        moment = self.game.now()
        known, self.moment = self.moment, moment
        if known is not None and (known.phase, known.asked) == (moment.phase, moment.asked):
            return
        self.drawn.clear()
        self.ahead.new_phase(moment)
        self.form.close()
        if self.kept.left_behind(moment.phase):
            self.notice.append("The phase was cut before your half-made answer was sent. It did not count.")
            self.kept.forget_acts()
        self.sheet, self.sent = None, None
        if moment.phase is None or not moment.asked:
            return
        self.sheet = AnswerSheet(self.game.rules, moment.view, self.game.seat, moment.asked)
        self.sheet.again_with(self.kept.acts(moment.phase))
        if held := self.game.given():
            orders, self.sent = held
            if not self.sheet.begun:
                self.sheet = AnswerSheet.with_sent(self.sheet, orders)

    def listen(self) -> None:
        """Hear from the host, then take over what is new."""
        self.game.listen()
        self.look_again()

    @property
    def now(self) -> Moment:
        """The present moment."""
        assert self.moment is not None  # noqa: S101 - set when the sitting begins
        return self.moment

    @property
    def token(self) -> str:
        """Another one when the page should be looked at anew."""
        now = self.now
        return f"{now.phase}-{len(self.game.chapters())}-{len(now.asked)}-{len(now.waiting)}"

    # --- what is done ------------------------------------------------------------------------------------------

    def act(self, act: str, phase: int, at: int) -> None:
        """An act of the answer. `Misfit` where it does not fit; nothing is done on behalf of a page left behind."""
        sheet, page = self.sheet, self.ahead.at
        behind = phase != self.now.phase or self.form.filled is not None
        if not behind and page is not None and at == page:
            self.ahead.act_on_page(act)
            return
        if behind or sheet is None or page is not None or at != len(sheet.acts):
            self.notice.append("The page was behind: look again, then choose.")
            return
        sheet.act(act)
        self.form.given = None
        self.kept.keep_acts(phase, sheet.acts)

    def do_ahead(self, act: str, phase: int) -> None:
        """Something about answers ahead: look, open a card, change it or take it away, send the book."""
        word, _, about = act.partition(" ")
        if phase != self.now.phase:
            self.notice.append("The page was behind: look again, then choose.")
        elif word == "look":
            self.ahead.look(self.now, self.legal_orders)
        elif word == "file" and self.may_file:
            self.given = self.ahead.file(phase)
        elif word == "form":
            self.do_form("open", {}, phase)
        else:
            self.form.close()
            self.open_ahead(word, about)

    def open_ahead(self, word: str, about: str) -> None:
        """Open a card, a sheet or a plan, or take a card away."""
        ahead, now = self.ahead, self.now
        if word == "next" and self.sheet is not None:
            ahead.begin_next(about, now.view, self.sheet.in_order)
        elif word == "plan":
            ahead.begin_plan(about)
        elif word == "sheet":
            ahead.begin_sheet(about, now.view)
        elif word == "open":
            ahead.open(about)
        elif word == "edit":
            ahead.edit(about, now.view, self.legal_orders)
        elif word == "drop":
            ahead.drop(about)
        else:
            raise Misfit(f"{word!r} is nothing that is done ahead")

    def do_form(self, word: str, answers: Mapping[str, str], phase: int) -> None:
        """Something about the form that writes a book."""
        if phase != self.now.phase:
            self.notice.append("The game has gone on meanwhile: look again, then send.")
            word = "see" if word == "send" else word
        self.ahead.close()
        self.form.act(word, answers, self.now)
        if self.form.given is not None:
            self.listen()

    @property
    def legal_orders(self) -> Sequence[Order]:
        """The orders so far; none as long as the rules refuse them."""
        return self.sheet.in_order if self.sheet is not None and not self.sheet.refusals else ()

    @property
    def may_file(self) -> bool:
        """Whether cards may go into the book by themselves: nothing is asked that the book would answer at once."""
        return self.game.drafts and (self.sent is not None or self.sheet is None)

    @property
    def is_making(self) -> bool:
        """Whether an answer is in the making; else a reload looks what is new."""
        return self.sheet is not None and self.sent is None

    def change(self) -> None:
        """Change what was sent."""
        self.sent = None

    def send(self, word: Word, phase: int) -> None:
        """Send the answer that was reviewed."""
        sheet = self.sheet
        if sheet is None or phase != self.now.phase:
            self.too_late(phase)
            return
        if sheet.question is not None or sheet.refusals:
            self.notice.append("Not sent: the answer is not whole.")
            return
        book = self.ahead.book() if self.ahead.waiting else None
        try:
            self.given = self.game.give(phase, sheet.in_order, word, book)
        except Refused as refused:
            if not self.too_late(phase):
                self.notice += [f"The host refused it, and nothing was sent: {refused.message}", *refused.errors]
            return
        except Unreachable as error:
            self.notice.append(f"Not sent: {error.plain} What you chose is kept here; send it again later.")
            return
        if book is not None:
            self.ahead.filed(phase)
        self.kept.forget_acts()
        self.sent = word
        if self.given.armored is None:
            self.listen()

    def too_late(self, phase: int) -> bool:
        """Whether another phase is open by now, or none: what was to be sent is then said once more, and not sent."""
        sheet = self.sheet
        said = (
            [self.game.rules.order_in_words(sheet.view, self.game.seat, one) for one in sheet.in_order] if sheet else []
        )
        self.kept.forget_acts()
        self.listen()
        if self.now.phase == phase and sheet is not None:
            self.kept.keep_acts(phase, sheet.acts)
            return False
        what = f" It would have been: {'; '.join(said)}." if said else ""
        self.notice.append(f"The phase was cut before your answer was sent. It does not count.{what}")
        return True

    # --- what is shown -----------------------------------------------------------------------------------------

    def page(self, then: int | None, whole_log: bool, pointed_at: str = "") -> Facts:
        """Everything on the page; `then`: the board as it was after that phase; and what is pointed at in words."""
        now, game = self.now, self.game
        answer = self.answer()
        looking = self.then(then) if then is not None and then in game.views() else None
        boards = self.boards(None)
        notice, self.notice = self.notice, []
        return {
            "sitting": self,
            "game": game,
            "now": now,
            "left": short_left(now.deadline) if now.deadline else "",
            "heading": heading_of(boards[0]).partition(": ")[2].rpartition(", ")[0],
            "boards": looking["boards"] if looking else [self.as_answered(one, answer) for one in boards],
            "roomy": any(one.is_roomy for one in boards),
            "sheets": sorted({one.sheet for one in boards}),
            "then": looking,
            "views": list(game.views()),
            "places": said_of(looking["bare"] if looking else boards[0]),
            "pointed_at": pointed_at,
            "seats": (seats := self.seats()),
            "seats_drawn": all(f'data-id="{one["id"]}"' in boards[0].svg for one in seats),
            "notice": [*notice, *([game.trouble] if game.trouble else [])],
            "log": self.log(whole_log),
            "press": self.press(),
            "notes": self.kept.notes,
            "ahead": self.ahead_facts(),
            **answer,
        }

    def press(self) -> Sequence[Message] | None:
        """What was written, with the names of what is on the board."""
        found = self.game.press()
        return found and [replace(one, text=linked(one.text, self.names())) for one in found]

    def names(self) -> dict[str, str]:
        """What is drawn on the board, by name."""
        board = self.boards(None)[0]
        if board not in self.named:
            found = names_of(drawn_in(board), self.game.rules, self.now.view)
            self.named = {board: {name: one for name, one in found.items() if len(name) >= SHORTEST}}
        return self.named[board]

    def seats(self) -> list[Facts]:
        """The seats with their players and scores, those that are asked marked."""
        rules, view = self.game.rules, self.now.view
        players, scores, drawn = self.game.players, rules.scores(view), self.boards(None)[0].svg
        phase = view.phase
        asked = {ask.seat for ask in phase.asks} if phase and not phase.veiled else set()
        if self.now.asked:
            asked.add(self.game.seat)
        return [
            {
                "id": f"seat:{seat}",
                "name": rules.words(view, f"seat:{seat}"),
                "marked": f'id="wide-{seat}"' in drawn,
                "seat": seat,
                "player": players.get(seat, ""),
                "score": scores.get(seat),
                "asked": seat in asked,
                "own": seat == self.game.seat,
            }
            for seat in view.seats
        ]

    def boards(self, then: int | None) -> list[Picture]:
        """The board now, or as a phase left it, in every shape; drawn once."""
        if then not in self.drawn:
            view = self.now.view if then is None else self.game.view_after(then)
            self.drawn[then] = self.pictures.of(self.game.rules, view, self.game.seat)
        return self.drawn[then]

    def as_answered(self, board: Picture, answer: Facts) -> Markup:
        """The board now, with what may be chosen and what the answer would change."""
        return board.lit(answer["lights"], answer["left_there"], answer["ghosts"].get(board.shape, ""))

    def then(self, phase: int, shape: str = "") -> Facts:
        """The board after a phase, with what changed in it; in one shape if that is named."""
        boards, views = self.boards(phase), list(self.game.views())
        place = views.index(phase)
        before = self.boards(views[place - 1]) if place else boards
        new = changed(before[0].svg, boards[0].svg)
        if shape:  # beside the board that is there already
            boards = [one.without_signs_of(now) for one, now in zip(boards, self.boards(None), strict=True)]
        told = next((one.told for one in self.game.chapters() if one.phase == phase), ())
        return {
            "phase": phase,
            "place": place,
            "boards": [one.lit(dict.fromkeys(new, "changed")) for one in boards if shape in ("", one.shape)],
            "bare": boards[0],
            "sheets": sorted({one.sheet for one in boards}),
            "told": sentences(told, self.game.rules, self.now.view),
        }

    def log(self, whole: bool) -> Facts:
        """The story, the newest phase first: what is new since the last answer, then what was before."""
        answered = max(self.game.answered, default=-1)
        chapters = [one for one in reversed(self.game.chapters()) if one.told]
        news = [one for one in chapters if one.phase > answered - 1 and answered >= 0]
        before = [one for one in chapters if one not in news]
        kept = before if whole else before[: max(0, SHOWN - len(news))]
        views = set(self.game.views())
        return {
            "news": [self.told(one, views) for one in news],
            "before": [self.told(one, views) for one in kept],
            "more": len(before) - len(kept),
        }

    def told(self, chapter: Chapter, views: set[int]) -> Facts:
        """A phase of the log."""
        lines = sentences(chapter.told, self.game.rules, self.now.view)
        return {"phase": chapter.phase, "lines": lines, "view": chapter.phase in views}

    # --- the answer --------------------------------------------------------------------------------------------

    def answer(self) -> Facts:
        """The question with its step, the review, or what was sent: what stands beside the board."""
        now, sheet = self.now, self.sheet
        facts: Facts = {
            "stage": "over" if now.phase is None else "waiting",
            "lights": {},
            "left_there": {},
            "ghosts": {},
            "said": "",
            "at": 0,
            "given": self.given,
            "sent": self.sent,
            "phase": now.phase,
            "is_ahead": False,
            "onward": [],
            "offers_form": self.form.is_offered(now),
        }
        if self.ahead.making is not None:
            return {**facts, **self.card()}
        if self.ahead.ranked is not None:
            ranked = self.ahead.ranked
            shown = self.shown(ranked.preview(now.view, self.game.seat), {})
            return {**facts, "stage": "sheet", "ranked": ranked, "at": ranked.steps, **shown}
        if self.ahead.planning is not None:
            return {**facts, **self.plan(self.ahead.planning)}
        if self.form.filled is not None:
            return {**facts, **self.form.facts(now, self.legal_orders)}
        if sheet is None:
            return facts
        facts |= {"said": sheet.said, "at": len(sheet.acts), "sheet": sheet, "stage": "review"}
        if sheet.question is None:
            facts |= {"onward": self.ahead.onward(now, sheet.in_order)}
        if self.sent is not None:
            facts |= {"stage": "sent", "orders": self.orders(sheet)}
        else:
            facts |= self.review(sheet) if sheet.question is None else {"stage": "step", **self.step(sheet)}
        return {**facts, **self.previewed(sheet, facts["lights"])}

    def previewed(self, sheet: AnswerSheet, lights: Mapping[str, str]) -> Facts:
        """What the answer would change, on the board: pieces at their goals, what is left where they were."""
        return self.shown(preview_of(sheet), lights)

    def shown(self, preview: Preview, lights: Mapping[str, str]) -> Facts:
        """What something would change, on the board."""
        lights = also(
            {one: light for one, light in lights.items() if one not in preview.lit or light != "pale"},
            "way",
            preview.lit,
        )
        gone = [one for one, text in preview.left.items() if not text]
        return {
            "lights": also(also(lights, "fewer", preview.left), "gone", gone),
            "left_there": preview.left,
            "ghosts": {one.shape: ghosts(one, preview) for one in self.boards(None)},
        }

    def step(self, sheet: AnswerSheet) -> Facts:
        """A step, with what is pale on the board because it may not be chosen."""
        facts = {**step_facts(sheet, self.game.rules), "if_yes": yes_in_words(sheet)}
        facts["prompt"] = linked(facts["prompt"], self.names())
        return {**facts, "lights": {**dict.fromkeys(self.pale(facts["lights"]), "pale"), **facts["lights"]}}

    def pale(self, lights: Mapping[str, str]) -> list[str]:
        """The things on the board that are of the same kinds as what may be chosen, and may not."""
        kinds = {one.partition(":")[0] for one in lights}
        return [one for one in drawn_in(self.boards(None)[0]) if one not in lights and one.partition(":")[0] in kinds]

    def reasons(self) -> list[Facts]:
        """Why what is pale cannot be chosen in the step that is open."""
        page = self.ahead.making or self.ahead.planning
        sheet = page.sheet if page is not None else self.sheet
        if sheet is None or sheet.current is None:
            return []
        rules, view = self.game.rules, sheet.view
        names = {one.partition(":")[2]: name_of(rules, view, one) for one in drawn_in(self.boards(None)[0])}
        said = {one.lower(): name for one, name in names.items() if one[:1].isalpha() and name}
        found = reasons(sheet.current, self.pale(lights_of(pointed_at(sheet.step))))
        return [
            {"id": one, "name": name_of(rules, view, one), "why": with_names(why, said)} for one, why in found.items()
        ]

    def card(self) -> Facts:
        """The card of an answer ahead that is being made: a step of its answer, or the card itself."""
        making = self.ahead.making
        assert making is not None  # noqa: S101 - only asked for while there is one
        sheet = making.sheet
        if sheet is None or sheet.question is None:
            return {**self.ahead.card_facts(), **self.shown(self.ahead.preview(self.now.view), {})}
        return self.step_ahead(sheet, self.ahead.preview(self.now.view), making.steps)

    def step_ahead(self, sheet: AnswerSheet, preview: Preview, steps: int) -> Facts:
        """A step of an answer that is given ahead."""
        facts = self.step(sheet)
        facts |= {"number_of": [], "may_add": [], "can_go_back": True, "default": ""}
        facts |= self.shown(preview, facts["lights"])
        return {**facts, "stage": "step", "said": sheet.said, "at": steps, "is_ahead": True}

    def plan(self, page: PlanPage) -> Facts:
        """The plan that is made: a step of a line that is added, or all of it."""
        if page.sheet is not None:
            return self.step_ahead(page.sheet, page.preview(), page.steps)
        return {**page.facts(), **self.shown(page.preview(), {})}

    def ahead_facts(self) -> Facts:
        """The panel of answers ahead, with what may be done there."""
        sheets = self.ahead.sheets_now(self.now)
        return {**self.ahead.facts(), "sheets": sheets, "phase": self.now.phase, "may_file": self.may_file}

    def orders(self, sheet: AnswerSheet) -> list[Facts]:
        """The orders in words, each with what takes it back."""
        rules, wrong = self.game.rules, dict[str, list[str]]()
        for one in sheet.refusals:
            wrong.setdefault(one.question, []).append(f"{one.message} ({one.clause})")
        asked = [(order, f"edit {ask_name(order)}") for order in sheet.in_order[len(sheet.unasked) :]]
        extra = [(order, f"drop {number}") for number, order in enumerate(sheet.unasked)]
        return [
            {
                "words": rules.order_in_words(sheet.view, sheet.seat, order),
                "name": ask_name(order),
                "act": act,
                "wrong": wrong.get(ask_name(order), ()),
            }
            for order, act in (*extra, *asked)
        ]

    def review(self, sheet: AnswerSheet) -> Facts:
        """The answer in words, what is wrong with it, and what the others will see."""
        refusals = sheet.refusals
        rules, given = self.game.rules, [ask_name(order) for order in sheet.in_order]
        seen = [] if refusals else seen_by_others(rules, sheet.view, sheet.seat, sheet.in_order)
        return {
            "orders": self.orders(sheet),
            "refusals": [f"{one.message} ({one.clause})" for one in refusals if one.question not in given],
            "refused": bool(refusals),
            "seen": seen,
            "may_add": [{"act": f"add {name}", "words": rules.question(name).subject} for name in sheet.may_add()],
        }


def step_facts(sheet: AnswerSheet, rules: Title[Any]) -> Facts:
    """A step of the answer: what is asked, the choices, and the ids that stand for them."""
    step, name = sheet.step, str(sheet.question)
    question = rules.question(name)
    prompt = rules.prompt(sheet.view, sheet.seat, name)
    offer = step if isinstance(step, Offer) else None
    taken = (
        [one for place, option in enumerate(offer.options) if offer.taken(place) for one in option.subjects]
        if (offer)
        else []
    )
    facts: Facts = {
        "heading_of_question": question.subject,
        "prompt": prompt,
        "clause": f"{name}, {question.clause}",
        "asks": step.asked if isinstance(step, Menu) else offer.asks if offer and offer.asks != prompt else "",
        "number_of": [sheet.asked.index(name) + 1, len(sheet.asked)] if name in sheet.asked else [],
        "choices": choices_of(step),
        "numbers": list(range(offer.least, offer.most + 1)) if offer and offer.kind == "count" else [],
        "counted": offer.options[0].words if offer and offer.kind == "count" else "",
        "zero": step.zero if isinstance(step, Menu) else None,
        "chosen": chosen_in_words(offer) if offer and offer.kind in ("some", "shares") else "",
        "complete": bool(offer and offer.complete),
        "so_far": so_far(sheet),
        "can_go_back": bool(sheet.current and sheet.current.begun) or bool(sheet.orders) or name not in sheet.asked,
        "default": "",
        "may_add": [{"act": f"add {one}", "words": rules.question(one).subject} for one in sheet.may_add()]
        if name in sheet.asked
        else [],
        "lights": lights_of(pointed_at(step), taken, sheet.current.named if isinstance(sheet.current, Growing) else ()),
    }
    if name in sheet.asked:
        said = rules.order_in_words(sheet.view, sheet.seat, rules.default(sheet.view, sheet.seat, name))
        facts["default"] = "you do nothing" if said == "nothing" else said
    return facts


def choices_of(step: Offer | Menu | None) -> list[Choice]:
    """The choices of a step as buttons."""
    if isinstance(step, Menu):
        named = step.names_of
        return [Choice(entry.text, f"take {place}", named(place)) for place, entry in enumerate(step.entries)]
    if step is None or step.kind == "count":
        return []
    if step.kind == "yes or no":
        return [
            Choice(option.words, f"take {place}", option.subjects, key="y" if option.value else "n")
            for place, option in enumerate(step.options)
        ]
    if step.kind in ALONE:
        return [Choice(option.words, f"take {place}", option.subjects) for place, option in enumerate(step.options)]
    return [set_choice(step, place) for place in range(len(step.options))]


def set_choice(offer: Offer, place: int) -> Choice:
    """A thing of which some are chosen: in or out, or a number."""
    option, taken = offer.options[place], offer.taken(place)
    if option.most == 1:
        return Choice(option.words, f"change {place} {1 - taken}", option.subjects, pressed=bool(taken))
    more = f"change {place} {taken + 1}" if taken < option.most and offer.total < offer.most else None
    less = f"change {place} {taken - 1}" if taken else None
    return Choice(f"{option.words} (of {option.most})", "", option.subjects, taken=taken, less=less, more=more)


def so_far(sheet: AnswerSheet) -> list[str]:
    """What is chosen already of the order in the making."""
    current = sheet.current
    if isinstance(current, Growing) and current.grown and current.stands is not None:
        return [sheet.rules.order_in_words(sheet.view, sheet.seat, current.stands)]
    return current.chosen if isinstance(current, OfParts) else []
