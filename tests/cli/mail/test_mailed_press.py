"""Press that came by mail: `ostraka open` shows it as its authors signed it."""

import json

import pytest

from cli.errors import TrustBroken
from cli.times import local_time
from schemas.documents.letters import seal_letter
from schemas.keys.identities import Identity
from schemas.statements.payloads import Letter, Press
from schemas.statements.statements import sign_payload
from tests.cli.mail.postbags import GAME, Postbag

KLEON, STRANGER = Identity.generate(), Identity.generate()


@pytest.fixture
def bag(tmp_path) -> Postbag:
    return Postbag(tmp_path)


def message(number: int, text: str, *, by: Identity = KLEON, game: str = GAME) -> dict:
    press = Press(game=game, seat="green", player=by.key_id, number=number, to=["red"], text=text)
    statement = sign_payload(press, by).to_json_value()
    return {"number": number, "at": "2026-11-21T10:00:00Z", "author": "kleon", "statement": statement}


def letter(bag: Postbag, *messages: dict, signer: Identity = KLEON, name: str = "kleon") -> bytes:
    cards = {signer.key_id: KLEON.card(name).statement.to_json_value()}
    body = {"kind": "press", "name": "Sherds", "messages": list(messages), "cards": cards}
    at, key = "2026-11-21T11:00:00Z", bag.player.key_id
    press = Letter(game=GAME, seat="red", player=key, phase=0, kind="press", at=at, body=body)
    return seal_letter(press, bag.player.card("aspasia"), bag.host)


def test_press_in_a_letter_is_shown_with_who_wrote_it_to_whom(bag):
    raw = letter(bag, message(3, "Argos opens its gates."), message(5, "Bring\nships."))
    assert bag.open(raw).stdout.splitlines() == [
        f"Press for red in Sherds ({GAME}), {local_time('2026-11-21T11:00:00Z')}",
        "It is signed with the pinned key of Host of letters, and each message by its author.",
        f"3  green (kleon) to red, {local_time('2026-11-21T10:00:00Z')}",
        "    Argos opens its gates.",
        f"5  green (kleon) to red, {local_time('2026-11-21T10:00:00Z')}",
        "    Bring",
        "    ships.",
    ]


def test_press_does_not_take_the_place_of_the_letter_that_orders_are_made_from(bag):
    bag.open(bag.letter("red"))
    before = bag.home.letter_phases(GAME, "red")
    [told] = json.loads(bag.ostraka("open", bag.file(letter(bag, message(1, "x"))), "--json").stdout)["documents"]
    assert (told["kind"], told["about"], told["file"]) == ("letter", "press", None)
    assert told["body"]["messages"][0]["text"] == "x"
    assert bag.home.letter_phases(GAME, "red") == before


@pytest.mark.parametrize(
    "forged",
    [
        lambda bag: letter(bag, message(1, "x", by=STRANGER), signer=STRANGER),
        lambda bag: letter(bag, message(1, "x", game="another-game")),
        lambda bag: letter(bag, message(1, "x"), name="nikias"),
    ],
)
def test_press_that_its_author_did_not_write_for_this_game_is_not_shown(bag, forged):
    refused = bag.open(forged(bag), expect=TrustBroken.exit_code)
    assert "kleon" in refused.stderr
    assert "green" not in refused.stdout
