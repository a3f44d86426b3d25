"""The bench runs: every part of it, with small numbers."""

from __future__ import annotations

import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from cli.table import news
from tests.bench import __main__ as whole
from tests.bench import browser, desk, goals, growth, kernel, machine, mails, program, steps, waiting
from tests.bench.line import Line
from tests.cli.browser.conftest import site_folder  # noqa: F401 - a fixture

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def test_rules_are_measured(monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setattr(kernel, "RUNS", 1)
    monkeypatch.setattr(kernel, "SCENES", kernel.SCENES[:2])
    kernel.measure()
    assert "perikles opening, 4 seats" in capsys.readouterr().out


@pytest.mark.soak
def test_orders_are_accepted_and_every_receipt_verifies(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    small = {"RUNS": 1, "GAMES": 1, "CONNECTIONS": 2, "ENVELOPES_A_SEAT": 2, "BARE_COUNT": 5, "SUITES": ("x25519",)}
    for name, value in small.items():
        monkeypatch.setattr(desk, name, value)
    desk.measure(tmp_path)
    printed = capsys.readouterr().out
    assert "Bare limit" in printed
    assert [line.split()[:2] for line in printed.splitlines() if line.startswith("x25519")] == [["x25519", "8"]]


@pytest.mark.soak
def test_mails_are_built_with_their_pictures(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setattr(mails, "PHASES", 1)
    monkeypatch.setattr(mails, "RESOLUTIONS", 4)
    monkeypatch.setattr(mails, "CUT_MEANWHILE", 2)
    monkeypatch.setattr(mails, "GAMES", mails.GAMES[:1])
    mails.measure(tmp_path)
    printed = capsys.readouterr().out
    [row] = [line.split() for line in printed.splitlines() if line.startswith("perikles ")]
    assert 0 < int(row[2]) <= int(row[1])
    assert 0 < float(row[4]) <= float(row[5])
    _, _, heads, _, cells, *_ = printed.partition("4 resolutions")[2].splitlines()
    assert heads.endswith("of a cut phase")
    _, _, count, drawn, took, _, late = cells.split()
    assert (count, drawn, late) == ("2", "2", "0")
    assert float(took) < 60


def test_growth_is_measured_by_games_and_by_phases(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setattr(growth, "ROUNDS", 1)
    growth.measure(tmp_path, games=(2,), phases=(2,))
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("2 ")]
    assert [row.count("/") for row in rows] == [len(growth.WORK) + 1, len(growth.READ) + 1]


@pytest.mark.soak
def test_the_commands_of_an_evening_are_measured(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    few = {"RUNS": 1, "PHASES": 1, "HERE": program.HERE[:2], "THERE": program.THERE[:2]}
    for name, value in few.items():
        monkeypatch.setattr(program, name, value)
    program.measure(tmp_path)
    rows = {line.partition("  ")[0]: line.split() for line in capsys.readouterr().out.splitlines()}
    assert rows["next"][-1] == "3"
    assert set(rows) >= {"--help", "title list", "next", "game list"}


def test_steps_at_the_table_are_measured(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setattr(steps, "ANSWERS", 1)
    monkeypatch.setattr(steps, "GAMES", steps.GAMES[:2])
    steps.measure(tmp_path)
    rows = [
        line.split() for line in capsys.readouterr().out.splitlines() if line.startswith(("perikles ", "pericles "))
    ]
    assert len(rows) == 2
    assert all(int(row[1]) > 0 and 0 < float(row[2]) <= float(row[3]) for row in rows)


@pytest.mark.soak
def test_what_has_to_be_reached_stands_in_one_table(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    small = {"PHASES": 4, "STORED": 2, "DUE": 2, "RUNS": 1, "STARTS": ("--help",), "GAMES": goals.GAMES[2:3]}
    for name, value in small.items():
        monkeypatch.setattr(goals, name, value)
    monkeypatch.setattr(mails, "GAMES", mails.GAMES[:1])
    monkeypatch.setattr(goals, "PARTS", [part for part in goals.PARTS if part not in (goals.orders, goals.sides)])
    goals.measure(tmp_path)
    rows = [line for line in capsys.readouterr().out.splitlines() if ": " in line and "  " in line]
    assert {row.partition(": ")[0] for row in rows} == {"rules", "pictures", "mails", "storage", "starts", "memory"}
    assert any("orders wanted of a phase that is cut" in row and row.endswith("reached") for row in rows)


def test_forty_pages_that_wait_at_a_table_starve_no_click(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setattr(waiting, "CLICKS", 10)
    waiting.measure(tmp_path)
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    [alone, beside] = [row for row in rows if row[:1] in (["0"], ["40"])]
    assert float(beside[2]) < 1_000 * news.LONGEST / 5  # a click that had to wait for one of them would take that long
    assert float(alone[1]) > 0


@pytest.mark.soak
def test_the_site_is_measured_in_a_browser(tmp_path: Path, monkeypatch: Patch, site_folder: Path) -> None:  # noqa: F811
    monkeypatch.setattr(browser, "ROUNDS", 1)
    monkeypatch.setattr(browser, "MOST", 6)
    found = [*browser.visits(site_folder, tmp_path), *browser.clicks(site_folder, tmp_path, "polis", 2)]
    found += browser.memory(site_folder, tmp_path)
    names = {one.name.partition(",")[0].partition(":")[0] for one in found}
    assert names >= {"first visit", "again visit", "polis", "memory of the tab after the first game"}
    assert all(float(one.measured.partition(" ")[0]) > 0 for one in found)


def test_a_line_is_no_quicker_than_its_bits(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(bytes(50_000))
    line = Line(tmp_path)
    line.bits = 1e6
    began = time.perf_counter()
    with urlopen(f"http://127.0.0.1:{line.server_port}/file") as got:
        assert len(got.read()) == 50_000
    assert time.perf_counter() - began > 0.4
    line.shutdown()
    line.server_close()


def test_a_figure_says_what_it_was_measured_on(tmp_path: Path) -> None:
    told = "\n".join(machine.describe(tmp_path))
    assert all(word in told for word in ("commit", "cores", "Python", "SQLite", "cryptography", "gunicorn"))


def test_a_part_that_there_is_not_is_named() -> None:
    with pytest.raises(SystemExit, match="unknown parts of the bench: speed; there are goals, kernel, "):
        whole.main(["speed"])
