"""D-19: what a bot disbands, and what it buys."""

from __future__ import annotations

from typing import Any

from adjudicator.athens_sparta.bots.worth import is_near
from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.olympiad.accounts import is_reserve
from adjudicator.athens_sparta.olympiad.actions import Replacing
from adjudicator.athens_sparta.state.accounts import Build, Disband, Reinforce, Replacement
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.state.victory import step_cost
from adjudicator.athens_sparta.words import ENEMY, SideName
from adjudicator.kernel import Ask, Chance, Order, Resolution
from adjudicator.kernel.chance import KEY_BYTES
from adjudicator.kernel.run.series import Series


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
