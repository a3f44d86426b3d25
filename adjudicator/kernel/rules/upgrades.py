"""What leads from one version of a title's rules to the next, for games that run while the rules change.

A running game goes on from its stored position. An upgrade turns that position, as plain data, into one of the next
version; a game that is several versions behind takes one upgrade after another. Chance has no part in it, so that
everyone who checks the game comes to the same position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from adjudicator.kernel.errors import OtherRules

Plain = dict[str, Any]


def unchanged(plain: Plain) -> Plain:
    """The upgrade of rules that keep their position as it is."""
    return plain


class Upgrade(msgspec.Struct, frozen=True):
    """The way from one version of the rules to the next: what differs, in sentences for the players, and the position.

    `position` may change the plain data that it is given. It leaves the label of the version to the kernel, and the
    open phase open; what that phase asks may become another question.
    """

    differs: tuple[str, ...]
    position: Callable[[Plain], Plain] = unchanged


def without_passes(*questions: str) -> Callable[[Plain], Plain]:
    """The upgrade of rules under which a book cannot pass at these questions: such entries go, the others keep their
    numbers. For questions whose order that does nothing was never legal, so that no such entry ever answered."""

    def emptied(plain: Plain) -> Plain:
        for book in plain["books"].values():
            for number, entry in enumerate(book):
                if entry.get("pass") and entry["question"] in questions:
                    book[number] = {"question": entry["question"]}
        return plain

    return emptied


def number_of(version: str) -> int:
    """The number in a version: 2 of `perikles/2`."""
    return int(version.rpartition("/")[2])


def upgrades_between(upgrades: Mapping[str, Upgrade], since: str, to: str) -> list[Upgrade]:
    """The upgrades from one version to another, in their order. OtherRules where they do not lead there."""
    name, _, number = since.rpartition("/")
    if name != to.rpartition("/")[0] or not number.isdecimal() or int(number) > number_of(to):
        raise OtherRules(since, to)
    versions = [f"{name}/{passed}" for passed in range(int(number), number_of(to))]
    if any(version not in upgrades for version in versions):
        raise OtherRules(since, to)
    return [upgrades[version] for version in versions]


def differences(upgrades: Mapping[str, Upgrade], since: str, to: str) -> list[str]:
    """What differs between two versions of the rules, in sentences."""
    return [sentence for upgrade in upgrades_between(upgrades, since, to) for sentence in upgrade.differs]


def upgraded(upgrades: Mapping[str, Upgrade], plain: Plain, to: str) -> Plain:
    """The plain data of a position under the rules of `to`."""
    for upgrade in upgrades_between(upgrades, str(plain.get("version")), to):
        plain = upgrade.position(plain)
    return {**plain, "version": to}
