"""Every clause of every title is cited by code and tests, or says why not: `make rules`."""

import pytest

from tests.rules import cited, clauses, missing, rules_of, titles


@pytest.mark.parametrize("title", titles())
def test_every_clause_is_cited_by_code_and_tests_or_says_why_not(title):
    assert missing(title) == []


def test_the_clauses_of_a_title_are_read_from_its_rules():
    found = rules_of("perikles")
    assert len(found) > 250
    for number in ("S.01", "5.34-H", "5.43-B", "6.10-A", "X.15", "V.24", "D.14", "I.10", "N.09", "RULING-26"):
        assert number in found


def test_clauses_are_found_however_a_title_numbers_them():
    page = """
0.2-B A hand of 9 or less may be dealt again (4.61).
9.2-H2 Twins.
- 7.5-C An item: 7.5-D follows.
  - **14.1.01A** A scenario.
**RULING-3 (2.1-D)** A decision.
| D12 | a die |
| 15.4-A | a bot |
| 9.44 note | no clause |
| 4 | no clause |
4 blocks, 1.5 hexes and 2024-01-02 are no clauses.
"""
    found = clauses(page)
    assert found == ["0.2-B", "9.2-H2", "7.5-C", "14.1.01A", "RULING-3", "D12", "15.4-A"]
    assert list(cited("0.2-B, 9.2-H2 and 14.1.01A; 7.5-C to RULING-3", found)) == [
        *("0.2-B", "9.2-H2", "14.1.01A"),
        *("7.5-C", "14.1.01A", "RULING-3"),
        "7.5-C",
    ]


def test_a_range_cites_all_between_and_a_part_cites_its_whole():
    known = ["5.35", "5.36", "5.37", "5.34", "5.34-A"]
    assert set(cited("5.35 to 5.37, 5.34-A", known)) == {"5.35", "5.36", "5.37", "5.34", "5.34-A"}


def test_a_number_that_is_not_a_clause_cites_nothing():
    assert list(cited("version 15.345, 1.2.03 and 0.1", [])) == []
