"""What `pip install` brings: the player's part, and with the extra `server` a host. Needs an index of packages."""

from __future__ import annotations

import ensurepip
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest
import requests

from tests.api.hosts import free_port
from tests.cli.browser.conftest import site_folder  # noqa: F401 - a fixture
from tests.docs.readers import answers
from tests.patience import PATIENCE, wait_until

ROOT = Path(__file__).parents[1]
SOURCES = (
    "adjudicator",
    "api",
    "cli",
    "docs",
    "ostraka",
    "schemas",
    "pyproject.toml",
    "setup.py",
    "README.md",
    "LICENSE",
)
HOST = ("pydantic", "sqlalchemy", "sqlmodel", "alembic", "gunicorn", "structlog", "aiosmtpd", "imap_tools")
SCRIPT = """
from ostraka import Client, Home, Identity, Refused, Terms, TrustBroken, title
client = Client("http://127.0.0.1:1", Identity.generate(), "archytas", Home.default())
assert client.me.key_id.startswith("ed25519:") and Terms(phase_seconds=60) and title("perikles").version
"""


class Environment:
    """A virtual environment in a folder, into which a user installs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        unpacked = find_spec("pip") is not None or self.unpacks_pip()
        venv.create(folder / "venv", with_pip=not unpacked)
        own = folder / "venv/bin/python"
        self.program = [sys.executable, "-m", "pip", "--python", own] if unpacked else [own, "-m", "pip"]

    def unpacks_pip(self) -> bool:
        """Unpack the pip that Python brings, if it does, beside the environment: to install it there takes seconds."""
        for wheel in (Path(ensurepip.__file__).parent / "_bundled").glob("pip-*.whl"):
            with ZipFile(wheel) as packed:
                packed.extractall(self.folder / "pip")
            return True
        return False

    def pip(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """The pip of whoever tests, where there is one, else the one that Python brings."""
        env = {**os.environ, "PYTHONPATH": str(self.folder / "pip")}
        return subprocess.run(
            [*self.program, *words], cwd=self.folder, env=env, capture_output=True, text=True, check=False
        )

    def installs(self, *words: str | Path) -> None:
        """Install something; what is imported of it is compiled then."""
        done = self.pip("install", "-q", "--no-compile", *words)
        assert done.returncode == 0, done.stdout + done.stderr

    def runs(self, program: str, *words: str | Path, expect: int = 0) -> str:
        """One command; gives what it printed."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("OSTRAKA_", "PYTHON"))}
        own = {"OSTRAKA_HOME": str(self.folder / "home"), "COLUMNS": "110"}
        command = [self.folder / "venv" / "bin" / program, *words]
        done = subprocess.run(
            command, cwd=self.folder, env={**kept, **own}, capture_output=True, text=True, check=False
        )
        assert done.returncode == expect, done.stdout + done.stderr
        return done.stdout + done.stderr

    def lacks(self) -> set[str]:
        """What of the host's libraries is not there."""
        probe = f"from importlib.util import find_spec; print(*(n for n in {HOST} if not find_spec(n)))"
        return set(self.runs("python", "-c", probe).split())


@pytest.fixture
def user(tmp_path: Path) -> Iterator[Environment]:
    """A fresh environment, where there is an index to fill it from; gone afterwards, because it is large."""
    fresh = Environment(tmp_path)
    if fresh.pip("download", "-q", "--no-deps", "-d", tmp_path / "probe", "setuptools>=77").returncode:
        pytest.skip("NO INDEX OF PACKAGES is reachable: whether `pip install .` and `.[server]` work was not tried")
    yield fresh
    shutil.rmtree(tmp_path / "venv")


@pytest.fixture
def wheel(user: Environment) -> Path:
    """The package as it is built from the files that are in git, or will be."""
    files = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *SOURCES]
    for name in subprocess.run(files, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0"):
        if name and (ROOT / name).exists():
            (user.folder / "src" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, user.folder / "src" / name)
    assert user.pip("wheel", "-q", "--no-deps", "-w", "dist", "./src").returncode == 0
    [built] = (user.folder / "dist").glob("ostraka-*.whl")
    return built


@pytest.mark.soak
@pytest.mark.packaging
def test_the_players_part_plays_and_the_extra_server_adds_a_host(user: Environment, wheel: Path) -> None:
    user.installs(wheel)
    assert user.lacks() == set(HOST)
    user.runs("python", "-c", SCRIPT)
    assert "ostraka key register" in user.runs("ostraka", "key", "new", "archytas", "--no-password")
    assert "perikles" in user.runs("ostraka", "title", "list")
    for command in (("serve",), ("db", "init")):
        assert "pip install '.[server]'" in user.runs("ostraka", *command, expect=2)
    (user.folder / "schemas.py").touch()
    assert "schemas.py is found where Ostraka's own package 'schemas' should be" in user.runs(
        "python", "-c", "import ostraka", expect=1
    )
    (user.folder / "schemas.py").unlink()

    user.installs(f"{wheel}[server]")
    assert user.lacks() == set()
    assert "Created the host" in user.runs("ostraka", "db", "init")
    assert "master key opens" in user.runs("ostraka", "db", "check")
    assert "--public-url" in user.runs("ostraka", "serve", "--help")


@pytest.mark.soak
def test_a_wheel_with_the_site_in_it_serves_the_table(user: Environment, wheel: Path, site_folder: Path) -> None:  # noqa: F811
    table = user.folder / "src" / "api" / "pages" / "table"
    shutil.copytree(site_folder / "play", table)
    [unpack] = re.findall(r"; then (find api/pages/table .*); fi", (ROOT / "Makefile").read_text())
    subprocess.run(unpack.replace("$$", "$"), shell=True, cwd=user.folder / "src", check=True)
    assert user.pip("wheel", "-q", "--no-deps", "-w", "with", "./src").returncode == 0
    [built] = (user.folder / "with").glob("ostraka-*.whl")
    user.installs(f"{built}[server]")
    user.runs("ostraka", "db", "init")
    port = free_port()
    command = [user.folder / "venv" / "bin" / "ostraka", "serve", "--port", str(port)]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OSTRAKA_", "PYTHON"))}
    with subprocess.Popen(command, cwd=user.folder, env=kept, stderr=subprocess.DEVNULL) as process:
        try:
            wait_until("the host answers", lambda: answers(f"http://127.0.0.1:{port}/api/v1/"))
            for path in (site_folder / "play").rglob("*"):
                if path.is_file() and path.suffix not in (".br", ".gz"):
                    address = f"http://127.0.0.1:{port}/play/{path.relative_to(site_folder / 'play').as_posix()}"
                    for taken in ("gzip", "identity"):
                        got = requests.get(address, headers={"Accept-Encoding": taken}, timeout=PATIENCE)
                        assert got.content == path.read_bytes(), (address, taken)
        finally:
            process.terminate()


def test_a_package_has_nothing_in_it_of_a_release_that_was_built_here_before(tmp_path: Path) -> None:
    shutil.copy(ROOT / "setup.py", tmp_path)
    (tmp_path / "pyproject.toml").write_text(
        '[project]\nname = "a"\nversion = "1"\n[tool.setuptools]\npy-modules = []\n'
    )
    stale = tmp_path / "build" / "lib" / "later.py"
    stale.parent.mkdir(parents=True)
    stale.touch()
    subprocess.run([sys.executable, "setup.py", "-q", "build"], cwd=tmp_path, check=True)
    assert not stale.exists()
