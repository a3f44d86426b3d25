"""Days, instants and time zones of statements: what no calendar and no map has is refused, in words."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import available_timezones

import pytest

from schemas.errors import Malformed
from schemas.statements.contests import Contest
from schemas.statements.payloads import Absence, Game, Payload, Preferences, SeatAct, fits
from schemas.statements.times import LAST, WORLD, Day, Instant, TimeZone, find_zone
from tests.api.openapi.sample_statements import payloads

YEARS = (2000, 2001, 2004, 2026, 2100, 2200, 2400, 2800, 2900, 2999)


def is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).year >= 2000
    except ValueError:
        return False


def test_a_day_is_one_that_the_calendar_has() -> None:
    days = [f"{year}-{month:02}-{day:02}" for year in YEARS for month in range(14) for day in range(33)]
    assert [day for day in days if fits(day, Day) != is_day(day)] == []
    others = ("0000-01-01", "1999-12-31", "3000-01-01", "9999-12-31", "2026-3-1", "2026-03-01\n", "٢٠٢٦-٠٣-٠١")
    assert [day for day in others if fits(day, Day)] == []


@pytest.mark.parametrize(
    "time", ["T24:00:00Z", "T25:00:00Z", "T12:60:00Z", "T12:00:60Z", "T12:00:00", "T12:00:00+00:00"]
)
def test_an_instant_is_one_that_a_clock_shows(time: str) -> None:
    assert fits("2026-02-28T23:59:59Z", Instant)
    assert not fits(f"2026-02-28{time}", Instant)
    assert not fits("2026-02-30T12:00:00Z", Instant)


def test_to_the_last_instant_everything_can_be_added_that_is_allowed() -> None:
    assert fits(f"{LAST:%Y-%m-%dT%H:%M:%SZ}", Instant)
    assert not fits(f"{LAST + timedelta(seconds=1):%Y-%m-%dT%H:%M:%SZ}", Instant)
    assert LAST + timedelta(days=1_000_000) < datetime.max.replace(tzinfo=UTC)


@pytest.mark.parametrize(
    "name",
    ["right/UTC", "posix/Europe/Athens", "Factory", "localtime", "Etc/GMT+3", "EST", "Europe", "Europe/",
     "Europe/../UTC", "europe/athens", "Europe/Athens\n", "America/Argentina", "Europe/Atlantis", "", "/etc/passwd",
     "Asia/" + "x" * 99],
)  # fmt: skip
def test_what_is_no_time_zone_of_a_place_is_none(name: str) -> None:
    assert find_zone(name) is None


def test_every_part_of_the_world_has_time_zones() -> None:
    places = [name for name in available_timezones() if fits(name, TimeZone)]
    assert {name.partition("/")[0] for name in places} == {"UTC", *WORLD.split("|")}
    assert [name for name in places if find_zone(name) is None] == []


@pytest.mark.parametrize(
    ("kind", "path", "said"),
    [
        (SeatAct, "act.first", "2026-02-30"),
        (SeatAct, "act.last", "0000-01-01"),
        (SeatAct, "act.last", "9999-99-99"),
        (Game, "terms.dates_off[1]", "2026-02-31"),
        (Game, "terms.time_zone", "right/UTC"),
        (Preferences, "time_zone", "Factory"),
        (Contest, "closes_at", "2026-02-30T12:00:00Z"),
        (Contest, "closes_at", "2026-02-28T25:00:00Z"),
        (Contest, "closes_at", "9999-12-31T23:59:59Z"),
    ],
)
def test_a_refusal_says_where_what_and_what_would_be_right(kind: type[Payload], path: str, said: str) -> None:
    body = payloads()[kind.document].to_body()
    if kind is SeatAct:
        body["act"] = {"act": Absence.__struct_config__.tag, "first": "2026-02-01", "last": "2026-02-02"}
    if kind is Game:
        body["terms"]["dates_off"] = ["2026-02-01", "2026-02-02"]
    kind.from_body(body)
    put(body, path, said)
    with pytest.raises(Malformed) as refusal:
        kind.from_body(body)
    assert f"`{path}` is '{said}', not " in refusal.value.message
    assert ", such as " in refusal.value.message
    assert "regex" not in refusal.value.message


def put(body: Any, path: str, said: str) -> None:
    """Write into a payload where a path leads."""
    *way, last = path.replace("[1]", ".1").split(".")
    for name in way:
        body = body[name]
    body[int(last) if last == "1" else last] = said
