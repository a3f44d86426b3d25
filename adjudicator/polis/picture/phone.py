"""The board for a phone: a map with names and units, below it everything that the wide map has room for."""

from __future__ import annotations

from adjudicator.kernel.subjects import subject
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import Card, Frame
from adjudicator.polis.names import name_of
from adjudicator.polis.picture.layout import (
    ALONE,
    MARKET,
    MARKETS,
    MIDDLES,
    PHONE_HEIGHT,
    PLATE,
    PLATES,
    SEAS,
    Point,
    on_phone,
)
from adjudicator.polis.picture.map import PIECE, add_units, land, links, market_card, polis_strip, prices
from adjudicator.polis.state.position import Polis
from adjudicator.polis.text.wording import those_there
from adjudicator.polis.words import SIDES, SeaName, TerritoryName

_GAP = 8


def phone_board(view: Polis, frame: Frame, top: int) -> list[Card]:
    """The map, then in two columns territories with their poleis, poleis without one, markets and prices."""
    ground = Card("", top)
    ground.box(0, top, frame.width, PHONE_HEIGHT, "sea", 0)
    ground.sign("coast", 0, top)
    ground.bottom = top + PHONE_HEIGHT
    cards = [ground, links(view, top, phone=True)]
    for region in (*PLATES, *SEAS):
        cards.append(_named(view, region, on_phone(MIDDLES[region], top)))
    columns = _Columns(frame, ground.bottom + _GAP, PLATE[0])
    for territory in PLATES:
        columns.add(land(view, territory, columns.place()))
    for polis in ALONE:
        columns.add([polis_strip(view, polis, columns.place())])
    shops = _Columns(frame, columns.bottom, MARKET)
    for market in MARKETS:
        shops.add([market_card(view, market, shops.place())])
    shops.add([prices(view, shops.place())])
    return [*cards, *columns.cards, *shops.cards]


class _Columns:
    """Two columns of blocks; the next one goes where there is more room."""

    def __init__(self, frame: Frame, top: int, width: int) -> None:
        self.lefts = (frame.edge + (frame.inner // 2 - width) // 2, frame.width // 2 + (frame.inner // 2 - width) // 2)
        self.tops = [top, top]
        self.cards: list[Card] = []

    def place(self) -> Point:
        """Where the next block begins."""
        column = self._shorter()
        return Point(self.lefts[column], self.tops[column])

    def add(self, block: list[Card]) -> None:
        """A block that was drawn there."""
        self.tops[self._shorter()] = max(card.bottom for card in block) + _GAP
        self.cards += block

    @property
    def bottom(self) -> int:
        """Where both columns are over."""
        return max(self.tops)

    def _shorter(self) -> int:
        return 0 if self.tops[0] <= self.tops[1] else 1


def _named(view: Polis, region: TerritoryName | SeaName, at: Point) -> Card:
    """A territory or a sea by its name, with its units."""
    name = name_of(region).removesuffix(" Pelagos").removeprefix("Noties ")
    said = f"{name_of(region)} on the map: {those_there(view, region)}"
    card = Card(said, at.y - 18, subject=subject("place", region), told="unsaid")
    units = sum(PIECE + 2 for side in SIDES if view.count(side, region))
    width = max(width_of(name, "on-map"), units) + 8
    left = min(max(2, at.x - width // 2), 388 - width)
    card.bottom = at.y + (20 if units else 0)
    fought = view.battle is not None and view.battle.region == region
    kind = "fought" if fought else "waters" if region in SEAS else "card"
    card.box(left, at.y - 18, width, card.bottom - at.y + 18, kind, 4)
    card.words(name, left + width // 2, at.y - 9, "on-map", "middle")
    add_units(card, view, region, left + (width + units) // 2, at.y + 8)
    return card
