"""Words on the page: templates, text that cannot steer a browser, times, and names that light up on the board."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

import jinja2
from markupsafe import Markup, escape

from adjudicator.kernel import Title
from adjudicator.pictures import PAGE_FONTS, font, shared_template, style_sheet
from adjudicator.pictures.people import mark
from cli.seat.game import Told
from cli.times import short_time, time_left

TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of what stands after them."""
KINDS: Final = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "woff2": "font/woff2"}
BOARD: Final = "pan tray sight light bubble reasons known-as board look-back"
MODULES: Final = f"table dom page {BOARD} answer sheet tabs keys tell feed news turn program press"
SCRIPTS: Final = tuple(f"{name}.js" for name in MODULES.split())
HELP: Final = "help:"
"""What begins the id of a word that is explained."""
COMMENT: Final = re.compile(rb"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE)
INDENT: Final = re.compile(rb"^[ \t\n]+", re.MULTILINE)
LATE: Final = ("scenes.js", "scenes.css")
"""What comes when scenes are first told."""
STATIC: Final = ("table.css", *SCRIPTS, *LATE, "list.js", "trouble.js", "icon.svg", "icon-turn.svg", *PAGE_FONTS)


@cache
def templates() -> jinja2.Environment:
    """The templates of the pages."""
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader([jinja2.PackageLoader(__package__), jinja2.FunctionLoader(shared_template)]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        finalize=plain,
    )
    environment.filters["left"] = time_left
    environment.filters["day"] = short_time
    return environment


def plain(value: Any) -> Any:
    """Text without characters that steer or turn round what stands after them; markup of ours as it is."""
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return "".join(
        c for c in value if c in "\n\t" or (unicodedata.category(c) not in ("Cc", "Cs") and c not in TURNING)
    )


@cache
def static(name: str) -> bytes:
    """A file that the pages use, scripts and styles without what is for their readers alone."""
    if name in PAGE_FONTS:
        return font(name)
    own = files(__package__).joinpath("static", name).read_bytes()
    whole = style_sheet() + own if name == "table.css" else own
    return bare(whole) if name.endswith((".js", ".css")) else whole


def bare(text: bytes) -> bytes:
    """A script or style without the lines that are comments, and without indents, which no text in it has."""
    return INDENT.sub(b"", COMMENT.sub(b"", text))


def qr_code(link: str, error: str = "m") -> Markup:
    """A link for the camera of a phone; `error`: how much of the code may be lost, `l` being the least."""
    if not link:
        return Markup()
    import segno

    return Markup(segno.make_qr(link, error=error).svg_inline(scale=4, light="#fff", svgclass=None, lineclass=None))  # noqa: S704 - of squares alone


def with_names(told: Told, rules: Title[Any], view: Any) -> Markup:
    """A sentence in which the names of what it tells about light it up on the board."""
    return linked(told.said(rules, view), names_of(told.subjects, rules, view), rules)


def names_of(subjects: Sequence[str], rules: Title[Any], view: Any) -> dict[str, str]:
    """Subjects by their names; of several with one name the first."""
    names: dict[str, str] = {}
    for one in subjects:
        if name := _name(rules, view, one):
            names.setdefault(name, one)
    return names


def linked(text: str, names: Mapping[str, str], rules: Title[Any] | None = None, helps: str = "") -> Markup:
    """Text in which names light up what they name; before those of people stand the marks of their seats.

    `helps`: where words lead that are explained, each once.
    """
    text = plain(text)
    if not names:
        return escape(text)
    found = re.compile(r"(?<!\w)(" + "|".join(map(re.escape, sorted(names, key=len, reverse=True))) + r")(?!\w)")
    pieces, explained = found.split(text), set[str]()

    def link(piece: str) -> Markup:
        one = names[piece]
        if not one.startswith(HELP):
            return Markup('{}<a href="#board" data-ref="{}">{}</a>').format(mark_of(one, rules), one, piece)
        if one in explained:
            return escape(piece)
        explained.add(one)
        return Markup('<a href="{}#{}" data-ref="{}">{}</a>').format(helps, one.removeprefix(HELP), one, piece)

    return Markup("").join(link(piece) if place % 2 else escape(piece) for place, piece in enumerate(pieces))


def mark_of(one: str, rules: Title[Any] | None) -> Markup:
    """The mark of a seat, where a person is named for it."""
    kind, _, seat = one.partition(":")
    return mark(rules, seat) if rules and kind == "seat" else Markup()


def _name(rules: Title[Any], view: Any, one: str) -> str:
    try:
        return rules.words(view, one)
    except (KeyError, ValueError, IndexError, AttributeError):  # it is no more
        return ""


def sentences(told: Sequence[Told], rules: Title[Any], view: Any) -> list[Markup]:
    """Sentences with their names."""
    return [with_names(one, rules, view) for one in told]
