"""Every text of a picture can be read: large enough, inside the picture, and over no other, in the font that is served.

Whole games of every title are drawn in both shapes. What is measured is the SVG itself, whoever has drawn it.
"""

import re
from functools import cache
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import ImageFont

from adjudicator import pictures
from adjudicator.registry import title
from tests.adjudicator.pericles.crowds import crowded as full_of_markers
from tests.adjudicator.players import begin, playthrough
from tests.adjudicator.polis.test_picture import crowded as full_of_goods

FOLDER = Path(pictures.__file__).parent / "fonts"
SMALLEST, SMALLEST_LETTER = 13, 11
LETTERS_OF_SEATS = "tiny"
ON_THE_GROUND = "region"
ABOVE, BELOW = 0.70, 0.20  # of the type size: what stands above and hangs below the line on which a text is set
GAMES = [
    ("perikles", 3, "standard", "steady", 19),
    ("perikles", 4, "standard", "steady", 19),
    ("perikles", 5, "standard", "steady", 19),
    ("perikles", 5, "standard", "random", 19),
    ("pericles", 4, "14.3", "steady", 47),
    ("pericles", 4, "14.4", "random", 47),
    ("pericles", 4, "14.1.06A", "steady", 15),
    ("pericles", 4, "14.1.01A", "random", 15),
    ("pericles", 2, "14.1.01B", "steady", 15),
    ("polis", 2, "second_war", "steady", 3),
    ("polis", 2, "standard", "random", 3),
    ("polis", 2, "corinthian_war_drawn", "steady", 3),
    ("athens_sparta", 2, "war", "steady", 47),
]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("shape", ["wide", "tall"])
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_text_of_whole_games_is_readable_and_lies_over_no_other(game, shape):
    name, *_, every = game
    rules, found = title(name), {}
    for number, position in enumerate(positions(*game)):
        viewers = (None, *position.seats)
        viewer = viewers[number % len(viewers)]
        for fault in faults(rules.draw(rules.view(position, viewer), viewer, False, shape)):
            found.setdefault(fault, number * every)
    assert not found


@pytest.mark.parametrize("shape", ["wide", "tall"])
@pytest.mark.parametrize("crowded", [full_of_markers, full_of_goods], ids=["pericles", "polis"])
def test_so_it_is_when_a_board_is_as_full_as_it_can_be(crowded, shape):
    position = crowded()
    rules = title(position.title)
    for viewer in (None, *position.seats):
        assert [*faults(rules.draw(rules.view(position, viewer), viewer, False, shape))] == []


def test_what_overlaps_is_small_or_leaves_the_picture_is_found():
    style = "<style>.line{font-size:15px}\n.mini{font-size:12px}\n.line{font-weight:bold}\n</style>"
    words = [("line", 10, 40, "Mantinea"), ("line", 40, 44, "Amphipolis")]
    words += [("mini", 10, 90, "Melos"), ("line", 80, 90, "Epidaurus")]
    drawn = "".join(f'<text class="{kind}" x="{x}" y="{y}">{text}</text>' for kind, x, y, text in words)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 130 100">{style}{drawn}</svg>'
    assert sorted(faults(svg)) == [
        "'Epidaurus' leaves the picture",
        "'Mantinea' lies over 'Amphipolis'",
        "'Melos' is too small",
    ]


@cache
def positions(name, count, scenario, strategy, every):
    started = begin(title(name), count, "overlap", scenario).position
    played = (d.position for *_, d in playthrough(title(name), count, "overlap", strategy, scenario=scenario))
    return [started, *islice(played, every - 1, None, every)]


def faults(svg):
    root = ElementTree.fromstring(svg)
    width, height = (float(part) for part in root.get("viewBox").split()[2:])
    boxes = []
    for text, kind, box in texts(root):
        left, top, right, bottom = box
        if left < 0 or right > width or top < 0 or bottom > height:
            yield f"{text!r} leaves the picture"
        if size_of(root, kind) < (SMALLEST_LETTER if kind == LETTERS_OF_SEATS else SMALLEST):
            yield f"{text!r} is too small"
        boxes.append((box, text))
    boxes.sort()
    for number, (one, text) in enumerate(boxes):
        for other, beside in boxes[number + 1 :]:
            if other[0] >= one[2] - 1:
                break
            if min(one[3], other[3]) - max(one[1], other[1]) > 3:
                yield f"{text!r} lies over {beside!r}"


def texts(root):
    """(text, kind, box) of every text that is drawn where it stands; definitions are left out."""
    hidden = {id(node) for definition in root.iter(f"{SVG}defs") for node in definition.iter()}
    for node in root.iter(f"{SVG}text"):
        if id(node) in hidden:
            continue
        kinds = node.get("class").split()
        kind = next(kind for kind in kinds if f".{kind}{{font-size" in style(root))
        if kind == ON_THE_GROUND:
            continue
        size, x, y = size_of(root, kind), float(node.get("x")), float(node.get("y"))
        wide = font(bold(root, kind)).getlength(node.text) * size / 1000
        left = x - (wide / 2 if "middle" in kinds else wide if "end" in kinds else 0)
        yield node.text, kind, (left, y - ABOVE * size, left + wide, y + BELOW * size)


def style(root):
    return root.find(f"{SVG}style").text


def size_of(root, kind):
    return int(re.search(rf"\.{kind}{{font-size:(\d+)px}}", style(root))[1])


def bold(root, kind):
    rule = next(line for line in style(root).splitlines() if line.endswith("{font-weight:bold}"))
    return f".{kind}" in rule.split("{")[0].split(",")


@cache
def font(is_bold):
    name = f"AtkinsonHyperlegible-{'Bold' if is_bold else 'Regular'}.ttf"
    return ImageFont.truetype(FOLDER / name, 1000, layout_engine=ImageFont.Layout.BASIC)
