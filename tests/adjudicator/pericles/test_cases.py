"""The case files of Pericles, which is not in the registry until all its chapters are there."""

from pathlib import Path

import pytest

from adjudicator.kernel.cases import load_cases, run_case
from adjudicator.pericles import TITLE

FOLDER = Path(__file__).parents[2] / "cases" / "pericles"
CASES = [(path, case) for path in sorted(FOLDER.rglob("*.yaml")) for case in load_cases(path.read_text())]


@pytest.mark.parametrize(("path", "case"), CASES, ids=[f"{path.stem}: {case.case}" for path, case in CASES])
def test_case_holds(path, case):
    assert [str(finding) for finding in run_case(TITLE, case)] == []
