"""What is half made is kept on this machine: it is there again when the table starts again, as long as it has a use."""

from __future__ import annotations

import re

import pytest

from cli.home.home import Home
from tests.cli.table.tables import Sitter, begun
from tests.cli.table.test_ahead import add_line, lines, send, to_the_review


@pytest.fixture
def sitter(tmp_path):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    return sitter


def started_again(sitter, game):
    sitter.table.clear()
    sitter.open(f"games/{game}")


def ticked(sitter):
    return dict(re.findall(r'name="to (\w+)" value="([^"]*)" checked', sitter.page))


def tick(sitter, words, **answers):
    where, fields = next((where, f) for said, where, f in sitter.buttons if said == "See what it writes")
    answer = sitter.post(where, **{**fields, "do": words}, **{f"to {name}": said for name, said in answers.items()})
    sitter.ask("GET", answer.headers["Location"])


@pytest.fixture
def plan(sitter):
    """A plan with two lines and the first step of a third."""
    game = begun(sitter.table.home, "pericles", "14.1.01A")
    sitter.open(f"games/{game}")
    to_the_review(sitter)
    sitter.press("And your other markers, in this order?")
    for _ in range(2):
        add_line(sitter)
    send(sitter, "act", "down 0")
    sitter.press("Add the next one")
    sitter.do("take 0")
    return game


def test_a_plan_in_the_making_is_there_again_to_its_last_step(sitter, plan):
    step = re.search(r'id="asks">(.*?)<', sitter.page)[1]
    started_again(sitter, plan)
    assert (sitter.stage, re.search(r'id="asks">(.*?)<', sitter.page)[1]) == ("step", step)
    sitter.press("Undo")
    sitter.press("Undo")
    before = lines(sitter)
    assert len(before) == 2
    started_again(sitter, plan)
    assert (sitter.stage, lines(sitter)) == ("plan", before)
    sitter.press("Keep the plan")
    started_again(sitter, plan)
    assert (sitter.stage, len(sitter.table.sitting(plan).ahead.cards)) == ("review", 1)


def test_a_plan_is_dropped_with_its_phase_and_where_its_acts_come_to_something_else(sitter, plan):
    kept = sitter.table.sitting(plan).kept
    phase = sitter.table.sitting(plan).now.phase
    acts, came = kept.page(phase)
    kept.keep_page(phase, acts, [came[0], "something else"])
    started_again(sitter, plan)
    assert (sitter.stage, kept.page(phase)) == ("review", ([], None))
    kept.keep_page(phase, acts, came)
    sitter.press("Play it")
    started_again(sitter, plan)
    assert "Answering ahead" not in sitter.text


def test_a_card_that_began_in_an_imagined_game_is_there_again(sitter):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    to_the_review(sitter)
    sitter.press("Look ahead")
    send(sitter, "do", "open D-S1")
    sitter.do("take 3")
    sitter.do("else default")
    explained = re.findall(r"Your book will say</h3>\n.*", sitter.page)
    started_again(sitter, game)
    assert (sitter.stage, re.findall(r"Your book will say</h3>\n.*", sitter.page)) == ("card", explained)


def test_a_half_filled_form_is_there_again_open_in_its_phase_and_to_be_opened_later(sitter):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    sitter.press("Fill in the form")
    tick(sitter, "mark", cubes="ask", small="ask")
    started_again(sitter, game)
    assert (sitter.stage, ticked(sitter)["cubes"], ticked(sitter)["small"]) == ("form", "ask", "ask")
    tick(sitter, "see")
    started_again(sitter, game)
    assert "Change an answer" in sitter.text
    sitting = sitter.table.sitting(game)
    sitting.sheet.act("take 0")
    sitting.send("final", sitting.now.phase, sure=False)
    started_again(sitter, game)
    assert sitter.stage == "step"
    sitter.press("Fill in the form")
    assert ticked(sitter)["small"] == "ask"
    sitter.press("Not now")
    sitter.press("Fill in the form")
    assert ticked(sitter)["small"] != "ask"
