"""What a host does, as its games grow in number, and as one game grows in phases.

In this process, without HTTP: CPU time and statements, not seconds, so that a busy machine changes little.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from requests import PreparedRequest, Response
from requests.adapters import BaseAdapter
from sqlalchemy import event

from api.host.awaited_seats import request_look
from cli.client import Client
from cli.home.home import Home
from cli.play.next import HostLook
from tests.api.hosts import URL, Clock, HostUnderTest
from tests.api.pages.form_browsers import signed_in
from tests.bench.seeding import seed
from tests.bench.table import median, milliseconds, show

GAMES = (10, 2_000, 20_000)
PHASES = (20, 120, 200, 400)
ROUNDS = 7
ENOUGH = 2.0
"""CPU seconds after which nothing is repeated."""
LONG = {"title": "pericles", "scenario": "14.4", "hours": 1_000}
FACTIONS = ("AF", "DF", "EK", "AK")


@dataclass
class Cost:
    """What one piece of work took: CPU seconds, statements, and for a client the requests that it made."""

    seconds: float
    statements: int

    def __str__(self) -> str:
        return f"{milliseconds(self.seconds)} / {self.statements}"


def measure(folder: Path, games: tuple[int, ...] = GAMES, phases: tuple[int, ...] = PHASES) -> None:
    """Both tables."""
    show(
        "A host with many games: CPU ms / statements",
        ("games", *WORK, "start"),
        list(by_games(folder, games)),
        f"The median of {ROUNDS}. Worker pass: of one woken game for which nothing is to be done.",
    )
    show(
        "One game, phase after phase: CPU ms / statements",
        ("phase", "resolve", *READ),
        list(by_phases(folder, phases)),
        f"The median of {ROUNDS}; resolve: one pass of the worker from the last order to the mails.",
    )


# --- many games -------------------------------------------------------------------------------------------------


def by_games(folder: Path, sizes: tuple[int, ...]) -> Iterator[list[object]]:
    """A line for each number of games."""
    host, seeded = begun(folder, "many-games"), 0
    game = host.started(hours=1_000)
    host.work()
    for size in sizes:
        seed(host, game, seeded, size - 1)
        seeded = size - 1
        yield [size, *(str(cost(host, work(host, game))) for work in WORK.values()), str(start(host))]
    host.close()


def woken(host: HostUnderTest, game: str) -> Callable[[], object]:
    """A pass of the worker for a game for which nothing is to be done."""

    def work() -> None:
        with host.host.database.write(game) as session:
            request_look(session, game, host.host.now())
        host.work()

    return work


def asked(host: HostUnderTest, path: str, own: bool = False) -> Callable[[], object]:
    """An answer of the API."""
    player = host.players["p-red"] if own else None
    return lambda: host.json(path, player)


def next_(host: HostUnderTest, game: str) -> Callable[[], object]:
    """What `ostraka next` asks of a host."""
    client = client_of(host, "p-red")
    return lambda: HostLook(client, lambda _: []).all()


WORK: dict[str, Callable[[HostUnderTest, str], Callable[[], object]]] = {
    "worker pass": woken,
    "phase": lambda host, game: asked(host, f"/games/{game}/phase"),
    "waiting": lambda host, game: asked(host, "/players/p-red/waiting", own=True),
    "feed": lambda host, game: asked(host, f"/games/{game}/feed?after=5"),
    "all feeds": lambda host, game: asked(host, "/players/p-red/feed", own=True),
    "next": next_,
    "GET /games": lambda host, game: asked(host, "/games"),
    "home page": lambda host, game: lambda: host.client.get("/"),
    "own home page": lambda host, game: page(host, "red", "/"),
}


def start(host: HostUnderTest) -> Cost:
    """The service is started: opened, and a first pass of its worker."""
    host.close()
    began = time.process_time()
    host.open()
    with counted(host) as statements:
        host.work()
    return Cost(time.process_time() - began, len(statements))


# --- many phases ------------------------------------------------------------------------------------------------


def by_phases(folder: Path, places: tuple[int, ...]) -> Iterator[list[object]]:
    """A line for each number of phases."""
    host = begun(folder, "many-phases")
    game = host.started(FACTIONS, **LONG)
    for phase in places:
        host.play_on(game, phase - ROUNDS - host.phase(game)["phase"])
        resolved = [resolve_one(host, game) for _ in range(ROUNDS)]
        spent = Cost(median([one.seconds for one in resolved]), int(median([one.statements for one in resolved])))
        yield [phase, str(spent), *(str(cost(host, read(host, game, phase))) for read in READ.values())]
    host.close()


def resolve_one(host: HostUnderTest, game: str) -> Cost:
    """Everybody who is asked sends the default; what the worker's pass then costs."""
    passes: list[Cost] = []
    work = host.worker.run_once

    def timed() -> None:
        with counted(host) as statements:
            began = time.process_time()
            work()
            passes.append(Cost(time.process_time() - began, len(statements)))

    host.work = timed  # type: ignore[method-assign]
    host.play_on(game, 1)
    del host.work  # type: ignore[method-assign]
    [found] = passes
    return found


