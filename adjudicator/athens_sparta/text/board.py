"""The board as plain text, as the viewer may see it: 80 columns at most."""

from __future__ import annotations

from adjudicator.athens_sparta.names import place_name
from adjudicator.athens_sparta.state.battle import Battle
from adjudicator.athens_sparta.state.chapters import turn_said
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.text.battles import battle_lines, battle_of, combat_said, plan_said
from adjudicator.athens_sparta.text.regions import regions
from adjudicator.athens_sparta.text.wording import (
    attacks_said,
    city_said,
    common_said,
    place_said,
    points_said,
    side_said,
    turn_of,
)
from adjudicator.athens_sparta.words import SIDES, HexName
from adjudicator.kernel.text_board import wrapped


def show(view: AthensSparta) -> str:
    """Heading, battle, sides, then the hexes by region: those where blocks stand, and the cities without any."""
    parts = [_heading(view)]
    if view.control:
        battle, found = battle_of(view), regions(str(view.options.get("components", "")))
        parts += [_battle(view, battle)] if battle else []
        parts += [_sides(view), *(_region(view, region, hexes) for region, hexes in found.items())]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _heading(view: AthensSparta) -> list[str]:
    rows = wrapped("", f"Athens & Sparta, {turn_said(view)}")
    rows += wrapped("", turn_of(view))
    if attacks := attacks_said(view):
        rows += wrapped("Attacked: ", attacks)
    if combat := combat_said(view):
        rows += wrapped("", combat)
    return rows


def _battle(view: AthensSparta, battle: Battle) -> list[str]:
    first, *others = battle_lines(view, battle)
    return [*wrapped("", first), *(row for line in others for row in wrapped("  ", line))]


def _sides(view: AthensSparta) -> list[str]:
    rows = []
    for side in SIDES:
        said = [points_said(view, side), side_said(view, side), *([plan] if (plan := plan_said(view, side)) else [])]
        rows += wrapped(f"{side.capitalize()}: ", "; ".join(said))
    return [*rows, *wrapped("", common_said(view))]


def _region(view: AthensSparta, region: str, hexes: list[HexName]) -> list[str]:
    held = [hex for hex in hexes if view.at(hex)]
    empty = [hex for hex in hexes if hex in view.box.cities and hex not in held]
    if not held and not empty:
        return []
    rows = [region]
    for hex in held:
        rows += wrapped("  ", place_said(view, hex))
    if empty:
        said = "; ".join(f"{place_name(hex, view.box)} {city_said(view, hex)}" for hex in empty)
        rows += wrapped("  Without blocks: ", said)
    return rows
