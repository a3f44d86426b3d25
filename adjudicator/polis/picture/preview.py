"""What an order would change on the board, before it is sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import singledispatch
from typing import Any

from adjudicator.kernel import Ask, Preview
from adjudicator.kernel.books.items import Item
from adjudicator.kernel.run.resolution import order_to_dict
from adjudicator.kernel.subjects import subject
from adjudicator.polis.actions.collection import yields
from adjudicator.polis.names import siege_said
from adjudicator.polis.state import orders
from adjudicator.polis.state.position import Polis, branch_of
from adjudicator.polis.words import ENEMY, PolisName, Region, SideName


@singledispatch
def preview(order: object, view: Polis, ask: Ask) -> Preview:
    """The units, poleis and shipments that an order would change."""
    return Preview()


@preview.register
def _(order: orders.TurnOrder, view: Polis, ask: Ask) -> Preview:
    return _planned(view, view.side(ask.seat), order.actions)


@preview.register
def _(order: orders.SecondOrder, view: Polis, ask: Ask) -> Preview:
    done = order_to_dict(order).get("action")
    return _acted(view, view.side(ask.seat), done) if done else Preview()


@preview.register(orders.FeedOrder)
@preview.register(orders.GrowOrder)
def _(order: orders.FeedOrder | orders.GrowOrder, view: Polis, ask: Ask) -> Preview:
    return _planned(view, view.side(ask.seat), order.plan)


@preview.register
def _(order: orders.BattleOrder, view: Polis, ask: Ask) -> Preview:
    found = Preview()
    found.rank(subject("place", region) for region in order.regions)
    return found


@preview.register
def _(order: orders.RetreatOrder, view: Polis, ask: Ask) -> Preview:
    return _prestige(view, ENEMY[view.side(ask.seat)], 1) if order.retreat else Preview()


@preview.register
def _(order: orders.DoubleOrder, view: Polis, ask: Ask) -> Preview:
    side = view.side(ask.seat)
    return _prestige(view, side, view.battle.sums[side]) if order.double and view.battle else Preview()


def _prestige(view: Polis, side: SideName, number: int) -> Preview:
    found = Preview()
    found.add(subject("seat", view.seat(side)), text=f"+{number} Prestige", kind="tag", room=100)
    return found


@preview.register
def _(order: orders.RemoveOrder, view: Polis, ask: Ask) -> Preview:
    return _gone(Preview(), view, view.side(ask.seat), {order.region: 1})


@preview.register(orders.SendGalleysOrder)
@preview.register(orders.SendHoplitesOrder)
def _(order: orders.SendGalleysOrder | orders.SendHoplitesOrder, view: Polis, ask: Ask) -> Preview:
    return _gone(Preview(), view, view.side(ask.seat), order.units)


@preview.register(orders.ReturnGalleysOrder)
@preview.register(orders.ReturnHoplitesOrder)
def _(order: orders.ReturnGalleysOrder | orders.ReturnHoplitesOrder, view: Polis, ask: Ask) -> Preview:
    found = Preview()
    back: list[Region] = [*order.to]
    for region in dict.fromkeys(back):
        _come(found, view.side(ask.seat), region, back.count(region))
    return found


def _planned(view: Polis, side: SideName, items: Iterable[Item]) -> Preview:
    """Of several actions the first; those that depend on a battle as if it went so."""
    found = Preview()
    for item in items:
        done = item.do or next((one.do for one in item.first if one.do), None)
        if done:
            found.update(_acted(view, side, done))
    return found


def _acted(view: Polis, side: SideName, done: Mapping[str, Any]) -> Preview:
    found, action = Preview(), str(done.get("action", ""))
    if action in ("create_hoplites", "create_galleys"):
        _created(found, view, side, done)
    elif action in ("move_hoplites", "move_galleys"):
        gone: dict[Any, int] = {}
        for one in done["units"]:
            gone[one["from"]] = gone.get(one["from"], 0) + one["count"]
        _come(_gone(found, view, side, gone), side, done["to"], sum(gone.values()))
    elif action == "start_project":
        found.add(subject("polis", done["polis"]), "in-progress", room=24)
    elif action == "move_proxenos":
        found.add(subject("polis", done["to"]), f"proxenos-{side}", room=24)
    elif action == "trade":
        found.add(subject("market", done["shipment"]), f"merchant-{side}", side[0].upper(), kind="letter")
    elif action == "besiege":
        walls = view.box.poleis[done["polis"]].base
        text = "siege" if walls == 1 else f"siege: {siege_said(view.box, done['polis'])}"
        found.add(subject("polis", done["polis"]), text=text, kind="tag", room=12 + 8 * len(text))
    elif action == "collect":
        possible = range(len(view.box.components.collection_yield))  # of a refused order the rest
        gained = yields(view, {good: number for good, number in done.get("rows", {}).items() if number in possible})
        goods = ", ".join(f"+{number} {good}" for good, number in gained.items() if number)
        found.add(subject("place", done["territory"]), text=goods or "+", kind="tag", room=20 + 8 * len(goods))
    for polis, number in done.get("poleis", {}).items():
        found.add(subject("polis", polis), text=f"+{number}", kind="tag")
    found.lit += [subject("polis", polis) for polis in (*done.get("release", ()), *done.get("first", ()))]
    return found


def _created(found: Preview, view: Polis, side: SideName, done: Mapping[str, Any]) -> None:
    polis: PolisName = done["polis"]
    facts, number = view.box.poleis[polis], int(done["n"])
    if done["action"] == "create_galleys":
        seas = done.get("split") or dict.fromkeys(facts.ports[:1], number)
        for sea, galleys in seas.items():
            _come(found, side, sea, galleys)
    elif facts.territory:
        _come(found, side, facts.territory, number)


def _come(found: Preview, side: SideName, region: Region, number: int) -> Preview:
    kind = "hoplite" if branch_of(region) == "land" else "galley"
    found.add(subject("place", region), f"{kind}-{side}", f"+{number}", int(number > 0), kind="owner", room=36)
    return found


def _gone(found: Preview, view: Polis, side: SideName, units: Mapping[Any, int]) -> Preview:
    for region, number in units.items():
        kind, left = "hoplite" if branch_of(region) == "land" else "galley", view.count(side, region) - number
        found.take(subject("piece", f"{kind}s-{side}@{region}"), f"{side[0].upper()}{left}" if left else "")
    return found
