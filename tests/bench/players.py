"""Players at a served host: they register, open, join and start games, seal orders, read what is theirs."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from schemas.envelopes import Envelope, seal
from schemas.keys.identities import Card
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.payloads import Game, Join, Start, Terms
from schemas.statements.statements import Statement, sign_payload
from tests.api.hosts import API, Player

SEATS = ("red", "green", "black", "orange")
DEADLINE_SECONDS = 86_400
IDLE_SECONDS = 1.0
"""The server closes a connection that was idle for two seconds; one that might be closed is opened anew."""
JSON = {"Content-Type": "application/json"}


class Wire:
    """One keep-alive connection to a host."""

    def __init__(self, url: str) -> None:
        self.url = url
        parts = urlsplit(url)
        self.connection = HTTPConnection(str(parts.hostname), parts.port, timeout=60)
        self.used = time.monotonic()

    def ask(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Any:
        """Send a request and read its JSON; anything but 200 or 201 ends the bench."""
        if time.monotonic() - self.used > IDLE_SECONDS:
            self.connection.close()
        self.connection.request(method, API + path, body, (JSON if body else {}) | (headers or {}))
        response = self.connection.getresponse()
        content = response.read()
        self.used = time.monotonic()
        if response.status not in (200, 201):
            raise RuntimeError(f"{method} {path}: {response.status} {content!r}")
        return json.loads(content)

    def signed(self, player: Player, path: str) -> dict[str, str]:
        """The headers by which a player proves himself for one path; good for five minutes."""
        return player.headers(API + path, lambda: datetime.now(UTC), url=self.url)  # type: ignore[arg-type]


@dataclass
class Table:
    """A game with its players, over one connection."""

    wire: Wire
    host: Card
    players: dict[str, Player]
    game: str = ""
    sequence: dict[str, int] = field(default_factory=dict)

    @property
    def organiser(self) -> Player:
        """The first seat's player."""
        return self.players[SEATS[0]]

    def begin(self, name: str) -> Table:
        """Open a game, fill its seats, start it."""
        opened = self.wire.ask("POST", "/games", self.opening(name))
        self.game = opened["game"]
        for seat, player in self.players.items():
            self.wire.ask("POST", f"/games/{self.game}/joins", self.join(seat, player, opened["commitment"]))
        start = Start(game=self.game, organiser=self.organiser.identity.key_id)
        self.wire.ask("POST", f"/games/{self.game}/start", sign_payload(start, self.organiser.identity).to_json())
        return self

    def opening(self, name: str) -> bytes:
        """The organiser's statement."""
        game = Game(
            nonce=to_base64url(os.urandom(32)),
            organiser=self.organiser.identity.key_id,
            host=self.host.key_id,
            name=name,
            title="perikles",
            scenario="opening",
            seats=list(self.players),
            options={},
            terms=Terms(phase_seconds=DEADLINE_SECONDS),
        )
        return sign_payload(game, self.organiser.identity).to_json()

    def join(self, seat: str, player: Player, commitment: str) -> bytes:
        """A player's join."""
        join = Join(
            game=self.game,
            seat=seat,
            player=player.identity.key_id,
            contribution=to_base64url(os.urandom(32)),
            host=self.host.key_id,
            commitment=commitment,
        )
        return sign_payload(join, player.identity).to_json()

    def open_phase(self) -> dict[str, Any]:
        """The open phase as everybody sees it, with the host's signed key."""
        phase: dict[str, Any] = self.wire.ask("GET", f"/games/{self.game}/phase")
        return phase

    def is_over(self) -> bool:
        """Has this game ended?"""
        return bool(self.wire.ask("GET", f"/games/{self.game}")["status"] == "over")

    def seal(self, phase: dict[str, Any], seat: str, orders: list[dict[str, Any]], word: str) -> Envelope:
        """The next envelope of a seat."""
        notice = Statement.from_json(phase["key"])
        notice.verify(self.host.signing_key)
        key = f"{phase['phase']} {seat}"
        self.sequence[key] = self.sequence.get(key, 0) + 1
        return seal(
            identity=self.players[seat].identity,
            version=notice.body["version"],
            suite=notice.body["suite"],
            game=self.game,
            phase=phase["phase"],
            seat=seat,
            sequence=self.sequence[key],
            word=word,  # type: ignore[arg-type]
            phase_public=from_base64url(notice.body["key"], "key"),
            orders=orders,
        )


def path_of(envelope: Envelope) -> str:
    """Where an envelope is put."""
    header = envelope.header
    return f"/games/{header.game}/phases/{header.phase}/envelopes/{header.seat}"


@dataclass(frozen=True)
class Company:
    """The four players of a host, registered; they play all its games."""

    url: str
    host: Card
    players: dict[str, Player]

    @classmethod
    def register(cls, url: str) -> Company:
        """Make their keys known to the host."""
        wire = Wire(url)
        host = Card.from_statement(Statement.from_json(wire.ask("GET", "/")["card"]))
        players = {seat: Player(f"bench-{seat}", email=f"{seat}@players.example") for seat in SEATS}
        for player in players.values():
            card = {"card": player.identity.card(player.handle).statement.to_json_value(), "email": player.email}
            wire.ask("POST", "/players", json.dumps(card).encode())
        return cls(url, host, players)

    def begin(self, count: int) -> list[Table]:
        """So many games, each over a connection of its own."""
        return [Table(Wire(self.url), self.host, self.players).begin(f"Bench {number}") for number in range(count)]
