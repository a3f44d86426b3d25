"""Answers ahead at the table, by buttons alone: looked for, made as cards, sent with an answer, used."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from cli.answer.cards import Card
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
    send(sitter, "act", "down 0")
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
    assert "Place a free cube" not in re.search(r'id="asked"[^>]*>(.*?)<', sitter.page)[1]


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
    assert 'class="ghost"' in sitter.page
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


def lines(sitter):
    return re.findall(r'value="top \d+"[^>]*>(.*?)</button>', sitter.page)


def add_line(sitter, words="Add the next one"):
    if sitter.stage == "plan":
        sitter.press(words)
    while sitter.stage == "step":
        assert "Answering ahead: not asked yet" in sitter.text
        sitter.do("take 0")


def test_the_next_two_tiles_are_a_plan_that_goes_with_the_first_and_falls_back_on_colours(sitter):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    while "Take an Influence tile" not in re.search(r'id="asked"[^>]*>(.*?)<', sitter.page)[1]:
        to_the_review(sitter)
        sitter.press("Play it")
    to_the_review(sitter)
    sitter.press("And the next two tiles?")
    for _ in range(2):
        add_line(sitter)
    assert ["a tile with the most cubes" in line for line in lines(sitter)] == [False, False, True]
    assert "Add the next one" not in sitter.text
    sitter.press("Keep the plan")
    assert sitter.stage == "review"
    sitter.press("Play it")
    [card] = sitter.table.sitting(game).ahead.cards
    assert (card.question, card.answers, len(card.choose)) == ("D-2", 2, 3)
    assert [state.partition(" phase")[0] for state in states(sitter)] == ["used in"]


def test_all_placements_of_a_turn_are_planned_in_one_list_moved_varied_kept_and_used_up_in_their_order(sitter):
    game = begun(sitter.table.home, "pericles", "14.1.01A")
    sitter.open(f"games/{game}")
    to_the_review(sitter)
    sitter.press("And your other markers, in this order?")
    for _ in range(3):
        add_line(sitter)
    first, second, third = lines(sitter)
    send(sitter, "act", "down 0")
    send(sitter, "act", "top 2")
    assert lines(sitter) == [third, second, first]
    assert re.findall(r'class="rank".*?>(\d)</text>', sitter.page) == ["1", "2", "3"] * 4  # each shape: board, script
    send(sitter, "act", "cut 2")
    send(sitter, "act", "vary 1 1 1")
    assert lines(sitter)[0] == third
    assert re.fullmatch(re.escape(second) + ", otherwise in .*", lines(sitter)[1])
    for act in ("up 0", "vary 1 9 0", "vary 9 0 0", "top x", "take 99"):
        hidden = {name: re.findall(rf'name="{name}" value="(\d+)"', sitter.page)[0] for name in ("phase", "at")}
        answer = sitter.post(f"{sitter.guard.home}games/{game}/act", **hidden, act=act)
        sitter.ask("GET", answer.headers["Location"])
        assert "That could not be done:" in sitter.text, act
    sitter.do("else default")
    sitter.press("Keep the plan")
    sitter.press("Play it")
    sitting = sitter.table.sitting(game)
    [card] = sitting.ahead.cards
    assert card.came.startswith("used in phase")
    placed = [
        (event.kind, event.theater)
        for resolution in sitting.game.game.resolutions
        for event in resolution.events
        if event.__class__.__name__ == "MarkerPlacedSecretly" and event.faction == sitting.game.seat
    ]
    assert placed[1:3] == [(one["marker"], one["theater"]) for one in card.choose]
    assert len(placed) == 6


def test_what_a_turn_has_used_of_a_plan_does_not_come_back_with_the_next_card(sitter):
    game = begun(sitter.table.home, "pericles", "14.1.01A")
    sitting = sitter.table.sitting(game)
    hand, rules, seat = sitting.ahead, sitting.game.rules, sitting.game.seat
    placements = [{"marker": "military", "theater": spot} for spot in ("naupactus", "sparta")]
    hand.keep([Card(question="D16", choose=placements, once=False, answers=2, filed=1)])
    [entry, rest] = rules.check_book(hand.cards[0].entries(rules))
    assert (entry.times, rest.ask_me) == (2, True)
    used = replace(sitting.now.view, books={seat: [replace(entry, choose=placements[1:], times=1), rest]})
    assert hand.follow(used, 2) == []
    assert [(one.choose, one.times) for one in hand.with_cards(used.books[seat])] == [(placements[1:], 1), ([], None)]


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
