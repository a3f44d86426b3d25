"""Every clause of every title is cited by code and tests, or says why not: `make rules`."""

import pytest

from adjudicator.registry import titles
from tests.rules import cited, clauses, missing


@pytest.mark.parametrize("title", titles())
def test_every_clause_is_cited_by_code_and_tests_or_says_why_not(title):
    assert missing(title) == []


def test_the_clauses_of_a_title_are_read_from_its_rules():
    found = clauses("perikles")
    assert len(found) > 250
    for number in ("S.01", "5.34-H", "5.43-B", "6.10-A", "X.15", "V.24", "D.14", "I.10", "N.09", "RULING-26"):
        assert number in found


def test_a_range_cites_all_between_and_a_part_cites_its_whole():
    known = ["5.35", "5.36", "5.37", "5.34", "5.34-A"]
    assert set(cited("5.35 to 5.37, 5.34-A", known)) == {"5.35", "5.36", "5.37", "5.34", "5.34-A"}


def test_a_number_that_is_not_a_clause_cites_nothing():
    assert list(cited("version 15.345, 1.2.03 and 0.1", [])) == []
