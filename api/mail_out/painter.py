"""Paints boards as PNG for mails, and keeps what it has drawn: from one phase to the next little of a board changes.

The rasteriser takes a quarter of a second for a whole board. So a board is taken apart into **atoms** (a text, a sign,
a rectangle, a path); each is drawn by the rasteriser once, many on one sheet, since it is the call that costs; and
pictures are laid together from them. A test holds what comes of it against the rasteriser's own pixels.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import chain
from math import ceil, floor
from typing import Any, Final, NamedTuple, TypeVar
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from PIL import Image

from adjudicator.pictures import render, written_out

SCALE: Final = 2
"""Pixels a unit of the picture: phones have two for each of their points, or more."""
COLOURS: Final = 64
LEVEL: Final = 5
"""Of compression: one more makes a file a fourteenth smaller in half as much time again."""
MOST_ATOMS: Final = 6_000
MOST_CARDS: Final = 3_000
"""Cards as they were laid together last."""
BORDER: Final = 3
"""Units around what is drawn: lines have a width, and letters overhang."""
MOST_PATHS: Final = 1_000
"""As they are seen from their beginnings: those of a map come again in every picture."""
MOST_GROUNDS: Final = 12
"""Parts of pictures with nothing but their grounds; the largest has 13 MB."""
SIGN: Final = 48
"""Half the room that a sign is drawn in at first, in units."""
LETTER, HIGH = 12, 32
"""Units: as wide as few letters of a board are, and higher than all. A wider text takes the room of its part."""
LARGE: Final = 120
"""Units, across and down: no text is so high."""
SHEET: Final = 1_600
"""How wide a sheet of new atoms is, in units."""
SVG: Final = "http://www.w3.org/2000/svg"
NAME: Final = f"{{{SVG}}}"
UNSEEN: Final = frozenset(f"{NAME}{tag}" for tag in ("title", "desc", "style", "defs", "clipPath"))
SAYING: Final = re.compile(r"role|tabindex|aria-.*|data-.*")
"""Attributes that change nothing in how an element looks."""
HEAD: Final = re.compile(r"<style>.*</defs>", re.DOTALL)
PROPERTY: Final = re.compile(r"--[a-z-]+:#[0-9a-f]+;")
COLOUR: Final = re.compile(r"#([0-9a-f]{6})\b")
STEP: Final = re.compile(r"([A-Za-z])([^A-Za-z]*)")
NUMBER: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
ARC: Final = re.compile(r"[AaSsTt]")
POINTS: Final = {"M": 1, "L": 1, "H": 1, "V": 1, "Q": 2, "C": 3}
"""After how many points a step has come somewhere."""
Key = TypeVar("Key")
Placed = tuple[float, float, "Box | None"]
ElementTree.register_namespace("", SVG)


class Box(NamedTuple):
    """A rectangle in whole units."""

    left: int
    top: int
    width: int
    height: int

    def meets(self, other: Box) -> bool:
        """Have two boxes anything in common?"""
        across = self.left < other.left + other.width and other.left < self.left + self.width
        return across and self.top < other.top + other.height and other.top < self.top + self.height


class Atom(NamedTuple):
    """What is drawn as a whole, the same wherever on the board it lies; and where it does, in halves of a unit."""

    drawn: str
    x: float
    y: float
    room: Box | None
    """Where it likely lies, as seen from its place; None: who knows."""


class Sprite(NamedTuple):
    """An atom in pixels, and how far from its place they begin; without a picture nothing of it is seen."""

    picture: Image.Image | None
    left: int
    top: int


class Style(NamedTuple):
    """What all pictures of a title have in common: style sheet and signs, the paper, the colours of a small file."""

    head: str
    paper: tuple[int, ...]
    palette: Image.Image


class Painter:
    """Paints parts of boards, in one thread. What it keeps is bounded."""

    def __init__(self) -> None:
        self._styles: dict[str, Style] = {}
        self._atoms: dict[tuple[str, str], Sprite] = {}
        self._cards: dict[tuple[Any, ...], Sprite] = {}
        self._grounds: dict[tuple[Any, ...], Image.Image] = {}

    def paint(self, svg: str, parts: Sequence[Box]) -> bytes:
        """These boxes of a board as PNG of few colours, one below the other; all of it where none is named."""
        picture, style = self.laid(svg, parts), self._style_of(svg)
        kept = {"palette": style.palette} if style else {"colors": COLOURS}
        picture.quantize(**kept, dither=Image.Dither.NONE).save(made := BytesIO(), "PNG", compress_level=LEVEL)
        return made.getvalue()

    def laid(self, svg: str, parts: Sequence[Box]) -> Image.Image:
        """The same with all its colours."""
        root = ElementTree.fromstring(svg)  # noqa: S314 - a title drew it
        style = self._style_of(svg)
        if style is None or not parts:
            return Image.open(BytesIO(render(svg, SCALE * int(root.get("width", "390"))))).convert("RGB")
        groups = [group for group in root.iter(f"{NAME}g") if group.get("data-part")]
        wholes = {
            part: self._whole(style, group, part)
            for part, group in ((box_of(group), group) for group in groups)
            if any(box.meets(part) for box in parts)
        }
        return below_each_other([cut_out(wholes, box, style) for box in parts], style.paper)

    def _style_of(self, svg: str) -> Style | None:
        if (found := HEAD.search(svg)) is None:
            return None
        if found[0] not in self._styles:
            head = written_out(found[0])
            ground = sheet_of(head, [('<rect class="paper" width="9" height="9"/>', Box(0, 0, 9, 9))])[0]
            self._styles[found[0]] = Style(head, ground.getpixel((8, 8)), palette_of(head))  # type: ignore[arg-type]
        return self._styles[found[0]]

    def _whole(self, style: Style, group: Element, part: Box) -> Image.Image:
        """A part of a board on paper, as large as it is."""
        cards = [atoms for one in group if (atoms := grounds_together(atoms_of(one)))]
        self._draw_new(style, chain.from_iterable(cards), part)
        ground = 1 + next((place for place, atoms in enumerate(cards) if any(map(is_large, atoms))), 0)
        picture = self._ground(style, part, cards[:ground]).copy()
        self._lay(picture, style, part, cards[ground:])
        return picture

    def _ground(self, style: Style, part: Box, cards: Sequence[Sequence[Atom]]) -> Image.Image:
        """A part with its first large card and what comes before: in a map it never changes."""
        seen = [(atom.drawn, atom.x - part.left, atom.y - part.top) for atoms in cards for atom in atoms]
        key = (style.head, part.width, part.height, *seen)
        if key not in self._grounds:
            make_room(self._grounds, MOST_GROUNDS)
            self._grounds[key] = on_paper(style, part)
            self._lay(self._grounds[key], style, part, cards)
        return self._grounds[key]

    def _lay(self, picture: Image.Image, style: Style, part: Box, cards: Iterable[Sequence[Atom]]) -> None:
        for atoms in cards:
            lay(picture, self._card(style, atoms), atoms[0].x - part.left, atoms[0].y - part.top)

    def _card(self, style: Style, atoms: Sequence[Atom]) -> Sprite:
        """A card as seen from its first atom."""
        x, y = atoms[0].x, atoms[0].y
        key = (style.head, *((atom.drawn, atom.x - x, atom.y - y) for atom in atoms))
        if key not in self._cards:
            make_room(self._cards, MOST_CARDS)
            self._cards[key] = together(
                [(self._atoms[style.head, atom.drawn], atom.x - x, atom.y - y) for atom in atoms]
            )
        return self._cards[key]

    def _draw_new(self, style: Style, atoms: Iterable[Atom], part: Box) -> None:
        """Draw what was never drawn; again, in the room of the whole part, what needs more than it was likely to."""
        if len(self._atoms) > MOST_ATOMS:
            self._atoms.clear()
        new = {atom.drawn: atom for atom in atoms if (style.head, atom.drawn) not in self._atoms}
        likely = {drawn: atom.room for drawn, atom in new.items() if atom.room is not None}
        found = {drawn: sprite for drawn, (sprite, whole) in drawn_in(style.head, likely).items() if whole}
        rest = {drawn: seen_from(atom, part) for drawn, atom in new.items() if drawn not in found}
        found |= {drawn: sprite for drawn, (sprite, _) in drawn_in(style.head, rest).items()}
        self._atoms |= {(style.head, drawn): sprite for drawn, sprite in found.items()}


def on_paper(style: Style, box: Box) -> Image.Image:
    """Nothing yet."""
    return Image.new("RGBA", (box.width * SCALE, box.height * SCALE), style.paper)


def cut_out(wholes: Mapping[Box, Image.Image], box: Box, style: Style) -> Image.Image:
    """What parts of a board have in a box, on paper."""
    picture = on_paper(style, box)
    for part, whole in wholes.items():
        if box.meets(part):
            picture.paste(whole, ((part.left - box.left) * SCALE, (part.top - box.top) * SCALE))
    return picture


def box_of(group: Element) -> Box:
    """Where a part of a board lies, with the lines that end it."""
    left, top, width, height = (int(number) for number in group.get("data-box", "").split())
    return Box(left, top, width, height + BORDER)


def atoms_of(element: Element) -> Iterator[Atom]:
    """What an element draws, in its order. A group that changes how its parts look is one atom."""
    if element.tag in UNSEEN or (element.tag == f"{NAME}g" and not len(element)):
        return
    looks = looks_of(element)
    if element.tag == f"{NAME}g" and not looks:
        for one in element:
            yield from atoms_of(one)
        return
    x, y, room = 0.0, 0.0, None
    if "transform" not in looks and element.tag in PLACED:
        x, y, room = PLACED[element.tag](looks, element)
    yield Atom(written(element, looks), x, y, room)


def grounds_together(atoms: Iterable[Atom]) -> list[Atom]:
    """The same, but large ones that lie over each other at once, such as the layers of a map, as one: each takes much
    room on a sheet."""
    found: list[Atom] = []
    for atom in atoms:
        if found and is_large(atom) and is_large(found[-1]):
            found[-1] = both(found[-1], atom)
        else:
            found.append(atom)
    return found


def is_large(atom: Atom) -> bool:
    """Does it cover a good part of a phone?"""
    return atom.room is not None and min(atom.room.width, atom.room.height) > LARGE


def both(one: Atom, other: Atom) -> Atom:
    """Two atoms, the second over the first, as one."""
    x, y = other.x - one.x, other.y - one.y
    drawn = f'{one.drawn}<g xmlns="{SVG}" transform="translate({x:g} {y:g})">{other.drawn}</g>'
    first, then = one.room or Box(0, 0, 0, 0), other.room or Box(0, 0, 0, 0)
    left, top = min(first.left, floor(then.left + x)), min(first.top, floor(then.top + y))
    right = max(first.left + first.width, ceil(then.left + x + then.width))
    bottom = max(first.top + first.height, ceil(then.top + y + then.height))
    return Atom(drawn, one.x, one.y, Box(left, top, right - left, bottom - top))


def placed_text(looks: dict[str, str], element: Element) -> Placed:
    """A text, by that end of it, or its middle, that stands at its place."""
    width = LETTER * len(element.text or "")
    said = looks.get("class", "").split()
    before = width if "end" in said else width // 2 if "middle" in said else 0
    return *moved(looks), Box(-before - HIGH, -HIGH, width + 2 * HIGH, HIGH + HIGH // 2)


def placed_sign(looks: dict[str, str], _: Element) -> Placed:
    """A sign of the template, most of which are small."""
    return *moved(looks), Box(-SIGN, -SIGN, 2 * SIGN, 2 * SIGN)


def placed_box(looks: dict[str, str], _: Element) -> Placed:
    """A rectangle with its line. One that is filled with a pattern stays where it is: the pattern does not move."""
    width, height = (ceil(float(looks[name])) + 2 * BORDER + 1 for name in ("width", "height"))
    if "url(" in looks.get("fill", ""):
        return 0.0, 0.0, Box(floor(float(looks["x"])) - BORDER, floor(float(looks["y"])) - BORDER, width, height)
    return *moved(looks), Box(-BORDER, -BORDER, width, height)


def placed_path(looks: dict[str, str], _: Element) -> Placed:
    """A path as seen from where it begins; with an arc in it nobody knows its room, nor where else it could lie."""
    looks["d"], x, y, room = from_its_beginning(looks["d"])
    return x, y, room


@lru_cache(maxsize=MOST_PATHS)
def from_its_beginning(d: str) -> tuple[str, float, float, Box | None]:
    """A path as seen from its first point, that point, and the room of the path."""
    steps = list(absolute(d))
    points = [point for _, some in steps for point in some]
    if not points or ARC.search(d):
        return d, 0.0, 0.0, None
    x, y = (floor(2 * number) / 2 for number in points[0])
    moved = "".join(
        command + " ".join(f"{across - x:.7g} {down - y:.7g}" for across, down in some) for command, some in steps
    )
    left, top = (floor(min(point[axis] for point in points) - at) - BORDER for axis, at in ((0, x), (1, y)))
    right, bottom = (ceil(max(point[axis] for point in points) - at) + BORDER for axis, at in ((0, x), (1, y)))
    return moved, x, y, Box(left, top, right - left, bottom - top)


def absolute(d: str) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """The steps of a path without arcs, every point named by where it is; the first of them has to be named so."""
    x = y = begun_x = begun_y = 0.0
    for command, said in STEP.findall(d):
        numbers, relative, kind = [float(number) for number in NUMBER.findall(said)], command.islower(), command.upper()
        if kind == "Z":
            x, y = begun_x, begun_y
            yield "Z", []
            continue
        points = []
        for place, pair in enumerate(pairs(kind, numbers, (0.0, 0.0) if relative else (x, y))):
            points.append((pair[0] + x, pair[1] + y) if relative else pair)
            if (place + 1) % POINTS[kind] == 0:
                x, y = points[-1]
        if kind == "M" and points:
            begun_x, begun_y = points[0]
        yield ("L" if kind in "HV" else kind), points


def pairs(kind: str, numbers: Sequence[float], here: tuple[float, float]) -> list[tuple[float, float]]:
    """The numbers of a step as points; a level or upright line names one of two."""
    if kind == "H":
        return [(number, here[1]) for number in numbers]
    if kind == "V":
        return [(here[0], number) for number in numbers]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


PLACED: Final[Mapping[str, Callable[[dict[str, str], Element], Placed]]] = {
    f"{NAME}text": placed_text,
    f"{NAME}use": placed_sign,
    f"{NAME}rect": placed_box,
    f"{NAME}path": placed_path,
}
"""What takes the place out of an element's attributes and tells it, with the room."""


