"""A plan in YAML is read, and each fault named with its line and what would be right."""

from datetime import UTC, datetime

import pytest

from adjudicator.registry import titles
from cli.contests.contest import contest
from cli.contests.plan_file import fields_of, first_plan, read_plan
from cli.errors import Misuse

GOOD = """\
name: Winter cup
kind: swiss
title: perikles
tables: [4, 3]
rounds: 3
closes: 2027-01-10 18:00
round: 16w
late: adjudicate
seeds: [anna, bert]
apart: [[anna, bert]]
terms:
  deadline: 2d
  reminders: [12h]
  days_off: [sat, sun]
  time_zone: Europe/Athens
"""


@pytest.fixture
def read(tmp_path):
    def read(text: str):
        (tmp_path / "plan.yaml").write_text(text)
        return fields_of(read_plan(tmp_path / "plan.yaml"))

    return read


def test_a_plan_becomes_the_fields_of_a_statement(read):
    plan = read(GOOD)
    assert plan["closes_at"] == "2027-01-10T16:00:00Z"
    assert plan["tables"] == [["red", "green", "black", "orange"], ["red", "green", "black"]]
    assert plan["round_seconds"] == 16 * 7 * 86_400
    assert (plan["seeds"], plan["seed_list"]) == ("list", ["anna", "bert"])
    assert plan["terms"]["days_off"] == [5, 6]
    assert plan["scenario"] == "standard"
    assert plan["edition"] == 2
    assert "both_sides" not in read(f"{GOOD}both_sides: false\n")
    assert {"scoring", "best"} & set(read(f"{GOOD}scoring: places\n")) == set()
    assert read(f"{GOOD}scoring: squares\nbest: 2\n")["scoring"] == "squares"
    assert "late_entry" not in read(f"{GOOD}late_entry: true\n")
    assert read(f"{GOOD}late_entry: false\n")["late_entry"] is False


def test_a_plan_of_matches_over_both_sides_is_for_tables_of_two(read):
    said = GOOD.replace("title: perikles\ntables: [4, 3]", "title: polis\nboth_sides: true")
    assert read(said)["tables"] == [["sparta", "athens"]]
    assert read(said)["both_sides"] is True
    with pytest.raises(Misuse) as refused:
        read(said.replace("title: polis", "title: pericles\nscenario: '14.2'"))
    assert any("is played by 4; choose scenario: 14.1.01B" in one for one in refused.value.errors)


@pytest.mark.parametrize("title", titles())
def test_the_plan_that_is_printed_to_start_from_can_be_played(read, title):
    if title == "ballot":
        return
    plan = read(first_plan(title, datetime(2026, 12, 1, tzinfo=UTC)))
    assert plan["closes_at"] == "2026-12-27T18:00:00Z"
    assert plan["rounds"] == 5


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("title: perikles", "title: perikels", "line 3: title: perikels is not a title; the titles are"),
        ("tables: [4, 3]", "tables: [4, 7]", "line 4: tables: Perikles has no table of 7; its standard"),
        ("rounds: 3", "rounds: 13", "line 5: rounds: expected `int` <= 12"),
        ("closes: 2027-01-10 18:00", "closes: soon", "line 6: closes: soon is not a time, such as"),
        ("closes: 2027-01-10 18:00\n", "", "closes: when does entering close? A swiss needs it"),
        ("round: 16w", "round: 16 weeks", "line 7: round: 16 weeks is not a length of time, such as 36h,"),
        ("round: 16w\n", "", "line 7: late: adjudicate needs the time after which a game is late"),
        ("late: adjudicate", "late: never", "line 8: late: never? Write one of wait, end, adjudicate"),
        ("kind: swiss", "kind: swis", "line 2: kind: swis? Write one of mini, round-robin, swiss, knock-out, cup,"),
        ("rounds: 3", "scoring: shares", "line 5: scoring: shares? Write one of places, share, squares"),
        ("rounds: 3", "rounds: 3\nbest: 3", "line 6: best: how many of the 3 rounds of a player count? 1 to 2"),
        ("rounds: 3", "both_sides: true", "line 5: both_sides: a match is between two, and Perikles, standard, is"),
        ("rounds: 3", "tied: luck", "line 5: tied: luck? Write one of score, standing"),
        ("rounds: 3", "ties: [luck]", "line 5: ties: luck? Write one of wins, beaten, opponents, share, meeting, lot"),
        ("  deadline: 2d", "  deadline: 2d\n  cut: Never", "line 13: cut: Never? Write one of "),
        ("apart: [[anna, bert]]", "apart: [[anna, anna]]", "line 10: apart: anna cannot be kept apart from themselves"),
        ("  deadline: 2d", "  dedline: 2d", "line 12: dedline is not a field of a plan; do you mean deadline?"),
        ("days_off: [sat, sun]", "days_off: [saturday]", "line 14: days_off: saturday is not a weekday; the days"),
        ("Europe/Athens", "Atlantis", "line 15: time_zone: Atlantis is not a time zone, such as Europe/Athens or UTC"),
        ("kind: swiss", "kind: cup", "line 2: advance"),
        ("2027-01-10", "2020-01-10", "line 6: closes: 2020-01-10 18:00 is over already; entering must close later"),
        ("rounds: 3", "odd: bot", "line 5: odd: Perikles has no bot in its rules; say `odd: bye`"),
        ("rounds: 3", "anonymous: true", "line 10: apart: not in an anonymous contest, where it"),
        ("name: Winter cup\n", "", "name is missing; what is the contest called?"),
        ("seeds: [anna, bert]", "seeds: strength", "line 9: seeds: strength? Write lot, rating, or a list"),
    ],
)  # fmt: skip
def test_each_fault_of_a_plan_has_its_line_and_what_would_be_right(read, before, after, fault):
    assert before in GOOD
    with pytest.raises(Misuse) as refused:
        read(GOOD.replace(before, after))
    if fault == "line 2: advance":
        assert any("advance: how many of a table of 4 play on?" in one for one in refused.value.errors)
    else:
        assert any(one.startswith(fault) for one in refused.value.errors), refused.value.errors


@pytest.mark.parametrize("text", ["- a\n- b\n", "name: [", "name: a\nname: b\n", ""])
def test_what_is_no_plan_at_all_is_refused_in_words(read, text):
    with pytest.raises(Misuse, match=r"The plan (is not a list of fields|cannot be read)"):
        read(text)


def test_a_plan_is_checked_without_a_host(alone, tmp_path):
    path = tmp_path / "plan.yaml"
    path.write_text(GOOD)
    checked = alone("contest", "create", str(path), "--check").stdout
    assert (
        checked.splitlines()[0]
        == "A Swiss: players with about the same points meet; 3 rounds of perikles/standard at tables of 4 or 3."
    )
    path.write_text(GOOD.replace("16w", "a while").replace("swiss", "swis"))
    refused = alone("contest", "create", str(path), "--check", expect=2).stderr
    assert "  - line 7: round: a while is not a length of time" in refused


def test_a_plan_to_start_from_is_printed(alone):
    assert alone("contest", "plan", "polis").stdout.count("\n") > 20
    assert "plan" in contest.commands


def test_where_no_time_zones_are_known_the_host_judges_their_names_and_times_are_in_utc(read, monkeypatch):
    """As in a page: Python has none there."""
    monkeypatch.setattr("schemas.statements.times.find_zone", lambda name: None)
    plan = read(GOOD)
    assert (plan["closes_at"], plan["terms"]["time_zone"]) == ("2027-01-10T18:00:00Z", "Europe/Athens")
