"""`ostraka history`: the report gathered by the chapters of the rules."""

import json
import re

import pytest

from cli.look.history import chapters, chapters_after, matching_chapters


def begins(chapter: str) -> dict:
    return {
        "event": "chapter-begins",
        "chapter": chapter,
        "name": f"Chapter {chapter}",
        "sentence": f"Chapter {chapter}.",
    }


def said(sentence: str) -> dict:
    return {"event": "said", "sentence": sentence}


PHASES = [
    {"phase": 0, "events": [said("dealt")]},
    {"phase": 1, "events": [said("a"), begins("1.1"), said("b")], "fallen": []},
    {"phase": 2, "events": [said("c"), begins("1.2")], "fallen": [{"question": "Q", "clause": "1", "message": "no"}]},
    {"phase": 3, "events": [begins("1.10"), said("d")]},
]


def test_events_stand_under_the_chapter_that_had_begun():
    told = [(one["chapter"], [event["sentence"] for event in one["events"]]) for one in chapters(PHASES)]
    assert told == [(None, ["dealt", "a"]), ("1.1", ["b", "c"]), ("1.2", []), ("1.10", ["d"])]


def test_every_event_and_every_order_that_fell_says_in_which_phase():
    found = chapters(PHASES)
    assert [event["phase"] for event in found[1]["events"]] == [1, 2]
    assert found[2]["fallen"] == [{"question": "Q", "clause": "1", "message": "no", "phase": 2}]


def test_a_game_whose_first_event_is_a_chapter_has_nothing_before_it():
    assert [one["chapter"] for one in chapters(PHASES[3:])] == ["1.10"]


def test_a_chapter_is_named_whole_or_by_its_beginning():
    found = chapters(PHASES)
    assert [one["chapter"] for one in matching_chapters(found, "1.1", "g")] == ["1.1"]
    assert [one["chapter"] for one in matching_chapters(found, "1", "g")] == ["1.1", "1.2", "1.10"]


def test_what_happened_after_a_phase_is_kept_under_its_chapter():
    found = list(chapters_after(chapters(PHASES), 1))
    assert [(one["chapter"], [event["sentence"] for event in one["events"]]) for one in found] == [
        ("1.1", ["c"]),
        ("1.2", []),
        ("1.10", ["d"]),
    ]


def by_people(table, sentence):
    players = {one["seat"]: one["player"] for one in table.client("kleon").game(table.game)["seats"]}
    return re.sub(rf"\b({'|'.join(players)})\b", lambda seat: players[seat[0]], sentence)


def history(table, *words: str, **more):
    return table.ostraka("kleon", "history", table.game, *words, **more)


def test_the_whole_report_is_told_once_and_in_its_order(finished):
    told = json.loads(history(finished, "--json").stdout)
    report = finished.client("kleon").report(finished.game)
    every = [event["sentence"] for phase in report for event in phase["events"] if event["event"] != "chapter-begins"]
    assert [event["sentence"] for one in told for event in one["events"]] == every
    lines = history(finished).stdout.splitlines()
    assert [line.strip() for line in lines if line.startswith("  ")] == [by_people(finished, one) for one in every]
    assert lines[0] == "Before the first chapter"


def test_a_seat_reads_its_own_secrets_and_nobody_elses(finished):
    own = history(finished, "green").stdout
    assert set(history(finished).stdout.splitlines()) < set(own.splitlines())
    assert "(not-your-seat)" in history(finished, "red", expect=1).stderr


def test_an_order_that_fell_is_told_to_its_author(table):
    who, seat = table.asked()
    table.client(who).send(table.game, seat, [{"question": "D-S1", "city": "troy"}])
    table.wait_beyond(1)
    assert "  Your order was not carried out: " in table.ostraka(who, "history", table.game, seat).stdout
    assert "fell" not in table.ostraka(who, "history", table.game).stdout


def test_only_what_happened_after_a_phase(finished):
    told = json.loads(history(finished, "--after", "3", "--json").stdout)
    assert min(event["phase"] for one in told for event in one["events"]) == 4
    assert history(finished, "--after", "99").stdout == "Nothing has happened yet.\n"


@pytest.mark.parametrize("chapter", ["9.9", "x"])
def test_a_chapter_that_has_not_begun_is_told_with_those_that_have(finished, chapter):
    told = history(finished, "--chapter", chapter, expect=2).stderr
    assert told == f"Error: {finished.game} has no chapter '{chapter}' yet; its chapters are: none.\n"
