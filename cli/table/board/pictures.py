"""Boards as parts of a page: without styles of their own, which its policy forbids, and with what may be clicked.

The style of a picture is served as a sheet, with classes of its own: its rules hold in that picture alone, and in what
`use` repeats of it, which no rule for things within the picture would reach.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from html import unescape
from threading import Lock
from types import MappingProxyType
from typing import Any, Final

import msgspec
from markupsafe import Markup, escape
from msgspec.structs import replace

from adjudicator.kernel import Shape, Title

SHAPES: Final[tuple[Shape, Shape]] = ("wide", "tall")
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
LEFT: Final = r'(<g data-id="{}"[^>]*>(?:<title>[^<]*</title>)?(?:<(?!text|g|/g)[^>]*>)*<text[^>]*)>([^<]*)<'
STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)
IDS: Final = re.compile(r'((?<![-\w])id="|href="#|aria-labelledby="|url\(#)([a-z][^"]*)')
NAMED: Final = re.compile(r'<g data-id="([^"]*)"')
CLASSES: Final = re.compile(r'\bclass="([^"]*)"')
IN_STYLE: Final = re.compile(r"\.([A-Za-z][\w-]*)")
PHONE: Final = 600  # points: the widest that a phone is
SIZE: Final = re.compile(r'viewBox="0 0 (\d+) (\d+)"')
OWN_ID: Final = re.compile(r'(<g data-id="\w+:(\w+)">)<title>\2</title>')  # the script says an id by itself
CARD: Final = re.compile(r'<g data-id="([^"]*)" role="img"><title>([^<]*)</title>')
COLUMN: Final = 800  # points: a board of such a width has more than one thing in a row
SIGNS: Final = re.compile(r"<defs>.*?</defs>", re.DOTALL)
HEADING: Final = re.compile(r"<title[^>]*>(.*?)</title>", re.DOTALL)


class Picture(msgspec.Struct, frozen=True):
    """A board in one shape: its SVG, and the name of its style sheet."""

    shape: str
    svg: str
    sheet: str

    @property
    def is_roomy(self) -> bool:
        """Whether it is made for a phone and wider than one: it scrolls there."""
        size = SIZE.search(self.svg)
        return self.shape == "tall" and size is not None and int(size[1]) > PHONE

    def without_signs_of(self, other: Picture) -> Picture:
        """The picture without what it draws again and again, such as signs and coasts, where another draws the same."""
        mine, theirs = SIGNS.search(self.svg), SIGNS.search(other.svg)
        return replace(self, svg=self.svg.replace(mine[0], "")) if mine and theirs and mine[0] == theirs[0] else self

    def new_since(self, before: Picture) -> list[str]:
        """The ids of what looks otherwise than before."""
        from adjudicator.pictures.changes import changed  # a first board needs none of it

        return changed(before.svg, self.svg)

    def lit(self, lights: Mapping[str, str], left: Mapping[str, str] = NOTHING, ghosts: str = "") -> Markup:
        """The picture, in which what has a light has it as its class; what is `left` of a thing stands on it; `ghosts`
        are drawn above all."""

        def named(found: re.Match[str]) -> str:
            light = lights.get(found[1].replace("&amp;", "&"))
            return f'<g class="{escape(light)}" data-id="{found[1]}"' if light else found[0]

        svg = self.svg
        for one, text in left.items():
            if text:
                svg = re.sub(LEFT.format(re.escape(escape(one))), rf'\1 data-was="\2">{escape(text)}<', svg)
        svg = NAMED.sub(named, svg).removesuffix("</svg>")
        return Markup(f'{svg}<g class="ghosts">{ghosts}</g></svg>')  # noqa: S704 - drawn by the rules, which escape


class Pictures:
    """The pictures of a table, and the sheets that they need."""

    def __init__(self) -> None:
        self.sheets: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._lock = Lock()

    def of(self, rules: Title[Any], view: Any, seat: str | None, wanted: str = "") -> list[Picture]:
        """The board of a view in every shape, or in the one that is wanted."""
        shapes = [shape for shape in SHAPES if wanted in ("", shape)]
        return [self.drawn(rules.draw(view, seat, False, shape), shape) for shape in shapes]

    def drawn(self, svg: str, shape: str) -> Picture:
        """An SVG that stands for itself as a part of a page."""
        style = "".join(STYLE.findall(svg))
        with self._lock:  # a short name: it stands before every class
            name = self._names.setdefault(style, f"d{len(self._names)}")
        self.sheets[name] = IN_STYLE.sub(rf".{name}-\1", style)
        bare = OWN_ID.sub(r"\1", renamed(STYLE.sub("", svg).strip(), shape, name))
        return Picture(shape, bare.replace("<svg ", f'<svg class="drawn {shape}{long(bare)}" ', 1), name)


def size_of(picture: Picture) -> tuple[int, int]:
    """How wide and how high it is drawn."""
    size = SIZE.search(picture.svg)
    return (int(size[1]), int(size[2])) if size else (0, 0)


def long(svg: str) -> str:
    """What a picture is called that does not fit a window: it scrolls; one that is a mere column stays narrow."""
    size = SIZE.search(svg)
    width, height = (int(size[1]), int(size[2])) if size else (1, 1)
    return " long column" if height > 2 * width and width < COLUMN else " long" if height > 0.6 * width else ""


def renamed(svg: str, shape: str, sheet: str) -> str:
    """With ids and classes of its own: several pictures are parts of one page."""

    def own(found: re.Match[str]) -> str:
        return found[1] + " ".join(f"{shape}-{name.removeprefix(f'{shape}-')}" for name in found[2].split(" "))

    svg = CLASSES.sub(lambda found: f'class="{" ".join(f"{sheet}-{name}" for name in found[1].split())}"', svg)
    return IDS.sub(own, svg)


def heading_of(picture: Picture) -> str:
    """What a picture calls itself, such as turn and chapter."""
    found = HEADING.search(picture.svg)
    return str(Markup(found[1]).unescape()) if found else ""  # noqa: S704 - only read


class Said(msgspec.Struct, frozen=True):
    """What a picture says of one of its cards, such as what stands in a place, line by line; its name comes first."""

    id: str
    lines: list[str]

    @property
    def name(self) -> str:
        """What it is called."""
        return self.lines[0].partition(":")[0]


def said_of(picture: Picture) -> list[Said]:
    """What a picture says of each thing that has cards, the most first."""
    cards: dict[str, dict[str, None]] = {}
    for one, said in CARD.findall(picture.svg):
        cards.setdefault(unescape(one), {})[unescape(said)] = None
    return [Said(one, "; ".join(sorted(every, key=len, reverse=True)).split("; ")) for one, every in cards.items()]


def drawn_in(picture: Picture) -> list[str]:
    """The ids of what is drawn, each once."""
    return [unescape(one) for one in dict.fromkeys(NAMED.findall(picture.svg))]


def lights_of(
    pointed_at: Mapping[str, Collection[int]], taken: Collection[str] = (), ways: Collection[str] = ()
) -> dict[str, str]:
    """Which light each id has: bright for one choice, pale for several, glowing for what is taken or on a way."""
    lights = {name: "can" if len(places) == 1 else "can some" for name, places in pointed_at.items()}
    lights = also(lights, "way", ways)
    return {**lights, **{name: f"{lights.get(name, 'can')} taken" for name in taken}}


def also(lights: Mapping[str, str], light: str, names: Collection[str]) -> dict[str, str]:
    """The same with one light more for some."""
    return {**lights, **{name: f"{lights.get(name, '')} {light}".strip() for name in names}}
