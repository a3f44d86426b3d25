"""The site in Debian's chromium, served by what sets no header: by clicks, offline, in two tabs, from an image."""

from __future__ import annotations

import re
import shutil

import pytest

from tests.patience import wait_until

MOST = 400  # clicks of a short game
LONGEST = 4_000  # of any


def kept(played):
    """Wait until the table can do without a server."""
    assert played.wait("the bundle is kept", "kept")["kept"] == "true"


def test_a_whole_short_game_is_played_by_clicks_with_the_network_cut_after_the_load(played, server):
    played.sit("pericles")
    kept(played)
    server.stop()
    played.browser.offline(True)
    assert sum(played.step() for _ in range(MOST)) > 10
    assert played.state["step"].endswith(" over")
    played.open("play/")
    assert played.wait("the games are listed", "path")["path"].endswith("/play/t/")
    assert played.browser.complaints() == []
    asked = [url for url, _ in played.browser.exchanges()]
    assert [url for url in asked if url.startswith("http") and not url.startswith(played.url)] == []


@pytest.mark.soak
@pytest.mark.parametrize("title", ["perikles", "polis", "athens_sparta"])
def test_a_whole_game_of_each_title_is_played_by_clicks_on_a_phone(played, title):
    played.sit(title)
    clicks = next(n for n in range(LONGEST) if not played.step())
    print(f"\n{title}: {clicks} clicks")
    assert played.browser.complaints() == []


def test_a_later_visit_starts_from_an_image_of_memory_and_without_one_that_is_broken(newcomer):
    newcomer.sit("perikles")
    assert newcomer.state["image"] == "false"
    assert_workers_policy(newcomer)
    kept(newcomer)
    wait_until("an image is made", newcomer.imaged)
    newcomer.sit("perikles")
    assert newcomer.state["image"] == "true"
    newcomer.step()
    newcomer.browser.driver.execute_async_script(BREAK)
    newcomer.sit("perikles")
    assert newcomer.state["image"] == "false"
    newcomer.step()
    assert newcomer.browser.complaints() == []


def assert_workers_policy(played):
    """It has one of its own where the server sets none."""
    script = (
        "const done = arguments[1]; fetch(arguments[0]).then((got) => done(got.headers.get('Content-Security-Policy')))"
    )
    [worker] = {url for url, _ in played.browser.exchanges() if url.endswith("/worker.js")}
    policy = played.browser.driver.execute_async_script(script, worker)
    assert policy.startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'")
    assert "unsafe-eval'" not in policy.replace("'wasm-unsafe-eval'", "")


BREAK = """
const done = arguments[0];
(async () => {
  const cache = await caches.open((await caches.keys()).find((one) => one.startsWith('image-')));
  const [key] = await cache.keys();
  await cache.put(key, new Response(new Uint8Array(1_000_000)));
})().then(done);
"""


def test_a_second_tab_says_where_the_table_is_and_takes_it_over_with_what_was_done(played):
    driver = played.browser.driver
    played.sit("perikles")
    played.step()
    done = played.state["step"]
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    played.open("play/#games/perikles-1")
    played.wait(
        "it says where the table is", "told", lambda told: re.search("another tab of this browser: .*perikles-1", told)
    )
    played.button("Open it here")
    assert played.wait("the board stands here", "step")["step"] == done
    second = driver.current_window_handle
    driver.switch_to.window(first)
    played.wait("it says that the table went", "told", lambda told: "another tab now" in told)
    driver.close()
    driver.switch_to.window(second)
    played.step()
    assert played.browser.complaints() == []


@pytest.mark.soak
def test_what_was_answered_is_there_when_the_tab_is_killed_in_the_middle_of_an_answer(played):
    played.sit("perikles")
    played.step()
    done = played.state["step"]
    played.open("play/#games/perikles-1")
    assert played.wait("the board stands again", "step")["step"] == done


LATER = """
const now = Date.now;
Date.now = () => now() + 4e6;
document.dispatchEvent(new Event('visibilitychange'));
"""
"""A page that stayed open is looked at again after an hour."""


def test_a_new_version_waits_until_the_player_takes_it_and_their_game_goes_on(played, server, tmp_path):
    served = tmp_path / "served"
    shutil.copytree(server.folder, served)
    server.move(served)
    played.sit("pericles")
    kept(played)
    played.step()
    [old] = (path for path in (served / "play").iterdir() if path.is_dir())
    new = old.rename(old.with_name("f" * 16))
    for name in ("index.html", "sw.js", "manifest.webmanifest"):
        path = served / "play" / name
        path.write_text(path.read_text().replace(old.name, new.name))
    played.browser.script(LATER)
    assert f"new version of the table is here ({new.name})" in played.wait("it is offered", "notice")["notice"]
    assert f"bundle-{new.name}" not in played.caches
    away = new.rename(served / "away")
    played.button("Take it")
    played.wait("it cannot be fetched", "notice", lambda said: "you go on with" in said)
    played.step()
    played.step()
    away.rename(new)
    played.open("play/#games/pericles-1")
    done = played.wait("the board stands", "step")["step"]
    played.wait("it is offered again", "notice", lambda said: "new version" in said)
    played.button("Take it")
    wait_until("the new one is taken", lambda: new.name in played.bundle)
    assert played.wait("the board stands in it", "step")["step"] == done
    assert not [name for name in played.caches if old.name in name]
