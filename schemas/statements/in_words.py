"""Lengths of time, counts, lists and deadlines in words, as mails, pages and the command line all say them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta, tzinfo

WORDS = {"week": 604_800, "day": 86_400, "hour": 3_600, "minute": 60, "second": 1}


def length(seconds: int) -> str:
    """A length of time in words: 36 hours are a day and a half, `1 day and 12 hours`."""
    parts = []
    for word, unit in WORDS.items():
        if word == "week" and seconds % unit:
            continue
        count, seconds = divmod(seconds, unit)
        parts += [counted(count, word)] if count else []
    return listed(parts) or "no time"


def rough_length(seconds: int) -> str:
    """About so long: to the minute below a day, to the hour above."""
    unit = WORDS["hour"] if seconds >= WORDS["day"] else WORDS["minute"]
    return "less than a minute" if seconds < WORDS["minute"] // 2 else length((seconds + unit // 2) // unit * unit)


def counted(count: int, word: str) -> str:
    """A count with its noun: `1 day`, `2 days`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}{'es' if word.endswith('s') else 's'}"


def listed(words: Sequence[str]) -> str:
    """Words in a row: a, b and c."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


UNITS = {"day": 86_400, "hour": 3_600, "minute": 60}


def deadline_in_words(at: datetime, now: datetime, zone: tzinfo | None = None) -> str:
    """`Wednesday 25 November, 19:30 Athens time (in 3 days)`, in a zone (None: this machine's, which needs no name)."""
    return f"{day_and_time(at, now, zone)} ({span(at - now)})"


def day_and_time(at: datetime, now: datetime, zone: tzinfo | None = None, *, short: bool = False) -> str:
    """`Wednesday 25 November, 19:30 Athens time`; short: `Wed 25 Nov, 19:30 Athens time`. The year only if another."""
    local = at.astimezone(zone)
    day, month = (f"{local:%a}", f"{local:%b}") if short else (f"{local:%A}", f"{local:%B}")
    year = "" if local.year == now.astimezone(zone).year else f" {local.year}"
    return f"{day} {local.day} {month}{year}, {local:%H:%M}{zone_in_words(local, zone)}"


def zone_in_words(local: datetime, zone: tzinfo | None) -> str:
    """` Athens time` for `Europe/Athens`, ` UTC` where the clock is that of UTC, on this machine as well."""
    name = str(zone) if zone is not None else ""
    region, _, place = name.rpartition("/")
    if region and region != "Etc":
        return f" {place.replace('_', ' ')} time"
    return " UTC" if local.tzname() == "UTC" else f" {name}" if name else ""


def span(left: timedelta) -> str:
    """A time to come or gone by, in its nearest unit, of which there are two at least: `in 36 hours`, `in 2 days`."""
    seconds = abs(int(left.total_seconds()))
    word, unit = next(((word, unit) for word, unit in UNITS.items() if seconds >= 2 * unit), ("minute", 60))
    count = (seconds + unit // 2) // unit
    words = f"{count} {word}{'s' if count > 1 else ''}" if count else "less than a minute"
    return f"{words} ago" if left < timedelta() else f"in {words}"
