"""What happens in a private game changes no answer that a stranger can get: no cursor, count, order, header or page.

Every address is read with every public name there is, by nobody, by a registered player without a seat and by one who
plays elsewhere, before and after each step of a private game and of a private contest; the answers are compared whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from adjudicator import registry
from api.contests.steps import ContestWorker
from schemas.statements import payloads
from schemas.statements.payloads import Invitation
from schemas.statements.statements import sign_payload
from tests.api.booked import send_book
from tests.api.contests.contests import Contests
from tests.api.hosts import API, HostUnderTest, Player
from tests.api.pages.form_browsers import signed_in
from tests.api.push.services import DEVICE
from tests.titles.ballot import TITLE as BALLOT

SEATS = ("alpha", "beta", "gamma")
OWN_TIME = ("X-Request-ID", "Date")
"""Headers that differ from one answer to the next whatever happens."""
Answer = tuple[int, bytes, list[tuple[str, str]]]


@dataclass
class Strangers:
    """A host of which strangers read every address: a public game and contest are there too, and one of them plays."""

    host: HostUnderTest
    names: dict[str, Sequence[str]] = field(default_factory=dict)
    cursors: dict[str, str] = field(default_factory=dict)
    browsers: dict[str, FlaskClient] = field(default_factory=dict)
    first: dict[tuple[str, str], Answer] = field(default_factory=dict)
    always: int = 11
    """So many of the first addresses are read after every step: lists, and feeds."""

    def __post_init__(self) -> None:
        self.host.register("stranger", "stranger@players.test")
        for player in (*SEATS, "eta"):
            self.host.register(f"p-{player}", f"{player}@players.test")
        public = [self.begun("neighbours") for _ in range(2)]
        self.host.play_on(public[0])
        self.host.play_on(public[1], 1)
        contests = Contests(self.host)
        contest = contests.opened("p-delta")
        contests.entered(contest, "p-epsilon")
        neighbour = self.host.players["p-delta"]
        webhook = {"url": "https://93.184.215.14/ostraka"}
        made = self.host.ask("POST", "/players/p-delta/webhooks", neighbour, webhook).get_json()["webhook"]
        device = self.host.ask("POST", "/players/p-delta/push", neighbour, DEVICE).get_json()["device"]
        self.names = {
            "game": public, "contest": [contest], "seat": ["alpha"], "phase": ["0", "1", "2"], "number": ["1"],
            "handle": ["stranger", "p-delta", "p-alpha"], "title": ["ballot"], "webhook": [made], "device": [device],
        }  # fmt: skip
        self.readers = {handle: self.host.players[handle] for handle in ("stranger", "p-delta")}
        self.browsers = {handle: signed_in(self.host, player) for handle, player in self.readers.items()}
        for handle, player in self.readers.items():
            self.cursors[handle] = self.host.json(f"/players/{handle}/feed?limit=100", player)["next"]

    def begun(self, name: str) -> str:
        """A game of the neighbours', who are strangers to those who play in private."""
        people = dict(zip(SEATS, ("delta", "epsilon", "zeta"), strict=True))
        return self.host.begin(SEATS, people, title="ballot", scenario="assembly", name=name)

    def paths(self) -> list[str]:
        """Every address that can be read, filled with every public name; first the lists and feeds from cursors."""
        found = [f"{API}/{what}?limit=1" for what in ("games", "contests", "ratings/ballot")]
        found += [f"{API}/games?{what}=p-alpha" for what in ("player", "organiser", "calls_for", "free_for")]
        found += [f"{API}/players/{who}/feed?after={cursor}" for who, cursor in self.cursors.items()]
        found += [f"{API}/players/{who}/feed" for who in self.cursors]
        for rule in self.host.app.url_map.iter_rules():
            if "GET" in (rule.methods or ()):
                names = sorted(rule.arguments)
                for values in product(*(self.names.get(name, ["x"]) for name in names)):
                    filled = dict(zip(names, values, strict=True))
                    found.append(re.sub(r"<(?:[^>]*:)?(\w+)>", lambda part, of=filled: of[part[1]], rule.rule))
        return list(dict.fromkeys(found))

    def changed(self, step: int = 0, of: int = 1) -> list[tuple[str, str]]:
        """Who is answered otherwise than when this was asked first, and where; or in one part of so many."""
        found = []
        for number, path in enumerate(self.paths()):
            if number < self.always or number % of == step % of:
                found += [(path, who) for who in ("nobody", *self.readers) if not self.is_as_before(path, who)]
        return found

    def is_as_before(self, path: str, who: str) -> bool:
        signed = path.startswith(API) and who != "nobody"
        headers = self.readers[who].headers(path, self.host.clock) if signed else {}
        client = self.host.client if signed or who == "nobody" else self.browsers[who]
        answered = self.read(client, path, headers)
        return self.first.setdefault((path, who), answered) == answered

    def read(self, client: FlaskClient, path: str, headers: Mapping[str, str]) -> Answer:
        answered = client.get(path, headers=dict(headers))
        shown = [(name, value) for name, value in answered.headers.items() if name not in OWN_TIME]
        return answered.status_code, answered.data, shown


