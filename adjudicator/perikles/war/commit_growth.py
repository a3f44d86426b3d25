"""The large orders of Perikles part by part: what may be added to an order that is begun (`Question.grown`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from adjudicator.perikles.components import Kind, force_of
from adjudicator.perikles.politics import revolt
from adjudicator.perikles.politics.specials import holds
from adjudicator.perikles.state.orders import Bundle, Column, CommitOrder, Deed, Instruction, SideName
from adjudicator.perikles.state.position import Perikles, Place
from adjudicator.perikles.war.commitment import COUNTERS, COUNTERS_WITH_CUBE, cube_cities, legal_placements, place_all

SLAVE_REVOLT = "slave_revolt"


def grown_bundles(view: Perikles, seat: str, bundle: Bundle) -> Iterator[Bundle]:
    """5.20 to 5.23: a bundle with one placement more, and with the cube that pays for it."""
    position = view.scratch_of_forces()
    place_all(position, seat, bundle)
    sent = len(bundle.placements) + 1
    if sent > COUNTERS_WITH_CUBE:
        return
    cubes: Sequence[str | None] = (
        [None] if sent <= COUNTERS else [bundle.cube] if bundle.cube else cube_cities(view, seat)
    )
    for placement, cube in product(legal_placements(position, seat), cubes):
        yield replace(bundle, placements=[*bundle.placements, placement], cube=cube)


def grown_commits(
    view: Perikles, seat: str, order: CommitOrder, legal: Callable[[CommitOrder], bool]
) -> Iterator[CommitOrder]:
    """D-5C: one placement more, Slave Revolt before or after, a fallback where leave has to be asked (D.07)."""
    more = [replace(order, placements=b.placements, cube=b.cube) for b in grown_bundles(view, seat, order.bundle)]
    if holds(view, seat, SLAVE_REVOLT) and order.revolt_before is None and order.revolt_after is None:
        position = view.scratch_of_forces()
        place_all(position, seat, order.bundle)
        more += [replace(order, revolt_before=source) for source in revolt.sources(view)]
        more += [replace(order, revolt_after=source) for source in revolt.sources(position)]
    for one in more:  # what is placed one by one without a cube is legal by its making
        if not (one.cube or one.revolt_before or one.revolt_after) or legal(one):
            yield one
    yield from _grown_fallbacks(view, seat, order, legal)


def _grown_fallbacks(
    view: Perikles, seat: str, order: CommitOrder, legal: Callable[[CommitOrder], bool]
) -> Iterator[CommitOrder]:
    asked = {(p.location, force_of(p.counter)) for p in place_all(view.scratch_of_forces(), seat, order.bundle)}
    for fallback in grown_bundles(view, seat, order.fallback or Bundle()) if asked else ():
        last = fallback.placements[-1]
        refused = last.side == "defender" and (last.location, force_of(last.counter)) in asked
        if refused or (fallback.cube and not legal(CommitOrder(placements=fallback.placements, cube=fallback.cube))):
            continue
        yield replace(order, fallback=fallback)


def instructions(places: Sequence[Place], sides: Sequence[SideName | None]) -> Iterator[Instruction]:
    """D.08: every instruction for one Location or any, one type of round or any, one column or any."""
    deeds: tuple[Deed, ...] = ("ask me", "use", "pass")
    columns: tuple[Column | None, ...] = (None, "1:2", "-2", "1:1", "+2", "2:1", "3:1")
    for do, place in product(deeds, (None, *places)):
        fought: list[Kind] = place.printed.rounds if place else ["hoplite", "trireme"]
        for kind, column, side in product((None, *fought), columns, sides if do == "use" else (None,)):
            yield Instruction(
                do=do, location=place.tile if place else None, kind=kind, columns=[column] if column else [], side=side
            )
