"""Pictures of boards as PNG, for mails and files, in a font of our own so that they look the same everywhere.

Titles draw SVG (`Title.draw`); here it is turned into pixels. What the drawings of titles
share is beside it: shapes, measures, ground colours, parts of the template. This package imports nothing of ours.
"""

from __future__ import annotations

from importlib.resources import as_file, files

WIDTH = 720
FONTS = ("AtkinsonHyperlegible-Regular.ttf", "AtkinsonHyperlegible-Bold.ttf")


def render(svg: str, width: int = WIDTH) -> bytes:
    """A picture as PNG, `width` pixels wide. ValueError when it is no SVG."""
    import resvg_py

    with as_file(files(__name__).joinpath("fonts")) as folder:
        fonts = [str(folder.joinpath(name)) for name in FONTS]
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=fonts))
