"""Whole contests of many, with what goes wrong in them: `make soak`."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from schemas.contests.verification import verify_contest
from schemas.statements.contests import EndContest
from schemas.statements.payloads import Terms
from tests.api.contests.contests import Contests
from tests.api.contests.proofs import whole
from tests.api.hosts import HostUnderTest

FOUR = [["red", "green", "black", "orange"]]


@pytest.mark.soak
def test_sixty_four_over_five_rounds_cost_the_organiser_one_command(tmp_path: Path) -> None:
    host = HostUnderTest(tmp_path)
    contests = Contests(host)
    about = {"title": "perikles", "scenario": "standard", "tables": FOUR, "rounds": 5, "late": "end"}
    contest = contests.opened(**about, round_seconds=86_400, terms=Terms(phase_seconds=604_800))
    contests.entered(contest, *(f"p-{n:02}" for n in range(64)))
    seconds = []
    shown = contests.shown(contest)
    while shown["status"] != "finished":
        began = time.monotonic()
        shown = contests.close(contest) if not shown["rounds"] else contests.late(contest)
        seconds.append(round(time.monotonic() - began, 1))
        games = [table["game"] for table in shown["rounds"][-1]["tables"]]
        assert len(games) == 16
        if shown["status"] == "running":
            assert all(host.json(f"/games/{game}")["status"] == "running" for game in games)
    assert len(shown["rounds"]) == 5
    assert max(seconds) < 60
    signed = [entry["kind"] for entry in contests.log(contest) if entry["kind"] in ("opened", "entered", "act", "left")]
    assert signed == ["opened", *["entered"] * 64]
    met = [pair for round_ in shown["rounds"] for table in round_["tables"] for pair in contests.pairs(table)]
    assert len(met) == len(set(met))
    assert verify_contest(whole(contests, contest)) == []
    host.close()
    print(f"\n64 players, 5 rounds: closed, ended, drawn and 16 games begun in {seconds} s")


@pytest.mark.soak
def test_a_contest_that_is_ended_by_its_organiser_reveals_no_secret_of_a_game_that_goes_on(tmp_path: Path) -> None:
    host = HostUnderTest(tmp_path)
    contests = Contests(host)
    contest = contests.opened(title="perikles", scenario="standard", tables=FOUR, rounds=1)
    contests.entered(contest, *(f"p-{n:02}" for n in range(8)))
    tables = contests.close(contest)["rounds"][0]["tables"]
    assert contests.act(contest, EndContest(reason="summer")).status_code == 201
    contests.work()
    assert {host.json(f"/games/{table['game']}")["status"] for table in tables} == {"over"}
    host.close()


@pytest.mark.soak
def test_seven_play_pericles_at_two_tables_at_one_of_which_the_bot_of_the_rules_sits(tmp_path: Path) -> None:
    host = HostUnderTest(tmp_path)
    contests = Contests(host)
    about = {"title": "pericles", "scenario": "14.1.06A", "tables": [["AF", "DF", "EK", "AK"]], "odd": "bot"}
    contest = contests.opened(**about, rounds=1)
    contests.entered(contest, *(f"p-{n}" for n in range(7)))
    [round_] = contests.close(contest)["rounds"]
    assert [len(table["seats"]) for table in round_["tables"]] == [4, 3]
    assert round_["byes"] == []
    shown = contests.play(contest)
    assert shown["status"] == "finished"
    places = shown["rounds"][0]["tables"][1]["result"]["places"]
    assert sorted(places) == sorted(round_["tables"][1]["seats"].values())
    assert max(places.values()) <= 3
    assert verify_contest(whole(contests, contest)) == []
    host.close()
