"""What looks otherwise on one board than on the one before: found by the ids of what is drawn, and marked in gold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Final, NamedTuple
from xml.etree import ElementTree

POINT: Final = re.compile(r"([ML]-?[\d.]+[ ,])(-?[\d.]+)")
TOGETHER: Final = 5  # things that move by as much: the section moved, not they
MARK: Final = (
    "<style>svg{--gold:#b07800}.changed>title+*{stroke:var(--gold);stroke-width:5px;--rim:var(--gold)}"
    ".changed>title+text{stroke:none;fill:var(--gold)}@media(prefers-color-scheme:dark){svg{--gold:#ffc53d}}</style>"
)


class Part(NamedTuple):
    """An element of a picture, and the heights at which it stands."""

    drawn: str
    at: tuple[Fraction, ...]


def marked(before: str, after: str) -> str:
    """A board that stands for itself, with what changed since another one marked."""
    for one in changed(before, after):
        after = after.replace(f'<g data-id="{escape(one)}"', f'<g class="changed" data-id="{escape(one)}"')
    return after.removesuffix("</svg>") + MARK + "</svg>"


def changed(before: str, after: str) -> list[str]:
    """The ids of what looks otherwise in one picture than in the other; a whole section may stand higher or lower."""
    old, new = parts_of(before), parts_of(after)
    moved = {name: drop(old[name], new[name]) for name in new if name in old}
    drops = Counter(moved.values())
    same = [0, *(by for by, things in drops.items() if by is not None and things >= TOGETHER)]
    return sorted(name for name in new if moved.get(name) not in same)


def drop(old: Sequence[Part], new: Sequence[Part]) -> Fraction | None:
    """How much lower the same stands in the new picture; None where it is not the same."""
    if [part.drawn for part in old] != [part.drawn for part in new]:
        return None
    drops = [now - was for one, other in zip(old, new, strict=True) for was, now in zip(one.at, other.at, strict=True)]
    by = drops[0] if drops else Fraction(0)
    return by if all(other == by for other in drops) else None


def parts_of(svg: str) -> dict[str, list[Part]]:
    """By id what is drawn for it, without what is drawn for things of their own within."""
    found: dict[str, list[Part]] = {}
    root = ElementTree.fromstring(svg)  # noqa: S314 - drawn by the rules
    _collect(root, found, None)
    return found


def _collect(element: ElementTree.Element, found: dict[str, list[Part]], own: list[Part] | None) -> None:
    name = element.get("data-id")
    if name is not None:
        own = found.setdefault(name, [])
    if own is not None:
        own.append(_part(element))
    for child in element:
        _collect(child, found, own)


def _part(element: ElementTree.Element) -> Part:
    drawn = {name: value for name, value in element.attrib.items() if name != "data-at"}  # where pages may draw
    heights = [drawn.pop("y")] if "y" in drawn else []
    if path := drawn.get("d"):
        heights += [height for _, height in POINT.findall(path)]
        drawn["d"] = POINT.sub(r"\1", path)
    return Part(f"{element.tag} {sorted(drawn.items())} {element.text}", tuple(map(Fraction, heights)))
