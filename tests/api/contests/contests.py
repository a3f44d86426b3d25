"""Contests on a host under test: planned, entered, played by players who answer with the defaults."""

from __future__ import annotations

import os
from datetime import timedelta
from itertools import combinations
from typing import Any

from werkzeug.test import TestResponse

from api.contests.steps import ContestWorker
from schemas.contests.story import moment
from schemas.statements.canonical import to_base64url
from schemas.statements.contests import (
    Challenge,
    Contest,
    ContestAct,
    ContestActs,
    ContestInvitation,
    Enter,
    LeaveContest,
    RequestBye,
)
from schemas.statements.payloads import Payload, Terms, instant
from schemas.statements.statements import Statement, sign_payload
from tests.api.hosts import HostUnderTest, Player


class Contests:
    """Contests of one host, as organiser and entrants see them."""

    def __init__(self, host: HostUnderTest) -> None:
        self.host = host

    def known(self, handle: str) -> Player:
        return self.host.players.get(handle) or self.host.register(handle, email=f"{handle}@players.test")

    def plan(self, organiser: str = "olga", **said: Any) -> Statement:
        fields: dict[str, Any] = {
            "nonce": to_base64url(os.urandom(32)),
            "organiser": self.known(organiser).identity.key_id,
            "host": self.host.host.identity.key_id,
            "name": "Cup of Samos",
            "kind": "round-robin",
            "title": "ballot",
            "scenario": "assembly",
            "terms": Terms(phase_seconds=86_400),
            "tables": [["alpha", "beta", "gamma"]],
            "rounds": 2,
            "closes_at": instant(self.host.clock() + timedelta(days=1)),
        }
        return sign_payload(Contest(**fields | said), self.known(organiser).identity)

    def opened(self, organiser: str = "olga", **said: Any) -> str:
        response = self.host.post("/contests", self.plan(organiser, **said))
        assert response.status_code == 201, response.text
        return str(response.get_json()["contest"])

    def enter(self, contest: str, handle: str, **said: Any) -> TestResponse:
        player, shown = self.known(handle), self.host.json(f"/contests/{contest}")
        fields: dict[str, Any] = {
            "contest": contest,
            "player": player.identity.key_id,
            "host": self.host.host.identity.key_id,
            "contribution": to_base64url(os.urandom(32)),
            "commitment": shown["commitment"],
        }
        return self._post(contest, "entrants", player, Enter(**fields | said))

    def entered(self, contest: str, *handles: str, **said: Any) -> None:
        for handle in handles:
            response = self.enter(contest, handle, **said)
            assert response.status_code == 201, response.text

    def leave(self, contest: str, handle: str) -> TestResponse:
        player = self.known(handle)
        leave = LeaveContest(contest=contest, player=player.identity.key_id, number=self.host.next_number())
        return self._post(contest, "leavers", player, leave)

    def challenge(self, contest: str, handle: str, opponent: str, **said: Any) -> TestResponse:
        player = self.known(handle)
        challenge = Challenge(
            contest=contest, player=player.identity.key_id, number=self.host.next_number(), opponent=opponent, **said
        )
        return self._post(contest, "challenges", player, challenge)

    def bye(self, contest: str, handle: str, number: int, withdrawn: bool = False) -> TestResponse:
        player = self.known(handle)
        key, count = player.identity.key_id, self.host.next_number()
        wish = RequestBye(contest=contest, player=key, number=count, round=number, withdrawn=withdrawn)
        return self._post(contest, "byes", player, wish)

    def act(self, contest: str, act: ContestActs, by: str = "olga") -> TestResponse:
        player = self.known(by)
        number, key = self.host.next_number(), player.identity.key_id
        return self._post(contest, "acts", player, ContestAct(contest=contest, organiser=key, number=number, act=act))

    def invite(self, contest: str, who: str, by: str = "olga", /, **said: Any) -> TestResponse:
        player, by_mail = self.known(by), "@" in who
        fields: dict[str, Any] = {
            "contest": contest,
            "organiser": player.identity.key_id,
            "number": self.host.next_number(),
            "player": None if by_mail else who,
            "address": who if by_mail else None,
        }
        return self._post(contest, "invitations", player, ContestInvitation(**fields | said))

    def _post(self, contest: str, what: str, player: Player, payload: Payload) -> TestResponse:
        return self.host.post(f"/contests/{contest}/{what}", sign_payload(payload, player.identity))

    # --- time, and games -------------------------------------------------------------------------------------

    def work(self) -> None:
        """What the worker's thread does when it is rung for."""
        ContestWorker(self.host.host).run_once()

    def close(self, contest: str) -> dict[str, Any]:
        """Let entering close; gives the contest after it."""
        self.host.clock.moment = moment(self.shown(contest)["closes_at"])
        self.work()
        return self.shown(contest)

    def shown(self, contest: str) -> dict[str, Any]:
        shown: dict[str, Any] = self.host.json(f"/contests/{contest}")
        for round_ in shown["rounds"]:
            for table in round_["tables"]:
                mine = {seat: self.known(handle) for seat, handle in table["seats"].items()}
                self.host.seats.setdefault(table["game"], mine)
        return shown

    def play(self, contest: str) -> dict[str, Any]:
        """Have every game of the newest round played to its end; gives the contest after it."""
        for table in self.shown(contest)["rounds"][-1]["tables"]:
            self.host.play_on(table["game"])
        self.work()
        return self.shown(contest)

    def late(self, contest: str) -> dict[str, Any]:
        """Let the time of the newest round be up; gives the contest after it."""
        self.host.clock.moment = moment(self.shown(contest)["rounds"][-1]["ends_at"])
        self.work()
        return self.shown(contest)

    def pairs(self, table: dict[str, Any]) -> list[tuple[str, str]]:
        """Who met whom at a table."""
        return list(combinations(sorted(table["seats"].values()), 2))

    def stuck_in(self, contest: str) -> dict[str, Any] | None:
        """What a contest waits for."""
        stuck: dict[str, Any] | None = self.host.json(f"/contests/{contest}")["stuck"]
        return stuck

    def waiting(self, handle: str) -> list[dict[str, Any]]:
        """What a player has to do in contests, as the host tells them."""
        player = self.known(handle)
        found: list[dict[str, Any]] = self.host.json(f"/players/{handle}/waiting", player)["contests"]
        return found

    def entries(self, contest: str) -> list[dict[str, Any]]:
        """The log, as the host signed it."""
        found: list[dict[str, Any]] = self.host.json(f"/contests/{contest}/log")["log"]
        return found

    def log(self, contest: str) -> list[dict[str, Any]]:
        """What the log's entries say."""
        return [dict(Statement.from_json(entry).body) for entry in self.entries(contest)]

    def kept_for(self, game: str, seat: str) -> str | None:
        """For whom a seat is kept."""
        seats = self.host.json(f"/games/{game}")["seats"]
        return next(one["kept_for"] for one in seats if one["seat"] == seat)
