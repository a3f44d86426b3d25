"""`ostraka try`: what could come of the open phase, from one's own view and on this machine alone."""

import json

import pytest

from adjudicator.kernel import Chance
from cli.orders.simulation import guess
from cli.seat.known_game import KnownGame
from cli.times import local_time
from tests.cli.mail.postbags import GAME, RULES, Postbag
from tests.cli.play.hotseats import key_of

ATHENS = "- {question: D-S1, city: athens}"


@pytest.fixture
def bag(tmp_path) -> Postbag:
    return Postbag(tmp_path)


def tried(bag, seat, *words, **more):
    bag.open(bag.letter(seat))
    return json.loads(bag.ostraka("try", GAME, seat, *words, "--offline", "--json", **more).stdout)


# --- from a letter -----------------------------------------------------------------------------------------------


def test_what_would_come_of_ones_orders_is_told_with_the_board_and_as_a_guess(bag):
    seat = bag.seat
    bag.open(bag.letter(seat))
    told = bag.ostraka("try", GAME, seat, bag.file(ATHENS), "--offline").stdout
    assert told.startswith(
        f"Phase 1 of {GAME}, from the letter of {local_time('2026-11-21T10:00:00Z')}. Your orders: as in "
    )
    assert f"{seat} put a cube in the temple of Athens." in told
    assert "Influence deck " in told
    assert told.endswith("Nothing was sent, and nobody learns that you tried.\n")
    assert "are made up on this machine" in told


def test_without_orders_the_default_counts_and_that_is_said(bag):
    content = tried(bag, bag.seat)
    assert content["said"] == "none are in, so your book answers, or else the default"
    assert content["orders"] is None
    said = "counted: place a free cube. The default applies"
    assert any(said in one for one in content["guesses"][0]["sentences"])


def test_ones_book_answers_as_it_would(bag):
    seat = bag.seat
    bag.position.books = {seat: RULES.check_book([{"question": "D-S1", "choose": [{"city": "megara"}]}])}
    sentences = tried(bag, seat)["guesses"][0]["sentences"]
    assert "Your book answered for you: place a free cube." in sentences
    assert f"{seat} put a cube in the temple of Megara." in sentences


def test_orders_that_the_rules_refuse_are_refused_before_anything_is_guessed(bag):
    bag.open(bag.letter(bag.seat))
    told = bag.ostraka(
        "try", GAME, bag.seat, "-", "--offline", stdin="- {question: D-3, city: argos, colour: red}", expect=1
    )
    assert "D-3 is not asked of" in told.stderr


def test_the_same_seed_guesses_the_same_and_another_otherwise(bag):
    seat = bag.play_until("D-6S")
    first, again, other = (tried(bag, seat, "--seed", seed, "--guess", "random") for seed in ("a", "a", "b"))
    assert first == again
    assert first["guesses"] != other["guesses"]


def test_many_tries_count_what_happened_how_often(bag):
    seat = bag.seat
    bag.open(bag.letter(seat))
    words = ("try", GAME, seat, bag.file(ATHENS), "--offline", "--times", "5", "--seed", "many")
    told = bag.ostraka(*words).stdout
    assert "Tried 5 times. How often each of these happened:" in told
    assert f"    5  {seat} put a cube in the temple of Athens.\n" in told
    assert "Influence deck " not in told
    assert len(json.loads(bag.ostraka(*words, "--json").stdout)["guesses"]) == 5


def test_what_is_supposed_of_others_is_told_and_where_it_cannot_be_it_falls(bag):
    """All are asked together for instructions; a Location that is not on display makes them illegal."""
    seat = bag.play_until("D-6S")
    other, third = (s for s in bag.position.seats if s != seat)
    pass_all = bag.file("- {question: D-6S, instructions: [{do: pass}]}", "pass.yaml")
    nowhere = bag.file("- {question: D-6S, instructions: [{do: use, location: nowhere}]}", "nowhere.yaml")
    given = ("--orders", f"{other}={pass_all}", "--orders", f"{third}={nowhere}")
    bag.open(bag.letter(seat))
    told = bag.ostraka("try", GAME, seat, "--offline", *given).stdout
    assert f"  Assumed: {other}, Say when to use the Special tile in battles: pass (D-6S)\n" in told
    assert f"  The order of {third} to D-6S is not legal in this guess, and is not carried out.\n" in told


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("pink=x.yaml", "SEAT is one of"),
        ("green", "write SEAT=FILE"),
        ("{other}=/no/such", "there is no file /no/such"),
    ],
)
def test_what_cannot_be_supposed_is_said(bag, given, says):
    bag.open(bag.letter(bag.seat))
    other = next(s for s in bag.position.seats if s != bag.seat)
    words = ("try", GAME, bag.seat, "--offline", "--orders", given.format(other=other))
    assert says in bag.ostraka(*words, expect=2).stderr


def test_a_guess_follows_from_ones_own_view_alone(bag):
    """Redeal what the seat may not know: with the same seed its guesses stay the same."""
    seat = bag.play_until("D-5C")
    compared = set()
    for number in range(5):
        position = RULES.redeal(bag.position, seat, Chance(key_of(b"redeal", number)))
        plain = json.loads(RULES.encode(RULES.view(position, seat)))
        known = KnownGame(None, GAME, seat, plain)
        compared.add(RULES.encode(guess(known, None, {}, "random", bytes(32), 1).resolution.position))
    assert len(compared) == 1


def test_without_a_letter_it_is_said_how_to_get_one(bag):
    told = bag.ostraka("try", GAME, "red", "--offline", expect=2).stderr
    assert f"No letter to red of {GAME} was opened here." in told
    assert "ostraka open FILE" in told


def test_where_nobody_answers_the_letter_is_offered(bag):
    bag.open(bag.letter("red"))
    told = bag.ostraka("try", GAME, "red", expect=3).stderr
    assert f"You have a letter for red in {GAME}: --offline works from it." in told


# --- from the service --------------------------------------------------------------------------------------------


def test_with_the_service_what_was_sent_is_tried_and_nothing_is_sent(table, tmp_path):
    who, seat = table.asked()
    table.client(who).send(table.game, seat, [{"question": "D-S1", "city": "corinth"}], "draft")
    before = table.client(who).questions(table.game, seat)
    told = table.ostraka(who, "try", table.game, seat).stdout
    assert f"from the host at {table.stage.url}. Your orders: as in your envelope 1 (draft)." in told
    assert f"{seat} put a cube in the temple of Corinth." in told
    assert table.client(who).questions(table.game, seat) == before
    table.client(who).withdraw(table.game, seat)
    assert json.loads(table.ostraka(who, "try", table.game, seat, "--json").stdout)["orders"] is None


def test_a_game_that_is_over_has_nothing_to_try(finished):
    assert "is over" in finished.ostraka("aspasia", "try", finished.game, "red", expect=1).stderr
