"""12.2-A to 12.2-C: battle orders as they are written, and which of them are in force (RULING-116 to RULING-119)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from adjudicator.athens_sparta.state.battle import ANYWHERE, Act, BattleOrders, BattlePlan, Declare, Regroup, When
from adjudicator.athens_sparta.state.orders import BattleSheet
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.state.quantities import IN_BATTLE, QUANTITIES
from adjudicator.athens_sparta.words import BlockName, HexName, SideName
from adjudicator.kernel import Resolution
from adjudicator.kernel.books.items import Grammar, Item, item_faults
from adjudicator.kernel.books.reading import one_time_less
from adjudicator.kernel.errors import Fault, Malformed
from adjudicator.kernel.faults import NOT_CHECKED, Known, convert
from adjudicator.kernel.questions.choices import EXACTLY

Running = Resolution[AthensSparta]
SHEET: Final = "D-8B"
NOT_HERE: Final = dict.fromkeys(
    ("first", "ask_me", "stop"),
    "an item of battle orders has do and, if need be, when; nothing else has a place in it",
)
RULES: Final[Mapping[str, type[msgspec.Struct]]] = {"declare": Declare, "turns": Act, "regroup": Regroup}


# --- what is written --------------------------------------------------------------------------------------------------


class NextContact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """12.2-E: an item of the order of contacts."""

    place: HexName


def sheet_faults(sheet: BattleSheet, known: Known = NOT_CHECKED) -> list[Fault]:
    """What is wrong with the items, conditions and names of battle orders."""
    found = [fault.inside("contacts") for fault in _list_faults(sheet.contacts or [], NextContact, known)]
    for hex, orders in sheet.battle.items():
        for name, rule in RULES.items():
            faults = _list_faults(getattr(orders, name) or [], rule, known)
            found += [fault.inside("battle", hex, name) for fault in faults]
        for name, when in (("storm", orders.storm), ("sally", orders.sally)):
            faults = iter(QUANTITIES.faults(when, known, (IN_BATTLE,)) if isinstance(when, dict) else [])
            found += [fault.inside("battle", hex, name) for fault in faults]
    return found


def _list_faults(items: list[Item], rule: type[msgspec.Struct], known: Known) -> Iterator[Fault]:
    """RULING-118: an item is a rule, with a condition if need be; nothing asks or stops here."""
    return item_faults(items, grammar_of(rule), known)


def grammar_of(rule: type[msgspec.Struct]) -> Grammar:
    """What a list of such rules may say."""
    return Grammar(QUANTITIES, rule, (IN_BATTLE,), NOT_HERE)


@lru_cache(maxsize=256)
def _sheet_in_book(choice: bytes) -> BattleSheet | None:
    """The battle orders of a choice; None of one that cannot be read."""
    plain = msgspec.json.decode(choice)
    try:
        sheet: BattleSheet = convert({**plain.get(EXACTLY, plain), "question": SHEET}, BattleSheet)
    except (Malformed, TypeError):
        return None
    return None if sheet_faults(sheet) else sheet


# --- what holds -------------------------------------------------------------------------------------------------------


def holds(view: AthensSparta, when: When | None, about: BlockName | None = None) -> bool:
    """12.2-B: whether a condition holds, on what its author knows; `about` is "this block"."""
    if when is None or isinstance(when, bool):
        return when is not False
    if about and view.combat:
        view = msgspec.structs.replace(view, combat=msgspec.structs.replace(view.combat, about=about))
    return QUANTITIES.holds(when, view)


class Garrisons(NamedTuple):
    """An entry of a book that holds now: the battle orders of its choices, or that nothing below it is read."""

    entry: int
    sheets: Sequence[BattleSheet]
    ends: bool


def garrisons(view: AthensSparta, side: SideName) -> Iterator[Garrisons]:
    """12.2-C: the garrison orders of a side, from the top of its book, as far as they are to be read (RULING-117)."""
    for number, entry in enumerate(view.books.get(side, ())):
        if entry.question != SHEET or not entry.ways or entry.only_option or not holds(view, entry.when):
            continue
        read = [_sheet_in_book(msgspec.json.encode(choice, order="sorted")) for choice in entry.choose]
        legal = [sheet for sheet in read if sheet is not None]
        yield Garrisons(number, legal, not entry.choose)
        if not entry.choose:
            return


def covering(view: AthensSparta, side: SideName, places: Iterable[HexName]) -> list[int] | None:
    """12.1-C: the entries whose garrison orders cover these hexes together; None where they do not."""
    left, entries = [*places], list[int]()
    for entry, sheets, _ in garrisons(view, side):
        if not left:
            break
        named = [hex for sheet in sheets for hex in sheet.battle]
        covered = [hex for hex in left if hex in named or ANYWHERE in named]
        entries += [entry] if covered else []
        left = [hex for hex in left if hex not in covered]
    return None if left else entries


# --- what is in force -------------------------------------------------------------------------------------------------


class Source(NamedTuple):
    """Battle orders of one place of reading: for a hex or for `*`. `entry`: of the book; `orders` None: the end."""

    orders: BattleOrders | None
    entry: int | None = None


class InForce:
    """The battle orders in force for a hex, read field by field (RULING-116).

    `rested`: the entries of the book on which something that was read rests.
    """

    def __init__(self, view: AthensSparta, side: SideName, place: HexName) -> None:
        self._sources = [*_sources(view, side, place)]
        self.rested: list[int] = []

    def read(self, *fields: str) -> BattleOrders:
        """These fields, each as the first source has it that says something of it."""
        return BattleOrders(**{field: self._first(field) for field in fields})

    def _first(self, field: str) -> Any:
        for orders, entry in self._sources:
            said = None if orders is None else getattr(orders, field)
            if entry is not None and (orders is None or said is not None):
                self.rested.append(entry)
            if orders is None or said is not None:
                return said
        return None


def _sources(view: AthensSparta, side: SideName, place: HexName) -> Iterator[Source]:
    """12.2-C: this turn before the book, the hex before `*`; of the choices of an entry the first that names either."""
    plan = view.battle_plans.get(side)
    yield from (Source(orders) for orders in _for_hex(plan.battle if plan else {}, place))
    for entry, sheets, ends in garrisons(view, side):
        found = ([*_for_hex(sheet.battle, place)] for sheet in sheets)
        yield from (Source(orders, entry) for orders in next(filter(None, found), []))
        if ends:
            yield Source(None, entry)


def _for_hex(battle: Mapping[HexName, BattleOrders], place: HexName) -> Iterator[BattleOrders]:
    return (battle[hex] for hex in dict.fromkeys((place, ANYWHERE)) if hex in battle)


def contacts_in_force(view: AthensSparta, side: SideName) -> tuple[Sequence[Item], list[int]]:
    """RULING-120: the order of contacts of this turn, else of the book; and the entry of the book that it rests on."""
    plan = view.battle_plans.get(side)
    if plan is not None and plan.contacts is not None:
        return plan.contacts, []
    for entry, sheets, ends in garrisons(view, side):
        found = next((sheet.contacts for sheet in sheets if sheet.contacts is not None), None)
        if ends or found is not None:
            return found or [], [entry]
    return [], []


def revising(view: AthensSparta, side: SideName) -> tuple[bool, list[int]]:
    """RULING-121: whether a side wants another question, and the entry of its book that says so."""
    plan = view.battle_plans.get(side)
    if plan is not None and (plan.battle or plan.contacts is not None or plan.revise):
        return plan.revise, []
    for entry, sheets, ends in garrisons(view, side):
        revise = any(sheet.revise for sheet in sheets)
        if ends or revise:
            return revise, [entry]
    return False, []


# --- what is used -----------------------------------------------------------------------------------------------------


def draw_on(running: Running, side: SideName, entries: Iterable[int]) -> None:
    """Note that something rests on entries of a book; RULING-119: what has `times` is counted when the turn is over."""
    position = running.position
    for number in entries:
        running.use(side, number)
        entry, plan = position.books[side][number], position.battle_plans.get(side, BattlePlan())
        if entry.times and entry not in plan.drawn:
            plan = msgspec.structs.replace(plan, drawn=[*plan.drawn, entry])
            position.battle_plans = {**position.battle_plans, side: plan}


def count_times(position: AthensSparta) -> None:
    """RULING-119: one of the `times` of each entry that was drawn on; the battle orders of the turn are over."""
    for side, plan in position.battle_plans.items():
        for entry in plan.drawn:
            book = position.books.get(side, [])
            if entry in book:
                position.books[side] = one_time_less(book, book.index(entry))
    position.battle_plans = {}
