"""What seats have filed in secret (V.12, V.13), and how others imagine it (V.20), who cannot know whether it exists.

Where something must exist (the order that permission is asked for, the instruction by which somebody is asked), one
that fits is made up. Second cubes and instructions are drawn. Of everything else it is assumed that there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.kernel import Ask, Chance
from adjudicator.kernel.hidden.parts import Filed
from adjudicator.perikles.components import CITIES, CityName, force_of, of_kind
from adjudicator.perikles.politics.first_cubes import SecondCubeAhead
from adjudicator.perikles.state.orders import CommitOrder, Instruction, Placement
from adjudicator.perikles.state.position import PERSIA, Perikles, Request
from adjudicator.perikles.war.commitment import COUNTERS, cube_cities
from adjudicator.perikles.war.special_windows import Instruct, Window, holders, instruction, take_instructions


class SecondCubes(Filed):
    """D.01: where a seat's second cube goes, ordered ahead."""

    def __init__(self) -> None:
        super().__init__(Perikles, "second_cubes", CITIES)

    def imagine(self, view: Perikles, seat: str | None, chance: Chance) -> None:
        """Each of the others that could have ordered one ahead may have done so."""
        for other in _others(view, seat):
            possible = [*SecondCubeAhead().options(view, Ask(other, SecondCubeAhead.id))]
            if possible and chance.die(2, "imagine second cube?") == 1:
                view.second_cubes[other] = chance.pick(possible, "imagine second cube").city


def _others(view: Perikles, seat: str | None) -> list[str]:
    return [other for other in view.seats if other != seat]


# --- V.12: the order that waits for permission --------------------------------------------------------------------


class WaitingOrder(Filed):
    """The order that waits for permission (V.11)."""

    def __init__(self) -> None:
        super().__init__(Perikles, "waiting")

    def imagine(self, view: Perikles, seat: str | None, chance: Chance) -> None:
        """The placements that permission is asked for, with a cube where there are too many without one."""
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


class Instructions(Filed):
    """D.08: what a seat wants done with its Special tile in the windows of battles."""

    def __init__(self) -> None:
        super().__init__(Perikles, "instructions")

    def imagine(self, view: Perikles, seat: str | None, chance: Chance) -> None:
        """Every holder has given some. A window asks those whose first fitting instruction says `ask me`."""
        phase = view.phase
        if phase is None or view.chapter != 6:
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
    """V.14: the seats that the open window asks; with none of them it would not be open."""
    return [holder for holder in holders(view) if (found := instruction(view, holder)) and found.do == "ask me"]
