"""README.md is true: its commands are run, in their order, by a reader with an empty home, against a served house.

How a command is read:
- `GAME` is the id that the last `ostraka game create` printed; before there is one, a game that another player opened;
- `https://ostraka.example` is the address of the house that is served here;
- `ostraka key new` gets `--no-password`: a password costs every command two seconds (it has tests of its own);
- `ostraka serve` is started in a process of its own, and ended when it answers;
- who is asked by `ostraka play` looks at the board and leaves;
- what the README has other people do in between, they do: see `Others`;
- a make target is not run here but is backed by what `TARGETS` names.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from cli.bot import is_over
from cli.client import Client
from cli.home import Home
from cli.stage import Stage, free_port
from cli.story import open_house
from schemas.keys import Identity
from schemas.payloads import Terms

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```(console|python)\n(.*?)```", README, re.DOTALL)
EXAMPLE = "https://ostraka.example"
TARGETS = {
    "demo": "tests/cli/test_demo.py plays it",
    "test": "is this very suite",
    "lint": "runs ruff, mypy and hadolint on the whole; a suite that ran it would wait for mypy every time",
    "rules": "tests/test_rules.py asks the same",
    "soak": "tests/adjudicator/test_soak.py plays some of the same games in every run",
    "bench": "tests/test_bench.py runs each of its parts with small numbers",
}
PATIENCE = 60


class Others:
    """Everybody but the reader: they open the first game, fill seats, start, and play when it is their turn."""

    def __init__(self, stage: Stage) -> None:
        self.clients = {who: self.newcomer(stage, who) for who in ("gorgo", "kleon", "thais")}
        self.organiser = self.clients["gorgo"]
        self.own = self.organiser.create_game("perikles", "opening", 4, "Thermopylae", Terms(phase_seconds=86_400))[
            "game"
        ]

    def newcomer(self, stage: Stage, who: str) -> Client:
        identity = Identity.generate()
        stage.home(who).root.mkdir(parents=True)
        client = Client(stage.url, identity, who, stage.home(who))
        client.register()
        return client

    def fill_seats(self, game: str) -> None:
        """Take the seats that the reader left."""
        for client in self.clients.values():
            if not self.seats_of(client, game):
                client.join(game)

    def seats_of(self, client: Client, game: str) -> list[str]:
        return [seat["seat"] for seat in client.game(game)["seats"] if seat["player"] == client.handle]

    def play_until(self, game: str, done: Callable[[], Any]) -> None:
        """Play like bots until something is so."""
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, f"waited {PATIENCE} s for {game}"
            for client in self.clients.values():
                for seat in self.seats_of(client, game):
                    is_over(client, game, seat, "steady")
            time.sleep(0.05)

    def is_over(self, game: str) -> bool:
        return bool(self.organiser.game(game)["status"] == "over")


class Reader:
    """Who types what the README shows."""

    def __init__(self, folder: Path, stage: Stage) -> None:
        self.folder = folder
        self.stage = stage
        self.others = Others(stage)
        self.game = self.others.own
        self.url = stage.url
        kept = {name: value for name, value in os.environ.items() if not name.startswith("OSTRAKA_")}
        path = f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}"
        self.environment = {**kept, "HOME": str(folder), "PATH": path, "COLUMNS": "120"}

    def types(self, command: str) -> None:
        """One command."""
        command = command.partition("   #")[0].strip().replace("GAME", self.game).replace(EXAMPLE, self.url)
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
            if command.startswith("ostraka bot"):
                self.played.join()

    def runs(self, command: str) -> str:
        done = subprocess.run(
            command,
            shell=True,
            cwd=self.folder,
            env=self.environment,
            input="b\nq\n",
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout

    def serves(self, command: str) -> None:
        port = free_port()
        environment = {**self.environment, "OSTRAKA_PORT": str(port)}
        process = subprocess.Popen(command.split(), cwd=self.folder, env=environment, stderr=subprocess.DEVNULL)
        try:
            assert wait_for(f"http://127.0.0.1:{port}/api/v1/")
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=PATIENCE)

    def meanwhile(self, command: str) -> None:
        """What others do before this command."""
        others, game = self.others, self.game
        if command.startswith("ostraka game start"):
            others.fill_seats(game)
        elif command.startswith("ostraka orders form"):
            others.fill_seats(game)
            others.organiser.start(game)
            me = self.client()
            others.play_until(game, lambda: me.questions(game, "red")["questions"])
        elif command.startswith("ostraka replay"):
            me = self.client()
            others.clients["leonidas"] = me
            others.play_until(game, lambda: others.is_over(game))
            del others.clients["leonidas"]
        elif command.startswith("ostraka bot"):
            self.played = threading.Thread(target=others.play_until, args=(game, lambda: others.is_over(game)))
            self.played.start()

    def client(self) -> Client:
        """The reader's client, with the keys that he made by the README."""
        home = Home(self.folder / ".config" / "ostraka")
        return Client(self.url, Identity.load(home.key_path("leonidas"), None), "leonidas", home)


def wait_for(url: str) -> bool:
    """Look until somebody answers."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            return requests.get(url, timeout=5).ok
        except requests.ConnectionError:
            time.sleep(0.1)
    return False


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    house, home = tmp_path / "house", tmp_path / "home"
    house.mkdir()
    home.mkdir()
    stage = Stage(house)
    try:
        open_house(stage)
        yield Reader(home, stage)
    finally:
        stage.stop()


def commands(block: str) -> list[str]:
    return [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]


def test_every_command_of_the_readme_runs(reader: Reader) -> None:
    typed = 0
    for language, block in BLOCKS:
        if language == "python":
            (reader.folder / "script.py").write_text(block.replace(EXAMPLE, reader.url))
            assert reader.game in reader.runs("python script.py")
            continue
        for command in commands(block):
            reader.types(command)
            typed += 1
    assert typed > 20


def test_every_block_of_the_readme_is_one_that_is_run() -> None:
    assert len(BLOCKS) == len(re.findall(r"^```\w+", README, re.MULTILINE))
    for language, block in BLOCKS:
        assert language == "python" or all(line.startswith("$ ") for line in block.splitlines())


def test_every_page_that_the_readme_points_to_exists() -> None:
    pages = re.findall(r"\]\(([^)#]+)\)", README)
    assert len(pages) > 5
    for page in pages:
        assert (ROOT / page).exists(), page


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) < 200
