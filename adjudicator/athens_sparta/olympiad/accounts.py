"""8.0 to 8.4, 9.5-H: PP and what they buy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.athens_sparta.state.accounts import Account, Room
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.stacking import counted, overstacked, stack_limit
from adjudicator.athens_sparta.state.victory import free_cities, step_cost, value
from adjudicator.athens_sparta.words import CITIZENS, BlockName, HexName, SideName


def open_account(position: AthensSparta, side: SideName) -> Account:
    """8.0-A, 8.1-A: as the Phase begins: what the enemy disbands counts no longer, nor what it frees."""
    free = free_cities(position, side)
    limits = {hex: spending_limit(position, hex) for hex in free}
    pp = sum(value(position, hex) for hex in free)
    return Account(pp, limits, pp, dict(limits))


def spending_limit(position: AthensSparta, hex: HexName) -> int:
    """8.1-B: PP that may be spent in a city: a major one's value twice, 1 in a minor one."""
    if position.box.cities[hex].size == "major":
        return 2 * value(position, hex)
    return position.box.constants.minor_city_production_limit


def is_reserve(position: AthensSparta, block: BlockName) -> bool:
    """8.3-A, RULING-10."""
    return block in position.box.reserve


def building_places(position: AthensSparta, side: SideName, block: BlockName) -> list[HexName]:
    """8.3-A, 8.3-B, RULING-35: where a block of the pool may enter: its home, or a Reserve block in any friendly city.

    Only what the account holds is controlled and neither besieged nor blockaded.
    """
    limits = position.accounts[side].limits
    if not is_reserve(position, block):
        home = position.box.home(block)
        return [home] if home in limits else []
    ship, ports = position.box.blocks[block].ship, position.box.ports
    return [hex for hex in limits if not ship or hex in ports]


def fits(position: AthensSparta, side: SideName, block: BlockName, hex: HexName) -> bool:
    """8.7-A, 4.1-A: there is room for one block more."""
    ship = position.box.blocks[block].ship
    there = counted(position, side, hex)
    if len(there) >= stack_limit(position, hex) or overstacked(position, side, hex):
        return False
    if hex != position.box.capitals["athens"] or ship:
        return True
    land = sum(not position.is_ship(one) for one in there)
    return land < position.box.components.terrain.athens_stack.land_max


def spend(position: AthensSparta, side: SideName, block: BlockName, hex: HexName, pp: int) -> None:
    """8.1-B: PP go, counted against the limit of the city."""
    account = position.accounts[side]
    if not account.spending:
        account.spending = True
        account.rooms = [*_rooms(position, side)]
        cities = dict.fromkeys(one.city for one in account.rooms)
        account.slots = {city: stack_limit(position, city) - len(counted(position, side, city)) for city in cities}
    account.pp -= pp
    account.left[hex] -= pp
    home = position.box.home(block)
    if home is not None and any(one.block == block for one in account.rooms):
        spent = account.dues.setdefault(home, {})
        spent[hex] = spent.get(hex, 0) + pp


# --- the duty of 9.5-H ------------------------------------------------------------------------------------------------


def duty_of(position: AthensSparta, side: SideName) -> tuple[HexName, int] | None:
    """9.5-H, RULING-30: the first joined city on whose own blocks more must be spent, and how much in all.

    Whoever spends nothing owes nothing (RULING-80). It must be as much as the city's value, or as can be spent, its
    blocks coming first but for what was spent on those of other joined cities.
    """
    account = position.accounts[side]
    if not account.spending:
        return None
    for city in account.limits:
        if position.box.colour_owner(city) is None:
            due = min(value(position, city), _most(account, city))
            if sum(account.dues.get(city, {}).values()) < due:
                return city, due
    return None


def _rooms(position: AthensSparta, side: SideName) -> Iterator[Room]:
    """What the blocks of the joined cities can gain, in cities on the map or as they are built."""
    account = position.accounts[side]
    for city in account.limits:
        for name in position.box.green_blocks.get(city, []):
            cost, steps, block = step_cost(position, side, name), position.box.blocks[name].steps, position.block(name)
            if block and block.place in account.limits and is_free(block):
                yield Room(city, name, block.place, steps - block.steps, cost, False)
            elif name in position.pools[side]:
                yield Room(city, name, city, steps, cost, True)


def _most(account: Account, city: HexName) -> int:
    """The most that can be spent on the blocks of a city."""
    others = [spent for home, spent in account.dues.items() if home != city]
    left = {hex: limit - sum(one.get(hex, 0) for one in others) for hex, limit in account.limits.items()}
    pp = account.all_pp - sum(sum(one.values()) for one in others)
    return _best([one for one in account.rooms if one.city == city], left, pp, account.slots.get(city, 0))


def _best(rooms: Sequence[Room], left: dict[HexName, int], pp: int, slots: int) -> int:
    if not rooms:
        return 0
    room, best = rooms[0], 0
    for steps in range(room.steps + 1):
        paid, built = steps * room.cost, room.built and steps > 0
        if paid > min(pp, left[room.place]) or (built and slots < 1):
            break
        rest = {**left, room.place: left[room.place] - paid}
        best = max(best, paid + _best(rooms[1:], rest, pp - paid, slots - built))
    return best


def is_free(block: Block) -> bool:
    """8.2-A, RULING-96: in no siege or blockade: a ship on PATROL of which the enemy is gone, too."""
    return block.posture in ("FIELD", "PATROL")


def may_gain(position: AthensSparta, block: BlockName) -> bool:
    """7.0-I: DEMOS and TYRANT are never reinforced."""
    return position.box.blocks[block].type not in CITIZENS
