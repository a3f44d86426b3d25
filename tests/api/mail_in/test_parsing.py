"""Reading mails: what documents they bring, who wants an answer, and what no mail may cost."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.mail_in import mime_parts
from api.mail_in.parsing import Mail, read_mail
from schemas.documents.armor import armor

JSON = b'{"payload":"e30=","payloadType":"application/vnd.ostraka.act+json","signatures":[]}'
BLOCK = armor("act", JSON, {"Game": "lusab-babad-gutih"})
File = tuple[str, str, bytes]


def mail(
    text: str = "", html: str | None = None, files: Sequence[File] = (), headers: Mapping[str, str] | None = None
) -> bytes:
    message = EmailMessage(policy=SMTP)
    fields = {
        "From": "Ann <ann@players.test>",
        "To": "host@ostraka.test",
        "Subject": "Orders",
        "Message-ID": "<1@x.test>",
    }
    for name, value in (fields | dict(headers or {})).items():
        message[name] = value
    message.set_content(text)
    if html is not None:
        message.add_alternative(html, subtype="html")
    for kind, name, content in files:
        message.add_attachment(content, *kind.split("/"), filename=name)
    return message.as_bytes()


def found(raw: bytes) -> list[tuple[bytes, str]]:
    read = read_mail(raw)
    assert not read.damages
    return [(document.raw, document.where) for document in read.documents]


def test_a_block_in_the_text_is_found_with_its_line() -> None:
    assert found(mail(f"Hello\n\n{BLOCK}\nAnn")) == [(JSON, "the text, line 3")]


@pytest.mark.parametrize("encoding", ["7bit", "quoted-printable", "base64"])
def test_a_block_is_found_in_any_encoding(encoding: str) -> None:
    message = EmailMessage(policy=SMTP)
    message["From"] = "ann@players.test"
    message.set_content(f"> {BLOCK}".replace("\n", "\n> "), cte=encoding)
    assert found(message.as_bytes()) == [(JSON, "the text, line 1")]


@pytest.mark.parametrize("charset", ["utf-8", "utf-16", "iso-8859-1"])
def test_a_block_is_found_in_any_charset_of_a_file(charset: str) -> None:
    assert found(mail("", files=[("text/plain", "note.txt", f"é {BLOCK}".encode(charset))]))[0][0] == JSON


def test_html_is_read_where_the_plain_text_has_nothing() -> None:
    lines = "<br>".join(f"&gt;&nbsp;<span style='a:b'>{line}</span>" for line in BLOCK.split("\n"))
    assert found(mail("see the other part", f"<html><p>Hi</p><blockquote>{lines}</blockquote></html>"))[0][0] == JSON
    assert found(mail(BLOCK, f"<pre>{armor('press', JSON + b' ')}</pre>")) == [(JSON, "the text, line 1")]


def test_html_that_is_whole_is_preferred_to_a_broken_text() -> None:
    broken = BLOCK.replace("eyJ", "ey%", 1)
    assert found(mail(broken, f"<pre>{BLOCK}</pre>"))[0][0] == JSON
    assert len(read_mail(mail(broken, "<p>nothing</p>")).damages) == 1


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("text/plain", "x.txt"),
        ("application/octet-stream", "x"),
        ("application/json", "x.json"),
        ("image/x", "a.ostraka"),
    ],
)
def test_attached_files_hold_armored_or_bare_documents(kind: str, name: str) -> None:
    assert found(mail("", files=[(kind, name, BLOCK.encode())])) == [(JSON, "attachment 1, line 1")]
    assert found(mail("", files=[("image/png", "board.png", b"\x89PNG"), (kind, name, JSON)])) == [
        (JSON, "attachment 2")
    ]


def test_a_document_that_comes_several_times_counts_once() -> None:
    raw = mail(
        f"{BLOCK}\n> {BLOCK}", files=[("text/plain", "a.ostraka", BLOCK.encode()), ("application/json", "b", JSON)]
    )
    assert [document.raw for document in read_mail(raw).documents] == [JSON]


def test_a_mail_forwarded_whole_is_looked_into() -> None:
    outer = EmailMessage(policy=SMTP)
    outer["From"] = "ann@players.test"
    outer.set_content("see below")
    inner = EmailMessage(policy=SMTP)
    inner.set_content(BLOCK)
    outer.add_attachment(inner)
    assert found(outer.as_bytes())[0][0] == JSON


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (("text/plain", "a.ostraka", b"hello"), "neither an armored block nor JSON"),
        (("text/plain", "a.ostraka", b'{"a": 1}'), "not a signed document"),
        (("text/plain", "a.ostraka", BLOCK.encode()[:-40]), "no END line"),
        (("text/plain", "a.ostraka", b'{"a": "' + b"x" * 200_000 + b'"}'), "are the most"),
    ],
)
def test_a_file_that_was_meant_as_a_document_is_told_of(file: File, words: str) -> None:
    (damage,) = read_mail(mail("", files=[file])).damages
    assert damage.where.startswith("attachment 1")
    assert words in damage.message


def test_other_files_and_what_a_host_wrote_are_passed_over() -> None:
    letter = (
        b'{"game":"g","letter":1,"phase":1,"player":"ed25519:'
        + b"0" * 32
        + b'","seat":"red","sealed":"AA","suite":"mlkem768x25519"}'
    )
    files = [
        ("application/json", "package.json", b'{"name": "x"}'),
        ("text/plain", "notes.txt", b"hello"),
        ("text/plain", "receipts.ostraka", armor("receipt", JSON).encode()),
        ("application/octet-stream", "g-red-1.ostraka", letter),
        ("image/png", "board.png", BLOCK.encode()),
    ]
    assert found(mail("just words", files=files)) == []


@pytest.mark.parametrize(
    ("headers", "sender"),
    [
        ({}, "ann@players.test"),
        ({"Reply-To": "bob@players.test"}, "bob@players.test"),
        ({"Reply-To": "a@players.test, b@players.test"}, None),
        ({"From": "Ann"}, None),
        ({"From": "ann@players.test@evil.test"}, None),
    ],
)
def test_an_answer_goes_to_one_plain_address(headers: dict[str, str], sender: str | None) -> None:
    raw = mail("x")
    for name, value in headers.items():
        lines = [line for line in raw.split(b"\r\n") if not line.startswith(f"{name}:".encode())]
        raw = f"{name}: {value}\r\n".encode() + b"\r\n".join(lines)
    assert read_mail(raw).sender == sender


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto-Submitted": "auto-replied"},
        {"Auto-Submitted": "auto-generated; owner=x"},
        {"Precedence": "bulk"},
        {"Precedence": "Junk"},
        {"Precedence": "list"},
        {"Return-Path": "<>"},
        {"List-Id": "<war.lists.test>"},
        {"X-Autoreply": "yes"},
        {"X-Auto-Response-Suppress": "All"},
        {"X-Ostraka-Host": "https://another.test"},
        {"From": "MAILER-DAEMON@players.test"},
        {"From": "Shop <no-reply@shop.test>"},
    ],
)
def test_what_no_person_sent_is_told(headers: dict[str, str]) -> None:
    read = read_mail(mail(BLOCK, headers=headers))
    assert read.automatic
    assert read.bounce is None
    assert len(read.documents) == 1


def test_the_envelopes_sender_counts_before_the_return_path() -> None:
    assert read_mail(mail("x"), "<>").automatic
    assert read_mail(mail("x"), "").automatic
    assert not read_mail(mail("x", headers={"Return-Path": "<>"}), "ann@players.test").automatic
    assert not read_mail(mail("x", headers={"Return-Path": "<ann@players.test>"})).automatic


@pytest.mark.parametrize("value", ["no", "No", ""])
def test_a_person_may_say_that_a_mail_is_not_automatic(value: str) -> None:
    assert not read_mail(mail("x", headers={"Auto-Submitted": value})).automatic


REPORT = """From: MAILER-DAEMON@provider.test
To: host@ostraka.test
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Type: text/plain

