"""D3: the units that an Aristophanes card (5.11-F) or the Plague (5.14-E) takes; the order of 15.4-A3."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from adjudicator.kernel import Answers, Ask, Chance, Illegal, Parts, Shares, agenda_step
from adjudicator.kernel.subjects import count_of
from adjudicator.pericles.components.model import Effect
from adjudicator.pericles.names import name_of, pieces_of
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import GiveUpOrder, Standing
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.words import (
    ENEMY,
    KINDS,
    LEAGUE_UNITS,
    SIDE_OF,
    SIDES,
    THEATERS,
    UNITS,
    FactionName,
    SideName,
    TheaterName,
    UnitKind,
    UnitName,
    kind_of,
    units_of,
    value_of,
)


class Spot(NamedTuple):
    """Units of one class in a theater that their Side may give up."""

    theater: TheaterName
    unit: UnitName
    number: int


def left_of(spots: Sequence[Spot], gone: Sequence[tuple[TheaterName, UnitName, int]]) -> list[Spot]:
    """What is left of units when so many of a class have left a theater."""
    named = [(theater, unit) for theater, unit, count in gone for _ in range(count)]
    left = [Spot(s.theater, s.unit, s.number - named.count((s.theater, s.unit))) for s in spots]
    return [spot for spot in left if spot.number > 0]


class Demand(NamedTuple):
    """So many units must be given up, from these."""

    wanted: int
    spots: tuple[Spot, ...]


def spots_of(position: Pericles, theater: TheaterName, units: tuple[UnitName, ...]) -> Iterator[Spot]:
    """The units of some classes in a theater."""
    for unit in units:
        if position.theaters[theater].count(unit):
            yield Spot(theater, unit, position.theaters[theater].count(unit))


def plague_demands(position: Pericles, side: SideName) -> list[Demand]:
    """5.14-A to 5.14-D: what a Side loses, theater by theater and kind by kind, before any removal (RULING-9)."""
    return [
        Demand(due(position, side, theater, kind), tuple(spots_of(position, theater, units_of(side, kind))))
        for theater in position.in_play()
        for kind in KINDS
        if due(position, side, theater, kind)
    ]


def due(position: Pericles, side: SideName, theater: TheaterName, kind: UnitKind) -> int:
    """5.14-A, then 5.14-B, RULING-10: never the last unit of a kind in a theater of that kind (5.14-C)."""
    there = position.theaters[theater]
    standing = there.units(side, kind)
    asked = -(-standing // 3) if theater == "athens" else 0
    if there.present(side) and there.present(ENEMY[side]):
        asked += 1
    spared = 1 if position.box.theaters[theater].type == kind else 0
    return max(0, min(asked, standing - spared))


LEAGUES: tuple[UnitName, ...] = (*LEAGUE_UNITS["athens"], *LEAGUE_UNITS["sparta"])


class LossPriority(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a book says to D3: the classes to give up first, and the theaters to take them from first.

    What it does not name goes after what it names, in the order of 15.4-A3.
    """

    units: list[UnitName] = []
    theaters: list[TheaterName] = []

    def in_words(self) -> str:
        classes = [f"first {', then '.join(map(name_of, self.units))}"] if self.units else []
        places = [f"first from {', then '.join(map(name_of, self.theaters))}"] if self.theaters else []
        return "; ".join([*classes, *places, "then League before City-State (15.4-A3)"])


def standing_in_words(units: Sequence[Standing]) -> str:
    """Units and where they stand."""
    return ", ".join(f"{pieces_of(one.count, one.unit)} in {name_of(one.theater)}" for one in units)


def demands_of(position: Pericles, ask: Ask) -> list[Demand]:
    """What a Side must give up: by the Plague, or by the effect of the card that `ask` names."""
    faction: FactionName = ask.args["of"]
    if "effect" not in ask.args:
        return plague_demands(position, SIDE_OF[faction])
    effect = position.box.plays[str(position.aristophanes)].effects[ask.args["effect"]]
    if effect.unit is None:
        return []
    named = [THEATERS[effect.theater - 1]] if effect.theater else THEATERS
    spots = tuple(
        spot for name in position.in_play() if name in named for spot in spots_of(position, name, (effect.unit,))
    )
    count = min(effect.count, sum(spot.number for spot in spots))  # RULING-6: fewer where fewer exist
    return [Demand(count, spots)] if count else []


def together(effects: Sequence[Effect], start: int) -> int:
    """20 (D3: both Sides at once): how far the removals go on from one of them, each of another Side."""
    end = start + 1
    sides = [effects[start].side]
    while end < len(effects) and effects[end].op == "remove_units" and effects[end].side not in sides:
        sides.append(effects[end].side)
        end += 1
    return end


