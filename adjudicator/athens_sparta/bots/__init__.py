"""The steady bot of Athens & Sparta: it guards its capital, takes what is weakly held, besieges, and builds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.athens_sparta.bots.buying import replacements
from adjudicator.athens_sparta.bots.fighting import battle_sheet
from adjudicator.athens_sparta.bots.moving import Plan, plan_of
from adjudicator.athens_sparta.bots.policies import POLICIES, STEADY, Policy
from adjudicator.athens_sparta.cards.deal import hand, mp_of, side_of
from adjudicator.athens_sparta.state.orders import CardOrder, TargetOrder
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.state.victory import value
from adjudicator.athens_sparta.words import ENEMY, SIDES
from adjudicator.kernel import Ask, Chance, Order

__all__ = ["POLICIES", "play", "steady"]


def steady(questions: Mapping[str, Any], view: AthensSparta, seat: str, chance: Chance) -> list[Order]:
    """An order to each question that is asked of the seat. Chance is not used."""
    side = next(one for one in SIDES if one == seat)
    return play(questions, view, seat, POLICIES[STEADY[side]])


def play(questions: Mapping[str, Any], view: AthensSparta, seat: str, policy: Policy) -> list[Order]:
    """The orders of a policy."""
    asks = view.phase.asked_of(seat) if view.phase else []
    moving = next((ask for ask in asks if ask.question == "D-7"), None)
    plan = plan_of(view, side_of(moving), policy) if moving else Plan([], view)
    return [_order(questions[ask.question], view, ask, policy, plan) for ask in asks]


def _order(question: Any, view: AthensSparta, ask: Ask, policy: Policy, plan: Plan) -> Order:
    if ask.question == "D-4":
        return CardOrder(card=max(hand(view, ask), key=lambda card: (mp_of(view, card), card)))
    if ask.question == "D-5":
        return _target(question, view, ask)
    if ask.question == "D-7":
        return question.made(*plan.actions)  # type: ignore[no-any-return]
    if ask.question == "D-8B":
        return battle_sheet(plan.table, side_of(ask), policy)
    if ask.question == "D-19":
        return replacements(question, view, ask)
    default: Order = question.default(view, ask)
    return default


def _target(question: Any, view: AthensSparta, ask: Ask) -> Order:
    """D-5: Alliance with the city of most PP, Plague where most blocks of the enemy stand."""
    places = [order.place for order in question.options(view, ask) if order.place]
    if not places:
        return TargetOrder()
    enemy = ENEMY[side_of(ask)]
    return TargetOrder(place=max(places, key=lambda hex: (len(view.at(hex, enemy)), value(view, hex), hex)))
