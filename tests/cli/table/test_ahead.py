"""Answers ahead at the table, by buttons alone: looked for, made as cards, sent with an answer, used."""

from __future__ import annotations

import re

import pytest

from cli.home.home import Home
from cli.table.sitting import Sitting
from tests.cli.table.tables import Sitter, begun
from tests.cli.table.test_page import step


@pytest.fixture
def sitter(tmp_path):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    return sitter


def to_the_review(sitter):
    while sitter.stage != "review":
        step(sitter)


def send(sitter, name, value):
    """Press the button that sends this."""
    where, fields = next((where, fields) for _, where, fields in sitter.buttons if fields.get(name) == value)
    answer = sitter.post(where, **fields)
    assert answer.status_code == 303, sitter.page
    return sitter.ask("GET", answer.headers["Location"])


def states(sitter):
    return re.findall(
        r'<span class="chip calm">(not in your book yet|in your book.*?|used.*?|not used.*?)</span>', sitter.page
    )


def test_a_card_is_made_of_ranked_answers_kept_sent_with_the_answer_and_used(sitter):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    to_the_review(sitter)
    sitter.press("Look ahead")
    assert "imagined games you still give about" in sitter.text
    send(sitter, "do", "open D-S1")
    assert "Answering ahead: not asked yet" in sitter.text
    sitter.do("take 3")
    assert sitter.stage == "card"
    sitter.press("Another answer, for when that is illegal")
    sitter.do("take 1")
    before = re.findall(r"<li><span>(\w+)</span>\n", sitter.page)
    sitter.do("down 0")
    assert re.findall(r"<li><span>(\w+)</span>\n", sitter.page) == before[::-1]
    sitter.do("else default")
    assert "In 20 of the 20 imagined games that ask it, this answers." in sitter.text
    sitter.press("Keep the card")
    assert states(sitter) == ["not in your book yet"]
    again = Sitting(sitter.table.sitting(game).game, sitter.table.home, sitter.table.pictures)
    assert [card.question for card in again.ahead.cards] == ["D-S1"]
    assert "The cards of your answers ahead go with it, into your book." in sitter.text
    sitter.press("Play it")
    phase = int(re.search(r'name="phase" value="(\d+)"', sitter.page)[1])
    [state] = states(sitter)
    assert re.fullmatch(rf"used in phase [1-{phase - 1}]", state)
    assert "Place a free cube" not in re.search(r'id="asked">(.*?)<', sitter.page)[1]


def test_a_card_in_the_book_is_taken_away_with_the_next_answer(sitter):
    game = begun(sitter.table.home, "pericles", "14.1.01B")
    sitter.open(f"games/{game}")
    for sends in ("keep", "drop"):
        to_the_review(sitter)
        if sends == "keep":
            sitter.press("Look ahead")
            asked = next(f["do"] for _, _, f in sitter.buttons if f.get("do", "").startswith("open "))
            send(sitter, "do", asked)
            while sitter.stage != "card":
                step(sitter)
            sitter.press("Keep the card")
        else:
            send(sitter, "do", next(f["do"] for _, _, f in sitter.buttons if f.get("do", "").startswith("drop ")))
        sitter.press("Play it")
        book = sitter.table.sitting(game).game.standing()
        kept = [asked.removeprefix("open ")] * 2 if sends == "keep" else []
        assert [entry.question for entry in book if entry.until] == kept


def test_the_debate_sheet_is_ranked_on_one_page_and_answers_for_the_turn(sitter):
    game = begun(sitter.table.home, "pericles", "14.1.01B")
    sitter.open(f"games/{game}")
    sitter.press("Look ahead")
    sitter.press("And for the whole turn? The debate sheet.")
    assert sitter.stage == "sheet"
    first = re.findall(r'value="top (\d \d)"[^>]*>(.*?)</button>', sitter.page)
    last = max(line for line, _ in first if line.startswith("2 "))
    for act in (f"up {last}", f"top {last}", "out 0 0", "in 0 0", "down 0 0"):
        sitter.do(act)
    assert dict(re.findall(r'value="top (\d \d)"[^>]*>(.*?)</button>', sitter.page))["2 1"] != dict(first)["2 1"]
    sitter.press("Keep the sheet")
    cards = sitter.table.sitting(game).ahead.cards
    assert [card.question for card in cards] == ["D5", "D6", "D7"]
    to_the_review(sitter)
    sitter.press("Play it")
    book = sitter.table.sitting(game).game.standing()
    assert [entry.question for entry in book if entry.choose] == ["D5", "D6", "D7"]
    assert 'id="asked">Play a card' not in sitter.page


def test_the_next_two_tiles_go_with_the_first_from_the_review_each_answered_as_if_it_were_asked(sitter):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    while "Take an Influence tile" not in re.search(r'id="asked">(.*?)<', sitter.page)[1]:
        to_the_review(sitter)
        sitter.press("Play it")
    to_the_review(sitter)
    for asks in ("And the next two tiles?", "And the time after that?"):
        sitter.press(asks)
        assert "Answering ahead: not asked yet" in sitter.text
        while sitter.stage != "card":
            step(sitter)
        sitter.press("Keep the card")
        assert sitter.stage == "review"
    assert "And the time after that?" not in sitter.text
    sitter.press("Play it")
    written = sitter.table.sitting(game).ahead.cards
    assert [card.question for card in written] == ["D-2"] * 2
    assert all("colours" in card.choose[-1] for card in written)
    assert [state.partition(" phase")[0] for state in states(sitter)] == ["used in"] * 2


def test_what_does_not_fit_is_refused_in_words(sitter):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    sitter.press("Look ahead")
    send(sitter, "do", "open D-S1")
    for act in ("up 0", "if 7", "keep", "open D-99", "drop 3", "next D-S1", "take 99"):
        hidden = {name: re.findall(rf'name="{name}" value="(\d+)"', sitter.page)[0] for name in ("phase", "at")}
        where = "ahead" if act.startswith(("open", "drop", "next")) else "act"
        answer = sitter.post(f"{sitter.guard.home}games/{game}/{where}", **hidden, act=act, do=act)
        sitter.ask("GET", answer.headers["Location"])
        assert (sitter.stage, "That could not be done:" in sitter.text) == ("step", True), act
