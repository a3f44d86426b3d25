"""Boards as plain text: lines that fit a terminal."""

from __future__ import annotations

from textwrap import wrap

COLUMNS = 80
_MOST_INDENT = 8


def wrapped(head: str, text: str) -> list[str]:
    """A line that begins with `head`; what does not fit goes below, indented."""
    indent = " " * min(len(head), _MOST_INDENT)
    return wrap(
        text, COLUMNS, initial_indent=head, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
