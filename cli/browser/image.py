"""What an image of Python's memory holds: all that a first page needs, tried once; nothing of a player.

The page makes the image in a worker that sees neither storage nor keys, and starts from it on later visits.
"""

from __future__ import annotations

import gc
import random
import shutil
from pathlib import Path
from typing import Final

import jinja2

from adjudicator.registry import titles
from cli.browser.table import BrowserTable
from cli.table.rendering import templates

SEED: Final = "image"
"""Public: whoever makes an image comes to the same games."""
TRIED: Final = Path("/tried")


def prepare(path: str, root: Path = TRIED) -> None:
    """Compile the templates; show *Your games* and one game of every title, so that all of it is warm."""
    for name in jinja2.PackageLoader("cli.table").list_templates():
        templates().get_template(name)
    table = BrowserTable(path, root, SEED)
    for page in ("", *(table.sit(title) for title in titles())):
        shown = table.answer("GET", f"{path}{page}", {}, b"")
        if shown.status != 200:
            raise RuntimeError(f"{page or 'Your games'} is answered with {shown.status}.")
    shutil.rmtree(root)
    del table
    gc.collect()


def wake() -> None:
    """First of all after a start from an image: whoever has the same one would draw the same numbers."""
    random.seed()
