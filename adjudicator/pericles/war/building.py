"""9.1, 9.11: City-State units are built at Home, and what Persian Gold pays for; decision D26."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from adjudicator.kernel import Answers, Ask, Illegal, agenda_step
from adjudicator.kernel.subjects import count_of
from adjudicator.pericles.names import name_of, pieces_of
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import Decision, Running
from adjudicator.pericles.state.orders import BuildOrder, PersianGold
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.theaters import about, decides, faction_of
from adjudicator.pericles.words import (
    CITY_STATE_BASE,
    HOME,
    HUNDRED,
    PERSIA,
    SIDE_OF,
    FactionName,
    PieceName,
    SideName,
    TheaterName,
    UnitName,
)

MOST_SPARTAN_NAVAL = 3
MOST_LAND = 4
MOST_NAVAL = 3
NAVAL: dict[SideName, UnitName] = {"athens": "athenian_naval", "sparta": "spartan_naval"}
LAND: dict[SideName, UnitName] = {"athens": "athenian_land", "sparta": "spartan_land"}


def home_bases(position: Pericles, side: SideName) -> int:
    """9.1-A, RULING-33: the City-State bases in the Home Theater."""
    return position.theaters[HOME[side]].count(CITY_STATE_BASE[side])


def persian_bases(position: Pericles, side: SideName) -> int:
    """9.11-A: the bases that pay for Sparta's Build."""
    return position.theaters[PERSIA].count("persian_base") if side == "sparta" else 0


def ports(position: Pericles) -> list[TheaterName]:
    """9.11-A: the Aegean theaters with a Spartan or Peloponnesian base."""
    aegean = [name for name in position.in_play() if position.box.theaters[name].aegean]
    return [name for name in aegean if position.theaters[name].bases("sparta")]


def gold_land(position: Pericles) -> int:
    """9.11-A: how many Peloponnesian land units may be built in Ionia."""
    open_to = "ionia" in position.in_play() and position.theaters["ionia"].bases("sparta")
    return min(MOST_LAND, position.reserve("peloponnesian_land")) if open_to else 0


def gold_spartan_naval(position: Pericles) -> int:
    """9.11-A: how many Spartan naval units may be built in Sparta."""
    return min(MOST_SPARTAN_NAVAL, position.reserve("spartan_naval")) if home_bases(position, "sparta") else 0


def gold_naval(position: Pericles) -> int:
    """9.11-A: how many Peloponnesian naval units may be built in the Aegean."""
    return min(MOST_NAVAL, position.reserve("peloponnesian_naval")) if ports(position) else 0


@agenda_step
def build_city_state(running: Running, owner: FactionName) -> None:
    """9.1-A, 9.11-B: where public facts leave nothing to build, nothing is asked."""
    side = SIDE_OF[owner]
    if len([*_first_two(running.position, side)]) > 1:
        running.ask([Ask(owner, Build.id, about(HOME[side], "military"))], build_units, owner=owner)


def _first_two(position: Pericles, side: SideName) -> Iterator[BuildOrder]:
    """Two orders, if there is more to choose than to build nothing."""
    return (order for order, _ in zip(build_orders(position, side), range(2), strict=False))


@agenda_step
def build_units(running: Running, answers: Answers, owner: FactionName) -> None:
    """9.1-A: place the units built at Home; 9.11-A: then those of Persian Gold."""
    order: BuildOrder = answers[owner][Build.id]
    side, gold = SIDE_OF[owner], order.gold
    units: dict[PieceName, int] = {NAVAL[side]: order.naval, LAND[side]: order.land, HUNDRED: int(order.hundred)}
    ledger.place(running, HOME[side], units, "9.1-A")
    ledger.place(running, "sparta", {"spartan_naval": gold.spartan_naval}, "9.11-A")
    ledger.place(running, "ionia", {"peloponnesian_land": gold.peloponnesian_land}, "9.11-A")
    for name in ports(running.position):
        naval = gold.peloponnesian_naval.get(name, 0)
        ledger.place(running, name, {"peloponnesian_naval": naval}, "9.11-A")


def build_orders(position: Pericles, side: SideName) -> Iterator[BuildOrder]:
    """RULING-64: everything that may be built, from nothing on."""
    bases, reserve = home_bases(position, side), position.reserve
    hundred = [False, True] if side == "sparta" and reserve(HUNDRED) else [False]
    for gold in golds(position, side):
        for naval in range(min(bases, reserve(NAVAL[side]) - gold.spartan_naval) + 1):
            for land, with_hundred in product(range(min(2 * (bases - naval), reserve(LAND[side])) + 1), hundred):
                if land + with_hundred <= 2 * (bases - naval):
                    yield BuildOrder(naval=naval, land=land, hundred=with_hundred, gold=gold)


