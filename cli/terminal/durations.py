"""Lengths of time and dates as people type them."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import click

UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}


class Duration(click.ParamType[int]):
    """A length of time: a whole number and one of s, m, h, d, w."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The length in seconds."""
        if isinstance(value, int):
            return value
        found = re.fullmatch(r"([1-9][0-9]{0,5})([smhdw])", value)
        if not found:
            self.fail(
                f"{value!r} is not a length of time: write a number and one of s, m, h, d, w, as in 36h or 3d.",
                param,
                ctx,
            )
        return int(found[1]) * UNITS[found[2]]


class Days(Duration):
    """A number of days; 0d for no day."""

    name = "days"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of days."""
        if isinstance(value, int) or value == "0d":
            return 0 if value == "0d" else value
        days, rest = divmod(super().convert(value, param, ctx), UNITS["d"])
        return self.fail(f"{value!r} is not a number of days: write it as in 14d or 2w.", param, ctx) if rest else days


class Day(click.ParamType[str]):
    """A date, as in 2026-12-25."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The date as ISO 8601 writes it."""
        try:
            return date.fromisoformat(value).isoformat()
        except ValueError:
            return self.fail(f"{value!r} is not a date: write it as in 2026-12-25.", param, ctx)
