"""What the answer in the making would change, drawn over the board: what comes stands at its goal, framed."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from adjudicator.kernel import Offer, Preview, Title
from adjudicator.kernel.previews import Coming
from adjudicator.kernel.questions.questions import Order, ask_name
from adjudicator.kernel.run.resolution import order_to_dict
from adjudicator.pictures.measures import width_of
from cli.rules.answer_steps import Growing, OfParts
from cli.table.answer import AnswerSheet
from cli.table.board.pictures import SIZE, Picture

FIRST: Final = re.compile(r'<g data-id="[^"]*"[^>]*><title>[^<]*</title><(\w+) ([^>]*)>')
WHERE: Final = re.compile(r'\b(x|y|width|height)="(-?\d+)"')
HIGH: Final = 28
ROW: Final = 34  # a box no higher than this is a row: what comes stands at its right end, else on its lower edge
BELOW: Final = 20  # the middle of a sign without a box


class Spot(NamedTuple):
    """Where what comes to a thing is drawn: the middle, or at the end of a row the right edge."""

    x: int
    y: int
    is_end: bool = False


def preview_of(sheet: AnswerSheet) -> Preview:
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


def yes_to(sheet: AnswerSheet) -> Order | None:
    """The order that a yes would make, where that is asked now."""
    return sheet.current.with_yes() if isinstance(sheet.current, OfParts) else None


def yes_in_words(sheet: AnswerSheet) -> str:
    """What a yes is called that the board shows; nothing where it shows none."""
    yes, step = yes_to(sheet), sheet.step
    if yes is None or not isinstance(step, Offer):
        return ""
    seen = sheet.rules.preview(yes, sheet.view, sheet.rules.ask(sheet.view, sheet.seat, ask_name(yes)))
    return next(one.words for one in step.options if one.value) if seen.comes or seen.left else ""


def orders_of(sheet: AnswerSheet) -> list[Order]:
    """The orders so far, the one in the making last."""
    current = sheet.current
    growing = [current.stands] if isinstance(current, Growing) and current.grown and current.stands else []
    return [*sheet.in_order, *growing]


def ghosts(picture: Picture, preview: Preview) -> Markup:
    """What comes, drawn for a picture: beside each other where several come to one place."""
    there: dict[str, list[tuple[Coming, int]]] = {}
    for coming, number in preview.comes.items():
        there.setdefault(coming.at, []).append((coming, number))
    spots = {at: spot_of(picture, at) for at in there}
    return Markup("").join(one for at, spot in spots.items() if spot for one in _row(picture, spot, there[at]))


def spot_of(picture: Picture, one: str) -> Spot | None:
    """Where a thing lies in a picture: where it is drawn first."""
    start = picture.svg.find(f'<g data-id="{html.escape(one)}"')
    found = FIRST.match(picture.svg, start) if start >= 0 else None
    if found is None:
        return None
    kind, attributes = found.groups()
    at = {name: int(value) for name, value in WHERE.findall(attributes)}
    if not {"x", "y"} <= at.keys():
        return None
    if kind != "rect":
        return Spot(at["x"], at["y"] + BELOW)
    right, middle = at["x"] + at["width"], at["x"] + at["width"] // 2
    is_row = at["height"] <= ROW < at["width"]
    return Spot(right - 3, at["y"] + at["height"] // 2, True) if is_row else Spot(middle, at["y"] + at["height"])


def _row(picture: Picture, spot: Spot, every: Sequence[tuple[Coming, int]]) -> Iterator[Markup]:
    wide = [_width(one, number) for one, number in every]
    size = SIZE.search(picture.svg)
    width, height = (int(size[1]), int(size[2])) if size else (0, 0)
    left = spot.x - (sum(wide) if spot.is_end else sum(wide) // 2)
    x, y = max(2, min(left, width - sum(wide) - 2)), min(spot.y, height - HIGH // 2 - 2)
    for (coming, number), room in zip(every, wide, strict=True):
        yield _drawn(picture, coming, number, x, y, room - 3)
        x += room


def _width(coming: Coming, number: int) -> int:
    least = 0 if coming.sign else width_of(coming.text, "chip") + 14
    return max(coming.room, least) + (width_of(times(number), "chip") if number > 1 else 0)


def times(number: int) -> str:
    """How often the same comes."""
    return f"×{number}"


def _drawn(picture: Picture, coming: Coming, number: int, x: int, y: int, width: int) -> Markup:
    found = Markup('<g class="ghost"><rect x="{}" y="{}" width="{}" height="{}" rx="7"/>')
    drawn = found.format(x, y - HIGH // 2, width, HIGH)
    said = times(number) if number > 1 else ""
    middle = x + (width - width_of(said, "chip")) // 2
    if coming.sign and f'id="{picture.shape}-{coming.sign}"' in picture.svg:
        drawn += Markup('<use href="#{}-{}" x="{}" y="{}"/>').format(picture.shape, coming.sign, middle, y)
    kinds = " ".join(f"{picture.sheet}-{kind}" for kind in (coming.kind, "middle"))
    if coming.text:
        drawn += Markup('<text class="{}" x="{}" y="{}">{}</text>').format(kinds, middle, y + 5, coming.text)
    if said:
        drawn += Markup('<text class="{}" x="{}" y="{}">{}</text>').format(
            f"{picture.sheet}-chip {picture.sheet}-end", x + width - 4, y + 5, escape(said)
        )
    return drawn + Markup("</g>")
