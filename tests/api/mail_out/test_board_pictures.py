"""Boards in mails: what of them is shown, and that what is laid together is what the rasteriser would have drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from signal import SIGCONT, SIGSTOP
from typing import Any

import pytest
from PIL import Image, ImageChops

from adjudicator.pictures import render
from adjudicator.registry import title, titles
from api.mail_out import board_pictures
from api.mail_out.board_pictures import COLUMN, PaintingProcess, asked_about, paint_here, shown
from api.mail_out.painter import COLOURS, SCALE, Box, Painter
from tests.adjudicator.players import played_best, playthrough

PARTS = re.compile(r'data-part="([^"]+)" data-box="([^"]+)"')
SMALL = [name for name in titles() if name != "athens_sparta"]
"""Titles whose pictures are drawn in less than a second."""
PHONE = 390
"""Points."""
LEAST_LETTERS = 11
"""Points that letters are high in a mail on a phone."""


def views(name: str, phases: int = 40) -> Iterator[Any]:
    """What everybody may know of a game of bots, phase by phase."""
    rules = title(name)
    for before, *_ in islice(playthrough(rules, played_best(rules).seat_counts[0], "mailed", "steady", 0), phases):
        yield rules.view(before, None)


def tall(name: str, view: Any) -> str:
    return title(name).draw(view, None, False, "tall")


def parts(svg: str) -> dict[str, Box]:
    return {part: Box(*map(int, box.split())) for part, box in PARTS.findall(svg)}


@pytest.mark.parametrize("name", [pytest.param("athens_sparta", marks=pytest.mark.soak), *SMALL])
def test_what_is_laid_together_is_what_the_rasteriser_draws(name: str) -> None:
    painter = Painter()
    for view in islice(views(name), 0, None, 52):
        svg = tall(name, view)
        width = int(re.search(r'width="(\d+)"', svg)[1])  # type: ignore[index]
        whole = Image.open(BytesIO(render(svg, SCALE * width))).convert("RGB")
        for part, box in parts(svg).items():
            pixels = tuple(SCALE * edge for edge in (box.left, box.top, box.left + box.width, box.top + box.height))
            different = ImageChops.difference(whole.crop(pixels), painter.laid(svg, [box])).convert("L")
            off = sum(different.histogram()[16:])
            assert off <= 0.001 * different.width * different.height, (part, off)


@pytest.mark.parametrize("name", [pytest.param("athens_sparta", marks=pytest.mark.soak), *SMALL])
def test_a_mail_shows_what_is_asked_about_so_that_a_phone_can_read_it_in_few_colours(name: str) -> None:
    for view in islice(views(name), 0, None, 36):
        svg, asked = tall(name, view), asked_about(title(name), view)
        boxes = shown(svg, asked)
        sizes = [int(size) for size in re.findall(r"font-size:(\d+)px", svg)]
        assert min(sizes) * PHONE / max(box.width for box in boxes) >= LEAST_LETTERS
        assert all(box.width <= COLUMN for box in boxes)
        picture = Image.open(BytesIO(paint_here(svg, asked)))
        assert len(picture.convert("RGB").getcolors() or ()) <= COLOURS
        assert picture.width == SCALE * max(box.width for box in boxes)


def test_the_parts_that_are_asked_about_are_shown_else_the_map() -> None:
    for view in views("perikles", 12):
        svg, asked = tall("perikles", view), asked_about(title("perikles"), view)
        tops = {(box.left, box.top) for box in shown(svg, asked)}
        seen = {part for part, box in parts(svg).items() if (box.left, box.top) in tops}
        if any(one.startswith("tile:") for one in asked):
            assert "influence-tiles" in seen
    map_ = parts(svg)["map"]
    assert shown(svg, [])[-1][:3] == map_[:3]


def test_of_a_map_wider_than_a_phone_the_column_is_shown_that_is_asked_about() -> None:
    view = next(views("athens_sparta"))
    svg = tall("athens_sparta", view)
    west, east = (shown(svg, [f"place:{hex}"])[-1] for hex in ("E10", "Q09"))
    assert (west.left, east.left) == (0, west.width)
    assert west.width == east.width <= COLUMN


def test_the_colours_of_a_picture_follow_from_its_title_alone() -> None:
    boards = [tall("polis", list(views("polis", count))[-1]) for count in (1, 30)]
    one, other = (Image.open(BytesIO(Painter().paint(svg, shown(svg, [])))) for svg in boards)
    assert one.getpalette() == other.getpalette()


def test_a_drawing_without_parts_is_shown_whole() -> None:
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" viewBox="0 0 9 9"><text y="8">a</text></svg>'
    assert Image.open(BytesIO(paint_here(drawn, []))).size == (18, 18)


def test_the_process_that_paints_stays_and_is_started_again_when_it_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" viewBox="0 0 9 9"><text y="8">a</text></svg>'
    paint = PaintingProcess()
    assert paint(drawn, []) == paint_here(drawn, [])
    begun = paint._process
    with pytest.raises(RuntimeError, match="no picture"):
        paint("no picture", [])
    assert paint(drawn, []) == paint_here(drawn, [])
    assert paint._process is begun is not None
    begun.kill()
    begun.wait()
    assert paint(drawn, []) == paint_here(drawn, [])
    stopped = paint._process
    assert stopped is not None
    stopped.send_signal(SIGSTOP)
    monkeypatch.setattr(board_pictures, "SECONDS", 0.1)
    with pytest.raises(RuntimeError, match="did not answer"):
        paint(drawn.replace("a</text>", "late</text>"), [])
    monkeypatch.undo()
    stopped.send_signal(SIGCONT)
    assert paint(drawn, []) == paint_here(drawn, [])
    assert paint._process is stopped
    stopped.send_signal(SIGSTOP)
    monkeypatch.setattr(board_pictures, "SECONDS", 0.1)
    monkeypatch.setattr(board_pictures, "LOST", 0.0)
    with pytest.raises(RuntimeError, match="did not answer"):
        paint(drawn, [])
    monkeypatch.undo()
    assert paint(drawn, []) == paint_here(drawn, [])
    assert paint._process is not stopped
    paint.close()
