"""`ostraka play`: scripted games through a pipe, by YAML and by number; refusals, resuming, and what stays hidden."""

import contextlib
import io
import os
import pty
import re
import subprocess
import sys
from hashlib import sha256
from importlib.resources import files

import pytest

from adjudicator.kernel import Chance
from adjudicator.kernel.position.position import reason_in_words
from adjudicator.pericles import components
from adjudicator.registry import title
from cli.answer.answer import Answer
from cli.answer.keeping import Kept
from cli.home.home import Home
from cli.play.prompt import Person
from cli.play.screen import Left
from cli.rules.saved_games import key_of, load_game
from cli.seat.game import news
from cli.seat.local import LocalGame, open_saved
from tests.cli.play.hotseats import last_position, saved_game, steady, typed_by

PERIKLES = title("perikles")


def lines(*typed):
    return "".join(f"{line}\n" for line in typed)


def test_a_whole_game_is_played_through_a_pipe_with_orders_typed_as_yaml(alone, tmp_path):
    typed, expected = typed_by(steady, saved_game("whole"), "whole")
    file = tmp_path / "game.json"
    told = alone("play", "perikles", "--seed", "whole", "--save", str(file), stdin=lines(*typed)).stdout
    position = last_position(load_game(file))
    assert PERIKLES.encode(position) == PERIKLES.encode(expected.position)
    assert f"The game is over: {reason_in_words(position.outcome.reason)}." in told
    for seat, score in PERIKLES.scores(position).items():
        assert re.search(rf"^{position.outcome.places[seat]}\s+{seat}\s+{score}$", told, re.MULTILINE)


@pytest.mark.soak
def test_a_whole_game_is_played_by_numbers_alone(alone, tmp_path):
    """Always the first line of a menu, but 0 now and then, so that orders which can grow come to an end."""
    file = tmp_path / "game.json"
    told = alone(
        "play", "perikles", "--seed", "numbers", "--save", str(file), stdin=lines(*["1", "", "1", "y", "0", ""] * 300)
    ).stdout
    assert "The game is over" in told
    sent = [order for phase in load_game(file).phases for order in phase.sent.get("red", [])]
    assert max(len(order.get("placements", [])) for order in sent) >= 2
    assert {order["question"] for order in sent} >= {"D-S1", "D-2", "D-3", "D-5C", "D-6S"}


def test_a_resumed_game_stands_at_the_same_bytes_and_ends_like_one_that_was_never_left(alone, tmp_path):
    typed, whole = typed_by(steady, saved_game("resumed"), "resumed")
    file = tmp_path / "game.json"
    left = alone("play", "perikles", "--seed", "resumed", "--save", str(file), stdin=lines(*typed[:9], "q")).stdout
    assert f"Go on with: ostraka play --resume {file}" in left
    before = PERIKLES.encode(last_position(load_game(file)))
    alone("play", "--resume", str(file), "--seed", "resumed", stdin=lines("q"))
    assert PERIKLES.encode(last_position(load_game(file))) == before
    alone("play", "--resume", str(file), "--seed", "resumed", stdin=lines(*typed[9:]))
    assert PERIKLES.encode(last_position(load_game(file))) == PERIKLES.encode(whole.position)


def test_a_saved_game_is_readable_by_its_owner_only_and_does_not_tell_the_chance_to_come(alone, tmp_path):
    file = tmp_path / "game.json"
    alone("play", "perikles", "--save", str(file), stdin=lines("q"))
    assert file.stat().st_mode & 0o077 == 0
    first = load_game(file)
    alone("play", "--resume", str(file), stdin=lines("1", "", "1", "", "q"))
    assert load_game(file).setup_chance == first.setup_chance
    assert (
        len({phase.chance for phase in load_game(file).phases} - {first.setup_chance})
        == len(load_game(file).phases)
        > 0
    )


def shown(game, seat, monkeypatch):
    """Everything that a seat can be shown where it is asked: news, question, default, menu, board, its book."""
    screen = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO("b\nx\no\n0\nq\n"))
    with contextlib.redirect_stdout(screen), contextlib.suppress(Left):
        seen = LocalGame(game, "hidden", seat)
        now = seen.now()
        person = Person(Answer(game.rules, now.view, seat, now.asked), news(seen))
        person.show_news()
        person.answer_open()
    return screen.getvalue()


