"""Other sites before a table in a browser: no frame shows it, no form makes it do anything."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.api.hosts import URL
from tests.patience import wait_until

FRAMED = ("play/", "play/t/", "play/t/games/perikles-1", "play/#games/perikles-1")
PAGE = """<!DOCTYPE html><title>Elsewhere</title><meta name="referrer" content="{policy}">{frames}
<iframe name="taken" srcdoc="nothing yet"></iframe>
<form method="post" action="{url}play/t/{path}" target="{target}">{fields}</form>
"""
POSTED = (
    ("taken", "games/perikles-1/act", {"act": "take 0"}, "origin"),
    ("_blank", "games/perikles-1/send?sure", {"word": "final"}, "unsafe-url"),
    ("_top", "games/perikles-1/about/resign", {"sure": "yes"}, "no-referrer"),
    ("_top", "account/leave", {}, "unsafe-url"),
)
REFUSED = "This was asked by no page of the table, and nothing was done."
LOADED = "return document.readyState === 'complete' && document.body.textContent"


class Quiet(SimpleHTTPRequestHandler):
    """Each page anew: they differ, and come within a second."""

    def end_headers(self):
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def elsewhere(tmp_path) -> Iterator[tuple[Path, str]]:
    """Somebody else's site on the same machine: to a browser a neighbour, whose frames see the same storage."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield folder / "index.html", f"{URL}:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.mark.soak
def test_no_other_site_shows_the_table_or_makes_it_do_anything(played, elsewhere):
    page, url = elsewhere
    driver = played.browser.driver
    played.sit("perikles")
    before, mine = played.state["step"], driver.current_window_handle
    driver.switch_to.new_window("tab")
    frames = "".join(f'<iframe src="{played.url}{path}"></iframe>' for path in FRAMED)
    for target, path, fields, policy in POSTED:
        given = {"phase": before.partition(" ")[0], "at": "0", **fields}
        inputs = "".join(f'<input name="{name}" value="{value}">' for name, value in given.items())
        facts = {"url": played.url, "path": path, "target": target, "fields": inputs, "policy": policy}
        page.write_text(PAGE.format(frames=frames if target == "taken" else "", **facts))
        known = set(driver.window_handles)
        driver.get(url)
        if target == "taken":
            seen = [one.get_attribute("src") for one in played.browser.all("iframe[src]") if shows(played, one)]
            assert seen == []
        driver.execute_script("document.forms[0].submit()")
        if target == "_blank":
            wait_until("a tab opens", lambda: set(driver.window_handles) - known)  # noqa: B023 - it is called here
            driver.switch_to.window((set(driver.window_handles) - known).pop())
        if target != "taken":
            wait_until("it is refused", lambda: played.browser.script(LOADED) == REFUSED)
    driver.switch_to.window(mine)
    assert played.state["step"] == before
    played.step()


def shows(played, frame) -> bool:
    """Whether anything of the table is in a frame, once it has been loaded."""
    driver = played.browser.driver
    driver.switch_to.frame(frame)
    try:
        wait_until("it is loaded", lambda: played.browser.script("return document.readyState === 'complete'"))
        return bool(played.browser.script("return document.querySelector('#table, main, #step')"))
    finally:
        driver.switch_to.default_content()
