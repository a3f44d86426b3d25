"""Decisions that say a word for each of several blocks; for those that go into a city there must be room (5.52-A)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, product

from adjudicator.athens_sparta.sieges.ways import has_room
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import BlockName

INSIDE = ("withdraw", "enter")
Able = Mapping[BlockName, Sequence[str]]
Said = dict[BlockName, str]


def named(position: AthensSparta, said: Mapping[BlockName, str], *words: str) -> list[Block]:
    """The blocks for which one of the words is said."""
    return [block for name, word in said.items() if word in words and (block := position.block(name))]


def all_ways(view: AthensSparta, able: Able) -> list[Said]:
    """Every way to say one of its words for each block."""
    found = [dict(zip(able, words, strict=True)) for words in product(*able.values())]
    return [one for one in found if has_room(view, *named(view, one, *INSIDE))]


def by_wishes(
    view: AthensSparta,
    able: Able,
    wishes: Callable[[Block], Iterable[str]],
    before: Callable[[Block], bool] = lambda one: False,
) -> Said:
    """The strongest first, then by id: each does the first of its wishes that it can, else the first that it can.

    Those for whom `before` holds choose before all others.
    """
    said: Said = {}
    for block in sorted(by_strength(filter(None, map(view.block, able))), key=lambda one: not before(one)):
        room = has_room(view, *named(view, said, *INSIDE), block)
        words = [word for word in able[block.name] if word not in INSIDE or room]
        said[block.name] = next((word for word in wishes(block) if word in words), words[0])
    return {name: said[name] for name in able}


def by_strength(blocks: Iterable[Block]) -> list[Block]:
    """The strongest first, then by id."""
    return sorted(blocks, key=lambda one: (-one.steps, one.name))


def sets_of(names: Sequence[BlockName], most: int) -> list[list[BlockName]]:
    """Every set of at most so many."""
    return [[*one] for size in range(min(most, len(names)) + 1) for one in combinations(names, size)]
