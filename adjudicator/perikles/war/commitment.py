"""5.20 to 5.39: what may be sent, and where, and the relations between forces that follow. Nobody is asked here.

Relations hold between forces, not between players (RULING-23); each pair is neutral, at war or allied (RULING-12).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel import Illegal
from adjudicator.kernel.errors import together
from adjudicator.kernel.subjects import count_of
from adjudicator.perikles.components import CITIES, Kind, force_of, kind_of
from adjudicator.perikles.names import name_of, names_of
from adjudicator.perikles.state.orders import Bundle, Placement, SideName
from adjudicator.perikles.state.position import FORCES, PERSIA, Perikles, Place, Placed, Relation, Side, pair

COUNTERS = 2  # 5.20
COUNTERS_WITH_CUBE = 4  # 5.21
SIDES: tuple[SideName, SideName] = ("attacker", "defender")


def place_all(position: Perikles, seat: str, bundle: Bundle) -> list[Placement]:
    """5.24: check a bundle and place its counters one after the other. Returns those that lack only a permission.
    Its cube stays where it is.

    Raises Illegal with the clause of 5.34-H, and leaves the position half changed: try it on a scratch copy first.
    """
    check_bundle(position, seat, bundle)
    team, lacking = position.team(seat), []
    for placement in bundle.placements:
        place = place_of(position, placement.location)
        force = force_of(placement.counter)
        illegal = refusal(position, seat, team, force, kind_of(placement.counter), place, placement.side)
        if illegal:
            raise illegal
        if placement.side == "defender" and not may_defend(position, seat, force, place):
            if f"{place.tile} {force}" in position.refused:
                who, where = name_of(force), name_of(place.tile)
                raise Illegal("5.34-B", f"{who} was refused permission to defend {where} in this player turn (5.43-C)")
            lacking.append(placement)
        put(position, seat, placement.counter, place, placement.side)
    return lacking


def check_bundle(position: Perikles, seat: str, bundle: Bundle) -> None:
    """5.20 to 5.23: Illegal for what a bundle names and pays, wherever its counters stand by then."""
    if wrong := [*_wrong_names(position, seat, bundle), *_wrong_number(position, seat, bundle)]:
        raise together(wrong)


def place_of(position: Perikles, location: str) -> Place:
    """The Location on display that an order names; Illegal by 5.20 where there is none."""
    place = position.place(location)
    if place is None:
        raise _not_shown(position, location)
    return place


def _not_shown(position: Perikles, location: str) -> Illegal:
    shown = names_of(place.tile for _, place in position.places())
    return Illegal("5.20", f"{name_of(location)} is not on display; choose {shown}")


def _wrong_names(position: Perikles, seat: str, bundle: Bundle) -> Iterator[Illegal]:
    """5.20: every counter is in the seat's pool and named once, every Location on display."""
    pool = position.pool(seat)
    named = [placement.counter for placement in bundle.placements]
    for counter in dict.fromkeys(named):
        if counter not in pool:
            yield Illegal("5.20", f"{name_of(counter)} is not in your pool, which holds: {names_of(pool)}")
        if named.count(counter) > 1:
            yield Illegal("5.20", f"{counter} is named twice")
    for location in dict.fromkeys(placement.location for placement in bundle.placements):
        if position.place(location) is None:
            yield _not_shown(position, location)


def _wrong_number(position: Perikles, seat: str, bundle: Bundle) -> Iterator[Illegal]:
    """5.23: two counters, or up to four with a cube for those of its city."""
    sent, city = len(bundle.placements), bundle.cube
    if sent <= COUNTERS:
        if city is not None:
            yield Illegal("5.23", f"a cube pays for a third and fourth counter only; you send {sent}")
        return
    if sent > COUNTERS_WITH_CUBE:
        yield Illegal("5.23", f"send at most {COUNTERS_WITH_CUBE} counters, not {sent}")
    elif city is None:
        yield Illegal("5.23", f"{sent} counters need a cube: name its city")
    elif city not in cube_cities(position, seat):
        may = names_of(cube_cities(position, seat))
        yield Illegal("5.23", f"you cannot spend a cube in {name_of(city)}; you can in: {may}")
    else:
        force = city if position.led_by(seat) else PERSIA
        extra = sum(force_of(placement.counter) == force for placement in bundle.placements)
        if extra < sent - COUNTERS:
            least = count_of(sent - COUNTERS, "counter")
            yield Illegal("5.23", f"the cube pays for {name_of(force)} alone: send at least {least} of it, not {extra}")


def cube_cities(position: Perikles, seat: str) -> list[str]:
    """5.21, 5.22: where a seat may spend a cube: temples of cities that it leads; any temple for a Persian leader."""
    cities = position.led_by(seat) or CITIES
    return [city for city in cities if position.cities[city].temple[seat]]


