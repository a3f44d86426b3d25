"""Players who keep playing whatever falls, and what they hold the host to afterwards."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlmodel import select

from api.games.replay import replay_all
from api.host.config import Config, read_master_key
from api.host.host import open_host
from api.store.models import EnvelopeRow, LogRow, ResolutionRow
from ostraka import Client, ClientError, Home, Identity, Terms
from schemas.statements.canonical import from_base64url
from tests.api import postgres
from tests.api.many.processes import Company

PAUSE = 0.5
"""Seconds, before a player asks again who was not answered."""
SEATS = ("red", "green", "black", "orange")


class Player(threading.Thread):
    """Sends the defaults for whatever waits, in all games, and keeps the digests of what it has receipts for."""

    def __init__(self, url: str, handle: str, folder: Path) -> None:
        super().__init__(name=handle, daemon=True)
        self.client = Client(url, Identity.generate(), handle, Home(folder))
        self.receipts: set[str] = set()
        self.failures: list[str] = []
        self.ending = threading.Event()

    def run(self) -> None:
        """Answer what is asked and wait for more, through whatever the host suffers."""
        cursor: str | None = None
        while not self.ending.is_set():
            try:
                self.answer_all()
                cursor = self.client.player_feed(cursor, 2)["next"]
            except ClientError as error:
                self.failures.append(str(error))
                self.ending.wait(PAUSE)

    def answer_all(self) -> None:
        """Send to every game that waits for this player."""
        for seat in self.client.waiting("running"):
            if seat["asked"] and not seat["final"] and not self.ending.is_set():
                self.answer(seat["game"], seat["seat"])

    def answer(self, game: str, seat: str) -> None:
        """Send the defaults of one seat as final."""
        asked = self.client.questions(game, seat)
        if asked["questions"]:
            orders = [question["default"] for question in asked["questions"]]
            receipt = self.client.send(game, seat, orders, phase=asked["phase"])
            self.receipts.add(from_base64url(receipt["envelope"], "digest").hex())


def seated(company: Company, folder: Path, games: int, scenario: str, seats: int = 4) -> tuple[list[Player], list[str]]:
    """Players who have begun so many games with each other; they do not play yet."""
    players = [Player(company.balancer.url, f"p-{name}", folder / name) for name in SEATS[:seats]]
    for player in players:
        player.client.register(f"{player.name}@players.test")
    begun = []
    for number in range(games):
        organiser = players[0].client
        game = organiser.create_game("perikles", scenario, seats, f"War {number}", Terms(phase_seconds=86_400))["game"]
        for player, seat in zip(players, SEATS, strict=False):
            player.client.join(game, seat)
        organiser.start(game)
        begun.append(game)
    return players, begun


@dataclass(frozen=True)
class Reckoning:
    """What came of everything: the counts of what may not be, and of what was done."""

    lost: int
    twice: int
    gaps: int
    diverged: int
    receipts: int
    phases: int


def reckoned(company: Company, players: list[Player], games: list[str]) -> Reckoning:
    """Hold the receipts against what is stored, the log against the resolutions, the feeds against the log."""
    receipts = set().union(*(player.receipts for player in players))
    key = read_master_key(company.folder / "master.key")
    config = Config(
        master_key=key, database=postgres.url_of(company.database), phase_keys=company.folder / "phase-keys"
    )
    host = open_host(config)
    try:
        with host.database.read() as session:
            stored = set(session.exec(select(EnvelopeRow.digest)).all())
            resolved = Counter(session.exec(select(ResolutionRow.game).where(ResolutionRow.phase > 0)).all())
            logged = Counter(session.exec(select(LogRow.game).where(LogRow.kind == "resolved")).all())
            cuts = Counter(session.exec(select(LogRow.game).where(LogRow.kind == "cut")).all())
        diverged = sum(replayed.differs is not None for replayed in replay_all(host))
    finally:
        host.database.dispose()
    twice = sum(abs(logged[game] - resolved[game]) + max(0, cuts[game] - resolved[game] - 1) for game in games)
    held = [(player, seat, game) for player, seat in zip(players, SEATS, strict=False) for game in games]
    gaps = sum(gaps_of(feed_of(player, game, seat), resolved[game]) for player, seat, game in held)
    return Reckoning(len(receipts - stored), twice, gaps, diverged, len(receipts), resolved.total())


def feed_of(player: Player, game: str, seat: str) -> list[dict[str, Any]]:
    """The whole feed of a seat."""
    items: list[dict[str, Any]] = []
    while page := player.client.feed(game, seat, after=items[-1]["number"] if items else 0)["items"]:
        items += page
    return items


def gaps_of(feed: list[dict[str, Any]], resolved: int) -> int:
    """What is missing in a feed, or there twice: numbers, and phases that were resolved."""
    numbers = [item["number"] for item in feed]
    phases = Counter(item["phase"] for item in feed if item["kind"] == "resolved")
    return (
        (numbers != list(range(1, len(numbers) + 1)))
        + abs(len(phases) - resolved)
        + sum(n > 1 for n in phases.values())
    )
