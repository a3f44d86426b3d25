"""What a game's documents say in words."""

import pytest

from adjudicator.kernel.position.position import reason_in_words


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("E.01 turn 2", "turn 2 (E.01)"),
        ("S.10; victory shared", "victory shared (S.10)"),
        ("D.13", "by clause D.13"),
        ("ended by the organiser", "ended by the organiser"),
    ],
)
def test_a_reason_is_words_and_a_clause_alone_is_called_one(reason, said):
    assert reason_in_words(reason) == said
