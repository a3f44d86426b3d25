"""The terms of a game as options of `game create`."""

from __future__ import annotations

import functools
from typing import Any

import click

from cli.terminal.durations import Day, Days, Duration
from cli.terminal.options import Command

CUT = ("final", "in", "deadline")  # as schemas.documents.game_in_words words them, which takes time to import
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
OPTIONS = (
    click.option(
        "--deadline",
        "phase_seconds",
        type=Duration(),
        default="3d",
        show_default=True,
        help="Time for each phase.",
    ),
    click.option("--bank", "bank_seconds", type=Duration(), default=0, help="A bank of extra time for each seat."),
    click.option(
        "--grace",
        "grace_seconds",
        type=Duration(),
        default=0,
        help="How long orders are still accepted after the deadline.",
    ),
    click.option(
        "--reminder",
        "reminders",
        type=Duration(),
        multiple=True,
        help="How long before the deadline to send a reminder; repeatable.",
    ),
    click.option(
        "--excused", type=int, default=2, show_default=True, help="Missed deadlines before a seat becomes vacant."
    ),
    click.option(
        "--excused-back", type=int, default=10, show_default=True, help="Answers in time that make up for a miss."
    ),
    click.option("--least", "least_seconds", type=Duration(), default=0, help="No phase is cut sooner than this."),
    click.option(
        "--day-off",
        "days_off",
        type=click.Choice(DAYS),
        multiple=True,
        help="A weekday that does not count; repeatable.",
    ),
    click.option("--date-off", "dates_off", type=Day(), multiple=True, help="A date that does not count; repeatable."),
    click.option(
        "--time-zone",
        default="UTC",
        show_default=True,
        help="The time zone of the game's days and deadlines, such as Europe/Athens; mails give times in it.",
    ),
    click.option(
        "--absence",
        "absence_days",
        type=Days(),
        default="14d",
        show_default=True,
        help="How long a seat may be away in all.",
    ),
    click.option(
        "--cut",
        type=click.Choice(CUT),
        default="final",
        show_default=True,
        help="When a phase is cut: when all orders are final, when all are in, or only at the deadline.",
    ),
)


SAID = (
    click.option(
        "--seats-a-player",
        type=click.IntRange(1, 64),
        help="How many seats one player may hold; by default one, unless the title has players share.",
    ),
    click.option(
        "--start",
        type=click.Choice(("organiser", "full")),
        help="Who begins the game: you, or whoever takes the last seat.  [default: organiser]",
    ),
    click.option(
        "--private",
        type=click.Choice(("until-over", "always")),
        help="Show the game only to you, to players who hold a seat, and to those you invite.",
    ),
    click.option(
        "--anonymous",
        is_flag=True,
        default=None,
        help="Players have aliases until the game is over: not even you learn who they are.",
    ),
    click.option("--tag", "tags", multiple=True, metavar="TAG", help="A tag to find it by in lists; repeatable."),
)


def said_options(command: Command) -> Command:
    """What else the statement of a game can say."""
    return functools.reduce(lambda wrapped, option: option(wrapped), reversed(SAID), command)


def with_terms(command: Command) -> Command:
    """The options of a game's terms; passes them as `terms`."""

    @functools.wraps(command)
    def wrapper(*args: Any, **given: Any) -> Any:
        from schemas.statements.payloads import Terms

        said = {field: given.pop(field) for field in Terms.__struct_fields__}
        weekdays = [DAYS.index(day) for day in said["days_off"]]
        lists = {"reminders": list(said["reminders"]), "days_off": weekdays, "dates_off": list(said["dates_off"])}
        return command(*args, terms=Terms(**{**said, **lists}), **given)

    return functools.reduce(lambda wrapped, option: option(wrapped), reversed(OPTIONS), wrapper)
