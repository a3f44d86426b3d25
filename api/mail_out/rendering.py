"""Mails written from one template a kind, twice: as text and as HTML, by the macros of `text.j2` and `html.j2`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import jinja2

PICTURE: Final = "board@ostraka"
"""The Content-ID of the picture in a mail."""


def environment(autoescape: bool) -> jinja2.Environment:
    """The templates, with or without HTML's escaping."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=autoescape,  # noqa: S701  (off for plain text only)
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )


TEMPLATES: Final = environment(autoescape=False)
HTML: Final = environment(autoescape=True)


def write(kind: str, facts: dict[str, Any]) -> tuple[str, str]:
    """A mail of a kind: its text, its HTML."""
    text = TEMPLATES.get_template(f"{kind}.j2").render(facts, parts="text.j2")
    html = HTML.get_template(f"{kind}.j2").render(facts, parts="html.j2")
    return tidy(text), tidy(html)


def tidy(text: str) -> str:
    """At most one empty line in a row, none at the ends."""
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def printable(text: str) -> str:
    """Free text on one line, without control characters."""
    return "".join(char if char.isprintable() else " " for char in " ".join(text.split()))
