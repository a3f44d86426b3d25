"""Days, instants and time zones, as statements carry them: whatever has one of these forms is one that there is.

Years are 2000 to 2999, so that no sum of an instant and lengths of time that are allowed leaves the calendar. Which
places have time zones of their own changes from year to year: the form names the parts of the world, and who accepts a
statement asks `find_zone` besides, so that a record does not depend on what the machine that verifies it knows.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated, Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Meta

from schemas.statements.forms import whole

LONG_MONTHS: Final = r"(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
SHORT_MONTHS: Final = r"(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
FEBRUARY: Final = r"02-(?:0[1-9]|1[0-9]|2[0-8])"
LEAP_YEAR: Final = r"(?:2[048]00|2[0-9](?:0[48]|[2468][048]|[13579][26]))"
DAY: Final = rf"(?:2[0-9]{{3}}-(?:{LONG_MONTHS}|{SHORT_MONTHS}|{FEBRUARY})|{LEAP_YEAR}-02-29)"
INSTANT: Final = rf"{DAY}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z"
WORLD: Final = "Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific"
TIME_ZONE: Final = rf"UTC|(?:{WORLD})(?:/[A-Za-z][A-Za-z0-9_+-]{{0,31}}){{1,2}}"

Day = Annotated[str, Meta(pattern=whole(DAY))]
Instant = Annotated[str, Meta(pattern=whole(INSTANT))]
TimeZone = Annotated[str, Meta(pattern=whole(TIME_ZONE))]
LAST: Final = datetime(2999, 12, 31, 23, 59, 59, tzinfo=UTC)

A_DAY: Final = "not a date between 2000 and 2999, such as 2026-03-01"
AN_INSTANT: Final = "not a time between 2000 and 2999, such as 2026-03-01T18:00:00Z"
A_TIME_ZONE: Final = "not a time zone, such as Europe/Athens or UTC"
WRONG: Final = {repr(whole(DAY)): A_DAY, repr(whole(INSTANT)): AN_INSTANT, repr(whole(TIME_ZONE)): A_TIME_ZONE}
"""What is said of a text that has not the form, by the form as msgspec writes it."""
_REFUSED: Final = re.compile(r"Expected `str` matching regex (?P<form>.*) - at `\$\.(?P<path>.*)`")


def find_zone(name: str) -> ZoneInfo | None:
    """The time zone of that name; None if it is not one of a place, or this machine does not know it."""
    if not re.match(whole(TIME_ZONE), name):
        return None
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return None


def in_words(refusal: str, body: Any) -> str:
    """A refusal of msgspec's, in words where it is about a day, an instant or a time zone."""
    found = _REFUSED.fullmatch(refusal)
    said = found and WRONG.get(found["form"])
    if not found or not said:
        return refusal
    value = body
    for key, number in re.findall(r"([^.\[\]]+)|\[(\d+)\]", found["path"]):
        value = value[int(number)] if number else value[key]
    return f"`{found['path']}` is {value[:40]!r}, {said}"
