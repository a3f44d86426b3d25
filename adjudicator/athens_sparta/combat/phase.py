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
from adjudicator.athens_sparta.sieges.deciding import BattleDecision, decide
from adjudicator.athens_sparta.sieges.in_force import (
    RULES,
    SHEET,
    InForce,
    NextContact,
    contacts_in_force,
    covering,
    draw_on,
    grammar_of,
    holds,
    revising,
    sheet_faults,
)
from adjudicator.athens_sparta.sieges.losses import eliminate
from adjudicator.athens_sparta.sieges.postures import end_patrols, take_posture
from adjudicator.athens_sparta.sieges.regrouping import Goal, ordered_goals, regroup, regroups
from adjudicator.athens_sparta.state.battle import ANYWHERE, BattleOrders, BattlePlan, Combat
from adjudicator.athens_sparta.state.control import look_around
from adjudicator.athens_sparta.state.orders import BattleSheet, ContactOrder, ExcessRegroupOrder
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.state.quantities import IN_BATTLE, QUANTITIES
from adjudicator.athens_sparta.state.stacking import counted, crowded, overstacked, surplus
from adjudicator.athens_sparta.words import ENEMY, SIDES, BlockName, HexName, SideName
from adjudicator.kernel import Answers, Ask, Illegal, One, Question, Resolution, agenda_step, step
from adjudicator.kernel.books.items import Grammar
from adjudicator.kernel.errors import Fault, Misshapen
from adjudicator.kernel.faults import Known, convert, unknown_names
from adjudicator.kernel.subjects import Naming
from adjudicator.kernel.subjects import listed as in_a_row

Running = Resolution[AthensSparta]
HOW: Final = "What do you order?"
NO_NEW: Final = (
    "no new battle orders: those that you have given stand, and what they leave open goes by the rules’ defaults"
)
"""12.1-C."""


# --- battle orders ------ ---------------------------------------------------------------------------------------------


class SheetQuestion(
    Question[AthensSparta, BattleSheet],
    id=SHEET,
    moments=(IN_BATTLE,),
    passing={},
    clause="12.2-A",
    default="12.1-C",
    subject="Give battle orders",
    choices_stand=True,
    listed=False,
    may_decline=True,
    counted_later=True,
):
    """12.1-A, 12.1-C, 12.2-F to 12.2-H: the active player with D-7, the defender when contacts are known.

    In a book they are garrison orders. They are sealed like all orders (12.2-F, 12.2-G, 12.2-H).
    """

    field_words = {
        "battle.*.ask": (HOW, "in every hex: ask me at each decision"),
        "battle.*.storm": (HOW, "in every hex: storm"),
        "battle.*.sally": (HOW, "sally"),
        "battle.*.relief": (HOW, "relieving ships {}"),
        "battle.*.ships": (HOW, "ships prefer {} combat"),
        "revise": (HOW, "none yet: ask me again when the contacts are known"),
    }

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        places = [place_name(hex, view.box) for hex in ask.args.get("places", ())]
        contacts = f"There is contact in {in_a_row(places)}. " if places else ""
        return f"{contacts}What battle orders do you give, for single hexes or for every hex?"

    def space(self, view: AthensSparta, ask: Ask) -> Iterator[BattleSheet]:
        yield BattleSheet()
        yield BattleSheet(battle={ANYWHERE: BattleOrders(ask=True)})
        yield BattleSheet(battle={ANYWHERE: BattleOrders(storm=True, sally=True, relief="fight", ships=["coastal"])})
        yield BattleSheet(revise=True)

    def refusal(self, view: AthensSparta, ask: Ask, order: BattleSheet) -> Illegal | None:
        known = QUANTITIES.known(view)
        faults = [*unknown_names(msgspec.to_builtins(order), BattleSheet, known), *sheet_faults(order, known)]
        return Misshapen("12.2-A", "; ".join(map(str, faults))) if faults else None

    def default(self, view: AthensSparta, ask: Ask) -> BattleSheet:
        return BattleSheet()

    def faults(self, said: BattleSheet, known: Known) -> list[Fault]:
        return sheet_faults(said, known)

    def asks_the_seat(self, ask: Ask) -> bool:
        """RULING-121: asks the players who want to be asked again."""
        return "again" in ask.args

    @property
    def grammars(self) -> Mapping[str, Grammar]:
        """Of its lists."""
        return {"contacts": grammar_of(NextContact), **{name: grammar_of(kind) for name, kind in RULES.items()}}

    def concerns(self, view: AthensSparta, ask: Ask, choice: Any) -> bool:
        """12.1-C: garrison orders answer for the defender where together they cover all contacts."""
        return covering(view, side_of(ask), ask.args.get("places", ())) is not None

    def order_in_words(self, view: AthensSparta, order: BattleSheet, names: Naming) -> str:
        return NO_NEW if order == BattleSheet() else self.choice_in_words(order)

    def choice_in_words(self, choice: BattleSheet) -> str:
        return "battle orders with a fault" if sheet_faults(choice) else sheet_said(choice)