def page(host: HostUnderTest, seat: str, path: str) -> Callable[[], object]:
    """A page, as the holder of a seat sees it."""
    [player] = {id(seats[seat]): seats[seat] for seats in host.seats.values()}.values()
    browser = signed_in(host, player)
    return lambda: browser.get(path)


def newest(host: HostUnderTest, game: str) -> int:
    """The number of the newest item of the public feed."""
    since, more = 0, True
    while more:
        answer = host.json(f"/games/{game}/feed?after={since}")
        since, more = answer["next"], answer["more"]
    return int(since)


READ: dict[str, Callable[[HostUnderTest, str, int], Callable[[], object]]] = {
    "report, last": lambda host, game, phase: own(host, game, f"report?after={phase - 1}"),
    "report, all": lambda host, game, phase: lambda: whole(host, game, "report"),
    "log, last": lambda host, game, phase: asked(host, f"/games/{game}/log?after={2 * phase - 2}"),
    "log, all": lambda host, game, phase: lambda: whole(host, game, "log"),
    "feed, last": lambda host, game, phase: own(host, game, f"feed?after={newest(host, game)}"),
    "phase": lambda host, game, phase: asked(host, f"/games/{game}/phase"),
    "questions": lambda host, game, phase: own(host, game, "questions"),
    "game page": lambda host, game, phase: page(host, "AF", f"/games/{game}"),
    "own page": lambda host, game, phase: page(host, "AF", f"/games/{game}/seats/AF"),
    "log page": lambda host, game, phase: page(host, "AF", f"/games/{game}/log"),
}


def own(host: HostUnderTest, game: str, what: str) -> Callable[[], object]:
    """An answer for a seat of one's own."""
    return lambda: host.json(f"/games/{game}/seats/AF/{what}", host.seats[game]["AF"])


def whole(host: HostUnderTest, game: str, what: str) -> None:
    """A list from its beginning to its end, part after part."""
    client = client_of(host, "p-af")
    client.report(game) if what == "report" else client.proved_log(game)


# --- how it is counted ------------------------------------------------------------------------------------------


def begun(folder: Path, name: str) -> HostUnderTest:
    """A new host in a folder of its own."""
    (folder / name).mkdir()
    return Measured(folder / name, Now())


class Measured(HostUnderTest):
    """A host whose answers are not compared with what the OpenAPI document says."""

    def open(self) -> None:
        super().open()
        self.app.test_client_class = FlaskClient
        self.client = self.app.test_client()


class Now(Clock):
    """The clock of this machine, which clients sign their requests by."""

    def __call__(self) -> datetime:
        return datetime.now(UTC)


def cost(host: HostUnderTest, work: Callable[[], object]) -> Cost:
    """The median of several times, after one that is not counted; of what takes long, of fewer."""
    work()
    found: list[Cost] = []
    while len(found) < ROUNDS and sum(one.seconds for one in found) < ENOUGH:
        with counted(host) as statements:
            began = time.process_time()
            work()
            found.append(Cost(time.process_time() - began, len(statements)))
    return Cost(median([one.seconds for one in found]), int(median([one.statements for one in found])))


@contextmanager
def counted(host: HostUnderTest) -> Iterator[list[str]]:
    """The statements that are executed meanwhile."""
    found: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        found.append(statement)

    engine = host.host.database.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", note)


class InProcess(BaseAdapter):
    """Hands requests to the application in this process."""

    def __init__(self, host: HostUnderTest) -> None:
        super().__init__()
        self.host = host

    def send(self, request: PreparedRequest, *_: Any, **__: Any) -> Response:  # type: ignore[override]
        """The answer of the application."""
        parts = urlsplit(str(request.url))
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        headers = {**request.headers, "Accept-Encoding": "identity"}
        answer = self.host.client.open(path, method=request.method, data=request.body, headers=headers)
        response = Response()
        response.status_code, response._content = answer.status_code, answer.data
        response.headers.update(dict(answer.headers))
        response.url, response.request = str(request.url), request
        return response

    def close(self) -> None:
        """Nothing is open."""


def client_of(host: HostUnderTest, handle: str) -> Client:
    """The client library of a player, in this process."""
    client = Client(URL, host.players[handle].identity, handle, Home(host.path.parent / f"home-{handle}"))
    for session in (client.wire.session, client.wire.once):
        session.mount("http://", InProcess(host))
    return client
