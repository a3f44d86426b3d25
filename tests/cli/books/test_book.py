"""`ostraka book`: what is wrong with a book, what it says, what would fire and why nothing does."""

import pytest

from cli.rules.saved_games import store_game
from tests.cli.play.hotseats import saved_game, steady, typed_by

BOOK = """
- question: D-S1
  when: {fact: all, of: [{fact: turn, number: 2}, {fact: not, of: {fact: leads, seat: red, city: athens}}]}
  choose: [{city: argos}]
- {question: D-3, choose: [{city: argos, colour: red}]}
- {question: D-S1, choose: [{city: thebes}]}
- {question: D-S1B, choose: [{city: megara}]}
"""


@pytest.fixture
def book(tmp_path):
    def write(text):
        file = tmp_path / "book.yaml"
        file.write_text(text)
        return str(file)

    return write


@pytest.fixture
def saved(tmp_path):
    """A game in which red is asked for its first cube."""
    seed = next(seed for seed in map(str, range(50)) if begins(seed) == "red")
    file = tmp_path / "game.json"
    store_game(saved_game(seed, scenario="opening"), file)
    return str(file)


def begins(seed):
    return next(saved_game(seed, scenario="opening").resolutions()).position.first_player


def test_a_well_formed_book_is_counted(alone, book):
    file = book(BOOK)
    assert alone("book", "check", file, "--title", "perikles").stdout == f"OK: {file} has 4 entries.\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("- {question: D-9, ask_me: true}", "line 1: entry 1: there is no question 'D-9'; the questions are"),
        (
            "- {question: D-3, ask_me: true}\n- {question: D-3}",
            "line 2: entry 2: an entry has exactly one of choose",
        ),
        (
            "- question: D-3\n  choose:\n  - {town: argos}",
            "line 3: entry 1, choose 1: 'town' is not known here; it may hold city, colour",
        ),
        ("- [", "not YAML"),
    ],
)
def test_a_book_that_is_wrong_is_told_with_what_would_be_right(alone, book, text, says):
    assert says in alone("book", "check", book(text), "--title", "perikles", expect=2).stderr


def test_a_book_is_said_in_plain_sentences(alone, book):
    told = alone("book", "explain", book(BOOK), "--title", "perikles").stdout.splitlines()
    assert told[1] == "2. Propose a candidate (D-3): red in Argos (once)."
    assert len(told) == 4


def test_what_would_fire_now_is_told_with_the_reason_why_others_do_not(alone, book, saved):
    told = alone("book", "explain", book(BOOK), "--save-file", saved, "red").stdout
    assert told.partition("\n\n")[2].splitlines() == [
        "Place a free cube (D-S1):",
        "  Entry 1 of your book does not apply: the turn is 0 (wanted: 2).",
        "  Entry 3 of your book answers: Thebes.",
        "Order the second free cube ahead (D-S1B):",
        "  Entry 4 of your book answers: Megara.",
    ]


def test_choices_that_are_illegal_are_told_with_their_clause(alone, book, tmp_path):
    def person(game, seat):
        if "D-3" in [ask.question for ask in game.position.phase.asks]:
            raise StopIteration
        return steady(game, seat)

    game = saved_game("illegal")
    with pytest.raises(StopIteration):
        typed_by(person, game, "illegal")
    file = tmp_path / "game.json"
    store_game(game, file)
    text = "- {question: D-3, choose: [{city: athens, colour: red}]}\n- {question: D-3, ask_me: true}"
    told = alone("book", "explain", book(text), "--save-file", str(file), "red").stdout
    assert "Entry 1 of your book passes over red in Athens (3.0" in told
    assert told.endswith("Entry 2 of your book says to ask you.\n")


def test_a_seat_that_is_not_asked_is_told_so(alone, book, saved):
    told = alone("book", "explain", book("- {question: D-3, ask_me: true}"), "--save-file", saved, "green").stdout
    assert told.endswith("\nNothing is asked of green now.\n")


def test_without_an_entry_nothing_fires(alone, book, saved):
    told = alone("book", "explain", book("- {question: D-3, ask_me: true}"), "--save-file", saved, "red").stdout
    assert "Your book has no entry for 'Place a free cube' (D-S1)." in told


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "Give GAME and SEAT, or --save-file and SEAT, or only --title."),
        (("lusab-babad",), "Give GAME and SEAT"),
        (("red", "--save-file", "SAVED", "--title", "chess"), "That is a game of perikles, not of chess."),
        (("pink", "--save-file", "SAVED"), "There is no seat 'pink' in this game; seats are red, green, black."),
    ],
)
def test_what_cannot_be_explained_is_said(alone, book, saved, words, says):
    words = [saved if word == "SAVED" else word for word in words]
    assert says in alone("book", "explain", book(BOOK), *words, expect=2).stderr


def test_a_book_is_explained_for_a_running_game_of_the_service(table, book):
    who, seat = table.asked()
    told = table.ostraka(who, "book", "explain", book(BOOK), table.game, seat).stdout
    assert "Entry 3 of your book answers: Thebes." in told
