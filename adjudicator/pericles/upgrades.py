"""The versions of these rules, and what leads from each to the next."""

from __future__ import annotations

from adjudicator.kernel import Upgrade

VERSION = "pericles/2"

UPGRADES = {
    "pericles/1": Upgrade(
        (
            "The bot, which also answers for you when you miss a placement (D16), puts an Oracle or a Rumor in Persia "
            "where the tallest queue topped by an enemy marker is there; before, it passed Persia over (RULING-86).",
        ),
    ),
}
