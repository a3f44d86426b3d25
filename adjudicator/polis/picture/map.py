"""The map: links, seas, territories with their poleis, markets with their shipments, prices."""

from __future__ import annotations

from adjudicator.kernel.subjects import subject
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import Card, Frame
from adjudicator.polis.actions.trade import price
from adjudicator.polis.components.model import ShipmentFacts
from adjudicator.polis.names import name_of, units_in
from adjudicator.polis.picture.layout import (
    ALONE,
    HEIGHT,
    LETTERS,
    MARKET,
    MARKETS,
    MIDDLES,
    PHONE_HEIGHT,
    PLATE,
    PLATES,
    PRICES,
    ROW,
    SEAS,
    STEP,
    STRIP,
    WATERS,
    Point,
    on_phone,
    route,
)
from adjudicator.polis.picture.wording import market_said, state_said, those_there, tribute_said
from adjudicator.polis.state.position import Polis, branch_of
from adjudicator.polis.words import MARKET_GOODS, SIDES, MarketName, PolisName, Region, SeaName, SideName, TerritoryName

PIECE = 28


def board_map(view: Polis, top: int) -> list[Card]:
    """3: the ground first, then what lies on it."""
    ground = Card("", top)
    ground.box(0, top, 1060, HEIGHT, "sea", 0)
    ground.sign("coast", 0, top)
    cards = [ground, links(view, top)]
    cards += [_sea(view, sea, Point(x, top + y)) for sea, (x, y) in SEAS.items()]
    for territory, (x, y) in PLATES.items():
        cards += land(view, territory, Point(x, top + y))
    cards += [polis_strip(view, polis, Point(x, top + y)) for polis, (x, y) in ALONE.items()]
    cards += [market_card(view, market, Point(x, top + y)) for market, (x, y) in MARKETS.items()]
    cards.append(prices(view, Point(PRICES.x, top + PRICES.y)))
    cards[0].bottom = top + HEIGHT
    return cards


def land(view: Polis, territory: TerritoryName, at: Point) -> list[Card]:
    """A territory with its poleis below it."""
    below = at.y + PLATE[1] + 2
    cards = [_territory(view, territory, at)]
    for row, polis in enumerate(view.box.poleis_in[territory]):
        cards.append(polis_strip(view, polis, Point(at.x, below + row * STEP)))
        cards[-1].told = "joined"
    return cards


def links(view: Polis, top: int, phone: bool = False) -> Card:
    """3-B to 3-D: roads, sea routes, and for the owner of Korinthos the Diolkos."""
    parts = view.box.components
    drawn: list[tuple[str, str, str]] = [(one, other, "overland") for one, other in parts.land_links]
    drawn += [(one, other, "overseas") for one, other in parts.sea_links]
    owner = view.poleis[parts.diolkos.owner_of].owner
    drawn += [(*parts.diolkos.link, f"diolkos of-{owner}")] if owner else []
    card = Card(
        f"Links: {'; '.join(f'{name_of(one)} to {name_of(other)}' for one, other, _ in drawn)}", top, told="unsaid"
    )
    for one, other, kind in drawn:
        with card.thing(subject("way", f"{one}-{other}"), f"{name_of(one)} to {name_of(other)}"):
            bent = [on_phone(point, top) if phone else Point(point.x, top + point.y) for point in route(one, other)]
            card.path("M" + "L".join(f"{x} {y}" for x, y in bent), f"way {kind}")
    return card


