"""The course of a rating as a small picture: the points of its line, and what it says in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from schemas.contests.ratings import BEGIN, Step
from schemas.statements.in_words import counted

WIDTH: Final = 360
HEIGHT: Final = 150
LEFT: Final = 44
"""Where the numbers beside the picture end."""
EDGE: Final = 12
FOOT: Final = 24
STEP: Final = 10
"""The numbers beside it are multiples of this."""


class Course(msgspec.Struct, frozen=True):
    """The course of a rating, from where everybody begins to where it is now."""

    points: str
    """Of an SVG polyline."""
    last: tuple[int, int]
    begin: int
    """How far down the line of 1500 lies."""
    beside: list[tuple[int, int]]
    """The numbers beside the picture, each with how far down it stands."""
    games: int
    said: str


def course_of(steps: Sequence[Step]) -> Course:
    """The course that these games made; there is one at least."""
    values = [steps[0].before, *(step.after for step in steps)]
    least = min(*values, BEGIN) // STEP * STEP
    most = -(-max(*values, BEGIN) // STEP) * STEP
    span = max(most - least, STEP)

    def down(value: int) -> int:
        return HEIGHT - FOOT - (HEIGHT - FOOT - EDGE) * (value - least) // span

    def across(place: int) -> int:
        return LEFT + (WIDTH - LEFT - EDGE) * place // len(steps)

    drawn = [(across(place), down(value)) for place, value in enumerate(values)]
    beside = [(value, down(value)) for value in sorted({least, BEGIN, most})]
    clear = [one for one in beside if one[0] == BEGIN or abs(one[1] - down(BEGIN)) >= EDGE]
    said = (
        f"From {values[0]} to {values[-1]} in {counted(len(steps), 'game')}; "
        f"the highest was {max(values)}, the lowest {min(values)}."
    )
    return Course(" ".join(f"{x},{y}" for x, y in drawn), drawn[-1], down(BEGIN), clear, len(steps), said)
