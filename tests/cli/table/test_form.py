"""The form of six questions at the table: what it writes, what it leaves, and where it goes."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from adjudicator.registry import title, titles
from cli.home.home import Home
from cli.rules.filled_form import FilledForm
from tests.adjudicator.players import begin
from tests.cli.table.tables import Sitter, begun
from tests.cli.table.test_ahead import to_the_review

PERIKLES = title("perikles")
OFFERED = "Fill in the form"


@pytest.fixture
def sitter(tmp_path):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    return sitter


def look_over(sitter, **answers):
    """Choose these answers, the others as they are preset, and see what they write."""
    preset = re.findall(r'name="to (\w+)" value="([^"]*)" checked', sitter.page)
    where, fields = next((where, f) for said, where, f in sitter.buttons if said == "See what it writes")
    sent = {f"to {name}": answer for name, answer in {**dict(preset), **answers}.items()}
    answer = sitter.post(where, **fields, **sent)
    sitter.ask("GET", answer.headers["Location"])
    return dict(preset)


def test_the_form_is_offered_until_it_is_left_and_stands_in_answer_ahead_for_good(sitter):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    assert OFFERED in sitter.text
    assert OFFERED not in sitter.page.partition('<p class="go">')[2].partition("</p>")[0]  # which stays in sight
    sitter.press("Not now")
    assert OFFERED not in sitter.text
    sitter.table.clear()
    sitter.open(f"games/{game}")
    assert OFFERED not in sitter.text
    sitter.press("The form of six questions")
    assert sitter.stage == "form"
    sitter.press("Not now")
    assert sitter.stage == "step"


@pytest.mark.parametrize("name", titles())
def test_the_recommended_answers_are_preset_and_looked_over_in_the_words_of_the_book(sitter, name):
    game = begun(sitter.table.home, name)
    sitter.open(f"games/{game}")
    sitter.press("Fill in the form")
    assert len(re.findall("<legend>", sitter.page)) == 6
    preset = look_over(sitter)
    sitting = sitter.table.sitting(game)
    rules, view, seat = sitting.game.rules, sitting.now.view, sitting.game.seat
    assert preset == {one.fields[0]: one.options[0].value for one in rules.form_offers(view, seat, "start")}
    for sentence in rules.book_in_words(rules.book_of_form(view, seat, "start", preset)):
        assert sentence in sitter.text
    assert "What you are still asked" in sitter.text
    sitter.press("Change an answer")
    assert "See what it writes" in sitter.text


def test_against_bots_the_book_goes_with_the_answer_and_is_then_seen_in_the_form(sitter):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    sitter.press("Fill in the form")
    look_over(sitter, cubes="ask", small="ask")
    sitter.press("Take it with my answer")
    assert (sitter.stage, OFFERED in sitter.text) == ("step", False)
    sitter.table.clear()
    sitter.open(f"games/{game}")
    to_the_review(sitter)
    assert "The book of the form goes with it." in sitter.text
    sitter.press("Play it")
    book = sitter.table.sitting(game).game.standing()
    assert [entry.question for entry in book] == ["D-3", "D-3", "D-6S", "D-6A"]
    sitter.press("The form of six questions")
    assert sitter.page.count("in your book now") == 6
    assert look_over(sitter)["small"] == "ask"


def test_a_book_that_answers_all_that_is_asked_plays_on_at_once(sitter):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    sitter.press("Fill in the form")
    look_over(sitter)
    assert "It answers at once" in sitter.text
    sitter.press("Let it answer")
    assert "Your book has answered, and the game is saved." in sitter.text
    assert "Place a free cube" not in re.search(r'id="asked"[^>]*>(.*?)<', sitter.page)[1]


def test_cards_stay_and_what_the_book_says_in_other_words_falls_only_if_the_player_says_so():
    own = [
        {"question": "D-3", "choose": [{"city": "argos", "colour": "red"}]},
        {"question": "D-5D", "choose": [{"location": "pylos", "seat": "white"}]},
        {"question": "D-2", "until": "turn", "default": True},
    ]
    view = PERIKLES.view(begin(PERIKLES, 3, 0, "standard").position, "red")
    filled = FilledForm(PERIKLES, view, "red", PERIKLES.check_book(own, {}))
    assert {name: answer for name, answer in filled.presets.items() if answer == "own"} == {"candidates": "own"}
    tile, candidate, permission = PERIKLES.book_in_words(filled.standing[::-1][:1] + filled.standing[:2])
    for answers, falls in (({}, [candidate]), (filled.presets, [])):
        assert filled.falls(answers) == falls
        assert filled.stays(answers) == [tile, *([] if falls else [candidate]), permission]
        assert [entry.question for entry in filled.book(answers)][:2] == ["D-2", "D-S1"]


@pytest.mark.parametrize("name", titles())
def test_what_a_form_wrote_is_found_in_the_book_again_whatever_was_answered(name):
    rules = title(name)
    view = begin(rules, min(next(iter(rules.scenarios.values())).seat_counts), 0, next(iter(rules.scenarios))).position
    for seat in view.seats:
        seen = rules.view(view, seat)
        blank = FilledForm(rules, seen, seat, [])
        for number in range(3):
            meant = {one.id: one.answers[min(number, len(one.answers) - 1)].id for one in blank.questions}
            filled = FilledForm(rules, seen, seat, blank.book(meant))
            found = rules.form_answers(replace(seen, books={seat: filled.standing}), seat, "start")
            assert found in ({}, meant)
            assert bool(found) == bool(filled.standing)
            assert filled.falls({}) == []
