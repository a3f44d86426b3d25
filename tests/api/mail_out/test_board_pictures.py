"""Pictures in mails: of few colours, as wide as is asked for, and no other than the boards of files."""

from io import BytesIO
from subprocess import CalledProcessError

import pytest
from PIL import Image, ImageChops, ImageStat

from adjudicator.pictures import render
from adjudicator.registry import title, titles
from api.mail_out.board_pictures import COLOURS, paint, reduced
from tests.adjudicator.players import begin, played_best

WIDTH = 720


@pytest.mark.parametrize("name", titles())
@pytest.mark.parametrize("dark", [False, True])
def test_a_mailed_board_is_less_than_half_as_large_and_looks_the_same(name: str, dark: bool) -> None:
    rules = title(name)
    begun = begin(rules, played_best(rules).seat_counts[0], "mailed").position
    drawn = rules.draw(rules.view(begun, None), None, dark)
    whole, mailed = render(drawn, WIDTH), reduced(drawn, WIDTH)
    one, other = (Image.open(BytesIO(made)).convert("RGB") for made in (whole, mailed))
    assert len(mailed) < len(whole) / 2
    assert len(other.getcolors()) <= COLOURS
    assert max(ImageStat.Stat(ImageChops.difference(one, other)).mean) < 2


def test_a_picture_made_in_a_process_of_its_own_is_the_same() -> None:
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="8">a</text></svg>'
    assert paint(drawn, 90) == reduced(drawn, 90)
    with pytest.raises(CalledProcessError):
        paint("no picture", 90)
