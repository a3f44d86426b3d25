"""The board as plain text, as the viewer may see it: 80 columns at most."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel import Unknown
from adjudicator.kernel.text_board import wrapped
from adjudicator.polis.actions.trade import price
from adjudicator.polis.names import card_name, goods_said, name_of
from adjudicator.polis.state.chapters import round_said
from adjudicator.polis.state.position import Polis, branch_of
from adjudicator.polis.state.scoring import posterity, scores
from adjudicator.polis.words import GOODS, MARKET_GOODS, POLEIS, SEAS, SIDES, TERRITORIES, PolisName, Region, SideName


def show(view: Polis) -> str:
    """Heading, regions, markets, projects, goods boards, the battle in course."""
    if not view.sides:
        return "Polis: the sides are not drawn yet.\n"
    parts = [_heading(view), _territories(view), _seas(view), _markets(view), _projects(view), _sides(view)]
    parts += [_battle(view)] if view.battle and view.battle.hands else []
    return "\n\n".join("\n".join(part) for part in parts if part)


def _heading(view: Polis) -> list[str]:
    event = view.box.events[view.event].name if view.event else "no event"
    turn = f"turn of {name_of(view.turn.side)}" if view.turn else "no turn"
    done = (
        f" (done: {', '.join(one.replace('_', ' ') for one in view.turn.done)})" if view.turn and view.turn.done else ""
    )
    passed = f"; passed: {', '.join(map(name_of, view.passed))}" if view.passed else ""
    head = f"Polis, {round_said(view.round)}: {turn}{done}{passed}. Event: {event}"
    first = f"{name_of(view.first)} applied it first" if view.event else ""
    return [*wrapped("", f"{head}{f' ({first})' if first else ''}.")]


def _units(view: Polis, region: Region) -> str:
    """`S3 A2`; capitals where a side dominates."""
    found = [f"{side[0].upper()}{view.count(side, region)}" for side in SIDES if view.count(side, region)]
    return " ".join(found) or "-"


def polis_said(view: Polis, polis: PolisName) -> str:
    """`Pylos S 2/3 (fort. 2), Theatre in progress, proxenos A`."""
    city, facts = view.poleis[polis], view.box.poleis[polis]
    owner = city.owner[0].upper() if city.owner else "neutral"
    said = [f"{facts.name} {owner} {city.population}/{facts.max} (fortification {facts.base})"]
    said += [f"{name_of(city.project)} in progress"] if city.project else []
    said += [name_of(project) for project in city.finished]
    said += [f"proxenos {side[0].upper()}" for side in SIDES if view.sides[side].proxenos == polis]
    return ", ".join(said)


def _territories(view: Polis) -> list[str]:
    rows = []
    for territory in TERRITORIES:
        boxes = goods_said(view.box.components.tribute_boxes[territory]).replace(" and ", ", ")
        state = (
            " COLLECTED" if territory in view.collected else " CLOSED" if territory in view.closed_territories else ""
        )
        poleis = [polis_said(view, polis) for polis in view.box.poleis_in[territory]]
        rows += wrapped(
            f"{name_of(territory):<11}", "; ".join([f"{_units(view, territory):<6} [{boxes}]{state}", *poleis])
        )
    outside = [polis_said(view, polis) for polis in POLEIS if view.box.poleis[polis].territory is None]
    return [*rows, *wrapped(f"{'elsewhere':<11}", "; ".join(outside))]


def _seas(view: Polis) -> list[str]:
    owner = view.poleis[view.box.components.diolkos.owner_of].owner
    diolkos = f"Diolkos: open to {name_of(owner)}" if owner else "Diolkos: open to nobody"
    return wrapped("Seas: ", "; ".join([*(f"{name_of(sea)} {_units(view, sea)}" for sea in SEAS), diolkos]))


def _markets(view: Polis) -> list[str]:
    rows = []
    for market in view.box.components.markets.values():
        said = []
        for one in market.shipments:
            open_now = one.cls in view.type.shipment_classes
            owner = view.shipments.get(one.id)
            state = name_of(owner) if owner else "closed" if one.id in view.closed_shipments else "free"
            state = state if open_now else f"from round {min(5, one.cls)}"
            said.append(f"{one.id[-1]}: {price(view, one.id)} {one.give} for {one.cls} {one.get} ({state})")
        rows += wrapped(f"{market.name} ({name_of(market.via)}): ", "; ".join(said))
    columns = ", ".join(f"{good} {view.markers[good]}" for good in MARKET_GOODS)
    return [*rows, f"Columns of the markers: {columns}"]


def _projects(view: Polis) -> list[str]:
    rows = []
    for project in view.display:
        facts = view.box.projects[project]
        now = "half of Athenai" if isinstance(facts.immediate, str) else facts.immediate
        rows.append(f"{facts.name} ({facts.kind}): {goods_said(facts.cost)}; Prestige {now}, later {facts.posterity}")
    return ["On display:", *(f"  {row}" for row in rows)] if rows else []


def _sides(view: Polis) -> list[str]:
    wide = max(len(good) for good in (*GOODS, "Prestige")) + 2
    rows = [f"{'':<8}{'Prestige':>{wide}}{''.join(f'{good:>{wide}}' for good in GOODS)}"]
    for side in SIDES:
        player = view.sides[side]
        cells = [player.prestige, *(player.stock[good] for good in GOODS)]
        rows.append(f"{name_of(side):<8}{''.join(f'{cell:>{wide}}' for cell in cells)}")
    for side in SIDES:
        rows += wrapped("", _side_said(view, side))
    return rows


def _side_said(view: Polis, side: SideName) -> str:
    player = view.sides[side]
    proxenos = f"proxenos in {name_of(player.proxenos)}" if player.proxenos else "proxenos captive"
    away = f", {player.abroad} units abroad" if player.abroad else ""
    seat = f" ({view.seat(side)})" if view.players else ""
    score = f"score {scores(view)[view.seat(side)]} with {posterity(view, side)} of posterity"
    return f"{name_of(side)}{seat}: {player.port} merchants in port, {proxenos}{away}; {score}."


def cards_said(view: Polis, cards: Iterable[object]) -> str:
    """Cards as the viewer may see them."""
    branch = branch_of(view.battle.region) if view.battle else "land"
    return "; ".join("?" if isinstance(card, Unknown) else f"{card} {card_name(str(card), branch)}" for card in cards)


def _battle(view: Polis) -> list[str]:
    battle = view.battle
    if battle is None:
        return []
    rows = [f"Battle in {name_of(battle.region)}, assault {battle.assault}: {name_of(battle.attacker)} attacks"]
    rows += wrapped("  laid: ", cards_said(view, battle.laid)) if battle.laid else []
    for side in SIDES:
        units = view.count(side, battle.region)
        rows += wrapped(f"  {name_of(side)}, {units} units: ", cards_said(view, battle.hands[side]) or "no cards")
    rows += wrapped("  discarded: ", cards_said(view, battle.discards)) if battle.discards else []
    return [*rows, f"  pile: {len(battle.pile)} cards; Prestige of the battle: {dict(battle.sums)}"]
