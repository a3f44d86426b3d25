"""Mail in from a real IMAP server: taken, then marked; found again when anything breaks in between."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any

import pytest
from imap_tools import AND

from api.mail_in import imap as mailbox
from api.mail_in.imap import LONGEST_PAUSE, POLL, Mailbox, pause_after
from api.mail_in.listeners import open_way, way_in
from api.mail_in.mime_parts import MOST_BYTES
from schemas.documents.armor import armor
from tests.api.hosts import HostUnderTest
from tests.api.mail_in.mail_servers import Imap, start_imap
from tests.certificates import vouched_for_by_nobody

HOST = "host@ostraka.test"


@pytest.fixture(scope="module")
def server() -> Iterator[Imap]:
    imap = start_imap({})
    yield imap
    imap.stop()


@pytest.fixture
def imap(server: Imap) -> Imap:
    """The server, with an empty mailbox for the host."""
    server.add(HOST, "s@crate/1")
    return server


class Rings:
    """Counts how often the postman is called."""

    count = 0

    def __call__(self) -> None:
        self.count += 1


def box_of(host: HostUnderTest, imap: Imap, query: str = "") -> Mailbox:
    if "ann" not in host.players:
        host.register("ann", "ann@players.test")
    return Mailbox(host.host, way_in(imap.url(HOST, query=query)), Rings())


def letter(text: str = "hello", number: int = 1, sender: str = "ann@players.test") -> bytes:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Message-ID"] = sender, HOST, f"<{number}@mua.test>"
    message.set_content(text)
    return message.as_bytes()


def unread(imap: Imap, folder: str = "INBOX") -> int:
    with imap.open(HOST, folder) as box:
        return len(box.uids(AND(seen=False)))


def answered(host: HostUnderTest) -> list[str]:
    return [row[0] for row in host.rows("select in_reply_to from mails where kind = 'receipt' order by id")]


def test_new_mails_are_taken_and_marked_as_read(host: HostUnderTest, imap: Imap) -> None:
    game = host.started()
    envelope = host.envelope(game, "green", [], "draft")
    imap.append(HOST, letter(armor("envelope", envelope.to_json())))
    imap.append(HOST, letter(number=2))
    box = box_of(host, imap)
    assert box.run_once() == host.clock.moment + POLL
    assert host.rows("select raw from envelopes") == [(envelope.to_json(),)]
    assert answered(host) == ["<1@mua.test>", "<2@mua.test>"]
    assert unread(imap) == 0
    assert box.ring.count == 2
    box.run_once()
    assert box.ring.count == 2


def test_what_was_taken_is_moved_where_the_url_says(host: HostUnderTest, imap: Imap) -> None:
    with imap.open(HOST) as box:
        box.folder.create("Taken")
    imap.append(HOST, letter())
    box_of(host, imap, "?move=Taken").run_once()
    with imap.open(HOST) as box:
        assert box.uids() == []
    assert unread(imap, "Taken") == 0
    with imap.open(HOST, "Taken") as box:
        assert len(box.uids()) == 1


def test_a_server_that_cannot_move_is_made_to_copy(
    host: HostUnderTest, imap: Imap, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = mailbox.connect

    def without_move(parts: Any) -> Any:
        box = whole(parts)
        box.client.capabilities = tuple(name for name in box.client.capabilities if name != "MOVE")
        return box

    monkeypatch.setattr(mailbox, "connect", without_move)
    with imap.open(HOST) as box:
        box.folder.create("Taken")
    imap.append(HOST, letter())
    imap.append(HOST, letter(number=2))
    with imap.open(HOST) as box:
        box.client.uid("STORE", box.uids()[1], "+FLAGS", r"(\Deleted \Seen)")
    box_of(host, imap, "?move=Taken").run_once()
    with imap.open(HOST, "Taken") as box:
        assert len(box.uids()) == 1
    with imap.open(HOST) as box:
        assert len(box.uids()) == 1


def test_marking_a_mail_does_not_delete_what_others_marked_for_deletion(host: HostUnderTest, imap: Imap) -> None:
    imap.append(HOST, letter())
    imap.append(HOST, letter(number=2))
    with imap.open(HOST) as box:
        box.client.uid("STORE", box.uids()[0], "+FLAGS", r"(\Deleted \Seen)")
    box_of(host, imap).run_once()
    with imap.open(HOST) as box:
        assert len(box.uids()) == 2


def test_a_mail_that_cannot_be_taken_is_put_off_and_keeps_no_other_from_it(
    host: HostUnderTest, imap: Imap, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = mailbox.take_mail
    tried = []

    def broken(host: Any, raw: bytes, **options: Any) -> Any:
        tried.append(raw)
        return 1 // 0 if b"<1@mua.test>" in raw else whole(host, raw, **options)

    imap.append(HOST, letter(number=1))
    imap.append(HOST, letter(number=2))
    box = box_of(host, imap)
    with monkeypatch.context() as patched:
        patched.setattr(mailbox, "take_mail", broken)
        for seconds, tries in ((0, 2), (30, 2), (35, 3), (60, 3), (70, 4)):
            host.clock.forward(seconds=seconds)
            assert box.run_once() == host.clock.moment + POLL
            assert len(tried) == tries
    assert answered(host) == ["<2@mua.test>"]
    assert unread(imap) == 1
    host.clock.forward(minutes=15)
    box.run_once()
    assert answered(host) == ["<2@mua.test>", "<1@mua.test>"]
    assert unread(imap) == 0
    box.run_once()
    assert box.put_off == {}


def test_a_mail_that_was_taken_but_not_marked_is_taken_again_without_a_second_answer(
    host: HostUnderTest, imap: Imap, monkeypatch: pytest.MonkeyPatch
) -> None:
    imap.append(HOST, letter())
    box = box_of(host, imap)

    def torn(*_: object) -> None:
        raise ConnectionResetError

    with monkeypatch.context() as patched:
        patched.setattr(mailbox, "put_away", torn)
        assert box.run_once() == host.clock.moment + pause_after(0)
    assert unread(imap) == 1
    box.run_once()
    assert unread(imap) == 0
    assert answered(host) == ["<1@mua.test>"]


def test_the_size_is_asked_before_the_mail_is_fetched(host: HostUnderTest, imap: Imap) -> None:
    imap.append(HOST, letter("x" * 70 + "\r\n" + ("y" * 70 + "\r\n") * 20_000))
    assert MOST_BYTES < 20_000 * 72
    box_of(host, imap).run_once()
    assert unread(imap) == 0
    (text,) = host.rows("select text from mails")[0]
    assert "mail-too-large" in text


def test_many_mails_are_taken_in_several_rounds(
    host: HostUnderTest, imap: Imap, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailbox, "MOST_AT_ONCE", 2)
    for number in range(3):
        imap.append(HOST, letter(number=number, sender=f"{number}@x.test"))
    box = box_of(host, imap)
    assert box.run_once() == host.clock.moment
    assert unread(imap) == 1
    assert box.run_once() == host.clock.moment + POLL
    assert unread(imap) == 0


def test_a_server_that_is_away_is_left_alone_ever_longer(host: HostUnderTest, imap: Imap) -> None:
    box = Mailbox(host.host, way_in("imap://host:word@127.0.0.1:1/INBOX"), Rings())
    pauses = [(box.run_once() - host.clock.moment).total_seconds() for _ in range(7)]
    assert pauses == [30, 60, 120, 240, 480, 900, 900]
    assert timedelta(seconds=900) == LONGEST_PAUSE
    box.parts = way_in(imap.url(HOST))
    assert box.run_once() == host.clock.moment + POLL
    assert box.failures == 0


@pytest.mark.parametrize(
    "url", ["imap://host%40ostraka.test:wrong@{at}/INBOX", "imap://host%40ostraka.test:s%40crate%2F1@{at}/None"]
)
def test_a_login_or_a_folder_that_is_refused_is_tried_again_later(host: HostUnderTest, imap: Imap, url: str) -> None:
    box = Mailbox(host.host, way_in(url.format(at=f"127.0.0.1:{imap.port}")), Rings())
    assert box.run_once() == host.clock.moment + pause_after(0)
    assert box.failures == 1


def test_a_password_is_not_given_in_the_clear_to_another_machine(
    host: HostUnderTest, imap: Imap, monkeypatch: pytest.MonkeyPatch
) -> None:
    imap.append(HOST, letter())
    monkeypatch.setattr(mailbox, "is_this_machine", lambda host: False)
    box = box_of(host, imap)
    box.run_once()
    assert box.failures == 1
    assert unread(imap) == 1


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, ssl.SSLContext]:
    return vouched_for_by_nobody(tmp_path)


def test_over_tls_the_certificate_is_checked(
    host: HostUnderTest, certificate: tuple[Path, ssl.SSLContext], monkeypatch: pytest.MonkeyPatch
) -> None:
    cert, context = certificate
    imap = start_imap({HOST: "word"}, context)
    url = imap.url(HOST, scheme="imaps").replace("127.0.0.1", "localhost")
    box = Mailbox(host.host, way_in(url), Rings())
    box.run_once()
    assert box.failures == 1
    monkeypatch.setenv("SSL_CERT_FILE", str(cert))
    box.run_once()
    assert box.failures == 0
    imap.stop()


def test_the_loop_looks_by_itself(host: HostUnderTest, imap: Imap) -> None:
    host.register("ann", "ann@players.test")
    imap.append(HOST, letter())
    rings = Rings()
    way = open_way(host.host, imap.url(HOST), rings)
    way.start()
    way.stop()
    assert rings.count == 1
    assert answered(host) == ["<1@mua.test>"]
