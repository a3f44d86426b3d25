"""A title that asks a seat one question several times, each with a key, is answered like any other."""

import json
import re

import pytest

from adjudicator import registry
from cli.client import Client
from cli.home.home import Home
from cli.rules.saved_games import load_game
from cli.seat.hosted import LetterGame
from cli.table.board.pictures import Pictures
from cli.table.shown.beside import Beside
from cli.table.sitting import Sitting
from schemas.documents.armor import find
from schemas.envelopes import Envelope, open_envelope
from tests.cli.mail.postbags import GAME, URL, Postbag
from tests.cli.table.tables import Forms, Sitter, begun
from tests.titles import heralds, posts

FIRST = {"question": "H-1", "key": "first", "to": "delphi"}
SECOND = {"question": "H-1", "key": "second", "to": "naxos"}


@pytest.fixture(autouse=True)
def keyed_titles(monkeypatch):
    for module in (heralds, posts):
        monkeypatch.setitem(registry._registered, module.TITLE.id, {module.TITLE.version: module.TITLE})


@pytest.fixture
def bag(tmp_path):
    """A letter to Argos, opened."""
    bag = Postbag(tmp_path, heralds.TITLE)
    bag.open(bag.letter("argos"))
    return bag


def test_at_the_prompt_each_is_asked_by_its_name_and_has_its_own_default(alone, tmp_path):
    file = tmp_path / "game.json"
    typed = "1\nd\n\n" + "2\n2\n\n" * 3
    told = alone("play", "heralds", "--seats", "2", "--save", str(file), stdin=typed).stdout
    assert "Where does your first herald go? (H-1/first, H.02)" in told
    assert "d  the default: the second herald, to Naxos" in told
    assert load_game(file).phases[0].sent["argos"] == [FIRST, SECOND]
    assert "The game is over" in told


def test_an_order_typed_out_names_its_key(alone):
    told = alone("play", "posts", "--seed", "omens", stdin="{key: hill, guards: 0}\nq\n").stdout
    assert "How many guards at the gate" in told
    assert "Refused" not in told


def test_a_mail_is_answered_key_by_key(bag):
    mail = bag.file(bag.mail(bag.letter("argos", at="2026-11-21T11:00:00Z")), "turn.eml")
    assert "(H-1/second, H.02)" in bag.ostraka("answer", mail, stdin="1\n1\ns\n").stdout
    [block] = find((bag.root / "turn-answer.eml").read_bytes().decode())
    sealed = open_envelope(Envelope.parse(block.document), bag.keys[1].private)
    assert [leaf.order for leaf in sealed] == [FIRST, SECOND]


def test_at_the_table_each_is_asked_in_its_turn(tmp_path):
    sitter = Sitter(Home(tmp_path / "home"))
    game = begun(sitter.table.home, "heralds", seats=2)
    sitter.enter()
    sitter.open(f"games/{game}")
    assert "Where does your first herald go?" in sitter.text
    assert "1 of 2" in sitter.text
    sitter.press("to Delphi")
    assert "Where does your second herald go?" in sitter.text
    sitter.press("Take that as my answer")
    sitter.press("Play it")
    assert sitter.text.count("Where does your first herald go?") == 1


def test_orders_that_answer_a_part_say_what_is_left_to_its_default(bag):
    file = bag.file(json.dumps([SECOND]), "orders.yaml")
    left = "1 question is left to its default:\n  Send a herald: the first herald, to Delphi\n"
    checked = bag.ostraka("orders", "check", "--offline", GAME, "argos", file).stdout
    assert checked == f"OK: 1 order is legal.\n{left}"
    sealed = bag.ostraka("orders", "seal", "--offline", GAME, "argos", file, "--final").stderr
    assert "# 1 question is left to its default:" in sealed
    whole = bag.file(json.dumps([FIRST, SECOND]), "whole.yaml")
    assert bag.ostraka("orders", "check", "--offline", GAME, "argos", whole).stdout == "OK: 2 orders are legal.\n"


def test_what_was_sealed_in_part_is_shown_at_the_table_with_what_is_left(bag):
    bag.ostraka("orders", "seal", "--offline", GAME, "argos", bag.file(json.dumps([SECOND])), "--final")
    game = LetterGame(Client(URL, bag.player, "aspasia", bag.home), GAME, "argos")
    facts = Beside(Sitting(game, bag.home, Pictures())).facts()
    assert facts["stage"] == "sent"
    assert facts["defaults"] == [
        "1 question is left to its default:",
        "  Send a herald: the first herald, to Delphi",
    ]


def test_a_click_on_what_another_open_question_is_about_goes_to_that_question(tmp_path):
    sitter = Sitter(Home(tmp_path / "home"))
    game = begun(sitter.table.home, "heralds", seats=2)
    sitter.enter()
    sitter.open(f"games/{game}")
    assert re.search(r'<g class="can some" data-id="city:naxos"', sitter.page)  # where the second herald is
    form = Forms(sitter.page)
    [where] = {where for _, where, fields in form.buttons if fields.get("act") == "take 0"}
    hidden = next(fields for _, _, fields in form.buttons if fields.get("act") == "take 0")
    sitter.post(where, **{**hidden, "act": "point city:naxos"})
    sitter.open(f"games/{game}")
    assert "Where does your second herald go?" in sitter.text
    sitter.press("to Chios")
    assert "Where does your first herald go?" in sitter.text
