"""The chapters of the rules in the order of the rulebook: their steps, questions and events, gathered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel import Event
from adjudicator.pericles import setup, turn
from adjudicator.pericles.decision import Decision
from adjudicator.pericles.events.common import COMMON

STEPS: tuple[Callable[..., None], ...] = (
    *setup.STEPS,
    *turn.STEPS,
)
QUESTIONS: tuple[Decision[Any], ...] = ()
EVENTS: tuple[type[Event], ...] = (*COMMON,)
