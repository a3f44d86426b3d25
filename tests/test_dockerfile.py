"""The Dockerfile without an engine: what it copies is enough to build from, and to serve from an empty folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest
import requests

from tests.api.hosts import free_port
from tests.cli.browser.conftest import WORK, site_folder  # noqa: F401 - a fixture
from tests.docs.readers import answers
from tests.javascript import PACKAGES
from tests.patience import PATIENCE, wait_until
from tools.site.front import GUIDES

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "Dockerfile").read_text()
STAGES = re.split(r"^FROM ", TEXT, flags=re.MULTILINE)[1:]
IGNORED = (ROOT / ".dockerignore").read_text().split()


def stage(name: str) -> str:
    [found] = (text for text in STAGES if text.splitlines()[0].endswith(f" AS {name}"))
    return found


def instruction(name: str) -> list[str]:
    [words] = re.findall(rf"^{name} (\[.*\])$", TEXT.replace("\\\n", ""), re.MULTILINE)
    return json.loads(words)


def environment_of_the_image() -> dict[str, str]:
    [block] = re.findall(r"^ENV ((?:.*\\\n)*.*)$", STAGES[-1], re.MULTILINE)
    return dict(word.split("=", 1) for word in block.replace("\\\n", " ").split())


def copied(text: str) -> list[tuple[str, str]]:
    """What a stage copies out of this folder, and where to."""
    lines = re.findall(r"^COPY (?!--from)(.*) (\S+)$", text, re.MULTILINE)
    return [(name, name if place == "./" else place) for names, place in lines for name in names.split()]


def ignored(path: str) -> bool:
    """Whether the engine does not get a file: the last line that fits it or a folder that it is in decides."""
    above = [path, *map(str, Path(path).parents)]
    fitting = [line for line in IGNORED if any(fnmatch(one, line.removeprefix("!")) for one in above)]
    return bool(fitting) and not fitting[-1].startswith("!")


def left_out(folder: str, names: list[str]) -> list[str]:
    """Of the names in a folder what the engine does not get."""
    inside = Path(folder).relative_to(ROOT)
    return [name for name in names if ignored((inside / name).as_posix())]


def copy(text: str, to: Path) -> None:
    """Copy as a stage does."""
    for name, place in copied(text):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / place, ignore=left_out, dirs_exist_ok=True)
        else:
            (to / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, to / place)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project installed as the image installs it: what the Dockerfile copies, not the folder that we work in."""
    source, site = tmp_path_factory.mktemp("srv"), tmp_path_factory.mktemp("site")
    copy(stage("installed"), source)
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-compile", "--target", site, source]
    subprocess.run(command, check=True, capture_output=True)
    return site


@pytest.mark.soak
def test_the_entry_command_serves_from_an_empty_data_folder(installed: Path, tmp_path: Path) -> None:
    port = free_port()
    [brought] = re.findall(r"^COPY --from=site /srv/ostraka/build/site/play (\S+)$", STAGES[-1], re.MULTILINE)
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "index.html").write_text("the table")
    places = {"/data": str(tmp_path), brought: str(tmp_path / "table")}
    given = environment_of_the_image()
    for place, here in places.items():
        given = {name: value.replace(place, here) for name, value in given.items()}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OSTRAKA_")}
    path = f"{installed / 'bin'}{os.pathsep}{kept['PATH']}"
    environment = {**kept, **given, "PYTHONPATH": str(installed), "PATH": path, "OSTRAKA_PORT": str(port)}
    process = subprocess.Popen(instruction("CMD"), cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL)
    try:
        wait_until("the host answers", lambda: answers(f"http://127.0.0.1:{port}/api/v1/"))
        titles = requests.get(f"http://127.0.0.1:{port}/api/v1/titles", timeout=PATIENCE).json()
        declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["ostraka.titles"]
        assert [title["id"] for title in titles["titles"]] == sorted(declared)
        _, code = check = instruction("HEALTHCHECK .*CMD")[1:]
        assert "/healthz" in code
        assert subprocess.run([sys.executable, *check], env=environment, capture_output=True).returncode == 0
        for page in ("/", "/pages.css", "/pages.js", "/titles/perikles/rules", "/titles/pericles/rulings", "/play/"):
            assert requests.get(f"http://127.0.0.1:{port}{page}", timeout=PATIENCE).status_code == 200, page
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=PATIENCE)
    assert (tmp_path / "ostraka.db").exists()
    assert (tmp_path / "master.key").stat().st_mode & 0o777 == 0o600


def test_what_the_package_needs_beside_its_code_is_installed(installed: Path) -> None:
    command = ["git", "ls-files", "adjudicator", "api", "cli", "ostraka", "schemas", "docs/rules", "docs/rulings"]
    tracked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert "adjudicator/perikles/components/perikles.yaml" in tracked
    missing = [name for name in tracked if not (installed / name).exists()]
    assert missing == []


def test_what_the_stages_copy_is_given_to_the_engine_and_what_only_this_machine_has_is_not() -> None:
    paths = [name for text in STAGES for name, _ in copied(text)]
    assert [name for name in paths if ignored(name) and name != "docs"] == []
    for name in (".git", ".venv", "build", "var", "tests", "tools/javascript/node_modules", "api/pages/table"):
        assert ignored(name), name
    assert ignored("cli/table/__pycache__")
    assert [name for name in GUIDES if ignored(f"docs/{name}.md")] == [], "the site has a page of it"
    assert [ignored(f"docs/{name}") for name in ("rules", "operations.md")] == [False, True]


@pytest.mark.soak
def test_the_site_is_built_from_what_is_copied(site_folder: Path, tmp_path: Path) -> None:  # noqa: F811
    copy(stage("installed"), tmp_path)
    copy(stage("site"), tmp_path)
    (tmp_path / "tools" / "javascript" / "node_modules").symlink_to(PACKAGES)
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "site-work").mkdir()
    (tmp_path / "build" / "site-work" / "wheels").symlink_to(WORK / "wheels")
    [words] = re.findall(r"^RUN python (.*)$", stage("site"), re.MULTILINE)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run([sys.executable, *words.split()], cwd=tmp_path, env=environment, check=True, capture_output=True)
    [bundle] = (path.name for path in (tmp_path / "build" / "site" / "play").iterdir() if path.is_dir())
    assert (site_folder / "play" / bundle).is_dir()
