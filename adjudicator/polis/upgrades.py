"""The versions of these rules, and what leads from each to the next."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel import Upgrade

VERSION = "polis/2"
_NEVER_PASSED = ("D11", "D13")


def _without_vain_passes(plain: dict[str, Any]) -> dict[str, Any]:
    """E4-3, E4-7: entries of books that pass where something must go never answered; the others keep their numbers."""
    for book in plain["books"].values():
        for number, entry in enumerate(book):
            if entry.get("pass") and entry["question"] in _NEVER_PASSED:
                book[number] = {"question": entry["question"]}
    return plain


UPGRADES = {
    "polis/1": Upgrade(
        (
            "You are no longer asked for Phoros (D17) where you can have no Prestige to spend (RULING-47).",
            "A list of poleis that grow first (D16) of which none is yours is refused; in a book the next item counts, "
            "or the default (RULING-59).",
            "A book cannot pass at D11 and D13, where something must go. Such entries, which never answered, are gone.",
        ),
        _without_vain_passes,
    ),
}
