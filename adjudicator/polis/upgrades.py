"""The versions of these rules, and what leads from each to the next."""

from __future__ import annotations

from adjudicator.kernel import Upgrade
from adjudicator.kernel.rules.upgrades import without_passes

VERSION = "polis/2"

UPGRADES = {
    "polis/1": Upgrade(
        (
            "You are no longer asked for Phoros (D17) where you can have no Prestige to spend (RULING-47).",
            "A list of poleis that grow first (D16) of which none is yours is refused; in a book the next item counts, "
            "or the default (RULING-59).",
            "stop: true in an end sheet (D15 to D17) does nothing, as it says, where that is legal; before, the "
            "default was carried out (RULING-60).",
            "Of a book's fee orders (D4) the first that holds counts, and of its choices the first; before, the last "
            "held (RULING-61).",
            "A book cannot pass at D11 and D13, where something must go. Such entries, which never answered, are gone.",
        ),
        without_passes("D11", "D13"),
    ),
}
