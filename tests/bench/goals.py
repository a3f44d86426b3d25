"""What rules, pictures, host and program have to reach, measured shortly, in one table: `make bench`.

Ratios stand first: they hold on any machine. Times are those of the processor, so that it matters little what else the
machine does. The parts (`python -m tests.bench kernel` and so on) tell more of each.
"""

from __future__ import annotations

import gc
import resource
import secrets
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import islice
from os import getpid
from pathlib import Path
from typing import Any, Final, NamedTuple

from adjudicator.registry import title
from api.mail_out.board_pictures import asked_about, shown
from api.mail_out.painter import Painter
from cli.answer.imagined import imagined_rests
from tests.adjudicator.players import played_best, playthrough
from tests.api import postgres
from tests.bench import desk, kernel, mails, program
from tests.bench.growth import FACTIONS, LONG, begun
from tests.bench.machine import filesystem
from tests.bench.players import Company
from tests.bench.processor import children, family, wait_until_quiet
from tests.bench.served import PROGRAM, environment_of, running
from tests.bench.table import median, show

SUITE: Final = "mlkem768x25519"
GAMES: Final = (
    ("athens_sparta", "war", 2, 750, 12),
    ("polis", "standard", 2, 1_800, None),
    ("perikles", "standard", 4, None, 25),
    ("pericles", "14.2", 4, None, None),
)
"""Title, scenario and seats, with the goals of questions and pictures a second."""
PHASES: Final = 40
"""Of a game of bots, whose boards are painted, and whose turns are imagined."""
STORED: Final = 100
"""Phases, for the storage of four times as many."""
STARTS: Final = ("--help", "title list", "play perikles", "play athens_sparta")
RUNS: Final = 7
DUE: Final = 40
"""Resolutions at once, for as many as the bench of mails has."""
IMAGINED: Final = 3
SLOWER: Final = 10
"""So many times as long the same takes in a browser's Python."""


class Figure(NamedTuple):
    """A line of the table; `reached` is None where nothing was to be reached."""

    name: str
    measured: str
    goal: str = ""
    reached: bool | None = None

    @property
    def row(self) -> list[str]:
        """As it is printed."""
        return [self.name, self.measured, self.goal, {None: "", True: "reached", False: "MISSED"}[self.reached]]


def at_least(name: str, measured: float, goal: float | None, form: str = ".0f") -> Figure:
    """The more the better."""
    said = f">= {goal:{form}}" if goal else ""
    return Figure(name, f"{measured:{form}}", said, None if goal is None else measured >= goal)


def at_most(name: str, measured: float, goal: float | None, form: str = ".0f") -> Figure:
    """The less the better."""
    said = f"<= {goal:{form}}" if goal else ""
    return Figure(name, f"{measured:{form}}", said, None if goal is None else measured <= goal)


def measure(folder: Path) -> None:
    """The table."""
    seed = secrets.token_hex(4)
    figures = [figure for part in PARTS for figure in part(folder, seed)]
    show(
        f"Goals (seed {seed}, files on {filesystem(folder)})",
        ("figure", "measured", "goal", ""),
        [figure.row for figure in figures],
        "Milliseconds and microseconds are of the processor.",
        f"Imagined rests take about {SLOWER} times as long in a browser, where they may take a second.",
    )


def orders(folder: Path, _seed: str) -> Iterator[Figure]:
    """Sealed orders: one process beside the bare limit."""
    limits: list[float] = []
    accepted = desk.measure_suite(folder, SUITE, limits)
    where = filesystem(folder)
    yield at_least(f"orders: share of the bare limit on {where}", median(accepted.rates) / median(limits), 0.4, ".2f")
    yield at_most("orders: us an order, of the host", min(of_host for of_host, *_ in accepted.processor), None)


def sides(folder: Path, _seed: str) -> Iterator[Figure]:
    """Two servers on PostgreSQL beside one, by what their processes need for an order: clients are left out."""
    name = "orders: two servers on PostgreSQL beside one"
    if postgres.programs() is None:
        yield Figure(name, "SKIPPED: PostgreSQL is not installed (make postgres)", ">= 1.70")
        return
    with ExitStack() as stack:
        database = postgres.bare_database()
        home = folder / "sides"
        home.mkdir()
        keys = {"OSTRAKA_DATABASE": postgres.url_of(database), "OSTRAKA_PHASE_KEYS": str(home / "keys")}
        environment = environment_of(OSTRAKA_SUITE=SUITE, OSTRAKA_LIMITS="off", **keys)
        subprocess.run([*PROGRAM, "db", "init"], cwd=home, env=environment, check=True, capture_output=True)
        urls, groups = list[str](), list[list[int]]()
        for _ in range(2):
            before = set(children(getpid()))
            urls.append(f"http://127.0.0.1:{stack.enter_context(running(home, environment))}")
            groups.append([one for one in children(getpid()) if one not in before])
        played = Company.register(urls[0]).begin(desk.GAMES)
        wait_until_quiet([one for group in groups for one in group])
        alone, both = desk.Accepted(), desk.Accepted()
        for _ in range(2):
            desk.one_run(urls[:1], played, alone, groups[0])
            desk.one_run(urls, played, both, groups[0] + groups[1])
        one, two = (min(of_hosts for of_hosts, *_ in taken.processor) for taken in (alone, both))
        yield at_least(name, 2 * one / two, 1.7, ".2f")


