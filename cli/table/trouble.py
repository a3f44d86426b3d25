"""A fault of the program, put into a report that its reader can copy and send.

It says where the program failed, and what its reader had done. It holds no name, no key, no path of this machine, and
no value of the game: what an exception says may be hidden from others, so only its kind is told.
"""

from __future__ import annotations

import platform
from importlib.metadata import version
from pathlib import Path
from traceback import extract_tb
from typing import Final

from cli.table.sitting import Sitting

LAST: Final = 12  # frames of the trace
PACKAGES: Final = ("adjudicator", "schemas", "cli", "api")


def report(error: BaseException, sitting: Sitting | None, browser: str) -> str:
    """The report of a fault; `sitting`: the game on whose page it happened."""
    frames = extract_tb(error.__traceback__)[-LAST:]
    lines = [
        f"Ostraka {version('ostraka')}, Python {platform.python_version()} on {platform.system()}",
        f"Browser: {browser}",
        *(of_game(sitting) if sitting is not None else ()),
        f"{type(error).__name__}, at",
        *(f"  {shortened(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames),
    ]
    return "\n".join(lines)


def of_game(sitting: Sitting) -> list[str]:
    """Which rules and phase it was about, and what had been clicked of the answer."""
    rules, view = sitting.game.rules, sitting.now.view
    about = f"Rules: {rules.version}, scenario {view.scenario}, {len(view.seats)} seats, phase {sitting.now.phase}"
    acts = sitting.sheet.acts if sitting.sheet is not None else []
    return [about, f"Asked: {', '.join(sitting.now.asked) or 'nothing'}", f"Clicked: {'; '.join(acts) or 'nothing'}"]


def shortened(path: str) -> str:
    """A file of the program by its place in it, another by its name alone."""
    parts = Path(path).parts
    begins = next((place for place, part in reversed([*enumerate(parts)]) if part in PACKAGES), -1)
    return "/".join(parts[begins:])
