"""A table at which many pages wait for news: what a click takes meanwhile, beside one while nobody waits.

`python -m tests.bench waiting`. The program is a process of its own; each page has a connection of its own, as in
browsers that keep theirs apart. (One browser has one of its pages wait for all of them.)
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple
from urllib.parse import urlencode, urlsplit

from tests.bench.served import PROGRAM, environment_of
from tests.bench.table import median, milliseconds, percentile, show
from tests.patience import PATIENCE

PAGES: Final = (0, 40)
CLICKS: Final = 60
LINK: Final = re.compile(r"http://\S+/enter/\S+")
HOME: Final = re.compile(r"url=([^\"]+)\"")
HIDDEN: Final = re.compile(r'name="(phase|at)" value="(\d*)"')


class Page(NamedTuple):
    """A page of a game, as its browser asks for things."""

    place: str
    address: str
    cookie: str

    @property
    def root(self) -> str:
        """Where the table's pages begin."""
        return self.address.partition("games/")[0]

    def connect(self) -> HTTPConnection:
        """A connection to the program."""
        return HTTPConnection(self.place, timeout=PATIENCE)

    def ask(self, wire: HTTPConnection, method: str, path: str, fields: dict[str, str] | None = None) -> None:
        """Send a request."""
        told = {"Cookie": self.cookie, "Origin": f"http://{self.place}", "X-Table": "part"}
        sent = {} if fields is None else {"Content-Type": "application/x-www-form-urlencoded"}
        wire.request(method, path, None if fields is None else urlencode(fields), told | sent)

    def answer(self, wire: HTTPConnection, method: str, path: str, fields: dict[str, str] | None = None) -> str:
        """Send a request, and read what is answered."""
        self.ask(wire, method, path, fields)
        got = wire.getresponse()
        text = got.read().decode()
        if got.status != 200:
            raise RuntimeError(f"{method} {path}: {got.status}")
        return text


@contextmanager
def table(folder: Path) -> Iterator[Page]:
    """The program with a new game, and its page."""
    command = [*PROGRAM, "table", "perikles", "--seed", "bench", "--print", "--home", str(folder)]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=environment_of()
    ) as running:
        assert running.stdout is not None
        link = next(found for line in running.stdout if (found := LINK.search(line)))
        parts = urlsplit(link[0])
        wire = HTTPConnection(parts.netloc, timeout=PATIENCE)
        wire.request("GET", parts.path)
        got = wire.getresponse()
        found = HOME.search(got.read().decode())
        assert found is not None
        try:
            yield Page(parts.netloc, found[1], got.headers["Set-Cookie"].partition(";")[0])
        finally:
            running.terminate()


def clicks(page: Page, waiting: int) -> list[float]:
    """Seconds of each of some clicks, forth and back, while so many others wait for news."""
    taken = []
    with ExitStack() as stack:
        wires = [page.connect() for _ in range(waiting + 1)]
        for one in wires:
            stack.callback(one.close)
        first, *others = wires
        for one in others:
            page.ask(one, "GET", f"{page.root}news?wait&token=0")
        text = page.answer(first, "GET", page.address)
        for number in range(CLICKS):
            fields = dict(HIDDEN.findall(text)[:2]) | {"act": "back" if number % 2 else "take 0"}
            began = perf_counter()
            text = page.answer(first, "POST", f"{page.address}/act", fields)
            taken.append(perf_counter() - began)
    return taken


def measure(folder: Path) -> None:
    """A row for each number of pages that wait."""
    rows = []
    with table(folder) as page:
        clicks(page, 0)  # the program has then done everything once
        for waiting in PAGES:
            taken = clicks(page, waiting)
            rows.append((waiting, milliseconds(median(taken)), milliseconds(percentile(taken, 99))))
    show(f"A click at a table where pages wait: {CLICKS} each", ("pages", "median ms", "99 of 100 ms"), rows)
