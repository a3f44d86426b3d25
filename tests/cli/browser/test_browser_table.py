"""The table without a socket, as a page in a browser asks it."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from urllib.parse import urlencode

import pytest

from cli.browser import image
from cli.browser.table import BrowserTable
from cli.home.home import Home
from tests.cli.table.tables import SEED, Forms, Sitter

PATH = "/play/t/"
FORM = {"content-type": "application/x-www-form-urlencoded", "x-table": "part"}


@pytest.fixture
def table(tmp_path):
    return BrowserTable(PATH, tmp_path, seed=SEED)


QUICK = ("perikles", "polis")
LONG = ("pericles", "athens_sparta")


def posted(table, address, **fields):
    return table.answer("POST", address, FORM, urlencode(fields).encode())


def next_button(buttons, step):
    """Where the button is that a player presses next: what sends the answer, else one of what is offered, if any is."""
    sends = [place for place, (_, _, fields) in enumerate(buttons) if fields.get("word") == "final"]
    acts = [place for place, one in enumerate(buttons) if one[2].get("act", "back") not in ("back", "again")]
    return sends[0] if sends else acts[(step + 1) % len(acts)] if acts else None


def words(answer):
    return answer.body.decode()


def test_it_lets_itself_in_and_its_cookie_stays_in_it(table):
    shown = table.answer("GET", PATH, {}, b"")
    assert shown.status == 200
    assert "New game in this browser" in words(shown)
    entered = table.answer("GET", f"/enter/{table.guard.new_link().rpartition('/')[2]}", {}, b"")
    assert entered.status == 200
    assert not {"set-cookie", "cross-origin-opener-policy"} & {name.lower() for name in entered.headers}
    assert table.cookie not in words(shown)


def test_its_pages_say_that_they_are_in_a_browser_and_only_a_page_of_its_own_may_frame_them(table):
    shown = table.answer("GET", PATH, {}, b"")
    assert shown.headers["Content-Security-Policy"].endswith("frame-ancestors 'self'")
    for page in ("", "settings", table.sit("perikles")):
        said = words(table.answer("GET", PATH + page, {}, b""))
        assert "this machine" not in said
        assert "terminal" not in said.partition("<body")[2].partition(">")[2]
    table.guard.lock()
    refused = table.answer("GET", PATH, {}, b"")
    assert refused.status == 403
    assert "load the page again to open it" in words(refused)


def test_a_link_to_a_title_opens_the_game_that_is_going_on_and_else_a_new_one(table):
    first = table.sit("perikles")
    table.begin("polis")
    assert table.sit("perikles") == first == "games/perikles-1"
    path = table.home.root / f"{first}.json"
    path.write_text(path.read_text().replace('"over": false', '"over": true'))
    assert table.sit("perikles") == "games/perikles-2"


def test_the_first_game_of_a_title_that_a_link_opens_is_guided_and_no_later_one(table):
    assert [table.sit("polis"), table.begin("athens_sparta")] == ["games/polis-1", "athens_sparta-1"]
    sitting = table.table.sitting("polis-1")
    assert sitting.kept.guide is not None
    assert sitting.now.view.scenario == sitting.game.rules.first_game().scenario
    path = table.home.root / "games" / "athens_sparta-1.json"
    path.write_text(path.read_text().replace('"over": false', '"over": true'))
    assert table.sit("athens_sparta") == "games/athens_sparta-2"
    assert table.table.sitting("athens_sparta-2").kept.guide is None


def test_what_a_first_page_needs_is_imported_without_hosts_keys_and_the_rules_of_other_titles(tmp_path):
    BrowserTable(PATH, tmp_path, seed=SEED).begin("polis")
    code = f"""
import sys
from cli.browser.table import BrowserTable
table = BrowserTable({PATH!r}, {str(tmp_path)!r})
assert table.answer("GET", {PATH!r}, {{}}, b"").status == 200
table.sit("perikles")
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    unwanted = ("adjudicator.polis", "adjudicator.pericles", "cli.client", "requests", "rich", "schemas.keys", "yaml")
    assert [one for one in done.stdout.split() if one.startswith(unwanted)] == []


def test_files_styles_and_scripts_are_answered_with_their_types(table):
    for name, kind in {"table.css": "text/css", "table.js": "text/javascript"}.items():
        got = table.answer("GET", f"{PATH}static/{name}", {}, b"")
        assert (got.status, got.headers["Content-Type"].partition(";")[0]) == (200, kind)
        assert got.body
    assert table.answer("GET", f"{PATH}static/%2e%2e/app.py", {}, b"").status == 404


def test_a_fault_is_a_page_with_a_report(table, monkeypatch):
    monkeypatch.setattr(table.table, "hosts", None)
    got = table.answer("GET", PATH, {"User-Agent": "a phone"}, b"")
    assert got.status == 500
    assert b"Browser: a phone" in got.body


@pytest.mark.parametrize("title", [*QUICK, *(pytest.param(one, marks=pytest.mark.soak) for one in LONG)])
def test_the_same_answers_in_the_program_and_in_the_browser_lead_to_the_same_saved_game(title, tmp_path, monkeypatch):
    monkeypatch.setattr("cli.seat.local.time", lambda: 0.0)
    monkeypatch.setattr("cli.seat.hotseat.time", lambda: 0.0)
    here, there = BrowserTable(PATH, tmp_path / "browser", seed=SEED), Sitter(Home(tmp_path / "program"))
    page = here.sit(title)
    there.enter()
    there.post(f"{there.guard.home}first", title=title)
    for step in range(40):
        there.open(page)
        shown = Forms(words(here.answer("GET", PATH + page, {}, b"")))
        assert [one[0] for one in shown.buttons] == [one[0] for one in there.buttons]
        if (place := next_button(shown.buttons, step)) is None:  # the game is over
            break
        for ask, buttons in ((partial(posted, here), shown.buttons), (there.post, there.buttons)):
            _, where, fields = buttons[place]
            ask(where, **fields)
    [kept], [played] = ((one / "games").glob("*.json") for one in (tmp_path / "browser", tmp_path / "program"))
    assert kept.read_bytes() == played.read_bytes()
    assert len(here.table.sitting(page[6:]).game.chapters()) > 1


def test_an_image_holds_a_table_that_wakes_behind_a_cookie_of_its_own_and_no_file(tmp_path, monkeypatch):
    monkeypatch.setattr(image, "TRIED", tmp_path / "tried")
    image.prepare(PATH, str(tmp_path / "home"), ["https://host.example"], "https://host.example/play/abc/")
    assert [*tmp_path.iterdir()] == []
    table = image.wake()
    assert table.hosts.connection.urls() == ["https://host.example"]
    assert table.answer("GET", PATH + table.sit("polis"), {}, b"").status == 200
    before = table.cookie
    assert image.wake() is table
    assert table.cookie != before


def test_games_are_imagined_beside_a_page_a_phase_at_a_time_and_what_they_come_to_is_told(table):
    page = f"{PATH}games/{table.begin('polis')}"
    assert "loses it" not in words(table.answer("GET", page, {}, b""))
    steps = 0
    while table.foresee():
        steps += 1
    assert steps > 6
    assert "Sparta cannot feed its capital, Sparta, and loses it." in words(table.answer("GET", page, {}, b""))
    table.answer("GET", f"{PATH}{table.sit('perikles')}", {}, b"")
    assert not table.foresee()
