"""Whatever a mail is made of, it is read without a fault, soon, and brings no more than the bounds allow."""

from __future__ import annotations

import base64
import gzip
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import compat32
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.mail_in.handling import take_mail
from api.mail_in.mime_parts import MOST_BYTES
from api.mail_in.parsing import MOST_DOCUMENTS, read_mail
from api.mail_out.postman import Postman
from schemas.documents.armor import armor, find
from tests.api.hosts import HostUnderTest, painted
from tests.api.mail_in.programs import SAMPLES
from tests.fuzzing import TEXTS, WORDS, garbled, in_time, tries

LINES = st.sampled_from(
    [
        b"From: a@b.example\r\n",
        b"To: host@ostraka.test\r\n",
        b"Subject: =?utf-8?b?////?=\r\n",
        b"Reply-To: <<<(((\r\n",
        b"Content-Type: multipart/mixed; boundary=x\r\n",
        b"Content-Type: text/plain; charset=utf-7\r\n",
        b"--x\r\n",
        b"--x--\r\n",
        b"Content-Type: message/rfc822\r\n",
        b"Content-Transfer-Encoding: base64\r\n",
        b"\r\n",
        b"Content-Transfer-Encoding: uuencode\r\n",
        b"Content-Disposition: attachment; filename*=utf-8''%ff\r\n",
        b'Content-Disposition: attachment; filename="a.ostraka"\r\n',
        b"Message-ID: <" + b"a" * 3_000 + b">\r\n",
        b"-----BEGIN OSTRAKA ENVELOPE-----\r\n",
        b"-----END OSTRAKA ENVELOPE-----\r\n",
        b"e30=\r\n",
        b"> ",
        b"\0\r\n",
        b"\xff\xfe\r\n",
        b"Auto-Submitted: no\r\n",
        b"Return-Path: <>\r\n",
        b"<p>&#x110000;\r\n",
        b"Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n",
        b"Final-Recipient: rfc822;\r\n",
    ]
)
MAILS = st.lists(LINES | st.binary(max_size=30), max_size=40).map(b"".join)


@tries(200)
@given(raw=MAILS, sender=st.none() | TEXTS)
def test_any_bytes_are_read_as_a_mail(raw: bytes, sender: str | None) -> None:
    with in_time():
        mail = read_mail(raw, sender)
    assert len(mail.documents) <= MOST_DOCUMENTS


@tries(60)
@given(data=st.data())
def test_a_garbled_mail_with_an_envelope_is_taken_or_refused_and_changes_no_game(
    standing: HostUnderTest, mail: bytes, data: st.DataObject
) -> None:
    before = standing.rows("select count(*) from envelopes")
    with in_time():
        taken = take_mail(standing.host, data.draw(garbled(mail)), "player@players.test")
    assert taken.what in ("taken", "bounce", "bomb")
    assert standing.rows("select count(*) from envelopes")[0][0] <= before[0][0] + 1


@pytest.fixture(scope="module")
def mail(standing: HostUnderTest) -> bytes:
    """A mail with an envelope, as a player sends it."""
    game = next(iter(standing.seats))
    envelope = standing.envelope(game, "black", [], "draft").to_json()
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "black@players.test", "host@ostraka.test", "orders"
    message["Message-ID"] = "<fuzz@players.test>"
    message.set_content(armor("envelope", envelope))
    message.add_attachment(envelope, maintype="application", subtype="octet-stream", filename="orders.ostraka")
    return message.as_bytes()


@tries(200)
@given(text=st.lists(LINES.map(lambda raw: raw.decode("latin-1")) | TEXTS, max_size=30).map("".join))
def test_armor_is_looked_for_in_any_text(text: str) -> None:
    with in_time():
        for block in find(text):
            assert block.line >= 1


