"""A page with other rules than its host, in the middle of a phase: it says so, loses nothing, and goes on with them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest

from adjudicator import registry
from api.referee.rules_changes import change_rules
from tests.api.hosts import URL, Clock, HostUnderTest
from tests.cli.browser.phones import Phone
from tests.cli.browser.test_browser_table import next_button
from tests.titles import ballot, ballot_2

OLD, NEW = ballot.TITLE, ballot_2.TITLE
SEATS = ("alpha", "beta", "gamma", "delta")


def rules(*titles):
    """What is installed in this process: the page's rules, or the host's while it is asked."""
    registry._registered.pop("ballot", None)
    for title in titles:
        registry.register(title)


class Meeting:
    """A host and a phone, each with rules of its own."""

    def __init__(self, folder):
        self.at_host, self.at_phone = (OLD,), (OLD,)
        rules(OLD)
        self.host = HostUnderTest(folder, Clock(datetime.now(UTC).replace(microsecond=0)))
        self.game = self.host.started(SEATS, title="ballot", scenario="assembly")
        self.phone = Phone(folder / "phone", URL, fetch=self.fetched)
        key = self.phone.table.home.key_path("p-beta")
        key.parent.mkdir(parents=True)
        self.host.players["p-beta"].identity.save(key, None)
        self.load(OLD)

    def fetched(self, wanted):
        rules(*self.at_host)
        path, query = urlsplit(wanted.url).path, urlsplit(wanted.url).query
        got = self.host.app.test_client().open(
            f"{path}?{query}", method=wanted.method, headers=wanted.headers, data=wanted.body
        )
        rules(*self.at_phone)
        return got.status_code, "", dict(got.headers), got.data

    def load(self, *titles):
        """A page with these rules."""
        self.at_phone = titles
        rules(*titles)
        self.phone.load()
        self.phone.table.hosts.unlock()
        self.phone.open()
        self.look()

    def update(self, *titles):
        """The host starts again with other rules."""
        self.at_host = titles
        rules(*titles)
        self.host.close()
        self.host.open()
        change_rules(self.host.host)
        rules(*self.at_phone)

    def look(self):
        self.phone.open(f"games/{self.game}")

    def begin(self):
        """Choose something, and send nothing."""
        _, where, fields = self.phone.forms[next_button(self.phone.forms, 0)]
        self.phone.post(where, **fields)
        assert self.half_made["acts"]

    @property
    def half_made(self):
        [path] = (self.phone.root / "table").glob(f"{self.game}-*.json")
        return json.loads(path.read_text())

    def send(self):
        while "Seal and send" not in [said for said, _, _ in self.phone.forms]:
            _, where, fields = self.phone.forms[next_button(self.phone.forms, 0)]
            self.phone.post(where, **fields)
        self.phone.press("Seal and send")
        self.phone.deliver()
        self.look()


@pytest.fixture
def meeting(tmp_path):
    yield Meeting(tmp_path)
    registry._registered.pop("ballot", None)


def test_a_page_older_than_its_host_says_so_before_the_question_and_one_tap_later_goes_on_with_what_was_half_made(
    meeting,
):
    phone = meeting.phone
    meeting.begin()
    before = meeting.half_made
    meeting.update(NEW)
    phone.open(f"games/{meeting.game}/state?token=0")
    assert (phone.status, "data-closed" in phone.page) == (409, True)
    meeting.look()
    assert phone.status == 409
    assert "This page is older than the game" in phone.text
    assert "version 2 of the rules of ballot, and this page has version 1" in phone.text
    assert 'id="update"' in phone.page
    assert meeting.half_made == before
    meeting.load(NEW)
    assert "The rules have changed, and you are asked anew. What you had begun to answer is kept." in phone.text
    assert (meeting.half_made["phase"], meeting.half_made["acts"]) == (2, before["acts"])
    meeting.send()
    assert "The receipt is verified and kept" in phone.text
    assert meeting.host.questions(meeting.game, "beta")["sequence"] == 1


def test_an_answer_that_was_whole_when_the_host_changed_its_rules_is_not_lost_by_sending_it(meeting):
    while "Seal and send" not in [said for said, _, _ in meeting.phone.forms]:
        meeting.begin()
    before = meeting.half_made
    meeting.update(NEW)
    meeting.phone.press("Seal and send")
    meeting.phone.deliver()
    meeting.look()
    assert "This page is older than the game" in meeting.phone.text
    assert meeting.half_made["acts"] == before["acts"]
    meeting.load(NEW)
    assert "The rules have changed, and you are asked anew. What you had begun to answer is kept." in meeting.phone.text
    meeting.send()
    assert "The receipt is verified and kept" in meeting.phone.text


def test_a_page_newer_than_its_host_plays_by_the_rules_of_the_host_where_it_has_them(meeting):
    meeting.begin()
    before = meeting.half_made
    meeting.load(OLD, NEW)
    assert meeting.half_made == before
    meeting.send()
    assert "The receipt is verified and kept" in meeting.phone.text
    meeting.update(NEW)
    meeting.look()
    assert "The rules of the game changed from ballot/1 to ballot/2" in meeting.phone.text
    meeting.send()
    assert meeting.host.questions(meeting.game, "beta")["sequence"] == 1


def test_a_page_newer_than_its_host_says_which_rules_it_lacks_and_keeps_what_was_half_made(meeting):
    meeting.begin()
    before = meeting.half_made
    meeting.load(NEW)
    assert meeting.phone.status == 409
    assert "This page is newer than the game" in meeting.phone.text
    assert "version 1 of the rules of ballot, which this page lacks: it has version 2" in meeting.phone.text
    assert 'id="update"' not in meeting.phone.page
    assert meeting.half_made == before
    meeting.load(OLD)
    assert meeting.half_made == before
    meeting.send()
    assert "The receipt is verified and kept" in meeting.phone.text


def test_a_page_without_the_rules_of_a_title_says_so(meeting):
    meeting.load()
    assert "This page does not know the game" in meeting.phone.text
    assert "version 1 of the rules of ballot, which are not here" in meeting.phone.text


@pytest.mark.parametrize(
    ("bundle", "said"),
    [
        ("a" * 16, "http://localhost serves the same."),
        ("b" * 16, f"http://localhost serves another , {'a' * 16}"),
    ],
)
def test_the_account_says_whether_the_host_serves_this_very_page(meeting, tmp_path, bundle, said):
    served = tmp_path / "served"
    served.mkdir()
    (served / "index.html").write_text(f'<script src="{"a" * 16}/shell.js" type="module"></script>')
    phone = meeting.phone
    phone.table.hosts.bundle = bundle
    phone.open("account")
    assert f"Its hash is {bundle} ." in phone.text
    assert "http://localhost serves no page." in phone.text
    object.__setattr__(meeting.host.host.config, "play", served)
    phone.open("account")
    assert said in phone.text
