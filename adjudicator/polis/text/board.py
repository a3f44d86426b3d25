"""The board as plain text, as the viewer may see it: 80 columns at most."""

from __future__ import annotations

from adjudicator.kernel.text_board import wrapped
from adjudicator.polis.names import name_of
from adjudicator.polis.state.chapters import round_said
from adjudicator.polis.state.position import Polis
from adjudicator.polis.text.wording import (
    assault_said,
    cards_said,
    market_said,
    polis_said,
    project_said,
    side_said,
    territory_said,
    turn_said,
    units_said,
)
from adjudicator.polis.words import GOODS, MARKET_GOODS, POLEIS, SEAS, SIDES, TERRITORIES


def show(view: Polis) -> str:
    """Heading, regions, markets, projects, goods boards, the battle in course."""
    if not view.sides:
        return "Polis: the sides are not drawn yet.\n"
    heading = wrapped("", f"Polis, {round_said(view.round)}: {turn_said(view)}")
    parts = [heading, _territories(view), _seas(view), _markets(view), _projects(view), _sides(view)]
    parts += [_battle(view)] if view.battle and view.battle.hands else []
    return "\n\n".join("\n".join(part) for part in parts if part)


def _territories(view: Polis) -> list[str]:
    rows = []
    for territory in TERRITORIES:
        poleis = [polis_said(view, polis) for polis in view.box.poleis_in[territory]]
        rows += wrapped(f"{name_of(territory):<11}", "; ".join([territory_said(view, territory), *poleis]))
    outside = [polis_said(view, polis) for polis in POLEIS if view.box.poleis[polis].territory is None]
    return [*rows, *wrapped(f"{'elsewhere':<11}", "; ".join(outside))]


def _seas(view: Polis) -> list[str]:
    owner = view.poleis[view.box.components.diolkos.owner_of].owner
    diolkos = f"Diolkos: open to {name_of(owner)}" if owner else "Diolkos: open to nobody"
    return wrapped("Seas: ", "; ".join([*(f"{name_of(sea)} {units_said(view, sea)}" for sea in SEAS), diolkos]))


def _markets(view: Polis) -> list[str]:
    rows = []
    for market in view.box.components.markets:
        name, _, shipments = market_said(view, market).partition(": ")
        rows += wrapped(f"{name}: ", shipments)
    columns = ", ".join(f"{good} {view.markers[good]}" for good in MARKET_GOODS)
    return [*rows, f"Columns of the markers: {columns}"]


def _projects(view: Polis) -> list[str]:
    rows = [f"  {project_said(view, project)}" for project in view.display]
    return ["On display:", *rows] if rows else []


def _sides(view: Polis) -> list[str]:
    wide = max(len(good) for good in (*GOODS, "Prestige")) + 2
    rows = [f"{'':<8}{'Prestige':>{wide}}{''.join(f'{good:>{wide}}' for good in GOODS)}"]
    for side in SIDES:
        player = view.sides[side]
        cells = [player.prestige, *(player.stock[good] for good in GOODS)]
        rows.append(f"{name_of(side):<8}{''.join(f'{cell:>{wide}}' for cell in cells)}")
    for side in SIDES:
        rows += wrapped("", side_said(view, side))
    return rows


def _battle(view: Polis) -> list[str]:
    battle = view.battle
    if battle is None:
        return []
    rows = [assault_said(view)]
    rows += wrapped("  laid: ", cards_said(view, battle.laid)) if battle.laid else []
    for side in SIDES:
        units = view.count(side, battle.region)
        rows += wrapped(f"  {name_of(side)}, {units} units: ", cards_said(view, battle.hands[side]) or "no cards")
    rows += wrapped("  discarded: ", cards_said(view, battle.discards)) if battle.discards else []
    sums = ", ".join(f"{name_of(side)} {battle.sums.get(side, 0):+d}" for side in SIDES)
    return [*rows, f"  pile: {len(battle.pile)} cards; Prestige of the battle: {sums}"]
