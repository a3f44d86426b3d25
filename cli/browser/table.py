"""A table that is asked without a socket: each request is a call of its Flask application, one after another."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast
from urllib.parse import unquote

from adjudicator.registry import title as find_title
from cli.browser.errands import Errand
from cli.browser.hosts import PageHosts
from cli.home.home import Home
from cli.rules.saved_games import all_saved, unfinished
from cli.table.addresses.table import Table
from cli.table.app import create_app
from cli.table.guard import COOKIE, Guard, Place

if TYPE_CHECKING:
    from flask import Flask

    from cli.browser.client import PageGame
    from cli.browser.keys import Keys
    from cli.table.foresight import Foresight

PLACE: Final = Place(
    here="in this browser",
    about="No server plays here: your browser itself knows the rules and plays the bots, without a network too. The "
    "games are kept in this browser alone. They are gone if it forgets this site, as some phones do after some weeks "
    "without a visit, and if a private window is closed: save a game as a file to have it for good.",
    way_back="load the page again to open it",
    framed_by="'self'",
    account="account",
)
PORT: Final = 1
"""Nobody listens there: only the guard compares it."""
PASSED_ON: Final = ("ACCEPT", "ACCEPT_LANGUAGE", "USER_AGENT", "X_TABLE")
"""What the application is told of a request's own headers, besides the type of its body."""
PEOPLE: Final = (PLACE.account, "join", "enter", "register")
"""Where the pages begin that `people` answers."""
KEPT_BACK: Final = ("set-cookie", "content-length", "cross-origin-opener-policy")
"""What the browser is not told: the one cookie stays here."""


class Answer(NamedTuple):
    """What is answered to a request."""

    status: int
    headers: dict[str, str]
    body: bytes


