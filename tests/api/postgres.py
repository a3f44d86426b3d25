"""PostgreSQL for the tests: a server of their own in a temporary folder, where the machine has the programs for one.

`make postgres` installs them. Where there are none, what would run on it is skipped, and says so.
"""

from __future__ import annotations

import atexit
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

import psycopg
import pytest

from api.store.database import upgrade
from tests.patience import PATIENCE, wait_until

PROGRAMS: Final = "/usr/lib/postgresql/*/bin"
MISSING: Final = "PostgreSQL is not installed (make postgres): nothing was tried on it"
SETTINGS: Final = ("listen_addresses=", "fsync=off", "full_page_writes=off", "shared_buffers=32MB")
"""Nothing here outlives the tests, so nothing has to reach the disk."""
_NAMES = itertools.count(1)


def programs() -> Path | None:
    """The folder with the server's programs, the newest; None where there are none."""
    known = [Path(found).resolve().parent] if (found := shutil.which("initdb")) else []
    debian = sorted(Path("/").glob(PROGRAMS.lstrip("/")), key=lambda folder: int(folder.parent.name.split(".")[0]))
    return next((folder for folder in [*known, *reversed(debian)] if (folder / "initdb").exists()), None)


def server() -> Path:
    """The folder of the socket of the server that the tests share."""
    return started(SETTINGS)


@cache
def started(settings: tuple[str, ...]) -> Path:
    """The folder of a running server's socket; it is stopped when the process ends."""
    folder = programs()
    if folder is None:
        pytest.skip(MISSING)
    home = Path(tempfile.mkdtemp(prefix="ostraka-pg-", dir="/tmp"))
    user = {"user": "postgres"} if os.getuid() == 0 else {}
    if user:
        shutil.chown(home, "postgres")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": home}
    made = ["-D", home / "data", "-U", "ostraka", "-A", "trust", "-E", "UTF8", "--no-sync"]
    subprocess.run([folder / "initdb", *made], check=True, **user, **quiet)
    options = [f"--{setting}" for setting in (*settings, f"unix_socket_directories={home}")]
    running = subprocess.Popen([folder / "postgres", "-D", home / "data", *options], **user, **quiet)

    def stop() -> None:
        running.send_signal(signal.SIGINT)  # at once, whoever is connected
        running.wait(timeout=PATIENCE)
        shutil.rmtree(home, ignore_errors=True)

    atexit.register(stop)
    wait_until("PostgreSQL answers", lambda: answers(home))
    return home


def answers(home: Path) -> bool:
    """Whether the server of a socket lets clients in."""
    try:
        psycopg.connect(host=str(home), user="ostraka", dbname="postgres").close()
    except psycopg.OperationalError:
        return False
    return True


def url_of(name: str) -> str:
    """The address of a database of the server."""
    return f"postgresql+psycopg://ostraka@/{name}?host={server()}"


@cache
def empty() -> str:
    """A database of the newest schema with nothing in it."""
    administer("CREATE DATABASE empty")
    upgrade(url_of("empty"))
    return "empty"


def new_database(of: str | None = None) -> str:
    """The name of a new database, a copy of another or of the empty one."""
    name = f"host{next(_NAMES)}"
    administer(f"CREATE DATABASE {name} TEMPLATE {of or empty()}")
    return name


def bare_database() -> str:
    """The name of a new database without a schema."""
    name = f"host{next(_NAMES)}"
    administer(f"CREATE DATABASE {name}")
    return name


def drop(name: str) -> None:
    """Remove a database, whoever is connected to it."""
    administer(f"DROP DATABASE {name} WITH (FORCE)")


def administer(statement: str, name: str = "postgres") -> None:
    """Execute a statement of the server's operator, in a database."""
    with psycopg.connect(host=str(server()), user="ostraka", dbname=name, autocommit=True) as connection:
        connection.execute(statement)  # type: ignore[arg-type]


def program(name: str, *words: str) -> None:
    """Run one of PostgreSQL's own tools on the server."""
    folder = programs() or Path()
    subprocess.run([folder / name, f"--host={server()}", "--username=ostraka", *words], check=True)
