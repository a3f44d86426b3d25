"""docs/new-title.md is true: what stands there, installed as a package of its own, passes the battery and is played.

No file of ours names this title: the registry finds it by its entry point.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator import index, registry
from adjudicator.kernel.cases.model import load_cases
from adjudicator.kernel.cases.runner import run_case
from adjudicator.registry import titles
from schemas.record import Record, verify_record
from tests.api.hosts import HostUnderTest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/new-title.md").read_text()
BLOCK = re.compile(r"```([\w ]+)\n(.*?)```", re.DOTALL)
MOST_LINES = 120


def blocks(language: str) -> list[str]:
    return [block for found, block in BLOCK.findall(PAGE) if found == language]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package of the page, as an installer leaves it."""
    site = tmp_path_factory.mktemp("site")
    (site / "ostraka_lots.py").write_text("\n\n".join(blocks("python")))
    (site / "test_lots.py").write_text("".join(blocks("python test")))
    [project] = blocks("toml")
    named = tomllib.loads(project)["project"]["entry-points"][index.GROUP]
    info = site / "ostraka_lots-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ostraka-lots\nVersion: 1\n")
    (info / "entry_points.txt").write_text("\n".join([f"[{index.GROUP}]", *(f"{k} = {v}" for k, v in named.items())]))
    return site


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(site)
    monkeypatch.setattr(registry, "_registered", {})
    importlib.invalidate_caches()
    registry._installed.cache_clear()
    yield
    registry._installed.cache_clear()


def outside(site: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A program of our environment, with the package installed."""
    paths = {"PYTHONPATH": os.pathsep.join((str(site), str(ROOT)))}
    return subprocess.run(
        [sys.executable, *command], cwd=site, env={**os.environ, **paths}, capture_output=True, text=True
    )


def test_the_title_of_the_page_is_short(site: Path) -> None:
    assert len((site / "ostraka_lots.py").read_text().splitlines()) <= MOST_LINES


def test_the_package_passes_the_battery_and_the_type_checker(site: Path) -> None:
    ran = outside(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(site), "test_lots.py")
    assert ran.returncode == 0, ran.stdout
    ran = outside(site, "-m", "mypy", "--strict", "ostraka_lots.py")
    assert ran.returncode == 0, ran.stdout


@pytest.mark.usefixtures("installed")
def test_the_case_of_the_page_holds() -> None:
    [case] = blocks("yaml")
    lots = registry.title("lots")
    assert [run_case(lots, one) for one in load_cases(case)] == [[]]
    [false] = load_cases(case.replace("won.chloris: 1", "won.phaidra: 1"))
    assert run_case(lots, false)


@pytest.mark.usefixtures("installed")
def test_a_host_plays_it_to_a_record_that_holds(tmp_path: Path) -> None:
    host = HostUnderTest(tmp_path)
    seats = registry.title("lots").seat_names[:3]
    game = host.started(seats, scenario="jar", title="lots")
    host.play_on(game)
    summary = host.json(f"/games/{game}")
    assert (summary["status"], sum(summary["scores"].values())) == ("over", 3)
    record = Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())
    assert verify_record(record, host.host.identity.signing_key) == []
    assert "comes without its rules" in host.client.get("/titles/lots/rules").text
    host.close()


def test_the_command_line_knows_it(site: Path) -> None:
    told = outside(site, "-c", "from cli.main import main; main()", "play", "chess").stderr
    assert f"({', '.join(sorted(('lots', *titles())))})" in " ".join(told.split())


@pytest.mark.soak
@pytest.mark.demo
def test_the_demo_plays_it_to_the_proof(site: Path, tmp_path: Path) -> None:
    ran = outside(site, "-m", "tools.demo", "lots", "--keep", str(tmp_path))
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "the same orders and dice lead to the same bytes" in ran.stdout


def test_the_example_with_keys_is_that_of_the_test_title() -> None:
    [keyed] = blocks("python keyed")
    assert keyed in (ROOT / "tests/titles/heralds.py").read_text()


@pytest.mark.parametrize("path", re.findall(r"`((?:tests|adjudicator|docs)/[\w./]+\.\w+)`", PAGE))
def test_what_the_page_names_is_there(path: str) -> None:
    assert (ROOT / path).exists()
