"""A game is saved as a file at one table, and opened at another."""

from __future__ import annotations

import io
import json

import pytest

from cli.home.home import Home
from cli.seat.local import open_saved
from cli.table.addresses.lists import MOST_SAVED
from cli.table.command import opened
from cli.table.hosts import HostsOf
from cli.terminal.options import Connection
from tests.cli.table.tables import Sitter, begun, going


@pytest.fixture
def sitters(tmp_path):
    """Two tables, each with its own home."""
    found = [Sitter(Home(tmp_path / name)) for name in ("desk", "phone")]
    for sitter in found:
        sitter.enter()
    return found


def saved_at(sitter, name):
    sitter.open()
    assert f'href="{sitter.guard.home}games/{name}/file"' in sitter.page
    answer = sitter.open(f"games/{name}/file")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}.json"'
    return answer.get_data()


def opened_at(sitter, data, called="perikles-7.json"):
    answer = sitter.post(f"{sitter.guard.home}open", game=(io.BytesIO(data), called))
    return answer.headers.get("Location", "").rpartition("/")[2]


def answered(sitter, name, times=1):
    for _ in range(times):
        game = open_saved(sitter.table.home, name)
        now = game.now()
        game.give(now.phase, [game.rules.default(now.view, game.seat, ask) for ask in now.asked], "final")


def position_of(sitter, name):
    game = open_saved(sitter.table.home, name)
    return game.rules.encode(game.game.position)


def test_a_game_goes_to_another_table_and_back(sitters):
    desk, phone = sitters
    name = begun(desk.table.home)
    answered(desk, name)
    there = opened_at(phone, saved_at(desk, name))
    assert position_of(phone, there) == position_of(desk, name)
    answered(phone, there, 2)
    assert opened_at(desk, saved_at(phone, there)) == name
    assert position_of(desk, name) == position_of(phone, there)
    assert going(desk.table.home) == [name]


def test_an_older_file_of_a_game_that_is_here_changes_nothing(sitters):
    desk, _ = sitters
    name = begun(desk.table.home)
    older = saved_at(desk, name)
    answered(desk, name)
    before = position_of(desk, name)
    assert opened_at(desk, older) == name
    assert position_of(desk, name) == before


def test_a_game_that_went_another_way_is_kept_beside_the_one_that_is_here(sitters):
    desk, phone = sitters
    name = begun(desk.table.home)
    there = opened_at(phone, saved_at(desk, name))
    answered(desk, name)
    answered(phone, there)  # with other dice
    before = position_of(desk, name)
    other = opened_at(desk, saved_at(phone, there))
    assert other != name
    assert position_of(desk, name) == before
    assert position_of(desk, other) == position_of(phone, there)


def test_another_game_of_the_same_seed_is_kept_beside_the_one_that_is_here(sitters):
    desk, phone = sitters
    name, other = begun(desk.table.home, "perikles", "standard"), begun(phone.table.home, "perikles", "opening")
    came = opened_at(desk, saved_at(phone, other))
    assert came != name
    assert position_of(desk, came) == position_of(phone, other)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (lambda _: b"once upon a time", "is not a saved game"),
        (lambda saved: json.dumps({**saved, "format": "chess 1"}).encode(), "chess 1"),
        (lambda saved: json.dumps({**saved, "scenario": "none"}).encode(), "none"),
        (
            lambda saved: json.dumps({**saved, "version": "perikles/9999"}).encode(),
            "version 9999 of the rules",
        ),
        (
            lambda saved: json.dumps({**saved, "title": "chess", "version": "chess/1"}).encode(),
            "they are not here",
        ),
        (lambda saved: json.dumps({**saved, "phases": [{"sent": {"red": [{}]}, "chance": ""}]}).encode(), "perikles-7"),
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence_and_nothing_is_kept(sitters, changed, said):
    desk, phone = sitters
    saved = json.loads(saved_at(desk, begun(desk.table.home)))
    assert opened_at(phone, changed(saved)) == ""
    assert said in phone.page
    assert going(phone.table.home) == []


def test_without_a_file_or_with_one_that_is_too_long_a_sentence_says_so(sitters):
    _, phone = sitters
    phone.post(f"{phone.guard.home}open")
    assert "Choose the file of a saved game first" in phone.page
    answer = phone.post(f"{phone.guard.home}open", game=(io.BytesIO(b" " * (MOST_SAVED + 1)), "long.json"))
    assert answer.status_code == 413


def test_the_command_opens_a_file(sitters, tmp_path, monkeypatch):
    desk, _ = sitters
    name = begun(desk.table.home)
    (tmp_path / "sent.json").write_bytes(saved_at(desk, name))
    connection = Connection(tmp_path / "other", None, None, None)
    monkeypatch.chdir(tmp_path)
    assert opened(connection, HostsOf(connection, None, offline=False), "sent.json") == "games/perikles-1"
    assert going(connection.home) == ["perikles-1"]
