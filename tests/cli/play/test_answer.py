"""`ostraka answer`: from a mail to the sealed reply in one command, without a connection."""

import json
from email import message_from_bytes, policy

import pytest

from cli.client import Client
from schemas.documents.armor import find
from schemas.envelopes import Envelope, open_envelope
from schemas.statements.payloads import Press
from schemas.statements.statements import Statement
from tests.cli.mail.postbags import ADDRESS, GAME, Postbag
from tests.cli.mail.test_mailed_press import letter as press_letter
from tests.cli.mail.test_mailed_press import message


@pytest.fixture
def bag(tmp_path):
    return Postbag(tmp_path)


def lines(*typed):
    return "".join(f"{line}\n" for line in typed)


def mail_of(bag, raw, **headers):
    message = message_from_bytes(bag.mail(raw), policy=policy.SMTP)
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    return bag.file(message.as_bytes(), "turn.eml")


def written(bag, name="turn-answer.eml"):
    return message_from_bytes((bag.root / name).read_bytes(), policy=policy.default)


def test_a_mail_is_answered_by_one_command_and_the_reply_is_in_its_thread(bag):
    ids = {"Message_ID": "<turn-1@letters.example>", "References": "<game@letters.example>"}
    mail = mail_of(bag, bag.letter(bag.seat), **ids)
    told = bag.ostraka("answer", mail, stdin=lines("megara", "s")).stdout
    assert "In the temple of which city do you place your first free cube" in told
    assert f"The reply is in {bag.root / 'turn-answer.eml'}" in told
    reply = written(bag)
    assert (reply["To"], reply["Subject"], reply["X-Unsent"]) == (ADDRESS, "Re: Sherds: your orders", "1")
    assert reply["In-Reply-To"] == "<turn-1@letters.example>"
    assert reply["References"] == "<game@letters.example> <turn-1@letters.example>"
    [block] = find(reply.get_content())
    envelope = Envelope.parse(block.document)
    assert [leaf.order for leaf in open_envelope(envelope, bag.keys[1].private)] == [
        {"question": "D-S1", "city": "megara"}
    ]


def test_with_json_the_dialogue_is_on_standard_error(bag):
    answered = bag.ostraka("answer", mail_of(bag, bag.letter(bag.seat)), "--json", stdin=lines("megara", "s"))
    assert json.loads(answered.stdout)["file"] == str(bag.root / "turn-answer.eml")
    assert "In the temple of which city do you place your first free cube" in answered.stderr


def test_the_attached_letter_is_answered_as_well_and_no_reply_is_overwritten(bag):
    letter = bag.file(bag.letter(bag.seat), "letter.ostraka")
    for name in ("letter-answer.eml", "letter-answer2.eml"):
        bag.ostraka("answer", letter, stdin=lines("megara", "s") if name == "letter-answer.eml" else lines("s"))
        assert written(bag, name)["Subject"] == f"Re: Answer for {GAME}"


def test_who_leaves_or_is_asked_nothing_writes_no_reply(bag):
    mail = mail_of(bag, bag.letter(bag.seat))
    assert "You have left the game" in bag.ostraka("answer", mail, stdin=lines("q")).stdout
    other = next(seat for seat in bag.position.seats if seat != bag.seat)
    idle = bag.file(bag.mail(bag.letter(other)), "idle.eml")
    assert f"{other} is asked nothing in Sherds." in bag.ostraka("answer", idle).stdout
    assert not list(bag.root.glob("*-answer*"))
    nothing = bag.file("Hello.", "hello.txt")
    assert "There is nothing to answer in" in bag.ostraka("answer", nothing, expect=2).stderr


def test_the_mail_of_a_phase_that_is_past_is_not_answered(bag):
    first = mail_of(bag, bag.letter(bag.seat))
    seat = bag.seat
    bag.play_on()
    bag.open(bag.letter(seat))
    assert f"You have opened a newer letter to {seat} in Sherds" in bag.ostraka("answer", first, expect=2).stderr


def test_press_is_written_without_a_connection_and_the_host_can_read_it(bag):
    bag.open(bag.letter(bag.seat))
    told = bag.ostraka("press", "seal", GAME, bag.seat, "Peace?", "--all")
    [block] = find(told.stdout)
    said = Statement.parse(block.document).read(Press)
    others = [seat for seat in bag.position.seats if seat != bag.seat]
    assert (block.kind, said.game, said.seat, list(said.to), said.text) == ("press", GAME, bag.seat, others, "Peace?")
    assert f"mail it to {ADDRESS}" in told.stderr
    [short] = find(bag.ostraka("press", "seal", GAME, "Peace?", "--all").stdout)
    assert Statement.parse(short.document).read(Press).text == "Peace?"
    told = bag.ostraka("press", "seal", GAME, bag.seat, "x", "--to", "pink", expect=2)
    assert "Press cannot go to pink" in told.stderr
    told = bag.ostraka("press", "seal", GAME, others[0], "x", "--all", expect=2)
    assert f"No letter to {others[0]} of {GAME} was opened here" in told.stderr


def test_a_mail_with_press_is_answered_at_once_where_there_is_a_connection(bag, monkeypatch):
    said = []
    monkeypatch.setattr(Client, "send_press", lambda self, *about: said.append(about) or {"number": 7})
    mail = bag.file(bag.mail(press_letter(bag, message(1, "Peace?"))), "press.eml")
    told = bag.ostraka("answer", mail, "--send", stdin=lines("Gladly.")).stdout
    assert told.endswith("Press from red to green: sent.\n")
    assert said == [(GAME, "red", ["green"], "Gladly.")]
    assert bag.ostraka("answer", mail, "--send", stdin=lines("")).stdout.endswith("Nothing was sent.\n")


@pytest.mark.parametrize("opened", [True, False])
def test_a_mail_with_press_is_answered_with_a_word_to_who_wrote_also_by_who_plays_at_the_table(bag, opened):
    if opened:
        bag.open(bag.letter("red"))
    mail = bag.file(bag.mail(press_letter(bag, message(1, "Peace?"))), "press.eml")
    told = bag.ostraka("answer", mail, stdin=lines("Gladly.")).stdout
    assert "Peace?" in told
    [block] = find(written(bag, "press-answer.eml").get_content())
    said = Statement.parse(block.document).read(Press)
    assert (said.seat, list(said.to), said.text) == ("red", ["green"], "Gladly.")
    assert bag.ostraka("answer", mail, stdin=lines("")).stdout.endswith("No reply is written.\n")