def asks_of(position: Pericles, first: int, end: int) -> list[Ask]:
    """Who gives up units: for the effects from `first` up to `end` of the card, or (`end` 0) by the Plague."""
    if not end:
        return [ask_of(position, side) for side in position.sides]
    effects = position.box.plays[str(position.aristophanes)].effects
    return [ask_of(position, side, at) for at in range(first, end) if (side := effects[at].side)]


def ask_of(position: Pericles, side: SideName, effect: int | None = None) -> Ask:
    """5.11-F, 5.14-E: the question to the Controlling Faction of a Side."""
    faction = position.controlling[side]
    return Ask(faction, GiveUp.id, {"of": faction} if effect is None else {"of": faction, "effect": effect})


@agenda_step
def give_up_units(running: Running, first: int, end: int) -> None:
    """Ask the Sides that have a choice, both in one phase."""
    asks = [ask for ask in asks_of(running.position, first, end) if not forced(demands_of(running.position, ask))]
    if asks:
        running.ask(asks, remove_given_up, first=first, end=end)
    else:
        remove_given_up(running, Answers(), first, end)


def forced(demands: list[Demand]) -> bool:
    """20-C: whether there is nothing to choose."""
    return all(len(demand.spots) == 1 or demand.wanted == sum(s.number for s in demand.spots) for demand in demands)


@agenda_step
def remove_given_up(running: Running, answers: Answers, first: int, end: int) -> None:
    """2.1-B; 5.14-F, 14.43-A: in the campaign what the Plague takes is out of the game. It is judged before all."""
    position = running.position
    orders = [
        answers[ask.seat][GiveUp.id] if ask.seat in answers else in_order(position, ask, LossPriority())
        for ask in asks_of(position, first, end)
    ]
    why = f"5.11-F, {position.aristophanes}" if end else "5.14"
    for order in orders:
        for one in merged_standings(order.units):
            taken = ledger.remove(running, one.theater, {one.unit: one.count}, why)
            if not end and position.facts.ravages_of_war:
                position.gone[one.unit] = position.gone.get(one.unit, 0) + taken.get(one.unit, 0)


def merged_standings(units: Sequence[Standing]) -> list[Standing]:
    """Units, each class of a theater once, in the order of theaters and classes."""
    numbers: dict[tuple[TheaterName, UnitName], int] = {}
    for one in units:
        numbers[one.theater, one.unit] = numbers.get((one.theater, one.unit), 0) + one.count
    keys = [(theater, unit) for theater in THEATERS for unit in UNITS if (theater, unit) in numbers]
    return [Standing(theater=theater, unit=unit, count=numbers[theater, unit]) for theater, unit in keys]


def advantage(position: Pericles, spot: Spot) -> int:
    """15.4, adv(X,k): own minus enemy strength of the kind of the unit, bases included."""
    side, there = side_of_unit(spot.unit), position.theaters[spot.theater]
    return there.strength(side, kind_of(spot.unit)) - there.strength(ENEMY[side], kind_of(spot.unit))


