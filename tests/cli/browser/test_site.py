"""The folder that `make site` builds: bytes to the first board, its name, what is listed and linked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import pytest

from adjudicator.registry import titles
from tests.cli.browser.conftest import WORK
from tests.javascript import installed
from tools.site import folder, parts
from tools.site.__main__ import BEST
from tools.site.build import compress
from tools.site.front import files, first_board
from tools.site.gather import ROOT
from tools.site.named import CHANGELOG, bundle_in, named, naming

BUDGET = 5_500_000
"""Bytes by Brotli until the first board of one title stands."""
QUICK_BUDGET = 6_490_000
"""What the same files come to by the quicker Brotli of these tests: 1.18 times as much."""


@pytest.fixture(scope="session")
def bundle(site_folder: Path) -> Path:
    [found] = (path for path in (site_folder / "play").iterdir() if path.is_dir())
    return found


@pytest.mark.parametrize("title", titles())
def test_the_first_board_of_a_title_is_there_within_its_budget_of_bytes(bundle, title):
    needed = first_board(files(bundle), title)
    assert needed["bytes"] <= QUICK_BUDGET, needed


@pytest.mark.soak
@pytest.mark.parametrize("title", titles())
def test_the_same_holds_by_the_best_compression(bundle, title, tmp_path_factory):
    best = tmp_path_factory.getbasetemp() / "best" / bundle.name
    if not best.exists():
        shutil.copytree(bundle, best, ignore=shutil.ignore_patterns("*.br", "*.gz"))
        compress(best, WORK / "compressed", BEST)
    needed = first_board(files(best), title)
    assert needed["bytes"] <= BUDGET, needed


def test_nothing_of_tests_terminals_and_other_titles_is_in_the_way_of_a_first_board(bundle):
    base = parts.unpack((bundle / "base.bin").read_bytes())
    unwanted = re.compile(
        r"site/(adjudicator/(perikles|pericles|polis|athens_sparta)/|cli/(play|client|mail)/|schemas/vectors)"
    )
    assert [name for name in base if unwanted.match(name)] == []
    assert "site/werkzeug/test.pyc" not in base
    assert "site/cli/browser/table.pyc" in base
    assert not any(name.endswith(".py") for name in base)


def test_every_file_that_gains_by_it_is_compressed_twice(bundle):
    for path in bundle.rglob("*"):
        if path.suffix in (".bin", ".js", ".mjs", ".wasm", ".css"):
            for ending in (".br", ".gz"):
                assert path.with_name(path.name + ending).stat().st_size < path.stat().st_size, path


def test_what_is_asked_for_by_name_names_the_bundle_and_every_file_of_it(bundle):
    beside = {name: (bundle.parent / name).read_text() for name in folder.BESIDE}
    for name, text in beside.items():
        assert bundle.name in text, name
        assert not re.search("@[a-z]+@", text), name
    inside = [
        path.relative_to(bundle).as_posix() for path in bundle.rglob("*") if path.suffix not in (".br", ".gz", "")
    ]
    assert [name for name in inside if f"{bundle.name}/{name}" not in beside["sw.js"]] == []


def test_the_page_of_parts_lists_whose_work_is_in_it_and_their_licences_are_there(site_folder):
    listed, licences = ((site_folder / "play" / name).read_text() for name in ("parts.html", "licences.txt"))
    for name in ("Pyodide", "msgspec", "@noble/curves", "hash-wasm"):
        assert f">{name}</a>" in listed
    for author in ("Paul Miller", "Dani Biró", "Colin Percival", "Aleksey Kravchenko", "Pallets"):
        assert author in licences


class Links(HTMLParser):
    """Where a page leads to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.to: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.to |= {value for name, value in attrs if name in ("href", "src") and value}


def test_every_link_of_the_pages_leads_to_a_file_of_the_site_or_to_the_web(site_folder):
    pages = [path for path in site_folder.rglob("*.html") if path.parent.name != "play" or path.name == "parts.html"]
    assert len(pages) > 11
    for page in pages:
        for to in Links(page.read_text()).to:
            path = re.sub(r"[?#].*", "", to)
            if path and not to.startswith("https://"):
                found = page.parent / path
                assert (found / "index.html" if path.endswith("/") else found).is_file(), (page.name, to)


def test_the_name_of_the_bundle_comes_from_every_byte_of_its_files():
    one = folder.name_of({"a": b"1", "b": b"2"})
    assert folder.name_of({"b": b"2", "a": b"1"}) == one
    assert len({one, folder.name_of({"a": b"12", "b": b""}), folder.name_of({"a": b"1"})}) == 3


LATER = """
const now = Date.now;
Date.now = () => now() + 4e11;
Date = class extends Date { constructor(...one) { super(...(one.length ? one : [Date.now()])); } };
"""
YEARS = "new Date(Date.now()).getFullYear() + ' ' + new Date().getFullYear()"
ELSEWHERE = """
import os, sys, time
from pathlib import Path
os.umask(0o077)
real = time.time
time.time = lambda: real() + 4e8
from tools.site.build import built
print(built(Path(sys.argv[1]), Path(sys.argv[2])))
"""


@pytest.mark.soak
def test_two_builds_in_other_folders_with_another_clock_zone_locale_and_umask_have_one_name(site_folder, tmp_path):
    installed("the site")
    clock = tmp_path / "clock.cjs"
    clock.write_text(LATER)
    shown = ["node", "--require", str(clock), "--print", YEARS]
    [now, same] = subprocess.run(shown, capture_output=True, text=True, check=True).stdout.split()
    assert int(now) == int(same) > date.today().year + 10
    own = {"TZ": "Asia/Tokyo", "LC_ALL": "C", "LANG": "C", "PYTHONHASHSEED": "7", "NODE_OPTIONS": f"--require={clock}"}
    words = [sys.executable, "-c", ELSEWHERE, tmp_path / "deep" / "er", tmp_path / "elsewhere"]
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "wheels").symlink_to(WORK / "wheels")
    made = subprocess.run(words, cwd=ROOT, env={**os.environ, **own}, capture_output=True, text=True, check=True)
    assert (site_folder / "play" / made.stdout.strip()).is_dir(), made.stdout


def test_the_changelog_of_a_release_names_the_bundle_that_its_sources_come_to(site_folder):
    """Nothing is named before a release; after it whoever changes what goes into the bundle begins another entry."""
    text, bundle = CHANGELOG.read_text(), bundle_in(site_folder)
    assert named(text) in (None, bundle)
    for one in (bundle, "0123456789abcdef"):
        text = naming(text, one)
        assert named(text) == one
        assert text.count("The table in a browser of this release") == 1
