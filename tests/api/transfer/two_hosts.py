"""Two hosts, and games that go from one to the other."""

from __future__ import annotations

import shutil
from pathlib import Path

from api.transfer.arrival import Arrived, arrive
from api.transfer.departure import move
from schemas.documents.game_exports import Exported
from tests.api.hosts import HostUnderTest

ADDRESS = "https://new.example"
OTHER_MASTER_KEY = bytes(range(1, 33))


def other_host(folder: Path, host: HostUnderTest, name: str = "other") -> HostUnderTest:
    """Another host on the same clock, with keys of its own."""
    (folder / name).mkdir()
    return HostUnderTest(folder / name, host.clock, OTHER_MASTER_KEY)


def copy_of(folder: Path, host: HostUnderTest) -> HostUnderTest:
    """The same host in another database, as it stands now."""
    host.host.database.erase()
    (folder / "copy").mkdir()
    shutil.copy(host.path, folder / "copy" / host.path.name)
    return with_people_of(host, HostUnderTest(folder / "copy", host.clock))


def with_people_of(host: HostUnderTest, other: HostUnderTest) -> HostUnderTest:
    """The players of one host, in the tests of another."""
    other.players, other.numbers = dict(host.players), host.numbers
    other.seats = {game: dict(seats) for game, seats in host.seats.items()}
    return other


def moved(host: HostUnderTest, other: HostUnderTest, game: str) -> Arrived:
    """Move a game; its players go along."""
    with_people_of(host, other)
    return arrive(other.host, Exported.parse(move(host.host, game, other.host.card, ADDRESS)))
