"""What must hold of a components file besides its shape: counts and references of sections 1, 3 and 12."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.errors import Malformed
from adjudicator.polis.components.model import Components, SetupFacts
from adjudicator.polis.words import (
    CARDS,
    GOODS,
    MARKET_GOODS,
    POLEIS,
    PROJECTS,
    SEAS,
    SHIPMENTS,
    SIDES,
    TERRITORIES,
    RoundName,
    SideName,
)

_DECKS: dict[RoundName, int] = {"3": 8, "4": 8, "5a": 12, "5b": 12}
FEWEST = 2  # units of a side in a battle


def require_sound(box: Components, name: str) -> None:
    """Malformed lists everything that does not hold."""
    broken = [*_counts(box)] or [*_references(box), *_poleis(box), *_setups(box)]
    if broken:
        raise Malformed(f"{name} does not hold: {'; '.join(broken)}")


def require_same_scenarios(theirs: Components, ours: Components, name: str) -> None:
    """Malformed where a file has other scenarios than ours: games are known by them."""
    if sorted(theirs.setups) != sorted(ours.setups):
        raise Malformed(f"{name}: the setups are {', '.join(sorted(ours.setups))}")


def _counts(box: Components) -> Iterator[str]:
    # 1-B, 3-A, 3-C, 3-F, 3-G, 3-I
    whole: tuple[tuple[str, object, object], ...] = (
        ("goods (1-D)", [*box.goods], [*GOODS]),
        ("market_goods (3-I)", [*box.market_goods], [*MARKET_GOODS]),
        ("territories (3-A)", [*box.territories], [*TERRITORIES]),
        ("tribute_boxes (3-J)", sorted(box.tribute_boxes), sorted(TERRITORIES)),
        ("seas (3-C)", [*box.seas], [*SEAS]),
        ("poleis (3-F)", [*box.poleis], [*POLEIS]),
        ("projects (1-B)", [*box.projects], [*PROJECTS]),
        ("combat_cards (1-B)", [*box.combat_cards], [*CARDS]),
        ("shipments (3-G)", [one.id for market in box.markets.values() for one in market.shipments], [*SHIPMENTS]),
        ("rounds (5-A)", [one.id for one in box.rounds], [*_DECKS]),
        ("players", sorted(box.players), sorted(SIDES)),
        ("homes (3-A)", sorted(box.homes), sorted(SIDES)),
        ("trade_ports (3-H)", sorted(box.trade_ports), sorted(SIDES)),
    )
    for what, found, wanted in whole:
        if found != wanted:
            yield f"{what}: {wanted}, not {found}"
    for deck, number in _DECKS.items():
        found = [one for one in box.events.values() if one.deck == deck]
        if len(found) != number:
            yield f"events of deck {deck} (1-B): {number}, not {len(found)}"


def _references(box: Components) -> Iterator[str]:
    for cls in dict.fromkeys(one.cls for market in box.markets.values() for one in market.shipments):
        if len(box.market_value.price.get(cls, ())) != box.market_value.columns:
            yield f"market_value.price.{cls}: {box.market_value.columns} columns (3-I)"
    if not 1 <= box.market_value.start_column <= box.market_value.columns:
        yield "market_value.start_column: one of the columns (4-A)"
    classes = {one.cls for market in box.markets.values() for one in market.shipments}
    for one in box.rounds:
        if not one.shipment_classes or any(cls not in classes for cls in one.shipment_classes):
            yield f"rounds.{one.id}.shipment_classes: classes of the markets' shipments (5-A)"
    for territory, rows in box.tribute_boxes.items():
        if not rows or any(squares >= len(box.collection_yield) for squares in rows.values()):
            yield f"tribute_boxes.{territory}: a row or more, of 1 to {len(box.collection_yield) - 1} squares (3-J)"
    for card, facts in box.combat_cards.items():
        for branch in ("land", "naval"):
            formation, manoeuvre = getattr(facts, branch)
            formations, values = getattr(box.formations, branch), getattr(box.manoeuvres, branch)
            if formation not in formations or manoeuvre not in values:
                yield f"combat_cards.{card}.{branch}: a formation and a manoeuvre of that branch (1-B)"
    least = min([box.battle_threshold, *(one.battle_threshold for one in box.events.values() if one.battle_threshold)])
    if least - max(one.capacity for one in box.rounds) < FEWEST:
        yield f"battle_threshold: so high that each side has {FEWEST} units in a battle (8-A)"


def _poleis(box: Components) -> Iterator[str]:
    for side in SIDES:
        capitals = [one for one in box.poleis.values() if one.capital_of == side]
        if len(capitals) != 1 or capitals[0].territory != box.homes.get(side):
            yield f"poleis: one capital of {side}, in its home territory (2-F)"
    for name, one in box.poleis.items():
        if not 1 <= one.base <= one.max or (one.territory is None and not one.ports):
            yield f"poleis.{name}: a base population within the maximum; a territory or a port (2-C, 2-D)"


def _setups(box: Components) -> Iterator[str]:
    for name, setup in box.setups.items():
        for side in SIDES:
            yield from (f"setups.{name}.{side}: {wrong}" for wrong in _side(box, setup, side))
        owned = [polis for side in SIDES for polis in setup.side(side).poleis]
        if len(set(owned)) < len(owned):
            yield f"setups.{name}: a polis has one owner"
        if not setup.rounds or len(set(setup.projects)) < len(setup.projects):
            yield f"setups.{name}: a round or more, each project once"


def _side(box: Components, setup: SetupFacts, side: SideName) -> Iterator[str]:
    facts = setup.side(side)
    capital = next((name for name, one in box.poleis.items() if one.capital_of == side), None)
    if capital not in facts.poleis:
        yield "its capital is its own (19-F)"
    if any(not 1 <= number <= box.poleis[name].max for name, number in facts.poleis.items()):
        yield "populations from 1 to the maximum (2-D)"
    rooms = {one.id: one.capacity for one in box.rounds}
    room = rooms[setup.rounds[0]] if setup.rounds else 0
    if any(number > room for units in (facts.hoplites, facts.galleys) for number in units.values()):
        yield f"no more than {room} units in a region (0-F)"
    if sorted(facts.goods) != sorted(GOODS):
        yield "all six goods (1-D)"
    if facts.merchants > box.merchants:
        yield f"no more than {box.merchants} merchants (1-C)"