def moved(looks: dict[str, str]) -> tuple[float, float]:
    """The place of an element down to halves of a unit, which are whole pixels; what is left stays with it."""
    x, y = (floor(2 * float(looks.get(axis, "0"))) / 2 for axis in ("x", "y"))
    looks["x"], looks["y"] = f"{float(looks.get('x', '0')) - x:g}", f"{float(looks.get('y', '0')) - y:g}"
    return x, y


def written(element: Element, looks: dict[str, str]) -> str:
    """An element as SVG, without what only says something."""
    if len(element):
        return ElementTree.tostring(looking(element, looks), "unicode")
    return written_alone(element.tag, tuple(looks.items()), element.text)


@lru_cache(maxsize=MOST_ATOMS)
def written_alone(tag: str, looks: tuple[tuple[str, str], ...], text: str | None) -> str:
    """The same of an element that holds no other; most of a board are the same again and again."""
    element = Element(tag, dict(looks))
    element.text = text
    return ElementTree.tostring(element, "unicode")


def looking(element: Element, looks: dict[str, str] | None = None) -> Element:
    """An element, with all that it holds, without what only says something."""
    copied = Element(element.tag, looks_of(element) if looks is None else looks)
    copied.text = element.text
    copied.extend(looking(one) for one in element if one.tag not in UNSEEN)
    return copied