def golds(position: Pericles, side: SideName) -> Iterator[PersianGold]:
    """9.11-A, 9.11-B, RULING-34: everything that Persian Gold may pay for, from nothing on."""
    bases = persian_bases(position, side)
    for spartan in range(min(bases, gold_spartan_naval(position)) + 1):
        for land in range(min(2 * (bases - spartan), gold_land(position)) + 1):
            left = bases - spartan - (land + 1) // 2
            for naval in _spread(ports(position), min(left, gold_naval(position))):
                yield PersianGold(spartan_naval=spartan, peloponnesian_land=land, peloponnesian_naval=naval)


def _spread(names: list[TheaterName], most: int) -> Iterator[dict[TheaterName, int]]:
    """Every way to put up to `most` units into theaters."""
    if not names:
        yield {}
        return
    for number in range(most + 1):
        for rest in _spread(names[1:], most - number):
            yield {names[0]: number, **rest} if number else rest


class Build(
    Decision[BuildOrder],
    id="D26",
    clause="9.1",
    policy="15.4-D8",
    subject="Build City-State units",
    public_options=True,
):
    """D26: asked of the Commanding General who chose to Build."""

    field_words = {
        "naval": ("How many naval units?", "{} naval"),
        "land": ("How many land units?", "{} land"),
        "hundred": ("Build the 300?", "the 300"),
        "gold": ("Build for Persian Gold?", ""),
        "gold.spartan_naval": ("How many Spartan naval units for Persian Gold?", "{} Spartan naval for Persian Gold"),
        "gold.peloponnesian_land": (
            "How many Peloponnesian land units for Persian Gold?",
            "{} Peloponnesian land for Persian Gold",
        ),
    }

    def prompt(self, view: Pericles, ask: Ask) -> str:
        side = SIDE_OF[faction_of(ask)]
        gold = f"; Persian Gold of {count_of(persian_bases(view, side), 'base')}" if persian_bases(view, side) else ""
        bases = f"{count_of(home_bases(view, side), 'City-State base')} in {name_of(HOME[side])}"
        return f"What do you build with {bases}{gold}? One naval or two land units each."

    def awaited(self, ask: Ask) -> str:
        return decides(ask, "what to build")

    def space(self, view: Pericles, ask: Ask) -> Iterator[BuildOrder]:
        return build_orders(view, SIDE_OF[faction_of(ask)])

    def grown(self, view: Pericles, ask: Ask, order: BuildOrder | None) -> Iterator[BuildOrder]:
        """Unit by unit; RULING-64: each step is legal by itself."""
        longer = [BuildOrder()] if order is None else [*_one_more(view, order)]
        return (one for one in longer if self.refusal(view, ask, one) is None)

    def refusal(self, view: Pericles, ask: Ask, order: BuildOrder) -> Illegal | None:
        """9.1-A bounds City-State units by their bases, 9.11 those bought with gold."""
        side = SIDE_OF[faction_of(ask)]
        gold = order.gold
        if min(order.naval, order.land, gold.spartan_naval, gold.peloponnesian_land) < 0:
            return Illegal("9.1", "a number of units is 0 or more")
        if order.naval + (order.land + order.hundred + 1) // 2 > home_bases(view, side):
            bases = f"each of {count_of(home_bases(view, side), 'City-State base')} in {name_of(HOME[side])}"
            return Illegal("9.1-A", f"one naval unit or two land units for {bases}, the 300 being a land unit")
        return _reserve_refusal(view, side, order) or gold_refusal(view, side, gold)

    def policy(self, view: Pericles, ask: Ask) -> BuildOrder:
        """15.4-D8: base after base, what the reserve holds more of; then Persian Gold."""
        side = SIDE_OF[faction_of(ask)]
        naval_left = view.reserve(NAVAL[side])
        spartans, hundred = view.reserve(LAND[side]), view.reserve(HUNDRED) if side == "sparta" else 0
        naval = land = 0
        for _ in range(home_bases(view, side)):
            if naval_left - naval >= spartans + hundred - land:
                naval += min(1, naval_left - naval)
            else:
                land += min(2, spartans + hundred - land)
        gold = best_gold(view, side, naval)
        return BuildOrder(naval=naval, land=min(land, spartans), hundred=land > spartans, gold=gold)

    def choice_in_words(self, choice: BuildOrder) -> str:
        """What is built at Home, then what Persian Gold builds."""
        gold = choice.gold
        home = [count_of(number, f"{kind} unit") for number, kind in _numbers(choice) if number]
        paid = ((gold.spartan_naval, "spartan_naval"), (gold.peloponnesian_land, "peloponnesian_land"))
        bought = [pieces_of(number, unit) for number, unit in paid if number]
        ships = sorted(gold.peloponnesian_naval.items())
        bought += [f"{pieces_of(number, 'peloponnesian_naval')} in {name_of(name)}" for name, number in ships]
        hundred = ["the 300"] if choice.hundred else []
        return ", ".join([*home, *hundred, *(f"{one} for Persian Gold" for one in bought)]) or "build nothing"

    def orders_of(self, view: Pericles, ask: Ask, choice: BuildOrder) -> Iterator[BuildOrder]:
        """RULING-72: as much of it as can be built, naval units first."""
        built: BuildOrder | None = BuildOrder()
        while built is not None:
            order = built
            longer = (one for one in self.grown(view, ask, order) if _within(one, choice))
            built = next(longer, None)
        yield order


