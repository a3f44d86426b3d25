"""The list of games has a small board of each, drawn when it is looked at and kept: what spectators may see of it."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from adjudicator.kernel import Chance
from adjudicator.pictures.small import small_board
from adjudicator.registry import titles
from cli.home.home import Home
from cli.rules.saved_games import key_of, load_game, saved_here
from cli.seat.hotseat import HotSeat
from cli.table.board import small
from tests.cli.table.tables import Sitter, begun, played_on
from tests.cli.table.test_secrets import SCENARIOS


@pytest.fixture
def sitter(tmp_path):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    return sitter


@pytest.fixture
def drawings(monkeypatch):
    """The titles of what was drawn, one by one."""
    drawn = []

    def noted(rules, position):
        drawn.append(rules.id)
        return small_board(rules, position)

    monkeypatch.setattr(small, "small_board", noted)
    return drawn


def board(sitter, name):
    """The picture at its address."""
    answer = sitter.open(f"boards/{name}.svg")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    return answer.get_data()


def changed(home, name, **fields):
    """The file of a game with other fields."""
    path = saved_here(home.root, name)
    path.write_text(json.dumps({**json.loads(path.read_bytes()), **fields}))


def test_the_list_opens_without_drawing_or_replaying_and_has_a_board_of_every_game(sitter, drawings, monkeypatch):
    games = [begun(sitter.table.home, name) for name in titles()]
    monkeypatch.delattr(HotSeat, "__init__")
    sitter.open()
    listed = re.findall(
        r'<img src="[^"]*/boards/([\w-]+)\.svg" width="104" height="90" alt="" loading="lazy">', sitter.page
    )
    assert ({*listed}, drawings) == ({*games}, [])
    for name in games:
        assert ElementTree.fromstring(board(sitter, name)).tag.endswith("svg")
    assert drawings == [*titles()]


def test_a_board_is_drawn_once_and_anew_when_its_game_or_the_program_is_another_or_it_is_damaged(
    sitter, drawings, monkeypatch
):
    home, name = sitter.table.home, begun(sitter.table.home)
    first, kept = board(sitter, name), small.board_beside(saved_here(home.root, name))
    assert board(sitter, name) == first
    assert len(drawings) == 1
    for spoilt in (b"", kept.read_bytes()[:-9], kept.read_bytes().replace(b"#", b"%"), b"\xff\n\xff"):
        kept.write_bytes(spoilt)
        assert board(sitter, name) == first
        assert kept.read_bytes().startswith(first)
    assert len(drawings) == 5
    monkeypatch.setattr(small, "release", lambda: b"99")
    assert board(sitter, name) == first
    assert len(drawings) == 6
    played_on(home, name, 12)
    assert board(sitter, name) != first
    assert oct(kept.stat().st_mode & 0o777) == "0o600"


def test_a_board_goes_with_its_game(sitter):
    home, names = sitter.table.home, [begun(sitter.table.home) for _ in range(2)]
    for name in (*names, "of/perikles"):
        board(sitter, name)
    gone, stays = (saved_here(home.root, name) for name in names)
    gone.unlink()
    sitter.open()
    assert not small.board_beside(gone).exists()
    assert small.board_beside(stays).exists()
    assert sitter.open(f"boards/{names[0]}.svg").status_code == 404


def test_a_game_whose_rules_are_not_here_has_the_board_with_which_its_title_begins_and_keeps_none(sitter):
    home, name = sitter.table.home, begun(sitter.table.home)
    board(sitter, name)
    changed(home, name, version="perikles/9999")
    assert board(sitter, name) == board(sitter, "of/perikles")
    assert not small.board_beside(saved_here(home.root, name)).exists()
    changed(home, name, title="chess", version="chess/1")
    assert sitter.open(f"boards/{name}.svg").status_code == 404


@pytest.mark.parametrize(("name", "scenario"), [("pericles", "14.1.01B"), ("polis", "standard_drawn")])
def test_a_board_without_a_map_is_that_of_its_title(sitter, name, scenario):
    game = begun(sitter.table.home, name, scenario)
    assert board(sitter, game) == board(sitter, f"of/{name}")


@pytest.mark.parametrize(
    "path", ["boards/nothing-1.svg", "boards/of/chess.svg", "boards/..%2fkeys.svg", "boards/of/...svg"]
)
def test_where_there_is_no_game_there_is_no_board(sitter, path):
    assert sitter.open(path).status_code == 404


def played(tmp_path, name):
    """The rules and the position of a game, some phases on."""
    home = Home(tmp_path)
    game = begun(home, name, SCENARIOS.get(name))
    played_on(home, game, 6)
    saved = load_game(saved_here(home.root, game))
    return saved.rules(), saved.rules().convert(saved.position)


def dealt_otherwise(rules, position):
    """Other positions that look the same to spectators."""
    deals = [rules.redeal(position, None, Chance(key_of(b"otherwise", seed))) for seed in range(4)]
    return [one for one in deals if rules.encode(one) != rules.encode(position)]


@pytest.mark.parametrize("name", titles())
def test_a_small_board_has_no_words_and_shows_nothing_that_spectators_may_not_know(tmp_path, name):
    rules, position = played(tmp_path, name)
    others = dealt_otherwise(rules, position)
    assert others
    drawn = small_board(rules, position)
    assert {small_board(rules, one) for one in others} == {drawn}
    parts = [*ElementTree.fromstring(drawn).iter()]
    tags = {one.tag.rpartition("}")[2] for one in parts}
    assert {"path", "rect"} <= tags
    assert not {"text", "title", "desc"} & tags
    assert not any(key.startswith(("data-", "aria-")) for one in parts for key in one.attrib)


def test_a_small_board_that_shows_it_is_found(tmp_path, monkeypatch):
    rules, position = played(tmp_path, "athens_sparta")
    monkeypatch.setattr(type(rules), "view", lambda _rules, position, _seat: position)
    assert {small_board(rules, one) for one in dealt_otherwise(rules, position)} != {small_board(rules, position)}
