"""What most decisions have in common: they are made of parts, and the answers of a book stand (12.2-C)."""

from __future__ import annotations

from typing import TypeVar

from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.kernel import Order, Parted

R = TypeVar("R", bound=Order)


class Decision(Parted[AthensSparta, R], choices_stand=True):
    """A decision made of parts. What it may choose from can rest on what its seat alone knows."""
