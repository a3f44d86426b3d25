"""The map: the ground, then each hex with its city and what stands there; Sicily, off the map; the key."""

from __future__ import annotations

from adjudicator.athens_sparta.components.model import CityFacts
from adjudicator.athens_sparta.names import place_name
from adjudicator.athens_sparta.picture.ground import grid, ground
from adjudicator.athens_sparta.picture.layout import NAME_LINE, Grid, Point, Scale
from adjudicator.athens_sparta.picture.tokens import TOKEN, Token, add_token, tokens
from adjudicator.athens_sparta.picture.wording import attacks_said, place_said
from adjudicator.athens_sparta.state.control import besieged, blockaded, both_in_field
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.state.victory import value
from adjudicator.athens_sparta.words import COLOURS, ENEMY, SICILY, HexName, SideName
from adjudicator.kernel import Shape, Unknown
from adjudicator.kernel.subjects import subject
from adjudicator.pictures.shapes import Card

CITY = 20
ANCHOR = 9
EDGE = 5
FLAG = 270  # how long its meaning is
SICILY_HEIGHT = 96


def board_map(view: AthensSparta, seat: str | None, shape: Shape, top: int) -> list[Card]:
    """1: the ground and all hexes; then those where something is, each as one thing."""
    components = str(view.options.get("components", ""))
    hexes = grid(components, shape, top)
    base = Card("", top)
    base.box(0, top, hexes.scale.width, hexes.bottom - top, "beyond")
    for hex, at in hexes.middles.items():
        with base.thing(subject("place", hex), place_name(hex, view.box)):
            base.sign("hex", *at)
    base.items += ground(components, shape, top)
    _add_signs(base, view, hexes)
    base.bottom = hexes.bottom
    standing = view.by_hex()
    named = [hex for hex in hexes.middles if hex in view.box.names or hex in standing]
    cards = [_place(view, hex, hexes, taken=hex in standing) for hex in named]
    scale = hexes.scale
    last = (
        _sicily(view, scale, hexes.bottom),
        *_arrows(view, hexes),
        *_keys(scale, seat, top),
        _rings(scale, hexes.bottom),
    )
    return [base, *cards, *last]


def _add_signs(base: Card, view: AthensSparta, hexes: Grid) -> None:
    """Peaks, and a ring where land without a name can be pointed at."""
    for hex, facts in view.box.map.hexes.items():
        at = hexes.middles[hex]
        if facts.terrain == "mountain":
            base.sign("peaks", at.x, at.y + 20)
        if facts.terrain != "sea" and hex not in view.box.names:
            with base.thing(subject("place", hex), place_name(hex, view.box)):
                base.sign("field", at.x, at.y + NAME_LINE)


def _place(view: AthensSparta, hex: HexName, hexes: Grid, *, taken: bool) -> Card:
    at = hexes.middles[hex]
    card = Card(place_said(view, hex), at.y, subject=subject("place", hex))
    card.told = "line" if taken or hex in view.box.cities else "unsaid"
    if taken and besieged(view, hex):
        card.sign("siege-ring", *at)
    if taken and blockaded(view, hex):
        card.sign("blockade-ring", *at)
    if taken and both_in_field(view, hex) and hex not in view.box.oracles:
        card.sign("clash-ring", *at)
    facts = view.box.cities.get(hex)
    _add_row(card, view, hex, at, hexes.scale.brick, hexes.scale.width)
    if hex in view.box.names:
        kind = "city" if facts and facts.size == "major" else "town" if facts or hex in view.box.oracles else "mini"
        card.words(view.box.names[hex], at.x, at.y + NAME_LINE, kind, "middle")
    card.bottom = at.y
    return card


