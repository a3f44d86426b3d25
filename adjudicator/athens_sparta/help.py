"""What the things of Athens & Sparta do."""

from __future__ import annotations

from typing import Any

from adjudicator.athens_sparta.components import box
from adjudicator.kernel.rules.help import Does, Help
from adjudicator.kernel.subjects import split


def kind_of(view: Any, one: str) -> str:
    """The kind of a subject: of a block that its reader may not know, that it is face down."""
    kind, name = split(one)
    printed = view.box if view is not None else box()
    if kind in ("block", "own block"):
        facts = printed.blocks.get(name)
        return facts.type if facts else "unknown"
    if kind == "card" and name in printed.cards:
        return printed.cards[name].event or "card"
    return name if kind == "action" else ""


HELP = Help(
    {
        "card": Does(
            "Card", "Its number is how many movement points you have; unused ones are lost.", "4.0-A", ("card",)
        ),
        "storm": Does("Storm", "In this Game Turn no ship may move, and nobody goes by sea.", "4.6-F"),
        "earthquake": Does("Earthquake", "Nobody moves or fights in this Game Turn; sieges still wear down.", "4.6-G"),
        "betrayal": Does("Betrayal", "In one Storm of yours the besieged have no double defence.", "4.6-H"),
        "alliance": Does("Alliance", "A neutral city of your choice, but not Syracuse, joins you at once.", "4.6-I"),
        "plague": Does(
            "Plague", "Name an enemy major city that has blocks: each block there loses a step on a 4, 5 or 6.", "4.6-J"
        ),
        "step": Does(
            "Step",
            "A block rolls one die for each step it has left; a die up to its rating hits. A fires before B.",
            "2.1-B",
            ("step", "steps"),
        ),
        "hoplite": Does("Hoplite", "Moves 3 hexes on land, twice as many on a march. A step costs 1.", "2.1-C"),
        "peltast": Does(
            "Peltast", "Moves 4 hexes on land, and fires once more at who must retreat. A step costs 1.", "5.1-F"
        ),
        "cavalry": Does(
            "Cavalry",
            "Moves 5 hexes on land, and fires once more at who must retreat; in a siege as B1. A step costs 2.",
            "5.1-F",
        ),
        "ship": Does(
            "Ship",
            "Moves 4 hexes by sea, ends in a port, and may blockade one; in a siege it fires as C1. A step costs 2.",
            "1.3-B",
        ),
        "demos": Does(
            "Demos", "Rises for Athens in a city of the enemy, one step for a point; it never moves.", "7.0-A"
        ),
        "tyrant": Does(
            "Tyrant", "Rises for Sparta in a city of the enemy, one step for a point; it never moves.", "7.0-A"
        ),
        "helot": Does("Helots", "Rise for Athens in Messene. If they win they march like any other block.", "7.1-B"),
        "unknown": Does("Face-down block", "What it is and how strong only its owner knows, until it fights.", "2.2-A"),
        "move": Does(
            "Operational Move", "One block, one point: as far as it goes; where it meets an enemy it attacks.", "4.3-A"
        ),
        "march": Does("March", "One land block, one point: twice as far, through friendly hexes alone.", "4.4-A"),
        "sea": Does(
            "Sea Move",
            "One block, one point: from one friendly port to any other that friendly waters lead to.",
            "4.4-A",
        ),
        "sicily": Does("Sicily Move", "One block, one point: from a western port to Sicily, or back.", "9.2-B"),
        "revolt": Does("Revolt", "A block rises in a major city of the enemy: a point for each of its steps.", "7.0-A"),
        "disband": Does("Disband", "A block of yours leaves the map for your pool; its steps are lost.", "8.6-A"),
        "reinforce": Does("Reinforce", "A block in a friendly city gets steps back, up to its most.", "8.2-A"),
        "build": Does("Build", "A block from the pool comes to its home city, with as many steps as you pay.", "8.3-A"),
        "siege": Does(
            "Siege",
            "The besieged count no points for their city, and both sides lose steps by dice each turn.",
            "8.1-A",
        ),
    },
    kind_of,
)
