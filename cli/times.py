"""Instants as people read them: weekday, date and time where they are, and how long is left. JSON keeps ISO 8601."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

UNITS = {"day": 86_400, "h": 3_600, "min": 60}


def local_time(instant: str, zone: tzinfo | None = None) -> str:
    """`Wed 25 Nov 2026, 04:48` in a zone (None: this machine's). What is no instant stays as it is."""
    try:
        return datetime.fromisoformat(instant).astimezone(zone).strftime("%a %d %b %Y, %H:%M")
    except (ValueError, OverflowError):
        return instant


def time_left(instant: str, now: datetime | None = None, zone: tzinfo | None = None) -> str:
    """`Wed 25 Nov 2026, 04:48 (in 2 days 4 h)`, or how long ago it was."""
    said = local_time(instant, zone)
    if said == instant:
        return said
    left = datetime.fromisoformat(instant).astimezone(UTC) - (now or datetime.now(UTC))
    return f"{said} ({span(left)})"


def span(left: timedelta) -> str:
    """A time to come or gone by, in its two largest units."""
    seconds = abs(int(left.total_seconds()))
    parts = []
    for word, unit in UNITS.items():
        count, seconds = divmod(seconds, unit)
        parts.append(f"{count} {word}{'s' if word == 'day' and count > 1 else ''}" if count else "")
    while parts and not parts[0]:
        del parts[0]
    words = " ".join(filter(None, parts[:2])) or "less than a minute"
    return f"{words} ago" if left < timedelta() else f"in {words}"