def side_of_unit(unit: UnitName) -> SideName:
    """3.1-B: the Side that owns a unit, of a League or of its City-State."""
    return SIDES[UNITS.index(unit) // 5]


def in_order(position: Pericles, ask: Ask, first: LossPriority) -> GiveUpOrder:
    """The units given up by a priority, then by 15.4-A3: one after another, each from where adv is highest then."""
    given = []
    for demand in demands_of(position, ask):
        taken = taken_in_order(position, demand, first)
        given += [Standing(theater=s.theater, unit=s.unit, count=taken.count(s)) for s in demand.spots if s in taken]
    return GiveUpOrder(units=given)


def taken_in_order(position: Pericles, demand: Demand, first: LossPriority) -> list[Spot]:
    """The spots that lose a unit, as often as they do.

    15.4-A3: League land, League naval, City-State land, City-State naval; in each, where adv is highest; then TO.
    """
    taken: list[Spot] = []

    def rank(spot: Spot) -> tuple[int, int, bool, bool, int, int, int]:
        lead = advantage(position, spot) - sum(
            value_of(one.unit, kind_of(spot.unit)) for one in taken if one.theater == spot.theater
        )
        classes, places = place_in(first.units, spot.unit), place_in(first.theaters, spot.theater)
        standing = THEATERS.index(spot.theater), UNITS.index(spot.unit)
        return classes, places, spot.unit not in LEAGUES, kind_of(spot.unit) == "naval", -lead, *standing

    for _ in range(demand.wanted):
        taken.append(min((spot for spot in demand.spots if taken.count(spot) < spot.number), key=rank))
    return taken


def place_in(ranked: Sequence[str], word: str) -> int:
    """The place of a word in a ranked list; after all where it is not named."""
    return ranked.index(word) if word in ranked else len(ranked)


def ways(spots: tuple[Spot, ...], left: int) -> Iterator[tuple[Standing, ...]]:
    """Every way to give up so many units from these spots."""
    if not spots:
        if not left:
            yield ()
        return
    here, *others = spots
    for count in range(min(left, here.number), -1, -1):
        for rest in ways(tuple(others), left - count):
            mine = (Standing(theater=here.theater, unit=here.unit, count=count),) if count else ()
            yield (*mine, *rest)


def _there(demand: Demand) -> Callable[..., dict[tuple[TheaterName, UnitName], int]]:
    return lambda *at: {(spot.theater, spot.unit): spot.number for spot in demand.spots}


def spot_in_words(spot: tuple[TheaterName, UnitName]) -> str:
    """Units of a class, and where they stand."""
    return f"{name_of(spot[1])} in {name_of(spot[0])}"


class GiveUp(
    PartedDecision[GiveUpOrder],
    id="D3",
    clause="5.11-F",
    policy="15.4-A3",
    choice=LossPriority,
    subject="Give units up",
    public_options=True,
    listed=False,
):
    """D3. The space has every way for every theater at once; people build an order theater by theater."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        parts = [f"{demand.wanted} of {self._said(demand)}" for demand in demands_of(view, ask)]
        cause = "The Plague takes" if "effect" not in ask.args else "The card takes"
        return f"{cause} {'; '.join(parts)}. Which units do you give up?"

    def _said(self, demand: Demand) -> str:
        return ", ".join(f"{s.number} {name_of(s.unit)} in {name_of(s.theater)}" for s in demand.spots)

    def parts_of(self, view: Pericles, ask: Ask) -> Parts:
        return {
            f"units {number}": Shares(
                _there(demand),
                least=demand.wanted,
                most=demand.wanted,
                thing="unit",
                words=spot_in_words,
                asks=f"Which {count_of(demand.wanted, 'unit')} do you give up?",
            )
            for number, demand in enumerate(demands_of(view, ask), 1)
        }

    def maker(self, view: Pericles, ask: Ask) -> Callable[..., GiveUpOrder]:
        """The units that go to each demand."""
        return lambda *taken: GiveUpOrder(
            [Standing(theater=t, unit=unit, count=count) for units in taken for (t, unit), count in units.items()]
        )

    def sample(self, view: Pericles, ask: Ask, chance: Chance, label: str) -> GiveUpOrder:
        """One way for each demand."""
        demands = demands_of(view, ask)
        parts = [chance.pick(list(ways(demand.spots, demand.wanted)), label) for demand in demands]
        return GiveUpOrder(units=[one for part in parts for one in part])

    def refusal(self, view: Pericles, ask: Ask, order: GiveUpOrder) -> Illegal | None:
        """5.11-F, 5.14: exactly what is due, from what stands there."""
        clause = "5.11-F" if "effect" in ask.args else "5.14-E"
        left = merged_standings(order.units)
        if any(one.count < 1 for one in order.units):
            return Illegal(clause, "name 1 or more, or leave the class out")
        for demand in demands_of(view, ask):
            there = {(spot.theater, spot.unit): spot.number for spot in demand.spots}
            mine = [one for one in left if (one.theater, one.unit) in there]
            left = [one for one in left if (one.theater, one.unit) not in there]
            wrong = next((one for one in mine if one.count > there[one.theater, one.unit]), None)
            if wrong or sum(one.count for one in mine) != demand.wanted:
                return Illegal(clause, f"give up exactly {count_of(demand.wanted, 'unit')} of {self._said(demand)}")
        if left:
            stays = f"{name_of(left[0].unit)} in {name_of(left[0].theater)}"
            return Illegal(clause, f"you cannot give up {stays} here: {self.prompt(view, ask)}")
        return None

    def policy(self, view: Pericles, ask: Ask) -> GiveUpOrder:
        return in_order(view, ask, LossPriority())

    def choice_in_words(self, choice: LossPriority | GiveUpOrder) -> str:
        """The priority, or the units."""
        return choice.in_words() if isinstance(choice, LossPriority) else standing_in_words(choice.units)

    def orders_of(self, view: Pericles, ask: Ask, choice: LossPriority) -> Iterator[GiveUpOrder]:
        """The order that a priority comes to."""
        yield in_order(view, ask, choice)
