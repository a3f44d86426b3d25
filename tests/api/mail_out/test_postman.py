"""The postman: one mail that cannot be sent stops no other, several senders send each mail once."""

from __future__ import annotations

import threading
from email.message import EmailMessage

import pytest

from api.mail_out.postman import LEASE, Postman
from tests.api.hosts import HostUnderTest, painted
from tests.patience import PATIENCE

WORDS = "=?utf-7?q?+2D0-?="


class Letterbox:
    """A transport that keeps what it is given."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []

    def __call__(self, message: EmailMessage) -> None:
        self.mails.append(message)


def statuses(host: HostUnderTest) -> list[tuple[str, int]]:
    """How many mails are in which status."""
    return host.rows("select status, count(*) from mails group by status order by status")


def test_a_name_that_reads_as_an_encoded_word_is_mailed_like_any_other(host: HostUnderTest) -> None:
    host.started(("red", "green", "black"), name=WORDS)
    box = Letterbox()
    Postman(host.host, box, painted).run_once()
    assert len(box.mails) == 4
    assert str(box.mails[0]["Subject"]) == f"{WORDS}: the game has begun (red, Perikles)"


def test_a_mail_that_cannot_be_built_is_held_and_stops_no_other(host: HostUnderTest) -> None:
    host.started(("red", "green", "black"))
    host.rows("update mails set subject = ? where id = (select min(id) from mails)", "two\nlines")
    box = Letterbox()
    postman = Postman(host.host, box, painted)
    assert postman.run_once() is None
    assert statuses(host) == [("held", 1), ("sent", 3)]
    host.rows("update mails set subject = ? where status = 'held'", "one line")
    assert postman.run_once() is None
    assert statuses(host) == [("held", 1), ("sent", 3)]
    postman.release()
    assert postman.run_once() is None
    assert statuses(host) == [("sent", 4)]


def test_senders_at_once_send_each_mail_once(host: HostUnderTest) -> None:
    for _ in range(3):
        host.started(("red", "green", "black"))
    all_in = threading.Barrier(4, timeout=PATIENCE)
    sent: list[str] = []

    def send(message: EmailMessage) -> None:
        if len(sent) < 4:
            sent.append(message["Message-ID"])
            all_in.wait()
        else:
            sent.append(message["Message-ID"])

    postman = Postman(host.host, send, painted)
    threads = [threading.Thread(target=postman.run_once) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sent) == len(set(sent)) == 12
    assert statuses(host) == [("sent", 12)]


def test_a_mail_whose_sender_was_killed_is_sent_by_another_when_its_lease_is_over(host: HostUnderTest) -> None:
    host.started(("red", "green", "black"))
    box = Letterbox()

    class Killed(BaseException):
        pass

    def die(_: EmailMessage) -> None:
        raise Killed

    with pytest.raises(Killed):
        Postman(host.host, die, painted).run_once()
    other = Postman(host.host, box, painted)
    assert other.run_once() == host.clock.moment + LEASE
    assert len(box.mails) == 3
    host.clock.forward(minutes=5)
    assert other.run_once() is None
    assert len(box.mails) == 4


def test_a_service_that_starts_sends_at_once_what_the_one_before_it_had_taken(host: HostUnderTest) -> None:
    host.started(("red", "green", "black"))
    host.rows("update mails set taken_until = '2099-01-01 00:00:00.000000'")
    box = Letterbox()
    postman = Postman(host.host, box, painted)
    postman.release()
    assert postman.run_once() is None
    assert len(box.mails) == 4


def test_a_mail_written_while_the_clock_was_ahead_goes_out(host: HostUnderTest) -> None:
    now = host.clock.moment
    host.clock.forward(days=10)
    host.started(("red", "green", "black"))
    host.clock.moment = now
    box = Letterbox()
    assert Postman(host.host, box, painted).run_once() is None
    assert len(box.mails) == 4
