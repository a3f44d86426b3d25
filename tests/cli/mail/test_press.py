"""`ostraka press`: messages between seats, believed only as their authors signed them."""

import json
from collections.abc import Iterator

import pytest

from cli.client.press import PressClient, addressees
from schemas.statements.payloads import Press
from schemas.statements.statements import sign_payload
from tests.cli.conftest import Table, read_only

NOBODY = "ed25519:" + "0" * 32
SUMMARY = {
    "seats": [{"seat": seat, "unmanned": seat == "blue"} for seat in ("red", "green", "blue", "black")],
}


def read(table, who: str, seat: str, *words: str, **more):
    return table.ostraka(who, "press", "read", table.game, seat, *words, **more)


def send(table, who: str, seat: str, *words: str, **more):
    return table.ostraka(who, "press", "send", table.game, seat, *words, **more)


def texts(table, who: str, seat: str, *words: str) -> list[str]:
    return [one["text"] for one in json.loads(read(table, who, seat, "--json", *words).stdout)]


def test_a_message_is_read_by_those_it_went_to_and_by_its_author(table):
    sent = send(table, "aspasia", "red", "Shall we?", "--to", "black", "--to", "green").stdout
    assert sent == "Sent from red to green, black.\n"
    for who, seat in (("aspasia", "red"), ("kleon", "green"), ("nikias", "black")):
        head, text = read(table, who, seat).stdout.splitlines()
        assert head.startswith("1  red (aspasia) to green, black, ")
        assert text == "    Shall we?"
    assert read(table, "thais", "orange").stdout == "There is no press.\n"
    read(table, "thais", "red", expect=1)


def test_a_message_comes_from_a_file_or_from_standard_input(table, tmp_path):
    (tmp_path / "letter").write_text("Χαῖρε,\nGreen.\n", encoding="utf-8")
    told = json.loads(send(table, "aspasia", "red", "--all", "--file", str(tmp_path / "letter"), "--json").stdout)
    assert told == {"game": table.game, "number": told["number"], "seat": "red", "to": ["green", "black", "orange"]}
    send(table, "aspasia", "red", "--to", "green", stdin="from a pipe")
    assert texts(table, "kleon", "green") == ["Χαῖρε,\nGreen.\n", "from a pipe"]
    assert texts(table, "nikias", "black") == ["Χαῖρε,\nGreen.\n"]
    assert read(table, "kleon", "green").stdout.splitlines()[1:3] == ["    Χαῖρε,", "    Green."]


def test_only_what_is_new_is_read_when_that_is_wanted(table):
    for text in ("first", "second", "third"):
        send(table, "aspasia", "red", text, "--to", "green")
    assert texts(table, "kleon", "green", "--after", "2") == ["third"]


def test_no_message_moves_the_cursor_of_its_reader(table):
    told = send(table, "aspasia", "red", "\x1b[2J\u202e", "--to", "green", expect=2).output
    assert "character 1 is U+001B, a control character; leave it out" in told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("hello",), "To whom? Add --to SEAT for each seat, or --all."),
        (("hello", "--to", "green", "--all"), "To whom? Add --to SEAT for each seat, or --all."),
        (("hello", "--to", "red"), "Press cannot go to red: the other seats are green, black, orange."),
        (("hello", "--to", "blue"), "Press cannot go to blue"),
        ((" ", "--all"), "There is nothing to send: TEXT is missing or empty"),
    ],
)
def test_what_cannot_be_sent_is_usage(opened, words, sentence):
    assert sentence in send(opened, "aspasia", "red", *words, expect=2).stderr


def test_the_seat_can_be_left_out_by_whoever_holds_only_one(table):
    words = ("press", "send", table.game, "--to", "green", "Yes")
    assert table.ostraka("aspasia", *words).stdout == "Sent from red to green.\n"
    assert texts(table, "kleon", "green") == ["Yes"]


def test_text_and_file_at_once_are_usage(opened, tmp_path):
    (tmp_path / "letter").write_text("a")
    refused = send(opened, "aspasia", "red", "b", "--all", "--file", str(tmp_path / "letter"), expect=2).stderr
    assert refused == "Error: Give TEXT or --file, not both.\n"


