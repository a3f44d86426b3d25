"""8.52, 12.1-A, 13.1-B: League issues; decision D23."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from adjudicator.kernel import Answers, Ask, Illegal, One, agenda_step
from adjudicator.kernel.questions.kinds import right
from adjudicator.kernel.subjects import count_of
from adjudicator.pericles.events import theater as events
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import LeagueDeed, LeagueOrder
from adjudicator.pericles.state.position import Pericles, Spot
from adjudicator.pericles.state.theaters import decides, faction_of, spot_of, treachery_at
from adjudicator.pericles.theater.league_options import (
    ARGIVES,
    COST,
    base_built,
    league_land,
    league_naval,
    most_argives,
    open_deeds,
    payable,
    unit_orders,
    units_refusal,
)
from adjudicator.pericles.theater.queues import ask_owner, declined, without_effect
from adjudicator.pericles.words import (
    CITY_STATE_BASE,
    ENEMY,
    LEAGUE_BASE,
    PERSIA,
    SIDE_OF,
    SIDES,
    FactionName,
    PieceName,
    SideName,
)

Deeds: TypeAlias = list[LeagueDeed]
_DEEDS: dict[LeagueDeed, str] = {
    "build base": "build a base",
    "convert base": "convert a base",
    "remove treachery": "remove a Treachery marker",
}
_CLAUSES: dict[LeagueDeed, str] = {
    "build base": "8.52-A",
    "convert base": "8.52-B",
    "build units": "8.52-C",
    "remove treachery": "8.52-D",
}


@agenda_step
def resolve_league(running: Running, theater: Spot, owner: FactionName) -> None:
    """8.52: what public facts leave open there decides what is asked; with one thing left only whether (D18)."""
    position, side = running.position, SIDE_OF[owner]
    if not open_deeds(position, theater, side):
        clause = "13.1-B: there is no Persian base left" if theater == PERSIA else "8.52: nothing can be done there"
        without_effect(running, theater, "league", owner, clause)
        return
    further = () if _only_order(position, theater, side) else (League.id,)
    running.ask(ask_owner(theater, "league", owner, *further), do_league, theater=theater, owner=owner)


def _only_order(position: Pericles, theater: Spot, side: SideName) -> LeagueOrder | None:
    """20-C: the one order that public facts leave, if there is just one."""
    orders = [order for deed in open_deeds(position, theater, side) for order in _orders(position, theater, side, deed)]
    return orders[0] if len(orders) == 1 else None


def _orders(position: Pericles, theater: Spot, side: SideName, deed: LeagueDeed) -> Iterator[LeagueOrder]:
    """Every order to one deed that the map allows."""
    if deed == "build units":
        yield from unit_orders(position, theater, side)
    elif deed == "remove treachery":
        yield from (LeagueOrder(do=deed, side=one) for one in SIDES if treachery_at(position, theater, one))
    else:
        yield LeagueOrder(do=deed)


@agenda_step
def do_league(running: Running, answers: Answers, theater: Spot, owner: FactionName) -> None:
    """8.5-C, 8.5-D: what the owner chose; cancelled if they lack the tokens."""
    if declined(running, answers, theater, "league", owner):
        return
    position, side = running.position, SIDE_OF[owner]
    order: LeagueOrder | None = answers[owner].get(League.id) or _only_order(position, theater, side)
    if order is None:
        raise ValueError(f"nothing says what the League issue of {owner} in {theater} does")
    cost = COST.get(order.do, 0)
    if cost > position.tokens(owner):
        running.emit(events.Cancelled(owner=owner, theater=theater, kind="league", needed=cost))
        return
    running.emit(events.LeagueDone(owner=owner, theater=theater, deed=order.do))
    _carry_out(running, theater, owner, order)


def _carry_out(running: Running, theater: Spot, owner: FactionName, order: LeagueOrder) -> None:
    side, clause = SIDE_OF[owner], _CLAUSES[order.do]
    if order.do == "remove treachery":
        if theater != PERSIA and order.side:
            ledger.drop_treachery(running, theater, order.side, 1, clause)
        return
    if order.do == "build units":
        units: dict[PieceName, int] = {
            league_naval(side): order.naval,
            league_land(side): order.land,
            ARGIVES: order.argive,
        }
        ledger.place(running, theater, units, "12.1-A" if order.argive else clause)
        return
    ledger.spend(running, owner, COST[order.do], clause)
    if order.do == "convert base":
        ledger.remove(running, theater, {LEAGUE_BASE[side]: 1}, f"{clause}: converted")
        ledger.place(running, theater, {CITY_STATE_BASE[side]: 1}, f"{clause}: converted")
    else:
        ledger.place(running, theater, {base_built(theater, side): 1}, "13.1-B" if theater == PERSIA else clause)
    ledger.gain_honor(running, owner, 2, f"{clause}: a base")


def deeds_open(view: Pericles, ask: Ask) -> Deeds:
    """8.5-D: what is open and can be paid; where nothing can be, all: it is cancelled whatever is named."""
    open_here = open_deeds(view, spot_of(ask), SIDE_OF[faction_of(ask)])
    return payable(open_here, view.tokens(faction_of(ask))) or open_here


def units_to_build(view: Pericles, ask: Ask, deed: LeagueDeed) -> list[tuple[int, int, int]]:
    """8.52-C: naval, land and Argive units."""
    if deed != "build units":
        return [(0, 0, 0)]
    return [(one.naval, one.land, one.argive) for one in unit_orders(view, spot_of(ask), SIDE_OF[faction_of(ask)])]


def sides_of_markers(view: Pericles, ask: Ask, deed: LeagueDeed, units: object) -> list[SideName | None]:
    """8.52-D: the Sides that have a Treachery marker there."""
    if deed != "remove treachery":
        return [None]
    return [side for side in SIDES if treachery_at(view, spot_of(ask), side)]


def deed_in_words(deed: LeagueDeed) -> str:
    """What is done, with its cost."""
    cost = f" (you pay {count_of(COST[deed], 'token')})" if deed in COST else ""
    return f"{_DEEDS.get(deed, deed)}{cost}"


def units_built(units: tuple[int, int, int]) -> str:
    """So many of each kind."""
    kinds = ("naval unit", "land unit", "Argive unit")
    return " and ".join(count_of(n, kind) for n, kind in zip(units, kinds, strict=True) if n) or "no unit"


def marker_of(side: SideName | None) -> str:
    """Whose marker."""
    return f"one of {name_of(side)}" if side else ""


class League(PartedDecision[LeagueOrder], id="D23", clause="8.52", policy="15.4-D5", subject="Use a League issue"):
    """D23: asked of the owner of a League issue."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        held = count_of(view.tokens(faction_of(ask)), "token")
        return f"What does your League issue in {name_of(spot_of(ask))} do? You hold {held}."

    def awaited(self, ask: Ask) -> str:
        return decides(ask, "what their League issue does")

    parts = {
        "do": One(deeds_open, words=deed_in_words),
        ("naval", "land", "argive"): One(units_to_build, words=units_built, asks="Which units do you build?"),
        "side": One(sides_of_markers, words=marker_of, asks="Whose Treachery marker do you remove?"),
    }

    def refusal(self, view: Pericles, ask: Ask, order: LeagueOrder) -> Illegal | None:
        """8.52: open, paid for, and with the parts that belong to it."""
        theater, side = spot_of(ask), SIDE_OF[faction_of(ask)]
        deeds = deeds_open(view, ask)
        if order.do not in deeds:
            return self._not_open(view, ask, order, deeds)
        if order.do != "build units" and (order.naval or order.land or order.argive):
            return Illegal("8.52", f"name units only to build them, not to {_DEEDS.get(order.do, order.do)}")
        if order.do != "remove treachery" and order.side:
            return Illegal("8.52", f"name a Side only to remove Treachery, not to {_DEEDS.get(order.do, order.do)}")
        if order.do == "build units":
            return units_refusal(view, theater, side, order)
        if order.do == "remove treachery" and not (order.side and treachery_at(view, theater, order.side)):
            there = " or ".join(name_of(one) for one in SIDES if treachery_at(view, theater, one))
            return Illegal("8.52-D", f"name the Side whose Treachery marker you remove: {there}")
        return None

    def _not_open(self, view: Pericles, ask: Ask, order: LeagueOrder, deeds: Deeds) -> Illegal:
        """Why a deed cannot be done: for want of tokens, or of what it needs on the map."""
        may, wanted = right(map(deed_in_words, deeds)), _DEEDS.get(order.do, order.do)
        if order.do in open_deeds(view, spot_of(ask), SIDE_OF[faction_of(ask)]):
            held = view.tokens(faction_of(ask))
            return Illegal(
                "8.5-D", f"to {wanted} costs {count_of(COST[order.do], 'token')}, and you hold {held}; {may}"
            )
        return Illegal(_CLAUSES[order.do], f"you cannot {wanted} in {name_of(spot_of(ask))}; {may}")

    def policy(self, view: Pericles, ask: Ask) -> LeagueOrder:
        theater, side = spot_of(ask), SIDE_OF[faction_of(ask)]
        deeds = deeds_open(view, ask)
        if "build base" in deeds and (theater == PERSIA or view.theaters[theater].bases(side) < 2):
            return LeagueOrder(do="build base")
        if "build units" in deeds:
            return self._units(view, ask)
        if "convert base" in deeds:
            return LeagueOrder(do="convert base")
        if "remove treachery" in deeds and treachery_at(view, theater, ENEMY[side]):
            return LeagueOrder(do="remove treachery", side=ENEMY[side])
        return next(self.options(view, ask))

    def _units(self, view: Pericles, ask: Ask) -> LeagueOrder:
        """15.4-D5: Argives in Sparta; naval in Naval theaters and the Isthmus, else land; what is left of the other."""
        theater, side = spot_of(ask), SIDE_OF[faction_of(ask)]
        argives = most_argives(view, theater, side)
        if argives:
            return LeagueOrder(do="build units", argive=argives)
        naval_first = theater == "isthmus" or (theater != PERSIA and view.box.theaters[theater].type == "naval")
        return max(
            unit_orders(view, theater, side),
            key=lambda order: (order.naval, order.land) if naval_first else (order.land, order.naval),
        )

    def choice_in_words(self, choice: LeagueOrder) -> str:
        kinds = ((choice.naval, "naval unit"), (choice.land, "land unit"), (choice.argive, "Argive unit"))
        units = [count_of(number, kind) for number, kind in kinds if number]
        if choice.do == "build units":
            return f"build {' and '.join(units) or 'units'}"
        if choice.do == "remove treachery" and choice.side:
            return f"remove a Treachery marker of {name_of(choice.side)}"
        return _DEEDS[choice.do]

    def orders_of(self, view: Pericles, ask: Ask, choice: LeagueOrder) -> Iterator[LeagueOrder]:
        """What is chosen; of units as many as there can be (RULING-72, RULING-91); if none are named, the bot's."""
        named = _names_units(choice)
        if choice.do != "build units" or named:
            yield choice
        if choice.do == "build units" and "build units" in deeds_open(view, ask):
            able = unit_orders(view, spot_of(ask), SIDE_OF[faction_of(ask)])
            fitting = [one for one in able if _names_units(one) and _within(one, choice)]
            if not named:
                yield self._units(view, ask)
            elif fitting:
                yield max(fitting, key=lambda one: (one.argive, one.naval, one.land))


def _names_units(order: LeagueOrder) -> bool:
    """Whether it says what is built."""
    return bool(order.naval or order.land or order.argive)


def _within(order: LeagueOrder, wanted: LeagueOrder) -> bool:
    """Whether the units built stay within the number wanted."""
    return order.naval <= wanted.naval and order.land <= wanted.land and order.argive <= wanted.argive
