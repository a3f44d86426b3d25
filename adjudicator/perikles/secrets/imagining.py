"""From a view to a whole position (V.20): every hidden thing is filled in with what is left for it.

What others have filed in secret may exist or not (V.12, V.13). Where the rules say that there is something (the order
for which leave is asked, an instruction that had somebody asked), one that fits is made up; second cubes and
instructions are drawn; for the rest it is supposed that there is nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.kernel import Ask, Chance, Unknown
from adjudicator.perikles.components import CityName, components
from adjudicator.perikles.politics.first_cubes import SecondCubeAhead
from adjudicator.perikles.secrets.invariants import counters_in
from adjudicator.perikles.state.counters import face_down, force_of, is_face_down, of_kind
from adjudicator.perikles.state.orders import CommitOrder, Instruction, Placement
from adjudicator.perikles.state.position import PERSIA, Perikles, Placed, Request
from adjudicator.perikles.war.commitment import COUNTERS, cube_cities
from adjudicator.perikles.war.special_windows import Instruct, Window, holders, instruction, take_instructions


def imagine_hidden(view: Perikles, seat: str | None, chance: Chance) -> None:
    """Make a view a position that `seat` (None: a spectator) could not tell from the true one."""
    _decks(view, chance)
    _specials(view, chance)
    for force in view.pools:
        _counters(view, force, chance)
    _second_cubes(view, seat, chance)
    _waiting(view, seat, chance)
    if view.chapter == 6:
        _instructions(view, seat, chance)


def _decks(view: Perikles, chance: Chance) -> None:
    """V.03, V.04: the decks hold the tiles that lie nowhere else."""
    if view.influence_deck:
        shown = [*view.influence_display, *view.influence_discard, *(t for held in view.tiles.values() for t in held)]
        rest = [tile.id for tile in components().influence_tiles if tile.id not in shown]
        view.influence_deck = [*chance.shuffle(rest, "imagine Influence deck")]
    if view.location_deck:
        shown = [*(place.tile for _, place in view.places()), *view.locations_out]
        shown += [tile for won in view.locations_won.values() for tile in won]
        rest = [tile.id for tile in components().location_tiles if tile.id not in shown]
        view.location_deck = [*chance.shuffle(rest, "imagine Location deck")]


def _specials(view: Perikles, chance: Chance) -> None:
    """V.01, V.02."""
    hidden = [special for special in view.special.values() if isinstance(special.tile, Unknown)]
    known = [special.tile for special in view.special.values()]
    tiles = [tile.id for tile in components().special_tiles if tile.id not in known]
    shuffled = chance.shuffle(tiles, "imagine Special tiles")
    for special, tile in zip(hidden, shuffled, strict=False):
        special.tile = tile
    view.undealt_specials = [*shuffled[len(hidden) :]] if view.undealt_specials else []


def _counters(view: Perikles, force: str, chance: Chance) -> None:
    """V.06 to V.08: every face-down counter of a force becomes one that lies nowhere else."""
    known = [*counters_in(view)]
    left = [counter for counter in components().counters_of(force) if counter not in known]
    unseen = chance.shuffle(left, f"imagine {force}")

    def turned(counter: str) -> str:
        if not is_face_down(counter) or force_of(counter) != force:
            return counter
        found = next(other for other in unseen if face_down(other) == counter)
        unseen.remove(found)
        return found

    view.pools[force] = sorted(map(turned, view.pools[force]))
    for _, place in view.places():
        for side in (place.attacker, place.defender):
            side.counters = sorted(Placed(turned(placed.counter), placed.seat) for placed in side.counters)
    view.revolted = view.revolted and turned(view.revolted)


def _second_cubes(view: Perikles, seat: str | None, chance: Chance) -> None:
    """D.01: of the others, each may have ordered its second cube ahead."""
    for other in _others(view, seat):
        possible = [*SecondCubeAhead().options(view, Ask(other, SecondCubeAhead.id))]
        if possible and chance.die(2, "imagine second cube?") == 1:
            view.second_cubes[other] = chance.pick(possible, "imagine second cube").city


def _others(view: Perikles, seat: str | None) -> list[str]:
    return [other for other in view.seats if other != seat]


# --- V.12: the order that waits for leave -------------------------------------------------------------------------


def _waiting(view: Perikles, seat: str | None, chance: Chance) -> None:
    """The placements for which leave is asked (V.11), with a cube where they are too many without one."""
    if not view.requests or view.requests[0].seat == seat:
        return
    sender = view.requests[0].seat
    pool = chance.shuffle(view.pool(sender), "imagine waiting order")
    placements = [placement for request in view.requests for placement in _asked(request, pool)]
    view.waiting = {sender: CommitOrder(placements=placements, cube=_cube(view, sender, placements))}


def _asked(request: Request, pool: list[str]) -> list[Placement]:
    mine = [counter for counter in pool if force_of(counter) == request.force]
    sent = [*of_kind(mine, "hoplite")[: request.hoplites], *of_kind(mine, "trireme")[: request.triremes]]
    for counter in sent:
        pool.remove(counter)
    return [Placement(counter=counter, location=request.location, side="defender") for counter in sent]


def _cube(view: Perikles, sender: str, placements: Sequence[Placement]) -> CityName | None:
    """5.21, 5.23: the city whose cube pays for a third and fourth counter."""
    extra = len(placements) - COUNTERS
    if extra <= 0:
        return None
    forces = [force_of(placement.counter) for placement in placements]
    led = view.led_by(sender)
    paying = (city for city in cube_cities(view, sender) if forces.count(city if led else PERSIA) >= extra)
    return next(paying)  # type: ignore[arg-type]


# --- V.13: instructions -------------------------------------------------------------------------------------------


def _instructions(view: Perikles, seat: str | None, chance: Chance) -> None:
    """D.08: every holder has given some; in a window, those whose first that fits says `ask me` are asked."""
    phase = view.phase
    if phase is None:
        return
    if phase.then.name == take_instructions.__name__:
        view.phase = msgspec.structs.replace(phase, asks=[Ask(holder, Instruct.id) for holder in holders(view)])
        return
    others = [other for other in _others(view, seat) if other in holders(view)]
    for other in others:
        drawn = Instruct().sample(view, Ask(other, Instruct.id), chance, "imagine instructions")
        view.instructions[other] = drawn.instructions if drawn else []
    if phase.veiled:
        if not _asked_now(view):
            view.instructions[chance.pick(others, "imagine asked")].insert(0, Instruction(do="ask me"))
        view.phase = msgspec.structs.replace(phase, asks=[Ask(holder, Window.id) for holder in _asked_now(view)])


def _asked_now(view: Perikles) -> list[str]:
    """V.14: those whom the window that is open asks; it would not be open if there were none."""
    return [holder for holder in holders(view) if (found := instruction(view, holder)) and found.do == "ask me"]