def add_units(card: Card, view: Polis, region: Region, right: int, line: int) -> None:
    """The hoplites or galleys of both sides, the last one ending at `right`."""
    kind = "hoplite" if branch_of(region) == "land" else "galley"
    for side in reversed(SIDES):
        if number := view.count(side, region):
            with card.thing(
                subject("piece", f"{kind}s-{side}@{region}"), f"{units_in(region, number)} of {name_of(side)}"
            ):
                _add_piece(card, side, kind, number, right - PIECE // 2, line)
            right -= PIECE + 2


def _add_piece(card: Card, side: SideName, kind: str, number: int, x: int, line: int) -> None:
    card.sign(f"{kind}-{side}", x, line)
    card.words(f"{side[0].upper()}{number}", x, line, "owner", "middle")


def _sea(view: Polis, sea: SeaName, at: Point) -> Card:
    card = Card(f"{name_of(sea)}: {those_there(view, sea)}", at.y, subject=subject("place", sea))
    card.box(at.x, at.y, *WATERS, "waters")
    card.words(name_of(sea), at.x + WATERS[0] // 2, at.y + 15, "line", "middle")
    width = sum(PIECE + 2 for side in SIDES if view.count(side, sea))
    add_units(card, view, sea, at.x + (WATERS[0] + width) // 2, at.y + 37)
    card.bottom = at.y + WATERS[1]
    return card


def _territory(view: Polis, territory: TerritoryName, at: Point) -> Card:
    """3-A, 3-J: the name, the hoplites, and the tribute box: a row of squares for each good."""
    said = f"{name_of(territory)}: {those_there(view, territory)}; {tribute_said(view, territory)}"
    card = Card(said, at.y, subject=subject("place", territory))
    fought = view.battle is not None and view.battle.region == territory
    card.box(at.x, at.y, *PLATE, "fought" if fought else "card")
    card.words(name_of(territory), at.x + 7, at.y + 17, "place")
    add_units(card, view, territory, at.x + PLATE[0] - 2, at.y + 16)
    if territory in view.closed_territories:
        card.words("closed", at.x + 8, at.y + 42, "mini")
    else:
        _add_squares(card, view, territory, at.x + 8, at.y + 42)
    card.bottom = at.y + PLATE[1]
    return card


def _add_squares(card: Card, view: Polis, territory: TerritoryName, x: int, line: int) -> None:
    """7.8: filled are the squares that were taken in this round."""
    taken = view.collected.get(territory)
    for good, squares in view.box.components.tribute_boxes[territory].items():
        letter = LETTERS[good]
        card.words(letter, x, line, "mini")
        x += 11 if len(letter) == 1 else 21
        for square in range(squares):
            filled = taken is not None and square < taken.get(good, 0)
            card.box(x, line - 6, 4, 12, "filled" if filled else "square")
            x += 5
        x += 4
    if taken is not None:
        card.sign("collected", x + 6, line)


def polis_strip(view: Polis, polis: PolisName, at: Point) -> Card:
    """2-A to 2-C: owner, population and its maximum, fortification; project in progress, proxenos."""
    city, facts = view.poleis[polis], view.box.poleis[polis]
    card = Card(f"{name_of(polis)}: {state_said(view, polis)}", at.y, subject=subject("polis", polis))
    card.box(at.x, at.y, *STRIP, f"at-{city.owner or 'nobody'}")
    line = at.y + STRIP[1] // 2
    if city.owner:
        _add_piece(card, city.owner, "hoplite", city.population, at.x + 4 + PIECE // 2, line)
    else:
        card.box(at.x + 4, line - 11, PIECE, 22, "empty")
        card.words(str(city.population), at.x + 4 + PIECE // 2, line, "firm", "middle")
    card.words(facts.name, at.x + 37, line, "firm")
    card.words(f"/{facts.max}", at.x + 142, line, "mini", "end")
    card.sign("tower", at.x + 155, line)
    card.words(str(facts.base), at.x + 155, line + 2, "on-tower", "middle")
    _add_marks(card, view, polis, at.x + 118, at.y + 1)
    card.bottom = at.y + STRIP[1]
    return card


def _add_marks(card: Card, view: Polis, polis: PolisName, x: int, line: int) -> None:
    """On the upper edge, from the right: proxenoi, the project in progress, finished ones."""
    for side in SIDES:
        if view.sides[side].proxenos == polis:
            card.sign(f"proxenos-{side}", x, line)
            x -= 16
    if view.poleis[polis].project:
        card.sign("in-progress", x, line)
        x -= 16
    for _ in view.poleis[polis].finished:
        card.sign("finished", x, line)
        x -= 16


def market_card(view: Polis, market: MarketName, at: Point) -> Card:
    """3-G, 7.9: a row a shipment; who has it, or from which type of round on it is open."""
    facts = view.box.components.markets[market]
    card = Card(market_said(view, market), at.y, subject=subject("market", market))
    card.box(at.x, at.y, MARKET, 28 + ROW * len(facts.shipments) + 4, "card")
    card.words(facts.name, at.x + 8, at.y + 16, "place")
    for row, shipment in enumerate(facts.shipments):
        with card.thing(subject("market", shipment.id), name_of(shipment.id)):
            _add_shipment(card, view, shipment, Point(at.x, at.y + 38 + ROW * row))
    card.bottom = at.y + 28 + ROW * len(facts.shipments) + 4
    return card


def _add_shipment(card: Card, view: Polis, shipment: ShipmentFacts, at: Point) -> None:
    owner, is_open = view.shipments.get(shipment.id), shipment.cls in view.type.shipment_classes
    closed = shipment.id in view.closed_shipments
    cost = f"{price(view, shipment.id)} " if is_open else ""
    kind = "line" if is_open and not closed and not owner else "weak"
    card.words(f"{shipment.cls} {shipment.get} for {cost}{shipment.give}", at.x + 8, at.y, kind)
    if owner:
        card.sign(f"merchant-{owner}", at.x + MARKET - 18, at.y)
        card.words(owner[0].upper(), at.x + MARKET - 18, at.y + 1, "letter", "middle")
    elif closed or not is_open:
        card.words("closed" if closed else f"from {shipment.cls}", at.x + MARKET - 6, at.y, "mini", "end")


def prices(view: Polis, at: Point) -> Card:
    """3-I: the markers of the four goods in their columns, with what a shipment of each open class costs there."""
    value, classes = view.box.components.market_value, view.type.shipment_classes
    columns = ", ".join(f"{good} in column {view.markers[good]}" for good in MARKET_GOODS)
    card = Card(f"Market markers: {columns}", at.y)
    card.bottom = at.y + 34 + 44 * len(MARKET_GOODS)
    card.box(at.x, at.y, MARKET, card.bottom - at.y, "card")
    card.words("Prices", at.x + 8, at.y + 16, "place")
    card.words(f"for {' / '.join(map(str, classes))}", at.x + MARKET - 8, at.y + 16, "mini", "end")
    for row, good in enumerate(MARKET_GOODS):
        line, column = at.y + 40 + 44 * row, view.markers[good]
        costs = " / ".join(str(value.price[cls][column - 1]) for cls in classes)
        with card.thing(subject("track", good), f"{good}: column {column} of {value.columns}"):
            card.words(good, at.x + 8, line, "firm")
            card.words(costs, at.x + MARKET - 8, line, "mini", "end")
            for step in range(value.columns):
                x = at.x + 8 + 15 * step
                card.box(x, line + 12, 12, 12, "filled" if step + 1 == column else "square")
    return card


def key(frame: Frame, top: int) -> list[Card]:
    """What the signs mean."""
    card = Card("", top)
    goods = ", ".join(f"{letter} {good}" for good, letter in LETTERS.items())
    flow = frame.flow(card, top, 8).prose(f"Squares of tribute: {goods}; filled: taken in this round.", "mini").line()
    flow.sign("tower").words("fortification", "mini").gap().sign("proxenos-sparta", "proxenos-athens")
    flow.words("proxenos", "mini").gap()
    for sign, word in (("in-progress", "project in progress"), ("finished", "finished project")):
        flow.keep(30 + width_of(word, "mini")).sign(sign).words(word, "mini").gap()
    flow.words("/8: maximum population", "mini")
    card.bottom = flow.bottom
    return [card]


# --- the board for a phone --------------------------------------------------------------------------------------------


_GAP = 8


def phone_map(view: Polis, frame: Frame, top: int) -> list[Card]:
    """Land and sea with their ways and units; all else stands below."""
    ground = Card("", top)
    ground.box(0, top, frame.width, PHONE_HEIGHT, "sea", 0)
    ground.sign("coast", 0, top)
    ground.bottom = top + PHONE_HEIGHT
    regions = [_named(view, region, on_phone(MIDDLES[region], top)) for region in (*PLATES, *SEAS)]
    return [ground, links(view, top, phone=True), *regions]


def phone_poleis(view: Polis, frame: Frame, top: int) -> list[Card]:
    """In two columns territories with their poleis, and poleis without one."""
    columns = _Columns(frame, top, PLATE[0])
    for territory in PLATES:
        columns.add(land(view, territory, columns.place()))
    for polis in ALONE:
        columns.add([polis_strip(view, polis, columns.place())])
    return columns.cards


def phone_markets(view: Polis, frame: Frame, top: int) -> list[Card]:
    """In two columns markets, and prices."""
    shops = _Columns(frame, top, MARKET)
    for market in MARKETS:
        shops.add([market_card(view, market, shops.place())])
    shops.add([prices(view, shops.place())])
    return shops.cards


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
