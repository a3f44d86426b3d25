"""An answer on a bad line: it is sealed at once, waits, goes out as it is, and its page says what became of it."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest

from cli.client import Client
from cli.errors import Refused, TrustBroken
from schemas.statements.payloads import Annul, End
from tests.cli.browser.phones import Phone, fetched
from tests.cli.browser.test_at_a_host import (  # noqa: F401 - fixtures
    PASSWORD,
    asked,
    invited,
    name,
    once,
    phone,
    receipts,
    seal_one,
    sit_down,
)
from tests.cli.browser.test_browser_table import next_button

GONE = (0, "it can’t be reached", {}, b"")
BUSY = (
    429,
    "Too Many Requests",
    {"Content-Type": "application/problem+json", "Retry-After": "9"},
    b'{"type": "about:blank", "title": "Too many", "status": 429, "code": "too-many-requests", "detail": "Later."}',
)
ON_ITS_WAY, NOT_YET = "Sealed, sending", "Not sent yet"


@pytest.fixture
def seated(stage, phone, invited, name):  # noqa: F811
    """Somebody who is asked, and has not looked yet."""
    sit_down(phone, invited, name)
    asked(stage, invited, "black")
    yield phone, invited
    with suppress(Refused):  # it is over already
        stage.client("aspasia").act(invited, Annul())


class Line:
    """The way to a host: what it does with envelopes; `sent`: those that went onto it, in order."""

    def __init__(self, phone):  # noqa: F811
        self.sent, self.puts = [], fetched
        phone.fetch = self.fetch

    def fetch(self, wanted):
        if wanted.method != "PUT":
            return fetched(wanted)
        self.sent.append(wanted.body)
        return self.puts(wanted)

    def lose(self, wanted):
        """It does not arrive."""
        return GONE

    def deafen(self, wanted):
        """It arrives, and the answer does not."""
        fetched(wanted)
        return 0, "it took too long", {}, b""


@pytest.fixture
def line(seated):
    return Line(seated[0])


def look(phone, game):  # noqa: F811
    """As a page does that hears of news."""
    phone.open(f"games/{game}/state?token=0")


def choose_another(phone, game):  # noqa: F811
    """Change what was sent into the second thing that is offered."""
    phone.open(f"games/{game}")
    phone.press("Change it")
    phone.press("Start over")
    before = phone.forms
    choices = [fields["act"] for _, _, fields in before if fields.get("act", "").startswith("take ")]
    phone.post(before[0][1], **before[0][2] | {"act": choices[1]})
    phone.press("Seal and send")


def test_send_seals_at_once_and_asks_no_host_and_the_receipt_comes_with_one_request(seated):
    phone, game = seated  # noqa: F811
    phone.open(f"games/{game}")
    while "Keep as a draft" not in [said for said, _, _ in phone.forms]:
        press_first(phone)
    phone.asked.clear()
    phone.press("Keep as a draft")
    assert phone.asked == []
    assert ON_ITS_WAY in phone.text
    assert "Take it back" not in phone.text
    assert phone.deliver() == [0.0]
    assert [method for method, _ in phone.asked] == ["PUT"]
    assert json.loads(phone.table.news())["games"][game] == phone.table.table.news.count
    look(phone, game)
    assert "Kept as a draft" in phone.text
    assert "envelope 1 of black in this game, orders for phase" in phone.text
    assert "The receipt is verified and kept in this browser." in phone.text
    assert phone.table.sending() == []
    [receipt] = receipts(phone, game)
    assert receipt.endswith("-1.json")


def test_what_could_not_be_sent_goes_out_by_itself_in_the_same_envelope(seated, line):
    phone, game = seated  # noqa: F811
    line.puts = line.lose
    seal_one(phone, game)
    assert [phone.deliver() for _ in range(3)] == [[1.0], [2.0], [5.0]]
    look(phone, game)
    assert NOT_YET in phone.text
    assert "Your answer is sealed, and goes out by itself" in phone.text
    phone.press("Send it now")
    assert ON_ITS_WAY in phone.text
    assert phone.deliver() == [1.0]
    phone.load()  # the page is closed
    phone.open(f"games/{game}")
    assert ON_ITS_WAY in phone.text
    assert phone.deliver() == [1.0]
    line.puts = fetched
    assert phone.deliver() == [0.0]
    look(phone, game)
    assert "has reached the host in time" in phone.text
    assert len(line.sent) == 6
    assert len(set(line.sent)) == 1
    [receipt] = receipts(phone, game)
    assert receipt.endswith("-1.json")


def test_what_arrived_though_no_answer_came_back_is_not_sent_as_another(seated, line):
    phone, game = seated  # noqa: F811
    line.puts = line.deafen
    seal_one(phone, game)
    phone.deliver()
    line.puts = fetched
    phone.deliver()
    assert len(set(line.sent)) == 1
    [receipt] = receipts(phone, game)
    assert receipt.endswith("-1.json")


@pytest.mark.parametrize("arrives", [False, True])
def test_what_is_chosen_instead_meanwhile_counts_and_is_taken_for_no_other_devices(seated, line, arrives, stage):
    phone, game = seated  # noqa: F811
    line.puts = line.deafen if arrives else line.lose
    draft(phone, game)
    phone.deliver()
    choose_another(phone, game)
    line.puts = fetched
    assert phone.deliver() == [0.0]
    look(phone, game)
    assert "Another device" not in phone.text
    assert receipts(phone, game)[-1].endswith("-2.json")
    assert phone.table.sending() == []


def draft(phone, game):  # noqa: F811
    """As `seal_one`, but it keeps the game waiting."""
    phone.open(f"games/{game}")
    while "Keep as a draft" not in [said for said, _, _ in phone.forms]:
        press_first(phone)
    phone.press("Keep as a draft")


def press_first(phone):  # noqa: F811
    """Press what is offered first."""
    _, where, fields = phone.forms[next_button(phone.forms, 0)]
    phone.post(where, **fields)


@pytest.mark.parametrize("told", ["look", "again"])
def test_what_another_device_sent_meanwhile_is_shown_before_it_is_replaced(seated, line, tmp_path, name, told):  # noqa: F811
    phone, game = seated  # noqa: F811
    line.puts = line.lose
    draft(phone, game)
    phone.deliver()
    other = Phone(tmp_path / "other", *phone.hosts)
    other.post("account/fetch", url=phone.hosts[0], name=name, password=PASSWORD, stay="page")
    draft(other, game)
    other.deliver()
    line.puts = fetched
    if told == "again":  # its number is one above the other's
        choose_another(phone, game)
    sent = len(line.sent)
    phone.deliver()
    look(phone, game)
    assert "Nothing was sent yet. Another device of yours has sent as a draft" in phone.text
    assert len(line.sent) == sent + (told == "look")
    assert receipts(phone, game) == []
    phone.press("Seal and send")
    phone.deliver()
    assert len(receipts(phone, game)) == 1


@pytest.mark.parametrize("arrives", [False, True])
def test_at_the_cut_the_page_says_by_the_receipt_whether_it_was_in_time(stage, seated, line, arrives):
    phone, game = seated  # noqa: F811
    line.puts = line.deafen if arrives else line.lose
    draft(phone, game)
    phone.deliver()
    stage.client("aspasia").act(game, End())
    line.puts = fetched
    phone.deliver()
    look(phone, game)
    assert ("has reached the host in time" in phone.text) is arrives
    assert ("does not count: the phase was cut before it reached the host" in phone.text) is not arrives
    assert len(receipts(phone, game)) == arrives
    assert phone.table.sending() == []


def test_a_host_that_refuses_for_now_only_is_sent_the_answer_when_it_says(seated, line):
    phone, game = seated  # noqa: F811
    line.puts = lambda wanted: BUSY
    seal_one(phone, game)
    assert phone.deliver() == [9.0]
    look(phone, game)
    assert "does not count" not in phone.text
    assert NOT_YET in phone.text
    line.puts = fetched
    phone.deliver()
    look(phone, game)
    assert "has reached the host in time" in phone.text


def test_a_receipt_that_is_none_ends_the_page(seated, line, monkeypatch):
    phone, game = seated  # noqa: F811

    def lie(*_):
        raise TrustBroken("The receipt is for another envelope.")

    monkeypatch.setattr(Client, "deliver", lie)
    seal_one(phone, game)
    assert phone.deliver() == [60.0]
    look(phone, game)
    assert "The host cannot be believed" in phone.text


def test_a_key_that_is_locked_meanwhile_sends_nothing_and_what_waits_goes_out_when_it_is_open_again(seated, line):
    phone, game = seated  # noqa: F811
    line.puts = line.lose
    seal_one(phone, game)
    errand = phone.table.duty(game)
    phone.post("account/lock")
    assert phone.run(errand) == 0.0
    assert phone.table.sending() == []
    assert line.sent == []
    line.puts = fetched
    phone.post("account/open", name=phone.table.keys.names[0], password=PASSWORD, stay="page")
    phone.open(f"games/{game}")
    phone.deliver()
    assert len(receipts(phone, game)) == 1
