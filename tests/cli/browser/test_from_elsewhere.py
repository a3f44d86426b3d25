"""Other sites and tabs before a seat at a host: no frame shows it, no form or link makes it do anything."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.cli.browser.test_at_a_host import asked
from tests.cli.browser.test_seat_in_a_browser import host, joined, phone  # noqa: F401 - fixtures
from tests.patience import wait_until

FRAMED = ("play/", "play/t/", "play/t/games/{game}", "play/#games/{game}")
PAGE = """<!DOCTYPE html><title>Elsewhere</title><meta name="referrer" content="{policy}">{frames}
<iframe name="taken" srcdoc="nothing yet"></iframe>
<form method="post" action="{url}play/t/{path}" target="{target}">{fields}</form>
"""
POSTED = (
    ("taken", "games/{game}/act", {"act": "take 0"}, "origin"),
    ("_blank", "games/{game}/send?sure", {"word": "final"}, "unsafe-url"),
    ("_top", "games/{game}/about/resign", {"sure": "yes"}, "no-referrer"),
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
    yield folder / "index.html", f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_no_other_site_shows_the_seat_or_makes_it_do_anything_and_another_tab_takes_it_over(host, phone, elsewhere):  # noqa: F811
    page, url = elsewhere
    driver, game = phone.browser.driver, joined(host, phone)
    asked(host, game, "red")
    before = phone.wait("it is asked", "step", lambda step: step and "waiting" not in step)["step"]
    phase = before.partition(" ")[0]
    phone.wait("the bundle is kept", "kept")
    mine = driver.current_window_handle
    driver.switch_to.new_window("tab")
    frames = "".join(f'<iframe src="{phone.url}{path.format(game=game)}"></iframe>' for path in FRAMED)
    for target, path, fields, policy in POSTED:
        given = {"phase": phase, "at": "0", **fields}
        inputs = "".join(f'<input name="{name}" value="{value}">' for name, value in given.items())
        facts = {"url": phone.url, "path": path.format(game=game), "target": target, "fields": inputs, "policy": policy}
        page.write_text(PAGE.format(frames=frames if target == "taken" else "", **facts))
        known = set(driver.window_handles)
        driver.get(url)
        if target == "taken":
            seen = [one.get_attribute("src") for one in phone.browser.all("iframe[src]") if shows(phone, one)]
            assert seen == []
        driver.execute_script("document.forms[0].submit()")
        if target == "_blank":
            wait_until("a tab opens", lambda: set(driver.window_handles) - known)  # noqa: B023 - it is called here
            driver.switch_to.window((set(driver.window_handles) - known).pop())
        if target != "taken":
            wait_until("it is refused", lambda: phone.browser.script(LOADED) == REFUSED)
    driver.switch_to.window(mine)
    assert phone.state["step"] == before
    driver.switch_to.new_window("tab")
    phone.open(f"play/#games/{game}")
    phone.wait("it says where the table is", "told", lambda told: "another tab of this browser" in (told or ""))
    phone.button("Open it here")
    assert phone.wait("the board stands here", "step")["step"] == before
    assert {one["seat"]: one["player"] for one in host.client("aspasia").game(game)["seats"]}["red"] == "thais"


def shows(phone, frame) -> bool:  # noqa: F811
    """Whether anything of the table is in a frame, once it has been loaded."""
    driver = phone.browser.driver
    driver.switch_to.frame(frame)
    try:
        wait_until("it is loaded", lambda: phone.browser.script("return document.readyState === 'complete'"))
        return bool(phone.browser.script("return document.querySelector('#table, main, #step')"))
    finally:
        driver.switch_to.default_content()
