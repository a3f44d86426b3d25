"""Chapter 6: resolve battles, Location by Location; what becomes of the tile (6.40 to 6.47)."""

from __future__ import annotations

from adjudicator.kernel import Resolution, agenda_step, step
from adjudicator.perikles.components import force_of, kind_of
from adjudicator.perikles.events import battles as events
from adjudicator.perikles.events.politics import CubesAdded
from adjudicator.perikles.state.orders import SideName
from adjudicator.perikles.state.position import PERSIA, Battle, Perikles, Place, Placed, Side, tell_chapter
from adjudicator.perikles.war.rounds import begin_round
from adjudicator.perikles.war.special_windows import ask_for_instructions

Running = Resolution[Perikles]
CUBES_OF_AN_UNTOUCHED_DEFENDER = 2  # 6.04


@agenda_step
def resolve_battles(running: Running) -> None:
    """6.01: instructions first (D.08); then the Locations in slot order, each completely before the next."""
    position = running.position
    position.chapter = 6
    tell_chapter(running, 6)
    slots = [slot for slot, _ in position.places()]
    running.do(step(ask_for_instructions), *(step(resolve_location, slot=slot) for slot in slots))


@agenda_step
def resolve_location(running: Running, slot: int) -> None:
    """6.02 to 6.07: turn the counters up; who is there decides what happens."""
    place = _place_in(running.position, slot)
    place.turned_up = True
    for side in (place.attacker, place.defender):
        side.counters = _unsigned(running.position, side)
    attacking, defending = ([placed.counter for placed in s.counters] for s in (place.attacker, place.defender))
    running.emit(events.TurnedUp(location=place.tile, attacker=attacking, defender=defending))
    if not attacking and not defending:
        _out(running, slot)  # 6.03
    elif not attacking:
        _untouched(running, place)  # 6.04
        _out(running, slot)
    elif not defending and place.printed.intrinsic.side != "defender":
        final = place.printed.rounds[-1]
        _end(running, slot, "attacker" if any(kind_of(c) == final for c in attacking) else None)  # 6.05
    else:
        running.position.battle = Battle(slot)  # 6.06
        running.do(step(begin_round), step(end_battle))


def _place_in(position: Perikles, slot: int) -> Place:
    place = position.locations[slot - 1]
    if place is None:
        raise ValueError(f"slot {slot} is empty")
    return place


def _unsigned(position: Perikles, side: Side) -> list[Placed]:
    """V.23, RULING-31: Persian counters turned up no longer tell which leader sent them.

    They stand for the main player, where that is a Persian leader (6.31), else for Persia.
    """
    signed = side.main if side.main in position.persian_leaders() else PERSIA
    return sorted(
        Placed(placed.counter, str(signed)) if force_of(placed.counter) == PERSIA else placed
        for placed in side.counters
    )


def _untouched(running: Running, place: Place) -> None:
    """6.04: two cubes of the main defender in the tile's city; of each Persian leader, if it is Persia."""
    main, city = place.defender.main, place.printed.city
    for seat in running.position.team(main) if main else []:
        placed = running.position.place_cubes(seat, city, CUBES_OF_AN_UNTOUCHED_DEFENDER)
        running.emit(CubesAdded(seat=seat, city=city, cubes=placed))


@agenda_step
def end_battle(running: Running) -> None:
    """6.40 to 6.42: the winner of the final round takes the tile."""
    battle = running.position.battle
    if battle is None:
        raise ValueError("no battle is being fought")
    running.position.battle = None
    _end(running, battle.slot, battle.last_winner)


def _end(running: Running, slot: int, winner: SideName | None) -> None:
    """6.40 to 6.45, RULING-39: the main player of the winning side takes the tile; without one it leaves the game."""
    position = running.position
    place = _place_in(position, slot)
    main = place.side(winner).main if winner else None
    if main is None:
        _out(running, slot)  # 6.41, 6.42
        return
    takers = position.team(main)  # 6.45
    for seat in takers:
        position.locations_won[seat].append(place.tile)
    running.emit(events.LocationTaken(location=place.tile, seats=takers, vp=place.printed.vp))
    if winner == "attacker":
        city = position.cities[place.printed.city]
        city.defeats += 1  # 6.43, 6.44
        running.emit(events.Defeated(city=place.printed.city, number=city.defeats))
    _clear(position, slot)


def _out(running: Running, slot: int) -> None:
    tile = _place_in(running.position, slot).tile
    running.position.locations_out.append(tile)
    running.emit(events.LocationOut(location=tile))
    _clear(running.position, slot)


def _clear(position: Perikles, slot: int) -> None:
    """6.47: the surviving counters go back to their boxes."""
    place = _place_in(position, slot)
    position.send_home([placed.counter for side in (place.attacker, place.defender) for placed in side.counters])
    position.locations[slot - 1] = None
