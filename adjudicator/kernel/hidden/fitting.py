"""Hidden things that do not fit every place: they change places by legal swaps, and fill places by what fits.

Places are numbers; `fits` says of a thing and a place whether it could lie there, whatever lies elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from adjudicator.kernel.chance import Chance

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
