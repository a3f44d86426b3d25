"""The steady bot of Athens & Sparta: it guards its capital, takes what is weakly held, besieges, and builds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.athens_sparta.bots.fighting import battle_sheet
from adjudicator.athens_sparta.bots.moving import Plan, plan_of
from adjudicator.athens_sparta.bots.worth import POLICIES, STEADY, Policy, is_near
from adjudicator.athens_sparta.cards.deal import hand, mp_of, side_of
from adjudicator.athens_sparta.olympiad.accounts import is_reserve
from adjudicator.athens_sparta.olympiad.actions import Replacing
from adjudicator.athens_sparta.state.accounts import Build, Disband, Reinforce, Replacement
from adjudicator.athens_sparta.state.orders import CardOrder, TargetOrder
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.state.victory import step_cost, value
from adjudicator.athens_sparta.words import ENEMY, SIDES, SideName
from adjudicator.kernel import Ask, Chance, Order, Resolution
from adjudicator.kernel.chance import KEY_BYTES
from adjudicator.kernel.run.series import Series

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


def replacements(question: Series[AthensSparta, Any], view: AthensSparta, ask: Ask) -> Order:
    """Disbands, then step by step what is worth most for a PP."""
    side, runner = side_of(ask), Replacing()
    table = question.scratch(view, ask)
    running = Resolution(table, Chance(bytes(KEY_BYTES)), {})
    chosen: list[Replacement] = [*_disbands(table, side)]
    for one in chosen:
        runner.make(running, side, one)
    while bought := [one for one in question.further(table, ask) if not isinstance(one, Disband)]:
        for one in sorted(bought, key=lambda one: _per_pp(table, side, one), reverse=True):
            if runner.refusal(table, side, one) is None:
                runner.make(running, side, one)
                chosen.append(one)
    order: Order = question.made(*chosen)
    return order if question.refusal(view, ask, order) is None else question.made()


def _disbands(table: AthensSparta, side: SideName) -> list[Disband]:
    """Blocks worn down to half or less that nothing can be added to where they are, and that can be built again."""
    limits = table.accounts[side].limits
    worn = (one for one in table.of(side) if one.posture == "FIELD" and 2 * one.steps <= table.facts(one).steps)
    away = (one.name for one in worn if one.place not in limits)
    return [Disband(block=one) for one in away if is_reserve(table, one) or table.box.home(one) in limits]


def _per_pp(table: AthensSparta, side: SideName, action: Replacement) -> tuple[int, int]:
    """Points for a PP, twice as many where the enemy is near or in the capital."""
    facts, cost = table.box.blocks[action.block], step_cost(table, side, action.block)
    steps = action.steps if isinstance(action, Reinforce | Build) else 0
    block = table.block(action.block)
    place = block.place if block else getattr(action, "place", None) or table.box.home(action.block) or ""
    near = place == table.box.capitals[side] or is_near(table, place, ENEMY[side])
    return (facts.number + 1) * (2 if near else 1) * 6 // cost, steps
