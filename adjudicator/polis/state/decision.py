"""What most decisions have in common: they rest on public facts, and the answers of a book stand (15.2-C)."""

from __future__ import annotations

from typing import TypeVar

from adjudicator.kernel import Order, Parted
from adjudicator.polis.state.position import Polis

R = TypeVar("R", bound=Order)


class Decision(Parted[Polis, R], public_options=True, choices_stand=True):
    """A decision made of parts."""
