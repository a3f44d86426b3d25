"""Lengths of time, counts and lists in words, as mails and the command line both say them."""

from __future__ import annotations

from collections.abc import Sequence

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
