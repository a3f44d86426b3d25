"""What an image of Python's memory holds: all that a first page needs, tried once, and a table that nobody has used.

The page makes the image in a worker that sees neither storage nor keys, and starts from it on later visits.
"""

from __future__ import annotations

import gc
import importlib
import random
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import jinja2

from adjudicator.registry import titles
from cli.browser.table import BrowserTable
from cli.table.rendering import templates

SEED: Final = "image"
"""Public: whoever makes an image comes to the same games."""
TRIED: Final = Path("/tried")


KEPT: Final[list[BrowserTable]] = []
"""The table that wakes with an image."""


def prepare(path: str, home: str, hosts: Sequence[str], page: str) -> None:
    """Warm everything up, and lay a table as a `BrowserTable` is made: its home is neither read nor written to."""
    warm(path)
    KEPT[:] = [BrowserTable(path, home, hosts=hosts, page=page)]
    importlib.invalidate_caches()  # they hold an archive open, and no file that is open wakes
    gc.collect()


def wake() -> BrowserTable:
    """First of all after a start from an image: whoever has the same one would draw the same numbers."""
    random.seed()
    [table] = KEPT
    table.enter()
    return table


def warm(path: str) -> None:
    """Compile the templates; show *Your games* and one game of every title."""
    for name in jinja2.PackageLoader("cli.table").list_templates():
        templates().get_template(name)
    table = BrowserTable(path, TRIED, seed=SEED)
    for page in ("", *(table.sit(title) for title in titles())):
        shown = table.answer("GET", f"{path}{page}", {}, b"")
        if shown.status != 200:
            raise RuntimeError(f"{page or 'Your games'} is answered with {shown.status}.")
    shutil.rmtree(TRIED)
