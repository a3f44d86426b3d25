"""`ostraka game`."""

import json

import pytest

from adjudicator.registry import titles
from cli.terminal.durations import Duration
from tests.cli.conftest import PLAYERS, SEATS, invoke


def create(stage, *more, expect=0):
    home = stage.home("aspasia")
    words = ("game", "create", "perikles", "--scenario", "opening", "--name", "Sherds")
    return invoke(stage, home, *words, *more, expect=expect)


@pytest.mark.parametrize(
    ("text", "seconds"), [("30s", 30), ("5m", 300), ("12h", 43_200), ("3d", 259_200), ("1w", 604_800)]
)
def test_a_length_of_time_is_a_number_and_a_unit(text, seconds):
    assert Duration().convert(text, None, None) == seconds


@pytest.mark.parametrize("text", ["3", "d", "0d", "-1d", "3 d", "3days", "1.5h", "٣d", "1234567s"])
def test_what_is_no_length_of_time_is_usage_and_says_what_is(stage, text):
    told = create(stage, "--seats", "4", "--deadline", text, expect=2).stderr
    assert f"{text!r} is not a length of time: write a number and one of s, m, h, d, w, as in 36h or 3d." in told


def test_a_game_is_created_joined_started_and_shown(stage):
    game = create(stage, "--seats", "4").stdout.strip()
    for who, seat in zip(PLAYERS, SEATS, strict=True):
        assert invoke(stage, stage.home(who), "game", "join", game).stdout == f"{seat}\n"
    shown = invoke(stage, stage.home("kleon"), "game", "show", game).stdout.splitlines()
    assert shown[0] == f"Sherds ({game}): perikles/opening, inviting"
    assert shown[2:6] == ["red     aspasia", "green   kleon", "black   nikias", "orange  thais"]
    assert shown[6:8] == ["Terms, signed by aspasia, who organises it:", "  A phase lasts 3 days."]
    assert (
        invoke(stage, stage.home("aspasia"), "game", "start", game).stdout
        == f"{game} has begun. See what is waiting for you with: ostraka next\n"
    )
    shown = json.loads(invoke(stage, stage.home("kleon"), "game", "show", game, "--json").stdout)
    assert (shown["status"], shown["terms"]["phase_seconds"], shown["open"]["phase"]) == ("running", 259_200, 1)
    told = invoke(stage, stage.home("kleon"), "game", "show", game).stdout
    assert f"\n  {shown['open']['waiting'][0]}\n" in told
    assert "awaited" in told


def test_a_draft_and_a_final_word_are_shown_and_no_more(table):
    who, seat = table.asked()
    table.client(who).send(table.game, seat, [{"question": "D-S1", "city": "megara"}], "draft")
    told = table.ostraka("aspasia", "game", "show", table.game).stdout
    assert f"{seat:6}  {who:7}  draft" in told
    assert "megara" not in told
    table.client(who).withdraw(table.game, seat)
    assert f"{seat:6}  {who:7}  awaited" in table.ostraka("aspasia", "game", "show", table.game).stdout


def test_the_list_of_games_has_a_line_for_each(stage, opened):
    told = invoke(stage, stage.home("kleon"), "game", "list").stdout.splitlines()
    assert told[0].split() == ["GAME", "NAME", "TITLE", "STATUS", "SEATS"]
    assert [opened.game, "Sherds", "perikles/opening", "running", "4/4"] in [line.split() for line in told]
    listed = json.loads(invoke(stage, stage.home("kleon"), "game", "list", "--json").stdout)
    assert opened.game in [game["game"] for game in listed]


def test_reading_games_needs_no_key(stage, opened, alone):
    alone("game", "list", "--url", stage.url)
    alone("game", "show", opened.game, "--url", stage.url)


@pytest.mark.parametrize(
    ("more", "code", "sentence"),
    [
        (("--seats", "6"), 2, "Perikles is played by 3, 4, 5 seats, not by 6"),
        (("--seats", "4", "--scenario", "endless"), 2, "scenario 'endless' does not exist; known: opening"),
        (("--seats", "4", "--name", ""), 2, "malformed game"),
        (("--seats", "4", "--deadline", "1s"), 1, "(wrong-deadline)"),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_what_could(stage, more, code, sentence):
    assert sentence in create(stage, *more, expect=code).stderr


def test_a_title_that_is_not_known_is_refused_with_those_that_are(stage):
    words = ("game", "create", "chess", "--scenario", "opening", "--seats", "2", "--name", "x")
    told = invoke(stage, stage.home("aspasia"), *words, expect=2).stderr
    assert told == f"Error: title 'chess' does not exist; known: {', '.join(titles())}\n"


def test_everything_that_is_missing_from_a_call_is_named_at_once(alone):
    told = alone("game", "create", "--seats", "4", expect=2).stderr
    assert told == "Error: Missing: TITLE, --name. Try: ostraka game create --help\n"
    assert alone("report", expect=2).stderr.startswith("Error: Missing argument 'GAME'.")
    assert alone("absent", expect=2).stderr.startswith("Error: Missing: GAME, SEAT, FROM.")


def test_what_to_do_next_is_said_beside_the_id_and_the_seat(stage):
    made = create(stage, "--seats", "4")
    game = made.stdout.strip()
    assert f"#   ostraka game invite {game} PLAYER\n" in made.stderr
    joined = invoke(stage, stage.home("aspasia"), "game", "join", game, "red")
    assert (joined.stdout, "ostraka next" in joined.stderr) == ("red\n", True)


def test_a_seat_that_is_taken_is_refused(stage):
    game = create(stage, "--seats", "4").stdout.strip()
    invoke(stage, stage.home("aspasia"), "game", "join", game, "red")
    told = invoke(stage, stage.home("kleon"), "game", "join", game, "red", expect=1).stderr
    assert told == "Error: Seat red is held by aspasia. (seat-taken)\n"


def test_a_game_without_a_free_seat_is_told_without_asking_the_service(opened):
    told = opened.ostraka("kleon", "game", "join", opened.game, expect=1).stderr
    assert told == f"Error: Every seat of {opened.game} is taken.\n"


def test_a_game_with_free_seats_cannot_be_started(stage):
    game = create(stage, "--seats", "4").stdout.strip()
    told = invoke(stage, stage.home("aspasia"), "game", "start", game, expect=1).stderr
    assert told == "Error: Seats without a player: red, green, black, orange. (seats-empty)\n"


def test_only_the_organiser_starts(stage):
    game = create(stage, "--seats", "4").stdout.strip()
    told = invoke(stage, stage.home("kleon"), "game", "start", game, expect=1).stderr
    assert told == "Error: Only the game's organiser, aspasia, can do this. (not-organiser)\n"


def test_a_game_that_does_not_exist_is_refused(stage):
    told = invoke(stage, stage.home("kleon"), "game", "show", "fiviv-fodas-koniv", expect=1).stderr
    assert told.endswith("(unknown-game) See its games with: ostraka game list\n")


def test_a_join_is_made_for_the_hosts_own_commitment(stage, twist):
    game = create(stage, "--seats", "4").stdout.strip()
    stage.client("kleon").game(game)
    twist(rf"/games/{game}$", lambda summary: {**summary, "commitment": "A" * 43})
    told = invoke(stage, stage.home("kleon"), "game", "join", game, expect=4).stderr
    assert "the commitment to the chance of game" in told
