"""What the things of Perikles do."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.rules.help import Does, Help
from adjudicator.kernel.subjects import split
from adjudicator.perikles.components import components

_UNITS = {"h": "hoplite", "t": "trireme"}
_PLAIN = {"spot": "side", "relation": "relation", "place": "location"}


def _tile(name: str) -> str:
    printed = {tile.id: tile for tile in components().influence_tiles}.get(name)
    if printed is None:
        return name  # a Special tile; a slot of the display is none
    if printed.colour == "any":
        return "any"
    return "shards" if printed.symbol == "none" else printed.symbol


def kind_of(_view: Any, one: str) -> str:
    """The kind of a subject."""
    kind, name = split(one)
    if kind == "tile":
        return _tile(name)
    if kind == "piece":
        force, _, code = name.partition("@")[0].rpartition("-")
        return "persian" if force == "persia" else _UNITS.get(code[:1], "")
    return _PLAIN.get(kind, "")


HELP = Help(
    {
        "cube": Does(
            "Cube",
            "A follower of yours. Whoever of the two candidates has more of them in the temple leads the city.",
            "4.02",
            ("cube", "cubes"),
        ),
        "shards": Does("2-cube tile", "Put two of your cubes into the temple of this city.", "2.07"),
        "candidate": Does(
            "Candidate tile",
            "Put one cube into this city; then propose a candidate in any city at once.",
            "2.09",
            ("candidate", "candidates"),
        ),
        "assassin": Does(
            "Assassin tile",
            "Put one cube into this city; then remove one cube of any colour, a candidate too, anywhere.",
            "2.10",
        ),
        "any": Does("Any City tile", "Put one cube into the temple of a city of your choice.", "2.07"),
        "location": Does(
            "Location",
            "A battle for its points. Who wins its last round takes it; taken by the attacker, its city has a defeat.",
            "6.40",
            ("Location", "Locations"),
        ),
        "side": Does(
            "Attack and defence",
            "The first to send counters to a side is its main player; only they can win the tile.",
            "5.32",
        ),
        "hoplite": Does("Hoplite", "Fights in hoplite rounds. Nobody else sees its strength until the battle.", "6.20"),
        "trireme": Does(
            "Trireme", "Fights in trireme rounds; it cannot go where there is a hoplite round alone.", "5.25"
        ),
        "persian": Does(
            "Persian counter", "Sent by those who lead no city. It never dies: it is there again next turn.", "6.35"
        ),
        "relation": Does(
            "War and alliance",
            "Whose counters attacked and defended against each other is at war, side by side allied, for this turn.",
            "5.36",
        ),
        "intrinsic": Does(
            "Rebels and own defenders",
            "Strength 1 that is printed on a Location, on one side in rounds of its kind. It is never lost.",
            "6.21",
        ),
        "token": Does("Battle Token", "A successful roll earns one; two win the round.", "6.26"),
        "statue": Does(
            "Statue",
            "Who leads a city at the end of a turn gets one. It counts less the more defeats the city has.",
            "E.05",
            ("Statue", "Statues"),
        ),
        "perikles": Does("Perikles", "On your turn for a tile: put two of your cubes into Athens.", "X.04"),
        "alkibiades": Does(
            "Alkibiades",
            "On your turn for a tile: move two cubes of any colours, each from a temple to one of another city.",
            "X.05",
        ),
        "plague": Does(
            "Plague", "On your turn for a tile: name a city. Everybody loses half of their cubes there.", "X.06"
        ),
        "slave_revolt": Does(
            "Slave Revolt",
            "When you send forces: a Spartan hoplite, drawn at random from a place that you name, goes home.",
            "X.08",
        ),
        "brasidas": Does(
            "Brasidas", "Before a hoplite round: Spartan hoplites count double in it, on either side.", "X.11"
        ),
        "phormio": Does(
            "Phormio", "Before a trireme round: Athenian triremes count double in it, on either side.", "X.12"
        ),
        "thessalanian_allies": Does(
            "Thessalanian Allies", "Before a hoplite round: a side that has no Battle Token begins with one.", "X.13"
        ),
        "persian_fleet": Does(
            "Persian Fleet", "Before a trireme round: a side that has no Battle Token begins with one.", "X.13"
        ),
    },
    kind_of,
)
