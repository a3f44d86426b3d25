"""Lengths of time as people say them."""

from __future__ import annotations

import pytest

from schemas.statements.in_words import length, listed


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0, "no time"), (1, "1 second"), (90, "1 minute and 30 seconds"), (129_600, "1 day and 12 hours"),
     (604_800, "1 week"), (864_000, "10 days"), (1_209_600, "2 weeks"),
     (90_061, "1 day, 1 hour, 1 minute and 1 second")],
)  # fmt: skip
def test_a_length_of_time_in_words(seconds: int, told: str) -> None:
    assert length(seconds) == told


@pytest.mark.parametrize(
    ("words", "told"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_words_in_a_row(words: list[str], told: str) -> None:
    assert listed(words) == told