def test_whoever_is_muted_is_not_read_until_he_is_unmuted(table):
    send(table, "aspasia", "red", "Listen!", "--to", "green")
    muted = table.ostraka("kleon", "press", "mute", "aspasia", "thais")
    assert muted.stdout.splitlines()[-1] == "Muted players: aspasia, thais"
    assert texts(table, "kleon", "green") == []
    told = json.loads(table.ostraka("kleon", "press", "unmute", "aspasia", "thais", "--json").stdout)
    assert told["muted_press"] == []
    assert texts(table, "kleon", "green") == ["Listen!"]


def test_a_message_goes_to_the_seats_named_in_their_order_or_to_all_others():
    assert addressees(SUMMARY, "red", ["black", "green"]) == ["green", "black"]
    assert addressees(SUMMARY, "green", []) == ["red", "black"]


# --- a host that lies ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pleaded(stage) -> Iterator[Table]:
    """A game in which one message was sent; only to be read."""
    with read_only(stage) as table:
        send(table, "aspasia", "red", "Peace?", "--to", "green")
        yield table


def press_of(stage, who: str, table, **more) -> dict:
    """A message as that player could have signed it."""
    me = stage.identity(who)
    said = {"game": table.game, "seat": "red", "player": me.key_id, "number": 9, "to": ["green"], "text": "Surrender!"}
    return sign_payload(Press(**{**said, **more}), me).to_json_value()


def put_in(message: dict):
    """Change the last message of a feed."""
    return lambda feed: {**feed, "press": [*feed["press"][:-1], {**feed["press"][-1], **message}]}


@pytest.mark.parametrize(
    ("forged", "why"),
    [
        (lambda stage, table: {"text": "Surrender!"}, "differs from what its author signed"),
        (lambda stage, table: {"to": ["green", "black"]}, "differs from what its author signed"),
        (lambda stage, table: {"from": "orange"}, "differs from what its author signed"),
        (lambda stage, table: {"statement": press_of(stage, "thais", table)}, "is not valid"),
        (lambda stage, table: {"author": "thais", "statement": press_of(stage, "thais", table)}, "never held"),
        (lambda stage, table: {"statement": press_of(stage, "aspasia", table, game="other")}, "for a game other than"),
        (
            lambda stage, table: {
                "statement": press_of(stage, "aspasia", table, player=stage.identity("thais").key_id)
            },
            "or with another key",
        ),
    ],
)
def test_a_host_cannot_put_words_into_anybodys_mouth(stage, pleaded, twist, forged, why):
    twist(r"/seats/green/press", put_in(forged(stage, pleaded)))
    assert why in read(pleaded, "kleon", "green", expect=4).stderr


def test_a_host_cannot_show_an_old_message_again_as_new(pleaded, twist):
    twist(r"/seats/green/press", lambda feed: {**feed, "press": [feed["press"][0], {**feed["press"][0], "number": 2}]})
    assert "is an old one shown again as new" in read(pleaded, "kleon", "green", expect=4).stderr


def test_a_host_cannot_show_anothers_card(stage, pleaded, twist):
    card = json.loads(stage.identity("thais").card("thais").statement.to_json())
    twist(r"/players/aspasia$", lambda told: {**told, "card": card})
    assert "The card shown as that of aspasia is that of thais." in read(pleaded, "kleon", "green", expect=4).stderr


def test_what_a_former_holder_wrote_is_believed_still(table):
    send(table, "aspasia", "red", "I leave.", "--all")
    table.ostraka("aspasia", "resign", table.game, "red", "--yes")
    table.ostraka("kleon", "game", "join", table.game, "red")
    send(table, "kleon", "red", "I come.", "--to", "green")
    assert texts(table, "kleon", "green") == ["I leave.", "I come."]
    assert texts(table, "kleon", "red") == ["I leave.", "I come."]


def test_press_is_read_by_way_of_the_verified_log():
    assert PressClient.log.__module__ == "cli.client.reading"
