"""A table with a name of its own (docs/https.md): another origin, which the API answers and no page does."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest

from tests.api.hosts import API, HostUnderTest, free_port
from tests.api.pages.browsers import CHROMIUM, DRIVER, MISSING, Browser, served

HOST, PLAY = "http://ostraka.test", "http://play.ostraka.test"
FETCH = """
const [address, options, tell] = arguments;
fetch(address, options).then(
  async (got) => tell({status: got.status, type: got.type, date: got.headers.get("Date"), text: await got.text()}),
  (error) => tell({error: error.name}),
);
"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostUnderTest]:
    """A host that was started with --cors, in which a game goes on."""
    host = HostUnderTest(tmp_path_factory.mktemp("named"))
    host.started()
    host.close()
    host.config = replace(host.config, cors=True, public_url=HOST)
    host.open()
    yield host
    host.close()


@pytest.fixture(scope="module")
def cookies() -> list[str]:
    """The cookies of all requests that came to the API, in order."""
    return []


@pytest.fixture(scope="module")
def browser(host: HostUnderTest, cookies: list[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser that knows the host by one name, and a server of files by the other."""
    if not (CHROMIUM.exists() and DRIVER.exists()):
        pytest.skip(MISSING)
    folder = tmp_path_factory.mktemp("files")
    (folder / "index.html").write_text("<!DOCTYPE html><title>The table</title>")
    files = ThreadingHTTPServer(("127.0.0.1", free_port()), partial(Quiet, directory=str(folder)))
    threading.Thread(target=files.serve_forever, daemon=True).start()
    behind = host.app.wsgi_app

    def noting(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"].startswith(API):
            cookies.append(environ.get("HTTP_COOKIE", ""))
        return behind(environ, start_response)

    host.app.wsgi_app = noting  # type: ignore[method-assign]
    names = f"play.ostraka.test:80 127.0.0.1:{files.server_port}, MAP ostraka.test:80"
    with served(host, port := free_port()):
        browser = Browser(port, Path(folder) / "profile", names)
        try:
            yield browser
        finally:
            browser.quit()
            files.shutdown()
            files.server_close()


def fetched(browser: Browser, path: str, **options: Any) -> dict[str, Any]:
    """What a page of the other name gets when it asks the host."""
    return dict(browser.driver.execute_async_script(FETCH, HOST + path, options))


def the_game(host: HostUnderTest) -> str:
    return str(next(iter(host.seats)))


def signed(host: HostUnderTest, path: str) -> dict[str, str]:
    """The headers of a request that the player of red signed."""
    return host.seats[the_game(host)]["red"].headers(path, host.clock, url=HOST)


def test_a_page_of_the_other_name_reads_and_sends_what_its_player_signs(browser: Browser, host: HostUnderTest) -> None:
    browser.open(f"{PLAY}/")
    game = the_game(host)
    path = f"{API}/games/{game}/seats/red/questions"
    asked = fetched(browser, path, headers=signed(host, path))
    assert (asked["status"], asked["type"]) == (200, "cors")
    assert asked["date"]
    raw = host.envelope(game, "red", [], "draft", asked=host.client.get(path, headers=signed(host, path)).get_json())
    sent = {"method": "PUT", "body": raw.to_json().decode(), "headers": {"Content-Type": "application/json"}}
    assert fetched(browser, f"{API}/games/{game}/phases/1/envelopes/red", **sent)["status"] == 201
    refused = fetched(browser, f"{API}/games/{game}/phases/7/envelopes/red", **sent)
    assert (refused["status"], "unknown-phase" in refused["text"]) == (404, True)


def test_it_gets_no_cookie_of_the_host_and_reads_no_page_of_it(
    browser: Browser, host: HostUnderTest, cookies: list[str]
) -> None:
    game = the_game(host)
    red = host.seats[game]["red"]
    path = f"{API}/players/{red.handle}/sessions"
    signs = red.headers(path, host.clock, method="POST", url=HOST, body=b"{}")
    made = host.client.post(path, data=b"{}", headers=signs, content_type="application/json")
    browser.open(str(made.get_json()["url"]))
    browser.find("form button").click()
    browser.wait_for("return !location.pathname.startsWith('/sign-in/') && document.readyState === 'complete'")
    own = f"/games/{game}/seats/red"
    browser.open(HOST + own)
    assert browser.all(f"a[href='{own}/press']")
    browser.open(f"{PLAY}/")
    assert browser.script("return document.cookie") == ""
    before = len(cookies)
    assert fetched(browser, f"{API}/games")["status"] == 200
    assert cookies[before:] == [""]
    assert fetched(browser, f"{API}/games", credentials="include") == {"error": "TypeError"}
    for options in ({}, {"credentials": "include"}):
        assert fetched(browser, own, **options) == {"error": "TypeError"}


def test_without_the_option_the_browser_refuses_what_is_signed(browser: Browser, host: HostUnderTest) -> None:
    path = f"{API}/games/{the_game(host)}/seats/red/questions"
    object.__setattr__(host.host.config, "cors", False)
    try:
        browser.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
        browser.open(f"{PLAY}/")
        other = f"{path}?in_words=true"
        assert fetched(browser, other, headers=signed(host, other)) == {"error": "TypeError"}
        assert fetched(browser, f"{API}/games")["status"] == 200
    finally:
        object.__setattr__(host.host.config, "cors", True)
