"""`ostraka view`, `report`, `log`, `replay` and `title`: what is read."""

import contextlib
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios

import pytest

from adjudicator.registry import titles
from cli.errors import Refused
from cli.terminal.output import rich_table, table
from tests.cli.conftest import PLAYERS, SEATS, TERMS, invoke
from tests.cli.look.test_history import by_people
from tests.patience import PATIENCE
from tools.demo.stage import PROGRAM

# --- the board ---------------------------------------------------------------------------------------------------


def test_the_board_is_drawn_from_what_everybody_may_know(finished):
    told = finished.ostraka("kleon", "view", finished.game).stdout
    assert told == finished.client("kleon").view(finished.game)["text"] + "\n"
    assert " ".join(told.split()).count("Special tile face down") == 4


def test_a_seat_sees_its_own_tile_and_no_other(finished):
    for who, seat in zip(PLAYERS, SEATS, strict=True):
        view = json.loads(finished.ostraka(who, "view", finished.game, seat, "--json").stdout)["view"]
        known = {holder: special["tile"] for holder, special in view["special"].items()}
        assert [holder for holder, tile in known.items() if isinstance(tile, str)] == [seat]


def test_the_view_of_another_seat_is_refused(finished):
    told = finished.ostraka("kleon", "view", finished.game, "red", expect=1).stderr
    assert told == "Error: Seat red is held by aspasia, not by you. (not-your-seat)\n"


