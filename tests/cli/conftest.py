"""One real service for all tests of the client, players with homes of their own, and a host that can be made to lie."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import pytest
from click.testing import CliRunner, Result
from requests import PreparedRequest, Response
from requests.adapters import HTTPAdapter

from cli.client import Client
from cli.errors import ClientError, Refused
from cli.home.home import Home
from cli.main import ostraka as group
from cli.play.bot import play_once
from schemas.keys import password_files
from schemas.statements.payloads import Annul, Terms
from tests.cli.rules.shapes import require_documented
from tests.forks import ForkedStage
from tests.patience import wait_until
from tools.demo.chapters import open_host
from tools.demo.stage import Stage

PLAYERS = ("aspasia", "kleon", "nikias", "thais")
TERMS = Terms(phase_seconds=3_600)
SEATS = ("red", "green", "black", "orange")


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    stage = ForkedStage(tmp_path_factory.mktemp("host"))
    try:
        open_host(stage, "--limits", "off")
        for who in PLAYERS:
            invoke(stage, stage.home(who), "key", "new", who, "--no-password")
            stage.client(who).register()
        yield stage
    finally:
        stage.stop()


def invoke(
    stage: Stage | None,
    home: Home,
    *words: str,
    expect: int = 0,
    stdin: str | None = None,
    color: bool = False,
    **env: str,
) -> Result:
    url = {"OSTRAKA_URL": stage.url} if stage else {}
    told = {"OSTRAKA_HOME": str(home.root), "OSTRAKA_PASSWORD": None, "OSTRAKA_KEY": None, **url, **env}
    result = CliRunner().invoke(group, words, input=stdin, env=told, color=color, prog_name="ostraka")
    assert result.exit_code == expect, result.output
    if "--json" in words and not expect:
        require_documented(words, result.stdout)
    return result


@pytest.fixture
def quick_passwords(monkeypatch) -> None:
    """Passwords lock in no time here; `tests/schemas/keys/test_password_files.py` has what it costs in life."""
    monkeypatch.setattr(password_files, "WORK", 4)


@pytest.fixture
def alone(tmp_path) -> Callable[..., Result]:
    """The program with an empty home and no service."""
    return lambda *words, **more: invoke(None, Home(tmp_path / "home"), *words, **more)


@dataclass
class Table:
    """A game with its four players, or with one who holds every seat."""

    stage: Stage
    game: str
    alone: str | None = None

    def client(self, who: str) -> Client:
        return self.stage.client(who)

    def ostraka(self, who: str, *words: str, **more: Any) -> Result:
        return invoke(self.stage, self.stage.home(who), *words, **more)

    def asked(self) -> tuple[str, str]:
        """Who is asked now, and in which seat."""
        seat = self.client("aspasia").phase(self.game)["asked"][0]["seat"]
        return self.alone or PLAYERS[SEATS.index(seat)], seat

    def waiting(self) -> tuple[str, str]:
        """Somebody who is not asked, and his seat."""
        asked = self.asked()[0]
        return next((who, seat) for who, seat in zip(PLAYERS, SEATS, strict=True) if who != asked)

    def phase(self) -> int:
        return int(self.client("aspasia").game(self.game)["phase"] or 0)

    def wait_beyond(self, phase: int) -> None:
        """Wait until a phase has been resolved."""
        wait_until(f"phase {phase} of {self.game} is resolved", lambda: self.phase() != phase)

    def play_one_phase(self) -> None:
        phase = self.phase()
        try:
            who, seat = self.asked()
        except Refused:
            return  # a book has brought the game to its end meanwhile
        play_once(self.client(who), self.game, seat, "random")
        self.wait_beyond(phase)

    def play_on(self) -> None:
        while self.phase():
            self.play_one_phase()

    def close(self) -> None:
        """Have the game wait for nobody any more: the same four players play in all tests."""
        with suppress(ClientError):
            self.client("aspasia").act(self.game, Annul())


def begin(stage: Stage) -> Table:
    clients = [stage.client(who) for who in PLAYERS]
    game = clients[0].create_game("perikles", "opening", 4, "Sherds", TERMS, seats_a_player=4)["game"]
    for client, seat in zip(clients, SEATS, strict=True):
        client.join(game, seat)
    clients[0].start(game)
    return Table(stage, game)


@pytest.fixture
def table(stage: Stage) -> Iterator[Table]:
    """A game that has just begun."""
    table = begin(stage)
    yield table
    table.close()


@contextmanager
def read_only(stage: Stage) -> Iterator[Table]:
    """A game that several tests share: none of them may move it, and they run in any order.

    It is closed with the module of its tests: whoever is asked in it would be asked in the tests of all others.
    """
    table = begin(stage)
    try:
        yield table
    finally:
        table.close()


@pytest.fixture(scope="module")
def opened(stage: Stage) -> Iterator[Table]:
    """A game that has just begun; only to be read."""
    with read_only(stage) as table:
        entries = len(table.client("aspasia").log(table.game))
        yield table
        assert len(table.client("aspasia").log(table.game)) == entries, "a test that only reads has moved the game"


def alone_in(stage: Stage, who: str, name: str) -> Table:
    """A game that has begun, in which one player holds all three seats, so that he is always asked next."""
    client = stage.client(who)
    game = client.create_game("perikles", "opening", 3, name, TERMS, seats_a_player=3)["game"]
    for seat in SEATS[:3]:
        client.join(game, seat)
    client.start(game)
    return Table(stage, game, alone=who)


@pytest.fixture(scope="session")
def finished(stage: Stage) -> Table:
    """A game that is over; only to be read."""
    table = begin(stage)
    table.play_on()
    return table


@pytest.fixture
def second_device(stage: Stage, tmp_path) -> Callable[[str], Client]:
    """A player's client with a home of its own, in which there is nothing but a copy of the key."""

    def make(who: str) -> Client:
        home = Home(tmp_path / f"second-device-of-{who}")
        shutil.copytree(stage.home(who).root / "keys", home.root / "keys")
        return Client(stage.url, stage.identity(who), who, home)

    return make


Twist = Callable[[str, Callable[[Any], Any]], None]


@pytest.fixture
def twist(monkeypatch) -> Twist:
    """Make the host lie: `twist(path, change)` changes the JSON that comes from the addresses that match."""
    twists: list[tuple[str, Callable[[Any], Any]]] = []
    truth = HTTPAdapter.send

    def send(self: HTTPAdapter, request: PreparedRequest, **more: Any) -> Response:
        request.headers.pop("If-None-Match", None)
        response = truth(self, request, **more)
        for path, change in twists:
            if re.search(path, str(request.url)) and response.ok:
                response._content = json.dumps(change(response.json())).encode()
        return response

    monkeypatch.setattr(HTTPAdapter, "send", send)
    return lambda path, change: twists.append((path, change))