def test_what_is_hidden_from_a_seat_changes_nothing_that_it_is_shown(monkeypatch):
    """At each of its prompts: whatever it may not know is dealt anew, and its screen stays the same."""
    changed = 0

    def person(game, seat):
        nonlocal changed
        truth = game.position
        told = shown(game, seat, monkeypatch)
        game.position = PERIKLES.redeal(truth, seat, Chance(key_of(b"redeal", truth.phases)))
        changed += game.position != truth
        assert shown(game, seat, monkeypatch) == told
        game.position = truth
        return steady(game, seat)

    typed_by(person, saved_game("hidden"), "hidden")
    assert changed > 20


def test_strengths_of_others_are_told_only_when_they_are_turned_up(alone):
    """Every counter whose strength a menu says is one of the person's own."""
    typed, _ = typed_by(steady, saved_game("strengths"), "strengths")
    told = alone("play", "perikles", "--seed", "strengths", stdin=lines(*typed)).stdout
    menus = re.findall(r"^ +\d+  (\w+) (?:hoplite|trireme) \d", told, re.MULTILINE)
    led = re.findall(r"red leads (\w+) and pays", told)
    persian = "persia" if re.search(r"Persian leaders:.*red", told) else ""
    assert menus
    assert {city.casefold() for city in menus} <= {city.casefold() for city in led} | {persian}


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("{city: rome}", "Not understood: order 1, city: 'rome' is not known here; choose argos, athens"),
        ("{question: D-9}", "choose D-"),
        (
            "{question: D-3, city: argos, colour: red}",
            r"Refused: D-3 is not asked of red now; open for it: D-S1 \(3\.01\)\.",
        ),
        ("[1, 2]", "Not understood"),
        ("{city: [", "Not understood: not YAML"),
        ("9", "'9' is none of these: type 1 to 6, an order, or . for help"),
        ("0", "'0' is none of these"),
        ("rome", "'rome' is none of these"),
    ],
)
def test_what_cannot_be_is_refused_with_what_would_be_right_and_asked_again(alone, typed, says):
    told = alone(
        "play", "perikles", "--seed", "refused", "--scenario", "opening", stdin=lines(typed, "argos", "", "d")
    ).stdout
    assert re.search(says, told)
    assert "red put a cube in the temple of Argos." in told
    assert "The game is over: victory shared (S.10).\n" in told


def test_an_order_that_the_rules_forbid_is_refused_by_its_clause(alone):
    order = "{tile: any-z, city: athens}"
    told = alone("play", "perikles", "--seed", "clause", stdin=lines("d", "d", order, "q")).stdout
    assert re.search(r"Refused: .*any-z.* \(2\.03\)\.", told)


def test_letters_show_board_news_default_and_help(alone):
    told = alone(
        "play", "perikles", "--seed", "letters", stdin=lines("b", "h", "?", "x", "o", "0", "r", "d", "q")
    ).stdout
    assert told.count("Influence deck ") == 2
    assert told.count("is the first player.") == 2
    assert "the letters" not in told
    assert "begin this answer again" in told
    assert "Your book has no entry for 'Place a free cube' (D-S1)." in told
    assert "red put a cube in the temple of Athens." in told


def test_a_step_back_into_a_set_finds_it_as_it_was_left_and_r_begins_it_anew(alone, tmp_path):
    file = tmp_path / "game.json"
    typed = lines("1", "2", "u", "o", "4", "", "u", "", "u", "r", "5", "6", "7", "", "", "q")
    told = alone("play", "pericles", "--seed", "ticks", "--save", str(file), stdin=typed).stdout
    assert re.findall(r"(\d) of 3 chosen", told) == [*"01222", *"33", *"3", *"0123"]
    [aside] = [order for phase in load_game(file).phases for order in phase.sent["AF"]]
    assert len(aside["cards"]) == 3
    assert told.count("This is the first step.") == 1


