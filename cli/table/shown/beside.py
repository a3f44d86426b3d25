"""What stands beside the board: the question with its step, the review, what was sent, what is said ahead."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from adjudicator.kernel import Order, Preview, Title
from adjudicator.kernel.questions.questions import ask_name
from adjudicator.kernel.title.foretold import Foretold, Why, foretold
from cli.answer.ahead import Openable, OpenCard, OpenLists
from cli.answer.answer import Answer
from cli.answer.reasons import Forbidden, name_of, with_names
from cli.rules.local_check import default_in_words
from cli.table.board.ghosts import ghosts, preview_of, yes_in_words
from cli.table.board.pictures import also, drawn_in
from cli.table.rendering import linked
from cli.table.shown.ahead import card_facts, card_preview, panel_facts, plan_facts, plan_preview
from cli.table.shown.helping import Helping
from cli.table.shown.steps import step_facts
from cli.table.sitting import Boards, Sitting

Facts = dict[str, Any]
LONG: Final = 160
"""So many characters of standing orders are read at a glance, also on a phone."""
STOPS: Final[dict[Why, str]] = {
    "": "",
    "chance": "is up to chance: dice, or a draw",
    "others": "depends on what others answer",
    "hidden": "depends on what lies hidden",
}


class Beside(msgspec.Struct, frozen=True):
    """What stands beside the board of a game that somebody sits at."""

    sitting: Sitting

    @property
    def boards(self) -> Boards:
        """The boards of the game."""
        return self.sitting.boards

    def facts(self) -> Facts:
        """The question with its step, the review, or what was sent: what stands beside the board."""
        sitting = self.sitting
        now, sheet, hand = sitting.now, sitting.sheet, sitting.ahead
        facts: Facts = {
            "stage": "over" if now.phase is None else "waiting",
            "lights": {},
            "left_there": {},
            "ghosts": {},
            "said": "",
            "at": 0,
            "given": sitting.given,
            "sent": sitting.sent,
            "phase": now.phase,
            "is_ahead": False,
            "onward": [],
            "offers_form": sitting.form.is_offered(now),
        }
        if now.phase is None:
            from cli.table.shown.ending import end_of  # no first board needs it

            return facts | end_of(sitting.game, now)
        if hand.opened is not None:
            return {**facts, **self.opened(hand.opened)}
        if sitting.form.filled is not None:
            return {**facts, **sitting.form.facts(now, sitting.legal_orders)}
        if sheet is None:
            return facts
        facts |= {"said": sheet.said, "at": len(sheet.acts), "sheet": sheet, "stage": "review"}
        if sheet.question is None:
            facts |= {"onward": hand.onward(now, sitting.legal_orders)}
        if sitting.sent is not None:
            facts |= {"stage": "sent", "orders": self.orders(sheet), "defaults": self.defaults(sheet)}
        elif sitting.unsure is not None:
            facts |= {"stage": "sure", "orders": self.orders(sheet), "warnings": sitting.why_unsure}
        else:
            facts |= self.review(sheet) if sheet.question is None else {"stage": "step", **self.step(sheet)}
            facts["advice"] = self.advice()
            facts["trap"] = self.trap(sheet)
            facts["coach"] = self.coach(sheet)
        return {**facts, **self.previewed(sheet, facts["lights"])}

    def coach(self, sheet: Answer) -> Facts | None:
        """What is said in a guided first game: with the question, and the same again when its answer is looked over."""
        if self.sitting.kept.guide is None:
            return None
        from cli.table.shown import coach  # most games are not guided

        game, kept = self.sitting.game, self.sitting.kept
        if coach.ended(game, kept):
            return {"ended": True}
        said = coach.note_now(game, kept, self.sitting.now.phase, sheet.question or (sheet.asked or ("",))[-1])
        return said and said._asdict()

    def trap(self, sheet: Answer) -> str:
        """What silence leads into for certain, where a bot's answer does not; of a whole answer it is found out too."""
        sitting, rules, view = self.sitting, self.sitting.game.rules, sheet.view
        if sheet.question is None:
            sitting.trap(sheet, sheet.in_order)
            return ""
        silence = [rules.default(view, sheet.seat, name) for name in sheet.asked]
        return sitting.trap(sheet, silence) or sitting.trap_of_silence

    def advice(self) -> Facts | None:
        """What a bot would send that was asked, and the act that takes it over."""
        orders, rules, now = self.sitting.advice, self.sitting.game.rules, self.sitting.now
        if not orders:
            return None
        plain = [rules.order_to_dict(order) for order in orders]
        said = [(rules.order_in_words(now.view, self.sitting.seat, order), order) for order in orders]
        folded = [{"of": folded_under(rules, order, words), "words": words} for words, order in said]
        words = [one["words"] for one in folded if not one["of"]]
        return {
            "words": words,
            "folded": [one for one in folded if one["of"]],
            "act": f"order {json.dumps(plain)}",
            "came": self.sitting.came_of_it,
        }

    def previewed(self, sheet: Answer, lights: Mapping[str, str]) -> Facts:
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
            "ghosts": {one.shape: ghosts(one, preview) for one in self.boards.now},
        }

    def step(self, sheet: Answer) -> Facts:
        """A step, with what is pale on the board because it may not be chosen."""
        facts = {**step_facts(sheet, self.sitting.game.rules), "if_yes": yes_in_words(sheet)}
        helping = Helping(self.sitting.game.rules, sheet.view)
        facts["prompt"] = linked(facts["prompt"], helping.words | self.boards.names, helps=f"{self.sitting.place}/help")
        for one in facts["choices"]:
            one.helps = any(map(helping.of, one.subjects))
        pale = dict.fromkeys(self.forbidden(sheet).things, "pale")
        return {**facts, "lights": {**pale, **dict.fromkeys(sheet.elsewhere, "can some"), **facts["lights"]}}

    def forbidden(self, sheet: Answer) -> Forbidden:
        """What on the board may not be chosen in a step."""
        assert sheet.current is not None  # noqa: S101 - a question is open
        elsewhere = sheet.elsewhere
        return Forbidden(sheet.current, [one for one in drawn_in(self.boards.now[0]) if one not in elsewhere])

    def reasons(self) -> list[Facts]:
        """Why what is pale cannot be chosen in the step that is open."""
        opened = self.sitting.ahead.opened
        sheet = opened.sheet if opened is not None else self.sitting.sheet
        if sheet is None or sheet.current is None:
            return []
        rules, view = self.sitting.game.rules, sheet.view
        names = {one.partition(":")[2]: name_of(rules, view, one) for one in drawn_in(self.boards.now[0])}
        said = {one.lower(): name for one, name in names.items() if one[:1].isalpha() and name}
        found = self.forbidden(sheet).reasons
        return [
            {"id": one, "name": name_of(rules, view, one), "why": with_names(why, said)} for one, why in found.items()
        ]

    def opened(self, opened: Openable) -> Facts:
        """What is open beside the answer: a step of an answer that is given for it, or the whole of it."""
        if isinstance(opened, OpenLists):
            shown = self.shown(opened.ranked.preview(self.sitting.now.view, self.sitting.seat), {})
            return {"stage": "sheet", "ranked": opened.ranked, "at": opened.steps, **shown}
        preview = card_preview(opened) if isinstance(opened, OpenCard) else plan_preview(opened)
        if opened.sheet is not None:
            return self.step_ahead(opened.sheet, preview, opened.steps)
        facts = card_facts(opened) if isinstance(opened, OpenCard) else plan_facts(opened)
        return {**facts, **self.shown(preview, {})}

    def step_ahead(self, sheet: Answer, preview: Preview, steps: int) -> Facts:
        """A step of an answer that is given ahead."""
        facts = self.step(sheet)
        facts |= {"number_of": [], "may_add": [], "can_go_back": True, "default": "", "done": "Done"}
        facts |= self.shown(preview, facts["lights"])
        return {**facts, "stage": "step", "said": sheet.said, "at": steps, "is_ahead": True}

    def ahead(self) -> Facts:
        """The panel of answers ahead, with what may be done there."""
        hand, now = self.sitting.ahead, self.sitting.now
        sheets = [{"form": name, "words": hand.rules.form(name).words} for name in hand.sheets_now(now)]
        return {**panel_facts(hand), "sheets": sheets, "phase": now.phase, "may_file": self.sitting.may_file}

    def orders(self, sheet: Answer) -> list[Facts]:
        """The orders in words, each with what takes it back."""
        rules, wrong = self.sitting.game.rules, dict[str, list[str]]()
        for one in sheet.refusals:
            wrong.setdefault(one.question, []).append(f"{one.message} ({one.clause})")
        asked = [(order, f"edit {ask_name(order)}") for order in sheet.in_order[len(sheet.unasked) :]]
        extra = [(order, f"drop {number}") for number, order in enumerate(sheet.unasked)]
        return [
            {
                "words": (words := rules.said_in_full(sheet.view, sheet.seat, order)),
                "folded": folded_under(rules, order, words),
                "name": ask_name(order),
                "act": act,
                "wrong": wrong.get(ask_name(order), ()),
            }
            for order, act in (*extra, *asked)
        ]

    def defaults(self, sheet: Answer) -> list[str]:
        """What was sent, from here or elsewhere, without an answer: it is left to its default."""
        rules, sent = self.sitting.game.rules, {ask_name(order) for order in sheet.in_order}
        return default_in_words(rules, sheet.view, sheet.seat, [one for one in sheet.asked if one not in sent])

    def review(self, sheet: Answer) -> Facts:
        """The answer in words, what is wrong with it, and what the others will see."""
        refusals = sheet.refusals
        rules, given = self.sitting.game.rules, [ask_name(order) for order in sheet.in_order]
        seen = Foretold([], "") if refusals else foretold(rules, sheet.view, sheet.seat, sheet.in_order)
        return {
            "orders": self.orders(sheet),
            "refusals": [f"{one.message} ({one.clause})" for one in refusals if one.question not in given],
            "refused": bool(refusals),
            "seen": [rules.sentence(event, sheet.view) for event in seen.events],
            "seen_until": STOPS[seen.stops],
            "may_add": [{"act": f"add {name}", "words": rules.question(name).subject} for name in sheet.may_add()],
        }


def folded_under(rules: Title[Any], order: Order, words: str) -> str:
    """The line under which an order is folded that says at length what is to stand; nothing where it is not."""
    question = rules.question(ask_name(order))
    return question.subject if question.choices_stand and len(words) > LONG else ""
