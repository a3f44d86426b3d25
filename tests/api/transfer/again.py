"""A host that lost its database, and gets its games back from archives."""

from __future__ import annotations

from pathlib import Path

from api.host.config import Config
from api.store.database import upgrade
from api.transfer.archives import archive
from api.transfer.restoring import found_again, restore
from schemas.documents.game_exports import Exported
from tests.api.hosts import MASTER_KEY, HostUnderTest


def founded_again(folder: Path, host: HostUnderTest, exported: Exported) -> HostUnderTest:
    """The host of an archive in an empty database; its players in the tests are those of `host`."""
    (folder / "again").mkdir()
    config = Config(master_key=MASTER_KEY, database=f"sqlite:///{folder}/again/host.db")
    upgrade(config.database)
    assert found_again(config, exported)
    again = HostUnderTest(folder / "again", host.clock)
    again.players, again.numbers = dict(host.players), host.numbers
    again.seats = {game: dict(seats) for game, seats in host.seats.items()}
    return again


def restored(folder: Path, host: HostUnderTest, game: str) -> HostUnderTest:
    """The host in an empty database, with this one game from its archive."""
    exported = Exported.parse(archive(host.host, game))
    again = founded_again(folder, host, exported)
    restore(again.host, exported)
    return again
