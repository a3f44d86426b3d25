"""Instants as people read them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from cli.times import local_time, time_left, zone_in_words
from schemas.statements.in_words import day_and_time

ATHENS = ZoneInfo("Europe/Athens")


def test_an_instant_is_said_in_the_time_of_the_reader():
    assert local_time("2026-11-25T02:48:54Z", ATHENS) == "Wed 25 Nov 2026, 04:48"
    assert local_time("2026-11-25T23:48:54Z", ATHENS) == "Thu 26 Nov 2026, 01:48"


@pytest.mark.parametrize(
    ("now", "left"),
    [
        ("2026-11-22T22:48:00Z", "in 2 days"),
        ("2026-11-24T02:48:00Z", "in 24 hours"),
        ("2026-11-22T02:58:00Z", "in 3 days"),
        ("2026-11-25T01:43:54Z", "in 65 minutes"),
        ("2026-11-25T02:36:00Z", "in 13 minutes"),
        ("2026-11-25T02:48:30Z", "in less than a minute"),
        ("2026-11-25T03:48:54Z", "60 minutes ago"),
    ],
)
def test_a_deadline_says_how_long_is_left(now, left):
    told = time_left("2026-11-25T02:48:54Z", datetime.fromisoformat(now), UTC)
    assert told == f"Wednesday 25 November, 02:48 UTC ({left})"


def test_the_zone_is_named_where_it_is_not_the_readers_own_and_the_year_where_it_is_another():
    at, now = datetime(2027, 1, 2, 22, 30, tzinfo=UTC), datetime(2026, 12, 30, tzinfo=UTC)
    assert day_and_time(at, now, ATHENS) == "Sunday 3 January 2027, 00:30 Athens time"
    assert day_and_time(at, at, ZoneInfo("America/Argentina/Buenos_Aires"), short=True) == (
        "Sat 2 Jan, 19:30 Buenos Aires time"
    )
    assert day_and_time(at, at, ZoneInfo("Etc/UTC")) == "Saturday 2 January, 22:30 UTC"
    assert day_and_time(at, at, ZoneInfo("EST")) == "Saturday 2 January, 17:30 EST"


@pytest.mark.parametrize("said", ["", "soon", "2026-99-99T00:00:00Z", "9999-12-31T23:59:59-14:00"])
def test_what_is_no_instant_stays_as_it_is(said):
    assert time_left(said, datetime(2026, 11, 22, tzinfo=UTC), ATHENS) == said


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("UTC", "UTC"),
        ("Europe/Athens", "EET, 2 hours ahead of UTC"),
        ("America/St_Johns", "NST, 3 hours 30 minutes behind UTC"),
        ("Asia/Dubai", "4 hours ahead of UTC"),
        ("Europe/London", "GMT"),
    ],
)
def test_a_zone_is_said_as_people_say_it(zone, said):
    assert zone_in_words(datetime(2026, 11, 25, tzinfo=ZoneInfo(zone))) == said
