"""The Dockerfile's entry command, run as the image would run it: from an installed package, on an empty data folder."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import requests

from tests.api.hosts import free_port
from tests.docs.readers import answers
from tests.patience import PATIENCE, wait_until

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "Dockerfile").read_text()


def instruction(name: str) -> list[str]:
    [words] = re.findall(rf"^{name} (\[.*\])$", TEXT, re.MULTILINE)
    return json.loads(words)


def environment_of_the_image() -> dict[str, str]:
    [block] = re.findall(r"^ENV ((?:.*\\\n)*.*)$", TEXT, re.MULTILINE)
    return dict(word.split("=", 1) for word in block.replace("\\\n", " ").split())


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project installed as the image installs it: what the Dockerfile copies, not the folder that we work in."""
    source, site = tmp_path_factory.mktemp("srv"), tmp_path_factory.mktemp("site")
    for copied, place in re.findall(r"^COPY (.*) (\S+)$", TEXT, re.MULTILINE):
        for name in copied.split():
            target = source / place / name if place == "./" else source / place
            target.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cp", "-r", ROOT / name, target], check=True)
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-compile", "--target", site, source]
    subprocess.run(command, check=True, capture_output=True)
    return site


def test_the_entry_command_serves_from_an_empty_data_folder(installed: Path, tmp_path: Path) -> None:
    port = free_port()
    given = {name: value.replace("/data", str(tmp_path)) for name, value in environment_of_the_image().items()}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OSTRAKA_")}
    path = f"{installed / 'bin'}{os.pathsep}{kept['PATH']}"
    environment = {**kept, **given, "PYTHONPATH": str(installed), "PATH": path, "OSTRAKA_PORT": str(port)}
    process = subprocess.Popen(instruction("CMD"), cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL)
    try:
        wait_until("the host answers", lambda: answers(f"http://127.0.0.1:{port}/api/v1/"))
        titles = requests.get(f"http://127.0.0.1:{port}/api/v1/titles", timeout=PATIENCE).json()
        declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["ostraka.titles"]
        assert [title["id"] for title in titles["titles"]] == sorted(declared)
        for page in ("/", "/pages.css", "/pages.js", "/titles/perikles/rules", "/titles/pericles/rulings"):
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
