"""The home of the table: which games there are, and the keys that open them."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Protocol

from adjudicator.kernel import Title
from cli.errors import Misuse, Refused
from cli.home.home import Home
from cli.rules.saved_games import saved_here
from cli.seat import local as local_games
from cli.seat.game import Game, won
from cli.seat.local import Listed
from cli.table.news import LONGEST
from cli.terminal.options import Connection

if TYPE_CHECKING:
    from cli.client import Client
    from cli.client.answers import GameSummary
    from cli.table.following import Following
    from schemas.keys.identities import Identity

OVER: Final = "over"
SEAT: Final = "~"
"""In addresses, between a game and one of several seats that its reader holds."""


class Hosts(Protocol):
    """The home of the table: which games there are, on this machine and at hosts, and the keys that open them."""

    @property
    def left(self) -> bool:
        """Whether keys were forgotten, and are wanted again."""

    @property
    def lacks_copy(self) -> bool:
        """Whether a key lies here only, in a place that may forget it."""

    def here(self) -> list[Listed]:
        """The games on this machine, the one that was played last first."""

    def waiting(self) -> list[dict[str, Any]]:
        """The games at hosts, each with its seat, its host, what is asked and until when."""

    def open(self, name: str) -> Game | None:
        """The game of that name or id, with `~SEAT` after it where the reader holds several; None where it is none."""

    def command(self, name: str = "") -> str:
        """What is typed at a terminal to sit down to a game again, or to all of them."""

    def begin(
        self,
        rules: Title[Any],
        scenario: str,
        seats: int,
        seat: str | None = None,
        people: int = 1,
        names: Sequence[str] = (),
    ) -> str:
        """Begin a game of so many people on this machine; gives its name. ValueError where it is not for so many."""

    def file(self, name: str) -> bytes | None:
        """A game of this machine as a file that can be opened elsewhere; None where there is none."""

    def take_in(self, data: bytes, called: str) -> str:
        """Keep a game that was saved elsewhere; gives its name here. Misuse where the file is none."""

    def clients(self) -> list[Client]:
        """The reader at each host that knows them; nobody while no key is open."""

    def follow(self, heard: Callable[[str], None]) -> float:
        """A page is open: for a while `heard` is called with each game at a host that there is news of.

        Gives for how many seconds the page may wait for it here.
        """

    def notices(self) -> list[str]:
        """What hosts told of themselves when they were last asked for news."""

    def unlock(self, password: str | None = None) -> None:
        """Open the keys; who may ask for a password does, where none is given."""

    def lock(self) -> None:
        """Forget the keys and the password."""


class GamesHere:
    """The games on this machine, for who has no host; `seed`: where all their chance comes from."""

    left = False
    lacks_copy = False

    def __init__(self, home: Home, seed: str | None = None, patience: float = LONGEST) -> None:
        """`patience`: for how many seconds a page may wait; 0 where nothing else could be answered meanwhile."""
        self.home, self.seed, self.patience = home, seed, patience

    def here(self) -> list[Listed]:
        """The games, the one that was played last first."""
        return local_games.games_here(self.home)

    def waiting(self) -> list[dict[str, Any]]:
        """No host is known."""
        return []

    def open(self, name: str) -> Game | None:
        """The game of that name; None where there is none."""
        return local_games.open_saved(self.home, name, self.seed)

    def command(self, name: str = "") -> str:
        """What is typed at a terminal to sit down to a game again, or to all of them."""
        return shlex.join(
            ["ostraka", "table", *([name] if name else []), *(["--seed", self.seed] if self.seed else [])]
        )

    def begin(
        self,
        rules: Title[Any],
        scenario: str,
        seats: int,
        seat: str | None = None,
        people: int = 1,
        names: Sequence[str] = (),
    ) -> str:
        """Begin a game of so many people, against bots in the other seats; gives its name."""
        return local_games.begin(self.home, rules, scenario, seats, seat, self.seed, people, names)

    def file(self, name: str) -> bytes | None:
        """The saved game of that name."""
        path = saved_here(self.home.root, name)
        return path.read_bytes() if path else None

    def take_in(self, data: bytes, called: str) -> str:
        """Keep a game that was saved elsewhere."""
        return local_games.take_in(self.home, data, called)

    def clients(self) -> list[Client]:
        """No host is known."""
        return []

    def follow(self, heard: Callable[[str], None]) -> float:
        """Only what is done at the table itself is news here."""
        return self.patience

    def notices(self) -> list[str]:
        """No host is known."""
        return []

    def unlock(self, password: str | None = None) -> None:
        """Nothing is locked."""

    def lock(self) -> None:
        """Nothing is open."""


class HostsOf(GamesHere):
    """The player's games here and at hosts; the keys are opened once, and forgotten when the table locks."""

    def __init__(self, connection: Connection, seat: str | None, offline: bool, seed: str | None = None) -> None:
        super().__init__(connection.home, seed)
        self.connection, self.seat, self.offline = connection, seat, offline
        self.identity: Identity | None = None
        self.left = False  # the keys were forgotten, and are wanted again
        self.followed: dict[str, Following] = {}  # by the host's address
        self._following = Lock()

    @property
    def has_keys(self) -> bool:
        """Whether there is a key in this home, and a host that knows it."""
        home = self.connection.home
        return bool(home.key_names()) and bool(self.connection.given_url or home.hosts())

    def unlock(self, password: str | None = None) -> None:
        """Open the keys; the terminal is asked for the password if they are locked and it was not given."""
        if self.identity is None:
            self.connection.password = password or self.connection.password
            self.identity = self.connection.identity()
        self.left = False

    def lock(self) -> None:
        """Forget the keys and the password, and follow no host any more."""
        with self._following:
            self.left = self.identity is not None
            self.identity = self.connection.password = None
            for one in self.followed.values():
                one.end()
            self.followed.clear()

    def follow(self, heard: Callable[[str], None]) -> float:
        """A thread for each host that knows the player."""
        from cli.table.following import Following

        with self._following:
            urls = self.connection.urls() if self.identity is not None and not self.offline else []
            for url in urls:
                one = self.followed.get(url)
                if one is None or not one.is_alive():
                    one = self.followed[url] = Following(self.client(url), heard)
                    one.start()
                one.go_on()
        return super().follow(heard)

    def notices(self) -> list[str]:
        """From the threads that follow them."""
        with self._following:
            return [told for one in self.followed.values() for told in one.follower.notices]

    def command(self, name: str = "") -> str:
        """The seat, if one was named, and the options that this program was started with."""
        given = {"--home": self.connection.path, "--url": self.connection.given_url, "--key": self.connection.key}
        options = [word for option, value in given.items() if value for word in (option, str(value))]
        game, _, own = name.partition(SEAT)
        named = own or self.seat
        seat = [named] if named and game and not saved_here(self.home.root, game) else []
        offline = ["--offline"] if self.offline else []
        return shlex.join([*shlex.split(super().command(game)), *seat, *offline, *options])

    def client(self, url: str) -> Client:
        """The player at a host."""
        from cli.client import Client

        return Client(url, self.identity, self.connection.handle(), self.connection.home)

    def clients(self) -> list[Client]:
        """The player at every host."""
        if self.identity is None or self.offline:
            return []
        return [self.client(url) for url in self.connection.urls()]

    def waiting(self) -> list[dict[str, Any]]:
        """The player's seats at all hosts, those that are asked first; with who won where it is over."""
        seats = [one for client in self.clients() for one in seats_at(client)]
        return sorted(seats, key=lambda one: (not one["asked"] or one["final"], one["deadline"] or "~"))

    def open(self, name: str) -> Game | None:
        """A game on this machine, at a host, or of a letter."""
        if (here := super().open(name)) is not None or self.identity is None:
            return here
        from cli.seat.hosted import LetterGame
        from cli.terminal.finding import find_game, find_seat

        named, _, own = name.partition(SEAT)
        try:
            game = find_game(self.connection, named, self.offline)
            seat = own or self.seat or find_seat(self.connection, game, self.offline)
        except Misuse:
            return None
        except Refused as refused:
            if refused.code != "unknown-game":
                raise
            return None
        client = self.client(self.connection.url).in_game(game, ask=not self.offline)
        return LetterGame(client, game, seat) if self.offline else self.seated(client, game, seat)

    def seated(self, client: Client, game: str, seat: str) -> Game:
        """A game at a host."""
        from cli.seat.hosted import HostedGame

        return HostedGame(client, game, seat)


def seats_at(client: Client) -> list[dict[str, Any]]:
    """The player's seats at a host; who won the games that are over is asked once for all of them."""
    seats: list[dict[str, Any]] = [dict(one) for one in client.waiting_everywhere()]
    if any(one["status"] == OVER for one in seats):
        summaries = {one["game"]: one for one in client.games(status=OVER, player=client.handle)}
        for one in seats:
            summary = summaries.get(one["game"])
            one["won"] = won_at(summary) if summary else ""
    return seats


def won_at(summary: GameSummary) -> str:
    """Who won a game at a host: the seats with their players."""
    names = {
        one["seat"]: f"{one['seat'].replace('_', ' ').title()} ({one['player'] or 'a bot'})" for one in summary["seats"]
    }
    return won(names, summary["places"])
