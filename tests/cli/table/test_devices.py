"""One player at two devices with the same key: neither loses what the other sent, and their numbers never clash."""

from __future__ import annotations

import shutil

import pytest

from cli.client.http import Transport
from cli.errors import SentElsewhere, Unreachable
from cli.home.home import Home
from tests.cli.table.tables import Sitter, hosts_at


@pytest.fixture
def devices(table, tmp_path):
    """Two tables of who is asked, the second in a home in which there is nothing but the key."""
    who, seat = table.asked()
    second = Home(tmp_path / "second")
    shutil.copytree(table.stage.home(who).root / "keys", second.root / "keys")
    sat = []
    for home in (table.stage.home(who), second):
        sitter = Sitter(home, hosts_at(table.stage, who, home))
        sitter.enter()
        sitter.open(f"games/{table.game}")
        sat.append(sitter)
    yield seat, *sat
    for sitter in sat:
        sitter.table.hosts.lock()


def chosen(sitter, city):
    sitter.press(next(said for said, _, _ in sitter.buttons if said.startswith(city)))


def test_what_the_other_device_sent_is_shown_before_it_is_replaced(table, devices):
    seat, one, other = devices
    chosen(one, "Megara")
    chosen(other, "Argos")
    other.press("Keep as a draft")
    one.press("Seal and send")
    assert "Nothing was sent yet. Another device of yours has sent as a draft:" in one.text
    assert "Place a free cube: Argos. Press once more to replace it." in one.text
    assert one.stage == "review"
    assert (table.phase(), table.client(who_of(one)).questions(table.game, seat)["sequence"]) == (1, 1)
    one.press("Seal and send")
    table.wait_beyond(1)
    assert f"{who_of(one)} put a cube in the temple of Megara" in table.ostraka("kleon", "report", table.game).stdout


@pytest.mark.parametrize("arrives", [False, True])
def test_what_waited_for_its_host_replaces_nothing_of_the_other_device_unseen(table, devices, monkeypatch, arrives):
    seat, one, other = devices
    send = Transport.put

    def lost(self, path, raw):
        if arrives:
            send(self, path, raw)
        raise Unreachable("No host answers.")

    chosen(one, "Megara")
    with monkeypatch.context() as patched:
        patched.setattr(Transport, "put", lost)
        one.press("Keep as a draft")
    assert "Not sent yet" in one.text
    if not arrives:
        chosen(other, "Argos")
        other.press("Keep as a draft")
    one.press("Send it now")
    assert ("Nothing was sent yet. Another device of yours has sent as a draft" in one.text) is not arrives
    assert table.client(who_of(one)).questions(table.game, seat)["sequence"] == 1 + arrives
    assert one.stage == ("sent" if arrives else "review")


def who_of(sitter):
    return sitter.table.hosts.connection.handle()


def test_a_draft_of_the_other_device_comes_with_the_next_look_unless_something_is_begun_here(table, devices):
    _, one, other = devices
    chosen(other, "Argos")
    other.press("Keep as a draft")
    one.open(f"games/{table.game}")
    assert (one.stage, "Argos" in one.text) == ("sent", True)
    other.press("Change it")
    other.press("Start over")
    chosen(other, "Megara")
    one.open(f"games/{table.game}")
    assert (one.stage, "Megara" in one.page.partition('class="orders"')[2].partition("</ol>")[0]) == ("sent", False)


def test_what_is_half_made_says_that_no_other_device_sees_it(devices):
    _, one, other = devices
    text = "is kept only on this machine: your other devices do not see it"
    assert text not in one.text
    chosen(one, "Megara")
    assert text in one.text
    assert text not in other.text


def test_what_was_sent_is_taken_back_and_the_other_device_says_so_before_it_sends(table, devices):
    seat, one, other = devices
    chosen(one, "Megara")
    one.press("Keep as a draft")
    other.open(f"games/{table.game}")
    assert other.stage == "sent"
    one.press("Take it back")
    assert "What you had sent is taken back. The receipt is verified and kept" in one.text
    assert one.stage == "review"
    asked = table.client(who_of(one)).questions(table.game, seat)
    assert (asked["sequence"], asked["word"]) == (2, "withdrawn")
    other.press("Take it back")
    assert "Nothing was taken back yet. Another device of yours has taken back what was sent." in other.text
    other.press("Change it")
    other.press("Seal and send")
    table.wait_beyond(1)


def test_a_script_may_say_what_it_knows_and_then_replaces_nothing_newer(table):
    who, seat = table.asked()
    client, orders = table.client(who), [{"question": "D-S1", "city": "argos"}]
    client.send(table.game, seat, orders, "draft", known=0)
    with pytest.raises(SentElsewhere) as refused:
        client.send(table.game, seat, orders, "draft", known=0)
    assert (refused.value.code, client.questions(table.game, seat)["sequence"]) == ("sent-elsewhere", 1)
    client.send(table.game, seat, orders, "draft", known=1)


def test_orders_books_press_and_votes_go_on_from_the_newest_number_of_either(table, devices):
    seat, one, other = devices
    client = table.client(who_of(one))
    for sitter in (one, other, one):
        sitter.open(f"games/{table.game}")
        if sitter.stage == "sent":
            sitter.press("Change it")
            sitter.press("Start over")
        chosen(sitter, "Megara")
        sitter.press("Keep as a draft")
        if sitter.stage != "sent":  # the other's draft was shown
            sitter.press("Keep as a draft")
        assert sitter.stage == "sent"
        sitter.post(f"{sitter.guard.home}games/{table.game}/press", text=f"from {id(sitter)}")
        sitter.post(f"{sitter.guard.home}games/{table.game}/about/vote", on="extend", yes="yes")
        sitter.post(f"{sitter.guard.home}games/{table.game}/about/vote", on="extend", yes="no")
        sitter.open(f"games/{table.game}")
        for words in ("The form of six questions", "See what it writes", "Seal and send the book"):
            sitter.press(words)
        assert "Your book is in." in sitter.text
    asked = client.questions(table.game, seat)
    assert (asked["book"]["sequence"], len(client.press(table.game, seat))) == (3, 3)
    acts = [entry for entry in client.log(table.game) if entry["kind"] == "act"]
    assert len(acts) == 6