@pytest.fixture
def strangers(tmp_path: Path) -> Iterator[Strangers]:
    """A host with strangers."""
    registry.register(BALLOT)
    strangers = Strangers(HostUnderTest(tmp_path))
    yield strangers
    strangers.host.close()
    registry._registered.pop(BALLOT.id)


def private_game(host: HostUnderTest) -> Iterator[str]:
    """A private game from its opening to its end, step by step; the clock moves before a step, never in it."""
    olga, *others = (host.players[f"p-{seat}"] for seat in SEATS)
    game = str(host.open_game(olga, SEATS, "ballot", "assembly", private="always", tags=["cup"])["game"])
    yield "opened"
    for player in others:
        host.post(f"/games/{game}/invitations", invitation(host, game, olga, player.handle))
        yield "invited"
    for seat, player in zip(SEATS, (olga, *others), strict=True):
        joining = host.join_statement(player, host.json(f"/games/{game}", olga), seat)
        assert host.post(f"/games/{game}/joins", joining).status_code == 201
        host.seats.setdefault(game, {})[seat] = player
        yield "joined"
    host.reader = olga
    assert host.post(f"/games/{game}/start", host.start_statement(olga, game)).status_code == 200
    host.work()
    yield "dealt"
    yield from private_acts(host, game)
    while host.json(f"/games/{game}")["status"] != "over":
        host.play_on(game, 1)
        yield "resolved"


def private_acts(host: HostUnderTest, game: str) -> Iterator[str]:
    """What players and their organiser do beside giving orders."""
    host.write_press(game, "alpha", ["beta"], "between us")
    yield "wrote"
    seat = host.asked(game)[0]
    assert host.send(game, seat, host.default(game, seat), "draft").status_code == 201
    yield "sent a draft"
    assert send_book(host, game, seat, []).status_code == 201
    yield "sent a book"
    away = payloads.Absence(first="2026-06-01", last="2026-06-02")
    for act in (payloads.Vote(on="pause", yes=True), away):
        assert host.seat_act(game, seat, act).status_code == 201
        yield "acted"
    for order in (payloads.Remind(), payloads.Extend(seconds=60), payloads.Pause(), payloads.Resume()):
        assert host.act(game, order, by=host.players["p-alpha"]).status_code == 201
        host.work()
        yield "organised"
    assert host.seat_act(game, "gamma", payloads.Resign()).status_code == 201
    yield "resigned"
    back = host.players["p-gamma"]
    joining = host.join_statement(back, host.json(f"/games/{game}"), "gamma")
    assert host.post(f"/games/{game}/joins", joining).status_code == 201
    yield "came back"


def invitation(host: HostUnderTest, game: str, organiser: Player, handle: str) -> Any:
    """The organiser's invitation of a player."""
    said = {"player": handle, "address": None, "seat": None, "number": host.next_number()}
    return sign_payload(Invitation(game=game, organiser=organiser.identity.key_id, **said), organiser.identity)


def private_contest(host: HostUnderTest) -> Iterator[str]:
    """A private contest from its opening to its end."""
    contests = Contests(host)
    host.reader = host.players["p-alpha"]
    contest = contests.opened("p-alpha", kind="mini", closes_at=None, rounds=1, private=True, most=3, fewest=3)
    yield "opened"
    people = ("p-beta", "p-gamma", "p-eta")
    for who in people:
        assert contests.invite(contest, who, "p-alpha").status_code == 201
        yield "invited"
    for who in people:
        host.reader = host.players[who]
        contests.entered(contest, who)
        yield "entered"
    host.reader = host.players["p-alpha"]
    ContestWorker(host.host).run_once()
    yield "drawn"
    contests.play(contest)
    yield "played"


def course(host: HostUnderTest) -> Iterator[str]:
    """A private game, and a private contest."""
    yield from private_game(host)
    yield from private_contest(host)


def test_what_happens_in_private_changes_no_answer_to_a_stranger(strangers: Strangers) -> None:
    """After each step all lists and feeds are read, and a sixtieth of all addresses; at the end every one."""
    strangers.changed()
    assert len(strangers.first) > 400
    for number, step in enumerate(course(strangers.host)):
        assert strangers.changed(number, of=60) == [], step
    assert strangers.changed() == []


@pytest.mark.soak
def test_no_step_in_private_changes_any_answer_to_a_stranger(strangers: Strangers) -> None:
    strangers.changed()
    for step in course(strangers.host):
        assert strangers.changed() == [], step


def test_a_step_in_public_is_seen(strangers: Strangers) -> None:
    """Else the comparison would prove nothing."""
    strangers.changed(of=12)
    strangers.host.open_game(strangers.host.players["p-alpha"], SEATS, "ballot", "assembly")
    assert [path for path, who in strangers.changed(of=12) if who == "stranger" and path.startswith(f"{API}/games?")]
