"""What is on the table: the games that were opened."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING

import msgspec
from werkzeug.exceptions import NotFound

from cli.home.home import Home
from cli.table.board.pictures import Pictures
from cli.table.guard import Guard
from cli.table.hosts import Hosts
from cli.table.sitting import Sitting

if TYPE_CHECKING:
    pass


class Table(msgspec.Struct):
    """What is on the table: the games that were opened, by the name in their address."""

    home: Home
    hosts: Hosts
    guard: Guard
    pictures: Pictures = msgspec.field(default_factory=Pictures)
    sittings: dict[str, Sitting] = {}
    lock: RLock = msgspec.field(default_factory=RLock)

    def sitting(self, name: str) -> Sitting:
        """The game of that name; 404 where there is none."""
        with self.lock:
            if name not in self.sittings:
                game = self.hosts.open(name)
                if game is None:
                    raise NotFound("There is no game of that name here.")
                self.sittings[name] = Sitting(game, self.home, self.pictures)
            return self.sittings[name]

    def pass_on(self, name: str) -> None:
        """Have whoever else at this machine is asked next sit down to a game."""
        with self.lock:
            game = self.sitting(name).game.next_here
            if game is not None:
                self.sittings[name] = Sitting(game, self.home, self.pictures)

    def address(self, sitting: Sitting) -> str:
        """Where a game is."""
        return f"{self.guard.home}games/{sitting.game.id}"

    def clear(self) -> None:
        """Forget every game and what opens it."""
        with self.lock:
            self.sittings.clear()
