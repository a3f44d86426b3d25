"""What the picture, and with it the text board, says of a position, as the viewer may see it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from adjudicator.athens_sparta.names import block_name, card_name, place_name
from adjudicator.athens_sparta.state.battle import ANYWHERE, Battle
from adjudicator.athens_sparta.state.control import besieged, blockaded
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.victory import production, victory_points
from adjudicator.athens_sparta.words import ENEMY, SICILY, SIDES, CardName, HexName, Posture, SideName
from adjudicator.kernel import Unknown
from adjudicator.kernel.subjects import count_of, listed

OWNED = {"blue": "Athenian", "red": "Spartan", "green": "neutral"}
ORDER: tuple[Posture, ...] = ("BESIEGED", "PATROL", "FIELD", "SIEGING", "BLOCKADING")


STANDS: dict[Posture, str] = {
    "FIELD": "has",
    "BESIEGED": "is besieged with",
    "SIEGING": "besieges with",
    "BLOCKADING": "blockades with",
    "PATROL": "patrols with",
}


class Group(NamedTuple):
    """The blocks of a side that stand in a hex in one posture."""

    side: SideName
    posture: Posture
    blocks: list[Block]


def groups(view: AthensSparta, hex: HexName) -> list[Group]:
    """What stands in a hex, from the inside of the walls to the outside; the holder of a city first."""
    there = view.at(hex)
    if not there:
        return []
    holder = view.control.get(hex)
    sides = sorted(SIDES, key=lambda side: side != holder)
    found = [
        Group(side, posture, [one for one in there if one.side == side and one.posture == posture])
        for posture in ORDER
        for side in sides
    ]
    return [group for group in found if group.blocks]


# --- places -----------------------------------------------------------------------------------------------------------


def city_said(view: AthensSparta, hex: HexName) -> str:
    """`held by Athens, value 4, walled port`; whose colour it has where its holder is another; siege and blockade."""
    facts = view.box.cities[hex]
    owner = view.control.get(hex)
    colour = OWNED[facts.colour]
    said = [f"held by {owner.capitalize()}" if owner else "neutral", f"value {_value_said(view, hex)}"]
    said += [f"{colour} city"] if owner and view.box.colour_owner(hex) != owner else []
    said += [f"joined {view.joined[hex].capitalize()}"] if hex in view.joined and view.joined[hex] != owner else []
    coasts = f" on {' and '.join(map(_coast_said, facts.port_coasts))}" if facts.port_coasts else ""
    made = [*(["walled"] if facts.walled else []), *([f"port{coasts}"] if facts.port else [])]
    said += [" ".join(made)] if made else []
    said += ["besieged"] if besieged(view, hex) else []
    said += ["blockaded"] if blockaded(view, hex) else []
    said += [f"{side.capitalize()} has had a Revolt here" for side in SIDES if hex in view.revolted.get(side, [])]
    return ", ".join(said)


def _coast_said(coast: str) -> str:
    return coast.replace("_", " ").title().replace(" Of ", " of ")


def _value_said(view: AthensSparta, hex: HexName) -> str:
    if hex == SICILY and view.with_sicily_cards:
        return f"({cards_said(view, [view.sicily_cards[side] for side in SIDES if side in view.sicily_cards])})"
    return str(view.box.cities[hex].value)


def place_said(view: AthensSparta, hex: HexName) -> str:
    """A hex with its city or oracle, and what stands there."""
    name = f"Syracuse, {place_name(hex, view.box)}" if hex == SICILY else place_name(hex, view.box)
    made = ""
    if hex in view.box.cities:
        made = city_said(view, hex)
    elif hex in view.box.oracles:
        made = "oracle"
    elif hex in view.box.persian_cities:
        made = "Persian"
    elif hex in view.standing.open:
        held = view.standing.open[hex]
        made = held if held == "contested" else f"held by {held.capitalize()}"
    said = [*([made] if made else []), *(group_said(view, group) for group in groups(view, hex))]
    return f"{name}: {'; '.join(said) or 'nobody'}"


def group_said(view: AthensSparta, group: Group) -> str:
    """`Athens besieges with third Athens hoplite 4/4 B2`, `Sparta has 3 red blocks`."""
    named = [block_said(view, one) for one in group.blocks if not isinstance(one.id, Unknown)]
    hidden = [one.colour for one in group.blocks if isinstance(one.id, Unknown)]
    counts = [(colour, hidden.count(colour)) for colour in dict.fromkeys(hidden)]
    backs = [count_of(number, f"{colour} block") for colour, number in counts]
    return f"{group.side.capitalize()} {STANDS[group.posture]} {', '.join([*named, *backs])}"


def block_said(view: AthensSparta, block: Block) -> str:
    """`third Athens hoplite 4/4 B2`, and what its owner knows of it besides."""
    facts = view.facts(block)
    strength = "?" if isinstance(block.strength, Unknown) else block.strength
    said = [f"{block_name(block.name, view.box)} {strength}/{facts.steps} {facts.rating}"]
    said += ["green"] if block.colour == "green" else []
    said += ["face up"] if block.up else []
    said += ["in Revolt"] if block.rising else []
    if block.origin:
        before = block.came_from if block.came_from != block.origin else None
        by = f" by {place_name(before, view.box)}" if before else ""
        said += [f"from {place_name(block.origin, view.box)}{by}"]
    return " ".join(said)


# --- turn and sides ---------------------------------------------------------------------------------------------------


def turn_of(view: AthensSparta) -> str:
    """Whose Player Turn it is, what was played for it, and which event is in force."""
    played = [f"{side.capitalize()} played {card_said(view, view.cards[side])}" for side in SIDES if side in view.cards]
    said = [", ".join(played)] if played else []
    said += [f"Player 1 is {view.first.capitalize()}"] if played else []
    said += [f"{view.event.capitalize()} in force"] if view.event else []
    if view.turn:
        event = f", {view.turn.event.capitalize()} to use" if view.turn.event else ""
        turn = view.turn
        said += [f"Player Turn of {turn.side.capitalize()}: {turn.spent} of {turn.mp} MP spent{event}"]
    said += [f"{seat.capitalize()} has offered a draw" for seat in view.seats if seat in view.draw_offers]
    return "; ".join(said)


def attacks_said(view: AthensSparta) -> str:
    """4.1-B, 5.3-B: which hexes were attacked in this Player Turn, and whence."""
    if not view.turn:
        return ""
    said = []
    for hex, by in sorted(view.turn.attacks.items()):
        starts = ", ".join(f"{count} from {place_name(start, view.box)}" for start, count in sorted(by.items()))
        said.append(f"{place_name(hex, view.box)} by land, {starts}")
    for hex, ports in sorted(view.turn.sailed.items()):
        starts = ", ".join(place_name(port, view.box) for port in dict.fromkeys(sorted(ports)))
        said.append(f"{place_name(hex, view.box)} by sea from {starts}")
    return "; ".join(said)


def points_said(view: AthensSparta, side: SideName) -> str:
    """8.1-A, 10.2-A: `18 PP`, and the PP that count for victory where they differ."""
    made, counted = production(view, side), victory_points(view, side)
    return f"{made} PP" if made == counted else f"{made} PP, {counted} for victory"


def side_said(view: AthensSparta, side: SideName) -> str:
    """Hand, pool, and the rest."""
    return f"hand {cards_said(view, view.hands.get(side, []))}; {rest_said(view, side)}"


def rest_said(view: AthensSparta, side: SideName) -> str:
    """Pool, Revolts, Persian support, orders kept for later."""
    said = [f"pool {pool_said(view, side)}" if view.pools.get(side) else "pool empty"]
    revolts = [place_name(hex, view.box) for hex in view.revolted.get(side, [])]
    said += [f"Revolts in {', '.join(revolts)}"] if revolts else []
    if side == "sparta":
        said += ["Persian support"] if view.support else ["Persian support lost"] if view.supported else []
    moves = view.sheets[side].moves if side in view.sheets else []  # 2.2-B: only their owner sees any
    said += [f"{count_of(len(moves), 'move')} ordered for later"] if moves else []
    return "; ".join(said)


def pool_said(view: AthensSparta, side: SideName) -> str:
    """The blocks of a pool, or how many they are."""
    pool = view.pools.get(side, [])
    known = [block_name(one, view.box) for one in pool if isinstance(one, str)]
    hidden = len(pool) - len(known)
    return ", ".join([*known, *([count_of(hidden, "block")] if hidden else [])])


def cards_said(view: AthensSparta, cards: Sequence[object]) -> str:
    """`2/Storm, 5`; those that one may not know by their number."""
    known = [card_said(view, one) for one in cards if isinstance(one, str)]
    hidden = len(cards) - len(known)
    backs = [count_of(hidden, "card")] if hidden else []
    return ", ".join([*known, *backs]) or "no cards"


def card_said(view: AthensSparta, card: CardName) -> str:
    """As it is printed."""
    return card_name(card, view.box)


def common_said(view: AthensSparta) -> str:
    """What belongs to nobody: cards, and the blocks aside."""
    aside = ", ".join(block_name(one, view.box) for one in view.aside)
    return f"{deck_said(view)}{f'; aside: {aside}' if aside else ''}"


def held_said(view: AthensSparta) -> list[str]:
    """9.5, 4.2-A: the cities that joined a side which has lost them, and the hexes without a city that are held."""
    lost = [(hex, side) for hex, side in sorted(view.joined.items()) if view.control.get(hex) != side]
    joined = ", ".join(f"{place_name(hex, view.box)} to {side.capitalize()}" for hex, side in lost)
    held = ", ".join(
        f"{place_name(hex, view.box)} {side if side == 'contested' else f'by {side.capitalize()}'}"
        for hex, side in sorted(view.standing.open.items())
        if hex not in view.box.cities and hex not in view.box.oracles and hex not in view.box.persian_cities
    )
    return [*([f"joined: {joined}"] if joined else []), *([f"held in the open: {held}"] if held else [])]


def deck_said(view: AthensSparta) -> str:
    """The cards played in this Olympiad, those not dealt, a hand that is shown, those in Sicily."""
    said = [f"Played in this Olympiad: {cards_said(view, view.played)}"]
    said += [f"{count_of(len(view.undealt), 'card')} not dealt"]
    said += [f"hand of {view.shown_hand.capitalize()} shown"] if view.shown_hand else []
    if view.sicily_cards:
        said += [f"in Sicily: {', '.join(_laid(view, side) for side in SIDES if side in view.sicily_cards)}"]
    return "; ".join(said)


def _laid(view: AthensSparta, side: SideName) -> str:
    state = "face up" if view.sicily_up else "face down"
    return f"{side.capitalize()} {cards_said(view, [view.sicily_cards[side]])} {state}"


# --- what board and picture say of the combat phase and of the battle in course ---------------------------------------


def battle_of(view: AthensSparta) -> Battle | None:
    """The battle in course."""
    return view.combat.battle if view.combat else None


def combat_said(view: AthensSparta) -> str:
    """5.0-A: whose Combat Phase it is, the contacts that are done, and what they came to."""
    if not view.combat:
        return ""
    combat, said = view.combat, [f"Combat Phase of {view.combat.side.capitalize()}"]
    said += [f"to come: {', '.join(place_name(hex, view.box) for hex in combat.waiting)}"] if combat.waiting else []
    said += [f"done: {', '.join(place_name(hex, view.box) for hex in combat.done)}"] if combat.done else []
    for hex, results in combat.results.items():
        came = ", ".join(f"{side.capitalize()} {results[side]}" for side in SIDES if side in results)
        said += [f"{place_name(hex, view.box)}: {came}"]
    went = ", ".join(f"{number} to {place_name(hex, view.box)}" for hex, number in combat.regrouped.items())
    said += [f"regrouped: {went}"] if went else []
    return "; ".join(said)


def assault_said(view: AthensSparta, battle: Battle) -> str:
    """`Battle in Thebes, round 1: Athens attacks`."""
    when = f"round {battle.round}" if battle.round else "Declaration"
    how = " to relieve the city" if battle.relief else ""
    return f"Battle in {place_name(battle.place, view.box)}, {when}: {battle.attacker.capitalize()} attacks{how}"


def course_said(view: AthensSparta, battle: Battle) -> str:
    """What has happened in a battle so far, of the blocks that are still there and that the viewer knows."""
    here = [one.name for side in SIDES for one in fighters(view, battle, side)]
    lines = [(f"order of {side.capitalize()}", battle.lines.get(side, [])) for side in SIDES]
    told = [(word, [one for one in names if one in here]) for word, names in [*_deeds(battle), *lines]]
    said = [f"{word}: {', '.join(block_name(one, view.box) for one in names)}" for word, names in told if names]
    said += ["without double defence (Betrayal)"] if battle.betrayal else []
    said += ["no Storm"] if battle.declined else ["Storm over"] if battle.stormed and not battle.storm else []
    said += ["the city is captured"] if battle.captured or battle.fallen else []
    for side in SIDES:
        gone = battle.retreats.get(side, {}).items()
        ways = ", ".join(f"{number} to {place_name(hex, view.box)}" for hex, number in gone)
        said += [f"blocks of {side.capitalize()} retreated: {ways}"] if ways else []
    said += [f"{block_name(battle.acting, view.box)} acts"] if battle.acting in here else []
    said += [f"{count_of(battle.hits, 'hit')} to apply"] if battle.hits else []
    return "; ".join(one for one in said if one)


def plan_said(view: AthensSparta, side: SideName) -> str:
    """12.1-C: for which hexes battle orders are kept; only their owner sees any."""
    plan = view.battle_plans.get(side)
    if plan is None:
        return ""
    named = [place_name(hex, view.box) for hex in plan.battle if hex != ANYWHERE]
    rest = (["every other hex"] if named else ["every hex"]) if ANYWHERE in plan.battle else []
    said = [f"battle orders for {listed([*named, *rest])}"] if named or rest else []
    said += [f"an order for {count_of(len(plan.contacts), 'contact')}"] if plan.contacts else []
    return "; ".join([*said, *(["asked again when the contacts are known"] if plan.revise else [])])


def _deeds(battle: Battle) -> Iterable[tuple[str, list[str]]]:
    yield "attackers", battle.attackers
    yield "sallied", battle.sallied
    yield "in Revolt", [battle.rebel] if battle.rebel else []
    yield "storming" if battle.storm else "stormed", battle.stormers
    yield "along the coast", battle.coastal
    yield "half-hit", [battle.half] if battle.half else []
    yield "had their turn", battle.acted
    yield "fired", battle.fired
    yield "passed", battle.passed
    yield "retreat by any hexside", battle.free


def fighters(view: AthensSparta, battle: Battle, side: SideName) -> list[Block]:
    """The blocks of a side in the hex that the viewer knows."""
    return [one for one in view.at(battle.place, side) if not isinstance(one.id, Unknown)]


def battle_lines(view: AthensSparta, battle: Battle) -> list[str]:
    """The assault, its course, and who stands where, the defender first."""
    rows = [assault_said(view, battle), course_said(view, battle)]
    found = sorted(groups(view, battle.place), key=lambda group: group.side != ENEMY[battle.attacker])
    return [*(row for row in rows if row), *(group_said(view, group) for group in found)]
