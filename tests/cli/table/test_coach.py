"""A first game, guided: each title says its notes, one at a time, none twice, and all of them within its game."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from adjudicator.kernel import Chance
from adjudicator.kernel.rules.first_game import MOST
from adjudicator.registry import title, titles
from cli.home.home import Home
from cli.rules.saved_games import key_of
from cli.table.shown.coach import kinds_since, note_now, read
from tests.cli.table.tables import Sitter, begun


@pytest.fixture
def sitter(tmp_path):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    sitter.open()
    return sitter


@pytest.mark.parametrize("name", titles())
def test_every_note_is_short_and_names_a_clause_and_a_moment_that_there_are(name):
    rules = title(name)
    known = {*rules.questions, *(str(event.__struct_config__.tag) for event in rules.events)}
    clauses = {*re.findall(r"\*\*([\w.-]+)\*\*", rules.law.read_text(encoding="utf-8"))}
    for note in rules.first_game().notes:
        assert len(note.says) <= MOST
        assert note.when in known
        assert note.clause in clauses


@pytest.mark.parametrize("name", titles())
def test_a_first_game_says_all_its_notes_each_once(sitter, name):
    sitter.fill(f"A first game, guided: {title(name).name.partition(':')[0]}")
    sitting = sitter.table.sitting(f"{name}-1")
    game, kept, said = sitting.game, sitting.kept, []
    bot, notes = game.rules.bot("steady"), game.rules.first_game().notes
    while (now := game.now()).phase is not None and len(said) < len(notes):
        note = note_now(game, kept, now.phase, now.asked[0])
        if note:
            said.append(note.says)
            read(kept, note.number, now.phase)
            assert note_now(game, kept, now.phase, now.asked[0]) is None
        game.give(now.phase, bot(now.view, game.seat, Chance(key_of(b"coach", now.phase))), "final")
    assert sorted(said) == sorted(note.says for note in notes)


def test_the_first_word_of_polis_says_who_leads_and_no_merchant_is_spoken_of_where_there_is_none(sitter):
    sitter.fill("A first game, guided: Polis")
    sitting = sitter.table.sitting("polis-1")
    game, kept, now = sitting.game, sitting.kept, sitting.game.now()
    points = game.rules.scores(now.view)
    goal, merchant = game.rules.first_game().notes[:2]
    assert f"with {points['athens']} to {points['sparta']}" in goal.says
    read(kept, 1, 0)
    assert note_now(game, kept, now.phase, "D2").says == merchant.says
    now.view.sides[now.view.side(game.seat)].port = 0
    lacking = SimpleNamespace(rules=game.rules, seat=game.seat, now=lambda: now, answered=(), chapters=list)
    assert note_now(lacking, kept, now.phase, "D2").says != merchant.says


def test_a_note_stands_over_the_question_until_it_is_read(sitter):
    first, second, *_ = [note.says for note in title("perikles").first_game().notes]
    sitter.fill("A first game, guided: Perikles")
    assert first in sitter.text
    assert "1 of 9" in sitter.text
    sitter.press("Got it")
    assert first not in sitter.text
    assert second not in sitter.text
    sitter.open()
    sitter.open("games/perikles-1")
    assert "Got it" not in sitter.text


def test_no_note_comes_up_only_once_the_answer_is_chosen(sitter):
    sitter.fill("A first game, guided: Pericles")
    sitting = sitter.table.sitting("pericles-1")
    game, bot = sitting.game, sitting.game.rules.bot("steady")
    while "debate-won" not in kinds_since(game.chapters(), max(game.answered, default=0)):
        now = game.now()
        game.give(now.phase, bot(now.view, game.seat, Chance(key_of(b"coach", now.phase))), "final")
    sitter.open("games/pericles-1")
    stood = re.findall(r"(\d) of 5", sitter.text)
    sitter.do("default")
    assert (sitter.stage, re.findall(r"(\d) of 5", sitter.text)) == ("review", stood)


def test_nothing_in_a_first_game_speaks_of_books_which_ordinary_games_do(sitter):
    sitter.fill("A first game, guided: Perikles")
    for words in ("No more of these", None):
        assert " data-first-game" in sitter.page
        assert not re.search(r"\bbook|Fill in the form", sitter.text)
        if words:
            sitter.press(words)
    sitter.open("games/" + begun(sitter.table.home))
    assert " data-first-game" not in sitter.page
    assert re.search(r"Fill in the form(?s:.*)Your book", sitter.text)


def test_who_wants_no_more_notes_is_told_none(sitter):
    sitter.fill("A first game, guided: Perikles")
    sitter.press("No more of these")
    assert 'class="coach"' not in sitter.page
    assert sitter.table.sitting("perikles-1").kept.guide is None


def test_an_ordinary_game_says_none(sitter):
    sitter.post(f"{sitter.guard.home}new", scenario="perikles standard")
    sitter.open("games/perikles-1")
    assert 'class="coach"' not in sitter.page
