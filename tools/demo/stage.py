"""The stage of the demo: a directory, a real host on a free port, and players who type commands.

Nothing is simulated: every command is a process of its own, with a home directory of its own.
"""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any

import click

from cli.client import Client
from cli.errors import ClientError, Unreachable
from cli.home.home import Home
from schemas.keys.identities import Identity

PROGRAM = (sys.executable, "-m", "cli")
PATIENCE = 120.0  # seconds to wait for anything
SOURCES = Path(__file__).parents[2]


class DemoFailed(ClientError):
    """Something was not as it should be."""


class Stage:
    """One demo: its directory, its host, its players and their seats."""

    def __init__(self, root: Path, seats: Mapping[str, str] | None = None) -> None:
        self.root = root
        self.seats = dict(seats or {})
        self.url = f"http://127.0.0.1:{free_port()}"
        self.running: list[subprocess.Popen[bytes]] = []

    # --- processes ---------------------------------------------------------------------------------------------

    def environment(self, who: str | None) -> dict[str, str]:
        """What a player's processes are started with."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("OSTRAKA_")}
        paths = os.pathsep.join([str(SOURCES), kept.get("PYTHONPATH", "")]).rstrip(os.pathsep)
        own = {"OSTRAKA_HOME": str(self.home(who).root)} if who else {}
        return {**kept, **own, "PYTHONPATH": paths, "OSTRAKA_URL": self.url, "COLUMNS": "110"}

    def start(self, who: str | None, *words: str, log: str) -> None:
        """Start a command that runs on, its output in a file."""
        click.secho(f"{who or 'host'}$ ostraka {shlex.join(words)} &", fg="cyan")
        with open(self.root / log, "wb") as out:
            self.running.append(self.launched(who, words, out))

    def launched(self, who: str | None, words: tuple[str, ...], out: IO[bytes]) -> subprocess.Popen[bytes]:
        """A process that runs on."""
        return subprocess.Popen(  # noqa: S603  (our own program)
            [*PROGRAM, *words], stdout=out, stderr=out, env=self.environment(who), cwd=self.root
        )

    def run(self, who: str | None, *words: str, expect: int = 0, show: bool = True) -> str:
        """Run a command to its end, show what it printed, and insist on its exit code."""
        if show:
            click.secho(f"{who or 'host'}$ ostraka {shlex.join(words)}", fg="cyan")
        done = self.finished(who, words)
        if show:
            click.echo(done.stdout + done.stderr)
        if done.returncode != expect:
            printed = "" if show else done.stdout + done.stderr
            raise DemoFailed(
                f"ostraka {shlex.join(words)} ended with {done.returncode} where {expect} is right. {printed}"
            )
        return done.stdout + done.stderr

    def finished(self, who: str | None, words: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        """A process that has come to its end."""
        return subprocess.run(  # noqa: S603  (our own program)
            [*PROGRAM, *words],
            capture_output=True,
            text=True,
            env=self.environment(who),
            cwd=self.root,
            timeout=PATIENCE,
        )

    def stop(self) -> None:
        """End every process that was started, the youngest first."""
        for process in reversed(self.running):
            process.terminate()
        for process in self.running:
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    # --- players -----------------------------------------------------------------------------------------------

    def home(self, who: str) -> Home:
        """A player's home directory."""
        return Home(self.root / "players" / who)

    def identity(self, who: str) -> Identity:
        """A player's keys."""
        return Identity.load(self.home(who).key_path(who), None)

    def client(self, who: str) -> Client:
        """A player's client in this very process."""
        return Client(self.url, self.identity(who), who, self.home(who))

    # --- telling and insisting ---------------------------------------------------------------------------------

    def heading(self, text: str) -> None:
        """A narrating headline."""
        click.secho(f"\n=== {text}", bold=True)

    def require(self, truth: object, sentence: str) -> None:
        """Say that something is so, or fail because it is not."""
        if not truth:
            raise DemoFailed(f"It is not so that {sentence}.")
        click.secho(f"[so it is: {sentence}]", fg="green")

    def wait_for(self, what: str, found: Callable[[], Any], patience: float = PATIENCE) -> Any:
        """Look again and again until something is there."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            for process in self.running:
                if process.poll() not in (None, 0):
                    raise DemoFailed(
                        f"A process ended with {process.returncode} while waiting for {what}: see {self.root}"
                    )
            try:
                if answer := found():
                    return answer
            except Unreachable:
                pass
            time.sleep(0.25)
        raise DemoFailed(f"Waited {patience:.0f} seconds for {what}, in vain: see {self.root}")


def free_port() -> int:
    """A port of the loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
