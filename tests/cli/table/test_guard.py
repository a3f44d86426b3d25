"""Who is refused at the table, and what a browser may do with its pages."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import stat
import threading
import time

import pytest
from werkzeug.serving import make_server

from cli.home.agent import IDLE
from cli.home.home import Home
from cli.rules.saved_games import unfinished
from cli.table import command
from cli.table.command import door, give_link
from cli.table.guard import COOKIE, POLICY
from tests.cli.table.tables import PORT, Sitter, begun
from tests.patience import PATIENCE

OURS = {"Origin": f"http://127.0.0.1:{PORT}"}


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path)


@pytest.fixture
def sitter(home):
    sitter = Sitter(home)
    assert sitter.enter().status_code == 200
    return sitter


def test_the_link_is_exchanged_for_a_cookie_whose_path_is_a_second_random_word(home):
    sitter = Sitter(home)
    link = sitter.guard.new_link()
    answer = sitter.ask("GET", link.removeprefix(sitter.guard.origin))
    cookie = answer.headers["Set-Cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Strict", f"Path=/{sitter.guard.path}/"))
    assert sitter.guard.path not in link
    assert len(sitter.guard.path) > 40
    assert sitter.open().status_code == 200


def test_the_link_works_once(sitter):
    link = sitter.guard.new_link().removeprefix(sitter.guard.origin)
    assert sitter.ask("GET", link).status_code == 200
    assert sitter.ask("GET", link).status_code == 403
    assert "used already" in sitter.text
    assert "In the window where ostraka table runs, press Enter for a new one." in sitter.text


def test_who_only_looks_whether_the_link_is_there_does_not_use_it_up(sitter):
    link = sitter.guard.new_link().removeprefix(sitter.guard.origin)
    assert sitter.ask("HEAD", link).status_code == 405
    assert sitter.ask("GET", link).status_code == 200


def test_a_request_that_trickles_in_is_given_up(monkeypatch):
    monkeypatch.setattr(command, "PATIENCE", 0.5)
    server = make_server("127.0.0.1", 0, command.empty_app(), threaded=True, request_handler=command.quiet())
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=PATIENCE) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        began = time.monotonic()
        with contextlib.suppress(OSError):
            while time.monotonic() < began + PATIENCE:  # each byte alone would come in time
                slow.sendall(b"x")
                time.sleep(0.1)
                if select.select([slow], [], [], 0)[0] and not slow.recv(1):
                    break
        assert time.monotonic() - began < PATIENCE / 2
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("host", [f"localhost:{PORT}", "127.0.0.1", f"evil.example:{PORT}", f"127.0.0.1:{PORT + 1}"])
def test_the_table_answers_to_its_own_name_only(sitter, host):
    assert sitter.ask("GET", sitter.guard.home, host=host).status_code == 421


def test_another_sites_page_is_refused(sitter):
    for site in ("cross-site", "same-site"):
        assert sitter.ask("GET", sitter.guard.home, {"Sec-Fetch-Site": site}).status_code == 403
    assert sitter.ask("GET", sitter.guard.home, {"Sec-Fetch-Site": "none"}).status_code == 200
    assert sitter.ask("GET", sitter.guard.home, {"Origin": "http://evil.example"}).status_code == 403


def test_nobody_without_the_cookie_comes_in(sitter):
    other = Sitter(sitter.table.home)
    other.guard.cookie = sitter.guard.cookie
    assert other.open().status_code == 403
    other.client.set_cookie(COOKIE, "guessed", domain="127.0.0.1", path=other.guard.home)
    assert other.open().status_code == 403
    assert other.guard.home not in other.page


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://evil.example"}, {"Origin": "null"}])
def test_nothing_is_posted_without_our_origin(sitter, headers):
    assert (
        sitter.ask("POST", f"{sitter.guard.home}new", headers, data={"scenario": "perikles standard"}).status_code
        == 403
    )
    assert not unfinished(sitter.table.home.root)
    assert (
        sitter.ask("POST", f"{sitter.guard.home}new", OURS, data={"scenario": "perikles standard"}).status_code == 303
    )


@pytest.mark.parametrize(
    "path",
    ["static/../guard.py", "static/%2e%2e%2fguard.py", "games/../../etc/passwd", "games/%2e%2e%2fkeys", "sheets/..css"],
)
def test_no_path_climbs(sitter, path):
    assert sitter.open(path).status_code == 404


def test_every_answer_says_what_a_browser_may_do_with_it_and_that_it_keeps_no_page(sitter):
    name = begun(sitter.table.home)
    for path in ("", f"games/{name}", "static/table.css", "nowhere"):
        headers = sitter.open(path).headers
        assert headers["Content-Security-Policy"] == f"{POLICY}; frame-ancestors 'none'"
        kept = "private, max-age=31536000, immutable" if path == "static/table.css" else "no-store"
        assert headers["Cache-Control"] == kept
        assert headers["Referrer-Policy"] == "same-origin"
    assert "default-src 'none'" in POLICY
    assert "unsafe" not in POLICY


def test_no_page_has_styles_or_scripts_of_its_own(sitter):
    name = begun(sitter.table.home)
    sitter.open(f"games/{name}")
    assert "<style" not in sitter.page
    assert " style=" not in sitter.page
    assert "<script>" not in sitter.page
    assert " onclick" not in sitter.page


def test_after_30_idle_minutes_the_table_locks_and_forgets_the_games(home):
    now = [0.0]
    sitter = Sitter(home, clock=lambda: now[0])
    locked = []
    sitter.guard.on_lock = lambda: locked.append(True)
    sitter.enter()
    name = begun(home)
    now[0] = IDLE - 1
    assert sitter.open(f"games/{name}").status_code == 200
    now[0] += IDLE - 1
    for looks_on in (f"games/{name}/state", "news", "alive"):
        assert sitter.open(looks_on).status_code in (200, 204)
    now[0] += 2
    assert sitter.open(f"games/{name}").status_code == 403
    assert (locked, "locked" in sitter.text) == ([True], True)
    sitter.enter()
    assert sitter.open(f"games/{name}").status_code == 200


def test_the_link_is_in_a_file_that_no_other_user_reads_and_in_no_argument(sitter, monkeypatch):
    launched = []
    monkeypatch.setattr("click.launch", lambda url: launched.append(url))
    os.umask(0o022)
    give_link(sitter.guard, sitter.table, "", only_print=False)
    assert launched == [door(sitter.table).as_uri()]
    assert sitter.guard.link_word in door(sitter.table).read_text(encoding="utf-8")
    assert stat.S_IMODE(door(sitter.table).stat().st_mode) == 0o600


def test_a_form_that_is_too_large_is_refused(sitter):
    name = begun(sitter.table.home)
    sitter.open(f"games/{name}")
    assert sitter.post(f"{sitter.guard.home}games/{name}/notes", notes="x" * 200_000).status_code == 413
