"""A host on a temporary database with a driven clock, and players who act on it as clients do."""

from __future__ import annotations

import atexit
import itertools
import json
import os
import secrets
import shutil
import socket
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask_openapi import OpenAPI
from http_message_signatures import HTTPMessageSigner, HTTPSignatureKeyResolver, algorithms
from werkzeug.test import TestResponse

from adjudicator.kernel import Chance
from adjudicator.kernel.chance import KEY_BYTES
from api.access.authentication import Message
from api.app import application
from api.host.awaited_seats import request_look
from api.host.config import Config
from api.host.host import EXTENSION, Host, found, open_host
from api.http.rate_limits import OFF, Limits
from api.mail_out.board_pictures import paint_here
from api.server.worker import Worker
from api.store.database import upgrade
from api.store.lookups import load_game, load_title
from api.store.sealed_rows import Archive, chance_secret, latest, resolutions
from api.store.vault import PhaseKeys, Place
from api.views.envelopes import EnvelopeRoad
from schemas.envelopes import Envelope, seal
from schemas.envelopes.sealing import assemble
from schemas.keys.identities import Identity
from schemas.statements import payloads
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.payloads import Game, Join, Start, Terms
from schemas.statements.statements import Statement, sign_payload
from tests.api import engines, postgres
from tests.api.openapi.declared import DeclaredClient

engines.share()
MASTER_KEY = bytes(range(32))
URL = "http://localhost"
API = "/api/v1"
_PORTS = itertools.count(os.getpid() * 97)
"""Each process of the tests begins elsewhere."""


def painted(svg: str, ids: Sequence[str]) -> bytes:
    """A picture as PNG; one that was asked for before is not painted again."""
    return painted_once(svg, tuple(ids))


painted_once = cache(paint_here)


