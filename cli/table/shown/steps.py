"""The step of an answer that is open: what is asked, the choices as buttons, and what stands for them on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.kernel import Offer, Title
from adjudicator.kernel.previews import Face, Left
from cli.answer.answer import Answer
from cli.answer.menus import Menu
from cli.answer.steps import ALONE, Growing, OfParts, chosen_in_words, pointed_at
from cli.table.board.pictures import lights_of

Facts = dict[str, Any]


class Choice(msgspec.Struct):
    """A button of a step, or of a number of things three: less, how many, more."""

    words: str
    act: str
    subjects: Sequence[str] = ()
    pressed: bool | None = None
    taken: int | None = None
    less: str | None = None
    more: str | None = None
    key: str = ""
    helps: bool = False  # what it does is said to whoever points at it
    faces: Sequence[Face] = ()  # of the cards or tiles that it is


def step_facts(sheet: Answer, rules: Title[Any]) -> Facts:
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
        "known_as": f"{name}, clause {question.clause}",
        "asks": step.asked if isinstance(step, Menu) else offer.asks if offer and offer.asks != prompt else "",
        "number_of": [sheet.asked.index(name) + 1, len(sheet.asked)] if name in sheet.asked else [],
        "choices": with_faces(choices_of(step), sheet),
        "numbers": list(range(offer.least, offer.most + 1)) if offer and offer.kind == "count" else [],
        "counted": offer.options[0].words if offer and offer.kind == "count" else "",
        "zero": step.zero if isinstance(step, Menu) else None,
        "done": done_in_words(sheet, rules, name),
        "finish": ("Go on with none", "Go on with this", "Go on with these")[min(offer.total, 2)] if offer else "",
        "chosen": chosen_in_words(offer) if offer and offer.kind in ("some", "shares") else "",
        "complete": bool(offer and offer.complete),
        "so_far": so_far(sheet),
        "budget": budget_of(sheet),
        "can_go_back": bool(sheet.current and sheet.current.begun) or bool(sheet.orders) or name not in sheet.asked,
        "default": "",
        "may_add": [{"act": f"add {one}", "words": rules.question(one).subject} for one in sheet.may_add()]
        if name in sheet.asked
        else [],
        "lights": lights_of(pointed_at(step), taken, sheet.current.named if isinstance(sheet.current, Growing) else ()),
    }
    if name in sheet.asked:
        facts["default"] = rules.order_in_words(sheet.view, sheet.seat, rules.default(sheet.view, sheet.seat, name))
    return facts


def done_in_words(sheet: Answer, rules: Title[Any], name: str) -> str:
    """That the order may stand as it is, and what comes after it."""
    current = sheet.current
    order = current.stands if isinstance(current, Growing) else None
    short = rules.question(name).short(order) if order is not None else ""
    rest = any(one != name and one not in sheet.orders for one in sheet.asked)
    return f"{short or 'Done'}: {'to the next question' if rest else 'look it over'}"


def with_faces(choices: list[Choice], sheet: Answer) -> list[Choice]:
    """The choices as cards, where each of them is one, or some that are laid together."""
    named = [cards_of(one, sheet) for one in choices]
    shared = {*named[0]}.intersection(*named[1:]) if len(named) > 1 else ()
    faces = [[face for one, face in cards.items() if one not in shared] for cards in named]
    if all(faces) and all(one.act for one in choices):
        for choice, found in zip(choices, faces, strict=True):
            choice.faces = found
    return choices


def cards_of(choice: Choice, sheet: Answer) -> dict[str, Face]:
    """The cards that a choice names whatever is chosen after it; else the card that all it leaves open look like."""
    step, place = sheet.step, choice.act.partition(" ")[2]
    left = step.lines[int(place)].left if isinstance(step, Menu) else ()
    certain = [one for one in left[0].subjects if all(one in each.subjects for each in left)] if left else ()

    def seen(subjects: Sequence[str]) -> dict[str, Face]:
        faces = {one: sheet.rules.face(sheet.view, sheet.seat, one) for one in subjects}
        return {one: face for one, face in faces.items() if face}

    alike = seen(choice.subjects)
    return seen(certain) or ({next(iter(alike)): next(iter(alike.values()))} if len({*alike.values()}) == 1 else {})


def choices_of(step: Offer | Menu | None) -> list[Choice]:
    """The choices of a step as buttons."""
    if isinstance(step, Menu):
        named = step.names_of
        return [Choice(line.text, f"take {place}", named(place)) for place, line in enumerate(step.lines)]
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


def budget_of(sheet: Answer) -> Sequence[Left]:
    """What is left of what the order in the making spends."""
    current, name = sheet.current, str(sheet.question)
    order = current.stands if isinstance(current, Growing) and current.grown else None
    return sheet.rules.budget(order, sheet.view, sheet.rules.ask(sheet.view, sheet.seat, name))


def so_far(sheet: Answer) -> list[str]:
    """What is chosen already of the order in the making."""
    current = sheet.current
    if isinstance(current, Growing) and current.grown and current.stands is not None:
        return [sheet.rules.order_in_words(sheet.view, sheet.seat, current.stands)]
    return current.chosen if isinstance(current, OfParts) else []
