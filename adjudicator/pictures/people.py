"""The marks of seats beside the names of their people, so that one finds in a picture who is named in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from markupsafe import Markup, escape

from adjudicator.kernel import Title

COLOURS: Final = ("red", "green", "black", "orange", "blue")
_MARK: Final = Markup('<i class="swatch line-{}"></i>')


def line_of(seat: str, seats: Sequence[str]) -> str:
    """How style sheets call the colour of a seat: by the colour that it is called by, else by its place."""
    return seat if seat in COLOURS or seat not in seats else str(seats.index(seat))


def mark(rules: Title[Any], seat: str) -> Markup:
    """The mark of a seat that is called by a person's name."""
    return swatch(rules, seat) if seat in rules.naming.people else Markup()


def swatch(rules: Title[Any], seat: str) -> Markup:
    """The mark of a seat, whatever it is called by."""
    return _MARK.format(line_of(seat, rules.seat_names))


def marked(rules: Title[Any], text: str) -> Markup:
    """A text in which the marks of their seats stand before the names of people."""
    seats = {str(escape(name)): seat for seat, name in rules.naming.people.items()}
    if not seats:
        return escape(text)
    found = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, sorted(seats, key=len, reverse=True)))})(?!\w)")
    said = found.sub(lambda one: f"{mark(rules, seats[one[1]])}{one[1]}", str(escape(text)))
    return Markup(said)  # noqa: S704 - escaped, with marks of ours
