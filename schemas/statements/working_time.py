"""Working time: weekdays and dates off, in the game's time zone, and absences do not count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from schemas.statements.payloads import Terms

ONE_DAY = timedelta(days=1)
LONGEST = 3 * 366  # days: nobody waits longer, whatever is agreed or announced


class Away(msgspec.Struct, frozen=True):
    """Days on which somebody is not there, both counted."""

    first: date
    last: date


def after(start: datetime, seconds: int, terms: Terms, away: Sequence[Away] = ()) -> datetime:
    """The moment when so many seconds of working time have passed since `start`, in UTC; LONGEST away at most."""
    left = timedelta(seconds=seconds)
    for begin, end in working(start, terms, away):
        if end - begin >= left:
            return begin + left
        left -= end - begin
    return furthest(start)


def furthest(start: datetime) -> datetime:
    """The latest moment for which anybody may have to wait from `start` on."""
    return start.astimezone(UTC) + timedelta(days=LONGEST)


def between(start: datetime, end: datetime, terms: Terms, away: Sequence[Away] = ()) -> int:
    """The seconds of working time from `start` to `end`."""
    spent = timedelta()
    for begin, until in working(start, terms, away):
        if begin >= end:
            break
        spent += min(until, end) - begin
    return int(spent.total_seconds())


def working(start: datetime, terms: Terms, away: Sequence[Away]) -> Iterator[tuple[datetime, datetime]]:
    """The working stretches from `start` on, day by day, in UTC."""
    zone = ZoneInfo(terms.time_zone)
    day = start.astimezone(zone).date()
    for _ in range(LONGEST):
        begin, end = midnight(day, zone), midnight(day + ONE_DAY, zone)
        if is_working(day, terms, away):
            yield max(begin, start.astimezone(UTC)), end
        day += ONE_DAY


def is_working(day: date, terms: Terms, away: Sequence[Away]) -> bool:
    """Does a day count?"""
    if day.weekday() in terms.days_off or day.isoformat() in terms.dates_off:
        return False
    return not any(one.first <= day <= one.last for one in away)


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """The moment at which a day begins in a time zone, in UTC."""
    return datetime.combine(day, time(), zone).astimezone(UTC)
