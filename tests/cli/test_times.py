"""Instants as people read them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from cli.times import local_time, time_left

ATHENS = ZoneInfo("Europe/Athens")


def test_an_instant_is_said_in_the_time_of_the_reader():
    assert local_time("2026-11-25T02:48:54Z", ATHENS) == "Wed 25 Nov 2026, 04:48"
    assert local_time("2026-11-25T23:48:54Z", ATHENS) == "Thu 26 Nov 2026, 01:48"


@pytest.mark.parametrize(
    ("now", "left"),
    [
        ("2026-11-22T22:48:00Z", "in 2 days 4 h"),
        ("2026-11-24T02:48:00Z", "in 1 day"),
        ("2026-11-24T02:30:00Z", "in 1 day"),
        ("2026-11-25T01:43:54Z", "in 1 h 5 min"),
        ("2026-11-25T02:36:00Z", "in 12 min"),
        ("2026-11-25T02:48:30Z", "in less than a minute"),
        ("2026-11-25T03:48:54Z", "1 h ago"),
    ],
)
def test_a_deadline_says_how_long_is_left(now, left):
    told = time_left("2026-11-25T02:48:54Z", datetime.fromisoformat(now), UTC)
    assert told == f"Wed 25 Nov 2026, 02:48 ({left})"


@pytest.mark.parametrize("said", ["", "soon", "2026-99-99T00:00:00Z", "9999-12-31T23:59:59-14:00"])
def test_what_is_no_instant_stays_as_it_is(said):
    assert time_left(said, datetime(2026, 11, 22, tzinfo=UTC), ATHENS) == said
