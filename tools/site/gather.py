"""Which files the browser gets: the project's own, the libraries that they need, and Python's.

A file's name says where Python finds it there: `site/` is for packages, `std/` for Python's own library.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).parents[2]
OURS: Final = ("adjudicator", "schemas", "cli")
LIBRARIES: Final = (
    *("Flask", "Werkzeug", "Jinja2", "MarkupSafe", "itsdangerous", "blinker", "click"),
    *("PyYAML", "rfc8785"),
    *("requests", "urllib3", "idna", "certifi", "segno"),
)
NEEDED: Final = (".py", ".json", ".yaml", ".html", ".css", ".js", ".svg", ".j2", ".woff2")
"""Of our own files; what else there is serves builds, mails and people."""
UNUSED: Final = (
    "adjudicator/kernel/cases/",
    "adjudicator/kernel/contract/",
    "cli/browser/shell/",
    "schemas/json/",
    "schemas/vectors/",
)
"""Folders of ours that no page needs: for disputes, for whoever looks on at a terminal."""
UNUSED_THERE: Final = (
    *("werkzeug/debug/", "werkzeug/_reloader", "flask/testing", "click/testing"),
    *("_pyrepl/", "ctypes/", "curses/", "dbm/", "ensurepip/", "idlelib/", "lib2to3/", "multiprocessing/"),
    *("pydoc_data/", "sqlite3/", "test/", "tkinter/", "turtledemo/", "unittest/", "venv/", "wsgiref/", "xmlrpc/"),
    *("doctest", "ftplib", "imaplib", "mailbox", "pdb", "pickletools", "poplib", "profile"),
    *("pstats", "pydoc.", "smtplib", "turtle.", "webbrowser"),
    *("encodings/big5", "encodings/cp", "encodings/euc", "encodings/gb", "encodings/hp", "encodings/hz"),
    *("encodings/iso", "encodings/johab", "encodings/koi", "encodings/kz", "encodings/mac", "encodings/ptcp"),
    *("encodings/shift", "encodings/tis"),
)
"""Modules of libraries and of Python for terminals, tests, servers and other scripts."""


NOTHING: Final = "__all__ = ()\n"
LIGHT: Final = {
    "site/flask/cli.py": "from click import Group as AppGroup\n",
    "site/werkzeug/__init__.py": "",
    "site/werkzeug/serving.py": "def is_running_from_reloader(): return False\n",
    "std/asyncio/base_events.py": NOTHING,
    "std/asyncio/streams.py": NOTHING,
    "std/asyncio/subprocess.py": NOTHING,
    "std/asyncio/unix_events.py": NOTHING
    + "from .events import _BaseDefaultEventLoopPolicy as _DefaultEventLoopPolicy\n",
    "std/subprocess.py": "PIPE, STDOUT, DEVNULL = -1, -2, -3\n",
}
"""Modules that would only bring along what no page has: servers, processes, a client for tests.

In their place stands what others name as they are imported; the loop of events is the browser's own.
"""


def sources(runtime: Path, wheel: Path) -> dict[str, bytes]:
    """Every file that is packed, by its name; `runtime`: the unpacked Pyodide, `wheel`: msgspec's for it."""
    found = {f"site/{name}": path.read_bytes() for name, path in (*own(), *of_libraries())}
    found |= {f"site/{name}": content for name, content in zipped(wheel) if not name.endswith(".pyi")}
    found |= {f"std/{name}": content for name, content in zipped(runtime / "python_stdlib.zip")}
    found |= {f"site/{name}": text.encode() for name, text in declared().items()}
    found |= {name: text.encode() for name, text in LIGHT.items()}
    return dict(sorted(found.items()))


def own() -> Iterator[tuple[str, Path]]:
    """The project's own files that a page may need."""
    for package in OURS:
        for path in (ROOT / package).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            if path.is_file() and name.endswith(NEEDED) and not name.startswith(UNUSED):
                yield name, path


def of_libraries() -> Iterator[tuple[str, Path]]:
    """The modules of the libraries, in the versions that are installed, which are those of the lock file."""
    for library in LIBRARIES:
        for name in distribution(library).files or ():
            if name.suffix == ".py" and ".." not in name.parts and not str(name).startswith(UNUSED_THERE):
                yield name.as_posix(), Path(str(name.locate()))


def zipped(path: Path) -> Iterator[tuple[str, bytes]]:
    """The modules and libraries in a wheel or archive."""
    with zipfile.ZipFile(path) as packed:
        for name in packed.namelist():
            if PurePosixPath(name).suffix in (".py", ".so") and not name.startswith(UNUSED_THERE):
                yield name, packed.read(name)


def declared() -> dict[str, str]:
    """What `importlib.metadata` is asked for: which titles there are."""
    ours = distribution("ostraka")
    folder = f"ostraka-{ours.version}.dist-info"
    titles = [f"{one.name} = {one.value}" for one in ours.entry_points if one.group == "ostraka.titles"]
    return {
        f"{folder}/METADATA": f"Metadata-Version: 2.1\nName: ostraka\nVersion: {ours.version}\n",
        f"{folder}/entry_points.txt": "\n".join(["[ostraka.titles]", *sorted(titles), ""]),
    }
