"""A form that writes a book, and answers given ahead in the review of an answer; at a real host."""

import json
import re

import pytest

from tests.cli.conftest import SEATS, TERMS, Table
from tests.patience import wait_until

SIX = "\n" * 6


@pytest.fixture(scope="module")
def whole_game(stage):
    """A whole game of Perikles, in which one player holds all three seats and has filled in the form for each."""
    client = stage.client("aspasia")
    game = client.create_game("perikles", "standard", 3, "Ahead", TERMS, seats_a_player=3)["game"]
    for seat in SEATS[:3]:
        client.join(game, seat)
    client.start(game)
    table = Table(stage, game, alone="aspasia")
    for seat in SEATS[:3]:
        table.ostraka("aspasia", "book", "form", game, seat, stdin=f"{SIX}y\n")
    wait_until("D-2 is asked", lambda: "D-2" in [ask["question"] for ask in client.phase(game)["asked"]])
    yield table
    table.close()


def test_six_questions_answered_with_enter_write_a_book_that_is_explained_and_sent(table):
    who, seat = table.asked()
    told = table.ostraka(who, "book", "form", table.game, seat, stdin=f"{SIX}y\n").stdout
    assert "A few questions" in told
    assert told.count("Which [1]: ") == 6
    assert "Propose a candidate (D-3): me where I have most cubes (every time)." in told
    assert f"{seat} in {table.game}, book (final)" in told
    table.wait_beyond(1)


def test_a_book_of_the_form_can_be_kept_in_a_file_and_sent_later(table, tmp_path):
    who, seat = table.asked()
    file = tmp_path / "book.yaml"
    told = table.ostraka(who, "book", "form", table.game, seat, "-o", str(file), stdin="2\n2\n2\n2\n2\n2\n").stdout
    assert f"ostraka book send {file} {table.game} {seat}" in told
    table.ostraka(who, "book", "check", str(file), "--title", "perikles")
    assert "has never had a book" in table.ostraka(who, "book", "show", table.game, seat, expect=1).stderr


def test_the_next_two_answers_are_a_plan_that_goes_with_the_first_and_the_host_asks_again_only_after_them(whole_game):
    who, seat = whole_game.asked()
    first = whole_game.phase()
    told = whole_game.ostraka(
        who, "play", whole_game.game, seat, stdin=lines("d", "a", "d", "+", "d", "2 1", "", "s", "q")
    ).stdout
    assert "And the next two tiles? Type a to say it now; it saves mails." in told
    assert "Take an Influence tile: the next times (D-2)" in told
    assert told.count("  +  ahead: ") == 3  # and what the two fall back on
    assert f"{seat} in {whole_game.game}, book (final)" in told
    plan, otherwise, standing = book_of(whole_game, who, seat)[:3]
    assert (plan["times"], len(plan["choose"]), plan["until"], otherwise.get("ask_me")) == (2, 3, "turn", True)
    assert standing["question"] == "D-3"
    client = whole_game.client(who)
    while (phase := client.phase(whole_game.game))["phase"] < first + 9:
        if seat in [ask["seat"] for ask in phase["asked"]]:
            whole_game.wait_beyond(phase["phase"])  # the book answers
        else:
            whole_game.play_one_phase()
    assert phase["asked"][0]["seat"] == seat
    shown = json.loads(whole_game.ostraka(who, "book", "show", whole_game.game, seat, "--json").stdout)
    assert not [entry for entry in shown["left"] if entry["question"] == "D-2" and "choose" in entry]


def test_a_plan_that_is_left_and_another_answer_leave_the_book_as_it_was(whole_game):
    who, seat = whole_game.asked()
    before = standing(book_of(whole_game, who, seat))
    told = whole_game.ostraka(who, "play", whole_game.game, seat, stdin=lines("d", "a", "d", "q", "s", "q")).stdout
    assert "+  ahead" not in told
    assert standing(book_of(whole_game, who, seat)) == before


def test_who_changes_the_answer_finds_the_plan_again(whole_game):
    who, seat = whole_game.asked()
    typed = lines("d", "a", "d", "", "1", "d", "a", "-1", "", "q", "c", "x a", "", "q")
    told = whole_game.ostraka(who, "play", whole_game.game, seat, stdin=typed).stdout
    assert told.count("  +  ahead: ") == 2
    assert "That cannot be done: the card answers nothing" in told


def book_of(table, who, seat):
    shown = table.ostraka(who, "book", "show", table.game, seat, "--json").stdout
    return json.loads(shown)["entries"]


def standing(entries):
    """What stands for the whole game; the first cube is placed."""
    return [entry for entry in entries if len(entry) > 1 and not entry.get("until") and entry["question"] != "D-S1"]


def lines(*typed):
    return "".join(f"{line}\n" for line in typed)


def test_a_card_is_made_with_the_answer_used_by_the_book_and_told_of_afterwards(whole_game):
    who, seat = whole_game.asked()
    typed = lines("d", "c", "1", "d", "e", "2", "", "", "s", "q")
    told = whole_game.ostraka(who, "play", whole_game.game, seat, stdin=typed).stdout
    assert "The likeliest questions:" in told
    assert "imagined games that ask it, this answers." in told
    assert "  +  your cards, into your book" in told
    assert f"{seat} in {whole_game.game}, book (final)" in told
    question = re.search(r"  a  .* \((D-\w+)\): not in your book yet", told)[1]
    assert question in [entry["question"] for entry in book_of(whole_game, who, seat) if entry.get("until") == "turn"]
    shown = json.loads(whole_game.ostraka(who, "ahead", whole_game.game, seat, "--json").stdout)
    assert len(shown["questions"]) > 0
    assert [(card["question"], card["state"].partition(" phase")[0]) for card in shown["cards"]] == [
        (question, "in your book since")
    ]
    told = whole_game.ostraka(who, "ahead", whole_game.game, seat, stdin=lines("x a", "", "y")).stdout
    assert f"{seat} in {whole_game.game}, book (final)" in told
    assert not [entry for entry in book_of(whole_game, who, seat) if entry.get("until") == "turn"]