def _add_row(card: Card, view: AthensSparta, hex: HexName, at: Point, room: int, width: int) -> None:
    """The city, then what stands there; the city keeps its place as long as there are few blocks."""
    facts = view.box.cities.get(hex)
    port = ANCHOR if hex in view.box.ports else 0
    city = port + (CITY if hex in view.box.names else 0)
    shown = tokens(view, hex, room - city)
    length = city + TOKEN * len(shown)
    left = at.x - (CITY // 2 + port if len(shown) == 0 else min(28, length // 2))
    left = max(at.x - room // 2, EDGE, min(left, at.x + room // 2 - length, width - EDGE - length))
    if shown:
        card.box(left - 1, at.y - 11, length + 2, 22, "plate")
    if port:
        card.sign("port", left + 4, at.y)
    if facts:
        _add_city(card, view, facts, left + port + CITY // 2, at.y)
    elif hex in view.box.names:
        sign = "oracle" if hex in view.box.oracles else "persian" if hex in view.box.persian_cities else "named"
        card.sign(sign, left + port + CITY // 2, at.y)
    _add_tokens(card, shown, left + city, at.y)


def _add_tokens(card: Card, shown: list[Token], left: int, line: int) -> None:
    for number, token in enumerate(shown):
        add_token(card, token, left + TOKEN * number + TOKEN // 2, line)


def _add_city(card: Card, view: AthensSparta, facts: CityFacts, x: int, line: int) -> None:
    """1.1-A, 1.1-B: whose it is by colour and shape; walls as a square; the colour of the city where it is lost."""
    owner = view.control.get(facts.hex)
    if facts.walled:
        card.sign("walls", x, line)
    card.sign(f"{'major' if facts.size == 'major' else 'minor'}-{owner or 'neutral'}", x, line)
    if facts.size == "major":
        worth = str(value(view, facts.hex)) if _value_known(view, facts.hex) else "?"
        card.words(worth, x, line, "letter", "middle")
    if owner and view.box.colour_owner(facts.hex) != owner:
        card.sign(f"flag-{facts.colour}", x + 8, line - 8)


def _value_known(view: AthensSparta, hex: HexName) -> bool:
    """0.4-A: that of Syracuse may lie face down."""
    hidden = any(isinstance(card, Unknown) for card in view.sicily_cards.values())
    return hex != SICILY or not view.with_sicily_cards or not (hidden or not view.sicily_cards)


def _sicily(view: AthensSparta, scale: Scale, bottom: int) -> Card:
    """9.2-A: off the map; from four ports (9.2-B)."""
    width, height = scale.sicily, SICILY_HEIGHT
    x, y = 8, bottom - height - 8
    card = Card(place_said(view, SICILY), y, subject=subject("place", SICILY))
    card.box(x, y, width, height, "island")
    card.words("Sicily: Syracuse", x + width // 2, y + 15, "city", "middle")
    _add_row(card, view, SICILY, Point(x + width // 2, y + 42), width - 12, scale.width)
    if besieged(view, SICILY):
        card.sign("siege-bar", x + width // 2, y + 60)
    if blockaded(view, SICILY):
        card.sign("blockade-bar", x + width // 2, y + 65)
    ports = view.box.components.sicily.embarkation
    card.words(f"to and from {', '.join(ports[:2])},", x + width // 2, y + 68, "town", "middle")
    card.words(", ".join(ports[2:]), x + width // 2, y + 85, "town", "middle")
    card.bottom = bottom
    return card


def _arrows(view: AthensSparta, hexes: Grid) -> list[Card]:
    """4.1-B, 5.3-B, RULING-104: over which hexsides blocks have come to attack in this Player Turn."""
    if not view.turn:
        return []
    card, by_land, by_sea = Card(attacks_said(view), hexes.top), view.turn.attacks, view.turn.sailed
    for hex in sorted({*by_land, *by_sea}):
        for start in sorted({*by_land.get(hex, ()), *by_sea.get(hex, ())}):
            if hex in hexes.middles and start in hexes.middles:
                drawn = _arrow(hexes.middles[start], hexes.middles[hex])
                card.path(drawn, f"arrow fill-{COLOURS[view.turn.side]}")
    card.bottom = hexes.top
    return [card] if card.items else []


def _arrow(start: Point, end: Point) -> str:
    """Over the hexside between two hexes, into the second one."""
    tip, notch, foot = (start.towards(end, part) for part in (70, 42, 34))
    aside = Point((end.y - start.y) * 10 // 100, (start.x - end.x) * 10 // 100)
    left, right = Point(foot.x + aside.x, foot.y + aside.y), Point(foot.x - aside.x, foot.y - aside.y)
    return f"M{'L'.join(f'{one.x} {one.y}' for one in (tip, left, notch, right))}Z"


def _keys(scale: Scale, seat: str | None, top: int) -> list[Card]:
    """What the signs mean, in the corners that no hex takes; to a side its own blocks stand open."""
    blocks, signs = Card("", top), Card("", top)
    mine: SideName = "sparta" if seat == "sparta" else "athens"
    other = ENEMY[mine]
    shown = (
        (Token(mine, "FIELD", COLOURS[mine], "H4"), f"{mine.capitalize()}: type, steps"),
        (Token(other, "FIELD", COLOURS[other], "2", back=True), f"{other.capitalize()}, face down: 2"),
        (Token("athens", "BESIEGED", "blue", "H3"), "besieged in the city"),
        (Token("sparta", "SIEGING", "red", "H4", open=True), "sieging"),
        (Token("athens", "BLOCKADING", "blue", "N3", open=True), "blockading"),
        (Token("sparta", "PATROL", "red", "N2", open=True), "on patrol"),
    )
    for number, (token, word) in enumerate(shown):
        line = top + 18 + 24 * number
        add_token(blocks, token, 22, line)
        blocks.words(word, 40, line, "town")
    for number, word in enumerate(("H hoplite, P peltast,", "C cavalry, N ship,", "D T L revolts")):
        blocks.words(word, 12, top + 157 + 16 * number, "town")
    x = scale.width - 126
    places = (("walls", "major-athens", "walled city, value"), ("", "minor-sparta", "minor city"))
    for number, (walls, sign, word) in enumerate(places):
        if walls:
            signs.sign(walls, x, top + 18)
        signs.sign(sign, x, top + 18 + 24 * number)
        signs.words(word, x + 18, top + 18 + 24 * number, "town")
    for number, (sign, word) in enumerate((("port", "port"), ("oracle", "oracle"), ("peaks", "mountains"))):
        signs.sign(sign, x, top + 66 + 24 * number)
        signs.words(word, x + 18, top + 66 + 24 * number, "town")
    lines = (("pass", "pass"), ("wall", "no way"), ("both", "land and sea"), ("strait", "strait"), ("border", "Persia"))
    for number, (style, word) in enumerate(lines):
        line = top + 138 + 22 * number
        signs.path(f"M{x - 14} {line}h28", f"trace {style}")
        signs.words(word, x + 22, line, "town")
    return [blocks, signs]


def _rings(scale: Scale, top: int) -> Card:
    """What the marks around a hex, and the flag of a city, mean."""
    card, line = Card("", top), top + 14
    x = 16
    for style, word in (("siege", "besieged"), ("blockade", "blockaded"), ("clash", "both sides in the field")):
        card.path(f"M{x} {line}h32", style)
        card.words(word, x + 40, line, "town")
        x += 150
    card.path(_arrow(Point(x + 20, line), Point(x + 86, line)), "arrow fill-red")
    card.words("attack of this turn", x + 76, line, "town")
    x += 220
    if x + FLAG > scale.width:
        x, line = 22, line + 24
    card.sign("flag-green", x, line)
    card.words("flag: the colour of a city in other hands", x + 12, line, "town")
    card.bottom = line + 12
    return card
