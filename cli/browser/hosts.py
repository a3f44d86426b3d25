"""The player's games in this browser and at hosts; their key is opened in a page, and scripts do the waiting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cli.errors import Misuse, Unreachable
from cli.home.home import Home
from cli.home.settings import settled
from cli.table.following import Follower
from cli.table.hosts import GamesHere, HostsOf
from cli.terminal.options import Connection

if TYPE_CHECKING:
    from cli.client import Client
    from cli.seat.game import Game
    from cli.trust.host_proofs import Host
    from schemas.keys.identities import Identity


class PageConnection(Connection):
    """What options say at a terminal: here the page's own hosts, and the one key of this browser that is open.

    `opened`: the keys of key files, by the digests of the files; who has one needs no password for it. `met`: the
    hosts that were met since the page was opened, or locked.
    """

    def __init__(self, root: Path, offered: Sequence[str]) -> None:
        super().__init__(root, None, None, None)
        self.offered = list(offered)
        self.opened: dict[str, bytes] = {}
        self.met: dict[str, Host] = {}
        self.players: dict[str, Client] = {}

    @property
    def url(self) -> str:
        """The host of the game that is meant, else the first that is known or offered."""
        return self.found_url or self.urls()[0]

    def urls(self) -> list[str]:
        """The hosts that this browser knows; before the first, those that the page is for."""
        return sorted(self.home.hosts()) or self.offered

    def open_key(self, path: Path) -> Identity:
        """The keys of a file that was opened before, or that the password opens."""
        from schemas.keys.identities import KeyFile

        file = KeyFile.read(path)
        if not file.locked:
            return file.identity(None)
        if file.digest not in self.opened:
            if self.password is None:
                raise Misuse("This key is locked: open it with its password, under *Your name and key*.", "locked")
            self.opened[file.digest] = file.key(self.password)
        return file.identity(self.opened[file.digest])

    def player(self, game: str | None = None) -> Client:
        """A client with the key, or with the alias under which it plays the game that is meant."""
        client, about = self.player_at(self.url), game or self.game
        return client if about is None else client.in_game(about)

    def player_at(self, url: str) -> Client:
        """The player at a host; the same one as long as the key is open, so that nothing is asked twice."""
        if url not in self.players:
            self.players[url] = self.client(url, self.identity(), self.handle())
        return self.players[url]

    def spectator(self) -> Client:
        """A client without a key."""
        return self.client(self.url)

    def client(self, url: str, identity: Identity | None = None, handle: str = "") -> Client:
        """A client that asks by the road of errands."""
        from cli.browser.client import PageClient

        client = PageClient(url, identity, handle, self.home)
        client.met = self.met
        return client


class PageHosts(HostsOf):
    """The games in this browser, and those at hosts while a key is open."""

    connection: PageConnection

    def __init__(self, home: Home, offered: Sequence[str] = (), seed: str | None = None, page: str = "") -> None:
        """`offered`: addresses of the hosts that the page is for; `page`: where its own files are."""
        super().__init__(PageConnection(home.root, offered), None, False, seed)
        self.patience = 0
        self.address, _, self.bundle = page.rstrip("/").rpartition("/")
        self._followers: dict[str, Follower] = {}

    @property
    def lacks_copy(self) -> bool:  # type: ignore[override]  # it changes, and nobody sets it
        """Whether the key that is open lies in this browser only."""
        return self.identity is not None and settled(self.home.root).get("copy", "none") == "none"

    def client(self, url: str) -> Client:
        """The player at a host."""
        return self.connection.player_at(url)

    def seated(self, client: Client, game: str, seat: str) -> Game:
        """A game at a host."""
        from cli.browser.client import PageGame

        return PageGame(client, game, seat)

    def command(self, name: str = "") -> str:
        """Nobody types here."""
        return ""

    def unlock(self, password: str | None = None) -> None:
        """Open the key: with the password, or with what was kept of it."""
        self.connection.password = password or self.connection.password
        self.identity = self.connection.identity()
        self._forget_clients()
        self.left = False

    def lock(self) -> None:
        """Forget everything that opens the key."""
        super().lock()
        self.connection.opened.clear()
        self.connection.met.clear()
        self._forget_clients()

    def _forget_clients(self) -> None:
        self.connection.players.clear()
        self._followers.clear()

    def offered(self) -> list[str]:
        """The hosts at which somebody may sign up or in: those that are known, and those of the page that answer."""
        known = self.home.hosts()
        for url in self.connection.offered:
            if url not in known:
                from cli.client.http import NotOstraka  # no board needs the library

                with suppress(NotOstraka):
                    self.connection.client(url).meet()
        return sorted(self.home.hosts())

    def served(self) -> dict[str, str]:
        """The hash of the page that each host serves, or nothing where it serves none; of those that answer."""
        found = {}
        for url in self.offered():
            with suppress(Unreachable):
                found[url] = str(self.connection.client(url).wire.get("/").get("bundle") or "")
        return found

    def follow(self, heard: Callable[[str], None]) -> float:
        """The scripts of the page do that (`hear`)."""
        return GamesHere.follow(self, heard)

    def notices(self) -> list[str]:
        """From the hosts that the scripts have asked for news."""
        return [told for one in self._followers.values() for told in one.notices]

    @property
    def heard_at(self) -> list[str]:
        """The hosts that know the player, while their key is open."""
        return sorted(self.home.hosts()) if self.identity is not None else []

    def hear(self, url: str, heard: Callable[[str], None]) -> float:
        """Ask a host for news, of which `heard` is told game by game; gives the seconds after which to ask again."""
        if url not in self._followers:
            self._followers[url] = Follower(self.client(url))
        games, pause = self._followers[url].ask()
        for game in sorted(games):
            heard(game)
        return pause
