"""Sentences about seats, by the names of their people: only where it is sure that a seat is meant."""

from __future__ import annotations

import pytest

from schemas.documents.game_in_words import in_names

NAMES = {"red": "red", "blue": "blue", "athens": "the Athenians"}
PEOPLE = {"red": "carla"}


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("The player of red resigned; the seat is vacant.", "carla resigned; the seat is vacant."),
        ("red votes for a pause.", "carla votes for a pause."),
        ("red is absent on Thu 1 Jan 2099.", "carla is absent on Thu 1 Jan 2099."),
        ("A vote on a pause: red for it, athens against.", "A vote on a pause: carla for it, the Athenians against."),
        ("Phase 3: no orders came from red.", "Phase 3: no orders came from carla."),
        ("red is disqualified in the contest; the seat is vacant.", None),
        (
            "The organiser keeps seat athens for red, who has to join.",
            "The organiser keeps the seat of the Athenians for red, who has to join.",
        ),
        (
            "The organiser keeps seat red for red, who has to join.",
            "The organiser keeps seat Red for red, who has to join.",
        ),
        ("cid took the vacant seat athens.", "cid took the vacant seat of the Athenians."),
        ("Vacant seat: blue, athens.", "Vacant seat: Blue, the Athenians."),
        ("The player of blue resigned; the seat is vacant.", "The player of Blue resigned; the seat is vacant."),
        ("The organiser confirmed the new key of p-red: x, in place of red-hot.", None),
        ("red has a new key: ed25519:0.", None),
    ],
)
def test_a_player_who_is_called_like_a_seat_is_not_taken_for_who_plays_it(sentence: str, said: str | None) -> None:
    assert in_names(sentence, NAMES, PEOPLE) == (said or sentence)
