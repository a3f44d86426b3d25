"""How each operation of the interface is approached, by whoever it may be: what the access table is held to.

The prepared host has one game that runs: red is played by its organiser, green by who joined after its first player
had resigned (the former holder), black by a rival, and orange is vacant. What is addressed is the holder's: seat
green, his handle, his token and his webhook. A script reads by the holder's token.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

from schemas.keys.identities import Identity
from schemas.statements import payloads
from schemas.statements.contests import (
    Challenge,
    Contest,
    ContestAct,
    ContestInvitation,
    EndContest,
    Enter,
    LeaveContest,
    RequestBye,
)
from schemas.statements.payloads import Payload
from schemas.statements.statements import sign_payload
from tests.api.contests.contests import Contests
from tests.api.hosts import API, HostUnderTest, Player
from tests.api.openapi.sample_statements import locked
from tests.api.push.services import DEVICE
from tests.api.secrecy.masks import taking

HOLDER = "erik"
WHO = ("nobody", "player", "rival", "former", "organiser", "token", "holder")
UNSIGNED = ("nobody", "token")
WEBHOOK = {"url": "https://93.184.215.14/ostraka"}
TOKEN = {"name": "bot", "scopes": ["waiting", "seats"]}


@dataclass
class Approached:
    """The prepared host, and everybody before it."""

    folder: Path
    who: dict[str, Player] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.host = host = HostUnderTest(self.folder)
        self.game = host.started()
        seats = host.seats[self.game]
        former = seats["green"]
        for seat in ("green", "orange"):
            assert host.seat_act(self.game, seat, payloads.Resign()).status_code == 201
        assert host.substitute(self.game, "green", HOLDER).status_code == 201
        host.send(self.game, "green", [], "draft")
        holder = seats["green"]
        self.who = {
            "nobody": Player("nobody"),
            "player": host.register("dora"),
            "rival": seats["black"],
            "former": former,
            "organiser": seats["red"],
            "token": Player("robot"),
            "holder": holder,
        }
        token = host.ask("POST", f"/players/{HOLDER}/tokens", holder, TOKEN).get_json()
        self.bearer = f"Bearer {token['secret']}"
        webhook = host.ask("POST", f"/players/{HOLDER}/webhooks", holder, WEBHOOK).get_json()["webhook"]
        device = host.ask("POST", f"/players/{HOLDER}/push", holder, DEVICE).get_json()["device"]
        self.places = {"game": self.game, "seat": "green", "handle": HOLDER, "title": "perikles", "phase": "1"}
        contests = Contests(host)
        self.contest = contests.opened(
            "p-red", title="perikles", scenario="opening", tables=[["red", "green", "black"]]
        )
        contests.entered(self.contest, HOLDER)
        self.places |= {"contest": self.contest}
        masked = {"name": "Masks", "anonymous": True}
        self.masked = {
            "games": str(host.open_game(seats["red"], ("red", "green", "black"), **masked)["game"]),
            "contests": contests.opened(
                "p-red", title="perikles", scenario="opening", tables=[["red", "green", "black"]], **masked
            ),
        }
        self.places |= {"token": token["token"], "webhook": webhook, "device": device, "number": "1"}
        self.kept = self.folder / "kept.db"
        copy(host.path, self.kept)

    def approach(self, operation: str, who: str) -> int:
        """The status with which the host answers somebody, as it was prepared."""
        copy(self.kept, self.host.path)
        method, rule = operation.split()
        path = re.sub(r"{(\w+)}", lambda part: self.places[part[1]], rule)
        by = self.who[who]
        self.host.client.environ_base["HTTP_AUTHORIZATION"] = self.bearer if who == "token" else ""
        if method == "GET":
            return self.host.get(path, None if who in UNSIGNED else by).status_code
        if operation in STATEMENTS:
            return self.host.post(path, sign_payload(STATEMENTS[operation](self, by), by.identity)).status_code
        return OTHERS[operation](self, path, by).status_code

    def ask(self, method: str, path: str, by: Player, body: dict[str, Any] | None = None) -> TestResponse:
        """A request signed by somebody; by nobody it is not signed."""
        if by in (self.who["nobody"], self.who["token"]):
            return self.host.client.open(API + path, method=method, json=body)
        return self.host.ask(method, path, by, body)

    def number(self) -> int:
        """Above all that were used."""
        return self.host.next_number()


def copy(one: Path, other: Path) -> None:
    """Put what one database holds into another, also under a host that is open."""
    with closing(sqlite3.connect(one)) as source, closing(sqlite3.connect(other)) as target:
        source.backup(target)


def key(player: Player) -> str:
    """The id of somebody's key."""
    return player.identity.key_id


def register(at: Approached, path: str, by: Player) -> TestResponse:
    """Register with one's card: once more, where one is registered."""
    return at.host.post(path, {"card": by.identity.card(by.handle).statement.to_json_value()})


def send(at: Approached, path: str, by: Player) -> TestResponse:
    """An envelope for the seat, signed by whoever it may be."""
    envelope = at.host.envelope(at.game, "green", [], "draft", by=by)
    return at.host.put(envelope, at.game, 1, "green")


def claim(at: Approached, path: str, by: Player) -> TestResponse:
    """One's own key for the holder's handle."""
    card = by.identity.card(HOLDER).statement.to_form()
    payload = payloads.Claim(host=at.host.host.identity.key_id, player=key(by), card=card)
    return at.host.post(path, sign_payload(payload, by.identity))


def take_alias(at: Approached, by: Player, kind: str) -> TestResponse:
    """One's own alias in what is anonymous."""
    where = at.masked[kind]
    return at.host.post(f"/{kind}/{where}/aliases", taking(at.host, by, where))


