"""What the owner of a home has settled for this machine: after how long without use keys, and the table, lock."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from cli.home.agent import IDLE, end_agent, keep_for
from cli.home.home import make_private, write_private

FILE: Final = "settings.json"
LONGEST: Final = 7 * 86_400


def lock_seconds(root: Path) -> int:
    """After how many seconds without use keys lock; 0: they are not kept open at all."""
    try:
        found = json.loads((root / FILE).read_bytes())
        seconds = found["lock_seconds"]
    except (OSError, ValueError, KeyError, TypeError):
        return IDLE
    return seconds if isinstance(seconds, int) and 0 <= seconds <= LONGEST else IDLE


def set_lock_seconds(root: Path, seconds: int) -> None:
    """Settle it, for keys that are open now as well."""
    make_private(root)
    write_private(root / FILE, json.dumps({"lock_seconds": seconds}).encode())
    if seconds:
        keep_for(root, seconds)
    else:
        end_agent(root)
