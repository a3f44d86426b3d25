"""The part of docs/operations.md on PostgreSQL, followed word for word on a server that has nothing in it yet."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from tests.api import postgres
from tests.api.hosts import free_port
from tests.docs.readers import ROOT
from tests.patience import PATIENCE, wait_until
from tests.shells import served, session

PAGE: Final = (ROOT / "docs/operations.md").read_text()
PART: Final = PAGE[PAGE.index("## On PostgreSQL") : PAGE.index("## More than one machine")]
PASSWORD: Final = "password"
"""As the page has it in the address of the database."""


@pytest.fixture
def server() -> Iterator[int]:
    """The port of a server as a distribution installs it: a superuser `postgres`, who needs no password here."""
    programs = postgres.programs()
    if programs is None:
        pytest.skip(postgres.MISSING)
    home, port = Path(tempfile.mkdtemp(prefix="ostraka-pg-", dir="/tmp")), free_port()
    user = {"user": "postgres"} if os.getuid() == 0 else {}
    if user:
        shutil.chown(home, "postgres")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": home}
    made = [programs / "initdb", "-D", home / "data", "-U", "postgres", "-A", "trust", "--no-sync", "--data-checksums"]
    subprocess.run(made, check=True, **user, **quiet)  # type: ignore[call-overload]
    (home / "data" / "pg_hba.conf").write_text(
        "host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
    )
    words = [programs / "postgres", "-D", home / "data", "-p", str(port), "-h", "127.0.0.1", "-k", "", "-F"]
    running = subprocess.Popen(words, **user, **quiet)  # type: ignore[call-overload]
    ready = [programs / "pg_isready", "--host=127.0.0.1", f"--port={port}"]
    wait_until("PostgreSQL answers", lambda: subprocess.run(ready, capture_output=True).returncode == 0)
    yield port
    running.terminate()
    running.wait(PATIENCE)
    shutil.rmtree(home, ignore_errors=True)


def blocks() -> list[list[str]]:
    """The commands of each block of the part."""
    found = re.findall(r"^( *```sh\n.*?)^ *```", PART, re.DOTALL | re.MULTILINE)
    whole = [dedent(block).replace("\\\n", "").splitlines()[1:] for block in found]
    return [[line.removeprefix("$ ") for line in block] for block in whole]


@pytest.mark.soak
def test_what_the_page_says_is_done_and_the_host_serves_and_its_backup_leads_back(server: int, tmp_path: Path) -> None:
    setting_up, backing_up, restoring, amcheck = blocks()
    here = {"db.example": f"127.0.0.1:{server}", "sudo -u postgres psql": "psql --username=postgres"}
    asked = f"printf '{PASSWORD}\\n{PASSWORD}\\n' | setsid "

    def followed(lines: list[str]) -> list[str]:
        for there, replaced in here.items():
            lines = [line.replace(there, replaced) for line in lines]
        return [f"{asked}{line}" if "--pwprompt" in line else line for line in lines]

    told = session(
        tmp_path,
        [
            f"export PGHOST=127.0.0.1 PGPORT={server} PGUSER=postgres",
            f"export PATH=$PATH:{postgres.programs()}",
            *followed(setting_up),
            *served(["ostraka serve --port 8000 &"]),
            "ostraka status",
            *followed(backing_up),
            "kill $!; wait $! || true",
            *followed(restoring),
            "echo WITH AMCHECK",
            *followed(amcheck),
            "ostraka db check",
            "echo THE END",
        ],
    )
    assert told.endswith("THE END\n"), told
    before, _, after = told.partition("WITH AMCHECK")
    assert "Nothing is wrong." in before
    assert "All is well" in before
    assert "Tables were read but not indexes" in before
    assert "All is well" in after
    assert "Tables were read but not indexes" not in after
