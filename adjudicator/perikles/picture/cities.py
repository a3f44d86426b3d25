"""The plates of the cities: leader, relations, cubes by seat, what a Statue is worth, forces left, candidates."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.subjects import count_of, subject
from adjudicator.perikles.components import CITIES, InfluenceTile, components, influence_tile, of_kind
from adjudicator.perikles.names import CANDIDATES, name_of, words
from adjudicator.perikles.picture.layout import (
    CARD,
    MAP,
    PINS,
    PLATE,
    PLATES,
    REGIONS,
    SMALL_HEIGHT,
    Point,
    beside_the_map,
    code_of,
    middle,
)
from adjudicator.perikles.picture.locations import location
from adjudicator.perikles.state.position import FORCES, City, Perikles, Place, pair
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import Card, Cell, Frame, Row
from adjudicator.pictures.told import enumerated

_STEP = 22
_GAP = 6
_RELATIONS = (("war", "×", "at war", 3), ("allied", "=", "allied", 9))


def plates(view: Perikles, frame: Frame, top: int) -> list[Card]:
    """For a phone: the cities two by two, then Persia if anybody leads it."""
    width = (frame.inner - _GAP) // 2
    cards = []
    for number, city in enumerate(CITIES):
        row, column = divmod(number, 2)
        at = Point(frame.edge + column * (width + _GAP), top + row * (PLATE[1] + _GAP))
        cards.append(plate(view, city, at, width))
    if "persia" in view.pools:
        cards.append(persia(view, Point(frame.edge, cards[-1].bottom + _GAP)))
    return cards


def plate(view: Perikles, name: str, at: Point, width: int) -> Card:
    """One city, in five rows of fixed height."""
    city = view.cities[name]
    row = _row(view, name, city)
    card = Card(row.said, at.y, subject=subject("city", name), row=row)
    card.bottom = at.y + PLATE[1]
    card.box(at.x, at.y, width, PLATE[1], "plate")
    card.sign(city.leader or "vacant", at.x + 18, at.y + 17)
    card.words(name_of(name), at.x + 38, at.y + 17, "place")
    _add_statues(card, city.statues, at.x + width - 8, at.y + 16)
    step = (width - 16) // len(view.seats)
    for column, seat in enumerate(view.seats):
        card.sign(f"{seat}-small", at.x + 17 + column * step, at.y + 43)
        cubes = city.temple[seat]
        card.words(str(cubes), at.x + 28 + column * step, at.y + 43, "firm" if cubes else "weak")
    _add_track(card, name, city.defeats, at.x + 9, at.y + 57)
    card.words(f"{city.defeats} D", at.x + width - 8, at.y + 67, "firm" if city.defeats else "weak", "end")
    _add_forces(card, view, name, at.x + 9, at.y + 89)
    if city.a or city.b:
        _add_candidates(card, city, at.x + width - 68, at.y + 89)
    _add_relations(card, view, name, at.x + 9, at.y + 110)
    return card


def persia(view: Perikles, at: Point) -> Card:
    """X.02, 4.08: Persia, while it is led."""
    owners = view.owners("persia")
    said = f"Persia of {enumerated(owners)}: {_forces(view, 'persia')}; {_related(view, 'persia')}"
    card = Card(said, at.y, subject=subject("city", "persia"))
    card.bottom = at.y + 82
    card.box(at.x, at.y, PLATE[0], 82, "plate")
    card.words("Persia", at.x + 9, at.y + 17, "place")
    for number, owner in enumerate(reversed(owners)):
        card.sign(owner, at.x + PLATE[0] - 20 - 26 * number, at.y + 17)
    _add_forces(card, view, "persia", at.x + 9, at.y + 46)
    _add_relations(card, view, "persia", at.x + 9, at.y + 69)
    return card


def _add_statues(card: Card, statues: Sequence[str], right: int, line: int) -> None:
    for number, seat in enumerate(reversed(statues)):
        card.sign("pedestal", right - 9 - 20 * number, line + 10)
        card.sign(f"{seat}-small", right - 9 - 20 * number, line)


def statue_values(name: str) -> list[int]:
    """E.05: what a Statue is worth by number of Defeats; nothing where the table ends with a Defeat to come."""
    values = list(components().statue_values[name])
    return [*values, 0] if name in components().limits.defeats_ending_the_game else values


def _add_track(card: Card, name: str, defeats: int, x: int, top: int) -> None:
    """C.11: a box for each value of a Statue; the one that counts is framed, those behind it are crossed."""
    values = statue_values(name)
    for step, value in enumerate(values):
        now = step == min(defeats, len(values) - 1)
        left = x + step * _STEP
        card.box(left, top, 20, 20, "now" if now else "step", 3)
        card.words(str(value), left + 10, top + 10, "firm" if now else "weak", "middle")
        if step < defeats and not now:
            card.sign("crossed", left + 10, top + 10)


def _add_forces(card: Card, view: Perikles, force: str, x: int, line: int) -> None:
    """How many counters are left to be sent; their strengths stand below the board."""
    if force not in view.pools:
        card.words("forces at home", x, line, "mini")
        return
    for kind in ("hoplite", "trireme"):
        number = len(of_kind(view.pools[force], kind))
        card.sign(f"{kind}-small", x + 13, line)
        card.words(f"×{number}", x + 28, line, "firm" if number else "weak")
        x += 56


def _add_candidates(card: Card, city: City, x: int, line: int) -> None:
    """3.01: who stands in the boxes a and b."""
    for number, candidate in (("1", city.a), ("2", city.b)):
        card.words(number, x, line, "mini")
        card.sign(f"{candidate}-small" if candidate else "vacant-small", x + 18, line)
        x += 34


def _add_relations(card: Card, view: Perikles, force: str, x: int, line: int) -> None:
    """5.35: a tab for those at war with it, one for its allies; all others are neutral."""
    for relation, sign, word, corners in _RELATIONS:
        for number, other in enumerate(related(view, force, relation)):
            text = ("" if number else sign) + code_of(other)
            width = width_of(text, "letter") + 7
            one = subject("relation", "-".join(pair(force, other).split()))
            with card.thing(one, f"{words(None, one)}: {word}"):
                card.box(x, line - 9, width, 18, f"rel-{relation}", corners)
                card.words(text, x + width // 2, line, "letter", "middle")
            x += width + 1
        x += 3


def related(view: Perikles, force: str, relation: str) -> list[str]:
    """The forces that are at war with one, or allied to it."""
    return [o for o in FORCES if o != force and view.relations.get(pair(force, o)) == relation]


def _related(view: Perikles, force: str) -> str:
    said = [
        f"{word} with {enumerated(map(name_of, others))}"
        for relation, _, word, _ in _RELATIONS
        if (others := related(view, force, relation))
    ]
    return "; ".join(said) or "neutral to all"


def _forces(view: Perikles, force: str) -> str:
    if force not in view.pools:
        return "forces at home"
    left = [count_of(len(of_kind(view.pools[force], kind)), kind) for kind in ("hoplite", "trireme")]
    return f"{enumerated(left)} left"


def _row(view: Perikles, name: str, city: City) -> Row:
    """What the plate says: cubes, candidates, leader and Defeats in columns, then the rest."""
    cubes = [Cell(seat, f"cubes of {seat}", str(city.temple[seat])) for seat in view.seats]
    held = [("first", CANDIDATES["a"], city.a), ("second", CANDIDATES["b"], city.b), ("leader", "leader", city.leader)]
    values = statue_values(name)
    now, after = (values[min(city.defeats + more, len(values) - 1)] for more in (0, 1))
    cells = [*cubes, *(Cell(head, called, who or "none") for head, called, who in held)]
    cells.append(Cell("Defeats", "Defeats", str(city.defeats)))
    rest = f"Statues {enumerated(city.statues)}; a Statue is worth {now}, after the next Defeat {after}"
    return Row(name_of(name), tuple(cells), f"{rest}; {_forces(view, name)}; {_related(view, name)}")


# --- the map ----------------------------------------------------------------------------------------------------------


def wide_map(view: Perikles, top: int) -> list[Card]:
    """The map in the middle, the Locations as cards at both edges, each tied to its pin by a line."""
    ground = _ground(1060, MAP, top)
    for name, at in REGIONS.items():
        ground.words(name, at.x, top + at.y, "region", "middle")
    cards = beside_the_map(view.places())
    lines = Card("", top)
    for slot, place in view.places():
        at, pin = cards[slot], PINS[place.tile]
        edge = at.x + CARD[0] if at.x < pin.x else at.x
        lines.path(f"M{edge} {top + at.y + 40}L{pin.x} {top + pin.y}", "lead-line")
    drawn = [ground, lines, *(_pin(slot, place, PINS[place.tile], top) for slot, place in view.places())]
    drawn += [plate(view, city, Point(PLATES[city].x, top + PLATES[city].y), PLATE[0]) for city in CITIES]
    drawn += [persia(view, Point(PLATES["persia"].x, top + PLATES["persia"].y))] if "persia" in view.pools else []
    for slot, place in view.places():
        drawn.append(location(view, slot, place, Point(cards[slot].x, top + cards[slot].y), CARD[0]))
    return drawn


def phone_map(view: Perikles, top: int) -> list[Card]:
    """Coasts, cities with their leaders, and pins; all else stands below."""
    ground = _ground(390, SMALL_HEIGHT, top)
    pins = []
    for slot, place in view.places():
        x, y = PINS[place.tile].on_phone(top)
        pins.append(_pin(slot, place, Point(x, y - top), top))
    return [ground, *(_city(view, city, middle(city).on_phone(top)) for city in CITIES), *pins]


def _ground(width: int, height: int, top: int) -> Card:
    card = Card("", top)
    card.box(0, top, width, height, "sea", 0)
    card.sign("coast", 0, top)
    card.bottom = top + height
    return card


def _pin(slot: int, place: Place, at: Point, top: int) -> Card:
    name = name_of(place.tile)
    card = Card(f"Pin {slot}: {name}", top, subject=subject("place", place.tile), told="unsaid")
    card.bottom = top + at.y + 10
    card.sign("pin", at.x, top + at.y)
    card.words(str(slot), at.x, top + at.y, "badge-number", "middle")
    return card


def _city(view: Perikles, city: str, at: Point) -> Card:
    leader = view.cities[city].leader
    card = Card(f"{name_of(city)} on the map: led by {leader or 'nobody'}", at.y - 16, subject=subject("city", city))
    card.told = "unsaid"
    card.bottom = at.y + 16
    card.words(name_of(city), at.x, at.y - 8, "on-map", "middle")
    card.sign(f"{leader}-small" if leader else "vacant-small", at.x, at.y + 8)
    return card


# --- influence tiles --------------------------------------------------------------------------------------------------


HEIGHT = 44
_TILES_GAP = 4


def display(view: Perikles, frame: Frame, top: int) -> list[Card]:
    """C.11: ten slots, on a phone in two rows."""
    across = 10 if frame.shape == "wide" else 5
    width = (frame.inner - (across - 1) * _TILES_GAP) // across
    cards = []
    for number, tile in enumerate(view.influence_display):
        row, column = divmod(number, across)
        left = frame.edge + column * (width + _TILES_GAP)
        cards.append(_slot(number + 1, tile, left, top + row * (HEIGHT + _TILES_GAP), width))
    for first in [card for card in cards if card.told == "joined"][:1]:
        first.told = "line"
    return cards


def signs(view: Perikles, frame: Frame, top: int) -> list[Card]:
    """How many tiles are in the deck, and what the signs mean."""
    deck = f"Influence deck {count_of(len(view.influence_deck), 'tile')}"
    card = Card(deck, top)
    flow = frame.flow(card, top, 8).words(deck, "line").gap(14)
    meant = (("shard", "shard"), ("candidate", "Candidate"), ("assassin", "Assassin"), ("hoplite-small", "hoplite"))
    for name, word in (*meant, ("trireme-small", "trireme"), ("token", "Battle Token")):
        flow.keep(30 + len(word) * 9).sign(name).words(word, "weak").gap()
    for text in ("?: face down", "dashed: militia or rebels", "D: Defeats"):
        flow.words(text, "weak").gap()
    card.bottom = flow.bottom
    return [card]


def _slot(slot: int, tile: str | None, x: int, top: int, width: int) -> Card:
    said = f"Slot {slot}: {name_of(tile)}" if tile else f"Slot {slot}: empty"
    card = Card(said, top, subject=subject("tile", tile or slot), told="joined" if tile else "unsaid")
    card.bottom = top + HEIGHT
    card.box(x, top, width, HEIGHT, "card" if tile else "empty")
    if tile:
        printed = influence_tile(tile)
        card.words(colour_of(printed), x + 6, top + 13, "tile-name")
        for number, sign in enumerate(signs_of(printed)):
            card.sign(sign, x + 15 + 20 * number, top + 32)
    card.words(str(slot), x + width - 6, top + 33, "mini", "end")
    return card


def colour_of(tile: InfluenceTile) -> str:
    """The city whose colour it has, or any."""
    return "Any" if tile.colour == "any" else name_of(tile.colour)


def signs_of(tile: InfluenceTile) -> list[str]:
    """Its shards, and its symbol."""
    return ["shard"] * tile.shards + ([tile.symbol] if tile.symbol != "none" else [])
