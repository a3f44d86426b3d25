"""The parts that a title's secrets consist of, and hidden things that do not fit every place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.hidden.paths import Path


class Unseen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lay face down when a game ended: of one sort and in one place, by ids of subjects.

    `where` is who held the things, and the place if they lay in one; nothing for a pile.
    """

    sort: str
    where: tuple[str, ...]
    things: tuple[str, ...]


class Hidden:
    """Something that is hidden in a title's positions: a zone, or what a title hides in a way of its own.

    What is left out here needs nothing. `seat` is None for a spectator.
    """

    is_always_read: bool = False
    """Whether steps look at it on their way to what everybody is told (`title/foretold`)."""

    def hide(self, view: Any, seat: str | None) -> None:
        """Replace what a seat may not know. A view shares its parts with its position: nothing is changed within."""

    def redeal(self, position: Any, seat: str | None, chance: Chance) -> None:
        """Deal anew what a seat may not know, so that it sees the same as before."""

    def imagine(self, view: Any, seat: str | None, chance: Chance) -> None:
        """Make up what a view hides from a seat."""

    def reshuffle(self, position: Any, chance: Chance) -> None:
        """Shuffle each pile that no seat has seen, apart from the others."""

    def deal_again(self, position: Any, chance: Chance) -> None:
        """Deal anew what chance dealt face down, and nothing that a seat chose."""

    def strayed(self, position: Any) -> list[str]:
        """The clauses that are broken because a thing lies in no place or in two."""
        return []

    def unseen(self, position: Any) -> list[Unseen]:
        """What of it nobody could see at the end of a game; what was filed and did not count stays secret."""
        return []


class Filed(Hidden):
    """What seats have filed in secret, a table by seat: each knows its own, and not whether another has filed.

    Redealt, the others' become one of `values` where any are named.
    """

    def __init__(self, position: type, field: str, values: Sequence[Any] = ()) -> None:
        Path(position, f"{field}.*")  # or ValueError
        self.name, self._values = field, values

    def hide(self, view: Any, seat: str | None) -> None:
        """Whether others have filed anything is not shown either."""
        if filed := getattr(view, self.name):
            setattr(view, self.name, {owner: what for owner, what in filed.items() if owner == seat})

    def redeal(self, position: Any, seat: str | None, chance: Chance) -> None:
        """Others have filed something else, where it can be said what."""
        if self._values:
            filed = getattr(position, self.name)
            others = [owner for owner in sorted(filed) if owner != seat]
            filed.update({owner: chance.pick(self._values, f"redeal {self.name}") for owner in others})


# --- what does not fit every place --------------------------------------------------------------------------------


T = TypeVar("T")
Fits = Callable[[T, int], bool]


def swapped(things: Sequence[T], fits: Fits[T], chance: Chance, label: str) -> list[T]:
    """What lies in the places once things have changed places two at a time, wherever each fits the other's."""
    lying = list(things)
    places = range(len(lying))
    for one in places:
        other = chance.pick(places, label)
        if fits(lying[one], other) and fits(lying[other], one):
            lying[one], lying[other] = lying[other], lying[one]
    return lying


def filled(places: int, things: Sequence[T], fits: Fits[T], chance: Chance, label: str) -> list[T]:
    """As many of the things as there are places, each where it fits. ValueError where that cannot be."""
    drawn = chance.shuffle(things, label)
    lies_in: dict[int, int] = {}  # by the number of a thing

    def find(place: int, tried: list[int]) -> bool:
        """A thing for a place: one that is free, or one that makes room by lying elsewhere."""
        for number, thing in enumerate(drawn):
            if number not in tried and fits(thing, place):
                tried.append(number)
                if number not in lies_in or find(lies_in[number], tried):
                    lies_in[number] = place
                    return True
        return False

    if not all(find(place, []) for place in range(places)):
        raise ValueError(f"{label}: nothing is left that fits")
    found = {place: drawn[number] for number, place in lies_in.items()}
    return [found[place] for place in range(places)]
