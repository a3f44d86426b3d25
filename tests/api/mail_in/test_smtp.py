"""Mail in over real sockets: SMTP and LMTP, answered 250 when a mail is taken for good and not before."""

from __future__ import annotations

import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from email.message import EmailMessage
from email.policy import SMTP
from urllib.parse import urlsplit

import pytest

from api.http.problems import ConfigurationError
from api.mail_in import smtp
from api.mail_in.listeners import open_way, require_way, way_in
from api.mail_in.mime_parts import MOST_BYTES
from api.mail_in.smtp import Listener
from schemas.documents.armor import armor
from tests.api.hosts import HostUnderTest, free_port
from tests.patience import PATIENCE

HOST = "host@ostraka.test"


class Door:
    """A listener of a host under test, and its two kinds of client."""

    def __init__(self, host: HostUnderTest, scheme: str) -> None:
        self.scheme, self.port, self.rings = scheme, free_port(), 0
        self.listener = Listener(host.host, urlsplit(f"{scheme}://127.0.0.1:{self.port}"), self.ring)
        self.listener.start()

    def ring(self) -> None:
        self.rings += 1

    def client(self) -> smtplib.SMTP:
        return (smtplib.LMTP if self.scheme == "lmtp" else smtplib.SMTP)("127.0.0.1", self.port, timeout=PATIENCE)

    def send(self, raw: bytes, to: str = HOST, sender: str = "ann@players.test") -> None:
        with self.client() as client:
            client.sendmail(sender, [to], raw)

    def raw(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)


@pytest.fixture(params=["smtp", "lmtp"])
def door(request: pytest.FixtureRequest, host: HostUnderTest) -> Iterator[Door]:
    door = Door(host, request.param)
    yield door
    door.listener.stop()


def letter(text: str = "hello") -> bytes:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Message-ID"] = "ann@players.test", HOST, "<1@mua.test>"
    message.set_content(text)
    return message.as_bytes()


def test_an_envelope_that_was_sent_is_stored_when_the_server_says_so(host: HostUnderTest, door: Door) -> None:
    game = host.started()
    envelope = host.envelope(game, "green", [], "draft")
    door.send(letter(armor("envelope", envelope.to_json())), f"host+{game}@ostraka.test")
    assert host.rows("select raw from envelopes") == [(envelope.to_json(),)]
    assert host.rows("select player from mails where kind = 'receipt'") == [("p-green",)]
    assert door.rings == 1


def test_lines_that_begin_with_a_dot_come_whole(host: HostUnderTest, door: Door) -> None:
    host.register("ann", "ann@players.test")
    door.send(letter(".\n..\n.hello"))
    assert host.rows("select address from mails") == [("ann@players.test",)]


@pytest.mark.parametrize("to", ["green@ostraka.test", "host@elsewhere.test", "host.x@ostraka.test", "host"])
def test_mail_for_others_is_not_let_in(host: HostUnderTest, door: Door, to: str) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        door.send(letter(), to)
    assert refused.value.recipients[to][0] == 550
    assert host.rows("select count(*) from mails") == [(0,)]


def test_the_address_is_known_in_any_case_and_with_a_game(door: Door) -> None:
    for to in ("Host@OSTRAKA.test", "host+lusab-babad-gutih@ostraka.test"):
        door.send(letter(), to)
    assert door.rings == 2


def test_a_mail_with_an_empty_sender_is_not_answered(host: HostUnderTest, door: Door) -> None:
    door.send(letter(), sender="")
    assert door.rings == 1
    assert host.rows("select count(*) from mails") == [(0,)]


def test_a_mail_that_is_too_large_is_refused(host: HostUnderTest, door: Door) -> None:
    with door.client() as client:
        client.ehlo_or_helo_if_needed()
        assert int(client.esmtp_features["size"]) == MOST_BYTES
        assert client.docmd("MAIL", f"FROM:<ann@players.test> SIZE={MOST_BYTES + 1}")[0] == 552
        client.mail("ann@players.test")
        client.rcpt(HOST)
        assert client.data(b"Subject: x\r\n\r\n" + b"x" * 70 + b"\r\n" + (b"y" * 70 + b"\r\n") * 15_000)[0] == 552
        client.mail("ann@players.test")
        client.rcpt(HOST)
        assert client.data(letter())[0] == 250
    assert door.rings == 1


def test_a_line_without_an_end_is_hung_up_on(door: Door) -> None:
    with door.raw() as wire:
        hello = b"LHLO" if door.scheme == "lmtp" else b"EHLO"
        wire.sendall(hello + b" x.test\r\nMAIL FROM:<a@x.test>\r\nRCPT TO:<host@ostraka.test>\r\nDATA\r\n")
        with pytest.raises(OSError, match=r"reset|Broken pipe"):
            wire.sendall(b"x" * 20 * MOST_BYTES)
    door.send(letter())
    assert door.rings == 1


