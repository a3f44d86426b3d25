"""What the picture, and with it the text board, says of a position, as the viewer may see it."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel import Unknown
from adjudicator.kernel.subjects import count_of, listed
from adjudicator.polis.actions.trade import price
from adjudicator.polis.components.model import ShipmentFacts
from adjudicator.polis.names import KINDS_SAID, card_name, goods_said, name_of, units_in
from adjudicator.polis.state.position import Polis, branch_of, posterity, scores
from adjudicator.polis.words import GOODS, SIDES, MarketName, PolisName, ProjectName, Region, SideName, TerritoryName


def turn_said(view: Polis) -> str:
    """Whose turn it is and what was done in it, who has passed, and the event."""
    turn = f"turn of {name_of(view.turn.side)}" if view.turn else "between turns"
    kinds = ", ".join(KINDS_SAID[kind] for kind in view.turn.done) if view.turn else ""
    done = f" (done: {kinds})" if kinds else ""
    passed = f"; {listed([*map(name_of, view.passed)])} passed" if view.passed else ""
    event = f"Event: {view.effect.name} ({name_of(view.first)} applied it first)" if view.event else "No event"
    return f"{turn}{done}{passed}. {event}."


def those_there(view: Polis, region: Region) -> str:
    """`3 hoplites of Sparta, 2 of Athens`, or that there are none."""
    there = [(side, view.count(side, region)) for side in SIDES if view.count(side, region)]
    if not there:
        return units_in(region, 0)
    (first, number), *rest = there
    others = [f", {number} of {name_of(side)}" for side, number in rest]
    return f"{units_in(region, number)} of {name_of(first)}{''.join(others)}"


def state_said(view: Polis, polis: PolisName) -> str:
    """`owned by Sparta, population 2 of 3, fortification 2, Theatre in progress, proxenos of Athens`."""
    city, facts = view.poleis[polis], view.box.poleis[polis]
    owner = f"owned by {name_of(city.owner)}" if city.owner else "neutral"
    said = [f"{owner}, population {city.population} of {facts.max}, fortification {facts.base}"]
    said += [f"{name_of(city.project)} in progress"] if city.project else []
    said += [f"{name_of(project)} finished" for project in city.finished]
    said += [f"proxenos of {name_of(side)}" for side in SIDES if view.sides[side].proxenos == polis]
    if polis == view.box.components.diolkos.owner_of:
        said.append(f"Diolkos open to {name_of(city.owner) if city.owner else 'nobody'}")
    return ", ".join(said)


def tribute_said(view: Polis, territory: TerritoryName) -> str:
    """The squares of a territory, and which of them were filled in this round."""
    squares = goods_said(view.box.components.tribute_boxes[territory]).replace(" and ", ", ")
    taken = view.collected.get(territory)
    if taken is not None:
        return f"squares {squares}; filled: {goods_said(taken)}"
    return f"squares {squares}{'; closed to collection' if territory in view.closed_territories else ''}"


def market_said(view: Polis, market: MarketName) -> str:
    """3-G: a market, the sea that leads to it, and its shipments."""
    facts = view.box.components.markets[market]
    said = "; ".join(_shipment_said(view, one) for one in facts.shipments)
    return f"{facts.name} (by {name_of(facts.via)}): {said}"


def _shipment_said(view: Polis, one: ShipmentFacts) -> str:
    owner = view.shipments.get(one.id)
    state = f"taken by {name_of(owner)}" if owner else "closed" if one.id in view.closed_shipments else "open"
    state = state if one.cls in view.type.shipment_classes else f"from round {min(5, one.cls)}"
    return f"{one.id[-1]}, pay {price(view, one.id)} {one.give}, get {one.cls} {one.get} ({state})"


def project_said(view: Polis, project: ProjectName) -> str:
    """A5: its kind, cost and Prestige."""
    facts = view.box.projects[project]
    said = prestige_said(view, project, half="half the population of Athenai")
    return f"{facts.name} ({facts.kind}): costs {goods_said(facts.cost)}; {said}"


def prestige_said(view: Polis, project: ProjectName, half: str = "half Athenai") -> str:
    """A5: the Prestige of a project when it is finished, and what it adds to the final score."""
    facts = view.box.projects[project]
    now = half if isinstance(facts.immediate, str) else facts.immediate
    return f"Prestige {now}, score +{facts.posterity}"


def stock_said(view: Polis, side: SideName) -> str:
    """Prestige and goods of a side."""
    player = view.sides[side]
    return f"Prestige {player.prestige}, {', '.join(f'{good} {player.stock[good]}' for good in GOODS)}"


def side_said(view: Polis, side: SideName) -> str:
    """Who plays a side, the rest of what it has, and its score."""
    player = view.sides[side]
    proxenos = f"proxenos in {name_of(player.proxenos)}" if player.proxenos else "proxenos captive"
    away = f", {count_of(player.abroad, 'unit')} abroad" if player.abroad else ""
    seat = f"played by {view.seat(side)}, " if view.players else ""
    score = f"score {scores(view)[view.seat(side)]}, {posterity(view, side)} of it from finished projects"
    return f"{seat}{count_of(player.port, 'merchant')} in port, {proxenos}{away}; {score}."


def cards_said(view: Polis, cards: Iterable[object]) -> str:
    """Cards as the viewer may see them."""
    branch = branch_of(view.battle.region) if view.battle else "land"
    return "; ".join("?" if isinstance(card, Unknown) else card_name(view.box, str(card), branch) for card in cards)


def assault_said(view: Polis) -> str:
    """Where a battle is fought, and who attacks in this assault; nothing where there is none."""
    if view.battle is None:
        return ""
    battle = view.battle
    return f"Battle in {name_of(battle.region)}, assault {battle.assault}: {name_of(battle.attacker)} attacks"
