"""11.2: units that the bases of a Side cannot support are eliminated (D37); Argives without a base (12.1-D)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel import Answers, Ask, Chance, Illegal, agenda_step
from adjudicator.pericles.assembly.giving_up import (
    Demand,
    LossPriority,
    Spot,
    left_of,
    spots_of,
    standing_in_words,
    taken_in_order,
)
from adjudicator.pericles.events.ending import MaintenanceChecked
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import Decision, Running
from adjudicator.pericles.state.orders import MaintainOrder, Standing
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.theaters import capacity, cost, load, side_asked
from adjudicator.pericles.words import UNITS_OF, SideName


def excess(position: Pericles, side: SideName) -> int:
    """How much of the load is not supported."""
    return max(0, load(position, side) - capacity(position, side))


def standing(position: Pericles, side: SideName) -> list[Spot]:
    """Every unit of a Side."""
    return [spot for name in position.in_play() for spot in spots_of(position, name, UNITS_OF[side])]


@agenda_step
def maintain(running: Running) -> None:
    """11.2-A: both Sides at once; a Side without a choice is not asked."""
    position = running.position
    for side in position.sides:
        paid = MaintenanceChecked(side=side, load=load(position, side), capacity=capacity(position, side))
        running.emit(paid)
    short = [side for side in position.sides if excess(position, side)]
    asks = [Ask(position.controlling[side], Maintain.id) for side in short if not forced(position, side)]
    if asks:
        running.ask(asks, settle_maintenance)
    elif short:
        settle_maintenance(running, Answers())


def forced(position: Pericles, side: SideName) -> bool:
    """20-C: whether all units go, or all are alike and in one place."""
    return capacity(position, side) == 0 or len(standing(position, side)) == 1


@agenda_step
def settle_maintenance(running: Running, answers: Answers) -> None:
    """11.2-A: eliminate what the Factions chose; a Side that was not asked loses units in the order of 15.4-A3."""
    position = running.position
    for side in position.sides:
        answer = answers.get(position.controlling[side], {}).get(Maintain.id)
        for one in answer.units if answer else units_in_order(position, side, LossPriority()):
            ledger.remove(running, one.theater, {one.unit: one.count}, "11.2-A, maintenance")


def units_in_order(position: Pericles, side: SideName, first: LossPriority) -> list[Standing]:
    """15.4-A3: one after another, as long as the load is too high (RULING-49)."""
    spots, due = tuple(standing(position, side)), excess(position, side)
    total = sum(spot.number for spot in spots)
    given: list[Standing] = []
    for spot in taken_in_order(position, Demand(min(total, due), spots), first):
        if due <= 0:
            break
        given.append(Standing(theater=spot.theater, unit=spot.unit))
        due -= cost(position, spot.unit)
    return joined(given)


def joined(units: Sequence[Standing]) -> list[Standing]:
    """Neighbours of one class and theater as one part."""
    parts: list[Standing] = []
    for one in units:
        last = parts[-1] if parts else None
        if last and (last.theater, last.unit) == (one.theater, one.unit):
            parts[-1] = Standing(theater=one.theater, unit=one.unit, count=last.count + one.count)
        else:
            parts.append(one)
    return parts


@agenda_step
def settle_argives(running: Running) -> None:
    """11.2-B, 12.1-D, RULING-74: without a Delian base in Sparta all Argive units but one are eliminated."""
    sparta = running.position.theaters["sparta"]
    if not sparta.count("delian_base") and sparta.count("argive_land") > 1:
        ledger.remove(running, "sparta", {"argive_land": sparta.count("argive_land") - 1}, "12.1-D, Argives")


class Maintain(
    Decision[MaintainOrder],
    id="D37",
    clause="11.2-A",
    policy="15.4-A3",
    choice=LossPriority,
    subject="Choose the units that cannot be maintained",
    public_options=True,
    listed=False,
):
    """D37. Its space has one order a class to begin with; people build an order unit by unit."""

    field_words = {
        "units": ("Give up another unit?", ""),
        "units.theater": ("In which theater?", "in {}"),
        "units.unit": ("Which unit?", "{}"),
        "units.count": ("How many?", "{} of them"),
    }

    def prompt(self, view: Pericles, ask: Ask) -> str:
        side = side_asked(ask)
        points = f"{load(view, side)} points, your bases support {capacity(view, side)}"
        return f"Your units cost {points}. Give up units (naval 2, land 1) until your bases support the rest."

    def space(self, view: Pericles, ask: Ask) -> Iterator[MaintainOrder]:
        """The order of 15.4-A3, with each class first in its turn."""
        side = side_asked(ask)
        seen: list[list[Standing]] = []
        for unit in (None, *UNITS_OF[side]):
            units = units_in_order(view, side, LossPriority(units=[unit] if unit else []))
            if units not in seen:
                seen.append(units)
                yield MaintainOrder(units=units)

    def refusal(self, view: Pericles, ask: Ask, order: MaintainOrder) -> Illegal | None:
        """11.2-A, RULING-49, RULING-70: units that are there, each while the load is too high, until it is not."""
        side = side_asked(ask)
        left = {(spot.theater, spot.unit): spot.number for spot in standing(view, side)}
        due = excess(view, side)
        for one in order.units:
            there = left.get((one.theater, one.unit), 0)
            if not 1 <= one.count <= there:
                what = f"{name_of(one.unit)} in {name_of(one.theater)}"
                return Illegal("11.2-A", f"{what}: {f'1 to {there}' if there else 'none are left'}, not {one.count}")
            left[one.theater, one.unit] = there - one.count
            if due - (one.count - 1) * cost(view, one.unit) <= 0:
                return Illegal("11.2-A", "no unit goes once the load is supported (RULING-49); name fewer")
            due -= one.count * cost(view, one.unit)
        if due > 0:
            return Illegal("11.2-A", f"the load is still {due} too high; name more units")
        return None

    def policy(self, view: Pericles, ask: Ask) -> MaintainOrder:
        return MaintainOrder(units=units_in_order(view, side_asked(ask), LossPriority()))

    def choice_in_words(self, choice: LossPriority | MaintainOrder) -> str:
        """The priority, or the units."""
        return choice.in_words() if isinstance(choice, LossPriority) else standing_in_words(choice.units)

    def orders_of(self, view: Pericles, ask: Ask, choice: LossPriority) -> Iterator[MaintainOrder]:
        """The order that a priority comes to."""
        yield MaintainOrder(units=units_in_order(view, side_asked(ask), choice))

    def sample(self, view: Pericles, ask: Ask, chance: Chance, label: str) -> MaintainOrder:
        """Any unit after any other."""
        side = side_asked(ask)
        due, units = excess(view, side), list[Standing]()
        while due > 0:
            spot = chance.pick(_rest(view, side, units), label)
            units.append(Standing(theater=spot.theater, unit=spot.unit))
            due -= cost(view, spot.unit)
        return MaintainOrder(units=joined(units))

    def grown(self, view: Pericles, ask: Ask, order: MaintainOrder | None) -> Iterator[MaintainOrder]:
        """One unit more, while the load is too high."""
        side = side_asked(ask)
        units = order.units if order else []
        if excess(view, side) > sum(one.count * cost(view, one.unit) for one in units):
            for spot in _rest(view, side, units):
                yield MaintainOrder(units=joined([*units, Standing(theater=spot.theater, unit=spot.unit)]))


def _rest(position: Pericles, side: SideName, units: Sequence[Standing]) -> list[Spot]:
    return left_of(standing(position, side), [(one.theater, one.unit, one.count) for one in units])
