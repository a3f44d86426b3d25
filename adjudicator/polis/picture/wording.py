"""What the picture, and with it the text board, says of a position, as the viewer may see it."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel import Unknown
from adjudicator.polis.actions.trade import price
from adjudicator.polis.components.model import ShipmentFacts
from adjudicator.polis.names import card_name, goods_said, name_of
from adjudicator.polis.state.position import Polis, branch_of
from adjudicator.polis.state.scoring import posterity, scores
from adjudicator.polis.words import GOODS, SIDES, MarketName, PolisName, ProjectName, Region, SideName, TerritoryName


def turn_said(view: Polis) -> str:
    """Whose turn it is and what has been done in it, who has passed, and the event."""
    turn = f"turn of {name_of(view.turn.side)}" if view.turn else "no turn"
    kinds = ", ".join(kind.replace("_", " ") for kind in view.turn.done) if view.turn else ""
    done = f" (done: {kinds})" if kinds else ""
    passed = f"; passed: {', '.join(map(name_of, view.passed))}" if view.passed else ""
    if not view.event:
        return f"{turn}{done}{passed}. Event: no event."
    return f"{turn}{done}{passed}. Event: {view.effect.name} ({name_of(view.first)} applied it first)."


def units_said(view: Polis, region: Region) -> str:
    """`S3 A2`."""
    found = [f"{side[0].upper()}{view.count(side, region)}" for side in SIDES if view.count(side, region)]
    return " ".join(found) or "-"


def those_there(view: Polis, region: Region) -> str:
    """`hoplites S3 A2`, or that there are none."""
    kind, there = "hoplites" if branch_of(region) == "land" else "galleys", units_said(view, region)
    return f"no {kind}" if there == "-" else f"{kind} {there}"


def state_said(view: Polis, polis: PolisName) -> str:
    """`S 2/3 (fortification 2), Theatre in progress, proxenos A`."""
    city, facts = view.poleis[polis], view.box.poleis[polis]
    owner = city.owner[0].upper() if city.owner else "neutral"
    said = [f"{owner} {city.population}/{facts.max} (fortification {facts.base})"]
    said += [f"{name_of(city.project)} in progress"] if city.project else []
    said += [name_of(project) for project in city.finished]
    said += [f"proxenos {side[0].upper()}" for side in SIDES if view.sides[side].proxenos == polis]
    if polis == view.box.components.diolkos.owner_of:
        said.append(f"Diolkos open to {name_of(city.owner) if city.owner else 'nobody'}")
    return ", ".join(said)


def tribute_said(view: Polis, territory: TerritoryName) -> str:
    """`[wine 4 ...]`, and what was collected there in this round."""
    boxes = goods_said(view.box.components.tribute_boxes[territory]).replace(" and ", ", ")
    closed = " CLOSED" if territory in view.closed_territories else ""
    taken = view.collected.get(territory)
    state = closed if taken is None else f" COLLECTED {goods_said(taken)}"
    return f"[{boxes}]{state}"


def market_said(view: Polis, market: MarketName) -> str:
    """3-G: a market, the sea that leads to it, and its shipments."""
    facts = view.box.components.markets[market]
    said = "; ".join(_shipment_said(view, one) for one in facts.shipments)
    return f"{facts.name} ({name_of(facts.via)}): {said}"


def _shipment_said(view: Polis, one: ShipmentFacts) -> str:
    owner = view.shipments.get(one.id)
    state = name_of(owner) if owner else "closed" if one.id in view.closed_shipments else "free"
    state = state if one.cls in view.type.shipment_classes else f"from round {min(5, one.cls)}"
    return f"{one.id[-1]}: {price(view, one.id)} {one.give} for {one.cls} {one.get} ({state})"


def project_said(view: Polis, project: ProjectName) -> str:
    """A5: its kind, cost and Prestige."""
    facts = view.box.projects[project]
    return f"{facts.name} ({facts.kind}): {goods_said(facts.cost)}; {prestige_said(view, project)}"


def prestige_said(view: Polis, project: ProjectName) -> str:
    """A5: the Prestige of a project when it is finished, and at the end."""
    facts = view.box.projects[project]
    now = "half of Athenai" if isinstance(facts.immediate, str) else facts.immediate
    return f"Prestige {now}, later {facts.posterity}"


def stock_said(view: Polis, side: SideName) -> str:
    """Prestige and goods of a side."""
    player = view.sides[side]
    return f"Prestige {player.prestige}, {', '.join(f'{good} {player.stock[good]}' for good in GOODS)}"


def side_said(view: Polis, side: SideName) -> str:
    """The rest of what a side has, and its score."""
    player = view.sides[side]
    proxenos = f"proxenos in {name_of(player.proxenos)}" if player.proxenos else "proxenos captive"
    away = f", {player.abroad} units abroad" if player.abroad else ""
    seat = f" ({view.seat(side)})" if view.players else ""
    score = f"score {scores(view)[view.seat(side)]} with {posterity(view, side)} of posterity"
    merchants = f"{player.port} merchant{'' if player.port == 1 else 's'} in port"
    return f"{name_of(side)}{seat}: {merchants}, {proxenos}{away}; {score}."


def cards_said(view: Polis, cards: Iterable[object]) -> str:
    """Cards as the viewer may see them."""
    branch = branch_of(view.battle.region) if view.battle else "land"
    return "; ".join(
        "?" if isinstance(card, Unknown) else f"{card} {card_name(view.box, str(card), branch)}" for card in cards
    )


def assault_said(view: Polis) -> str:
    """Where a battle is fought, and who attacks in this assault; nothing where there is none."""
    if view.battle is None:
        return ""
    battle = view.battle
    return f"Battle in {name_of(battle.region)}, assault {battle.assault}: {name_of(battle.attacker)} attacks"
