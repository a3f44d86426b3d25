"""Pictures of boards as PNG, for mails and files, in a font of our own so that they look the same everywhere.

Titles draw SVG (`Title.draw`); here it is turned into pixels. What the drawings of titles
share is beside it: shapes, measures, ground colours, parts of the template; and the style sheet of the pages that show
them, which host and player have in common. This package imports nothing of ours.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

WIDTH = 1060
_PROPERTY = re.compile(r"--([a-z-]+):(#[0-9a-f]+);")
_USED = re.compile(r"var\(--([a-z-]+)\)")
_UNSET = re.compile(r"var\(--[a-z-]+,([^()]*)\)")  # set by pages alone
FOLDER = Path(__file__).with_name("fonts")
FONTS = ("AtkinsonHyperlegible-Regular.ttf", "AtkinsonHyperlegible-Bold.ttf")
# by weight, the letters of pictures alone: pyftsubset FONT --unicodes=U+20-7E,U+D7,U+2013 --flavor=woff2 --no-hinting
SUBSETS = {"normal": "AtkinsonHyperlegible-Regular-subset.woff2", "bold": "AtkinsonHyperlegible-Bold-subset.woff2"}


def render(svg: str, width: int = WIDTH) -> bytes:
    """A picture as PNG, `width` pixels wide. ValueError when it is no SVG."""
    import resvg_py

    fonts = [str(FOLDER.joinpath(name)) for name in FONTS]
    return bytes(
        resvg_py.svg_to_bytes(svg_string=written_out(svg), width=width, skip_system_fonts=True, font_files=fonts)
    )


def written_out(svg: str) -> str:
    """A picture with its colours written out, as on a light device: for programs that know no properties of style."""
    colours: dict[str, str] = {}
    for name, colour in _PROPERTY.findall(svg):
        colours.setdefault(name, colour)
    return _UNSET.sub(r"\1", _USED.sub(lambda used: colours.get(used[1], "none"), svg))


def standalone(svg: str) -> str:
    """A picture with its font inside, for files: it looks the same where the font is not installed."""
    before, end, after = svg.rpartition("</svg>")
    return f"{before}<style>{_faces()}</style>{end}{after}"


@cache
def _faces() -> str:
    from base64 import b64encode

    data = {weight: b64encode(FOLDER.joinpath(name).read_bytes()).decode() for weight, name in SUBSETS.items()}
    return "".join(
        f'@font-face{{font-family:"Atkinson Hyperlegible";font-weight:{weight};'
        f'src:url(data:font/woff2;base64,{font}) format("woff2")}}'
        for weight, font in data.items()
    )


# --- what web pages with boards share -----------------------------------------------------------------------------


SHEET: Final = "pages.css"
PAGE_FONTS: Final = {
    "regular.woff2": "AtkinsonHyperlegible-Regular-subset.woff2",
    "bold.woff2": "AtkinsonHyperlegible-Bold-subset.woff2",
}
"""By the name that the style sheet has for them, beside which it expects them."""


@cache
def style_sheet() -> bytes:
    """Colours, type, header, seats, board, replay, panels and log; a page's own rules stand after it."""
    return files(__package__).joinpath(SHEET).read_bytes()


def shared_template(name: str) -> str | None:
    """A template that the pages of the host and of the table have in common, for a loader of theirs."""
    return (
        files(__package__).joinpath(name).read_text(encoding="utf-8") if name in ("doors.html", "ending.html") else None
    )


@cache
def font(name: str) -> bytes:
    """A font of the style sheet."""
    return files(__package__).joinpath("fonts", PAGE_FONTS[name]).read_bytes()
