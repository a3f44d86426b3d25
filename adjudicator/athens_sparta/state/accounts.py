"""8: what a side may spend in a Replacement Phase, and on what: kept while its list is tried out or carried out."""

from __future__ import annotations

from typing import Union

import msgspec

from adjudicator.athens_sparta.words import BlockName, HexName


class _Action(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="action"
):
    """An action of D-19, told apart by `action`."""

    block: BlockName


class Disband(_Action, frozen=True, kw_only=True, tag="disband"):
    """8.6-A: off the map; its steps are lost."""


class Reinforce(_Action, frozen=True, kw_only=True, tag="reinforce"):
    """8.2-A: steps more for a block in a city."""

    steps: int


class Build(_Action, frozen=True, kw_only=True, tag="build"):
    """8.3-A: a block of the pool enters with so many steps, a Reserve block in the city of `place`."""

    steps: int
    place: HexName | None = None


Replacement = Union[Disband, Reinforce, Build]  # noqa: UP007 # msgspec reads it


class Room(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """9.5-H: how many steps a block of a joined city can gain, where, at which cost a step."""

    city: HexName
    block: BlockName
    place: HexName
    steps: int
    cost: int
    built: bool


class Account(msgspec.Struct, forbid_unknown_fields=True):
    """8.0-A: PP and limits (8.1-B) by hex of the cities that are controlled and free when the Phase begins.

    `pp` and `left` are what is left of `all_pp` and `limits`. `rooms`, and in `slots` how many blocks may be built in
    each joined city (8.7-A), are noted when the first PP is spent: until then blocks may be disbanded. `dues`: by city
    and place what was spent on the blocks of joined cities (9.5-H).
    """

    all_pp: int
    limits: dict[HexName, int]
    pp: int
    left: dict[HexName, int]
    spending: bool = False
    rooms: list[Room] = []
    slots: dict[HexName, int] = {}
    dues: dict[HexName, dict[HexName, int]] = {}
