"""Instants as people read them, in the time of this machine. JSON keeps ISO 8601."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo


def local_time(instant: str, zone: tzinfo | None = None) -> str:
    """`Wed 25 Nov 2026, 04:48` in a zone (None: this machine's). What is no instant stays as it is."""
    try:
        return datetime.fromisoformat(instant).astimezone(zone).strftime("%a %d %b %Y, %H:%M")
    except (ValueError, OverflowError):
        return instant


def time_left(instant: str, now: datetime | None = None, zone: tzinfo | None = None) -> str:
    """`Wednesday 25 November, 04:48 (in 2 days)`, or how long ago it was."""
    from schemas.statements.in_words import deadline_in_words  # not before it is needed: help pages stay light

    try:
        return deadline_in_words(datetime.fromisoformat(instant).astimezone(UTC), now or datetime.now(UTC), zone)
    except (ValueError, OverflowError):
        return instant


def short_time(instant: str) -> str:
    """`Wed 25 Nov, 04:48`."""
    from schemas.statements.in_words import day_and_time

    try:
        return day_and_time(datetime.fromisoformat(instant), datetime.now(UTC), short=True)
    except (ValueError, OverflowError):
        return instant


def zone_in_words(moment: datetime) -> str:
    """The zone of a moment: `EET, 2 hours ahead of UTC`; one of the two where the other says nothing."""
    from schemas.statements.in_words import counted

    name, ahead = moment.tzname() or "", moment.utcoffset() or timedelta()
    hours, minutes = divmod(abs(ahead) // timedelta(minutes=1), 60)
    far = " ".join([*([counted(hours, "hour")] if hours else []), *([counted(minutes, "minute")] if minutes else [])])
    letters = name if name[:1].isalpha() else ""
    if not far:
        return letters or "UTC"
    return ", ".join(filter(None, [letters, f"{far} {'ahead of' if ahead > timedelta() else 'behind'} UTC"]))


def short_left(instant: str) -> str:
    """`in 2 days`."""
    from schemas.statements.in_words import span

    try:
        return span(datetime.fromisoformat(instant).astimezone(UTC) - datetime.now(UTC))
    except (ValueError, OverflowError):
        return ""
