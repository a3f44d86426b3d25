"""Replay: the same setup, orders and chance give the same positions, byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.run.resolution import Counted, Resolution
from adjudicator.kernel.title.title import Title


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What went into the resolution of one phase: the orders that counted, and the key of its chance."""

    counted: list[Counted]
    chance: bytes


def replay(
    title: Title[Any],
    *,
    scenario: str,
    seats: Sequence[str],
    options: Mapping[str, Any],
    setup_chance: bytes,
    played: Iterable[Played],
) -> Iterator[Resolution[Any]]:
    """The resolutions of a game played again: the setup first, then each phase in order."""
    resolution = title.begin(scenario=scenario, seats=seats, options=options, chance=Chance(setup_chance))
    yield resolution
    yield from replay_on(title, resolution.position, played)


def replay_on(title: Title[Any], position: Any, played: Iterable[Played]) -> Iterator[Resolution[Any]]:
    """The resolutions of phases played again from a position."""
    for phase in played:
        sent = {seat: title.decode_orders(orders) for seat, orders in _sent(phase.counted).items()}
        resolution = title.resolve(position, sent, Chance(phase.chance))
        yield resolution
        position = resolution.position


def _sent(counted: Sequence[Counted]) -> dict[str, list[dict[str, Any]]]:
    """By seat, the orders that were somebody's word; defaults and the answers of the rules' bot come about again."""
    sent: dict[str, list[dict[str, Any]]] = {}
    for one in counted:
        if one.source not in ("default", "bot"):
            sent.setdefault(one.seat, []).append(one.order)
    return sent
