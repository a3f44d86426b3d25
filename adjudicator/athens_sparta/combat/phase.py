"""5.0: the Combat Phase, contact by contact (D-8), with the battle orders of 12.1 and 12.2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.combat.opening import begin_battle
from adjudicator.athens_sparta.combat.sheets_in_words import sheet_said
from adjudicator.athens_sparta.events.battles import ContactsFound
from adjudicator.athens_sparta.names import block_name, goal_said, place_name
from adjudicator.athens_sparta.secrets.zones import seen_by
from adjudicator.athens_sparta.sieges.contacts import contacts, joins_siege, unresolved, wait
from adjudicator.athens_sparta.sieges.deciding import BattleDecision, decide, holds
from adjudicator.athens_sparta.sieges.losses import eliminate
from adjudicator.athens_sparta.sieges.postures import end_patrols, take_posture
from adjudicator.athens_sparta.sieges.regrouping import Goal, by_orders, regroup, regroups
from adjudicator.athens_sparta.state.battle import ANYWHERE, Act, BattleOrders, BattlePlan, Combat, Declare, Regroup
from adjudicator.athens_sparta.state.control import look_around
from adjudicator.athens_sparta.state.orders import BattleSheet, ContactOrder, ExcessRegroupOrder
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.state.quantities import QUANTITIES
from adjudicator.athens_sparta.state.stacking import counted, overstacked, surplus
from adjudicator.athens_sparta.words import ENEMY, SICILY, SIDES, BlockName, HexName, SideName
from adjudicator.kernel import Answers, Ask, Illegal, One, Question, Resolution, agenda_step, step
from adjudicator.kernel.books.items import Grammar, item_faults
from adjudicator.kernel.faults import convert
from adjudicator.kernel.subjects import Naming, listed

Running = Resolution[AthensSparta]
HOW: Final = "What do you order?"
RULES: Final[Mapping[str, type[msgspec.Struct]]] = {"declare": Declare, "turns": Act, "regroup": Regroup}


# --- battle orders ------ ---------------------------------------------------------------------------------------------


class NextContact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """12.2-E: an item of the order of contacts."""

    place: HexName


def sheet_faults(sheet: BattleSheet, places: Sequence[HexName]) -> list[str]:
    """What is wrong with a sheet of battle orders: hexes, conditions, items."""
    faults = [f"{hex} is no hex" for hex in sheet.battle if hex not in (ANYWHERE, *places)]
    faults += map(str, item_faults(sheet.contacts, _grammar(NextContact)))
    for hex, orders in sheet.battle.items():
        lists = {"declare": orders.declare, "turns": orders.turns, "regroup": orders.regroup}
        for name, items in lists.items():
            found = item_faults(items, _grammar(RULES[name]))
            faults += [str(fault.inside("battle", hex, name)) for fault in found]
            faults += [f"{hex}, {name}: an item has do" for item in items if item.do is None]
        for when in (orders.storm, orders.sally):
            faults += [] if isinstance(when, bool) else map(str, QUANTITIES.faults(when))
    return faults


def _grammar(kind: type[msgspec.Struct]) -> Grammar:
    return Grammar(QUANTITIES, kind)


class SheetQuestion(
    Question[AthensSparta, BattleSheet],
    id="D-8B",
    passing={},
    clause="12.2-A",
    default="12.1-C",
    subject="Give battle orders",
    choices_stand=True,
    listed=False,
    may_decline=True,
):
    """12.1-A, 12.1-C, 12.2-F to 12.2-H: the active player with D-7, the defender when contacts are known.

    In a book they are garrison orders. They are sealed like all orders (12.2-F, 12.2-G, 12.2-H).
    """

    field_words = {
        "battle.*.ask": (HOW, "in every hex: ask me at each decision"),
        "battle.*.storm": (HOW, "in every hex: storm"),
        "battle.*.sally": (HOW, "sally"),
        "battle.*.relief": (HOW, "ships {} as relief"),
        "battle.*.ships": (HOW, "ships prefer {} combat"),
        "revise": (HOW, "none yet: ask me again when the contacts are known"),
    }

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        places = [place_name(hex, view.box) for hex in ask.args.get("places", ())]
        contacts = f"There is contact in {listed(places)}. " if places else ""
        return f"{contacts}What are your battle orders, hex by hex or for every hex?"

    def space(self, view: AthensSparta, ask: Ask) -> Iterator[BattleSheet]:
        yield BattleSheet()
        yield BattleSheet(battle={ANYWHERE: BattleOrders(ask=True)})
        yield BattleSheet(battle={ANYWHERE: BattleOrders(storm=True, sally=True, relief="fight", ships=["coastal"])})
        yield BattleSheet(revise=True)

    def refusal(self, view: AthensSparta, ask: Ask, order: BattleSheet) -> Illegal | None:
        faults = sheet_faults(order, [*view.box.map.hexes, *view.box.cities])
        return Illegal("12.2-A", "; ".join(faults)) if faults else None

    def default(self, view: AthensSparta, ask: Ask) -> BattleSheet:
        return BattleSheet()

    @property
    def grammars(self) -> Mapping[str, Grammar]:
        return {"contacts": _grammar(NextContact), **{name: _grammar(kind) for name, kind in RULES.items()}}

    def concerns(self, view: AthensSparta, ask: Ask, choice: Any) -> bool:
        """12.1-C: garrison orders answer for the defender where they cover all contacts."""
        covered = ANYWHERE in choice.battle or all(hex in choice.battle for hex in ask.args.get("places", ()))
        return bool(covered)

    def order_in_words(self, view: AthensSparta, order: BattleSheet, names: Naming) -> str:
        return self.choice_in_words(order)

    def choice_in_words(self, choice: BattleSheet) -> str:
        return "battle orders that are wrong" if sheet_faults(choice, [*choice.battle]) else sheet_said(choice)


def battle_asks(position: AthensSparta, side: SideName) -> list[Ask]:
    """12.1-C: together with D-7."""
    return [Ask(side, SheetQuestion.id)]


def file_orders(running: Running, answers: Mapping[str, Any], side: SideName) -> None:
    """12.1-C, 12.2-C: kept for this Player Turn; of standing ones, those for hexes that these do not name.

    Who revises and says nothing keeps what they wrote before.
    """
    order = answers.get(side, {}).get(SheetQuestion.id)
    position = running.position
    if order is None or (order == BattleSheet() and side in position.battle_plans):
        return
    orders = {**({} if ANYWHERE in order.battle else _standing(running, side)), **order.battle}
    position.battle_plans = {**position.battle_plans, side: BattlePlan(order.contacts, orders, order.revise)}


def _standing(running: Running, side: SideName) -> dict[str, BattleOrders]:
    """12.2-C: the garrison orders of a side's book whose condition holds."""
    view = seen_by(running.position, side)
    for number, entry in enumerate(running.position.books.get(side, ())):
        if entry.question == SheetQuestion.id and entry.choose and holds(view, entry.when):
            running.use(side, number)
            return dict(SheetQuestion().parse_choice(entry.choose[0]).battle)
    return {}


