"""The demo, and the search for secrets that it ends with."""

import json
import subprocess
import sys
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from adjudicator import registry
from adjudicator.kernel import Scenario
from adjudicator.registry import title
from tests.adjudicator.players import begin, play_on
from tests.cli.conftest import PLAYERS, SEATS
from tests.forks import ForkedStage
from tests.titles import heralds
from tools.demo import any_title, pericles
from tools.demo.__main__ import demo as in_process
from tools.demo.secret_search import hidden_tile, places_of, secrets_of
from tools.demo.stage import DemoFailed, Stage

ROOT = Path(__file__).parents[2]


def demo(*words: str, expect: int = 0) -> subprocess.CompletedProcess[str]:
    """`make demo`, with these words after it."""
    command = [sys.executable, "-m", "tools.demo", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == expect, done.stdout + done.stderr
    return done


@pytest.mark.demo
def test_the_demo_runs_green(tmp_path, monkeypatch):
    monkeypatch.setattr("tools.demo.perikles.Stage", ForkedStage)
    told = CliRunner().invoke(in_process, ["--keep", str(tmp_path / "demo")], catch_exceptions=False).output
    for sentence in (
        "the forgery was refused for its signer",
        "the default stood for Kleon; the log proves it",
        "only her report names her Special tile",
        "her final orders counted, not her draft",
        "everyone had mail when the game began, when they were asked, and at the end",
        "replay: the same orders and dice lead to the same bytes",
        "All is as it should be",
    ):
        assert sentence in told
    root = tmp_path / "demo"
    assert {"host", "mails", "players", "server.log", "record.json", "orders.yaml"} <= {p.name for p in root.iterdir()}
    assert len(list(root.glob("players/aspasia/receipts/*/*.json"))) == 2
    assert json.loads((root / "record.json").read_text())["title"] == "perikles"


def test_the_book_of_the_demo_of_pericles_answers_whatever_is_asked():
    rules = title("pericles")
    book = rules.check_book(pericles.entries())
    begun = begin(rules, 4, "demo", pericles.SCENARIO)
    begun.position = rules.with_books(begun.position, {"AF": book})
    played = list(play_on(rules, begun, "demo", missing=0))
    assert not any("AF" in rules.waits_for(before) for before, *_ in played)
    assert len(played) > 100


@pytest.mark.soak
@pytest.mark.demo
def test_the_demo_of_pericles_runs_green(tmp_path):
    """Two minutes: `make soak`."""
    told = demo("pericles", "--keep", str(tmp_path)).stdout
    for sentence in (
        "the forgery was refused for its signer",
        "the default stood for Kleon; the log proves it",
        "her book answered, and her report says where",
        "only her report shows her hand",
        "replay: the same orders and dice lead to the same bytes",
        "All is as it should be",
    ):
        assert sentence in told
    for when in ("before", "after"):
        assert (tmp_path / f"map-{when}.png").read_bytes().startswith(b"\x89PNG")
    assert json.loads((tmp_path / "record.json").read_text())["title"] == "pericles"


@pytest.mark.soak
@pytest.mark.demo
def test_the_demo_of_athens_sparta_plays_an_olympiad_to_a_draw(tmp_path):
    """Two minutes: `make soak`."""
    told = demo("athens_sparta", "--keep", str(tmp_path)).stdout
    for sentence in (
        "of her hidden blocks others read a hex and a number where she reads a name",
        "Athens offers a draw.",
        "replay: the same orders and dice lead to the same bytes",
    ):
        assert sentence in told
    assert json.loads((tmp_path / "record.json").read_text())["title"] == "athens_sparta"


@pytest.mark.soak
@pytest.mark.demo
def test_a_title_of_seven_is_played_by_two_people_and_five_bots(tmp_path, monkeypatch):
    scenario = Scenario("ring", "The ring", "Four rounds.", (7,))
    seven = replace(heralds.TITLE, scenarios={"ring": scenario})
    monkeypatch.setitem(registry._registered, "heralds", {seven.version: seven})
    monkeypatch.setattr("tools.demo.any_title.Stage", ForkedStage)
    any_title.run_demo(tmp_path, "heralds")
    record = json.loads((tmp_path / "record.json").read_text())
    assert len(record["seats"]) == len(record["players"]) == 7


def test_a_demo_that_is_not_there_is_usage():
    told = demo("chess", expect=2).stderr
    assert "'chess' is not one of 'athens_sparta', 'pericles', 'perikles'" in told


def test_the_demo_does_not_play_where_something_lies_already(tmp_path):
    (tmp_path / "letter").touch()
    told = demo("--keep", str(tmp_path), expect=2).stderr
    assert f"Invalid value for --keep: {tmp_path} is not empty; name a new or an empty directory" in told
    assert [path.name for path in tmp_path.iterdir()] == ["letter"]


def test_the_secrets_of_a_game_are_its_tiles_orders_and_salts(finished):
    clients = [finished.client(who) for who in PLAYERS]
    secrets = secrets_of(clients, finished.game, dict(zip(PLAYERS, SEATS, strict=True)))
    assert any(secret.startswith(b"Special tile is ") for secret in secrets)
    assert any(b'"question":"D-S1"' in secret for secret in secrets)
    assert len([secret for secret in secrets if len(secret) == 32]) >= 4


def test_no_secret_of_a_game_rests_in_the_clear_with_the_host(finished):
    clients = [finished.client(who) for who in PLAYERS]
    secrets = secrets_of(clients, finished.game, dict(zip(PLAYERS, SEATS, strict=True)))
    root = finished.stage.root
    files = [*(root / "host").iterdir(), *(root / "mails").iterdir(), root / "server.log"]
    assert places_of([b"aspasia"], files)
    assert places_of(secrets, files) == []


def test_a_hand_is_looked_for_as_a_whole_and_in_both_spellings():
    rules = title("pericles")
    position = begin(rules, 4, "demo", pericles.SCENARIO).position
    view = json.loads(rules.encode(rules.view(position, "AF")))
    words = hidden_tile(view, "AF")
    assert len(words) == 2
    assert words[0] in json.dumps(view, separators=(",", ":")).encode()
    assert words[1] in json.dumps(view).encode()
    for other in ("DF", "EK", "AK", None):
        seen = rules.encode(rules.view(position, other))
        assert not any(word in json.dumps(json.loads(seen)).encode() or word in seen for word in words)


def test_a_secret_is_found_where_it_was_planted(tmp_path):
    (tmp_path / "database").write_bytes(b"\0\1 plague \2")
    (tmp_path / "log").write_text("nothing")
    found = places_of([b"plague"], sorted(tmp_path.iterdir()))
    assert found == [f"{tmp_path / 'database'}, byte 3: a secret of 6 bytes"]


def test_a_secret_is_found_in_a_mail_that_breaks_its_lines(tmp_path):
    mail = EmailMessage()
    mail.set_content("x" * 70 + " Special tile is plague ü\n")
    (tmp_path / "one.eml").write_bytes(mail.as_bytes())
    assert b"Special tile is plague" not in (tmp_path / "one.eml").read_bytes()
    assert places_of([b"Special tile is plague"], [tmp_path / "one.eml"])


def test_what_is_not_as_it_should_be_fails_the_demo(tmp_path):
    with pytest.raises(DemoFailed, match="It is not so that the sun shines"):
        Stage(tmp_path).require(False, "the sun shines")


def test_a_command_that_ends_otherwise_than_it_should_fails_the_demo(tmp_path):
    with pytest.raises(DemoFailed, match="ostraka title show chess ended with 2 where 0 is right"):
        Stage(tmp_path).run(None, "title", "show", "chess", show=False)


def test_waiting_in_vain_fails_the_demo(tmp_path):
    with pytest.raises(DemoFailed, match="Waited 0 seconds for Godot, in vain"):
        Stage(tmp_path).wait_for("Godot", lambda: None, patience=0.2)


def test_a_service_that_dies_fails_the_demo(tmp_path):
    stage = Stage(tmp_path)
    stage.start(None, "serve", "--port", "0", "--master-key-file", "missing", log="server.log")
    try:
        with pytest.raises(DemoFailed, match="A process ended with 1 while waiting for the service"):
            stage.wait_for("the service", lambda: None)
    finally:
        stage.stop()
