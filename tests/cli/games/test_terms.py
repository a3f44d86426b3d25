"""The terms of a game: options of `game create`, and the words in which `game show` tells them."""

import json

import pytest

from cli.terminal.durations import Day, Days
from schemas.documents.game_in_words import CUT, terms_in_words
from schemas.statements.payloads import Terms
from tests.cli.conftest import invoke

PLAIN = {"phase_seconds": 3 * 86_400}


def words(**more) -> list[str]:
    import msgspec

    return list(terms_in_words(msgspec.to_builtins(Terms(**{**PLAIN, **more}))))


def create(stage, *options, expect=0):
    opening = ("game", "create", "perikles", "--scenario", "opening", "--seats", "4", "--name", "Sherds")
    return invoke(stage, stage.home("aspasia"), *opening, *options, "--json", expect=expect)


def test_every_term_is_an_option(stage):
    options = {
        "--deadline": "2d", "--bank": "10d", "--grace": "12h", "--excused": "3", "--excused-back": "7", "--least": "1h",
        "--time-zone": "Europe/Athens", "--absence": "3w", "--cut": "deadline", "--date-off": "2026-12-25",
    }  # fmt: skip
    repeated = ["--reminder", "1d", "--reminder", "6h", "--day-off", "sun", "--day-off", "sat"]
    made = json.loads(create(stage, *[word for pair in options.items() for word in pair], *repeated).stdout)
    assert made["terms"] == {
        "phase_seconds": 172_800,
        "bank_seconds": 864_000,
        "grace_seconds": 43_200,
        "reminders": [86_400, 21_600],
        "excused": 3,
        "excused_back": 7,
        "least_seconds": 3_600,
        "days_off": [6, 5],
        "dates_off": ["2026-12-25"],
        "time_zone": "Europe/Athens",
        "absence_days": 21,
        "cut": "deadline",
    }
    assert set(made["terms"]) == set(Terms.__struct_fields__)


def test_without_options_the_terms_are_those_of_the_statement(stage):
    import msgspec

    assert json.loads(create(stage).stdout)["terms"] == msgspec.to_builtins(Terms(**PLAIN))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--absence", "36h"), "'36h' is not a number of days: write it as in 14d or 2w."),
        (("--date-off", "25.12.2026"), "'25.12.2026' is not a date: write it as in 2026-12-25."),
        (("--date-off", "2026-02-30"), "'2026-02-30' is not a date"),
        (("--day-off", "samstag"), "is not one of 'mon', 'tue'"),
        (("--cut", "never"), "is not one of 'final', 'in', 'deadline'"),
        (("--excused", "99"), "malformed game"),
    ],
)
def test_terms_that_cannot_be_are_usage_and_say_what_could(stage, options, sentence):
    assert sentence in json.loads(create(stage, *options, expect=2).stderr)["message"]


def test_a_time_zone_that_there_is_not_is_refused(stage):
    assert json.loads(create(stage, "--time-zone", "Europe/Sparta", expect=1).stderr)["error"] == "wrong-terms"


def test_the_plainest_terms_in_words():
    assert words() == [
        "A phase lasts 3 days.",
        "A phase is cut when all orders are final, or at the deadline.",
        "If a player misses the deadline, their book answers, or else the default. 2 misses are excused, "
        "the next makes "
        "the seat vacant; 10 answers in time make up for one.",
        "A seat may announce absences of 14 days in all; those days do not count either.",
    ]


def test_all_terms_in_words():
    told = words(
        bank_seconds=864_000,
        grace_seconds=43_200,
        reminders=[86_400, 21_600],
        excused=1,
        excused_back=1,
        least_seconds=3_600,
        days_off=[6, 5],
        dates_off=["2026-12-25"],
        time_zone="Europe/Athens",
        absence_days=0,
        cut="in",
    )
    assert told == [
        "A phase lasts 3 days, then a seat's bank of 10 days runs.",
        "A phase is cut when all orders are in, drafts included, or at the deadline.",
        "No phase is cut within 1 hour of its opening.",
        "The host reminds missing players 1 day and 6 hours before the deadline.",
        "The host waits 12 hours more for missing orders; the phase is cut when that time is over.",
        "If a player misses the deadline, their book answers, or else the default. 1 miss is excused, "
        "the next makes the "
        "seat vacant; 1 answer in time makes up for one.",
        "Saturday, Sunday and 2026-12-25 do not count; days are those of Europe/Athens.",
        "Players cannot announce absences.",
    ]


def test_without_excused_misses_the_first_one_counts():
    assert "The first miss makes the seat vacant." in words(excused=0)[2]


@pytest.mark.parametrize("cut", CUT)
def test_each_way_to_cut_has_its_words(cut):
    assert words(cut=cut)[1] == CUT[cut]


def test_every_term_changes_the_words():
    changed = {
        "phase_seconds": 60, "bank_seconds": 1, "grace_seconds": 1, "reminders": [1], "excused": 1, "excused_back": 1,
        "least_seconds": 1, "days_off": [0], "dates_off": ["2026-12-25"], "absence_days": 1, "cut": "in",
    }  # fmt: skip
    for term, value in changed.items():
        assert words(**{term: value}) != words(), term
    assert words(days_off=[0], time_zone="Europe/Athens") != words(days_off=[0])
    assert {*changed, "time_zone"} == set(Terms.__struct_fields__)


@pytest.mark.parametrize(("text", "days"), [("0d", 0), ("14d", 14), ("2w", 14), ("48h", 2)])
def test_a_number_of_days(text, days):
    assert Days().convert(text, None, None) == days


def test_a_date_is_kept_as_iso_8601_writes_it():
    assert Day().convert("2026-12-25", None, None) == "2026-12-25"
    assert Day().convert("20261225", None, None) == "2026-12-25"
