"""The warning that orders go unchecked, because this program does not have the rules of the game."""

from __future__ import annotations

from typing import Any

from cli.rules.local_check import lacks_rules, unchecked_in_words
from cli.terminal.output import tell


def warn_if_unchecked(view: dict[str, Any]) -> bool:
    """Say on stderr that orders are not checked, if the rules of a view are not here; gives whether that is so."""
    lacking = lacks_rules(view)
    if lacking:
        tell(unchecked_in_words(view["version"]), error=True)
    return lacking
