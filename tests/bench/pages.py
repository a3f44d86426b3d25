"""The pages of a running game from a real server: the time to the first byte, and how much a browser loads in all."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path

from api.mail_out.postman import Postman
from schemas.statements.canonical import to_base64url
from tests.api.hosts import MASTER_KEY, Clock, HostUnderTest
from tests.api.pages.form_browsers import signed_in
from tests.bench.served import environment_of, running
from tests.bench.table import median, milliseconds, percentile, show
from tests.patience import PATIENCE

ROUNDS = 40
PHASES = 30
GAMES = (
    ("perikles", "standard", ("red", "green", "black", "orange", "blue")),
    ("pericles", "14.2", ("AF", "DF", "EK", "AK")),
)
LOADED = re.compile(r' (?:src|href)="([^"]+\.(?:svg|css|js)(?:\?v=[0-9a-f]+)?)"')
HOURS = 1_000


@dataclass
class Seen:
    """One page: the first time that it was asked for, the times after that, its bytes, and those of all it loads."""

    first: float
    times: list[float] = field(default_factory=list)
    bytes: int = 0
    whole: int = 0

    def row(self, name: str) -> list[object]:
        """A line of the table."""
        found = self.first, median(self.times), percentile(self.times, 99)
        return [name, *map(milliseconds, found), f"{self.bytes / 1000:.1f}", f"{self.whole / 1000:.1f}"]


def measure(folder: Path) -> None:
    """Every kind of page of a running game of each title."""
    rows = []
    for title, scenario, seats in GAMES:
        host = HostUnderTest(made(folder / f"pages-{title}"), Clock(datetime.now(UTC)))
        game = host.started(seats, title=title, scenario=scenario, hours=HOURS)
        host.play_on(game, PHASES)
        Postman(host.host, lambda _mail: None).run_once()  # their pictures would be made while pages are asked for
        browser = signed_in(host, host.seats[game][seats[0]])
        cookie = browser.get_cookie("ostraka")
        host.close()
        assert cookie is not None
        with on_a_server(host) as port:
            for name, path in paths(title, game, seats[0]).items():
                rows.append(look(port, path, f"ostraka={cookie.value}").row(f"{title}: {name}"))
    show(
        f"Pages of a running game, {PHASES} phases in: {ROUNDS} times each after the first",
        ("page", "first ms", "median ms", "p99 ms", "page kB", "all kB"),
        rows,
        "Milliseconds to the first byte; all: with board, style sheet and script, uncompressed. Aim: 100 ms, 200 kB.",
    )


def made(folder: Path) -> Path:
    """A new folder."""
    folder.mkdir()
    return folder


def paths(title: str, game: str, seat: str) -> dict[str, str]:
    """What is looked at."""
    return {
        "game": f"/games/{game}",
        "history": f"/games/{game}/phases/{PHASES // 2}",
        "log": f"/games/{game}/log",
        "own seat": f"/games/{game}/seats/{seat}",
        "rules": f"/titles/{title}/rules",
    }


@contextmanager
def on_a_server(host: HostUnderTest) -> Iterator[int]:
    """`ostraka serve` on the database of a host that was played before."""
    key = host.path.parent / "master.key"
    key.touch(0o600)
    key.write_text(to_base64url(MASTER_KEY))
    given = {"OSTRAKA_DATABASE": host.config.database, "OSTRAKA_SUITE": "x25519", "OSTRAKA_MASTER_KEY_FILE": str(key)}
    with running(host.path.parent, environment_of(**given)) as port:
        yield port


def look(port: int, path: str, cookie: str) -> Seen:
    """Ask for a page again and again, and once for what it loads."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {"Cookie": cookie} if "/seats/" in path else {}
    seconds, body = ask(connection, path, headers)
    seen = Seen(seconds, [ask(connection, path, headers)[0] for _ in range(ROUNDS)], len(body))
    loaded = {one for one in LOADED.findall(body.decode()) if "pages.svg" not in one}
    seen.whole = seen.bytes + sum(len(ask(connection, one, headers)[1]) for one in sorted(loaded))
    connection.close()
    return seen


def ask(connection: HTTPConnection, path: str, headers: dict[str, str]) -> tuple[float, bytes]:
    """The time to the first byte of an answer, and all of it."""
    begun = time.perf_counter()
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    seconds = time.perf_counter() - begun
    body = response.read()
    if response.status != 200:
        raise RuntimeError(f"{path}: {response.status}")
    return seconds, body
