"""The terms of a game: as options of `game create`, and in plain words for whoever joins."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any

import click

from cli.durations import Day, Days, Duration
from cli.options import Command
from schemas.durations import counted, length, listed

DAYS = {"mon": "Monday", "tue": "Tuesday", "wed": "Wednesday", "thu": "Thursday", "fri": "Friday"}
DAYS |= {"sat": "Saturday", "sun": "Sunday"}
CUT = {
    "final": "A phase is cut when all are final, at the latest at the deadline.",
    "in": "A phase is cut when all are in, drafts too, at the latest at the deadline.",
    "deadline": "A phase is cut at the deadline only.",
}


OPTIONS = (
    click.option(
        "--deadline",
        "phase_seconds",
        type=Duration(),
        default="3d",
        show_default=True,
        help="For each phase.",
    ),
    click.option("--bank", "bank_seconds", type=Duration(), default=0, help="Each seat's bank of time beyond that."),
    click.option(
        "--grace", "grace_seconds", type=Duration(), default=0, help="Orders are taken so long after the deadline."
    ),
    click.option(
        "--reminder",
        "reminders",
        type=Duration(),
        multiple=True,
        help="Remind so long before the deadline; repeatable.",
    ),
    click.option("--excused", type=int, default=2, show_default=True, help="Misses before a seat falls vacant."),
    click.option(
        "--excused-back", type=int, default=10, show_default=True, help="Answers in time that give a miss back."
    ),
    click.option("--least", "least_seconds", type=Duration(), default=0, help="No phase is cut sooner than this."),
    click.option(
        "--day-off", "days_off", type=click.Choice(tuple(DAYS)), multiple=True, help="Does not count; repeatable."
    ),
    click.option("--date-off", "dates_off", type=Day(), multiple=True, help="Does not count either; repeatable."),
    click.option("--time-zone", default="UTC", show_default=True, help="In which days begin: Europe/Athens."),
    click.option(
        "--absence", "absence_days", type=Days(), default="14d", show_default=True, help="A seat may be away so long."
    ),
    click.option(
        "--cut",
        type=click.Choice(tuple(CUT)),
        default="final",
        show_default=True,
        help="When all are final, when all are in, or at the deadline only.",
    ),
)


def with_terms(command: Command) -> Command:
    """The options of a game's terms; passes them as `terms`."""

    @functools.wraps(command)
    def wrapper(*args: Any, **given: Any) -> Any:
        from schemas.payloads import Terms

        said = {field: given.pop(field) for field in Terms.__struct_fields__}
        weekdays = [list(DAYS).index(day) for day in said["days_off"]]
        lists = {"reminders": list(said["reminders"]), "days_off": weekdays, "dates_off": list(said["dates_off"])}
        return command(*args, terms=Terms(**{**said, **lists}), **given)

    return functools.reduce(lambda wrapped, option: option(wrapped), reversed(OPTIONS), wrapper)


def in_words(terms: Mapping[str, Any]) -> Iterator[str]:
    """A game's terms as sentences, as the organiser signed them."""
    bank = f"; after that a seat's bank runs, {length(terms['bank_seconds'])} in all" if terms["bank_seconds"] else ""
    yield f"A phase lasts {length(terms['phase_seconds'])}{bank}."
    yield CUT[terms["cut"]]
    if terms["least_seconds"]:
        yield f"No phase is cut within {length(terms['least_seconds'])} of its opening."
    if terms["reminders"]:
        yield f"Whoever is missing is reminded {listed(list(map(length, terms['reminders'])))} before the deadline."
    if terms["grace_seconds"]:
        yield f"After the deadline orders are taken for another {length(terms['grace_seconds'])}."
    yield f"Who is missing then is answered for by his book, else by the default. {misses(terms)}"
    yield from days_off(terms)
    yield absences(terms["absence_days"])


def misses(terms: Mapping[str, Any]) -> str:
    """How often a player may be missing."""
    excused, back = terms["excused"], terms["excused_back"]
    if not excused:
        return "The first miss makes his seat vacant."
    return f"{counted(excused, 'miss')} {'is' if excused == 1 else 'are'} excused, the next makes his seat vacant; " + (
        f"{counted(back, 'answer')} in time {'gives' if back == 1 else 'give'} one back."
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
    return f"A seat can be announced absent for {counted(days, 'day')} in all, and they do not count either."
