"""The board as plain text, as the viewer may see it: 80 columns at most."""

from __future__ import annotations

from adjudicator.athens_sparta.names import place_name
from adjudicator.athens_sparta.state.chapters import turn_said
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.victory import production
from adjudicator.athens_sparta.words import SIDES
from adjudicator.kernel import Unknown
from adjudicator.kernel.text_board import wrapped


def show(view: AthensSparta) -> str:
    """Heading, PP, and what stands in each hex."""
    rows = wrapped("", f"Athens & Sparta, {turn_said(view)}")
    if view.control:
        rows += [f"{side.capitalize():<8}{production(view, side):>3} PP" for side in SIDES]
    for hex in sorted({one.place for one in view.blocks}):
        said = ", ".join(_said(view, one) for one in view.at(hex))
        rows += wrapped(f"{place_name(hex, view.box):<20}", said)
    return "\n".join(rows)


def _said(view: AthensSparta, block: Block) -> str:
    posture = "" if block.posture == "FIELD" else f" {block.posture.lower()}"
    if isinstance(block.id, Unknown):
        return f"{block.colour}{posture}"
    strength = "?" if isinstance(block.strength, Unknown) else block.strength
    return f"{block.id} {view.facts(block).type} {strength}{posture}"
