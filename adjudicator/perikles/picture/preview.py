"""What an order would change on the board, before it is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import singledispatch

from adjudicator.kernel import Ask, Preview
from adjudicator.kernel.subjects import subject
from adjudicator.perikles.components import force_of, influence_tile, kind_of
from adjudicator.perikles.names import name_of
from adjudicator.perikles.picture.layout import code_of, label_of
from adjudicator.perikles.state import orders
from adjudicator.perikles.state.position import Perikles

_CHIP = 48


@singledispatch
def preview(order: object, view: Perikles, ask: Ask) -> Preview:
    """The counters and cubes that an order would put on the board or take from it."""
    return Preview()


@preview.register(orders.CubeOrder)
@preview.register(orders.SecondCubeOrder)
def _(order: orders.CubeOrder | orders.SecondCubeOrder, view: Perikles, ask: Ask) -> Preview:
    return _cubes(Preview(), order.city, ask.seat, 1)


@preview.register
def _(order: orders.TakeOrder, view: Perikles, ask: Ask) -> Preview:
    tile, found = influence_tile(order.tile), Preview()
    city = order.city or (None if tile.colour == "any" else tile.colour)
    if city:
        _cubes(found, city, ask.seat, tile.shards)
    if order.candidate:
        _candidate(found, order.candidate.city, order.candidate.colour)
    if one := order.assassinate:
        found.add(subject("city", one.city), "assassin")
        found.add(subject("city", one.city), f"{one.colour}-small", "–", room=26)
    for use in (order.before, order.after):
        for move in use.moves if use else ():
            _cubes(found, move.target, move.colour, 1)
    return found


@preview.register
def _(order: orders.ProposeOrder, view: Perikles, ask: Ask) -> Preview:
    return _candidate(Preview(), order.city, order.colour)


@preview.register
def _(order: orders.RecoverOrder, view: Perikles, ask: Ask) -> Preview:
    found = Preview()
    for city, kind in order.kinds.items():
        found.add(subject("city", city), f"{kind}-small", "+1", kind="number", room=38)
    return found


@preview.register
def _(order: orders.CommitOrder, view: Perikles, ask: Ask) -> Preview:
    found = _placed(view, order.placements)
    if order.cube:
        found.add(subject("city", order.cube), text="–1 cube", kind="tag", room=66)
    return found


@preview.register
def _(order: orders.WindowOrder, view: Perikles, ask: Ask) -> Preview:
    found, battle = Preview(), view.battle
    place = view.locations[battle.slot - 1] if battle else None
    if order.use and place:
        at = subject("spot", place.tile, order.side) if order.side else subject("place", place.tile)
        found.add(at, text=name_of(str(view.special[ask.seat].tile)), kind="tag", room=100)
    return found


@preview.register
def _(order: orders.PermitOrder, view: Perikles, ask: Ask) -> Preview:
    return _permitted(Preview(), order.location, order.force) if order.force and order.permit else Preview()


@preview.register
def _(order: orders.AnswerOrder, view: Perikles, ask: Ask) -> Preview:
    found = Preview()
    for answer in order.answers:
        if answer.grant:
            _permitted(found, answer.location, answer.force)
    return found


def _permitted(found: Preview, location: str, force: str) -> Preview:
    found.add(subject("spot", location, "defender"), text=f"{code_of(force)} may defend", kind="tag", room=100)
    return found


def _cubes(found: Preview, city: str, colour: str, number: int) -> Preview:
    found.add(subject("city", city), f"{colour}-small", number=number, room=26)
    return found


def _candidate(found: Preview, city: str, colour: str) -> Preview:
    found.add(subject("city", city), "candidate", room=26)
    return _cubes(found, city, colour, 1)


def _placed(view: Perikles, placements: Sequence[orders.Placement]) -> Preview:
    """5.20: counters at their sides; in its pool a class is gone with the last of its counters."""
    found, sent = Preview(), Counter(one.counter[:-1] for one in placements)
    for one in placements:
        label = code_of(force_of(one.counter)) + label_of(one.counter)
        found.add(subject("spot", one.location, one.side), f"{kind_of(one.counter)}-chip", label, room=_CHIP)
        alike = [each for each in view.pools.get(force_of(one.counter), ()) if each[:-1] == one.counter[:-1]]
        if len(alike) == sent[one.counter[:-1]]:
            found.take(subject("piece", one.counter))
    return found