def test_in_an_order_of_several_parts_u_goes_back_menu_by_menu(alone):
    typed = lines("d", "d", "athens assassin tile", "sparta", "u", "u", "u", "q")
    told = alone("play", "perikles", "--seed", "11", stdin=typed).stdout
    tile, city, cube = menus = ["Which Influence tile", "Assassinate in which city", "Whose cube"]
    asked = re.findall(f"^({'|'.join(menus)})\\?", told, re.MULTILINE)
    assert asked == [tile, city, cube, city, tile, tile]
    assert "Assassinate in which city? (temple)\n" in told
    assert "Whose cube? (in Sparta (temple))\n" in told


def test_a_saved_game_is_not_overwritten_by_a_new_one(alone, tmp_path):
    file = tmp_path / "game.json"
    alone("play", "perikles", "--save", str(file), stdin=lines("q"))
    before = file.read_bytes()
    told = alone("play", "perikles", "--save", str(file), stdin=lines("q"), expect=2).stderr
    assert told == f"Error: {file} exists already. Go on with it: ostraka play --resume {file}; or name another file.\n"
    assert file.read_bytes() == before


def test_a_game_is_saved_by_itself_and_gone_on_with_by_its_name(alone, tmp_path):
    for number in (1, 2):
        told = alone("play", "perikles", stdin=lines("d", "", "q")).stdout
        assert f"The game is saved after every phase. To go on with it: ostraka play perikles-{number}\n" in told
        assert f"You have left the game; it is saved. Go on with: ostraka play perikles-{number}\n" in told
    file = tmp_path / "home" / "games" / "perikles-1.json"
    phases = len(load_game(file).phases)
    assert phases > 0
    alone("play", "perikles-1", stdin=lines("d", "", "q"))
    assert len(load_game(file).phases) > phases
    assert "Games saved here: perikles-1, perikles-2." in alone("play", expect=2).stderr


def test_what_was_answered_of_a_phase_is_kept_when_its_player_leaves(alone, tmp_path):
    typed = ("perikles", "--seed", "x", "--seats", "4")
    told = alone("play", *typed, stdin=lines("o", "1", "megara", "", "q")).stdout
    assert "Noted. It is carried out with your answer" in told
    seen = open_saved(Home(tmp_path / "home"), "perikles-1")
    kept, phase = Kept(Home(tmp_path / "home"), seen.file_name, "red"), seen.now().phase
    assert (begun := kept.acts(phase))[0]
    told = alone("play", "perikles-1", stdin=lines("q")).stdout
    assert "What you had answered when you left is kept; you are asked the rest." in told
    assert kept.acts(phase) == begun


def test_a_game_that_is_over_is_not_offered_again(alone, tmp_path):
    typed, _ = typed_by(steady, saved_game("over", scenario="opening"), "over")
    alone("play", "perikles", "--scenario", "opening", "--seed", "over", stdin=lines(*typed))
    assert load_game(tmp_path / "home" / "games" / "perikles-1.json").over
    assert "Games saved here" not in alone("play", expect=2).stderr


def test_an_order_that_is_never_asked_can_be_given_at_any_prompt(alone, tmp_path):
    file = tmp_path / "game.json"
    typed = lines("o", "1", "megara", "", "argos", "", "q")
    told = alone("play", "perikles", "--seed", "unasked", "--save", str(file), stdin=typed).stdout
    assert "Noted. It is carried out with your answer" in told
    assert load_game(file).phases[next(n for n, p in enumerate(load_game(file).phases) if "red" in p.sent)].sent[
        "red"
    ] == [
        {"question": "D-S1B", "city": "megara"},
        {"question": "D-S1", "city": "argos"},
    ]


def test_with_several_people_the_machine_is_handed_over_and_each_sees_only_his_own(alone):
    typed = lines("", "d", "", "d", "", "d", "", "d")
    seats = ("--seat", "red", "--seat", "green", "--scenario", "opening")
    told = alone("play", "perikles", "--seed", "hand over", *seats, stdin=typed).stdout
    parts = re.split(r"Pass the machine to (\w+), who presses Enter> ", told)
    assert set(parts[1::2]) == {"red", "green"}
    for seat, screen in zip(parts[1::2], parts[2::2], strict=True):
        other = {"red": "green", "green": "red"}[seat]
        assert f"{seat}> " in screen
        assert f"{other}> " not in screen
    assert told.count("Your Special tile is") == 2


