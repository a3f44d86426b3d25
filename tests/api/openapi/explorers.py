"""What explores the service from its own OpenAPI document: who asks, and what he puts into the places of a request.

Schemathesis makes requests from the document. An explorer turns those that are as described into ones that mean
something: real games, seats and players in the path, and statements that he really signs, some with one field wrong.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

import msgspec
from schemathesis import Case, GenerationMode

from schemas.statements import contests, payloads
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import instant
from schemas.statements.statements import sign
from tests.api.hosts import HostUnderTest, Player
from tests.api.openapi import sample_statements

NONSENSE: tuple[Any, ...] = (None, "", "nowhere", -1, 0, 2**53 - 1, True, [], {}, "x" * 200)
TIMES: tuple[str, ...] = (
    *("2026-02-30", "2026-02-29", "0000-01-01", "0001-01-01", "9999-12-31", "9999-99-99", "2999-12-31", "20260501"),
    *("2026-02-30T12:00:00Z", "2026-05-01T25:00:00Z", "2026-05-01T12:00:60Z", "9999-12-31T23:59:59Z"),
    *("2999-12-31T23:59:59Z", "2026-05-01T12:00:00+02:00", "2026-05-01T12:00:00", "-001-01-01T00:00:00Z", "1e9"),
    *("right/UTC", "posix/Europe/Athens", "Factory", "localtime", "Etc/GMT+3", "Europe/Atlantis", "America/Argentina"),
)
"""Dates, times and time zones, hardly one of which there is."""
ACTS: tuple[payloads.ActBody, ...] = (
    payloads.Pause(),
    payloads.Resume(),
    payloads.Extend(seconds=60),
    payloads.Remind(),
    payloads.Vacate(seat="black"),
    payloads.Replace(seat="black", player="p-green"),
    payloads.Rollback(phase=1),
    payloads.Amend(redeal=True),
)
SEAT_ACTS: tuple[payloads.ActBody, ...] = (
    payloads.Vote(on="pause", yes=True),
    payloads.Vote(on="end", yes=False),
    payloads.Absence(first="2026-05-20", last="2026-05-21"),
    payloads.Resign(),
)

CONTEST_ACTS: tuple[contests.ContestActs, ...] = (
    contests.KeepApart(players=["p-red", "p-green"], reason="of one club"),
    contests.Redraw(round=1, reason="a mistake"),
    contests.Disqualify(player="p-black", reason="two seats"),
    contests.Lengthen(round=1, seconds=60, reason="a holiday"),
    contests.NameAssistant(player="p-green", reason="I play"),
    contests.NameOrganiser(player="p-green", reason="Help"),
    contests.DismissOrganiser(player="p-green", reason="Thanks"),
    contests.Announce(text="Round 2 begins on Sunday.\nBe there."),
)


@dataclass
class Explorer:
    """Somebody who explores a host: nobody, or a player."""

    host: HostUnderTest
    games: list[str]
    contests: list[str]
    player: Player | None = None
    odd: tuple[Any, ...] = NONSENSE
    """What may stand in a field of a statement where something else should."""

    def become(self, handle: str | None) -> None:
        """Be a player from now on, or nobody."""
        self.player = self.host.players[handle] if handle else None

    def sign_requests(self) -> None:
        """Put the signature of the player under every request that shows nobody's."""
        inner = self.host.app.wsgi_app

        def signing(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
            if self.player and "HTTP_AUTHORIZATION" not in environ and "HTTP_SIGNATURE" not in environ:
                method, target = environ["REQUEST_METHOD"], environ["REQUEST_URI"]
                for name, value in self.player.headers(target, self.host.clock, method=method).items():
                    environ["HTTP_" + name.upper().replace("-", "_")] = value
            environ.pop("HTTP_ACCEPT_ENCODING", None)  # it is set by itself, and what comes is not unpacked
            return inner(environ, start)

        self.host.app.wsgi_app = signing  # type: ignore[method-assign]

    def mean(self, case: Case) -> None:
        """Make a request that is as described mean something."""
        if case.meta is None or case.meta.generation.mode != GenerationMode.POSITIVE:
            return
        dice = Random(json.dumps([case.path_parameters, case.query, str(case.body)], default=str, sort_keys=True))
        if case.path_parameters and dice.random() < 0.8:
            case.path_parameters.update(self.places(case.path_parameters, dice))
        kind = self.kind(case)
        if kind in KINDS and dice.random() < 0.8:
            case.body = self.statement(kind, case.path_parameters or {}, dice)

    def places(self, named: dict[str, Any], dice: Random) -> dict[str, Any]:
        """Real ones in the place of made-up ones."""
        handle = self.player.handle if self.player else "p-red"
        real = {
            "game": dice.choice(self.games),
            "contest": dice.choice(self.contests),
            "seat": dice.choice(("red", "green", "black")),
            "handle": dice.choice((handle, handle, "p-green")),
            "title": dice.choice(("perikles", "pericles")),
            "phase": dice.choice((0, 1, 2)),
        }
        return {name: value for name, value in real.items() if name in named}

    def kind(self, case: Case) -> str | None:
        """The kind of statement that an address takes."""
        if not isinstance(case.body, dict) or not str(case.body.get("payloadType", "")).endswith("+json"):
            return None
        return str(case.body["payloadType"]).removeprefix("application/vnd.ostraka.").removesuffix("+json")

    def statement(self, kind: str, places: dict[str, Any], dice: Random) -> dict[str, Any]:
        """A statement of a kind about what stands in the path, signed; in one of three one field is nonsense."""
        signer = self.player or self.host.players["p-red"]
        body = sample_statements.payloads()[kind].to_body()
        key, game = signer.identity.key_id, places.get("game", self.games[0])
        contest = places.get("contest", self.contests[0])
        known = {
            "game": game,
            "contest": contest,
            "seat": places.get("seat", dice.choice(("red", "green", "black"))),
            "organiser": key,
            "player": key,
            "host": self.host.host.identity.key_id,
            "number": self.host.next_number(),
            "nonce": to_base64url(os.urandom(32)),
            "contribution": to_base64url(os.urandom(32)),
            "commitment": self.commitment("contests", contest) if "contest" in body else self.commitment("games", game),
            "scenario": "opening",
            "closes_at": instant(self.host.clock() + timedelta(days=1)),
        }
        body |= {name: value for name, value in known.items() if name in body}
        if kind == "kept-key":
            body["locked"] = msgspec.to_builtins(sample_statements.locked(body["host"], str(places.get("handle"))))
        if kind in ("act", "seat-act"):
            body["act"] = msgspec.to_builtins(dice.choice(ACTS if kind == "act" else SEAT_ACTS))
        if kind == "contest-act":
            body["act"] = msgspec.to_builtins(dice.choice(CONTEST_ACTS))
        if kind in ("invitation", "contest-invitation"):
            body |= {"player": "p-green", "seat": None} if kind == "invitation" else {"player": "p-green"}
        if dice.random() < 0.33:
            inside, field = dice.choice(sorted(fields_of(body), key=lambda place: place[1]))
            inside[field] = dice.choice(self.odd)
        return sign(kind, body, signer.identity).to_json_value()

    def commitment(self, of: str, name: str) -> str:
        """The commitment of a game or contest, where there is one of that name."""
        found = self.host.rows(f"select commitment from {of} where id = ?", str(name))
        return str(found[0][0]) if found else sample_statements.BYTES32


def fields_of(body: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """Every field of a statement, with what it stands in: in its terms or its act too."""
    inner = [place for value in body.values() if isinstance(value, dict) for place in fields_of(value)]
    return [*((body, name) for name in body), *inner]


KINDS = {
    *("game", "join", "start", "act", "seat-act", "press", "preferences", "invitation", "kept-key"),
    *("contest", "enter", "leave", "challenge", "bye", "contest-act", "contest-invitation"),
}
"""The statements that an explorer can sign by himself."""
