"""What web pages with boards share, a host's as well as a player's own: a style sheet and its fonts."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

SHEET: Final = "pages.css"
FONTS: Final = {
    "regular.woff2": "AtkinsonHyperlegible-Regular-subset.woff2",
    "bold.woff2": "AtkinsonHyperlegible-Bold-subset.woff2",
}
"""By the name that the style sheet has for them, beside which it expects them."""


@cache
def style_sheet() -> bytes:
    """Colours, type, header, seats, board, replay, panels and log; a page's own rules stand after it."""
    return files(__package__).joinpath(SHEET).read_bytes()


@cache
def font(name: str) -> bytes:
    """A font of the style sheet."""
    return files(__package__).joinpath("fonts", FONTS[name]).read_bytes()