def test_a_book_answers_without_asking_and_says_so(alone, tmp_path):
    book = tmp_path / "book.yaml"
    book.write_text("- {question: D-S1, choose: [{city: megara}]}\n- {question: D-S1, ask_me: true}\n")
    told = alone("play", "perikles", "--seed", "book", "--book", f"red={book}", stdin=lines("x", "q")).stdout
    assert "Your book answered for you: place a free cube." in told
    assert "red put a cube in the temple of Megara." in told
    assert told.count("(D-S1, S.09)") == 2  # once more after x
    assert "of your book says to ask you." in told


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            (),
            "Play what? Give a TITLE (athens_sparta, pericles, perikles, polis) to play on this machine, the name",
        ),
        (("chess",), "chess"),
        (("perikles", "--seats", "2"), "Perikles is played by 3, 4, 5 seats, not by 2"),
        (
            ("perikles", "--seat", "pink"),
            "There is no seat 'pink' to play in this game; its seats are red, green, black.",
        ),
        (("perikles", "--scenario", "moon"), "'moon'"),
        (("perikles", "--book", "red"), "--book red: write SEAT=FILE"),
        (("perikles", "--resume", __file__), "is not a saved game"),
        (("perikles", "--option", "speed=3"), "the options of Perikles are: none"),
        (("perikles", "--components", __file__), "Perikles takes no components file"),
        (("pericles", "--components", __file__), "test_play.py: the components file cannot be used: "),
        (("pericles", "--option", "components=abc"), "--option: the components file with the digest abc is missing"),
        (("pericles", "--option", "AF=robot"), "choose one of player, bot."),
        (("pericles", "--option", "AF=bot", "--seat", "AF"), "no seat 'AF' to play in this game; its seats are DF."),
        (("pericles", "--option", "AF=bot", "--option", "DF=bot"), "bots play every Faction of 14.1.01B"),
    ],
)
def test_what_cannot_be_played_is_said_at_once(alone, words, says):
    assert says in alone("play", *words, expect=2).stderr


def test_a_game_here_has_the_options_and_the_components_file_that_it_was_begun_with(alone, tmp_path):
    ours = files(components).joinpath("pericles.yaml").read_text(encoding="utf-8")
    mine, file = tmp_path / "mine.yaml", tmp_path / "game.json"
    mine.write_text(ours.replace('1: "460-455"', '1: "461-456"'), encoding="utf-8")
    words = ("--option", "AF=bot", "--option", "bot_honor_handicap=10", "--components", str(mine))
    told = alone("play", "pericles", *words, "--save", str(file), stdin=lines("b", "q")).stdout
    assert "Turn 1, 461-456 BC" in told
    assert "DF> " in told
    mine.unlink()
    components.BOXES.pop(sha256(load_game(file).components.encode()).hexdigest())
    position = last_position(load_game(file))
    assert (position.options["AF"], position.options["bot_honor_handicap"]) == ("bot", 10)
    assert "Turn 1, 461-456 BC" in alone("play", "--resume", str(file), stdin=lines("b", "q")).stdout


def test_input_that_ends_before_the_game_is_an_error(alone):
    assert alone("play", "perikles", stdin="", expect=1).stderr == "Error: The input ended before the game did.\n"


def test_in_a_terminal_it_draws_and_listens(tmp_path):
    ours, theirs = pty.openpty()
    env = {**os.environ, "COLUMNS": "100", "OSTRAKA_HOME": str(tmp_path)}
    words = [sys.executable, "-m", "cli", "play", "perikles", "--seed", "terminal", "--scenario", "opening"]
    process = subprocess.Popen(
        words,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=env,
    )
    os.close(theirs)
    os.write(ours, b"argos\n\n4\n\n")
    told = b""
    try:
        while piece := os.read(ours, 65536):
            told += piece
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert process.wait() == 0
    assert "─ as red sees it ─" in told.decode()
    assert "red put a cube in the temple of Corinth." in told.decode()
    assert "The game is over" in told.decode()