This is the mail system. Your message could not be delivered.

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; provider.test

Final-Recipient: rfc822; Red@players.test
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 no such user

--B
Content-Type: {kind}

From: host@ostraka.test
To: red@players.test
Message-ID: <lusab.red.started.0@ostraka.test>
Subject: [x] the game has begun

--B--
"""
OLD_BOUNCE = """From: {sender}
To: host@ostraka.test
Subject: failure notice
{extra}

Hi. This is the qmail-send program at provider.test.
I'm afraid I wasn't able to deliver your message to the following addresses.

<red@players.test>:
{reason}

--- Below this line is a copy of the message.

Message-ID: <lusab.red.started.0@ostraka.test>
To: red@players.test
"""


@pytest.mark.parametrize("kind", ["message/rfc822", "text/rfc822-headers"])
@pytest.mark.parametrize(("status", "permanent"), [("5.1.1", True), ("4.4.7", False)])
def test_a_delivery_report_names_the_mail_and_whether_it_is_final(kind: str, status: str, permanent: bool) -> None:
    read = read_mail(REPORT.format(action="failed", status=status, kind=kind).encode(), "<>")
    assert read.automatic
    assert read.bounce is not None
    assert "<lusab.red.started.0@ostraka.test>" in read.bounce.message_ids
    assert "red@players.test" in read.bounce.addresses
    assert (read.bounce.status, read.bounce.permanent) == (status, permanent)


@pytest.mark.parametrize("action", ["delayed", "delivered", "relayed", "expanded"])
def test_a_report_that_nothing_is_lost_is_no_bounce(action: str) -> None:
    read = read_mail(REPORT.format(action=action, status="4.2.0", kind="message/rfc822").encode(), "<>")
    assert (read.automatic, read.bounce) == (True, None)


@pytest.mark.parametrize(
    ("sender", "extra", "reason", "expect"),
    [
        ("MAILER-DAEMON@provider.test", "X-A: b", "550 no such user here", ("550", True)),
        ("anybody@provider.test", "Return-Path: <>", "host said: 452 4.2.2 over quota", ("4.2.2", False)),
        ("postmaster@provider.test", "X-A: b", "Sorry, no mailbox here by that name. (#5.1.1)", ("5.1.1", True)),
        ("MAILER-DAEMON@provider.test", "X-A: b", "something went wrong", None),
        ("ann@players.test", "X-A: b", "550 no such user here", None),
    ],
)
def test_a_bounce_of_the_old_kind_is_told_by_its_sender(
    sender: str, extra: str, reason: str, expect: tuple[str, bool] | None
) -> None:
    bounce = read_mail(OLD_BOUNCE.format(sender=sender, extra=extra, reason=reason).encode()).bounce
    assert (bounce and (bounce.status, bounce.permanent)) == expect


def test_somebody_on_holiday_is_no_bounce() -> None:
    headers = {
        "Auto-Submitted": "auto-replied",
        "In-Reply-To": "<lusab.red.started.0@ostraka.test>",
        "Return-Path": "<>",
    }
    assert read_mail(mail("I am away until 5.1.2027. Call 555 1234.", headers=headers)).bounce is None


def nested(depth: int, filling: bytes = b"") -> bytes:
    raw = b"Content-Type: multipart/mixed; boundary=b0\n\n"
    for level in range(1, depth):
        raw += b"--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n" % (level - 1, level)
    return raw + filling


BOMBS = {
    "a mail of more than a megabyte": b"From: a@b.test\n\n" + b"x" * mime_parts.MOST_BYTES,
    "boxes in boxes": nested(3_000),
    "boxes in boxes, a few": nested(30),
    "parts without end": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n" * 150_000,
    "parts, a few too many": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 100,
    "lines without end": b"From: a@b.test\n\n" + b"\n" * 1_000_000,
    "reports without end": b"Content-Type: message/delivery-status\n\n" + b"a: b\n\n" * 25_000,
    "mails in mails": b"Content-Type: message/rfc822\n\n" * 3_000,
    "carriage returns": b"From: a@b.test\r" * 70_000,
}
SLOW = {
    "boxes full of lines": nested(8, b"\n" * 29_000),
    "parameters": b"Content-Type: multipart/mixed; " + b"a=1;" * 250_000 + b"boundary=b\n\n--b\n\n",
    "quotes": b'Content-Type: multipart/mixed; boundary="' + b'\\"' * 500_000 + b"\n\n--b\n\n",
    "addresses": b"From: " + b"<" * 1_000_000 + b"\n\nx",
    "comments": b"From: " + b"(" * 1_000_000 + b"\nReply-To: " + b'"(' * 10_000 + b"\n\nx",
    "encoded words": b"From: " + b"=?utf-8?q?a?= " * 70_000 + b"\n\nx",
    "a slow charset": b"Content-Type: text/plain; charset=idna\n\n" + b"\xc3\xa9" * 500_000,
    "tags": b"Content-Type: text/html\n\n" + b"<a " * 340_000,
    "at signs": b"From: MAILER-DAEMON@x.test\n\n550 x " + b"a" * 60_000 + b"@" * 400_000,
    "angles": b"From: MAILER-DAEMON@x.test\n\n550 x " + b"<a" * 400_000,
    "entities": b"Content-Type: text/html\n\n" + b"&#99999999999999;" * 50_000,
}


@pytest.mark.parametrize("raw", BOMBS.values(), ids=BOMBS)
def test_a_bomb_is_dropped_before_it_costs(raw: bytes) -> None:
    began = time.process_time()
    assert read_mail(raw) == Mail(bomb=True)
    assert time.process_time() - began < 5


@pytest.mark.parametrize("raw", SLOW.values(), ids=SLOW)
def test_a_mail_made_to_be_slow_is_read_in_time(raw: bytes) -> None:
    began = time.process_time()
    assert read_mail(raw).documents == []
    assert time.process_time() - began < 5


HEADER = st.sampled_from(
    ["From", "Reply-To", "Message-ID", "Content-Type", "Content-Disposition", "Content-Transfer-Encoding",
     "Return-Path", "Auto-Submitted", "Status", "Action", "Final-Recipient"]
)  # fmt: skip
VALUE = st.one_of(
    st.sampled_from(
        ["multipart/mixed; boundary=b", "multipart/report; boundary=b", "message/rfc822", "message/delivery-status",
         "text/html", "text/plain; charset=utf-7", "attachment; filename*=utf-9''%ff.ostraka",
         "attachment; filename*0*=x",
         "base64", "quoted-printable", "x-uuencode", "<>", "failed", "5.1.1", "MAILER-DAEMON@x.test"]
    ),
    st.text(max_size=30),
)  # fmt: skip
LINE = st.one_of(
    st.just("--b"), st.just("--b--"), st.just(""), st.sampled_from(BLOCK.split("\n")), st.text(max_size=40)
)


@given(
    headers=st.lists(st.tuples(HEADER, VALUE), max_size=6),
    sections=st.lists(
        st.tuples(st.lists(st.tuples(HEADER, VALUE), max_size=3), st.lists(LINE, max_size=8)), max_size=4
    ),
)
@settings(max_examples=300)
def test_no_mail_is_too_odd_to_be_read(
    headers: list[tuple[str, str]], sections: list[tuple[list[tuple[str, str]], list[str]]]
) -> None:
    lines = [f"{name}: {value}" for name, value in headers]
    for part_headers, body in sections:
        lines += ["", "--b", *(f"{name}: {value}" for name, value in part_headers), "", *body]
    read_mail("\r\n".join(lines).encode("utf-8", "surrogatepass"))


@given(raw=st.binary(max_size=2_000))
@settings(max_examples=200)
def test_no_bytes_are_too_odd_to_be_read(raw: bytes) -> None:
    read_mail(raw)
    read_mail(b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n" + raw)
