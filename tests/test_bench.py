"""The bench runs: every part of it, with small numbers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.api import postgres
from tests.bench import __main__ as whole
from tests.bench import (
    against,
    desk,
    draws,
    growth,
    kernel,
    machine,
    mails,
    outbox,
    pages,
    postgresql,
    program,
    reports,
    shares,
    sides,
    slow,
    trips,
)


def test_orders_are_accepted_and_every_receipt_verifies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small = {"RUNS": 1, "GAMES": 1, "CONNECTIONS": 2, "ENVELOPES_A_SEAT": 2, "BARE_COUNT": 5, "SUITES": ("x25519",)}
    for name, value in small.items():
        monkeypatch.setattr(desk, name, value)
    desk.measure(tmp_path)
    printed = capsys.readouterr().out
    assert "Bare limit" in printed
    assert [line.split()[:2] for line in printed.splitlines() if line.startswith("x25519")] == [["x25519", "8"]]


@pytest.mark.soak
def test_reports_are_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reports, "MANY", 2)
    monkeypatch.setattr(reports, "RESOLUTIONS", 2)
    reports.measure(tmp_path)
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith(("1 game", "2 games"))]
    assert len(rows) == 3
    assert all(float(row[-1]) > 0 for row in rows)


@pytest.mark.soak
def test_the_commands_of_an_evening_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"RUNS": 1, "PHASES": 1}.items():
        monkeypatch.setattr(program, name, value)
    program.measure(tmp_path)
    rows = {line.partition("  ")[0]: line.split() for line in capsys.readouterr().out.splitlines()}
    assert rows["next"][-1] == "3"
    assert set(rows) >= {*program.HERE, *program.THERE}


def test_rules_are_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(kernel, "RUNS", 1)
    monkeypatch.setattr(kernel, "SCENES", kernel.SCENES[:2])
    monkeypatch.setattr(trips, "GAMES", 1)
    kernel.measure()
    trips.measure_perikles()
    trips.measure_pericles()
    printed = capsys.readouterr().out
    assert "perikles opening, 4 seats" in printed
    assert "round trips without books" in printed


@pytest.mark.parametrize("sort", mails.SORTS[1:5:3])
def test_a_player_who_fills_in_the_form_gets_six_mails_a_turn_at_most(sort: mails.Sort) -> None:
    nothing = mails.row(sort, "nothing", (), games=1)
    saved = mails.row(sort, "all", mails.HABITS[sort.title], games=1)
    assert float(str(nothing[1])) > 2 * float(str(saved[1]))
    assert 2 < float(str(saved[1])) <= 6


@pytest.mark.soak
def test_trips_of_the_other_titles_are_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(trips, "GAMES", 1)
    trips.measure_polis()
    trips.measure_athens_sparta()
    assert "Polis" in capsys.readouterr().out


@pytest.mark.soak
@pytest.mark.parametrize("sort", mails.SORTS[:4:3])
def test_so_many_are_in_the_outbox_of_a_host_after_a_whole_game(sort: mails.Sort) -> None:
    _, _, mean, _, _, most, *_ = outbox.row(sort, 1)
    assert 1 < float(str(mean)) <= 6
    assert int(str(most)) <= 9


def test_a_table_of_mails_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    mails.measure_sort(mails.SORTS[0], 1)
    printed = capsys.readouterr().out
    assert "mails a player and game turn" in printed
    assert "the same, one seat alone" in printed


def test_the_rules_are_set_beside_those_of_another_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(against, "SCENES", against.SCENES[:1])
    against.measure(tmp_path, "resolve|playout", rounds=1)
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("perikles ")]
    assert [row[1] for row in rows] == ["playout", "resolve"]
    assert all(float(figure) > 0 for row in rows for figure in row[-3:])


def test_a_figure_says_what_it_was_measured_on(tmp_path: Path) -> None:
    told = "\n".join(machine.describe(tmp_path))
    assert all(word in told for word in ("commit", "cores", "Python", "SQLite", "cryptography", "gunicorn"))


def test_shares_of_wins_add_up_and_stand_beside_those_reported(capsys: pytest.CaptureFixture[str]) -> None:
    shares.main(["--games", "3", "14.1.01A", "14.1.01B"])
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("14.1.01")]
    theater, political = rows
    assert theater[:2] == ["14.1.01A", "3"]
    assert theater[5] == "38"
    assert 99 <= sum(int(share) for share in theater[6:11] if share != "-") <= 101
    assert political[2:4] == ["-", "-"]
    assert 99 <= sum(int(share) for share in political[4:9] if share != "-") <= 101


def test_shares_of_no_such_scenario_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        shares.main(["14.9"])
    assert "unknown scenarios: 14.9; there are 14.1.01B" in capsys.readouterr().err


def test_growth_is_measured_by_games_and_by_phases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(growth, "ROUNDS", 1)
    growth.measure(tmp_path, games=(2,), phases=(2,))
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("2 ")]
    assert [row.count("/") for row in rows] == [len(growth.WORK) + 1, len(growth.READ) + 1]


def test_draws_are_timed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(draws, "CONTESTS", (("round-robin", 8, 1), ("swiss", 8, 1)))
    draws.measure()
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("    8 ")]
    assert [row[:5] for row in rows] == [["8", kind, "1", "x", "5"] for kind in ("round-robin", "swiss")]


def test_orders_are_taken_beside_slow_clients(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"SLOW": 2, "ORDERS_A_SEAT": 1, "CALM_SECONDS": 10}.items():
        monkeypatch.setattr(slow, name, value)
    slow.measure(tmp_path)
    rows = [line.rsplit(maxsplit=4)[:2] for line in capsys.readouterr().out.splitlines()]
    assert [[kind, "4"] for kind in ("none", *slow.SPEECH)] == [row for row in rows if row[1:] == ["4"]]


def test_a_part_that_there_is_not_is_named() -> None:
    with pytest.raises(SystemExit, match="unknown parts of the bench: speed; there are desk, "):
        whole.main(["speed"])


@pytest.mark.soak
def test_pages_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"PHASES": 2, "ROUNDS": 2, "GAMES": pages.GAMES[:1]}.items():
        monkeypatch.setattr(pages, name, value)
    pages.measure(tmp_path)
    rows = [line.rsplit(maxsplit=5) for line in capsys.readouterr().out.splitlines() if line.startswith("perikles: ")]
    assert len(rows) == 5
    assert all(0 < float(row[-2]) < float(row[-1]) < 200 for row in rows)


@pytest.mark.soak
def test_orders_are_accepted_by_two_servers_on_postgresql(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if postgres.programs() is None:
        pytest.skip(postgres.MISSING)
    for name, value in {"CONNECTIONS": 2, "ENVELOPES_A_SEAT": 2}.items():
        monkeypatch.setattr(desk, name, value)
    small = {"RUNS": 1, "GAMES": 1, "ENVELOPES_A_SEAT": 2, "BARE_COUNT": 5, "SETTINGS": postgres.SETTINGS}
    for name, value in small.items():
        monkeypatch.setattr(postgresql, name, value)
    postgresql.measure(tmp_path)
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith(("1  ", "2  "))]
    assert [row[:2] for row in rows] == [["1", "8"], ["2", "8"]]


@pytest.mark.soak
def test_the_service_is_set_beside_that_of_another_checkout(capsys: pytest.CaptureFixture[str]) -> None:
    sides.measure(Path.cwd(), rounds=1, games=8)
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    found = {row[0]: row[1:] for row in rows if row[:1] in (["there"], ["here"], ["processor"])}
    assert found.keys() == {"there", "here", "processor"}
    assert all(float(figure) > 0 for row in found.values() for figure in row)
