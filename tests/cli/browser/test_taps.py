"""How many taps and passwords it takes from an invitation on a phone to a sealed answer, of each title."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest

from adjudicator.kernel import Chance
from adjudicator.kernel.chance import KEY_BYTES
from adjudicator.registry import title, titles
from tests.api.hosts import URL, Clock, HostUnderTest
from tests.api.referee.test_invitation_links import join, make_link
from tests.cli.browser.phones import Phone
from tests.cli.browser.test_at_a_host import PASSWORD, once  # noqa: F401 - a fixture
from tests.cli.browser.thumbs import Thumb

MOST = 6


class Invited:
    """A host with a game that lacks one player, who has been sent a link."""

    def __init__(self, folder, name):
        self.host = HostUnderTest(folder, Clock(datetime.now(UTC).replace(microsecond=0)))
        self.host.close()
        self.host.config = replace(self.host.config, play=folder)
        self.host.open()
        rules, ann = title(name), self.host.register("ann")
        scenario = next(iter(rules.scenarios))
        *others, self.seat = rules.seats(scenario, min(rules.scenario(scenario).seat_counts))
        said = {"seats_a_player": max(1, len(others)), "start": "full"}
        self.game = self.host.open_game(ann, (*others, self.seat), name, scenario, **said)["game"]
        for seat in others:
            assert join(self.host, self.game, "ann", seat).status_code == 201
        self.host.seats[self.game] = dict.fromkeys(others, ann)
        self.page = f"/games/{self.game}?invited={make_link(self.host, self.game)}"

    def fetched(self, wanted):
        path, query = urlsplit(wanted.url).path, urlsplit(wanted.url).query
        client = self.host.app.test_client()
        got = client.open(f"{path}?{query}", method=wanted.method, headers=wanted.headers, data=wanted.body)
        return got.status_code, "", dict(got.headers), got.data

    def play_until_asked(self):
        """The others answer as bots do."""
        rules = self.host.title(self.game)
        while self.host.work() or not (position := self.host.position(self.game)).phase.asked_of(self.seat):
            for seat in self.host.asked(self.game):
                orders = rules.steady(rules.view(position, seat), seat, Chance(bytes(KEY_BYTES)))
                sent = self.host.send(self.game, seat, [*map(rules.order_to_dict, orders)])
                assert sent.status_code == 201, sent.text


@pytest.mark.parametrize("name", titles())
def test_six_taps_besides_the_answers_own_and_one_password_lead_from_an_invitation_to_a_receipt(name, tmp_path):
    invited = Invited(tmp_path, name)
    phone = Phone(tmp_path / "phone", URL, fetch=invited.fetched)
    thumb = Thumb(phone, name="thais", password=PASSWORD)
    thumb.taps.append("the link in the mail")
    invitation = invited.host.client.get(invited.page)
    phone.open(thumb.follow(invitation.text, "Join").partition("#")[2])
    thumb.press("Join")
    invited.play_until_asked()
    phone.open(f"games/{invited.game}")  # the page does so by itself
    own = 0
    while 'data-stage="review"' not in phone.page:
        where, fields = thumb.next_choice
        phone.post(where, **fields)
        own += 1
        assert own < 60, phone.text
    thumb.press("Seal and send")
    if 'data-stage="sure"' in phone.page:
        thumb.press("Yes, seal and send it")
    phone.deliver()
    phone.open(f"games/{invited.game}/state?token=0")
    assert "The receipt is verified and kept" in phone.text
    print(f"\n{name}: {len(thumb.taps)} taps besides {own} of the answer, {thumb.passwords} password: {thumb.taps}")
    assert len(thumb.taps) <= MOST
    assert thumb.passwords == 1
