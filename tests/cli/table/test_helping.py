"""What things do is said where one points at them and on a page; what is left is counted; cards have faces."""

from __future__ import annotations

import re

import pytest

from adjudicator.registry import title, titles
from cli.home.home import Home
from cli.table.shown.steps import choices_of
from tests.cli.table.tables import Sitter, begun, played_on


@pytest.fixture
def sitter(tmp_path):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    return sitter


def asked(sitter, game):
    """What a bubble is told of some things."""
    place = f"{sitter.guard.home}games/{game}/help"
    return lambda of: sitter.ask("GET", f"{place}?of={of}").get_data(as_text=True)


def test_a_bubble_says_what_each_kind_of_thing_does_once_and_nothing_of_what_there_is_not(sitter):
    of = asked(sitter, begun(sitter.table.home))
    assert of("tile:plague") == (
        "Plague: On your turn for a tile: name a city. Everybody loses half of their cubes there. (X.06)"
    )
    assert of("tile:athens-2a tile:athens-2b city:athens").count("\n") == 0
    assert of("tile:nothing piece: :") == ""


@pytest.mark.parametrize("name", titles())
def test_all_of_it_stands_on_a_page_that_needs_no_script(sitter, name):
    game = begun(sitter.table.home, name)
    sitter.open(f"games/{game}")
    assert f'games/{game}/help">What things do</a>' in sitter.page
    sitter.open(f"games/{game}/help")
    for kind, one in title(name).help().kinds.items():
        assert f'id="{kind}"' in sitter.page
        assert one.says in sitter.text


def test_a_word_of_the_question_leads_to_what_it_means(sitter):
    sitter.open(f"games/{begun(sitter.table.home)}")
    assert sitter.page.count('<a href="perikles-1/help#cube" data-ref="help:cube">') == 1


def test_a_marker_that_lies_face_down_is_a_marker(sitter):
    game = begun(sitter.table.home, "pericles", "14.1.01A")
    played_on(sitter.table.home, game, 3)
    view, helps = sitter.table.sitting(game).now.view, title("pericles").help()
    markers = {
        f"marker:{spot}:{number}": marker.kind if isinstance(marker.kind, str) else "marker"
        for spot, theater in view.theaters.items()
        for number, marker in enumerate(reversed(theater.queue), 1)
    }
    assert "marker" in markers.values()
    assert {one: helps.kind_of(view, one) for one in markers} == markers


def boxes(sitter):
    return re.findall(r'<p class="budget"><span aria-hidden="true">(.*?)</span> (.*?)\.</p>', sitter.page)


def test_boxes_empty_as_an_answer_is_made(sitter):
    game = begun(sitter.table.home, "polis")
    sitter.open(f"games/{game}")
    while sitter.table.sitting(game).now.asked != ("D2",):
        played_on(sitter.table.home, game, 1)
        sitter.table.leave(game)
        sitter.open(f"games/{game}")
    (actions, _), wheat = boxes(sitter)
    assert actions == "■■"
    assert wheat[1].startswith("Your poleis eat ")
    sitter.do("take 1")
    while boxes(sitter)[0][0] == "■■":
        sitter.do("take 0")
    assert boxes(sitter)[0] == ("■□", "1 action left in this turn")


def faces(sitter):
    """The faces among the answers, each with its accessible name."""
    found = re.findall(r'<button [^>]*aria-label="([^"]*)"><b>(.*?)</b> (.*?)</button>', sitter.page)
    return {said: (number, " ".join(re.sub("<[^>]+>", "", rest).split())) for said, number, rest in found}


@pytest.mark.parametrize(
    ("name", "scenario", "question"),
    [("pericles", "14.1.01B", "D7"), ("perikles", "standard", "D-2"), ("athens_sparta", "war", "D-4")],
)
def test_where_every_answer_is_a_card_it_looks_like_one_and_is_called_as_before(sitter, name, scenario, question):
    game = begun(sitter.table.home, name, scenario)
    while question not in sitter.table.sitting(game).now.asked:
        played_on(sitter.table.home, game, 1)
        sitter.table.leave(game)
    sitter.open(f"games/{game}")
    called = [one.words for one in choices_of(sitter.table.sitting(game).sheet.step)]
    found = re.findall(r'<button [^>]*aria-label="([^"]*)"><b>\d</b> \w+', sitter.page)
    assert found == called
    assert name != "pericles" or re.search(r'<small class="now">\d+ in all</small>', sitter.page)
