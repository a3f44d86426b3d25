"""X.07 to X.09: Slave Revolt."""

from __future__ import annotations

from adjudicator.kernel import Illegal, Resolution
from adjudicator.perikles.components import force_of, kind_of
from adjudicator.perikles.events.war import HopliteRevolted, RevoltedStrength
from adjudicator.perikles.names import name_of
from adjudicator.perikles.politics.specials import holds, not_held, spend
from adjudicator.perikles.state.position import Perikles, Side

POOL = "pool"


def source_in_words(source: str) -> str:
    """The pool of the leader of Sparta, or a Location."""
    return "the pool of the leader of Sparta" if source == POOL else name_of(source)


def spartan_hoplites(counters: list[str]) -> list[str]:
    """The Spartan hoplites among counters, by id (K.03)."""
    return sorted(c for c in counters if force_of(c) == "sparta" and kind_of(c) == "hoplite")


def candidates(position: Perikles, source: str) -> list[str]:
    """X.08: the hoplites of one source: the pool of the leader of Sparta, or a Location."""
    if source == POOL:
        return spartan_hoplites(position.pools.get("sparta", []))
    place = position.place(source)
    sides = (place.attacker, place.defender) if place else ()
    return spartan_hoplites([placed.counter for side in sides for placed in side.counters])


def sources(position: Perikles) -> list[str]:
    """X.08: every source that holds a Spartan hoplite. Public."""
    return [s for s in (POOL, *(place.tile for _, place in position.places())) if candidates(position, s)]


def check_revolt(position: Perikles, seat: str, source: str) -> None:
    """X.01, X.08: Illegal if the seat cannot play Slave Revolt on this source."""
    if not holds(position, seat, "slave_revolt"):
        raise not_held(position, seat, "slave_revolt")
    if source not in sources(position):
        may = ", ".join(map(source_in_words, sources(position))) or "none"
        raise Illegal("X.08", f"{source_in_words(source)} holds no Spartan hoplite; these do: {may}")


def remove(position: Perikles, source: str, hoplite: str) -> None:
    """X.08, X.09, RULING-14: the hoplite leaves; a side that is left without counters has no main player."""
    if source == POOL:
        left = list(position.pools["sparta"])
        left.remove(hoplite)
        position.pools["sparta"] = left
    elif place := position.place(source):
        position.replace_place(
            place, attacker=_without(place.attacker, hoplite), defender=_without(place.defender, hoplite)
        )


def _without(side: Side, hoplite: str) -> Side:
    """A side after one counter has left: of several that look the same to a stranger only one."""
    gone = next((number for number, placed in enumerate(side.counters) if placed.counter == hoplite), None)
    if gone is None:
        return side
    left = side.counters[:gone] + side.counters[gone + 1 :]
    return Side(side.main if left else None, left)


def revolt(running: Resolution[Perikles], seat: str, source: str) -> str:
    """X.08: one Spartan hoplite of the source, at random, goes face down into Sparta's box. The counter that went."""
    position = running.position
    running.emit(spend(position, seat))
    hoplite = running.chance.pick(candidates(position, source), "X.08 hoplite")
    remove(position, source, hoplite)
    position.revolted = hoplite
    running.emit(HopliteRevolted(source=source))
    running.emit(RevoltedStrength(counter=hoplite, only=tuple(position.owners("sparta"))))  # RULING-21
    return hoplite