def questions(_folder: Path, seed: str) -> Iterator[Figure]:
    """Checked questions a second, each title in a fresh process that has imported nothing else."""
    for name, scenario, seats, goal, _ in GAMES:
        command = [sys.executable, "-m", kernel.__name__, name, scenario, str(seats), seed]
        played = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        yield at_least(f"rules: {name}, checked questions a second", float(played), goal)


def imagined(_folder: Path, seed: str) -> Iterator[Figure]:
    """Games imagined to the end of the turn, in a tenth of the time that a browser's Python may take."""
    gc.collect()
    gc.freeze()  # the parts before this one have left much that a table would not have
    for name, *_ in GAMES:
        rules, taken = title(name), list[float]()
        for view, seat in islice(asked_views(name, seed), 0, PHASES, 8):
            began = time.process_time()
            imagined_rests(rules, view, seat, [], [], most=IMAGINED)
            taken.append(time.process_time() - began)
        yield at_most(
            f"rules: {name}, {IMAGINED} imagined rests of a turn, dearest, ms", 1_000 * max(taken), 1_000 / SLOWER
        )


def asked_views(name: str, seed: str) -> Iterator[tuple[Any, str]]:
    """A game of bots, phase by phase, as somebody sees it who is asked."""
    rules = title(name)
    for before, *_ in playthrough(rules, played_best(rules).seat_counts[0], seed, "steady", 0):
        seat = before.phase.asks[0].seat
        yield rules.view(before, seat), seat


def pictures(_folder: Path, seed: str) -> Iterator[Figure]:
    """Pictures of mails a second by a painter that is warm; and the first."""
    cold = list[float]()
    for name, _, _, _, goal in GAMES:
        painter, taken = Painter(), list[float]()
        for view, _ in islice(asked_views(name, seed), PHASES):
            svg, ids = title(name).draw(view, None, False, "tall"), asked_about(title(name), view)
            began = time.process_time()
            painter.paint(svg, shown(svg, ids))
            taken.append(time.process_time() - began)
        first, *warm = taken
        cold.append(first)
        yield at_least(f"pictures: {name}, a second", (len(warm) - len(warm) // 4) / sum(warm[len(warm) // 4 :]), goal)
    yield at_most("pictures: the first of a title, seconds, dearest", max(cold), None, ".1f")


def outbox(folder: Path, _seed: str) -> Iterator[Figure]:
    """The mails of resolutions that are due at once: until the last is out, by one sender and its painter."""
    _, written, sent, drawn, took, _, late = mails.rush(folder / "outbox", DUE)
    seconds = (float(str(written)) + float(str(took))) * mails.RESOLUTIONS / DUE
    yield at_most(
        f"mails: seconds of the clock for {mails.RESOLUTIONS} resolutions due at once (by {DUE})", seconds, 60
    )
    yield at_least("mails: of 100 so many have their picture", 100 * int(str(drawn)) / max(1, int(str(sent))), 95)
    yield Figure("mails: orders wanted of a phase that is cut", str(late), "0", late == 0)


def storage(folder: Path, _seed: str) -> Iterator[Figure]:
    """The database of a long game, its mails sent and emptied."""
    host = begun(folder, "storage")
    game = host.started(FACTIONS, **LONG)
    host.play_on(game, STORED)
    host.work()
    file = host.host.database.kind.file  # type: ignore[attr-defined]
    host.close()
    with closing(sqlite3.connect(file)) as database:
        database.execute("update mails set text = '', html = null, letter = null, letters = '{}'")
        database.commit()
        database.execute("vacuum")
    phases = 4 * STORED
    yield at_most(f"storage: MB for {phases} phases of Pericles", 4 * file.stat().st_size / 1e6, 12, ".1f")


def starts(folder: Path, _seed: str) -> Iterator[Figure]:
    """Commands of this machine, and a host that has just begun."""
    environment = environment_of(OSTRAKA_HOME=str(folder / "home"), PYTHONDONTWRITEBYTECODE="")
    for words in STARTS:
        _, *taken = [started(words, folder, environment) for _ in range(1 + RUNS)]  # the first may compile
        yield at_most(f"starts: ostraka {words}, ms", 1_000 * median(taken), program.LOCAL)
    home = folder / "idle"
    home.mkdir()
    subprocess.run([*PROGRAM, "db", "init"], cwd=home, env=environment_of(), check=True, capture_output=True)
    before, began = set(children(getpid())), time.perf_counter()
    with running(home, environment_of()):
        yield at_most("starts: ostraka serve answers, seconds of the clock", time.perf_counter() - began, None, ".1f")
        mine = [one for child in children(getpid()) if child not in before for one in family(child)]
        yield at_most("memory: ostraka serve that has just begun, MB", sum(map(resident, mine)) / 1e6, None)


def started(words: str, folder: Path, environment: dict[str, str]) -> float:
    """Seconds of the processor of one command."""
    before = program.processor()
    command = [*program.PROGRAM, *words.split()]
    subprocess.run(command, input="q\n", cwd=folder, env=environment, check=True, capture_output=True, text=True)
    return program.processor() - before


def resident(process: int) -> int:
    """Bytes of memory that a process has to itself and shares."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * resource.getpagesize()


PARTS: Final[tuple[Callable[[Path, str], Iterator[Figure]], ...]] = (
    *(orders, sides, questions, imagined, pictures, outbox, storage, starts),
)
