"""What is settled for a home, in one file: after how long keys lock, and how the table tells of a turn.

(A short module: the file is written by several, and each leaves what is the others'.)
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from cli.home.home import make_private, write_private

FILE: Final = "settings.json"


def settled(root: Path) -> dict[str, Any]:
    """What is settled; what nobody can read is nothing."""
    try:
        found = json.loads((root / FILE).read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def settle(root: Path, **settings: object) -> None:
    """Settle this, and leave the rest as it is."""
    make_private(root)
    write_private(root / FILE, json.dumps(settled(root) | settings).encode())


def warns(root: Path) -> bool:
    """Whether the table warns of answers that lead into a trap: until it is told not to."""
    return settled(root).get("warnings") is not False
