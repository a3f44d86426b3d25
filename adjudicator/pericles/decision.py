"""A decision of section 20: a question with what the bot of 15.4 answers, which most defaults follow."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, TypeVar

from adjudicator.kernel import Ask, Order, Question, Resolution
from adjudicator.pericles.position import Pericles

R = TypeVar("R", bound=Order)
Running = Resolution[Pericles]


class Decision(Question[Pericles, R]):
    """One decision (20-C). `policy` is the rule of 15.4; where section 20 has a default of its own, `default` says it.

    `policy_clause` is its number, as `15.4-B5`; `default_clause` that of what a missed deadline means.
    """

    policy_clause: ClassVar[str]

    @abstractmethod
    def policy(self, view: Pericles, ask: Ask) -> R:
        """What the bot of 15.4 orders, from what its seat may see; always legal."""

    def default(self, view: Pericles, ask: Ask) -> R:
        """As the bot would."""
        return self.policy(view, ask)
