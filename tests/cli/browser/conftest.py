"""The built site, once for all tests of a session and for later ones of the same sources, and a browser before it."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.hosts import URL, free_port
from tests.api.pages.browsers import CHROMIUM, DRIVER, MISSING, Browser
from tests.cli.browser.played import Played
from tests.javascript import installed
from tests.patience import wait_until
from tools.site.__main__ import site as build_site
from tools.site.build import fetched_wheel
from tools.site.folder import SHELL
from tools.site.gather import ROOT, sources
from tools.site.ingredients import RUNTIME

WORK = ROOT / "build" / "site-tests"
QUICK = 5
"""The quality of Brotli in tests: the best takes most of a minute, this one two seconds."""
UNTRIED = "the site that is played by opening a link"


def built(work: Path) -> Path:
    """The site of these sources."""
    try:
        wheel = fetched_wheel(work / "wheels")
    except subprocess.CalledProcessError:
        pytest.skip(f"NO INDEX OF PACKAGES is reachable: {UNTRIED} was not tried")
    ours = [
        *SHELL.iterdir(),
        *(ROOT / "tools" / "site").rglob("*.*"),
        ROOT / "tools" / "javascript" / "package-lock.json",
    ]
    read = sources(RUNTIME, wheel) | {str(path): path.read_bytes() for path in ours if path.suffix != ".pyc"}
    digest = hashlib.sha256()
    for name, content in sorted(read.items()):
        digest.update(name.encode() + content)
    folder = work / "sites" / digest.hexdigest()[:16]
    if not folder.exists():
        shutil.rmtree(folder.parent, ignore_errors=True)
        build_site(work / "new", work, quality=QUICK)
        folder.parent.mkdir()
        (work / "new").rename(folder)
    return folder


@pytest.fixture(scope="session")
def site_folder() -> Path:
    """Built if it has to be; other workers wait for it."""
    installed(UNTRIED)
    WORK.mkdir(parents=True, exist_ok=True)
    with (WORK / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return built(WORK)


class Server:
    """`python -m http.server`, which sets no header of its own and compresses nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        words = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "--directory", self.folder, str(self.port)]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(words, **quiet)
        wait_until("it answers", self.answers)

    def answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
            return True
        return False

    def move(self, folder: Path) -> None:
        """Serve another folder."""
        self.stop()
        self.folder = folder
        self.start()

    def stop(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def server(site_folder: Path) -> Iterator[Server]:
    server = Server(site_folder)
    yield server
    server.stop()


@contextlib.contextmanager
def browsing(port: int, folder: Path, visited: Path | None = None) -> Iterator[Played]:
    """A browser that has never been at the site on a port, or what is left of one that was.

    Every site has one address in it, whatever its port: so the profile of one visit is good for any.
    """
    if not (CHROMIUM.exists() and DRIVER.exists()):
        pytest.skip(MISSING)
    profile = folder / "profile"
    if visited:
        shutil.copytree(visited, profile)
    browser = Browser(port, profile)
    browser.media(prefers_reduced_motion="reduce")  # what is clicked stands still
    try:
        yield Played(browser, f"{URL}/")
    finally:
        browser.quit()
        shutil.rmtree(profile, ignore_errors=True)


@pytest.fixture(scope="session")
def visited(site_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The profile of a browser that keeps the bundle and an image of memory, and no game; made once for all workers."""
    folder = WORK / "visited" / f"{site_folder.name}-{int(CHROMIUM.stat().st_mtime) if CHROMIUM.exists() else 0}"
    with (WORK / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            shutil.rmtree(folder.parent, ignore_errors=True)
            folder.parent.mkdir()
            server, work, left = Server(site_folder), tmp_path_factory.mktemp("visited"), folder.with_name("left")
            with browsing(server.port, work) as played:
                played.open("play/")
                played.wait("the bundle is kept", "kept")
                wait_until("an image is made", played.imaged)
                played.browser.quit()
                shutil.copytree(work / "profile", left, ignore=shutil.ignore_patterns("Singleton*"))
            server.stop()
            left.rename(folder)
    return folder


@pytest.fixture
def played(server: Server, visited: Path, tmp_path: Path) -> Iterator[Played]:
    """A browser that has been there once."""
    with browsing(server.port, tmp_path, visited) as browser:
        yield browser


@pytest.fixture
def newcomer(server: Server, tmp_path: Path) -> Iterator[Played]:
    """A browser that has never been there."""
    with browsing(server.port, tmp_path) as browser:
        yield browser
