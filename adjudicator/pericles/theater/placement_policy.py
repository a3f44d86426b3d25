"""15.4-C4 to 15.4-C8: which marker the bot places next, and where, from what its seat may see."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel import Unknown
from adjudicator.pericles.state.connections import could_reach
from adjudicator.pericles.state.position import Pericles, Spot
from adjudicator.pericles.state.theaters import advantage, resistance, spots_in_play, treachery_at
from adjudicator.pericles.words import (
    ENEMY,
    HOME,
    MARKERS,
    PERSIA,
    SIDE_OF,
    FactionName,
    MarkerKind,
    SideName,
    TheaterName,
)


def next_marker(view: Pericles, faction: FactionName) -> tuple[MarkerKind, FactionName]:
    """15.4-C4: military, league, diplomatic, oracle, rumor; its own before a lent one."""
    held: list[tuple[MarkerKind, FactionName]] = []
    for marker in view.markers[faction]:
        if isinstance(marker.kind, Unknown) or isinstance(marker.owner, Unknown):
            raise ValueError(f"the markers that {faction} hold are hidden here")
        held.append((marker.kind, marker.owner))
    return min(held, key=lambda one: (MARKERS.index(one[0]), one[1] != faction))


def best_spot(view: Pericles, faction: FactionName, kind: MarkerKind) -> Spot:
    """15.4-C5 to 15.4-C8; Home where nothing else fits."""
    found: Iterator[Spot] = iter(())
    if kind == "military":
        found = _for_military(view, faction)
    elif kind == "league":
        found = _for_league(view, faction)
    elif kind == "diplomatic":
        found = _for_diplomatic(view, faction)
    else:
        found = _for_others(view, faction)
    return next(found, HOME[SIDE_OF[faction]])


def _for_military(view: Pericles, faction: FactionName) -> Iterator[Spot]:
    """15.4-C5: Contested with an advantage of -3 or more; then Enemy Controlled ones that are weak and in reach."""
    side = SIDE_OF[faction]
    free = [name for name in view.in_play() if _own_military(view, faction, name) < 2]
    contested = [name for name in free if view.status(name, side) == "contested" and advantage(view, name, side) >= -3]
    yield from sorted(contested, key=lambda name: -advantage(view, name, side))
    weak = [name for name in free if view.status(name, side) == "enemy" and _enemy_strength(view, name, side) <= 5]
    for name in sorted(weak, key=lambda name: _enemy_strength(view, name, side)):
        if could_reach(view, side, view.box.theaters[name].type, name):
            yield name


def _own_military(view: Pericles, faction: FactionName, theater: TheaterName) -> int:
    """15.4-C5: the military markers that this Faction placed in a theater; it knows what it placed."""
    return sum(one.placer == faction and one.kind == "military" for one in view.theaters[theater].queue)


def _enemy_strength(view: Pericles, theater: TheaterName, side: SideName) -> int:
    """15.4-C5, RULING-81: the enemy's strength of the theater's kind."""
    return view.theaters[theater].strength(ENEMY[side], view.box.theaters[theater].type)


def _for_league(view: Pericles, faction: FactionName) -> Iterator[Spot]:
    """15.4-C6: Contested with a League base; Friendly Controlled with one and room; Persia for Sparta."""
    side = SIDE_OF[faction]
    based = [name for name in view.in_play() if view.league_bases(name, side)]
    yield from (name for name in based if view.status(name, side) == "contested")
    quiet = [
        name
        for name in based
        if view.status(name, side) == "friendly"
        and view.room_for_base(name)
        and not any(marker.placer == faction for marker in view.theaters[name].queue)
    ]
    yield from sorted(quiet, key=lambda name: view.theaters[name].bases(side))
    if side == "sparta" and view.persia_open and view.reserve("persian_base"):
        yield PERSIA


def _for_diplomatic(view: Pericles, faction: FactionName) -> Iterator[Spot]:
    """15.4-C7: where an enemy League base stands, the weakest first; then Neutral theaters."""
    side = SIDE_OF[faction]
    open_to = [name for name in view.in_play() if view.league_bases(name, ENEMY[side])]
    yield from sorted(open_to, key=lambda name: resistance(view, name, side) - treachery_at(view, name, side))
    yield from (name for name in view.in_play() if view.status(name, side) == "neutral")


def _for_others(view: Pericles, faction: FactionName) -> Iterator[Spot]:
    """15.4-C8: the tallest queue topped by an enemy marker; Persia's, once it is open, after equal ones (RULING-86)."""
    enemy = ENEMY[SIDE_OF[faction]]
    topped = [name for name in spots_in_play(view) if (queue := view.theaters[name].queue) and queue[-1].side == enemy]
    yield from sorted(topped, key=lambda name: -len(view.theaters[name].queue))
