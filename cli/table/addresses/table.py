"""What is on the table: the games that were opened."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from werkzeug.exceptions import NotFound

from cli.home.home import Home
from cli.seat import local as local_games
from cli.seat.game import Game
from cli.table.board.pictures import Pictures
from cli.table.guard import Guard
from cli.table.sitting import Sitting

if TYPE_CHECKING:
    from cli.client import Client


class Hosts(Protocol):
    """The games of hosts that the reader has a seat in."""

    def waiting(self) -> list[dict[str, Any]]:
        """Each game with its seat, its host, what is asked and until when."""

    def open(self, name: str) -> Game | None:
        """The game of that name or id; None where there is none."""

    def clients(self) -> list[Client]:
        """The reader at each host that knows them; nobody while no key is open."""


class Table(msgspec.Struct):
    """What is on the table: the games that were opened, by the name in their address."""

    home: Home
    hosts: Hosts
    guard: Guard
    seed: str | None = None  # where all chance of games on this machine comes from
    pictures: Pictures = msgspec.field(default_factory=Pictures)
    sittings: dict[str, Sitting] = {}
    lock: RLock = msgspec.field(default_factory=RLock)

    def sitting(self, name: str) -> Sitting:
        """The game of that name; 404 where there is none."""
        with self.lock:
            if name not in self.sittings:
                game = local_games.open_saved(self.home, name, self.seed) or self.hosts.open(name)
                if game is None:
                    raise NotFound("There is no game of that name here.")
                self.sittings[name] = Sitting(game, self.home, self.pictures)
            return self.sittings[name]

    def address(self, sitting: Sitting) -> str:
        """Where a game is."""
        return f"{self.guard.home}games/{sitting.game.id}"

    def clear(self) -> None:
        """Forget every game and what opens it."""
        with self.lock:
            self.sittings.clear()
