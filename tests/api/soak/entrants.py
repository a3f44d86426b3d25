"""Entrants of contests at a served host: each reaches it by REST alone, and has a bot answer what is asked."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cli.errors import ClientError
from cli.play.bot import play_once
from ostraka import Client, Home, Identity
from schemas.contests.story import ContestStory
from schemas.statements.payloads import instant
from tests.api.soak.served import ROOT
from tests.patience import wait_until

AGAIN = 0.3
"""Seconds after which an entrant looks again who was refused, or not answered."""
LOOK = 8
"""Seconds after which they look again though nobody called; 64 who did so every other second would be a load."""


class Entrant(threading.Thread):
    """Enters contests, and answers whatever they are asked in the games that they are drawn into, until told to end."""

    def __init__(self, url: str, handle: str, folder: Path, kind: type[Client] = Client) -> None:
        super().__init__(name=handle, daemon=True)
        self.handle, self.client = handle, kind(url, Identity.generate(), handle, Home(folder / handle))
        self.client.register(f"{handle}@players.test")
        self.ending = threading.Event()
        self.failures: list[ClientError] = []

    def run(self) -> None:
        """Answer, and wait for news; a host that is down is asked again."""
        cursor: str | None = None
        while not self.ending.is_set():
            try:
                self.answer()
                cursor = self.client.player_feed(cursor, LOOK)["next"]
            except ClientError as error:
                self.failures.append(error)
                self.ending.wait(AGAIN)

    def answer(self) -> None:
        """Have the bot answer wherever a game waits for this player."""
        for seat in self.client.waiting_everywhere("running"):
            if seat["asked"] and not seat["final"] and not self.ending.is_set():
                play_once(self.client.in_game(seat["game"]), seat["game"], seat["seat"], "steady")

    def open(self, seconds: float, **said: Any) -> str:
        """Open a contest that closes in so many seconds; gives its id."""
        closes = (
            {} if said["kind"] == "mini" else {"closes_at": instant(datetime.now(UTC) + timedelta(seconds=seconds))}
        )
        terms = {"phase_seconds": 86_400}
        return str(self.client.create_contest(self.client.planned({"terms": terms, **closes, **said}))["contest"])


def begin(entrants: Sequence[Entrant]) -> None:
    """Let them play."""
    for entrant in entrants:
        entrant.start()


def end(entrants: Sequence[Entrant]) -> None:
    """Let them go home."""
    for entrant in entrants:
        entrant.ending.set()
    for entrant in entrants:
        if entrant.is_alive():
            entrant.join()


def story_of(client: Client, contest: str) -> ContestStory:
    """What the verified log tells; asked again while the host is down."""
    told: list[ContestStory] = []

    def ask() -> bool:
        try:
            told.append(client.contest_story(contest))
        except ClientError:
            return False
        return True

    wait_until(f"contest {contest} is told", ask)
    return told[0]


def ostraka(home: Path, *words: str, answer: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
    """A command of a user's, in a process of its own; `answer`: what they type if it asks."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OSTRAKA_")}
    env = kept | {"PYTHONPATH": str(ROOT), "OSTRAKA_HOME": str(home)} | settings
    typed = [sys.executable, "-m", "cli", *words]
    return subprocess.run(typed, env=env, input=answer, capture_output=True, text=True, check=False)