def _numbers(order: BuildOrder) -> tuple[tuple[int, str], ...]:
    """The units built at Home, by kind."""
    return (order.naval, "naval"), (order.land, "land")


def _within(order: BuildOrder, wanted: BuildOrder) -> bool:
    """Whether what is built stays within what is wanted."""
    mine, most = order.gold, wanted.gold
    naval = mine.peloponnesian_naval
    ports_fit = all(naval[name] <= most.peloponnesian_naval.get(name, 0) for name in naval)
    gold_fits = mine.spartan_naval <= most.spartan_naval and mine.peloponnesian_land <= most.peloponnesian_land
    home_fits = order.naval <= wanted.naval and order.land <= wanted.land and order.hundred <= wanted.hundred
    return ports_fit and gold_fits and home_fits


def _one_more(view: Pericles, order: BuildOrder) -> Iterator[BuildOrder]:
    """The order with one unit more, legal or not."""
    gold, naval = order.gold, order.gold.peloponnesian_naval
    yield replace(order, naval=order.naval + 1)
    yield replace(order, land=order.land + 1)
    if not order.hundred:
        yield replace(order, hundred=True)
    yield replace(order, gold=replace(gold, spartan_naval=gold.spartan_naval + 1))
    yield replace(order, gold=replace(gold, peloponnesian_land=gold.peloponnesian_land + 1))
    for name in ports(view):
        yield replace(order, gold=replace(gold, peloponnesian_naval={**naval, name: naval.get(name, 0) + 1}))


def _reserve_refusal(view: Pericles, side: SideName, order: BuildOrder) -> Illegal | None:
    """2.1-A: what the reserve holds, Persian Gold included."""
    if order.hundred and (side != "sparta" or not view.reserve(HUNDRED)):
        return Illegal("2.1-A", "the 300 are not in your reserve")
    naval = order.naval + (order.gold.spartan_naval if side == "sparta" else 0)
    for unit, number in ((NAVAL[side], naval), (LAND[side], order.land)):
        if number > view.reserve(unit):
            return Illegal("2.1-A", f"{pieces_of(number, unit)}: the reserve holds {view.reserve(unit)}")
    return None


def gold_refusal(view: Pericles, side: SideName, gold: PersianGold) -> Illegal | None:
    """9.11-A, 9.11-B: what Persian bases pay for, and where."""
    naval = sum(gold.peloponnesian_naval.values())
    wrong = [name for name, number in gold.peloponnesian_naval.items() if name not in ports(view) or number < 1]
    if wrong:
        where = ", ".join(name_of(name) for name in ports(view)) or "none"
        return Illegal("9.11-A", f"Peloponnesian naval units, one or more each, only in these Aegean theaters: {where}")
    bases = persian_bases(view, side)
    if gold.spartan_naval + naval + (gold.peloponnesian_land + 1) // 2 > bases:
        return Illegal(
            "9.11-A", f"Persian Gold: one naval or two land units for each of {count_of(bases, 'Persian base')}"
        )
    for what, number, most in (
        ("Spartan naval units in Sparta", gold.spartan_naval, gold_spartan_naval(view)),
        ("Peloponnesian land units in Ionia", gold.peloponnesian_land, gold_land(view)),
        ("Peloponnesian naval units in the Aegean", naval, gold_naval(view)),
    ):
        if number > most:
            return Illegal("9.11-A", f"Persian Gold: {most} {what} at most, not {number}")
    return None


def best_gold(view: Pericles, side: SideName, naval_built: int) -> PersianGold:
    """15.4-D8: base by base: a ship in the lowest port, two land units in Ionia, a Spartan ship."""
    spartan = land = naval = 0
    for _ in range(persian_bases(view, side)):
        if naval < gold_naval(view):
            naval += 1
        elif land + 2 <= gold_land(view):
            land += 2
        elif spartan < min(gold_spartan_naval(view), view.reserve("spartan_naval") - naval_built):
            spartan += 1
    where = {ports(view)[0]: naval} if naval else {}
    return PersianGold(spartan_naval=spartan, peloponnesian_land=land, peloponnesian_naval=where)
