"""Whole games at a host by phones, the organiser's too: one goes to the program and back, one is lost, one closed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from time import monotonic
from typing import NamedTuple
from urllib.parse import urlencode

import pytest

from cli.client import Client
from cli.home.home import Home
from cli.play.bot import play_once
from schemas.keys.identities import Identity
from tests.api.hosts import Clock, HostUnderTest, free_port
from tests.api.pages.browsers import served
from tests.cli.browser.phones import PATH, Phone
from tests.cli.browser.test_at_a_host import PASSWORD, once  # noqa: F401 - a fixture
from tests.cli.browser.thumbs import Thumb

PEOPLE = ("aspasia", "kleon", "thais", "myron")


class Now(Clock):
    """It goes."""

    def __call__(self):
        return datetime.now(UTC)


class Changes(NamedTuple):
    """After how many answers kleon plays by the program and back, thais has a new phone, aspasia sleeps over it."""

    program: int
    back: int
    lost: int
    night: int


class Evenings:
    """Phones and their host. `turns`: of each answer, who gave it, with how many taps and in what time."""

    def __init__(self, folder, people, changes, monkeypatch):
        self.people, self.changes, self.monkeypatch = people, changes, monkeypatch
        self.folder, self.port = folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.host = HostUnderTest(folder, Now())
        self.host.close()
        self.host.config = replace(self.host.config, play=folder, public_url=self.url)
        self.host.open()
        self.thumbs = {who: self.new_phone(who) for who in people}
        self.turns, self.due = [], {"lost", "night"}

    def new_phone(self, who, number=1):
        phone = Phone(self.folder / f"{who}-{number}", self.url)
        return Thumb(phone, name=who, password=PASSWORD)

    def open_game(self, scenario):
        """As its organiser does it: a name and a password, the game, a link; then the seat."""
        thumb = self.thumbs["aspasia"]
        thumb.phone.open("account")
        thumb.press("Make my key")
        thumb.phone.open(f"new-at-host?scenario={scenario}")
        thumb.typed["name"] = "By phones"
        thumb.press("Open the game", start="full")
        self.game = re.search(r"games/([a-z-]{17})/organise", thumb.phone.page)[1]
        links = []
        for _ in self.people[1:]:
            thumb.press("Make a link")
            links.append(re.search(r"<textarea[^>]*>([^<]+)</textarea>", thumb.phone.page)[1])
        thumb.phone.open(f"games/{self.game}/about")
        thumb.press(next(said for said, _, _ in thumb.phone.forms if said.startswith("Join as")))
        return links

    def come(self, who, link):
        """By the link of an invitation."""
        thumb = self.thumbs[who]
        thumb.taps.append("the link in the mail")
        page = self.host.client.get(link.removeprefix(self.url)).text
        thumb.phone.open(thumb.follow(page, "Join").partition("#")[2])
        thumb.press("Join")

    def want_mails(self, who):
        """As everybody does who has not seen to it: all that there are."""
        phone = self.thumbs[who].phone
        phone.open("settings")
        kinds = re.findall(r'name="mail" value="([^"]+)"', phone.page)
        wanted = [("url", self.url), ("address", f"{who}@players.test"), ("time_zone", "")]
        phone.ask("POST", f"{PATH}settings", urlencode([*wanted, *(("mail", kind) for kind in kinds)]).encode())

    @property
    def is_over(self):
        return self.client(self.people[0]).game(self.game)["status"] == "over"

    def client(self, who):
        """That of the program, with the key that the phone has saved as a file."""
        home = Home(self.folder / f"{who}-program")
        path = home.key_path(who)
        if not path.exists():
            path.parent.mkdir(parents=True)
            path.write_bytes(self.thumbs[who].phone.open("account/key").body)
        return Client(self.url, Identity.load(path, PASSWORD), who, home)

    def play(self):
        """To the end; whoever is asked comes by the link in the mail."""
        held = {one["player"]: one["seat"] for one in self.client(self.people[0]).game(self.game)["seats"]}
        while not self.is_over:
            for who in [one for one in self.people if self.host.position(self.game).phase.asked_of(held[one])]:
                self.turn(who, held[who])
            self.host.work()
            self.host.mails_went_out()

    def turn(self, who, seat):
        began, phase, given = monotonic(), self.host.position(self.game).phases, len(self.turns)
        if who == "thais" and given >= self.changes.lost and "lost" in self.due:
            self.due.remove("lost")
            self.thumbs[who] = self.new_phone(who, 2)
        thumb = self.thumbs[who]
        if who == "aspasia" and given >= self.changes.night and "night" in self.due:
            self.due.remove("night")
            self.sleep(thumb.phone)
        before = len(thumb.taps)
        if who == "kleon" and self.changes.program <= given < self.changes.back:
            play_once(self.client(who), self.game, seat, "steady")
            own, how = 0, "program"
        else:
            own, how = self.answer(thumb), "phone"
        self.turns.append(Turn(who, how, phase, len(thumb.taps) - before, own, monotonic() - began))

    def sleep(self, phone):
        """The page is closed, and opened again when the evening is long over."""
        until = json.loads(phone.kept)["until"]
        with self.monkeypatch.context() as night:
            night.setattr("cli.browser.keys.time", lambda: until + 1)
            phone.load()
            phone.open()

    def answer(self, thumb):
        """Gives how many taps the answer itself took."""
        thumb.taps.append("the link in the mail")
        thumb.phone.open(f"games/{self.game}")
        opens = [said for said, _, _ in thumb.phone.forms if said in ("Open", "Sign in")]
        if opens:  # the key has locked itself, or this is a new phone
            thumb.press(opens[0])
        own = 0
        while 'data-stage="review"' not in thumb.phone.page:
            where, fields = thumb.next_choice
            thumb.phone.post(where, **fields)
            own += 1
            assert own < 99, [one for one in thumb.phone.forms if "act" in one[2]]
        thumb.press("Seal and send")
        if 'data-stage="sure"' in thumb.phone.page:
            thumb.press("Yes, seal and send it")
        thumb.phone.deliver()
        thumb.phone.open(f"games/{self.game}/state?token=0")
        assert "The receipt is verified and kept" in thumb.phone.text
        return own


class Turn(NamedTuple):
    """One answer."""

    who: str
    how: str
    phase: int
    taps: int
    own: int
    seconds: float


@pytest.mark.soak
@pytest.mark.parametrize(
    ("scenario", "people", "changes"),
    [("perikles+standard", 3, Changes(20, 40, 60, 80)), ("pericles+14.1.01A", 4, Changes(5, 15, 20, 25))],
)
def test_a_whole_game_is_played_by_phones_that_came_by_links(scenario, people, changes, tmp_path, monkeypatch):
    names = PEOPLE[:people]
    evenings = Evenings(tmp_path, names, changes, monkeypatch)
    with served(evenings.host, evenings.port):
        for who, link in zip(names[1:], evenings.open_game(scenario), strict=True):
            evenings.come(who, link)
        evenings.host.work()
        sat_down = {who: len(thumb.taps) for who, thumb in evenings.thumbs.items()}
        for who in names:
            evenings.want_mails(who)
        evenings.play()
        for who in names:
            phone = evenings.thumbs[who].phone
            assert b'data-stage="over"' in phone.open(f"games/{evenings.game}").body
            phone.open(f"games/{evenings.game}/proof")
            phone.press("Check it")
            assert "Everything here agrees." in phone.text
    turns, mails = evenings.turns, dict(evenings.host.rows("select player, count(*) from mails group by player"))
    print(f"\n{len(turns)} answers; taps until each sat: {sat_down}; mails: {mails}")
    for who in names:
        mine = [one for one in turns if (one.who, one.how) == (who, "phone")]
        beside, own = sorted(one.taps for one in mine), [one.own for one in mine]
        took = sorted(one.seconds for one in mine)
        print(
            f"{who}: {len(mine)} answers by phone, taps besides the answer {beside}, "
            f"of the answer {sum(own) / len(own):.1f}, seconds {took[len(took) // 2]:.2f}, at most {took[-1]:.2f}, "
            f"mails a turn {mails.get(who, 0) / len(mine):.2f}, passwords {evenings.thumbs[who].passwords}"
        )
    assert evenings.due == set()
    assert [one.how for one in turns if one.who == "kleon"].count("program") > 1
    assert max(sat_down[who] for who in names[1:]) + 1 <= 6  # the last one sends the first answer
    *taps, night, back = sorted(one.taps for one in turns if one.how == "phone")
    assert {*taps} <= {2, 3}  # the mail's link, the last and at times whether that is meant
    assert night in (4, 5)  # the next evening also a password and *Open*
    assert back in (5, 6)  # on the new phone also a name, a password and *Sign in*
    assert sum(mails.values()) <= len(turns)