def free_port() -> int:
    """A port of loopback that nobody listens on; the system itself gives out none below 32768 meanwhile."""
    while True:
        port = 20_000 + next(_PORTS) % 12_000
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@cache
def empty_database() -> Path:
    """A database of the newest schema with nothing in it; every host of the tests begins as a copy of it."""
    folder = Path(tempfile.mkdtemp(prefix="ostraka-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    upgrade(f"sqlite:///{folder / 'empty.db'}")
    return folder / "empty.db"


@dataclass
class Clock:
    """A clock that stands until it is moved."""

    moment: datetime = datetime(2026, 5, 1, 12, 0, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def forward(self, **by: float) -> None:
        self.moment += timedelta(**by)


class OwnKey(HTTPSignatureKeyResolver):
    """Signs with one identity."""

    def __init__(self, identity: Identity) -> None:
        self.identity = identity

    def resolve_private_key(self, key_id: str) -> Any:
        return Ed25519PrivateKey.from_private_bytes(self.identity.signing_private)


@dataclass
class Player:
    """A person with keys."""

    handle: str
    identity: Identity = field(default_factory=Identity.generate)
    email: str | None = None

    def headers(
        self,
        path: str,
        clock: Clock,
        *,
        method: str = "GET",
        url: str = URL,
        tag: str = "ostraka",
        body: bytes | None = None,
        nonce: str | None = None,
    ) -> dict[str, str]:
        """What signs a request; with a body, over that too, and with a nonce."""
        message = Message(method, url + path, {})
        signer = HTTPMessageSigner(signature_algorithm=algorithms.ED25519, key_resolver=OwnKey(self.identity))
        signer.sign(
            message,
            key_id=self.identity.key_id,
            covered_component_ids=("@method", "@target-uri"),
            created=clock(),
            tag=tag,
            body=body,
            nonce=nonce or (None if body is None else secrets.token_urlsafe(16)),
        )
        return dict(message.headers)


class Begun(NamedTuple):
    """A host in which something was done."""

    database: sqlite3.Connection
    made: Any
    players: dict[str, Player]
    seats: dict[str, dict[str, str]]
    numbers: int
    moment: datetime


SPARE: list[OpenAPI] = []
"""Applications whose host is closed; each serves the next host that is opened."""
BEGUN: dict[tuple[Any, ...], Begun] = {}
"""What came of what was done first in a host, by the host and what was asked for; other tests begin there."""


class HostUnderTest:
    """The service, reached through its addresses only, with a door to its rooms for the tests."""

    def __init__(
        self, folder: Path, clock: Clock | None = None, master_key: bytes = MASTER_KEY, limits: Limits = OFF
    ) -> None:
        self.clock = clock or Clock()
        self.path = folder / "host.db"
        self.config = Config(
            master_key=master_key,
            database=self.address(),
            phase_keys=folder,
            sender="host@ostraka.test",
            public_url=URL,
            suite="x25519",
            clock=self.clock,
            limits=limits,
        )
        self.found()
        self.players: dict[str, Player] = {}
        self.seats: dict[str, dict[str, Player]] = {}
        self.numbers = 0
        self.reader: Player | None = None
        """Who reads what nobody else is said to read."""
        self.open()

    def address(self) -> str:
        """The address of its database."""
        return f"sqlite:///{self.path}"

    def found(self) -> None:
        """Make the database and the host in it, unless they are there."""
        if not self.path.exists():
            shutil.copyfile(empty_database(), self.path)
            found(self.config)

    def open(self) -> None:
        """Start the service (again)."""
        self.host: Host = open_host(self.config)
        self.app: OpenAPI = SPARE.pop() if SPARE else application(self.host)
        self.app.extensions |= {EXTENSION: self.host}
        if isinstance(road := self.app.wsgi_app, EnvelopeRoad):
            road.host = self.host
        self.app.test_client_class = DeclaredClient
        self.client = self.app.test_client()
        self.worker = Worker(self.host)

    def close(self) -> None:
        self.host.database.dispose()
        if isinstance(self.app.wsgi_app, EnvelopeRoad) and self.app not in SPARE:
            SPARE.append(self.app)

    # --- as a client -------------------------------------------------------------------------------------------

    def get(self, path: str, player: Player | None = None, **headers: str) -> TestResponse:
        signed = player.headers(API + path, self.clock) if player else {}
        return self.client.get(API + path, headers={**signed, **headers})

    def json(self, path: str, player: Player | None = None) -> Any:
        response = self.get(path, player or self.reader)
        assert response.status_code == 200, response.text
        return response.get_json()

    def post(self, path: str, body: bytes | dict[str, Any] | Statement) -> TestResponse:
        raw = body.to_json() if isinstance(body, Statement) else body if isinstance(body, bytes) else json.dumps(body)
        return self.client.post(API + path, data=raw, content_type="application/json")

    def ask(self, method: str, path: str, player: Player, body: dict[str, Any] | None = None) -> TestResponse:
        """A signed request that changes something: signed with its body, and with a nonce."""
        raw = b"" if body is None else json.dumps(body).encode()
        signed = player.headers(API + path, self.clock, method=method, body=raw)
        kind = None if body is None else "application/json"
        return self.client.open(API + path, method=method, data=raw, headers=signed, content_type=kind)

    def put(self, envelope: Envelope | bytes, game: str, phase: int, seat: str) -> TestResponse:
        raw = envelope if isinstance(envelope, bytes) else envelope.to_json()
        path = f"{API}/games/{game}/phases/{phase}/envelopes/{seat}"
        return self.client.put(path, data=raw, content_type="application/json")

    def register(self, handle: str, email: str | None = None) -> Player:
        player = Player(handle, email=email)
        card = player.identity.card(handle).statement.to_json_value()
        response = self.post("/players", {"card": card} | ({"email": email} if email else {}))
        assert response.status_code == 201, response.text
        self.players[handle] = player
        return player

    def open_game(
        self,
        organiser: Player,
        seats: Sequence[str],
        title: str = "perikles",
        scenario: str = "opening",
        hours: int = 24,
        terms: dict[str, Any] | None = None,
        options: dict[str, Any] | None = None,
        components: str | None = None,
        name: str = "The long war",
        **said: Any,
    ) -> dict[str, Any]:
        about = {"terms": terms, "options": options, "name": name, **said}
        statement = self.game_statement(organiser, seats, title, scenario, hours, **about)
        file = {"components": components} if components else {}
        response = self.post("/games", statement.to_json_value() | file)
        assert response.status_code == 201, response.text
        return response.get_json()

    def game_statement(
        self,
        organiser: Player,
        seats: Sequence[str],
        title: str = "perikles",
        scenario: str = "opening",
        hours: int = 24,
        host: str | None = None,
        terms: dict[str, Any] | None = None,
        options: dict[str, Any] | None = None,
        name: str = "The long war",
        **said: Any,
    ) -> Statement:
        payload = Game(
            nonce=to_base64url(os.urandom(32)),
            organiser=organiser.identity.key_id,
            host=host or self.host.identity.key_id,
            name=name,
            title=title,
            scenario=scenario,
            seats=list(seats),
            options=options or {},
            terms=Terms(**{"phase_seconds": hours * 3600, **(terms or {})}),
            **said,
        )
        return sign_payload(payload, organiser.identity)

    def join_statement(self, player: Player, game: dict[str, Any], seat: str, /, **changed: Any) -> Statement:
        fields = {
            "game": game["game"],
            "seat": seat,
            "player": player.identity.key_id,
            "contribution": to_base64url(os.urandom(32)),
            "host": self.host.identity.key_id,
            "commitment": game["commitment"],
        }
        return sign_payload(Join(**fields | changed), player.identity)

    def wishes(self, player: Player, number: int, **wanted: Any) -> payloads.Preferences:
        """A player's wishes about mail; what is not named is as for everybody."""
        said = {"address": player.email, "muted": [], "muted_press": [], "time_zone": None} | wanted
        host, key = self.host.identity.key_id, player.identity.key_id
        return payloads.Preferences(host=host, player=key, number=number, **said)

    def prefer(self, player: Player, number: int, **wanted: Any) -> TestResponse:
        statement = sign_payload(self.wishes(player, number, **wanted), player.identity)
        return self.post(f"/players/{player.handle}/preferences", statement)

    def start_statement(self, organiser: Player, game: str) -> Statement:
        return sign_payload(Start(game=game, organiser=organiser.identity.key_id), organiser.identity)

    def started(
        self,
        seats: Sequence[str] = ("red", "green", "black", "orange"),
        held: dict[str, str] | None = None,
        **options: Any,
    ) -> str:
        """A game that has begun, with a player named after each seat; the first is its organiser.

        `held` names the seats that the player of another holds too, and the bot's, which nobody holds ("").
        """
        if self.players or self.rows("select 1 from players union select 1 from games"):
            return self.begin(seats, held, **options)
        return str(self.once(repr((seats, held, options)), lambda: self.begin(seats, held, **options)))

    def once(self, what: str, make: Callable[[], Any]) -> Any:
        """What is made in a fresh host: made once, and the next host that is asked for it becomes what this one was."""
        asked = (self.host.identity.key_id, self.clock.moment, self.config.suite, self.config.limits, what)
        if asked in BEGUN:
            return self.go_on_from(BEGUN[asked])
        made = make()
        kept = sqlite3.connect(":memory:", check_same_thread=False)
        with closing(sqlite3.connect(self.path)) as here:
            here.backup(kept)
        holders = {game: {seat: one.handle for seat, one in seats.items()} for game, seats in self.seats.items()}
        players = {handle: replace(player) for handle, player in self.players.items()}
        BEGUN[asked] = Begun(kept, made, players, holders, self.numbers, self.clock.moment)
        return made

    def go_on_from(self, begun: Begun) -> Any:
        """Be the host in which that was done."""
        with closing(sqlite3.connect(self.path)) as here:
            begun.database.backup(here)
        self.players = {handle: replace(player) for handle, player in begun.players.items()}
        for game, seats in begun.seats.items():
            self.seats[game] = {seat: self.players[handle] for seat, handle in seats.items()}
        self.numbers, self.clock.moment = begun.numbers, begun.moment
        return begun.made

    def begin(self, seats: Sequence[str], held: dict[str, str] | None, **options: Any) -> str:
        """Register who is missing, and begin a game."""
        of = {seat: holder for seat in seats if (holder := (held or {}).get(seat, seat))}
        for holder in of.values():
            if f"p-{holder.lower()}" not in self.players:
                self.register(f"p-{holder.lower()}", email=f"{holder.lower()}@players.test")
        organiser = self.players[f"p-{seats[0].lower()}"]
        game = self.open_game(organiser, seats, **{"seats_a_player": len(seats), **options})
        for seat, holder in of.items():
            player = self.players[f"p-{holder.lower()}"]
            response = self.post(f"/games/{game['game']}/joins", self.join_statement(player, game, seat))
            assert response.status_code == 201, response.text
        response = self.post(f"/games/{game['game']}/start", self.start_statement(organiser, game["game"]))
        assert response.status_code == 200, response.text
        self.seats[game["game"]] = {seat: self.players[f"p-{holder.lower()}"] for seat, holder in of.items()}
        return str(game["game"])

    def phase(self, game: str) -> dict[str, Any]:
        return self.json(f"/games/{game}/phase")

    def questions(self, game: str, seat: str) -> dict[str, Any]:
        """What a seat is asked, and what it has sent."""
        return dict(self.json(f"/games/{game}/seats/{seat}/questions", self.seats[game][seat]))

    def envelope(
        self,
        game: str,
        seat: str,
        orders: Sequence[dict[str, Any]],
        word: str = "final",
        /,
        *,
        sequence: int | None = None,
        by: Player | None = None,
        asked: dict[str, Any] | None = None,
        **changed: Any,
    ) -> Envelope:
        """An envelope for the open phase, as the client makes it of what the host answered (`asked`)."""
        player = self.seats[game][seat]
        asked = asked or self.questions(game, seat)
        notice = Statement.from_json(asked["key"]).body
        fields: dict[str, Any] = {
            "identity": by.identity if by else player.identity,
            "version": notice["version"],
            "suite": notice["suite"],
            "game": game,
            "phase": notice["phase"],
            "seat": seat,
            "sequence": sequence or asked["sequence"] + 1,
            "word": word,
            "phase_public": from_base64url(notice["key"], "key"),
            "orders": orders,
        }
        return seal(**fields | changed)

    def send(
        self, game: str, seat: str, orders: Sequence[dict[str, Any]], word: str = "final", **options: Any
    ) -> TestResponse:
        envelope = self.envelope(game, seat, orders, word, **options)
        return self.put(envelope, game, envelope.header.phase, seat)

    def default(self, game: str, seat: str) -> list[dict[str, Any]]:
        return [question["default"] for question in self.questions(game, seat)["questions"]]

    def act(self, game: str, act: payloads.Acts, number: int | None = None, by: Player | None = None) -> TestResponse:
        """An act of the organiser."""
        player = by or self.players[self.json(f"/games/{game}")["organiser"]]
        key = player.identity.key_id
        payload = payloads.Act(game=game, organiser=key, number=number or self.next_number(), act=act)
        return self.post(f"/games/{game}/acts", sign_payload(payload, player.identity))

    def seat_act(self, game: str, seat: str, act: payloads.SeatActs, by: Player | None = None) -> TestResponse:
        """An act of the holder of a seat."""
        player = by or self.seats[game][seat]
        key, number = player.identity.key_id, self.next_number()
        payload = payloads.SeatAct(game=game, seat=seat, player=key, number=number, act=act)
        return self.post(f"/games/{game}/seats/{seat}/acts", sign_payload(payload, player.identity))

    def write_press(
        self, game: str, seat: str, to: Sequence[str], text: str, by: Player | None = None, number: int | None = None
    ) -> TestResponse:
        """A message from a seat to others."""
        player = by or self.seats[game][seat]
        key, number = player.identity.key_id, number or self.next_number()
        payload = payloads.Press(game=game, seat=seat, player=key, number=number, to=list(to), text=text)
        return self.post(f"/games/{game}/press", sign_payload(payload, player.identity))

    def next_number(self) -> int:
        """A number above all before."""
        self.numbers += 1
        return self.numbers

    def substitute(self, game: str, seat: str, handle: str) -> TestResponse:
        """A new player joins a seat of a game that runs."""
        player = self.players.get(handle) or self.register(handle, email=f"{handle}@players.test")
        joined = self.post(f"/games/{game}/joins", self.join_statement(player, self.json(f"/games/{game}"), seat))
        if joined.status_code == 201:
            self.seats[game][seat] = player
        return joined

    def look(self, game: str) -> None:
        """What the worker's thread does when it is to look at a game."""
        with self.host.database.write(game) as session:
            request_look(session, game, self.clock())
        self.work()

    def work(self) -> None:
        """What the worker's thread does when it is rung for."""
        self.worker.run_once()

    def mails_went_out(self) -> None:
        """Take what is in the outbox to be sent: nobody is reminded of a question before they got it."""
        self.rows("update mails set status = 'sent' where status = 'due'")

    def asked(self, game: str) -> list[str]:
        """Whom the open phase asks, as the host itself knows it (veiled phases too), but for the rules' bot."""
        position = self.position(game)
        bots, phase = load_title(position.version.partition("/")[0]).bots_now(position), position.phase
        return [seat for seat in self.seats[game] if phase and phase.asked_of(seat) and seat not in bots]

    def play_on(self, game: str, phases: int | None = None) -> None:
        """Everybody who is asked sends the default as final, until the game is over or so many phases are played."""
        for _ in itertools.count() if phases is None else range(phases):
            if self.json(f"/games/{game}")["status"] == "over":
                return
            for seat in self.asked(game):
                asked = self.questions(game, seat)
                orders = [question["default"] for question in asked["questions"]]
                assert self.send(game, seat, orders, asked=asked).status_code == 201
            self.work()

    def play_by_bots(self, game: str, phases: int) -> None:
        """Everybody who is asked sends what the title's bot sends, so many phases long."""
        title = self.title(game)
        for _ in range(phases):
            position = self.position(game)
            for seat in self.asked(game):
                orders = title.steady(title.view(position, seat), seat, Chance(bytes(KEY_BYTES)))
                assert self.send(game, seat, [*map(title.order_to_dict, orders)]).status_code == 201
            self.work()

    # --- its rooms ---------------------------------------------------------------------------------------------

    def rows(self, query: str, *values: Any) -> list[Any]:
        with closing(sqlite3.connect(self.path)) as connection, connection:
            return connection.execute(query, values).fetchall()

    def dump(self) -> str:
        """Everything that is stored, as SQL."""
        with closing(sqlite3.connect(self.path)) as connection, connection:
            return "\n".join(connection.iterdump())

    def files(self) -> Iterator[bytes]:
        """The bytes of every file of the database."""
        for path in self.path.parent.glob(f"{self.path.name}*"):
            yield path.read_bytes()

    def archive(self, game: str) -> Archive:
        return Archive(self.host.vault, self.title(game))

    def title(self, game: str) -> Any:
        with self.host.database.read() as session:
            return load_title(load_game(session, game).title)

    def position(self, game: str) -> Any:
        with self.host.database.read() as session:
            return self.archive(game).position(latest(session, game))

    def chance_secret(self, game: str) -> bytes:
        with self.host.database.read() as session:
            return chance_secret(self.host.vault, load_game(session, game))

    def garbled(self, game: str, seat: str, orders: Sequence[dict[str, Any]]) -> Envelope:
        """An envelope in good form, rightly signed, whose body is noise."""
        honest = self.envelope(game, seat, orders)
        return assemble(self.seats[game][seat].identity, honest.header, os.urandom(len(honest.body)), honest.copy)

    def rewrite_city(self, game: str, phase: int) -> None:
        """Change a stored position, as rules that lead elsewhere would have left it."""
        archive = self.archive(game)
        with self.host.database.write() as session:
            row = next(row for row in resolutions(session, game, phase - 1))
            position = archive.position(row)
            position.cities["athens"].temple[position.seats[0]] += 1
            place = Place("resolutions", game, phase, "position")
            row.position = self.host.vault.seal(place, archive.title.encode(position))
            session.add(row)


class PostgresHost(HostUnderTest):
    """The same service on PostgreSQL."""

    name = ""

    @classmethod
    def on(cls, name: str, folder: Path, clock: Clock | None = None) -> PostgresHost:
        """A service on a database of this name."""
        host = cls.__new__(cls)
        host.name = name
        host.__init__(folder, clock)  # type: ignore[misc]
        return host

    @classmethod
    def beside(cls, host: PostgresHost) -> PostgresHost:
        """A second service on the same database, and with the same phase keys."""
        other = cls.on(host.name, host.keys.folder, host.clock)
        other.players, other.seats = host.players, host.seats
        return other

    @property
    def keys(self) -> PhaseKeys:
        return PhaseKeys(self.path.parent)

    def address(self) -> str:
        self.name = self.name or postgres.new_database()
        return postgres.url_of(self.name)

    def administer(self, statement: str) -> None:
        """Execute a statement of the operator's in its database."""
        postgres.administer(statement, self.name)

    def found(self) -> None:
        found(self.config)

    def started(self, *seats: Any, **options: Any) -> str:
        return self.begin(*(seats or (("red", "green", "black", "orange"),)), options.pop("held", None), **options)

    def rows(self, query: str, *values: Any) -> list[Any]:
        with self.host.database.engine.connect() as connection:
            return list(connection.exec_driver_sql(query.replace("?", "%s"), values).all())

    def drop(self) -> None:
        """Close it for good."""
        self.close()
        postgres.drop(self.name)
