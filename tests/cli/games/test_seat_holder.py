"""`ostraka vote`, `absent` and `resign`, against a real service."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from schemas.documents.game_in_words import day_in_words
from tests.cli.conftest import PLAYERS, SEATS

SOON, LATER, FAR = ((datetime.now(UTC) + timedelta(days=days)).date().isoformat() for days in (2, 4, 40))


def show(table) -> dict:
    return json.loads(table.ostraka("kleon", "game", "show", table.game, "--json").stdout)


def test_votes_under_way_are_shown_until_they_carry(table):
    assert table.ostraka("kleon", "vote", table.game, "pause").stdout == "green votes for a pause.\n"
    table.ostraka("nikias", "vote", table.game, "pause")
    assert table.ostraka("thais", "vote", table.game, "pause", "--no").stdout == "orange votes against a pause.\n"
    assert show(table)["votes"] == [{"on": "pause", "for": ["green", "black"], "against": ["orange"]}]
    told = table.ostraka("kleon", "game", "show", table.game).stdout
    assert "A vote on pausing the game: green and black for it, orange against." in told
    carried = json.loads(table.ostraka("aspasia", "vote", table.game, "pause", "--json").stdout)
    assert carried["paused_at"]
    assert show(table)["votes"] == []


def test_a_vote_can_be_taken_back(table):
    table.ostraka("kleon", "vote", table.game, "end")
    table.ostraka("kleon", "vote", table.game, "end", "--no", "--reason", "on second thoughts")
    assert show(table)["votes"] == []
    assert "seat green: vote on=end yes=False (on second thoughts)" in table.ostraka("kleon", "log", table.game).stdout


def test_all_end_a_game_together(table):
    for who in PLAYERS:
        table.ostraka(who, "vote", table.game, "end")
    assert show(table)["reason"] == "ended by the players"


def test_who_holds_no_seat_has_no_vote_and_who_holds_several_says_for_which(table):
    table.ostraka("aspasia", "game", "vacate", table.game, "green")
    refused = table.ostraka("kleon", "vote", table.game, "pause", expect=2).stderr
    assert refused == f"Error: Which seat? kleon holds no seat in {table.game}: add --seat SEAT.\n"
    table.ostraka("aspasia", "game", "join", table.game, "green")
    refused = table.ostraka("aspasia", "vote", table.game, "pause", expect=2).stderr
    assert refused == f"Error: Which seat? aspasia holds red, green in {table.game}: add --seat SEAT.\n"
    table.ostraka("aspasia", "vote", table.game, "pause", "--seat", "green")
    assert show(table)["votes"] == [{"on": "pause", "for": ["green"], "against": []}]


def test_the_vote_of_whoever_has_left_his_seat_does_not_count(table):
    table.ostraka("kleon", "vote", table.game, "pause")
    assert show(table)["votes"]
    table.ostraka("kleon", "resign", table.game, "green", "--yes")
    assert show(table)["votes"] == []


def test_an_absence_is_announced_and_shown(table):
    told = table.ostraka("kleon", "absent", table.game, "green", SOON, LATER, "--reason", "Sicily").stdout
    assert told == f"green is absent from {SOON} to {LATER}.\n"
    table.ostraka("nikias", "absent", table.game, "black", SOON)
    assert show(table)["absences"] == [
        {"seat": "green", "first": SOON, "last": LATER},
        {"seat": "black", "first": SOON, "last": SOON},
    ]
    shown = table.ostraka("kleon", "game", "show", table.game).stdout
    assert f"green is absent from {day_in_words(SOON)} to {day_in_words(LATER)}." in shown
    assert f"black is absent on {day_in_words(SOON)}." in shown


@pytest.mark.parametrize(
    ("days", "code", "sentence"),
    [
        ((LATER, SOON), 2, f"An absence that begins on {LATER} cannot end on {SOON}, which is earlier."),
        (("tomorrow",), 2, "'tomorrow' is not a date: write it as in 2026-12-25."),
        (("2020-01-01",), 1, "(wrong-absence)"),
        ((SOON, FAR), 1, "the terms allow 14. (too-long-absent)"),
    ],
)
def test_an_absence_that_cannot_be_is_refused(opened, days, code, sentence):
    assert sentence in opened.ostraka("kleon", "absent", opened.game, "green", *days, expect=code).stderr
    assert show(opened)["absences"] == []


def test_nobody_acts_for_anothers_seat(opened):
    for words in (("absent", opened.game, "red", SOON), ("resign", opened.game, "red", "--yes")):
        refused = opened.ostraka("kleon", *words, expect=1).stderr
        assert refused == "Error: Seat red is held by aspasia, not by you. (not-your-seat)\n"


def test_a_seat_is_given_back_when_that_is_meant(table):
    words = ("resign", table.game, "green")
    assert "Give up green" in table.ostraka("kleon", *words, stdin="n\n", expect=1).stderr
    assert show(table)["seats"][1]["player"] == "kleon"
    assert table.ostraka("kleon", *words, stdin="y\n").stdout == "green is vacant; anyone may join there.\n"
    assert show(table)["seats"][SEATS.index("green")]["player"] is None
