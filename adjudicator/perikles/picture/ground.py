"""The map: sea and land, the cities, the Locations with a pin in their place."""

from __future__ import annotations

from adjudicator.kernel.subjects import subject
from adjudicator.perikles.components import CITIES
from adjudicator.perikles.names import name_of
from adjudicator.perikles.picture.cities import persia, plate
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
    middle,
)
from adjudicator.perikles.picture.locations import location
from adjudicator.perikles.state.position import Perikles, Place
from adjudicator.pictures.shapes import Card


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
    card = Card(f"Pin {slot}: {name}", top, subject=subject("place", place.tile))
    card.bottom = top + at.y + 10
    card.sign("pin", at.x, top + at.y)
    card.words(str(slot), at.x, top + at.y, "badge-number", "middle")
    return card


def _city(view: Perikles, city: str, at: Point) -> Card:
    leader = view.cities[city].leader
    card = Card(f"{name_of(city)} on the map: led by {leader or 'nobody'}", at.y - 16, subject=subject("city", city))
    card.bottom = at.y + 16
    card.words(name_of(city), at.x, at.y - 8, "on-map", "middle")
    card.sign(f"{leader}-small" if leader else "vacant-small", at.x, at.y + 8)
    return card
