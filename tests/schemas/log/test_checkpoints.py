"""Checkpoints: signed notes that anybody's tools can read, found in whatever a mail program makes of them."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from schemas.errors import ProtocolError, UnknownSigner
from schemas.log.checkpoints import (
    BrokenNote,
    find_checkpoints,
    key_hash,
    read_checkpoint,
    sign_checkpoint,
)
from schemas.statements.statements import holds

HEAD = hashlib.sha256(b"the newest entry").digest()
VECTORS = json.loads((Path(__file__).parents[3] / "schemas/vectors/checkpoints.json").read_text())


@pytest.fixture(scope="module")
def checkpoint(host):
    return sign_checkpoint("lusab-babad-gutih", 57, HEAD, host)


def test_the_note_of_another_implementation_holds_under_our_key_hash():
    # golang.org/x/mod/sumdb/note, the example of its documentation
    key = base64.b64decode("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")
    signed = base64.b64decode(
        "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
    )
    text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
    assert key_hash("PeterNeumann", key[1:]) == signed[:4]
    assert holds(key[1:], signed[4:], text.encode())


def test_a_checkpoint_is_a_note_of_three_lines_and_a_signature(checkpoint, host):
    assert checkpoint.to_note().split("\n")[1] == "57"
    assert read_checkpoint(checkpoint.to_note()) == checkpoint
    checkpoint.verify(host.signing_key)


def test_a_checkpoint_of_another_key_is_refused(checkpoint, alice):
    with pytest.raises(UnknownSigner, match="; expected"):
        checkpoint.verify(alice.signing_key)


def test_what_others_have_signed_under_it_is_passed_over(checkpoint):
    witnessed = checkpoint.to_note() + f"— a.witness {base64.b64encode(b'1234' + bytes(64)).decode()}\n"
    assert read_checkpoint(witnessed) == checkpoint


def test_no_byte_of_a_note_can_be_changed(checkpoint):
    note = checkpoint.to_note()
    for at in range(len(note)):
        changed = note[:at] + ("b" if note[at] != "b" else "c") + note[at + 1 :]
        with pytest.raises(ProtocolError):
            read_checkpoint(changed)
        assert checkpoint not in find_checkpoints(changed) or re.fullmatch(r"[\s—]", note[at])


@pytest.mark.parametrize(
    "mangle",
    [
        lambda note: note,
        lambda note: "On Monday you wrote:\n" + "".join(f"> {line}\n" for line in note.splitlines()),
        lambda note: "".join(f"> > {line}\r\n" for line in note.replace("— ", "- ").splitlines()),
        lambda note: note.replace(" ", "\n"),
        lambda note: " ".join(note.split()) + " and thanks for the game",
    ],
)
def test_a_checkpoint_is_found_in_what_mail_programs_make_of_it(checkpoint, mangle):
    assert list(find_checkpoints(mangle(checkpoint.to_note()))) == [checkpoint]


def test_a_broken_checkpoint_in_a_text_is_named_with_its_line(checkpoint):
    note = checkpoint.to_note()
    another = note.replace("\n57\n", "\n58\n")
    text = f"Hello,\n{another}\n\n{note}\n{note[:90]}"
    first, second, third = find_checkpoints(text)
    assert isinstance(first, BrokenNote)
    assert (first.line, "is not valid" in first.message) == (2, True)
    assert second == checkpoint
    assert isinstance(third, BrokenNote)
    assert third.line == 15


def test_two_heads_of_one_length_contradict_each_other(checkpoint):
    assert checkpoint.contradicts(replace(checkpoint, head=bytes(32)))
    assert not checkpoint.contradicts(replace(checkpoint, head=bytes(32), count=58))
    assert not checkpoint.contradicts(replace(checkpoint, log="another"))


@pytest.mark.parametrize("vector", VECTORS["notes"], ids=lambda vector: vector["name"])
def test_every_vector_is_judged_as_it_says(vector):
    if vector["expect"] == "ok":
        found = read_checkpoint(vector["note"])
        assert {"log": found.log, "count": found.count, "head": found.head.hex()} == vector["says"]
        assert found.host.hex() == VECTORS["host"]
    else:
        with pytest.raises(ProtocolError) as refusal:
            read_checkpoint(vector["note"])
        assert refusal.value.code == vector["expect"]
