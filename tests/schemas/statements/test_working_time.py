"""Working time: what does not count is left out, whichever way one reckons."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.statements.payloads import Terms
from schemas.statements.working_time import Away, after, between, furthest

ZONES = ("UTC", "Europe/Athens", "America/New_York", "Pacific/Apia", "Asia/Kathmandu")
DAY = 86_400
FRIDAY = datetime(2026, 5, 1, 12, tzinfo=UTC)


def terms(**changed: Any) -> Terms:
    return Terms(**{"phase_seconds": DAY, **changed})


@st.composite
def calendars(draw: st.DrawFn) -> tuple[Terms, list[Away]]:
    """Terms with days and dates off somewhere, and absences."""
    days = st.dates(date(2026, 1, 1), date(2026, 12, 31))
    agreed = terms(
        days_off=sorted(draw(st.sets(st.integers(0, 6), max_size=6))),
        dates_off=[day.isoformat() for day in draw(st.lists(days, max_size=5))],
        time_zone=draw(st.sampled_from(ZONES)),
    )
    firsts = draw(st.lists(st.tuples(days, st.integers(0, 14)), max_size=3))
    return agreed, [Away(first, first + timedelta(days=length)) for first, length in firsts]


moments = st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31)).map(
    lambda moment: moment.replace(microsecond=0, tzinfo=UTC)
)
spans = st.integers(1, 60 * DAY)


@given(calendars(), moments, spans)
def test_between_takes_back_what_after_adds(calendar: tuple[Terms, list[Away]], start: datetime, seconds: int) -> None:
    agreed, away = calendar
    assert between(start, after(start, seconds, agreed, away), agreed, away) == seconds


@given(calendars(), moments, spans, spans)
def test_time_in_two_steps_is_time_in_one(
    calendar: tuple[Terms, list[Away]], start: datetime, one: int, other: int
) -> None:
    agreed, away = calendar
    middle = after(start, one, agreed, away)
    assert after(middle, other, agreed, away) == after(start, one + other, agreed, away)


@given(calendars(), moments, spans)
def test_no_deadline_is_earlier_for_what_does_not_count(
    calendar: tuple[Terms, list[Away]], start: datetime, seconds: int
) -> None:
    agreed, away = calendar
    end = after(start, seconds, agreed, away)
    assert end.tzinfo is UTC
    assert end >= after(start, seconds, agreed) >= start + timedelta(seconds=seconds)


@given(moments, spans)
def test_without_anything_off_all_time_counts(start: datetime, seconds: int) -> None:
    assert after(start, seconds, terms(time_zone="Europe/Athens")) == start + timedelta(seconds=seconds)


def test_a_weekend_off_is_left_out() -> None:
    weekend = terms(days_off=[5, 6])
    assert after(FRIDAY, DAY, weekend) == datetime(2026, 5, 4, 12, tzinfo=UTC)
    assert between(FRIDAY, datetime(2026, 5, 4, 12, tzinfo=UTC), weekend) == DAY
    assert after(datetime(2026, 5, 2, 9, tzinfo=UTC), 3600, weekend) == datetime(2026, 5, 4, 1, tzinfo=UTC)


def test_what_is_spent_at_midnight_is_spent_before_a_day_off_and_not_after_it() -> None:
    weekend = terms(days_off=[5, 6])
    midnight = datetime(2026, 5, 2, tzinfo=UTC)
    assert after(FRIDAY, DAY // 2, weekend) == midnight
    assert after(FRIDAY, DAY // 2 + 1, weekend) == datetime(2026, 5, 4, 0, 0, 1, tzinfo=UTC)
    assert after(midnight, 1, weekend) == datetime(2026, 5, 4, 0, 0, 1, tzinfo=UTC)
    assert between(midnight, datetime(2026, 5, 4, tzinfo=UTC), weekend) == 0


def test_a_date_off_and_an_absence_are_left_out_with_both_their_ends() -> None:
    assert after(FRIDAY, DAY, terms(dates_off=["2026-05-02"])) == datetime(2026, 5, 3, 12, tzinfo=UTC)
    away = [Away(date(2026, 5, 2), date(2026, 5, 3)), Away(date(2026, 5, 3), date(2026, 5, 4))]
    assert after(FRIDAY, DAY, terms(), away) == datetime(2026, 5, 5, 12, tzinfo=UTC)


def test_days_begin_and_end_in_the_zone_of_the_game() -> None:
    athens = terms(dates_off=["2026-05-02"], time_zone="Europe/Athens")
    late = datetime(2026, 5, 1, 20, 59, 59, tzinfo=UTC)
    assert after(late, 2, athens) == datetime(2026, 5, 2, 21, 0, 1, tzinfo=UTC)


@pytest.mark.parametrize(("day", "hours"), [("2026-03-29", 23), ("2026-10-25", 25)])
def test_a_day_on_which_the_clocks_change_is_as_long_as_it_is(day: str, hours: int) -> None:
    athens = terms(dates_off=[day], time_zone="Europe/Athens")
    offset = 2 if hours == 23 else 3
    before = datetime.fromisoformat(f"{day}T00:00:00Z") - timedelta(hours=offset + 1)
    assert after(before, 2 * 3600, athens) == before + timedelta(hours=hours + 2)
    assert between(before, before + timedelta(hours=hours + 2), athens) == 2 * 3600
    working = terms(time_zone="Europe/Athens")
    assert between(before, before + timedelta(hours=hours + 2), working) == (hours + 2) * 3600


def test_nobody_waits_longer_than_three_years_whatever_is_announced() -> None:
    away = [Away(date(2026, 5, 1), date(2036, 5, 1))]
    assert after(FRIDAY, DAY, terms(), away) == furthest(FRIDAY) == FRIDAY + timedelta(days=3 * 366)
