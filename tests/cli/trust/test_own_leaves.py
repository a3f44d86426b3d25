"""Who checks a record with the home in which they sealed learns whether anything that it hides would have counted."""

import json
import re

import pytest
from msgspec.structs import replace

from adjudicator import registry
from cli.home.home import Home
from schemas.keys.identities import Identity
from schemas.statements.canonical import dumps
from tests.cli.conftest import invoke
from tests.schemas.record.test_unread_leaves import Game, PassingOver
from tests.titles import ballot

HANDLE = "player-0"
SEAT = "alpha"


@pytest.fixture(autouse=True)
def _ballot_is_known(monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})
    registry.register(ballot.TITLE)


@pytest.fixture(scope="module")
def host_key():
    return Identity.generate()


def kept(game, home, path="keys/{handle}.age", password=None):
    """A home that has alpha's key and every envelope that was sealed for its seat."""
    identity = game.players[SEAT]
    file = home.root / path.format(handle=HANDLE, mark=identity.key_id.rpartition(":")[2])
    file.parent.mkdir(parents=True)
    identity.save(file, password)
    for seat, envelope in game.kept:
        if seat == SEAT:
            header = envelope.header
            place = home.receipt_path(header.game, seat, header.phase, header.sequence)
            home.keep_receipt(place, {}, json.loads(envelope.to_json()))
    return home


def written(folder, record, name="record.json"):
    (folder / name).write_bytes(record.to_json())
    return str(folder / name)


def test_that_nothing_of_ones_own_would_have_counted_is_said(host_key, tmp_path):
    game = Game(host_key)
    file, home = written(tmp_path, game.whole()), kept(game, Home(tmp_path / "home"))
    told = invoke(None, home, "replay", file).stdout
    assert "your own: what the record hides of yours (3) was opened: none of it would have counted" in told
    assert re.search(r"hidden: whether anything else that the record hides \(\d\) would have counted", told)
    proved = json.loads(invoke(None, home, "replay", file, "--json").stdout)
    assert (proved["hidden_own"], proved["locked"]) == (3, [])
    audited = invoke(None, home, "audit", file).stdout
    assert "of your own orders and books nothing would have counted that the records hide (3)" in audited


@pytest.mark.parametrize("path", ["keys/{handle}.age", "keys/former/{handle}-{mark}.age"])
def test_a_host_that_passed_over_an_entry_is_found_by_its_author_and_by_whom_they_open_it_to(host_key, tmp_path, path):
    game = PassingOver(host_key)
    file, home = written(tmp_path, game.whole()), kept(game, Home(tmp_path / "home"), path)
    stranger, opened = Home(tmp_path / "stranger"), str(tmp_path / "opened.json")
    assert "its authors can tell" in invoke(None, stranger, "replay", file).stdout
    told = invoke(None, home, "replay", file, "--opened", opened, expect=4).stderr
    assert "the replay carries out" in told
    assert "'source': 'book'" in told
    assert invoke(None, stranger, "replay", opened, expect=4).stderr == told
    assert "'source': 'book'" in invoke(None, home, "audit", file, expect=4).stdout


def test_an_envelope_said_not_to_have_opened_is_opened_by_its_author(host_key, tmp_path):
    game = Game(host_key)
    position = game.begin().position
    game.file_book(SEAT, [{"question": "B-1", "choose": [{"against": "nobody"}]}])
    record = game.to_the_end(position)
    [book] = record.phases[0].books
    shut = replace(record.phases[0], books=[replace(book, leaves=None)])
    file = written(tmp_path, replace(record, phases=[shut, *record.phases[1:]]))
    assert invoke(None, Home(tmp_path / "stranger"), "replay", file).exit_code == 0
    told = invoke(None, kept(game, Home(tmp_path / "home")), "replay", file, expect=4).stderr
    assert "phase 1: the book of alpha is said not to have opened, and your copy of it opens" in told


def test_with_a_locked_key_and_nobody_to_ask_it_is_said_what_was_not_checked(host_key, tmp_path, quick_passwords):
    game = Game(host_key)
    file, home = written(tmp_path, game.whole()), kept(game, Home(tmp_path / "home"), password="a few words")
    told = invoke(None, home, "replay", file).stdout
    assert f"not checked: what the record hides of your own, because the key {HANDLE} is locked" in told
    assert "your own" not in told.partition("not checked")[0]
    assert f"the key {HANDLE} is locked" in invoke(None, home, "audit", file).stdout
    checked = invoke(None, home, "replay", file, OSTRAKA_PASSWORD="a few words").stdout
    assert "hides of yours (3) was opened" in checked


def test_a_file_of_the_home_that_is_broken_hinders_nobody(host_key, tmp_path):
    game = Game(host_key)
    file, home = written(tmp_path, game.whole()), kept(game, Home(tmp_path / "home"))
    for n, broken in enumerate((b"[]", b"{", dumps({"envelope": {}}))):
        home.keep_file(home.receipt_path(game.game, SEAT, 99, n), broken)
    assert "hides of yours (3) was opened" in invoke(None, home, "replay", file).stdout
