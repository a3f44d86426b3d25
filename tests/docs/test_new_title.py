"""docs/new-title.md is true: its code is that of the tiny title, its case holds, and a host plays it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator import registry
from adjudicator.kernel.cases.model import load_cases
from adjudicator.kernel.cases.runner import run_case
from schemas.record import Record, verify_record
from tests.api.hosts import HostUnderTest
from tests.titles.morra import SEATS, TITLE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/new-title.md").read_text()
CODE = (ROOT / "tests/titles/morra.py").read_text()
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


@pytest.fixture
def morra() -> Iterator[None]:
    registry.register(TITLE)
    yield
    registry._registered.pop(TITLE.id)


def test_the_code_of_the_page_is_that_of_the_title() -> None:
    blocks = [block for language, block in BLOCK.findall(PAGE) if language == "python"]
    assert len(blocks) > 8
    assert [block for block in blocks if block not in CODE] == []


@pytest.mark.usefixtures("morra")
def test_the_case_of_the_page_holds() -> None:
    [case] = [block for language, block in BLOCK.findall(PAGE) if language == "yaml"]
    assert [run_case(TITLE, one) for one in load_cases(case)] == [[]]
    [false] = load_cases(case.replace("points.chloris: 1", "points.phaidra: 1"))
    assert run_case(TITLE, false)


@pytest.mark.usefixtures("morra")
def test_a_host_plays_it_to_a_record_that_holds(tmp_path: Path) -> None:
    host = HostUnderTest(tmp_path)
    game = host.started(SEATS[:3], scenario="symposion", title="morra")
    host.play_on(game)
    summary = host.json(f"/games/{game}")
    assert (summary["status"], sum(summary["scores"].values()) <= 6) == ("over", True)
    record = Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())
    assert verify_record(record, host.host.identity.signing_key) == []
    host.close()


@pytest.mark.parametrize("path", re.findall(r"`((?:tests|adjudicator|docs)/[\w./]+\.\w+)`", PAGE))
def test_what_the_page_names_is_there(path: str) -> None:
    assert (ROOT / path).exists()
