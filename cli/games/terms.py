"""The terms of a game as options of `game create`; what they say is in `agreed`."""

from __future__ import annotations

import functools
from typing import Any

import click

from cli.terminal.durations import Day, Days, Duration
from cli.terminal.options import Command

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
        from schemas.statements.payloads import Terms

        said = {field: given.pop(field) for field in Terms.__struct_fields__}
        weekdays = [list(DAYS).index(day) for day in said["days_off"]]
        lists = {"reminders": list(said["reminders"]), "days_off": weekdays, "dates_off": list(said["dates_off"])}
        return command(*args, terms=Terms(**{**said, **lists}), **given)

    return functools.reduce(lambda wrapped, option: option(wrapped), reversed(OPTIONS), wrapper)
