"""Pictures for mails, of few colours, made in a process of their own.

A picture takes up to half a second in which no other thread of its process runs: in the host, orders would wait.
That process gives way to all others: a mail can wait for its picture, players need not.
"""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO
from typing import cast

from PIL import Image

from adjudicator.pictures import render

Colour = tuple[int, int, int]

SECONDS = 60
"""After which a picture is given up."""
FLAT, COLOURS = 12, 32
"""Colours kept as they are, and with the shades between them: with thousands of those a mail is four times as large."""
APART = 16
"""How far colours that are kept differ at least, in all their channels together."""


def paint(svg: str, width: int) -> bytes:
    """A picture as PNG, `width` pixels wide; raises CalledProcessError or TimeoutExpired where none came of it."""
    made = [sys.executable, "-m", __name__, str(width)]
    return subprocess.run(made, input=svg.encode(), capture_output=True, check=True, timeout=SECONDS).stdout  # noqa: S603


def reduced(svg: str, width: int) -> bytes:
    """The same, made in this process."""
    picture = Image.open(BytesIO(render(svg, width))).convert("RGB")
    palette = Image.new("P", (1, 1))
    palette.putpalette(_colours(picture))
    picture.quantize(palette=palette, dither=Image.Dither.NONE).save(made := BytesIO(), "PNG", optimize=True)
    return made.getvalue()


def _colours(picture: Image.Image) -> list[int]:
    """The colours that cover most, so that grounds stay what they are, then shades, channel by channel."""
    found = cast("list[tuple[int, Colour]]", picture.getcolors(picture.width * picture.height))
    kept: list[Colour] = []
    for _, colour in sorted(found, reverse=True):
        if len(kept) < FLAT and all(_apart(colour, one) >= APART for one in kept):
            kept.append(colour)
    shades = COLOURS - len(kept)
    mixed = picture.quantize(shades, method=Image.Quantize.FASTOCTREE).getpalette() or []
    return [*(channel for colour in kept for channel in colour), *mixed[: 3 * shades]]


def _apart(one: Colour, other: Colour) -> int:
    return sum(abs(mine - theirs) for mine, theirs in zip(one, other, strict=True))


if __name__ == "__main__":
    os.nice(10)
    sys.stdout.buffer.write(reduced(sys.stdin.buffer.read().decode(), int(sys.argv[1])))