def battle_asks(position: AthensSparta, side: SideName) -> list[Ask]:
    """12.1-C: together with D-7."""
    return [Ask(side, SheetQuestion.id)]


def file_orders(running: Running, answers: Mapping[str, Any], side: SideName) -> None:
    """12.1-C, 12.2-C: what is sent is kept for this Player Turn. A player who says nothing keeps what they sent before.

    What a book answers is read in it, when it is needed.
    """
    order, position = answers.get(side, {}).get(SheetQuestion.id), running.position
    if order is None:
        return
    source = next((one.source for one in running.counted if (one.seat, one.question) == (side, SheetQuestion.id)), None)
    if source == "book":
        _draw_on_answer(running, side)
    elif order != BattleSheet():
        plan = position.battle_plans.get(side, BattlePlan())
        plan = msgspec.structs.replace(plan, contacts=order.contacts, battle=order.battle, revise=order.revise)
        position.battle_plans = {**position.battle_plans, side: plan}


def _draw_on_answer(running: Running, side: SideName) -> None:
    """RULING-119: the entry that has answered, and those without which it would not have (12.1-C)."""
    combat, book = running.position.combat, running.position.books[side]
    places = [*contacts(running.position, combat.side)] if combat else []
    answered = [number for number in running.used.get(side, ()) if number < len(book)]
    draw_on(running, side, [number for number in answered if book[number].question == SheetQuestion.id])
    draw_on(running, side, covering(seen_by(running.position, side), side, places) or [])


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
    asks = [Ask(ENEMY[side], SheetQuestion.id, args={"places": places})]
    revise, rests = revising(seen_by(position, side), side)
    draw_on(running, side, rests)
    if revise:
        asks.append(Ask(side, SheetQuestion.id, args={"places": places, "again": True}))
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

    parts = {
        "place": One(
            _choices, words=lambda hex: place_name(hex) if hex else ("leave the other contacts"), subject="place"
        )
    }

    asks = "Which contact do you resolve next?"
    reads = ()

    def default(self, view: AthensSparta, ask: Ask) -> ContactOrder:
        return ContactOrder(place=next((hex for hex, forced in unresolved(view).items() if forced), None))

    def by_orders(self, view: AthensSparta, ask: Ask, in_force: InForce) -> ContactOrder | None:
        """12.2-E, RULING-44: the first of the list that is unresolved and whose condition holds.

        RULING-122: then by hex id those that must be fought, and those beside the list where a Storm or a sally is
        ordered.
        """
        side, left = side_of(ask), unresolved(view)
        items, rests = contacts_in_force(view, side)
        in_force.rested += rests
        listed = [(convert(item.do, NextContact).place, item.when) for item in items]
        for place, when in listed:
            if place in left and holds(view, when):
                return ContactOrder(place=place)
        beside = [place for place in left if place not in dict(listed)]
        for place, forced in left.items():
            if forced:
                return None
            if place in beside and _named(view, side, place, in_force):
                return ContactOrder(place=place)
        return None

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> ContactOrder | None:
        return None


def _named(view: AthensSparta, side: SideName, place: HexName, noting: InForce) -> bool:
    """RULING-122: whether a sally of those who are BESIEGED, or a Storm of those outside, is ordered there."""
    mine = [one.posture for one in view.at(place, side)]
    in_force = InForce(view, side, place)
    orders = in_force.read("sally" if "BESIEGED" in mine else "storm")
    noting.rested += in_force.rested
    return any(when is not None and holds(view, when) for when in (orders.sally, orders.storm))


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
    places = [(hex, number) for number, side in enumerate(SIDES) for hex in crowded(position, side)]
    for hex, number in sorted(places):
        side = SIDES[number]
        late = [one for one in counted(position, side, hex) if one.id in _newcomers(position, side, hex)]
        if overstacked(position, side, hex) > len(late):
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
    reads = ("regroup",)

    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> ExcessRegroupOrder | None:
        found = next(ordered_goals(view, _excess(view, ask), orders), None)
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
