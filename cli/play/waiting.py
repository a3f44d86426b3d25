"""Waiting for a host, at the terminal: for news, and for what comes of an answer; the page looks by itself."""

from __future__ import annotations

import time
from contextlib import suppress
from math import ceil
from typing import TYPE_CHECKING

from cli.errors import ClientError, Refused, Unreachable

if TYPE_CHECKING:
    from cli.client import Client
    from cli.client.answers import GameSummary

LONGEST = 25  # seconds that one request waits
PATIENCE, PAUSE = 4.0, 0.1  # seconds to wait for a phase that can be resolved at once, and between looks


class Waiting:
    """The waiting of one seat for its game."""

    def __init__(self, client: Client, game: str, seat: str) -> None:
        self.client, self.game, self.seat = client, game, seat
        self.read = 0  # how far its feed is read

    def for_news(self, seconds: float) -> None:
        """Wait until something happens, or for so many seconds."""
        self.read = wait_for_news(self.client, self.game, self.seat, self.read, seconds)

    def for_resolution(self, phase: int) -> None:
        """Wait until a phase that was answered has gone as far as it can; where the host does not answer, no longer."""
        with suppress(ClientError):
            wait_for_resolution(self.client, self.game, phase)


def wait_for_news(client: Client, game: str, seat: str, after: int, seconds: float) -> int:
    """Wait until something happens in the game, or for so many seconds; gives how far its feed is read.

    If the host does not answer, or refuses, it just sleeps.
    """
    begun = time.monotonic()
    try:
        feed = client.feed(game, seat, after, min(ceil(seconds), LONGEST))
    except (Unreachable, Refused):
        time.sleep(max(seconds - (time.monotonic() - begun), 0))
        return after
    return int(feed["next"])


def wait_for_resolution(client: Client, game: str, sent: int) -> GameSummary:
    """The game's summary, once it has gone as far as it can without an answer, or after `PATIENCE` seconds."""
    end = time.monotonic() + PATIENCE
    while True:
        summary = client.game(game)
        if summary["phase"] is None or time.monotonic() > end or not may_be_cut_now(client, summary, sent):
            return summary
        time.sleep(PAUSE)


def may_be_cut_now(client: Client, summary: GameSummary, sent: int) -> bool:
    """Can the open phase be cut now, as far as everyone may know? A veiled one: has this seat sent?"""
    try:
        phase = client.phase(summary["game"])
    except Refused:  # it is over by now
        return True
    if phase["phase"] != summary["phase"] or phase["status"] == "cut":
        return True
    cut = summary["terms"]["cut"]
    if cut == "deadline" or summary["paused_at"]:
        return False
    if phase["veiled"]:
        return phase["phase"] == sent
    return all(ask["final"] if cut == "final" else ask["in"] for ask in phase["asked"])
