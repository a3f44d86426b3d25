"""The versions of these rules, and what leads from each to the next."""

from __future__ import annotations

from adjudicator.kernel import Upgrade
from adjudicator.kernel.rules.upgrades import without_passes

VERSION = "pericles/3"

UPGRADES = {
    "pericles/1": Upgrade(
        (
            "The bot, which also answers for you when you miss a placement (D16), puts an Oracle or a Rumor in Persia "
            "where the tallest queue topped by an enemy marker is there; before, it passed Persia over (RULING-86).",
        ),
    ),
    "pericles/2": Upgrade(
        (
            "A book cannot pass at D15 and D27, where a marker or a token must go. Such entries, which never answered, "
            "are gone.",
            "Where none of the units can be built that a book names for a League issue (D23), its next choice counts; "
            "before, others were built as the bot would (RULING-91).",
            "A list of markers in a book for D15 that is a legal order lends just these; before, every list was read "
            "as a ranking (RULING-94).",
        ),
        without_passes("D15", "D27"),
    ),
}