class BrowserTable:
    """The table of one browser. It lets itself in, and locks with the page."""

    def __init__(
        self, path: str, root: str | Path, hosts: Sequence[str] = (), page: str = "", seed: str | None = None
    ) -> None:
        """`path`: where its pages begin, such as `/play/t/`; `root`: the home in the browser's storage.

        `hosts`: the addresses of the hosts that the page is for; `page`: where its own files
        are, in a folder named by their hash.
        """
        self.home = Home(Path(root))
        self.hosts = PageHosts(self.home, hosts, seed, page)
        self.guard = Guard(PORT, path=path.strip("/"), idle=float("inf"), place=PLACE)
        self.imagined: list[Foresight] = []  # games beside the pages, that go on while nothing is asked
        self.table = Table(self.home, self.hosts, self.guard, imagines=lambda one, _lock: self.imagined.append(one))
        self.heard = 0  # how often hosts had news
        self.app = create_app(self.table)
        self.enter()

    def enter(self) -> None:
        """Come in, with a cookie that nobody has had before."""
        self.cookie = self.guard.enter(self.guard.new_link().rpartition("/")[2])

    @cached_property
    def keys(self) -> Keys:
        """What is done with the player's key: loaded when somebody wants one."""
        from cli.browser.keys import Keys

        return Keys(self.hosts)

    @cached_property
    def people(self) -> Flask:
        """The pages on which somebody becomes known at a host: an application of its own, loaded when it is wanted."""
        from cli.browser.account import add_account
        from cli.browser.entering import add_entering
        from cli.browser.joining import add_joining
        from cli.table.addresses.table import guarded_app

        app = guarded_app(self.table)
        for add in (add_account, add_joining, add_entering):
            add(app, self.table, self.keys)
        return app

    def sit(self, title: str) -> str:
        """The page of the game of a title that was played last and goes on; where there is none, of a new one: guided,
        if nobody has played the title here."""
        return f"games/{self.going(title) or self.begin_first(title) or self.begin(title)}"

    def going(self, title: str) -> str:
        """The game of a title that was played last and is not over; nothing where there is none."""
        return next((path.stem for path, saved in unfinished(self.home.root) if saved.title == title), "")

    def begin(self, title: str) -> str:
        """Begin the first scenario of a title, with the fewest seats; gives the game's name."""
        rules = find_title(title)
        first = next(iter(rules.scenarios.values()))
        return self.table.hosts.begin(rules, first.id, min(first.seat_counts))

    def begin_first(self, title: str) -> str:
        """Begin the first game of a title, guided; nothing where it was played here, or is not taught."""
        if any(saved.title == title for _, saved in all_saved(self.home.root)):
            return ""
        from cli.table.addresses.lists import begin_first_game

        return begin_first_game(self.table, title)

    def foresee(self) -> bool:
        """One phase more of a game that is imagined beside a page; whether there is another one to come."""
        while self.imagined and not self.imagined[0].step():
            self.imagined.pop(0)
        return bool(self.imagined)

    def errand(self, method: str, address: str, headers: Mapping[str, str], body: bytes) -> Errand:
        """A request whose answer may need hosts: `go` gives an `Answer`, or tells what is to be fetched first.

        A page names the count of the news with which it was made: it holds nothing that hosts told before those.
        """
        heard = (lambda: self.heard) if method == "GET" else int
        return Errand(lambda: self.answer(method, address, headers, body), heard)

    def wake(self, kept: str) -> bool:
        """Open the key with what the browser had kept of it; whether it fits."""
        return self.keys.wake(kept)

    def to_keep(self) -> str:
        """What the browser is to keep of the key, or to forget, as JSON; nothing where that was told."""
        return self.keys.told() if "keys" in vars(self) else ""

    def duties(self) -> list[str]:
        """What the worker sees to beside what pages ask: the hosts that are asked for news, the games with something to
        send.
        """
        return [*self.hosts.heard_at, *self.sending()]

    def duty(self, name: str) -> Errand:
        """One of these, once; it gives the seconds after which to go on with it."""
        return self.hearing(name) if "://" in name else self.delivery(name)

    def hearing(self, url: str) -> Errand:
        """One question to a host for news, which waits there; it gives the seconds after which to ask again."""
        return Errand(lambda: self.hosts.hear(url, self._hear))

    def sending(self) -> list[str]:
        """The games in which something is sealed and waits to be sent."""
        sat = {name: one.game for name, one in self.table.sittings.items() if one.game.at_host}
        return [name for name, game in sat.items() if self.home.unsent_path(game.id, game.seat).exists()]

    def delivery(self, name: str) -> Errand:
        """One try to send it; it gives the seconds after which to try again."""

        def send() -> float:
            sitting = self.table.sittings.get(name)
            if sitting is None:  # the key was locked meanwhile
                return 0.0
            pause = cast("PageGame", sitting.game).send_on()
            sitting.hear_of_sent()
            self._hear(sitting.game.id)
            return pause

        return Errand(send)

    def _hear(self, game: str) -> None:
        """A host has told something of a game."""
        self.heard += 1
        self.table.news.mark(game)

    def news(self) -> str:
        """What is new, for all pages that are open, as JSON."""
        return json.dumps(self.table.news.after(None, 0) | {"again": 0})

    def answer(self, method: str, address: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Answer a request; when this returns, whatever it changed is in files."""
        begun: list[Any] = []

        def start(status: str, fields: Sequence[tuple[str, str]], error: Any = None) -> Any:
            begun[:] = [int(status.partition(" ")[0]), fields]

        if "keys" in vars(self) and self.keys.expire():
            self.table.clear()
        first = address.removeprefix(self.guard.home).partition("?")[0].partition("/")[0]
        app = self.people if first in PEOPLE else self.app
        chunks = app(self.environ(method, address, headers, body), start)
        content = b"".join(chunks)
        status, fields = begun
        return Answer(status, {name: value for name, value in fields if name.lower() not in KEPT_BACK}, content)

    def environ(self, method: str, address: str, headers: Mapping[str, str], body: bytes) -> dict[str, Any]:
        """A request as WSGI has it: from the one browser, and from a page of ours."""
        path, _, query = address.partition("?")
        given = {name.upper().replace("-", "_"): value for name, value in headers.items()}
        origin = {} if method in ("GET", "HEAD") else {"HTTP_ORIGIN": self.guard.origin}
        return {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote(path, "latin-1"),
            "QUERY_STRING": query,
            "CONTENT_TYPE": given.get("CONTENT_TYPE", ""),
            "CONTENT_LENGTH": str(len(body)),
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": str(PORT),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": self.guard.origin.removeprefix("http://"),
            "HTTP_COOKIE": f"{COOKIE}={self.cookie}",
            "HTTP_SEC_FETCH_SITE": "same-origin",
            **origin,
            **{f"HTTP_{name}": given[name] for name in PASSED_ON if name in given},
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
