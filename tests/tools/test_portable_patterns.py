"""The patterns of the published schemas: none needs more than RE2, on which the validators of Go and Rust build."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from schemas.statements.forms import portable, whole
from tools.generate.json_schemas import FOLDER

FILES = sorted(FOLDER.glob("*.json"))
BEYOND_RE2 = re.compile(r"\(\?[=!<>]|\\[1-9]|\\Z|\{\d*,?\d{4,}\}")


def patterns(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        yield from (str(value) for name, value in node.items() if name == "pattern" and isinstance(value, str))
        yield from (each for value in node.values() for each in patterns(value))
    elif isinstance(node, list):
        yield from (each for value in node for each in patterns(value))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_pattern_of_a_schema_is_one_that_re2_reads(path):
    assert [one for one in patterns(json.loads(path.read_text())) if BEYOND_RE2.search(one)] == []


def test_what_is_read_here_still_stops_at_the_very_end():
    assert portable({"pattern": whole("[a-z]+")}) == {"pattern": "^(?:[a-z]+)$"}
    assert re.search(whole("[a-z]+"), "abc")
    assert not re.search(whole("[a-z]+"), "abc\n")
