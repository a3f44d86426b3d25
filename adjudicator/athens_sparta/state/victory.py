"""8.1-A, 10: production points, and how the game ends."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.athens_sparta.state.control import occupier, pressed
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.words import ENEMY, SICILY, SIDES, BlockName, HexName, SideName
from adjudicator.kernel import Event, Resolution, Unknown


def value(position: AthensSparta, hex: HexName) -> int:
    """1.2-A, 0.4-A: what a city is worth; with `syracuse_pp` Syracuse as much as its cards, if one knows them."""
    if hex == SICILY and position.with_sicily_cards:
        known = [card for card in position.sicily_cards.values() if not isinstance(card, Unknown)]
        return sum(position.box.cards[card].mp for card in known)
    return position.box.cities[hex].value


def production(position: AthensSparta, side: SideName) -> int:
    """8.1-A: the values of the cities that a side controls and that are neither besieged nor blockaded."""
    return sum(value(position, hex) for hex in free_cities(position, side))


def free_cities(position: AthensSparta, side: SideName) -> list[HexName]:
    """8.1-A, 8.1-B: those of a side that give PP, by hex; SICILY last."""
    shut = pressed(position)
    free = [hex for hex, owner in position.control.items() if owner == side and hex not in shut]
    return sorted(free, key=lambda one: (one == SICILY, one))


def step_cost(position: AthensSparta, side: SideName, block: BlockName) -> int:
    """8.4-A, 9.3-B: PP for one step; with Persian support every Spartan ship is cheaper, allies included."""
    facts, components = position.box.blocks[block], position.box.components
    if facts.ship and side == "sparta" and position.support:
        return components.persian_ship_step_cost
    return components.step_cost[facts.type]


def miletus(position: AthensSparta) -> HexName:
    """9.3-B."""
    return position.box.hex_named["Miletus"]


def counting_cities(position: AthensSparta, side: SideName) -> list[HexName]:
    """10.2-A, 10.2-B, 9.3-C: the same without Miletus, for Sparta, once Persian support was taken."""
    uncounted = [miletus(position)] if side == "sparta" and position.supported else []
    return [hex for hex in free_cities(position, side) if hex not in uncounted]


def victory_points(position: AthensSparta, side: SideName) -> int:
    """10.2-A: the values of the cities that count."""
    return sum(value(position, hex) for hex in counting_cities(position, side))


def scores(position: AthensSparta) -> dict[str, int]:
    """10.2-A, by seat."""
    return {side: victory_points(position, side) if position.control else 0 for side in SIDES}


def tally(position: AthensSparta, _told: Sequence[Event]) -> dict[str, dict[str, int]]:
    """10.2-A, by seat: the cities that count, the dearest first."""
    if not position.control:
        return {}
    return {side: _by_city(position, side) for side in SIDES}


def _by_city(position: AthensSparta, side: SideName) -> dict[str, int]:
    worth = {hex: value(position, hex) for hex in counting_cities(position, side)}
    return {
        position.box.names.get(hex, "Sicily"): worth[hex] for hex in sorted(worth, key=lambda one: (-worth[one], one))
    }


def finish_won(running: Resolution[AthensSparta], reason: str, winner: SideName) -> None:
    """One side has won."""
    running.finish(reason, {winner: 1, ENEMY[winner]: 2})


def sudden_winner(position: AthensSparta) -> SideName | None:
    """10.1-A, RULING-31: who occupies the other's capital; of both the one with more PP, then Athens."""
    capitals = position.box.capitals
    winners = [side for side in SIDES if occupier(position, capitals[ENEMY[side]]) == side]
    if len(winners) < len(SIDES):
        return winners[0] if winners else None
    return "sparta" if victory_points(position, "sparta") > victory_points(position, "athens") else "athens"
