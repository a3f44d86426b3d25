"""SVG becomes pixels: in our own font, in the size that was asked for."""

from importlib.resources import files
from io import BytesIO
from itertools import zip_longest
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageFont

from adjudicator.perikles import TITLE
from adjudicator.perikles.picture.layout import DARK, LIGHT
from adjudicator.pictures import FONTS, SUBSETS, WIDTH, render, standalone
from tests.adjudicator.players import begin

FAMILY = 'font-family="Atkinson Hyperlegible"'
WORD = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><text y="40" {}>Mantinea</text></svg>'


def inked(style):
    """Where there is ink when a word is set so."""
    return Image.open(BytesIO(render(WORD.format(style)))).getchannel("A").getbbox()


def image(svg, **more):
    return Image.open(BytesIO(render(svg, **more))).convert("RGB")


@pytest.fixture(scope="module")
def board():
    return TITLE.view(begin(TITLE, 4, "pixels").position, None)


def test_a_board_is_as_wide_as_is_said_and_keeps_its_shape(board):
    svg = TITLE.draw(board, None, False)
    standard, wide = image(svg), image(svg, width=2 * WIDTH)
    assert standard.width == WIDTH
    assert wide.size == (2 * standard.width, 2 * standard.height)


@pytest.mark.parametrize(("dark", "scheme"), [(False, LIGHT), (True, DARK)])
def test_a_board_is_light_unless_dark_is_asked_for(board, dark, scheme):
    ground = image(TITLE.draw(board, None, dark)).getpixel((2, 2))
    assert "#{:02x}{:02x}{:02x}".format(*ground) == scheme["paper"]


@pytest.mark.parametrize("style", [FAMILY, 'font-family="Atkinson Hyperlegible, Arial" font-weight="bold"'])
def test_text_is_set_in_the_font_of_the_package(style):
    assert inked(style) is not None
    assert inked('font-family="a font of the machine"') is None


def test_bold_is_wider_than_plain():
    plain, bold = (inked(f'{FAMILY} font-weight="{weight}"') for weight in ("normal", "bold"))
    assert bold[2] > plain[2]


def test_the_same_picture_gives_the_same_bytes(board):
    svg = TITLE.draw(board, None, False)
    assert render(svg) == render(svg)


def test_the_fonts_come_with_their_licence():
    folder = files("adjudicator.pictures").joinpath("fonts")
    assert sorted(each.name for each in folder.iterdir()) == sorted([*FONTS, *SUBSETS.values(), "OFL.txt"])
    assert "SIL OPEN FONT LICENSE Version 1.1" in folder.joinpath("OFL.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("nothing", ["", "<svg", "a board"])
def test_what_is_no_svg_is_refused(nothing):
    with pytest.raises(ValueError):  # noqa: PT011 - the words are resvg's own
        render(nothing)


LETTERS = [chr(code) for code in range(32, 127)] + ["×", "–"]


def test_a_file_has_its_font_inside(board):
    drawn = TITLE.draw(board, None, False)
    alone = standalone(drawn)
    assert alone.count("@font-face{") == alone.count("url(data:font/woff2;base64,d09GMg") == 2
    assert ElementTree.fromstring(alone).tag == ElementTree.fromstring(drawn).tag
    assert render(alone) == render(drawn)


def test_the_font_inside_has_every_letter_of_pictures_as_the_whole_font_has_it():
    folder = files("adjudicator.pictures").joinpath("fonts")
    for whole, subset in zip_longest(FONTS, SUBSETS.values()):
        one, other = (ImageFont.truetype(BytesIO(folder.joinpath(name).read_bytes()), 1000) for name in (whole, subset))
        assert [one.getlength(letter) for letter in LETTERS] == [other.getlength(letter) for letter in LETTERS]
