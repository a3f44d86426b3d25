"""The docs are true: what they show runs."""

import re
from pathlib import Path

import pytest

from adjudicator.kernel.cases import load_cases, run_case
from adjudicator.registry import title

ROOT = Path(__file__).parents[2]
BLOCKS = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs/cases.md").read_text(), re.DOTALL)
WHOLE = [block for block in BLOCKS if block.startswith("case:")]
PARTS = [block for block in BLOCKS if not block.startswith("case:")]
BASE = """
case: a part from the docs
title: perikles
scenario: opening
seats: 3
chance: {S.06 Special tiles: {1: [plague, phormio, brasidas]}}
"""


@pytest.mark.parametrize("block", WHOLE)
def test_the_whole_cases_of_the_docs_hold(block):
    for case in load_cases(block):
        assert run_case(title(case.title), case) == []


@pytest.mark.parametrize("block", PARTS)
def test_the_parts_of_cases_in_the_docs_can_be_played(block):
    [case] = load_cases(BASE + block)
    assert run_case(title(case.title), case) == []