# --- contact by contact - ---------------------------------------------------------------------------------------------


@agenda_step
def begin_combat_phase(running: Running, side: SideName) -> None:
    """5.0-A, 12.1-C, RULING-46: contacts are told; who has to give orders is not."""
    position = running.position
    look_around(position)
    position.combat = Combat(side)
    places = [*contacts(position, side)]
    if not places:
        return
    running.emit(ContactsFound(places=places))
    wait(position)
    plan = position.battle_plans.get(side)
    asked = [ENEMY[side], *([side] if plan and plan.revise else [])]
    asks = [Ask(one, SheetQuestion.id, args={"places": places}) for one in asked]
    running.ask(asks, take_orders, veiled=True, side=side)


@agenda_step
def take_orders(running: Running, answers: Answers, side: SideName) -> None:
    """12.1-C: then the whole Combat Phase is resolved."""
    for seat in (side, ENEMY[side]):
        file_orders(running, answers, seat)
    running.do(step(next_contact, side=side))


def _choices(view: AthensSparta, ask: Ask) -> list[HexName | None]:
    left = unresolved(view)
    must = [hex for hex, forced in left.items() if forced]
    return [*left, *([] if must else [None])]


class ContactQuestion(
    BattleDecision[ContactOrder], id="D-8", passing={}, clause="5.0-A", default="5.0-A", subject="Choose a contact"
):
    """D-8: by default those that must be fought, by hex id; the others pass."""

    parts = {"place": One(_choices, words=lambda hex: place_name(hex) if hex else "pass", subject="place")}

    asks = "Which contact comes next?"

    def default(self, view: AthensSparta, ask: Ask) -> ContactOrder:
        return ContactOrder(place=next((hex for hex, forced in unresolved(view).items() if forced), None))

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> ContactOrder | None:
        """12.2-E, RULING-44: the first of the list that is unresolved and whose condition holds."""
        plan, left = view.battle_plans.get(ask.seat), unresolved(view)
        for item in plan.contacts if plan else ():
            place = convert(item.do, NextContact).place
            if place in left and holds(view, item.when):
                return ContactOrder(place=place)
        return None