def looks_of(element: Element) -> dict[str, str]:
    """The attributes that change how an element looks."""
    return {name: value for name, value in element.attrib.items() if not SAYING.fullmatch(name)}


def seen_from(atom: Atom, part: Box) -> Box:
    """The box of a part with some room around it, as seen from the place of an atom."""
    left, top = floor(part.left - atom.x) - SIGN, floor(part.top - atom.y) - SIGN
    return Box(left, top, part.width + 2 * SIGN + 1, part.height + 2 * SIGN + 1)


def drawn_in(head: str, rooms: Mapping[str, Box]) -> dict[str, tuple[Sprite, bool]]:
    """Elements drawn each in its room, and whether what is seen of it ends before the edges."""
    made = {}
    for (drawn, room), cell in zip(rooms.items(), sheet_of(head, list(rooms.items())), strict=True):
        box = cell.getbbox()
        left, top, right, bottom = box or (0, 0, 1, 1)
        sprite = Sprite(cell.crop(box) if box else None, room.left * SCALE + left, room.top * SCALE + top)
        made[drawn] = (sprite, left > 0 and top > 0 and right < cell.width and bottom < cell.height)
    return made


def together(sprites: Iterable[tuple[Sprite, float, float]]) -> Sprite:
    """Sprites at their places, in units, as one."""
    seen = [(one, round(SCALE * x) + one.left, round(SCALE * y) + one.top) for one, x, y in sprites]
    seen = [(one, left, top) for one, left, top in seen if one.picture is not None]
    if not seen:
        return Sprite(None, 0, 0)
    left, top = min(left for _, left, _ in seen), min(top for _, _, top in seen)
    right, bottom = (
        max(at + one.picture.size[axis] for one, *place in seen if one.picture for at in (place[axis],))
        for axis in (0, 1)
    )
    whole = Image.new("RGBA", (right - left, bottom - top))
    for one, x, y in seen:
        lay(whole, Sprite(one.picture, x - left, y - top), 0, 0)
    return Sprite(whole, left, top)


