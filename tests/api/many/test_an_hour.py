"""An hour of two servers and two workers: 200 games of all titles by bots, a mail server that is away for a day, a
process killed every minute, backups under load and a host that is brought back from one. Then everything is held
against everything.

`OSTRAKA_SOAK_MINUTES` (60) may be fewer: then games, kills and the mail server's day are as many fewer, or shorter.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from api.host.host import forget_lost_keys
from cli.errors import TrustBroken
from tests.api import postgres
from tests.api.faults.findings import findings
from tests.api.faults.postgres_engine import PostgreSQL
from tests.api.faults.stages import Stage
from tests.api.hosts import MASTER_KEY, PostgresHost
from tests.api.mail_in.mail_servers import start_smtp_sink
from tests.api.many.bots import Bot, Games, Post, untrue_mails
from tests.api.many.processes import Company, Process, founded
from tests.api.soak.entrants import begin, end
from tests.patience import wait_until

MINUTES: Final = float(os.environ.get("OSTRAKA_SOAK_MINUTES", "60"))
GAMES: Final = max(8, round(200 * MINUTES / 60))
BOTS: Final = 10
KILL_SECONDS: Final = min(60.0, MINUTES * 10)
SAMPLE_SECONDS: Final = 5.0
MOST_DUE: Final = 60
"""So many mails may be due before another game is begun; one sender sends them in half a minute."""
AN_HOUR_LESS: Final = (
    "UPDATE mails SET next_try = next_try - interval '1 hour', due_since = due_since - interval '1 hour' "
    "WHERE status = 'due' AND attempts > 0 AND next_try > now() AND (taken_until IS NULL OR taken_until < now())"
)
RING: Final = "SELECT pg_notify('ostraka', 'soak +mails')"
DUE: Final = "SELECT count(*) FROM mails WHERE status = 'due' AND coalesce(due_since, next_try) <= now()"
ROWS: Final = "SELECT relname, n_live_tup FROM pg_stat_user_tables WHERE n_live_tup > 0 ORDER BY n_live_tup DESC"
UNWRITTEN: Final = "SELECT count(*) FROM games WHERE mail_at <= now()"
MORE_MEMORY: Final = 1.5
"""So many times as much as soon after its start a process may have in the end: what it keeps has its bounds."""


@dataclass
class Hour:
    """A host and its bots for so many minutes."""

    company: Company
    games: Games
    post: Post
    choose: random.Random = field(default_factory=lambda: random.Random(9))
    counts: Counter[str] = field(default_factory=Counter)
    queue: list[int] = field(default_factory=list)
    sizes: dict[int, list[tuple[float, int, int]]] = field(default_factory=dict)
    """Of each process, now and then: when, its kilobytes of memory, its open files."""
    launched: list[Process] = field(default_factory=list)
    found: list[str] = field(default_factory=list)

    def play(self) -> None:
        """What happens in each part of the time; every part takes as long as it takes."""
        seconds = MINUTES * 60
        self.go_on(0.35 * seconds)
        self.back_up_under_load()
        self.bring_back()
        self.go_on(0.15 * seconds)
        self.go_on(0.2 * seconds, self.mail_is_away())
        self.go_on(0.3 * seconds)

    def go_on(self, seconds: float, also: Iterator[float] = iter(())) -> None:
        """Begin games, kill, and look how large everything is; `also`: what is done besides, and after which pauses."""
        began = time.monotonic()
        due = {self.sample: SAMPLE_SECONDS, self.kill: KILL_SECONDS, self.begin_one: MINUTES * 60 / GAMES}
        times = dict.fromkeys(due, began)
        next_also = began
        while (now := time.monotonic()) < began + seconds:
            for what, pause in due.items():
                if now >= times[what] + pause:
                    times[what] += pause
                    what()
            if now >= next_also:
                next_also = now + seconds * next(also, 1)
            self.look_after_launched()
            time.sleep(0.2)
        for _ in also:
            pass

    def begin_one(self) -> None:
        """Another game, unless the mails do not keep up: then it comes later."""
        if len(self.games.begun) < GAMES and not self.post.is_away and self.queue and self.queue[-1] > MOST_DUE:
            self.counts["games held back"] += 1
        elif len(self.games.begun) < GAMES:
            self.games.begin()

    def kill(self) -> None:
        """SIGKILL for a server, a worker, or a process of the database, which then recovers; the eldest are left."""
        kind = self.choose.choice(("serve", "worker", "postgres"))
        young = [one for one in self.company.processes[2:] if one.kind == kind]
        if kind == "postgres":
            pid = self.query("SELECT pid FROM pg_stat_activity WHERE datname = current_database() ORDER BY random()")
            if pid is not None:
                os.kill(int(pid), signal.SIGKILL)
                self.counts["kills of postgres"] += 1
        elif young:
            self.company.end(young[0], gently=False)
            self.launched.append(self.company.launch(kind))
            self.counts[f"kills of {kind}"] += 1

    def query(self, statement: str) -> Any:
        """The first value that a statement gives; None where the database is recovering."""
        with suppress(psycopg.Error), self.connected() as connection:
            row = connection.execute(statement).fetchone()  # type: ignore[call-overload]
            return row[0] if row else None
        return None

    def connected(self) -> psycopg.Connection:
        return psycopg.connect(
            host=str(postgres.server()), user="ostraka", dbname=self.company.database, autocommit=True
        )

    def change(self, statement: str) -> None:
        with suppress(psycopg.Error), self.connected() as connection:
            connection.execute(statement)  # type: ignore[call-overload]

    def sample(self) -> None:
        """How many mails are due, and how large the processes are."""
        if (due := self.query(DUE)) is not None:
            self.queue.append(int(due))
        for one in self.company.processes:
            with suppress(OSError):
                status = Path(f"/proc/{one.popen.pid}/status").read_text()
                memory = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
                files = len(os.listdir(f"/proc/{one.popen.pid}/fd"))
                self.sizes.setdefault(one.popen.pid, []).append((time.monotonic(), memory, files))

    def mail_is_away(self) -> Iterator[float]:
        """The mail server takes nothing for a day, of which each hour is short: what waits is moved an hour on."""
        self.post.is_away = True
        for _ in range(24):
            yield 0.9 / 24
            self.change(AN_HOUR_LESS)
            self.change(RING)
        self.post.is_away = False
        for _ in range(6):
            self.change(AN_HOUR_LESS)
        self.change(RING)

    @property
    def keys(self) -> Path:
        return self.company.folder / "phase-keys"

    def dump(self, name: str) -> Path:
        """A backup as docs/operations.md says: the keys of open phases before and after."""
        folder = self.company.folder / name
        (folder / "keys").mkdir(parents=True)
        self.copy_keys(folder / "keys")
        postgres.program("pg_dump", "--format=custom", f"--file={folder / 'dump'}", self.company.database)
        self.copy_keys(folder / "keys")
        return folder

    def copy_keys(self, to: Path) -> None:
        """As `cp -n` does."""
        for file in self.keys.iterdir():
            with suppress(FileNotFoundError):
                if not (to / file.name).exists():
                    shutil.copy(file, to)

    def back_up_under_load(self) -> None:
        """A backup that is made while all play is whole, and has what was promised before it was begun."""
        wait_until("the database has recovered", lambda: self.query("SELECT 1"))
        promised = len(self.post.promises)
        backup = self.dump("under-load")
        name = postgres.new_database("template0")
        postgres.program("pg_restore", f"--dbname={name}", str(backup / "dump"))
        settings = {"OSTRAKA_DATABASE": postgres.url_of(name), "OSTRAKA_PHASE_KEYS": str(backup / "keys")}
        aside = Company(self.company.folder, name, self.company.balancer, settings=self.company.settings | settings)
        checked = aside.command("db", "check")
        if checked.returncode:
            self.found.append(f"broken: the backup under load: {checked.stdout}{checked.stderr}")
        with psycopg.connect(host=str(postgres.server()), user="ostraka", dbname=name) as connection:
            stored = {bytes(raw) for (raw,) in connection.execute("SELECT raw FROM envelopes").fetchall()}
        lost = [one for one in self.post.promises[:promised] if one.envelope not in stored]
        self.found += [f"lost: {len(lost)} of {promised} receipts in the backup under load"] * bool(lost)
        self.counts["receipts in the backup under load"] = promised
        postgres.drop(name)

    def bring_back(self) -> None:
        """The plug is pulled, everything is lost but a backup made then, and the host is brought back from it."""
        for process in [*self.company.processes]:
            self.company.end(process, gently=False)
        for process in self.launched:
            process.kill()
        self.launched = []
        wait_until("the database has recovered", lambda: self.query("SELECT 1"))
        backup = self.dump("brought-back")
        postgres.drop(self.company.database)
        shutil.rmtree(self.keys)
        postgres.administer(f"CREATE DATABASE {self.company.database} TEMPLATE template0")
        postgres.program("pg_restore", f"--dbname={self.company.database}", str(backup / "dump"))
        shutil.copytree(backup / "keys", self.keys)
        checked = self.company.command("db", "check")
        if checked.returncode:
            self.found.append(f"broken: the host that was brought back: {checked.stdout}{checked.stderr}")
        self.count_database("when brought back")
        self.company.start("serve", "worker", "serve", "worker")

    def count_database(self, when: str) -> None:
        """How large it is, and of how many phases: it grows by these, and by nothing else."""
        self.counts[f"MB of the database {when}"] = self.query("SELECT pg_database_size(current_database())") >> 20
        self.counts[f"phases {when}"] = self.query("SELECT count(*) FROM resolutions")

    def come_to_rest(self) -> None:
        """Every game is ended and every record read; then every mail is sent, those too that somebody killed had."""
        wait_until("all processes are there", self.look_after_launched)
        end(self.games.bots)
        lies = [error for bot in self.games.bots for error in bot.failures if isinstance(error, TrustBroken)]
        self.found += [f"broken: a client does not believe the host: {error}" for error in lies]
        self.found += self.games.end()
        wait_until("nothing is left to resolve", lambda: not self.company.due())
        wait_until("all mails are written", lambda: self.query(UNWRITTEN) == 0)
        self.sample()
        self.found += self.grown()
        self.stop()
        self.change("UPDATE mails SET taken_until = NULL, next_try = now() WHERE status = 'due'")
        self.company.start("worker")
        wait_until("no mail waits", lambda: self.query("SELECT count(*) FROM mails WHERE status = 'due'") == 0)
        self.stop()

    def stop(self) -> None:
        """All processes end what they are at."""
        for process in self.company.processes:
            process.stop()
        self.company.processes.clear()

    def look_after_launched(self) -> bool:
        """Have those that are ready serve; one that ended, as while the database recovers, is started again.

        Are all there?
        """
        ended = [one for one in self.launched if one.popen.poll() is not None]
        self.counts["started again"] += len(ended)
        self.launched = [one for one in self.launched if one not in ended]
        self.launched += [self.company.launch(one.kind) for one in ended]
        self.launched = self.company.adopt(self.launched)
        return not self.launched

    def grown(self) -> Iterator[str]:
        """What the processes that nobody has killed since the host was brought back have more of in the end."""
        for one in self.company.processes[:2]:
            samples = self.sizes[one.popen.pid]
            (_, early, files), (_, late, open_files) = samples[len(samples) // 4], samples[-1]
            self.counts[f"MB of the eldest {one.kind}, early"] = early // 1024
            self.counts[f"MB of the eldest {one.kind}, late"] = late // 1024
            self.counts[f"files of the eldest {one.kind}, early"] = files
            self.counts[f"files of the eldest {one.kind}, late"] = open_files
            if late > MORE_MEMORY * early:
                yield f"grown: a {one.kind} from {early} kB to {late} kB"
            if open_files > files + 20:
                yield f"grown: a {one.kind} from {files} to {open_files} open files"

    def checked(self) -> Iterator[str]:
        """What is wrong in the database, and with the mails that came."""
        host = PostgresHost.on(self.company.database, self.keys)
        host.clock.moment = datetime.now(UTC)
        forget_lost_keys(host.host)
        sent = [name for name, _ in self.post.taken]
        stage = Stage(PostgreSQL(self.company.database), host, {"game": "none"}, self.post.promises, sent)
        kills = sum(count for name, count in self.counts.items() if name.startswith("kills"))
        yield from findings(stage, times=kills + 2)
        with host.host.database.read() as session:
            yield from untrue_mails(session, self.post)
        left = len(list(host.keys.kept()))
        if left:
            yield f"left: {left} keys of phases, and every game is over"
        self.counts["mails outdated"] = host.rows("SELECT count(*) FROM mails WHERE status = 'outdated'")[0][0]
        self.count_database("in the end")
        host.administer("ANALYZE")
        print("rows:", ", ".join(f"{name} {number}" for name, number in host.rows(ROWS)[:12]))
        stage.close()


@pytest.mark.soak
def test_an_hour_of_all_titles_with_kills_an_outage_of_mail_and_a_host_that_is_brought_back(tmp_path: Path) -> None:
    post = Post()
    sink = start_smtp_sink(post.take)
    (tmp_path / "phase-keys").mkdir()
    settings = {
        "OSTRAKA_MASTER_KEY": MASTER_KEY.hex(),
        "OSTRAKA_PHASE_KEYS": str(tmp_path / "phase-keys"),
        "OSTRAKA_MAIL": sink.url,
        "OSTRAKA_SENDER": "host@ostraka.test",
        "OSTRAKA_LIMITS": "off",
    }
    with founded(tmp_path, **settings) as company:
        company.start("serve", "worker", "serve", "worker")
        bots = [Bot(company.balancer.url, f"bot-{number}", tmp_path / "homes", post) for number in range(BOTS)]
        post.host_key = bots[0].client.host.key
        hour = Hour(company, Games(bots), post)
        begin(bots)
        hour.play()
        hour.come_to_rest()
        hour.found += hour.checked()
    sink.stop()
    told(hour)
    assert not hour.found, "\n".join(hour.found[:30])


def told(hour: Hour) -> None:
    """The figures, for docs/operations.md."""
    busy: Callable[[float], float] = lambda part: sorted(hour.queue)[int(part * (len(hour.queue) - 1))]  # noqa: E731
    gone = len(hour.post.taken) + hour.counts["mails outdated"]
    rate = gone / max(1.0, SAMPLE_SECONDS * sum(due > 0 for due in hour.queue))
    print(f"\n{MINUTES:.0f} minutes: {len(hour.games.begun)} games, {len(hour.post.promises)} receipts, "
          f"{len(hour.post.taken)} mails taken and {hour.post.refused} refused; "
          f"mails due: half of the time {busy(0.5)}, at most {busy(1)}; while some were due, {rate:.1f} a second were "
          f"sent or found untrue; {dict(hour.counts)}; "
          f"requests without an answer: {sum(len(bot.failures) for bot in hour.games.bots)}")  # fmt: skip