@agenda_step
def next_contact(running: Running, side: SideName) -> None:
    """5.0-A, 5.0-A2."""
    wait(running.position)
    if unresolved(running.position):
        decide(running, ContactQuestion, side, ANYWHERE, take_contact, side=side)


@agenda_step
def take_contact(running: Running, answers: Answers, side: SideName) -> None:
    """5.0-A: the rest pass where none is named."""
    place = answers.of(side, ContactQuestion.id).place
    combat = running.position.combat
    if place is not None and combat is not None:
        combat.done.append(place)
        wait(running.position)
        running.do(step(begin_battle, place=place, side=side), step(next_contact, side=side))


# --- the end of the Phase ---------------------------------------------------------------------------------------------


@agenda_step
def end_combat_phase(running: Running, side: SideName) -> None:
    """13.1-C: before attrition: excess stacking, patrols that return; control is looked at after it."""
    for block in [one for one in running.position.of(side) if one.posture == "FIELD" and running.position.is_ship(one)]:
        if joins_siege(running.position, block):  # RULING-88
            take_posture(running, block, "BLOCKADING")
    running.do(step(shed_excess), step(end_patrol))


@agenda_step
def end_patrol(running: Running) -> None:
    """6.7-A."""
    end_patrols(running)


def excess(position: AthensSparta) -> tuple[SideName, HexName] | None:
    """4.1-A, RULING-12: the first hex in which a side has too many, but for newcomers (9.4-C, 9.5-D)."""
    for hex in sorted({one.place for one in position.blocks}):
        for side in SIDES:
            late = [one for one in counted(position, side, hex) if one.id in _newcomers(position, side, hex)]
            if hex != SICILY and overstacked(position, side, hex) > len(late):
                return side, hex
    return None


def _newcomers(position: AthensSparta, side: SideName, hex: HexName) -> Sequence[BlockName]:
    """RULING-85: who may have come to their city without a move since the last Movement Phase of their side.

    A green city joins before the Movement Phase of the active side is over, so its blocks are no newcomers.
    """
    joined = position.box.green_blocks.get(hex, ()) if position.combat and side != position.combat.side else ()
    return [*position.box.twins.get(hex, ()), *joined]


def _excess(view: AthensSparta, ask: Ask) -> list[Goal]:
    there = surplus(view, side_of(ask), ask.args["place"])
    lost: list[Goal] = [(one.name, None) for one in there]
    return [*lost, *((one.name, to) for one in there if one.posture != "BESIEGED" for to in regroups(view, one))]


def _excess_said(goal: Goal) -> str:
    block, to = goal
    return goal_said(str(block), to) if to else f"lose {block_name(str(block))}"


class ExcessRegroupQuestion(
    BattleDecision[ExcessRegroupOrder],
    id="D-20R",
    clause="4.1-A",
    default="4.1-A",
    subject="Clear a full hex",
):
    """D-20: the default loses the weakest."""

    parts = {("block", "to"): One(_excess, words=_excess_said)}

    asks = "{place} is too full: which block regroups, or is lost?"

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> ExcessRegroupOrder | None:
        found = next(by_orders(view, _excess(view, ask), orders), None)
        return ExcessRegroupOrder(block=str(found[0]), to=found[1]) if found else None


@agenda_step
def shed_excess(running: Running, last: HexName = "") -> None:
    """4.1-A, RULING-12: one block after another; 5.4-A: hexsides are counted anew in each hex."""
    found, combat = excess(running.position), running.position.combat
    if found:
        side, hex = found
        if combat and hex != last:
            combat.regrouped = {}
        decide(running, ExcessRegroupQuestion, side, hex, take_excess, side=side, last=hex)


@agenda_step
def take_excess(running: Running, answers: Answers, side: SideName, last: HexName) -> None:
    """4.1-A: it regroups, or is lost."""
    order = answers.of(side, ExcessRegroupQuestion.id)
    block = running.position.block(order.block)
    if block is not None and order.to:
        regroup(running, block, order.to)
    elif block is not None:
        eliminate(running, block)
    running.do(step(shed_excess, last=last))
