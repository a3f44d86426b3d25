"""Answers ahead as the page shows them: the panel, and the card, the plan or the lists that are open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.kernel import Order, Preview
from adjudicator.kernel.questions.choices import read_choice
from cli.answer.ahead import OpenCard, OpenPlan
from cli.answer.cards import Card, in_words, preview, ways_on
from cli.answer.hand import MOST, Hand
from cli.answer.imagined import Foreseen
from cli.table.board.ghosts import preview_of, preview_of_order

Facts = dict[str, Any]


def panel_facts(hand: Hand) -> Facts:
    """What may still be asked this turn, and the cards."""
    rests = hand.rests
    return {
        "looked": rests is not None,
        "games": rests.games if rests else 0,
        "answers": rests.answers if rests else 0,
        "questions": [_question(hand, one) for one in rests.questions[:MOST]] if rests else [],
        "cards": [_card(hand, card, place) for place, card in enumerate(hand.cards)],
        "cards_wait": hand.cards_wait,
        "form": not hand.kept.is_first_game and any(not form.after for form in hand.rules.forms.values()),
    }


def _question(hand: Hand, one: Foreseen) -> Facts:
    kind = hand.rules.question(one.name)
    times = round(one.times / one.games)
    return {
        "name": one.name,
        "subject": kind.subject,
        "games": one.games,
        "times": times,
        "may_plan": bool(kind.ahead),
    }


def _card(hand: Hand, card: Card, place: int) -> Facts:
    return {
        "subject": hand.rules.question(card.question).subject,
        "name": card.question,
        "place": place,
        "sentences": in_words(hand.rules, card),
        "state": hand.state(card),
        "notes": hand.passed_over(card),
        "open": card.open,
    }


# --- what is open ----------------------------------------------------------------------------------------------------


def card_facts(made: OpenCard) -> Facts:
    """The card in the making, for the place beside the board."""
    card, rules, seat = made.card, made.hand.rules, made.hand.game.seat
    question = rules.question(card.question)
    return {
        "stage": "card",
        "at": made.steps,
        "subject": question.subject,
        "name": card.question,
        "ranked": [read_choice(question, one).in_words for one in card.choose],
        "conditions": [(one.words, one.holds, one.plain == card.when) for one in made.offered],
        "always": card.when is None,
        "once": card.once,
        "otherwise": card.otherwise,
        "ways": ways_on(rules, seat, card.question, made.view),
        "explained": in_words(rules, card),
        "seen": preview(rules, seat, card, made.foreseen),
        "games": len(made.foreseen.views),
    }


def card_preview(made: OpenCard) -> Preview:
    """What the card would change on the board now; of an imagined game only what comes."""
    found = Preview()
    if made.sheet is not None:
        found.update(preview_of(made.sheet))
    elif made.view is not None and (first := _first_answer(made)):
        found.update(preview_of_order(made.hand.rules, made.view, made.hand.game.seat, first))
    found.left.clear()
    return found


def _first_answer(made: OpenCard) -> Order | None:
    """The first order of the card's answers that is legal when it is asked."""
    rules, seat, name = made.hand.rules, made.hand.game.seat, made.card.question
    question, ask = rules.question(name), rules.ask(made.view, seat, name)
    for choice in made.card.choose:
        orders: Iterator[Order] = read_choice(question, choice).orders(made.view, ask)
        for order in orders:
            if rules.refusal(made.view, seat, order) is None:
                return order
    return None


def plan_facts(made: OpenPlan) -> Facts:
    """The list, with what each line does as things stand."""
    plan, rules = made.plan, made.plan.rules
    card, question, view = plan.card, plan.question, plan.next_view
    lines = plan.lines
    return {
        "stage": "plan",
        "at": made.steps,
        "plan": plan,
        "subject": question.subject,
        "name": card.question,
        "first": [rules.order_in_words(plan.view, plan.seat, order) for order in plan.given],
        "lines": [(line, _groups(made, place)) for place, line in enumerate(lines)],
        "varied": made.varied,
        "queued": question.queued,
        "brake": rules.quantities.described(card.when) if card.when else "",
        "may_add": view is not None,
        "ways": ways_on(rules, plan.seat, card.question, lines[0].view if lines else view),
        "explained": in_words(rules, card) if card.choose else [],
    }


def _groups(made: OpenPlan, place: int) -> list[Facts]:
    choice = made.plan.card.choose[place]
    return [
        {"asks": asks, "options": [(words, one == choice) for one, words in options]}
        for asks, options in made.plan.variations(place)
    ]


def plan_preview(made: OpenPlan) -> Preview:
    """What the answer now and the lines would change on the board, each with its number; of an imagined game only
    what comes."""
    plan, found = made.plan, Preview()
    for order in plan.given:
        found.update(preview_of_order(plan.rules, plan.view, plan.seat, order))
    for rank, line in enumerate(plan.lines, 1):
        if line.order is not None:
            found.update(preview_of_order(plan.rules, line.view, plan.seat, line.order).numbered(rank))
    if made.sheet is not None:
        found.update(preview_of(made.sheet).numbered(plan.next_rank))
    if not plan.given:
        found.left.clear()
    return found
