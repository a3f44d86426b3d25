"""What players are told of the host: the operator's words, and that mail is late; nothing of private games."""

from __future__ import annotations

import pytest
from sqlmodel import Session

from api.health.notices import MAIL_IS_LATE, notices
from api.mail_out.postman import Postman
from api.mail_out.transports import MailFailed
from tests.api.health.conftest import operator
from tests.api.hosts import HostUnderTest
from tests.api.pages.form_browsers import signed_in

SAID = "Away on <Tuesday>, 20:00 to 21:00 UTC."


def told(host: HostUnderTest, reader: str | None = None) -> list[str]:
    with host.host.database.read() as session:
        assert isinstance(session, Session)
        return [one.text for one in notices(host.host, session, reader)]


def test_what_the_operator_says_is_on_every_page_and_in_feeds_until_its_time(served: HostUnderTest) -> None:
    game = served.started()
    Postman(served.host, lambda _: None).run_once()
    assert operator("notice") == (0, "Players are told nothing.\n")
    assert operator("notice", SAID, "--until", "2026-05-01T14:00+01:00")[0] == 0
    for path in ("/", f"/games/{game}"):
        page = served.client.get(path).text
        assert "Away on &lt;Tuesday&gt;, 20:00 to 21:00 UTC." in page
        assert 'datetime="2026-05-01T13:00:00Z"' in page
    player = served.seats[game]["red"]
    feed = served.json("/players/p-red/feed", player)
    assert feed["notices"] == [{"kind": "operator", "text": SAID, "until": "2026-05-01T13:00:00Z"}]
    served.clock.forward(minutes=59)
    assert told(served) == [SAID]
    served.clock.forward(minutes=1)
    assert told(served) == []
    operator("notice", SAID)
    served.clock.forward(days=300)
    assert told(served) == [SAID]
    assert operator("notice", "--end") == (0, "Players are told nothing.\n")
    assert told(served) == []


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("x" * 301,), "301 characters"),
        (("a\u202eb",), "U+202E"),
        (("Away", "--until", "soon"), "2026-12-01T20:00 is one"),
        (("Away", "--until", "2026-05-01T11:00Z"), "has passed"),
        (("--until", "2027-05-01T11:00Z"), "Give a TEXT"),
        (("Away", "--end"), "Give a TEXT"),
    ],
)
def test_what_cannot_be_told_is_refused(
    host: HostUnderTest, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], why: str
) -> None:
    monkeypatch.setenv("OSTRAKA_MASTER_KEY", host.config.master_key.hex())
    monkeypatch.setenv("OSTRAKA_DATABASE", host.config.database)
    code, said = operator("notice", *words)
    assert (code, why in said) == (2, True)
    assert told(host) == []


def test_players_are_told_that_mail_is_late_and_that_it_is_late_no_more(served: HostUnderTest) -> None:
    def no_server(_mail: object) -> None:
        raise MailFailed("421 not now")

    served.started()
    served.clock.forward(minutes=14)
    Postman(served.host, no_server).run_once()
    assert told(served) == []
    served.clock.forward(minutes=2)
    assert told(served) == told(served, "p-red") == [MAIL_IS_LATE]
    assert "Mail of this host is late" in served.client.get("/").text
    Postman(served.host, lambda _: None).run_once()
    assert told(served) == []


def test_one_address_that_takes_no_mail_is_no_delay_of_the_host(host: HostUnderTest) -> None:
    def refuses_red(mail: object) -> None:
        if "red@players.test" in str(mail["To"]):  # type: ignore[index]
            raise MailFailed("450 mailbox full")

    host.started()
    Postman(host.host, refuses_red).run_once()
    host.clock.forward(minutes=30)
    assert told(host) == []
    assert told(host, "p-green") == []


def test_mails_of_private_games_make_no_difference_to_a_stranger(host: HostUnderTest) -> None:
    game = host.started()
    host.rows("update games set private = 'always'")
    host.clock.forward(hours=2)
    assert told(host) == told(host, "p-nobody") == []
    assert told(host, "p-red") == [MAIL_IS_LATE]
    assert "is late" not in host.client.get("/").text
    browser = signed_in(host, host.seats[game]["red"])
    assert "is late" in browser.get("/").text
