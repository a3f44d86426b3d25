"""19-F: what is true of every position between two questions."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.polis.secrets.zones import HIDDEN
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import CARDS, POLEIS, REGIONS, SIDES


def check_invariants(position: Polis) -> None:
    """ValueError names what is broken (19-F)."""
    if not position.sides or position.round is None:
        return
    broken = [check.__doc__ or check.__name__ for check in CHECKS if not check(position)]
    broken += [clause for part in HIDDEN for clause in part.strayed(position)]
    if broken:
        raise ValueError(f"19-F: the position breaks: {' '.join(broken)}")


def populations(position: Polis) -> bool:
    """2-A, 2-B: an owned polis has 1 up to its maximum, a neutral one its base population."""
    for polis in POLEIS:
        city, facts = position.poleis[polis], position.box.poleis[polis]
        if city.owner is None and city.population != facts.base:
            return False
        if not 1 <= city.population <= facts.max:
            return False
    return True


def capacities(position: Polis) -> bool:
    """0-F: no more units of a side in a region than there is room for."""
    return all(0 <= position.count(side, region) <= position.type.capacity for region in REGIONS for side in SIDES)


def stocks(position: Polis) -> bool:
    """0-D: stocks and Prestige are not below 0, nor what is in port or abroad."""
    players = [position.sides[side] for side in SIDES]
    return all(min(one.prestige, one.port, one.abroad, *one.stock.values()) >= 0 for one in players)


def sent_away(position: Polis) -> bool:
    """13-A: units are abroad only while the event is in force that sent them."""
    return all(position.effect.part(side).send or not position.sides[side].abroad for side in SIDES)


def merchant_limit(position: Polis) -> bool:
    """1-C: at most 8 merchants of a side."""
    return all(position.merchants(side) <= position.box.components.merchants for side in SIDES)


def proxenos_places(position: Polis) -> bool:
    """2-H: two proxenoi share a polis only in a capital (7.11-A)."""
    places = [position.sides[side].proxenos for side in SIDES]
    return places[0] is None or places[0] != places[1] or places[0] in position.box.capitals.values()


def projects_in_progress(position: Polis) -> bool:
    """7.4-A: a project is of a kind that its polis may start."""
    facts, projects = position.box.poleis, position.box.projects
    cities = [(facts[polis], position.poleis[polis]) for polis in POLEIS]
    return all(city.project is None or projects[city.project].kind in one.projects for one, city in cities)


def hands(position: Polis) -> bool:
    """8-C: before an attack each holds as many cards as units; all 24 are in hands, pile, discards or laid (8-O)."""
    battle = position.battle
    if battle is None or not battle.hands:
        return True
    held = sum(map(len, battle.hands.values()))
    if held + len(battle.pile) + len(battle.discards) + len(battle.laid) != len(CARDS):
        return False
    sizes = [len(battle.hands[side]) - position.count(side, battle.region) for side in SIDES]
    asked = {ask.question for ask in position.phase.asks} if position.phase else set()
    return asked != {"D6"} or sizes == [0, 0]


def capitals(position: Polis) -> bool:
    """2-F: the capitals are their owners' until the game is over (11-A)."""
    return all(position.poleis[position.box.capitals[side]].owner == side for side in SIDES)


def markers(position: Polis) -> bool:
    """3-I: each marker is in a column."""
    return all(1 <= column <= position.box.components.market_value.columns for column in position.markers.values())


CHECKS: tuple[Callable[[Polis], bool], ...] = (
    populations,
    capacities,
    stocks,
    sent_away,
    merchant_limit,
    proxenos_places,
    projects_in_progress,
    hands,
    capitals,
    markers,
)
