"""A reader of our pages: he types their commands, in their order, with an empty home, against a served host.

How a command is read:
- `GAME` is the id that the last `ostraka game create` printed; before there is one, a game that another player opened;
- `https://ostraka.example` is the address of the host that is served here; a date is one that is still to come;
- `ostraka key new` gets `--no-password`: a password costs every command two seconds (it has tests of its own);
- `ostraka serve` is started in a process of its own, and ended when it answers;
- a plain command of ours is forked off, not started (`tests.forks`); what needs a shell is given to one;
- who is asked by `ostraka play` looks at the board and leaves; who is asked whether he means it, does;
- what a page has other people do in between, they do: see `Others`;
- a make target is not run here but is backed by what `TARGETS` names.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import requests

from cli.client import Client
from cli.home.home import Home
from cli.play.bot import is_over
from schemas.keys.identities import Identity
from schemas.statements.payloads import End, Terms
from tests.api.hosts import free_port
from tests.forks import ForkedStage, ostraka
from tests.patience import PATIENCE, wait_until
from tools.demo.chapters import open_host
from tools.demo.stage import Stage

ROOT = Path(__file__).parents[2]
EXAMPLE = "https://ostraka.example"
TARGETS = {
    "demo": "tests/tools/test_demo.py plays it",
    "test": "is this very suite",
    "lint": "runs ruff, mypy and hadolint on the whole; a suite that ran it would wait for mypy every time",
    "site": "tests/cli/browser builds it, and plays on it",
    "play": "serves the folder of `make site` as tests/cli/browser does",
    "rules": "tests/docs/test_rules.py asks the same",
    "soak": "tests/adjudicator/test_soak.py plays some of the same games in every run",
    "bench": "tests/test_bench.py runs each of its parts with small numbers",
}
ASKING = ("ostraka game rollback", "ostraka game amend", "ostraka game end")
SHELL = re.compile(r"[|&;<>$*`~]")
"""What only a shell understands."""
DATE = re.compile(r"\b20\d\d(-\d\d-\d\d)\b")


class Others:
    """Everybody but the reader: they open the first game, fill seats, start, and play when it is their turn.

    One more takes a seat that falls vacant.
    """

    def __init__(self, stage: Stage, scenario: str) -> None:
        self.clients = {who: self.newcomer(stage, who) for who in ("gorgo", "kleon", "thais")}
        self.organiser, self.substitute = self.clients["gorgo"], self.newcomer(stage, "nikias")
        opened = self.organiser.create_game("perikles", scenario, 4, "Thermopylae", Terms(phase_seconds=86_400))
        self.own = opened["game"]

    def newcomer(self, stage: Stage, who: str) -> Client:
        identity = Identity.generate()
        stage.home(who).root.mkdir(parents=True)
        client = Client(stage.url, identity, who, stage.home(who))
        client.register(f"{who}@players.example")
        return client

    def fill_seats(self, game: str) -> None:
        """Take the seats that the reader left."""
        for client in self.clients.values():
            if not self.seats_of(client, game):
                client.join(game)

    def take_over(self, game: str) -> None:
        """Take the seat that was emptied."""
        self.substitute.join(game)
        self.clients["nikias"] = self.substitute

    def seats_of(self, client: Client, game: str) -> list[str]:
        return [seat["seat"] for seat in client.game(game)["seats"] if seat["player"] == client.handle]

    def play_until(self, game: str, done: Callable[[], Any]) -> None:
        """Play like bots until something is so."""

        def played_on() -> bool:
            if not (far_enough := bool(done())):
                for client in self.clients.values():
                    for seat in self.seats_of(client, game):
                        is_over(client, game, seat, "steady")
            return far_enough

        wait_until(f"{game} is played far enough", played_on)

    def is_over(self, game: str) -> bool:
        return bool(self.organiser.game(game)["status"] == "over")


class Reader:
    """Who types what a page shows."""

    def __init__(self, folder: Path, stage: Stage, scenario: str) -> None:
        self.folder = folder
        self.stage = stage
        self.others = Others(stage, scenario)
        self.game = self.others.own
        self.url = stage.url
        self.played: threading.Thread | None = None
        kept = {name: value for name, value in os.environ.items() if not name.startswith("OSTRAKA_")}
        path = f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}"
        self.environment = {**kept, "HOME": str(folder), "PATH": path, "COLUMNS": "120"}

    def types(self, command: str) -> None:
        """One command."""
        command = command.partition("   #")[0].strip().replace("GAME", self.game).replace(EXAMPLE, self.url)
        command = DATE.sub(rf"{datetime.now(tz=UTC).year + 1}\1", command)
        if command.startswith("export "):
            name, _, value = command.removeprefix("export ").partition("=")
            self.environment[name] = value
        elif command.startswith("make "):
            target = command.removeprefix("make ")
            assert target in TARGETS
            assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
        elif command.startswith("ostraka serve"):
            self.serves(command)
        else:
            self.meanwhile(command)
            command += " --no-password" if command.startswith("ostraka key new") else ""
            printed = self.runs(command)
            if command.startswith("ostraka game create"):
                self.game = printed.split()[-1]
            if self.played:
                self.played.join()

    def runs(self, command: str) -> str:
        stdin = "\n" * 10 if " form " in command else "y\n" if command.startswith(ASKING) else "b\nq\n"
        here: dict[str, Any] = {"cwd": self.folder, "env": self.environment}
        if command.startswith("ostraka ") and not SHELL.search(command) and not self.playing():
            done = ostraka(shlex.split(command)[1:], stdin=stdin, **here)
        else:
            more: dict[str, Any] = {"capture_output": True, "text": True, "timeout": PATIENCE}
            done = subprocess.run(command, shell=True, input=stdin, **here, **more)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout

    def playing(self) -> bool:
        """Whether others play meanwhile, in a thread: beside it nothing is forked off."""
        return self.played is not None and self.played.is_alive()

    def serves(self, command: str) -> None:
        port = free_port()
        environment = {**self.environment, "OSTRAKA_PORT": str(port)}
        process = subprocess.Popen(command.split(), cwd=self.folder, env=environment, stderr=subprocess.DEVNULL)
        try:
            wait_until(f"`{command}` answers", lambda: answers(f"http://127.0.0.1:{port}/api/v1/"))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=PATIENCE)

    def meanwhile(self, command: str) -> None:
        """What others do before this command."""
        others, game = self.others, self.game
        if command.startswith("ostraka game start"):
            others.fill_seats(game)
        elif command.startswith(("ostraka orders form", f"ostraka table {game}", f"ostraka play {game}")):
            self.waits_for_his_turn()
        elif command.startswith(("ostraka answer", "ostraka open")):
            self.waits_for_his_turn()
            shutil.copy(self.stage.wait_for("the mail", self.mail), self.folder / "mail.eml")
        elif command.startswith("ostraka game rollback"):
            others.take_over(game)
            self.plays_until(lambda: others.organiser.game(game)["phase"] > 2)
        elif command.startswith("ostraka replay"):
            self.comes_to_the_end()
        elif command.startswith("ostraka bot"):
            self.played = threading.Thread(target=others.play_until, args=(game, lambda: others.is_over(game)))
            self.played.start()

    def waits_for_his_turn(self) -> None:
        """Wait until the game has begun and asks him."""
        others, game, me = self.others, self.game, self.client()
        if me.game(game)["status"] == "inviting":
            others.fill_seats(game)
            others.organiser.start(game)
        others.play_until(game, lambda: me.questions(game, "red")["questions"])

    def comes_to_the_end(self) -> None:
        """Play a short game out; a long one is ended by its organiser."""
        if self.others.organiser.game(self.game)["scenario"] == "standard" and not self.others.is_over(self.game):
            self.others.organiser.act(self.game, End())
        self.plays_until(lambda: self.others.is_over(self.game))

    def plays_until(self, done: Callable[[], Any]) -> None:
        """Play with the others."""
        self.others.clients["leonidas"] = self.client()
        self.others.play_until(self.game, done)
        del self.others.clients["leonidas"]

    def mail(self) -> Path | None:
        """The mail that wants his orders for the open phase."""
        phase = self.others.organiser.game(self.game)["phase"]
        return next((self.stage.root / "mails").glob(f"{self.game}.red.orders-wanted.{phase}*.eml"), None)

    def client(self) -> Client:
        """The reader's client, with the keys that he made by the README."""
        home = Home(self.folder / ".config" / "ostraka")
        return Client(self.url, Identity.load(home.key_path("leonidas"), None), "leonidas", home)


def answers(url: str) -> bool:
    try:
        return requests.get(url, timeout=PATIENCE).ok
    except requests.ConnectionError:
        return False


@contextmanager
def reading(folder: Path, scenario: str = "opening") -> Iterator[Reader]:
    """A reader with an empty home, and a host that is served; the scenario is that of the game which others open."""
    host, home = folder / "host", folder / "home"
    host.mkdir()
    home.mkdir()
    stage = ForkedStage(host)
    try:
        open_host(stage)
        yield Reader(home, stage, scenario)
    finally:
        stage.stop()


def commands(block: str) -> list[str]:
    """The commands of a block."""
    return [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]
