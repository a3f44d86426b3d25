"""The SVG templates of titles: each is `board.svg.j2` in the package of its picture, with the parts that all share."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Template

PARTS = "parts.svg.j2"


@cache
def template(package: str) -> Template:
    """The template of a picture. Loaded when the first one is drawn: most who import the rules draw none."""
    from jinja2 import DictLoader, Environment, StrictUndefined

    where = {PARTS: "adjudicator.pictures", "board.svg.j2": package}
    texts = {name: files(of).joinpath(name).read_text(encoding="utf-8") for name, of in where.items()}
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, loader=DictLoader(texts), auto_reload=False
    )
    return environment.get_template("board.svg.j2")
