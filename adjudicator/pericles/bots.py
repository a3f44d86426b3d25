"""15.4: the bot that plays unmanned Factions: to each decision the policy of its rule, from what its seat may see."""

from __future__ import annotations

from adjudicator.kernel import Chance, Order
from adjudicator.pericles.rulebook import QUESTIONS
from adjudicator.pericles.state.decision import Decision
from adjudicator.pericles.state.position import Pericles


def steady(view: Pericles, seat: str, chance: Chance) -> list[Order]:
    """An order to each question that is asked of the seat; the policies of 15.4 need no chance."""
    by_id: dict[str, Decision[Order]] = {question.id: question for question in QUESTIONS}
    return [by_id[ask.question].policy(view, ask) for ask in view.phase.asked_of(seat)] if view.phase else []