def sheet_of(head: str, rooms: Sequence[tuple[str, Box]]) -> list[Image.Image]:
    """Elements drawn by the rasteriser in one call, each in its room."""
    if not rooms:
        return []
    places, width, height = shelved([room for _, room in rooms])
    cells = "".join(
        f'<svg x="{x}" y="{y}" width="{room.width}" height="{room.height}" '
        f'viewBox="{room.left} {room.top} {room.width} {room.height}">{drawn}</svg>'
        for (drawn, room), (x, y) in zip(rooms, places, strict=True)
    )
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    sheet = Image.open(BytesIO(render(f'<svg xmlns="{SVG}" {size}>{head}{cells}</svg>', SCALE * width))).convert("RGBA")
    return [
        sheet.crop((SCALE * x, SCALE * y, SCALE * (x + room.width), SCALE * (y + room.height)))
        for (_, room), (x, y) in zip(rooms, places, strict=True)
    ]


def shelved(rooms: Sequence[Box]) -> tuple[list[tuple[int, int]], int, int]:
    """Where on a sheet each room lies, in rows, the low ones first; and how large the sheet is."""
    widths = [room.width for room in rooms]
    places, width = [(0, 0)] * len(rooms), max(min(SHEET, sum(widths)), *widths, 1)
    x = y = row = 0
    for number in sorted(range(len(rooms)), key=lambda number: (rooms[number].height, number)):
        if x + rooms[number].width > width:
            x, y, row = 0, y + row, 0
        places[number] = (x, y)
        x, row = x + rooms[number].width, max(row, rooms[number].height)
    return places, width, y + row


