"""The commands `db` and `serve`, and a real host behind a real socket."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import structlog
from click.testing import CliRunner

from api.commands.db import db
from api.commands.serving import serve
from api.health.verdict import MAILS_ARE_FILES, NO_BACKUPS, NO_PHONES
from api.http.problems import ConfigurationError
from api.server.gunicorn_app import Server
from api.store.database import sole_host
from schemas.envelopes import seal
from schemas.record import Record, verify_record
from schemas.statements.canonical import from_base64url
from schemas.statements.statements import Statement
from tests import forks
from tests.api.hosts import API, Clock, HostUnderTest, Player, free_port
from tests.patience import PATIENCE, wait_until

SEATS = ("red", "green", "black")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder to found a host in, without settings from outside."""
    for name in [name for name in os.environ if name.startswith("OSTRAKA_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    structlog.reset_defaults()


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(db, words)
    return result.exit_code, result.output


def test_init_founds_a_host_once(folder: Path) -> None:
    code, told = run("init")
    assert code == 0
    assert "Made the master key master.key" in told
    assert "Created the host in sqlite:///host/ostraka.db" in told
    key = (folder / "master.key").read_bytes()
    assert run("init") == (0, "There is already a host in sqlite:///host/ostraka.db; it was left as it is.\n")
    assert (folder / "master.key").read_bytes() == key
    assert run("check")[0] == run("upgrade")[0] == run("replay")[0] == 0


def test_init_makes_no_second_key_for_a_host_that_stands(folder: Path) -> None:
    run("init")
    (folder / "master.key").unlink()
    code, told = run("init")
    assert code == 1
    assert "restore its key" in told
    assert not (folder / "master.key").exists()
    assert run("check")[0] == 1


def test_the_key_can_come_from_the_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTRAKA_MASTER_KEY", "11" * 32)
    assert run("init")[0] == 0
    assert not (folder / "master.key").exists()
    assert run("check")[0] == 0
    monkeypatch.setenv("OSTRAKA_MASTER_KEY", "22" * 32)
    code, told = run("check")
    assert code == 1
    assert "master key is not the one" in told


@pytest.mark.parametrize("words", [(), ("--mail", "pigeon://x")])
def test_serve_says_in_a_sentence_why_it_cannot(folder: Path, words: tuple[str, ...]) -> None:
    if words:
        run("init")
    result = CliRunner().invoke(serve, words)
    assert result.exit_code == 1
    assert "Error" in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("url", "plays"),
    [
        ("https://ostraka.example", True),
        ("http://localhost:8000", True),
        ("http://[::1]:8000", True),
        ("http://192.168.1.7:8000", False),
        ("http://localhost.example", False),
    ],
)
def test_serve_says_at_its_start_what_the_settings_lack(
    folder: Path, monkeypatch: pytest.MonkeyPatch, url: str, plays: bool
) -> None:
    run("init")
    monkeypatch.setattr(Server, "run", lambda _: None)
    said = [json.loads(line)["event"] for line in CliRunner().invoke(serve, ["--public-url", url]).stderr.splitlines()]
    no_https = [] if plays else [NO_PHONES.format(url)]
    assert said == [MAILS_ARE_FILES.format(folder / "mails"), *no_https, NO_BACKUPS]


def test_a_game_that_would_go_another_way_is_listed(
    host: HostUnderTest, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [host.started(), host.started(SEATS)]
    for game in games:
        host.play_on(game)
    monkeypatch.setenv("OSTRAKA_MASTER_KEY", host.config.master_key.hex())
    monkeypatch.setenv("OSTRAKA_DATABASE", host.config.database)
    assert run("replay")[0] == 0
    host.rewrite_city(games[1], 3)
    code, told = run("replay")
    assert code == 4
    assert f"{games[0]}: 8 phases, the same bytes" in told
    assert f"{games[1]}: phase 3 leads to another position" in told


class Served:
    """A host that a process of its own serves, reached over HTTP."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("OSTRAKA_")},
            "OSTRAKA_PORT": str(self.port),
            "OSTRAKA_SUITE": "x25519",
        }
        self.command("db", "init")
        self.start()

    def command(self, *words: str) -> str:
        done = forks.ostraka(words, cwd=self.folder, env=self.environment)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> None:
        with open(self.folder / "serve.log", "ab") as log:
            self.process = forks.start(["serve"], cwd=self.folder, env=self.environment, log=log)
        wait_until("the host answers", self.answers)

    def kill(self) -> None:
        """Pull the plug: master and worker at once, without a word."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        wait_until("its workers are dead too", self.is_free)

    def is_free(self) -> bool:
        """Whether no process serves the database."""
        try:
            with sole_host(f"sqlite:///{self.folder / 'host/ostraka.db'}"):
                return True
        except ConfigurationError:
            return False

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE)

    def answers(self) -> bool:
        try:
            return requests.get(f"{self.url}{API}/", timeout=PATIENCE).ok
        except requests.RequestException:
            assert self.process.poll() is None, (self.folder / "serve.log").read_text()[-2000:]
            return False

    def get(self, path: str, player: Player | None = None) -> Any:
        clock = Clock()
        clock.moment = clock.moment.fromtimestamp(time.time(), tz=clock.moment.tzinfo)
        headers = player.headers(API + path, clock, url=self.url) if player else {}
        response = requests.get(f"{self.url}{API}{path}", headers=headers, timeout=PATIENCE)
        assert response.ok, response.text
        return response.json()

    def send(self, method: str, path: str, body: bytes) -> Any:
        headers = {"Content-Type": "application/json"}
        response = requests.request(method, f"{self.url}{API}{path}", data=body, headers=headers, timeout=PATIENCE)
        assert response.ok, response.text
        return response.json()

    def play_on(self, game: str, players: dict[str, Player]) -> None:
        """The first seat that is asked sends the default; then the host goes on by itself."""
        phase = self.get(f"/games/{game}/phase")
        seat = phase["asked"][0]["seat"]
        asked = self.get(f"/games/{game}/seats/{seat}/questions", players[seat])
        notice = Statement.from_json(asked["key"]).body
        envelope = seal(
            identity=players[seat].identity,
            version=notice["version"],
            suite=notice["suite"],
            game=game,
            phase=notice["phase"],
            seat=seat,
            sequence=asked["sequence"] + 1,
            word="final",
            phase_public=from_base64url(notice["key"], "key"),
            orders=[asked["questions"][0]["default"]],
        )
        self.send("PUT", f"/games/{game}/phases/{phase['phase']}/envelopes/{seat}", envelope.to_json())


@pytest.fixture
def served(folder: Path) -> Iterator[Served]:
    served = Served(folder)
    yield served
    served.stop()


def test_a_served_game_survives_pulled_plugs_and_ends(served: Served, host: HostUnderTest) -> None:
    """The statements are made by the host under test's helper, with the served host's key in them."""
    players = {seat: Player(f"p-{seat}") for seat in SEATS}
    for player in players.values():
        card = player.identity.card(player.handle).statement.to_json_value()
        served.send("POST", "/players", json.dumps({"card": card, "email": f"{player.handle}@players.test"}).encode())
    served_key = served.get("/")["key_id"]
    opening = host.game_statement(players["red"], SEATS, host=served_key)
    game = served.send("POST", "/games", opening.to_json())
    name = game["game"]
    for seat, player in players.items():
        served.send("POST", f"/games/{name}/joins", host.join_statement(player, game, seat, host=served_key).to_json())
    served.send("POST", f"/games/{name}/start", host.start_statement(players["red"], name).to_json())
    for number in range(1, 7):
        wait_until(f"phase {number} is open", lambda number=number: served.get(f"/games/{name}")["phase"] == number)
        served.play_on(name, players)
        if number in (2, 4):
            served.kill()
            served.start()
    wait_until("the game is over", lambda: served.get(f"/games/{name}")["status"] == "over")
    record = Record.from_json(json.dumps(served.get(f"/games/{name}/record")).encode())
    card = Statement.from_json(served.get("/")["card"]).body
    assert verify_record(record, from_base64url(card["signing_key"], "key")) == []
    mails = served.folder / "mails"  # who has answered before a mail that asks is written gets none
    for kind in ("started", "over"):
        wait_until(
            f"all have the mail {kind}", lambda kind=kind: len(list(mails.glob(f"*.{kind}.*.eml"))) == len(SEATS)
        )
    assert f"{name}: 6 phases, the same bytes" in served.command("db", "replay")
    served.stop()
    lines = [json.loads(line) for line in (served.folder / "serve.log").read_text().splitlines()]
    warned = [line["event"] for line in lines if line["level"] != "info"]
    assert warned == 3 * [MAILS_ARE_FILES.format(served.folder / "mails"), NO_BACKUPS], "at each of three starts"
    assert len(record.phases) == 6