@tries(60)
@given(
    data=st.data(), program=st.sampled_from(sorted(SAMPLES)), sender=st.none() | st.sampled_from(["", "<>", "a@b.c"])
)
def test_a_garbled_mail_of_a_program_is_read(data: st.DataObject, program: str, sender: str | None) -> None:
    with in_time():
        read_mail(data.draw(garbled(SAMPLES[program].raw)), sender)


HEADERS = (
    "Subject", "Message-ID", "In-Reply-To", "References", "To", "Cc", "Sender", "Date", "X-Loop", "Return-Path",
    "Content-Type", "Content-Disposition", "Content-Transfer-Encoding", "MIME-Version", "Content-Language", "Comments",
)  # fmt: skip
OURS = {
    *("In-Reply-To", "References", "From", "To", "Reply-To", "Subject", "Date", "Message-ID", "Auto-Submitted"),
    *("X-Ostraka-Host", "X-Ostraka-Checkpoint", "MIME-Version", "Content-Type"),
}


@tries(30)
@given(
    headers=st.dictionaries(st.sampled_from(HEADERS), st.lists(WORDS, min_size=1, max_size=3).map(" ".join)),
    display=WORDS,
    angled=st.booleans(),
)
def test_encoded_words_in_any_header_neither_break_nor_steer_the_answer(
    host: HostUnderTest, headers: dict[str, str], display: str, angled: bool
) -> None:
    if not host.players:
        host.register("p-red", "red@players.test")
    host.clock.forward(hours=2)
    lines = {name: f"<{text}>" if angled else text for name, text in headers.items()}
    raw = "".join(f"{name}: {text}\r\n" for name, text in {"From": f"{display} <red@players.test>", **lines}.items())
    take_mail(host.host, f"{raw}\r\nNo orders.\r\n".encode(), "red@players.test")
    box: list[EmailMessage] = []
    Postman(host.host, box.append, painted).run_once()
    assert host.rows("select count(*) from mails where status != 'sent'") == [(0,)]
    for message in box:
        answer = message_from_bytes(message.as_bytes(), policy=compat32)
        assert set(answer.keys()) <= OURS
        assert len(answer.keys()) == len(set(answer.keys()))
        assert answer["To"] == "red@players.test"
        assert answer.get_content_type() == "multipart/alternative"


def nested(depth: int) -> bytes:
    parts = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(depth))
    return b"From: a@b.example\r\n" + parts


BOMBS: dict[str, Any] = {
    "deep multiparts": nested(5_000),
    "deep messages": b"Content-Type: message/rfc822\r\n\r\n" * 20_000,
    "a hundred thousand headers": b"X: x\r\n" * 100_000 + b"\r\n",
    "a header that never ends": b"Subject: " + b"x" * (MOST_BYTES - 100) + b"\r\n\r\n",
    "a header folded for ever": b"Subject: x\r\n" + b" x\r\n" * 100_000 + b"\r\n",
    "comments within comments": b"From: " + b"(" * 100_000 + b"\r\n\r\n",
    "encoded words": b"Subject: " + b"=?utf-8?q?=41?= " * 50_000 + b"\r\n\r\n",
    "parameters": b"Content-Type: text/plain; " + b"a*0*=x; " * 50_000 + b"\r\n\r\n",
    "boundaries": b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + b"--x\r\n\r\n" * 100_000,
    "a gzip": b"Content-Encoding: gzip\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    + base64.encodebytes(gzip.compress(b"0" * 50_000_000)),
    "tags": b"Content-Type: text/html\r\n\r\n" + b"<" * 900_000,
    "half tags": b"Content-Type: text/html\r\n\r\n" + b"<a " * 300_000,
    "armor without end": b"\r\n" + b"-----BEGIN OSTRAKA ENVELOPE-----\r\n" * 20_000,
    "quotes": b"\r\n" + b"> " * 400_000,
    "more than is taken": b"\r\n" + b"x" * (MOST_BYTES + 1),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_of_a_mail_does_not_go_off(bomb: str) -> None:
    with in_time():
        mail = read_mail(BOMBS[bomb])
    assert not mail.documents
