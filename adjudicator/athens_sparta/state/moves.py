"""4.0-A: what a player may order in a Movement Phase, as it is written in the list of D-7."""

from __future__ import annotations

from typing import Union

import msgspec

from adjudicator.athens_sparta.words import BlockName, HexName


class _Action(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="action"
):
    """An action of D-7, told apart by `action`."""


class OperationalMove(_Action, frozen=True, kw_only=True, tag="move"):
    """4.3: an Operational Move along a path of hexes, the first of which is where the block stands."""

    block: BlockName
    path: list[HexName]


class March(_Action, frozen=True, kw_only=True, tag="march"):
    """4.4-A: a Strategic Move by land along such a path."""

    block: BlockName
    path: list[HexName]


class SeaMove(_Action, frozen=True, kw_only=True, tag="sea"):
    """4.4-A: a Strategic Move by sea to a port, by whatever way there is."""

    block: BlockName
    to: HexName


class SicilyMove(_Action, frozen=True, kw_only=True, tag="sicily"):
    """9.2-B: to SICILY, or from there to a port of embarkation."""

    block: BlockName
    to: HexName


class Revolt(_Action, frozen=True, kw_only=True, tag="revolt"):
    """7.0-A, 7.1-A: the revolt block of the place rises with so many steps, each for 1 MP."""

    place: HexName
    steps: int


class EndRevolt(_Action, frozen=True, kw_only=True, tag="disband"):
    """7.0-H: a revolt block is set aside, for no MP."""

    block: BlockName


BlockMove = OperationalMove | March | SeaMove | SicilyMove
Action = Union[OperationalMove, March, SeaMove, SicilyMove, Revolt, EndRevolt]  # noqa: UP007 # msgspec reads it
