"""The terms of a game in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cli.games.terms import CUT, DAYS
from schemas.statements.durations import counted, length, listed


def terms_in_words(terms: Mapping[str, Any]) -> Iterator[str]:
    """A game's terms as sentences, as the organiser signed them."""
    bank = f", then a seat's bank of {length(terms['bank_seconds'])} runs" if terms["bank_seconds"] else ""
    yield f"A phase lasts {length(terms['phase_seconds'])}{bank}."
    yield CUT[terms["cut"]]
    if terms["least_seconds"]:
        yield f"No phase is cut within {length(terms['least_seconds'])} of its opening."
    if terms["reminders"]:
        yield f"Those who are missing are reminded {listed(list(map(length, terms['reminders'])))} before the deadline."
    if terms["grace_seconds"]:
        yield f"Orders are still accepted for {length(terms['grace_seconds'])} after the deadline."
    yield f"For a player who misses it, their book answers, or else the default. {misses(terms)}"
    yield from days_off(terms)
    yield absences(terms["absence_days"])


def misses(terms: Mapping[str, Any]) -> str:
    """How often a player may miss a deadline."""
    excused, back = terms["excused"], terms["excused_back"]
    if not excused:
        return "The first miss makes the seat vacant."
    return f"{counted(excused, 'miss')} {'is' if excused == 1 else 'are'} excused, the next makes the seat vacant; " + (
        f"{counted(back, 'answer')} in time {'makes' if back == 1 else 'make'} up for one."
    )


def days_off(terms: Mapping[str, Any]) -> Iterator[str]:
    """Which days do not count, and where they begin."""
    off = [list(DAYS.values())[day] for day in sorted(terms["days_off"])] + sorted(terms["dates_off"])
    if off:
        yield f"{listed(off)} {'does' if len(off) == 1 else 'do'} not count; days are those of {terms['time_zone']}."


def absences(days: int) -> str:
    """For how long a player may be away."""
    if not days:
        return "Absences cannot be announced."
    return f"A seat may announce absences of {counted(days, 'day')} in all; those days do not count either."