def test_a_fault_is_a_temporary_failure_and_nothing_is_lost(
    host: HostUnderTest, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = host.started()
    envelope = host.envelope(game, "green", [], "draft")
    raw = letter(armor("envelope", envelope.to_json()))
    with monkeypatch.context() as broken:
        broken.setattr("api.games.envelopes.put", lambda *_: [][0])
        with pytest.raises(smtplib.SMTPDataError) as failed:
            door.send(raw)
    assert failed.value.smtp_code == 451
    assert b"IndexError" not in failed.value.smtp_error
    assert host.rows("select count(*) from envelopes") == [(0,)]
    door.send(raw)
    assert host.rows("select count(*) from envelopes") == [(1,)]


def test_mails_over_one_connection_are_all_taken(host: HostUnderTest, door: Door) -> None:
    with door.client() as client:
        for _ in range(3):
            client.sendmail("ann@players.test", [HOST], letter())
    assert door.rings == 3


def test_lmtp_takes_one_recipient_at_a_time(host: HostUnderTest, door: Door) -> None:
    """RFC 2033, 4.2 wants a reply for each after the mail; a second is told to come again and gets its own."""
    with door.client() as client:
        client.ehlo_or_helo_if_needed()
        client.mail("ann@players.test")
        codes = [client.rcpt(to)[0] for to in (HOST, "host+x@ostraka.test")]
        assert codes == ([250, 452] if door.scheme == "lmtp" else [250, 250])
        assert client.data(letter())[0] == 250


def test_each_protocol_has_its_own_greeting(door: Door) -> None:
    with door.raw() as wire:
        assert wire.recv(100).startswith(b"220 ")
        wire.sendall(b"EHLO x.test\r\n" if door.scheme == "lmtp" else b"LHLO x.test\r\n")
        assert wire.recv(100).startswith(b"500 ")


def test_when_all_places_are_taken_who_has_been_silent_for_longest_makes_room(door: Door) -> None:
    wires = [door.raw() for _ in range(smtp.MOST_CONNECTIONS)]
    assert all(wire.recv(100).startswith(b"220 ") for wire in wires)
    wires[0].sendall(b"NOOP\r\n")
    assert wires[0].recv(100).startswith(b"250 ")
    door.send(letter())
    assert door.rings == 1
    with suppress(ConnectionResetError):
        assert wires[1].recv(100) == b""
    for wire in [wires[0], *wires[2:]]:
        wire.sendall(b"QUIT\r\n")
        assert wire.recv(100).startswith(b"221 ")
        wire.close()


def test_an_idle_connection_is_ended(host: HostUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smtp, "IDLE_SECONDS", 0.2)
    door = Door(host, "smtp")
    with door.raw() as wire:
        assert wire.recv(100).startswith(b"220 ")
        assert wire.recv(100) == b""
    door.listener.stop()


def test_a_mail_that_is_being_taken_is_taken_to_its_end(host: HostUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    door, begun, go_on, done = Door(host, "smtp"), threading.Event(), threading.Event(), threading.Event()

    def slowly(*_: object) -> None:
        begun.set()
        go_on.wait(PATIENCE)
        done.set()

    def send() -> None:
        with pytest.raises(smtplib.SMTPException):
            door.send(letter())

    monkeypatch.setattr(smtp, "take_mail", slowly)
    sender = threading.Thread(target=send)
    sender.start()
    assert begun.wait(PATIENCE)
    threading.Timer(0.2, go_on.set).start()
    door.listener.stop()
    assert done.is_set()
    sender.join(PATIENCE)


@pytest.mark.parametrize(
    "url",
    ["", "lmtp", "lmtp://", "http://x", "smtp://user:word@x", "smtp://x/folder", "imap://x", "imaps://user@x/INBOX",
     "lmtp://x:99999", "imaps://user:word@/INBOX", "file:///x"],
)  # fmt: skip
def test_a_url_that_is_no_way_in_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        way_in(url)
    assert "lmtp://address" in str(refused.value)
    assert "word@x" not in str(refused.value)


def test_an_address_that_cannot_be_listened_on_is_told_at_the_start(host: HostUnderTest) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"lmtp://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ConfigurationError, match=r"mail in cannot be listened for at 127\.0\.0\.1.*in use"):
            require_way(url)
    require_way(url)
    way = open_way(host.host, url, lambda: None)
    way.start()
    with smtplib.LMTP("127.0.0.1", int(url.rpartition(":")[2])) as client:
        assert client.noop()[0] == 250
    way.stop()
