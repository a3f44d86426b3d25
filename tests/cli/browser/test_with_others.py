"""Games with others from a page without threads: each errand goes as often as it must, and reaches the host once."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest

from cli.errors import Refused
from schemas.statements.payloads import Annul
from tests.cli.browser.phones import Phone
from tests.cli.browser.test_at_a_host import PASSWORD, asked, invited, name, once, phone, sit_down  # noqa: F401 - fixtures
from tests.cli.browser.test_browser_table import next_button


@pytest.fixture
def seated(stage, phone, invited, name):  # noqa: F811
    """Somebody who plays black at their phone, in a game that has begun."""
    sit_down(phone, invited, name)
    asked(stage, invited, "black")
    yield phone, invited
    with suppress(Refused):  # what was sent last is being resolved
        stage.client("aspasia").act(invited, Annul())


def posted(phone):  # noqa: F811
    """What was sent to the host, in order."""
    sent = [path for method, path in phone.asked if method != "GET" and "presence" not in path]
    phone.asked.clear()
    return sent


def fill(phone, words, **fields):  # noqa: F811
    found = [(where, hidden) for said, where, hidden in phone.forms if said == words]
    assert found, (words, phone.text)
    return phone.post(found[0][0], **{**found[0][1], **fields})


def make(phone, game):  # noqa: F811
    """Press what is offered first until the answer is whole."""
    phone.open(f"games/{game}")
    while "Keep as a draft" not in [said for said, _, _ in phone.forms]:
        _, where, fields = phone.forms[next_button(phone.forms, 0)]
        phone.post(where, **fields)


def test_what_a_seats_holder_does_reaches_the_host_once(stage, seated):
    phone, game = seated  # noqa: F811
    phone.open(f"games/{game}/about")
    posted(phone)
    phone.press("For a later deadline")
    assert posted(phone) == [f"/games/{game}/seats/black/acts"]
    assert "Black votes for a later deadline." in phone.text
    phone.press("Resign")
    assert posted(phone) == []
    phone.press("Yes, give up the seat")
    assert posted(phone) == [f"/games/{game}/seats/black/acts"]
    phone.press("Join as Black")
    assert posted(phone) == [f"/games/{game}/joins"]
    assert len([one for one in stage.client("aspasia").log(game) if one["kind"] == "act"]) == 2


def test_a_game_is_opened_joined_and_organised_from_a_phone_and_its_link_is_the_one_that_the_host_knows(stage, seated):
    phone, _ = seated  # noqa: F811
    phone.open("new-at-host?scenario=perikles+opening")
    posted(phone)
    fill(phone, "Open the game", name="From a phone", seats="3", phase_seconds="3600")
    assert posted(phone) == ["/games"]
    game = re.search(r"games/([a-z-]{17})/organise", phone.page)[1]
    fill(phone, "Make a link", seconds="86400")
    assert posted(phone) == [f"/games/{game}/links"]
    link = re.search(r"<textarea[^>]*>([^<]+)</textarea>", phone.page)[1]
    stage.client("kleon").register(invited=link.rpartition("=")[2])
    phone.open(f"games/{game}/organise")
    assert "until" in phone.text.partition("Invited so far")[2]
    phone.press("Annul the game")
    phone.press("Yes, annul the game")
    assert posted(phone) == [f"/games/{game}/acts"]
    assert "The game is annulled." in phone.text
    with pytest.raises(AssertionError):
        phone.press("Annul the game")


def test_the_game_is_checked_and_its_receipts_are_listed(seated):
    phone, game = seated  # noqa: F811
    make(phone, game)
    phone.press("Keep as a draft")
    phone.deliver()
    phone.open(f"games/{game}/proof")
    assert "envelope 1 of black in this game" in phone.text
    phone.press("Check it")
    assert "Everything here agrees." in phone.text
    phone.open(f"games/{game}")
    posted(phone)
    phone.press("Take it back")
    assert [path.rpartition("/")[2] for path in posted(phone)] == ["black"]
    assert "What you had sent is taken back." in phone.text


def test_what_another_phone_sent_is_shown_before_it_is_replaced_however_often_the_errand_goes(seated, tmp_path, name):  # noqa: F811
    first, game = seated
    second = Phone(tmp_path / "second", *first.hosts)
    second.post("account/fetch", url=first.hosts[0], name=name, password=PASSWORD, stay="page")
    for one in (first, second):
        make(one, game)
    second.press("Keep as a draft")
    second.deliver()
    posted(first)
    first.press("Seal and send")
    first.deliver()
    first.open(f"games/{game}/state?token=0")
    assert len(posted(first)) == 1
    assert "Another device of yours has sent as a draft" in first.text
    assert list((first.root / "receipts").rglob("black-*")) == []
    first.press("Seal and send")
    first.deliver()
    assert len(posted(first)) == 1
    assert len(list((first.root / "receipts").rglob("black-*"))) == 1