def refusal(
    position: Perikles, seat: str, team: Sequence[str], force: str, kind: Kind, place: Place, side: SideName
) -> Illegal | None:
    """5.34-H: the first clause that forbids a placement, but for permission (5.34-B). `team` is the seat's (I.06)."""
    clause = _breach(position, seat, team, force, kind, place, side)
    if clause is None:
        return None
    against_us = place.defender if side == "attacker" else place.attacker
    beside = _met(position, force, "war", place.side(side)) if clause == "5.34-E" else None
    facing = _met(position, force, "allied", against_us) if clause == "5.34-G" else None
    named = (force, place.printed.city, place.tile, beside or facing or "")
    names = dict(zip(("force", "city", "location", "other"), map(name_of, named), strict=True))
    return Illegal(clause, BREACHES[clause].format(**names, seat=seat))


BREACHES = {
    "5.25": "{location} is fought on land only: no trireme goes there",
    "5.34-A": "{seat} leads {city} and may not attack {location}",
    "5.34-C": "{seat} stands on the other side of {location}",
    "5.34-D": "{force} is at war with {city} and may not defend {location}",
    "5.34-E": "{force} would stand beside {other} at {location}, with which it is at war",
    "5.34-F": "{force} is allied with {city} and may not attack {location}",
    "5.34-G": "{force} would face {other} at {location}, with which it is allied",
}


def _breach(
    position: Perikles, seat: str, team: Sequence[str], force: str, kind: Kind, place: Place, side: SideName
) -> str | None:
    """The clause alone: most of what is tried is forbidden, and nobody is told."""
    printed, attacks = place.printed, side == "attacker"
    with_us, against_us = (place.attacker, place.defender) if attacks else (place.defender, place.attacker)
    if kind == "trireme" and kind not in printed.rounds:
        return "5.25"
    if attacks and position.cities[printed.city].leader == seat:
        return "5.34-A"
    if _stands_on(team, against_us):
        return "5.34-C"
    relation = position.relation(force, printed.city)
    if relation == "war" and not attacks:
        return "5.34-D"
    if with_us.counters and _met(position, force, "war", with_us):
        return "5.34-E"
    if relation == "allied" and attacks:
        return "5.34-F"
    if against_us.counters and _met(position, force, "allied", against_us):
        return "5.34-G"
    return None


def _met(position: Perikles, force: str, relation: Relation, side: Side) -> str | None:
    """The first force on a side, in the order of 0.06, to which a force has a relation."""
    there = [force_of(placed.counter) for placed in side.counters]
    met = [other for other in there if position.relation(force, other) == relation]
    return min(met, key=FORCES.index) if met else None


def _stands_on(team: Sequence[str], side: Side) -> bool:
    """5.34-C, RULING-24: whether a seat, or a Persian leader with it, has a counter on a side or is its main player."""
    return side.main in team or (bool(side.counters) and any(placed.seat in team for placed in side.counters))


def may_defend(position: Perikles, seat: str, force: str, place: Place) -> bool:
    """5.34-B, 5.44, 5.45, 5.52, RULING-13: the leader, any seat where there is none, and seats with permission."""
    return position.leader_at(place.tile) in (None, seat) or position.permits(place.tile, force)


def put(position: Perikles, seat: str, counter: str, place: Place, side: SideName) -> None:
    """5.31, 5.36, 5.37: the counter goes to the Location; relations follow."""
    relate(position, force_of(counter), place, side)
    there, force = place.side(side), force_of(counter)
    joined = Side(there.main or seat, sorted([*there.counters, Placed(counter, seat)]))
    position.replace_place(place, **{side: joined})
    position.pools[force] = [other for other in position.pools[force] if other != counter]


def legal_placements(position: Perikles, seat: str) -> Iterator[Placement]:
    """Every single counter that the seat may send now, to where it may go, leave to defend not yet asked included."""
    team = position.team(seat)
    open_to: dict[tuple[str, Kind], list[tuple[str, SideName]]] = {}
    for counter in position.pool(seat):
        kind = (force_of(counter), kind_of(counter))
        if kind not in open_to:
            open_to[kind] = list(_open_to(position, seat, team, *kind))
        for location, side in open_to[kind]:
            yield Placement(counter=counter, location=location, side=side)


def _open_to(
    position: Perikles, seat: str, team: Sequence[str], force: str, kind: Kind
) -> Iterator[tuple[str, SideName]]:
    """The sides of Locations that a counter of this force and type may go to; which counter it is does not matter."""
    for _, place in position.places():
        for side in SIDES:
            if _breach(position, seat, team, force, kind, place, side) is None:
                refused = position.refused and f"{place.tile} {force}" in position.refused
                if side == "attacker" or not refused or may_defend(position, seat, force, place):
                    yield place.tile, side


def relate(position: Perikles, force: str, place: Place, side: SideName) -> None:
    """5.36, 5.37: the relations that follow when a counter joins a side. Call it before adding the counter."""
    friends = place.side(side).forces()
    enemies = place.side("defender" if side == "attacker" else "attacker").forces()
    city = place.printed.city
    if side == "attacker":
        enemies = [*enemies, city]
    else:
        friends = [*friends, city]
    for other in enemies:
        _set(position, force, other, "war")
    for other in friends:
        _set(position, force, other, "allied")


def _set(position: Perikles, force: str, other: str, relation: Relation) -> None:
    if force != other:
        position.relations[pair(force, other)] = relation