def new_key(at: Approached, by: Player) -> dict[str, Any]:
    """The holder's handle under a new key."""
    card = Identity.generate().card(HOLDER).statement.to_form()
    return {"host": at.host.host.identity.key_id, "player": key(by), "card": card}


def contest_plan(at: Approached, by: Player) -> Contest:
    """A plan like that of the contest that is open, by somebody."""
    plan = at.host.json(f"/contests/{at.contest}")["plan"]
    return Contest.from_body(plan | {"nonce": "A" * 43, "organiser": key(by)})


def soon(at: Approached) -> str:
    """An hour from now."""
    return payloads.instant(at.host.clock() + timedelta(hours=1))


STATEMENTS: dict[str, Callable[[Approached, Player], Payload]] = {
    "POST /contests": lambda at, by: contest_plan(at, by),
    "POST /contests/{contest}/entrants": lambda at, by: Enter(
        contest=at.contest,
        player=key(by),
        host=at.host.host.identity.key_id,
        contribution="A" * 43,
        commitment=at.host.json(f"/contests/{at.contest}")["commitment"],
    ),
    "POST /contests/{contest}/leavers": lambda at, by: LeaveContest(
        contest=at.contest, player=key(by), number=at.number()
    ),
    "POST /contests/{contest}/challenges": lambda at, by: Challenge(
        contest=at.contest, player=key(by), number=at.number(), opponent="dora"
    ),
    "POST /contests/{contest}/byes": lambda at, by: RequestBye(
        contest=at.contest, player=key(by), number=at.number(), round=1, withdrawn=False
    ),
    "POST /contests/{contest}/invitations": lambda at, by: ContestInvitation(
        contest=at.contest, organiser=key(by), number=at.number(), player="dora", address=None
    ),
    "POST /contests/{contest}/acts": lambda at, by: ContestAct(
        contest=at.contest, organiser=key(by), number=at.number(), act=EndContest(reason="summer")
    ),
    "POST /games": lambda at, by: at.host.game_statement(by, ("red", "green", "black")).read(payloads.Game),
    "POST /games/{game}/joins": lambda at, by: at.host.join_statement(
        by, at.host.json(f"/games/{at.game}"), "orange"
    ).read(payloads.Join),
    "POST /games/{game}/start": lambda at, by: payloads.Start(game=at.game, organiser=key(by)),
    "POST /games/{game}/acts": lambda at, by: payloads.Act(
        game=at.game, organiser=key(by), number=at.number(), act=payloads.Remind()
    ),
    "POST /games/{game}/invitations": lambda at, by: payloads.Invitation(
        game=at.game, organiser=key(by), number=at.number(), player="dora", address=None, seat=None
    ),
    "POST /games/{game}/links": lambda at, by: payloads.InvitationLink(
        game=at.game, organiser=key(by), number=at.number(), word="A" * 43, seat=None, until=soon(at)
    ),
    "POST /games/{game}/withdrawals": lambda at, by: payloads.Withdrawal(
        game=at.game, organiser=key(by), number=at.number(), invitation="A" * 43
    ),
    "POST /games/{game}/press": lambda at, by: payloads.Press(
        game=at.game, seat="green", player=key(by), number=at.number(), to=["black"], text="Peace?"
    ),
    "POST /games/{game}/seats/{seat}/acts": lambda at, by: payloads.SeatAct(
        game=at.game, seat="green", player=key(by), number=at.number(), act=payloads.Vote(on="pause", yes=False)
    ),
    "POST /players/{handle}/preferences": lambda at, by: at.host.wishes(by, at.number(), address=None),
    "POST /players/{handle}/kept-key": lambda at, by: payloads.KeptKey(
        host=at.host.host.identity.key_id,
        player=key(by),
        number=at.number(),
        locked=locked(at.host.host.identity.key_id, HOLDER),
    ),
    "POST /players/{handle}/keys": lambda at, by: payloads.Rotation(**new_key(at, by)),
}
"""What each of those who come signs, in his own name, for what is the holder's."""

OTHERS: dict[str, Callable[[Approached, str, Player], TestResponse]] = {
    "POST /players": register,
    "POST /players/{handle}/claims": claim,
    "POST /players/{handle}/kept-key/fetch": lambda at, path, _: at.host.post(path, {"proof": "A" * 43}),
    "POST /games/{game}/aliases": lambda at, _, by: take_alias(at, by, "games"),
    "POST /contests/{contest}/aliases": lambda at, _, by: take_alias(at, by, "contests"),
    "PUT /games/{game}/phases/{phase}/envelopes/{seat}": send,
    "POST /players/{handle}/tokens": lambda at, path, by: at.ask("POST", path, by, TOKEN | {"name": "other"}),
    "DELETE /players/{handle}/tokens/{token}": lambda at, path, by: at.ask("DELETE", path, by),
    "POST /games/{game}/seats/{seat}/presence": lambda at, path, by: at.ask("POST", path, by),
    "POST /players/{handle}/sessions": lambda at, path, by: at.ask("POST", path, by, {}),
    "POST /players/{handle}/push": lambda at, path, by: at.ask(
        "POST", path, by, DEVICE | {"endpoint": "https://93.184.215.14/other"}
    ),
    "DELETE /players/{handle}/push/{device}": lambda at, path, by: at.ask("DELETE", path, by),
    "POST /players/{handle}/webhooks": lambda at, path, by: at.ask(
        "POST", path, by, {"url": "https://93.184.215.14/other"}
    ),
    "DELETE /players/{handle}/webhooks/{webhook}": lambda at, path, by: at.ask("DELETE", path, by),
    "POST /players/{handle}/webhooks/{webhook}/deliveries/{number}/retry": lambda at, path, by: at.ask(
        "POST", path, by
    ),
}
"""What carries no statement of its own."""