def in_terminal(stage, *words: str) -> str:
    """What the program prints in a terminal of 100 columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    environment = {**stage.environment("kleon"), "TERM": "xterm"}
    del environment["COLUMNS"]
    process = subprocess.Popen([*PROGRAM, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    told = b""
    with contextlib.suppress(OSError):  # EIO: the other end is closed
        while chunk := os.read(ours, 65_536):
            told += chunk
    os.close(ours)
    assert process.wait(timeout=PATIENCE) == 0, told
    return told.decode()


def test_in_a_terminal_tables_are_drawn(stage):
    drawn = in_terminal(stage, "title", "list")
    assert "┏" in drawn
    assert "perikles" in drawn


def test_in_a_terminal_the_board_stands_between_two_rules(finished):
    drawn = in_terminal(finished.stage, "view", finished.game)
    assert drawn.startswith("─")
    assert "as everyone sees it" in drawn
    assert "Special tile face down" in " ".join(drawn.split())


def test_in_a_terminal_names_are_no_markup(capsys):
    rich_table(("name",), [["[bold]Sherds[/bold]"]], None)
    assert "[bold]Sherds[/bold]" in capsys.readouterr().out


@pytest.mark.parametrize("evil", ["\x1b[2J", "\x9b2J", "\r", "\x07", "\u202e", "\x00"])
def test_what_others_wrote_never_moves_the_cursor(stage, twist, evil):
    client = stage.client("aspasia")
    game = client.create_game("perikles", "opening", 3, "Sherds", TERMS)["game"]
    twist(r"/games", lambda told: json.loads(json.dumps(told).replace("Sherds", json.dumps(evil)[1:-1])))
    for words in (("game", "list"), ("game", "show", game)):
        told = invoke(stage, stage.home("aspasia"), *words).stdout
        assert "\ufffd" in told
        assert evil not in told


def test_what_a_service_refuses_with_is_clean_as_well(alone, monkeypatch):
    def fail(*_):
        raise Refused("no \x1b[31mred\x1b[0m")

    monkeypatch.setattr("cli.home.home.Home.choose_key", fail)
    assert alone("key", "show", expect=1).stderr == "Error: no \ufffd[31mred\ufffd[0m\n"


def test_when_piped_tables_are_plain_columns(capsys):
    table(("seat", "player"), [("red", "aspasia"), ("green", None)])
    assert capsys.readouterr().out == "SEAT   PLAYER\nred    aspasia\ngreen\n"


# --- the report --------------------------------------------------------------------------------------------------


def test_the_public_report_tells_no_secret_and_a_seats_own_tells_its_own(finished):
    public = finished.ostraka("aspasia", "report", finished.game).stdout
    assert "Your Special tile" not in public
    for who, seat in zip(PLAYERS, SEATS, strict=True):
        own = finished.ostraka(who, "report", finished.game, seat).stdout
        assert own.count("Your Special tile is ") == 1
        assert "The log proves for " in own


def test_a_report_is_told_in_scenes(finished):
    told = finished.ostraka("kleon", "report", finished.game, "--scenes").stdout
    kept = json.loads(finished.ostraka("kleon", "report", finished.game, "--scenes", "--json").stdout)
    shown = [
        line for scene in kept if scene["rows"] for line in (scene["heading"], *(r["words"] for r in scene["rows"]))
    ]
    assert [line.strip() for line in told.splitlines() if line.startswith(" ")] == [
        by_people(finished, s) for s in shown
    ]
    assert kept == finished.client("kleon").scenes(finished.game)
    later = finished.client("kleon").scenes(finished.game, after=kept[-1]["before"]["phase"] - 1)
    assert later == [scene for scene in kept if scene["after"]["phase"] >= kept[-1]["before"]["phase"]]


def test_a_seat_looks_at_the_boards_at_the_ends_of_its_scenes(finished):
    client, seat = finished.client(PLAYERS[0]), SEATS[0]
    for scene in client.scenes(finished.game, seat)[:3]:
        for end in (scene["before"], scene["after"]):
            shown = client.view(finished.game, seat, end["phase"], told=end["told"])
            assert shown["view"]["seats"] == client.view(finished.game, seat)["view"]["seats"]
    with pytest.raises(Refused, match="begins or ends there"):
        client.view(finished.game, seat, 2, told=999)


def test_the_report_can_begin_after_a_phase(finished):
    whole = json.loads(finished.ostraka("kleon", "report", finished.game, "--json").stdout)
    later = json.loads(finished.ostraka("kleon", "report", finished.game, "--after", "3", "--json").stdout)
    assert [phase["phase"] for phase in whole] == list(range(len(whole)))
    assert later == whole[4:]


def test_an_order_that_fell_is_told_to_its_author_only(table):
    who, seat = table.asked()
    table.client(who).send(table.game, seat, [{"question": "D-S1", "city": "troy"}])
    table.wait_beyond(1)
    own = table.ostraka(who, "report", table.game, seat).stdout
    assert "Your order was not carried out: " in own
    assert "  Your envelope 1 (final) counted; the log proves it.\n" in own
    assert "fell" not in table.ostraka("aspasia", "report", table.game).stdout


# --- the log and the record --------------------------------------------------------------------------------------


def test_the_log_is_shown_after_it_was_verified(finished):
    told = finished.ostraka("thais", "log", finished.game).stdout.splitlines()
    assert told[0].split() == ["INDEX", "AT", "KIND", "WHAT"]
    kinds = [line[told[0].index("KIND") :].split()[0] for line in told[1:-1]]
    assert kinds[:7] == ["created", "joined", "joined", "joined", "joined", "started", "dealt"]
    assert kinds[7:-1] == ["cut", "resolved"] * (len(kinds[7:-1]) // 2)
    assert kinds[-1] == "over"
    assert told[-1] == f"{len(kinds)} entries: every signature is the host's, and the chain is unbroken."
    entries = json.loads(finished.ostraka("thais", "log", finished.game, "--json").stdout)
    assert [entry["kind"] for entry in entries] == kinds


def test_a_finished_game_replays_to_the_same_bytes_with_and_without_the_service(finished, alone, tmp_path):
    record = tmp_path / "record.json"
    told = finished.ostraka("thais", "replay", finished.game, "--save", str(record)).stdout
    assert "replay: the same orders and dice lead to the same bytes, phase by phase, to the end\n" in told
    assert f" is pinned for {finished.stage.url}\n" in told
    assert told.endswith(f"The record is saved in {record}\n")
    read = finished.ostraka("thais", "replay", str(record)).stdout
    assert told == f"{read}The record is saved in {record}\n"
    stranger = alone("replay", str(record)).stdout
    assert " is a host you have not met: compare its key by another way\n" in stranger


def order_of_another_city(record: dict) -> None:
    leaf = next(leaf for p in record["phases"] for e in p["envelopes"] for leaf in e["leaves"] if leaf.get("order"))
    leaf["order"]["city"] = "argos" if leaf["order"]["city"] != "argos" else "athens"


def log_entry_left_out(record: dict) -> None:
    del record["log"][3]


def another_secret(record: dict) -> None:
    record["secret"] = "A" * 43


def another_host(record: dict) -> None:
    record["host_key"] = "A" * 43


def default_for_an_order(record: dict) -> None:
    record["phases"][0]["orders"][0]["source"] = "default"


@pytest.mark.parametrize(
    "change", [order_of_another_city, log_entry_left_out, another_secret, another_host, default_for_an_order]
)
def test_a_record_in_which_anything_was_changed_is_found_out(finished, tmp_path, change):
    record = finished.client("thais").record(finished.game)
    copy = json.loads(json.dumps(record))
    change(copy)
    path = tmp_path / "record.json"
    path.write_text(json.dumps(copy))
    told = finished.ostraka("thais", "replay", str(path), expect=4).stderr
    assert told.startswith(f"Error: The record of game {finished.game} is not valid:\n  - ")


def test_a_record_by_another_host_than_the_pinned_one_is_refused(finished, stage, twist, tmp_path):
    record = finished.client("thais").record(finished.game)
    twist(r"/record$", lambda _: {**record, "host_key": "A" * 43})
    assert "the pinned key is" in finished.ostraka("thais", "replay", finished.game, expect=4).stderr


def test_a_file_that_is_no_record_is_usage(alone, tmp_path):
    (tmp_path / "record.json").write_text('{"game": "x"}')
    told = alone("replay", str(tmp_path / "record.json"), expect=2).stderr
    assert told.startswith("Error: This is no record of a game: malformed record: ")


def test_a_game_that_still_runs_has_no_record(opened):
    told = opened.ostraka("thais", "replay", opened.game, expect=1).stderr
    assert told == "Error: The record is published when the game is over; this game is still running. (not-over)\n"


# --- titles ------------------------------------------------------------------------------------------------------


def test_titles_are_listed_without_a_service(alone):
    assert alone("title", "list").stdout.splitlines()[0].split() == ["TITLE", "NAME", "VERSION", "SCENARIOS"]
    listed = json.loads(alone("title", "list", "--json").stdout)
    assert {
        "title": "perikles",
        "name": "Perikles",
        "version": "perikles/3",
        "scenarios": ["standard", "opening"],
    } in listed


def test_a_title_is_shown_with_its_questions(alone):
    told = alone("title", "show", "perikles").stdout.splitlines()
    assert told[0] == "Perikles (perikles/3)"
    assert told[1].startswith("An unofficial referee for Perikles")
    assert "our own reconstruction" in told[1]
    assert told[3].split()[:2] == ["standard", "3/4/5"]
    assert told[4].split()[:2] == ["opening", "3/4/5"]
    assert any(re.fullmatch(r"Place a free cube +city +D-S1", line) for line in told)


def test_a_scenario_is_shown_with_its_name(alone):
    told = alone("title", "show", "pericles").stdout
    assert "The Archidamian War. All phases, turns 6 to 7 (14-D)." in told


def test_the_orders_of_a_title_have_their_schemas(alone):
    shown = json.loads(alone("title", "show", "perikles", "--json").stdout)
    assert shown["questions"]["D-S1"]["$defs"]


def test_a_title_that_is_not_known_is_usage(alone):
    told = alone("title", "show", "chess", expect=2).stderr
    assert told == f"Error: title 'chess' does not exist; known: {', '.join(titles())}.\n"
