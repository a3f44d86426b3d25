"""Boards in mails: what of a board is shown, and the process in which it is painted.

A mail is mostly read on a phone. So it shows the tall drawing of a board: who stands how, and the parts that the open
question is about, twice as many pixels wide as a phone has points. A part that is wider than a phone comes in columns.

Painting would keep orders waiting, since no other thread of its process runs meanwhile. It is done in a process of its
own that stays, and gives way to all others: a mail can wait for its picture, players need not.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import accumulate, islice
from typing import Any, BinaryIO, Final, NamedTuple, cast
from xml.etree import ElementTree

from adjudicator.kernel import Title
from api.mail_out.painter import NAME, Box, Painter, atoms_of, box_of

Paint = Callable[[str, Sequence[str]], bytes]
"""A tall drawing, and the ids of what the question is about, to PNG."""
SECONDS: Final = 60.0
"""After which a picture is given up; the process goes on with it, and knows more for the next."""
LOST: Final = 600.0
"""Without an answer for so long, a process is ended."""
MOST_OPTIONS: Final = 200
"""Of a question, to see what it is about."""
COLUMN: Final = 420
"""Units: the widest that is still read on a phone, which has 390 points."""
HIGHEST: Final = 2_400
"""Units: about three screens of a phone. What is shown first stays."""
USUAL: Final = ("map", "issue-tracks")
"""What is shown where the question is about nothing that everybody may know."""
SAID_IN_SHORT: Final = ("the-game", "seats-in-short", "factions-in-short", "sides-in-short")
"""The parts that every picture begins with, by what titles call them."""
SEAT: Final = "seat:"
"""Ids of seats: they are in every part, and stand in short above."""
LENGTH: Final = 4
"""Bytes before each message between the two processes, which say how long it is."""


def asked_about(title: Title[Any], view: Any) -> list[str]:
    """The ids of what the open questions are about, as everybody may know it; none where they are veiled, or over."""
    if view.phase is None or view.phase.veiled:
        return []
    found: dict[str, None] = {}
    for ask in (ask for seat in view.seats for ask in title.asked_of(view, seat)):
        kind = title.question(ask.question)
        orders = islice(kind.options(view, ask), MOST_OPTIONS) if kind.public_options else ()
        for about in (ask, *orders):
            found |= dict.fromkeys(title.subjects(about))
    return [one for one in found if not one.startswith(SEAT)]


class Part(NamedTuple):
    """A part of a drawing: what it is called, where it lies, and where in it something is asked about."""

    name: str
    box: Box
    asked: list[float]
    """How far from the left."""


def shown(svg: str, ids: Sequence[str]) -> list[Box]:
    """What a mail shows of a board: who stands how, then the parts with these ids on them, else the map."""
    groups = ElementTree.fromstring(svg).iter(f"{NAME}g")  # noqa: S314 - a title drew it
    parts = [part_of(group, set(ids)) for group in groups if group.get("data-part")]
    short = [part for part in parts if part.name in SAID_IN_SHORT]
    rest = [part for part in parts if part not in short]
    usual = sorted(rest, key=lambda part: USUAL.index(part.name) if part.name in USUAL else len(USUAL))[:1]
    asked = [part for part in rest if part.asked] or usual
    boxes = [columns(part)[0] for part in short] + [column for part in asked for column in columns(part)]
    return boxes[: max(len(short) + 1, sum(height <= HIGHEST for height in accumulate(box.height for box in boxes)))]


def part_of(group: ElementTree.Element, ids: set[str]) -> Part:
    """A part as the drawing marks it."""
    box = box_of(group)
    things = [thing for thing in group.iter() if thing.get("data-id") in ids]
    asked = [next(iter(atoms), None) for thing in things if (atoms := list(atoms_of(thing)))]
    return Part(group.get("data-part", ""), box, [atom.x - box.left for atom in asked if atom])


def columns(part: Part) -> list[Box]:
    """A part as it is, or cut into columns for a phone; of these the ones in which something is asked about, if any."""
    box = part.box
    count = -(-box.width // COLUMN)
    width = -(-box.width // count)
    asked = {min(int(x) // width, count - 1) for x in part.asked} or set(range(count))
    return [Box(box.left + width * number, box.top, width, box.height) for number in sorted(asked)]


class PaintingProcess:
    """Paints in a process of its own, one picture after another; started when it is needed, and again if it ends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._asked = self._answered = 0
        self._heard = 0.0

    def __call__(self, svg: str, ids: Sequence[str]) -> bytes:
        """The picture as PNG; raises RuntimeError where none came of it in time."""
        with self._lock:
            process, until = self._started(), time.monotonic() + SECONDS
            try:
                send(cast("BinaryIO", process.stdin), json.dumps([svg, *ids]).encode())
                self._asked += 1
                while self._answered < self._asked:  # what was given up before comes first
                    made = receive(cast("BinaryIO", process.stdout), until)
                    self._answered, self._heard = self._answered + 1, time.monotonic()
            except (OSError, EOFError) as error:
                if not isinstance(error, TimeoutError) or time.monotonic() - self._heard > LOST:
                    self._end()
                raise RuntimeError("the painter did not answer") from error
        if not made:
            raise RuntimeError("no picture came of a board")
        return made

    def close(self) -> None:
        """Let the process end."""
        with self._lock:
            self._end()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            command = [sys.executable, "-m", __name__]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)  # noqa: S603
            self._asked = self._answered = 0
            self._heard = time.monotonic()
        return self._process

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def send(pipe: BinaryIO, message: bytes) -> None:
    """Write a message with its length before it."""
    rest = memoryview(len(message).to_bytes(LENGTH, "big") + message)
    while rest:
        rest = rest[pipe.write(rest) :]


def receive(pipe: BinaryIO, until: float | None = None) -> bytes:
    """Read a message; raises EOFError where the other side has ended, TimeoutError when it is too late."""
    length = int.from_bytes(read(pipe, LENGTH, until), "big")
    return read(pipe, length, until)


def read(pipe: BinaryIO, count: int, until: float | None) -> bytes:
    """So many bytes."""
    found = bytearray()
    with selectors.DefaultSelector() as ready:
        ready.register(pipe, selectors.EVENT_READ)
        while len(found) < count:
            if not ready.select(None if until is None else max(0.0, until - time.monotonic())):
                raise TimeoutError
            more = os.read(pipe.fileno(), count - len(found))
            if not more:
                raise EOFError
            found += more
    return bytes(found)


def paint_here(svg: str, ids: Sequence[str]) -> bytes:
    """The same picture, painted in this process."""
    return painter().paint(svg, shown(svg, ids))


@cache
def painter() -> Painter:
    """The painter of this process."""
    return Painter()


def paint_for_others() -> None:
    """Paint what is asked for, until nobody asks any more; nothing where no picture comes of it."""
    os.nice(10)
    with suppress(EOFError, BrokenPipeError):
        while True:
            svg, *ids = json.loads(receive(sys.stdin.buffer))
            made = b""
            with suppress(Exception):  # whoever asked says so in its log
                made = paint_here(svg, ids)
            send(sys.stdout.buffer, made)
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    paint_for_others()
