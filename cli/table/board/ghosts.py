"""What the answer in the making would change, drawn over the board: what comes stands at its goal, framed."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from adjudicator.kernel import Offer, Preview, Title
from adjudicator.kernel.previews import Coming
from adjudicator.kernel.questions.questions import Order, ask_name
from adjudicator.kernel.run.resolution import order_to_dict
from adjudicator.pictures.measures import width_of
from cli.answer.answer import Answer
from cli.answer.steps import Growing, OfParts
from cli.table.board.pictures import Picture, size_of

TAG: Final = re.compile(r"<(\w+)([^>]*)>")
ATTRIBUTE: Final = re.compile(r'\b([\w-]+)="([^"]*)"')
NUMBER: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
SHIFT: Final = re.compile(r"\s*translate\(([^)]*)\)\s*")
HIGH: Final = 28
ROW: Final = 34  # a box no higher than this is a row: what comes stands at its right end, else on its lower edge
DISC: Final = 22  # a box no higher than this is covered by what comes
BELOW: Final = 20  # the middle of a sign without a box
LEAST: Final = 150  # how wide what comes to one place may be, before it takes a second row
GAP: Final = 3
BADGE: Final = 20  # the number of an answer in a row
TAB: Final = 16  # how high that is by itself, where it hangs on a thing


class Spot(NamedTuple):
    """Where what comes to a thing is drawn: the middle, or at the end of a row the right edge; how wide all of it may
    be, and how high."""

    x: int
    y: int
    is_end: bool = False
    width: int = LEAST
    high: int = HIGH


class Box(NamedTuple):
    """Where one thing that comes is drawn."""

    x: int
    y: int
    width: int
    high: int = HIGH

    @property
    def top(self) -> int:
        """Its upper edge."""
        return self.y - self.high // 2

    def meets(self, other: Box) -> bool:
        """Whether two would cover each other."""
        beside = self.x + self.width <= other.x or other.x + other.width <= self.x
        return not beside and self.top < other.top + other.high and other.top < self.top + self.high


def preview_of(sheet: Answer) -> Preview:
    """Of all orders that are made, of the one in the making as far as it goes (or if it is a yes), and the numbers of a
    set.
    """
    found, rules, view = Preview(), sheet.rules, sheet.view
    for order in orders_of(sheet):
        found.update(preview_of_order(rules, view, sheet.seat, order))
    if (yes := yes_to(sheet)) is not None:
        found.update(rules.preview(yes, view, rules.ask(view, sheet.seat, ask_name(yes))))
    if isinstance(offer := sheet.step, Offer):
        for place, option in enumerate(offer.options):
            if option.most > 1 and offer.taken(place) and option.subjects:
                found.add(option.subjects[0], text=str(offer.taken(place)))
    return found


def preview_of_order(rules: Title[Any], view: Any, seat: str, order: Order) -> Preview:
    """What an order would change, with the things that it names."""
    found = rules.preview(order, view, rules.ask(view, seat, ask_name(order)))
    found.lit += rules.naming.subjects(order_to_dict(order))
    return found


def yes_to(sheet: Answer) -> Order | None:
    """The order that a yes would make, where that is asked now."""
    return sheet.current.with_yes() if isinstance(sheet.current, OfParts) else None


def yes_in_words(sheet: Answer) -> str:
    """What a yes is called that the board shows; nothing where it shows none."""
    yes, step = yes_to(sheet), sheet.step
    if yes is None or not isinstance(step, Offer):
        return ""
    seen = sheet.rules.preview(yes, sheet.view, sheet.rules.ask(sheet.view, sheet.seat, ask_name(yes)))
    return next(one.words for one in step.options if one.value) if seen.comes or seen.left else ""


def orders_of(sheet: Answer) -> list[Order]:
    """The orders so far, the one in the making last."""
    current = sheet.current
    growing = [current.stands] if isinstance(current, Growing) and current.grown and current.stands else []
    return [*sheet.in_order, *growing]


def ghosts(picture: Picture, preview: Preview) -> Markup:
    """What comes, drawn for a picture: beside each other where several come to one place; none covers another."""
    there: dict[str, list[tuple[Coming, int]]] = {}
    for coming, number in preview.comes.items():
        there.setdefault(coming.at, []).append((coming, number))
    drawn, taken = Markup(""), list[Box]()
    for at, every in there.items():
        if spot := spot_of(picture, at):
            boxes = _free(picture, _boxes(picture, spot, every), taken)
            taken += boxes
            drawn += Markup("").join(_drawn(picture, *one, box) for one, box in zip(every, boxes, strict=True))
    return drawn


def spot_of(picture: Picture, one: str) -> Spot | None:
    """Where a thing lies in a picture: where its first shape is drawn first."""
    start = picture.svg.find(f'<g data-id="{html.escape(one)}"')
    box = shape_box(picture.svg, start) if start >= 0 else None
    if box is None:
        return None
    x, y, wide, high = box
    if not high:
        return Spot(x, y + BELOW)
    right, middle, width = x + wide, x + wide // 2, max(wide, LEAST)
    if high <= ROW < wide:
        return Spot(right - 3, y + high // 2, True, width, min(HIGH, high))
    if high <= DISC:
        return Spot(middle, y + high // 2, width=width, high=high)
    return Spot(middle, y + high, width=width)


def shape_box(svg: str, start: int) -> tuple[int, int, int, int] | None:
    """Left, top, width and height of the first shape from a place on; a sign or a text is a point."""
    shift_x = shift_y = 0.0
    for found in TAG.finditer(svg, start):
        kind, given = found[1], dict(ATTRIBUTE.findall(found[2]))
        if moved := SHIFT.fullmatch(given.get("transform", "")):
            x, y = [*_numbers(moved[1]), 0.0][:2]
            shift_x, shift_y = shift_x + x, shift_y + y
        if kind in ("g", "title", "desc"):
            continue
        edges = _edges(kind, given)
        if edges is None:
            return None
        left, top, right, bottom = edges
        return round(left + shift_x), round(top + shift_y), round(right - left), round(bottom - top)
    return None


def _edges(kind: str, given: Mapping[str, str]) -> tuple[float, float, float, float] | None:
    """Left, top, right and bottom of a shape as it is written; None for what is no shape."""

    def of(*names: str) -> list[float]:
        return [next(iter(_numbers(given.get(name, "0"))), 0.0) for name in names]

    if kind in ("rect", "image"):
        x, y, width, height = of("x", "y", "width", "height")
        return x, y, x + width, y + height
    if kind in ("use", "text"):
        x, y = of("x", "y")
        return x, y, x, y
    if kind in ("circle", "ellipse"):
        x, y, *radii = of("cx", "cy", *(("r", "r") if kind == "circle" else ("rx", "ry")))
        return x - radii[0], y - radii[1], x + radii[0], y + radii[1]
    points = of("x1", "y1", "x2", "y2") if kind == "line" else _numbers(given.get("points", ""))
    if kind == "path":
        drawn = given.get("d", "")
        points = _numbers(drawn)
        if re.search(r"[a-zHVA]", drawn.rstrip(" zZ")):  # only where it begins is sure
            points = points[:2]
    if len(points) < 2:
        return None
    return min(points[::2]), min(points[1::2]), max(points[::2]), max(points[1::2])


def _numbers(text: str) -> list[float]:
    return [float(one) for one in NUMBER.findall(text)]


def _boxes(picture: Picture, spot: Spot, every: Sequence[tuple[Coming, int]]) -> list[Box]:
    """A box for each thing that comes: in one row, or in several, the last of which stands where one would."""
    width, height = size_of(picture)
    rows: list[list[int]] = [[]]
    high = HIGH if any(coming.sign for coming, _ in every) else spot.high
    for one in every:
        room = _width(*one, least=0 if high <= DISC else one[0].room)
        if rows[-1] and sum(rows[-1]) + room > spot.width:
            rows.append([])
        rows[-1].append(room)
    lowest = min(spot.y, height - HIGH // 2 - 2)
    found = []
    for above, row in zip(range(len(rows) - 1, -1, -1), rows, strict=True):
        left = spot.x - (sum(row) if spot.is_end else sum(row) // 2)
        x = max(2, min(left, width - sum(row) - 2))
        for room in row:
            found.append(Box(x, lowest - above * (high + GAP), room - GAP, high))
            x += room
    if all(_is_tab(coming) for coming, _ in every):
        return [box._replace(y=box.y + GAP, high=TAB) for box in found]
    return found


def _is_tab(coming: Coming) -> bool:
    """Whether it is a number alone."""
    return not (coming.sign or coming.text)


def _free(picture: Picture, boxes: list[Box], taken: Sequence[Box]) -> list[Box]:
    """The boxes of a place, moved down or up as little as it takes to cover no other."""
    height = size_of(picture)[1]
    for way in sorted(range(-height, height, GAP), key=abs):
        moved = [box._replace(y=box.y + way) for box in boxes]
        inside = all(0 < box.top < height - box.high for box in moved)
        if inside and not any(box.meets(other) for box in moved for other in taken):
            return moved
    return boxes


def _width(coming: Coming, number: int, least: int) -> int:
    text = 0 if coming.sign or not coming.text else width_of(coming.text, "chip") + (14 if least else 10)
    badge = BADGE + GAP if coming.rank else 0
    return badge + max(least, text) + (width_of(times(number), "chip") if number > 1 else 0)


def times(number: int) -> str:
    """How often the same comes."""
    return f"×{number}"


def _drawn(picture: Picture, coming: Coming, number: int, box: Box) -> Markup:
    x, y, width, high = box
    found = Markup('<g class="ghost"><rect x="{}" y="{}" width="{}" height="{}" rx="7"/>')
    drawn = found.format(x, box.top, width, high)
    if coming.rank:
        drawn += _badge(picture, coming.rank, box)
        x, width = x + BADGE, width - BADGE
    said = times(number) if number > 1 else ""
    middle = x + (width - width_of(said, "chip")) // 2
    if coming.sign and f'id="{picture.shape}-{coming.sign}"' in picture.svg:
        drawn += Markup('<use href="#{}-{}" x="{}" y="{}"/>').format(picture.shape, coming.sign, middle, y)
    if coming.text:
        drawn += _text(picture, f"{coming.kind} middle", middle, y, coming.text)
    if said:
        drawn += _text(picture, "chip end", x + width - 4, y, said)
    return drawn + Markup("</g>")


def _badge(picture: Picture, rank: int, box: Box) -> Markup:
    """The number of the answer that brings it."""
    found = Markup('<rect class="rank" x="{}" y="{}" width="{}" height="{}" rx="6"/>')
    drawn = found.format(box.x + 1, box.top + 1, BADGE - 2, box.high - 2)
    return drawn + _text(picture, "chip middle", box.x + BADGE // 2, box.y, str(rank))


def _text(picture: Picture, kinds: str, x: int, y: int, text: str) -> Markup:
    classes = " ".join(f"{picture.sheet}-{kind}" for kind in kinds.split())
    return Markup('<text class="{}" x="{}" y="{}">{}</text>').format(classes, x, y + 5, text)