def lay(picture: Image.Image, sprite: Sprite, x: float, y: float) -> None:
    """Lay a sprite over a picture at a place in units; what lies outside is cut off."""
    if sprite.picture is None:
        return
    left, top = round(SCALE * x) + sprite.left, round(SCALE * y) + sprite.top
    seen = (max(0, -left), max(0, -top))
    if (
        seen[0] < sprite.picture.width
        and seen[1] < sprite.picture.height
        and left < picture.width
        and top < picture.height
    ):
        picture.alpha_composite(sprite.picture, (max(0, left), max(0, top)), seen)


def below_each_other(pictures: Sequence[Image.Image], paper: tuple[int, ...]) -> Image.Image:
    """Pictures as one."""
    whole = Image.new("RGB", (max(one.width for one in pictures), sum(one.height for one in pictures)), paper[:3])
    top = 0
    for one in pictures:
        whole.paste(one, (0, top))
        top += one.height
    return whole


def palette_of(head: str) -> Image.Image:
    """The colours that a style sheet names, then the shades half way between its first, which texts have, and each.

    It follows from the title alone, so that no picture tells by its colours what was in another.
    """
    named = [tuple(bytes.fromhex(found)) for found in COLOUR.findall(PROPERTY.sub("", head))]
    flat = list(dict.fromkeys(named))[:COLOURS]
    shades = [tuple((a + b) // 2 for a, b in zip(one, other, strict=True)) for other in flat for one in flat[:3]]
    colours = list(dict.fromkeys([*flat, *shades]))[:COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for colour in colours for channel in colour])
    return palette


def make_room(kept: dict[Key, Any], most: int) -> None:
    """Forget the oldest, so that one more can be kept."""
    while len(kept) >= most:
        del kept[next(iter(kept))]
