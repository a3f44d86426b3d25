"""The page around the table: while it loads, where it does not open, and what it says of the browser's storage."""

from __future__ import annotations

import json
import subprocess

import pytest
from selenium.common.exceptions import WebDriverException

from adjudicator.registry import title as find_title
from adjudicator.registry import titles
from tests.cli.browser.conftest import browsing
from tests.cli.browser.holding import Holding
from tests.javascript import installed
from tests.patience import wait_until
from tools.site import games
from tools.site.folder import SHELL
from tools.site.ingredients import RUNTIME

SCHEMES = ("light", "dark")
DOOR = """
const [door, bar, picture] = ['door', 'bar', 'reading'].map((id) => document.getElementById(id));
const image = picture?.querySelector('img');
return {told: document.getElementById('told')?.textContent, value: bar?.position,
  drawn: image?.complete && image.naturalWidth,
  read: [...picture?.querySelectorAll('p') ?? []].map((one) => one.textContent), hidden: door?.hidden,
  wide: document.documentElement.scrollWidth - innerWidth};
"""


def findings(browser) -> list[str]:
    """What axe finds, light and dark."""
    found = []
    for scheme in SCHEMES:
        browser.media(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        found += [f"{scheme}: {one}" for one in browser.findings()]
    return found


@pytest.mark.soak
def test_while_it_is_fetched_there_is_a_true_bar_and_the_game_to_look_at_and_to_read_of(site_folder, tmp_path):
    server = Holding(site_folder, "/base.bin")
    with browsing(server.server_port, tmp_path) as played:
        played.browser.driver.get(f"{played.url}play/?title=polis")
        shown = wait_until("half of it is there", lambda: (now := played.browser.script(DOOR))["drawn"] and now)
        wait_until("the bar moves", lambda: 0 < played.browser.script(DOOR)["value"] < 1)
        assert played.browser.script(DOOR)["told"] == "The table is being fetched."
        assert shown["read"] == games.TOLD["polis"]
        assert shown["wide"] <= 0
        assert findings(played.browser) == []
        server.go_on.set()
        played.wait("the board stands", "step")
        assert played.browser.script(DOOR)["hidden"]
        assert played.browser.complaints() == []
    server.stop()


def test_every_title_has_its_picture_and_some_paragraphs():
    assert list(games.TOLD) == ["perikles", "pericles", "polis", "athens_sparta"]
    for title in titles():
        assert 2 <= len(games.TOLD[title]) <= 4
        assert all(len(one) < 400 for one in games.TOLD[title])
        assert games.map_of(find_title(title)).count("<g ") > 20


def pages_without_faults(played, names) -> None:
    """On a phone, light and dark: axe finds nothing, and nothing is wider than the screen."""
    for name in names:
        played.browser.driver.get(played.url + name)
        assert findings(played.browser) == [], name
        assert played.browser.script("return document.documentElement.scrollWidth <= innerWidth"), name
    assert played.browser.complaints() == []


@pytest.mark.soak
def test_axe_finds_nothing_on_the_pages_around_the_table(played, site_folder):
    found = [path.relative_to(site_folder).as_posix() for path in site_folder.rglob("*.html")]
    names = [name for name in found if name != "play/index.html"]
    assert len(names) > 12
    pages_without_faults(played, names)


PUT = """
const [name, mode, done] = arguments, opened = indexedDB.open('/home/ostraka', 21);
opened.onupgradeneeded = () => opened.result.createObjectStore('FILE_DATA').createIndex('timestamp', 'timestamp');
opened.onsuccess = () => {
  const change = opened.result.transaction('FILE_DATA', 'readwrite');
  change.objectStore('FILE_DATA').put({timestamp: new Date(), mode, contents: new Uint8Array([1])}, name);
  change.oncomplete = () => { opened.result.close(); done(); };
};
"""
COPIED = "navigator.clipboard.writeText = async (text) => { window.copied = text; }"


def test_a_table_that_does_not_open_says_so_with_a_report_that_holds_no_names_and_no_words_of_python(played):
    played.browser.driver.get(f"{played.url}play/parts.html")
    played.browser.driver.execute_async_script(PUT, "/home/ostraka/games", 0o100644)  # a file, where a folder should be
    played.browser.driver.get(f"{played.url}play/?title=perikles")
    wait_until("it says so", lambda: "opened" in (played.state["told"] or ""))
    assert played.state["told"] == "The table could not be opened. That is a fault of ours; your games are kept."
    played.browser.script(COPIED)
    played.button("Copy a report")
    report = wait_until("it is copied", lambda: played.browser.script("return window.copied"))
    assert "Chrome" in report
    assert "FileExistsError" in report or "NotADirectoryError" in report
    assert "site/cli/browser/table.py" in report
    for word in ("/home/ostraka", "ostraka/games", "Errno", "perikles", "localhost"):
        assert word not in report, report
    assert played.browser.script("return document.documentElement.scrollWidth <= innerWidth")
    assert findings(played.browser) == []
    played.button("Rules and guides")
    wait_until("the front is there", lambda: "War games" in played.browser.driver.title)


TRACED = """
const [runtime, report] = process.argv.slice(1);
const { asked, traced } = await import(report);
const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${runtime}/` });
const told = [asked("POST", "/~leonidas/play/t/games/leonidas-war/act?seat=red#top")];
try {
  python.runPython(`
def act(leonidas):
    raise ValueError("leonidas\\\\n  File \\\\"/home/ostraka/leonidas\\\\", line 1, in leonidas\\\\n  File leonidas")
act(1)
`);
} catch (error) {
  told.push(traced(error, true));
}
try {
  throw new TypeError("leonidas\\n    at leonidas\\nleonidas@host");
} catch (error) {
  told.push(traced(error, false), traced("leonidas", false), traced(undefined, false));
}
console.log(JSON.stringify(told));
process.exit(0);
"""


def test_a_report_tells_where_a_fault_was_and_nothing_that_was_said_about_it():
    installed("what a report of a fault says")
    words = ["node", "--input-type=module", "--eval", TRACED, str(RUNTIME), str(SHELL / "report.js")]
    told = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    assert "leonidas" not in json.dumps(told)
    assert told[0] == "POST /t/games"
    assert told[1].startswith("ValueError\n")
    assert 'File "<exec>", line 3, in act' in told[1]
    assert told[2].startswith("TypeError\n    at ")
    assert len(told) == 5


STORED = """
const { storing } = await import(process.argv[1]);
const looks = [], fails = (errors) => storing(async () => { looks.push(1); if (errors.length) throw errors.shift(); });
const gone = { name: "ErrnoError", errno: 44 }, full = new DOMException("no room", "QuotaExceededError");
const twice = fails([gone, full]), both = [await fails([gone, gone])(), await twice(), await twice()];
console.log(JSON.stringify([...both, looks.length]));
"""


def test_a_file_that_was_sent_while_others_were_stored_is_not_told_as_want_of_room():
    installed("what a page says of what it could not store")
    words = ["node", "--input-type=module", "--eval", STORED, str(SHELL / "storing.js")]
    told = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    assert told == [False, True, False, 6]


def test_a_full_browser_says_so_and_the_game_goes_on_and_is_kept_once_there_is_room(played):
    origin = {"origin": played.url.rstrip("/")}
    driver = played.browser.driver
    driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 1})
    played.sit("perikles")
    assert "has no room to keep the game" in played.wait("it says so", "notice")["notice"]
    assert played.browser.script("return document.documentElement.scrollWidth <= innerWidth")
    assert findings(played.browser) == []
    assert played.step()
    assert played.step()
    driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", origin)
    assert played.step()
    played.wait("it says that there is room again", "notice", lambda said: "There is room again" in said)
    done = played.state["step"]
    played.open("play/#games/perikles-1")
    assert played.wait("the board stands again", "step")["step"] == done
    assert played.browser.complaints() == []


@pytest.mark.soak
def test_where_the_browser_has_forgotten_everything_there_is_a_plain_start(played):
    played.sit("perikles")
    assert played.wait("the bundle is kept", "kept")["kept"] == "true"
    played.browser.driver.get("about:blank")
    gone = {"origin": played.url.rstrip("/"), "storageTypes": "all"}
    played.browser.driver.execute_cdp_cmd("Storage.clearDataForOrigin", gone)
    played.open("play/")
    played.wait("the games are listed", "path", lambda path: path.endswith("/play/t/"))
    page = "return document.getElementById('table').contentDocument.body.textContent"
    said = " ".join(played.browser.script(page).split())
    assert "perikles-1" not in said
    assert "They are gone if it forgets this site" in said
    assert "a private window is closed: save a game as a file" in said
    assert played.browser.complaints() == []


@pytest.mark.soak
def test_axe_finds_nothing_where_the_table_is_open_in_another_tab(played):
    played.sit("pericles")
    played.browser.driver.switch_to.new_window("tab")
    played.open("play/")
    played.wait("it says where the table is", "told", lambda told: "another tab of this browser" in told)
    assert findings(played.browser) == []
    assert played.browser.complaints() == []


POSTING = """
const {contentWindow: page} = document.getElementById('table'), real = page.fetch;
page.fetch = (...asked) => {
  const got = real.apply(page, asked);
  if (asked[1]?.method === 'POST') document.documentElement.dataset.posting = asked[0];
  return got;
};
page.addEventListener('beforeunload', () => document.documentElement.dataset.posting = 'the whole answer');
"""
POSTED = "return document.documentElement.dataset.posting"


@pytest.mark.soak
@pytest.mark.parametrize("stage", ["ask", "review"])
def test_a_tab_that_dies_in_the_middle_of_an_answer_leaves_the_game_as_it_was_before_or_after_it(played, stage):
    driver = played.browser.driver
    played.sit("perikles")
    before = played.state["step"]
    while stage == "review" and not before.endswith(" review"):
        played.step()
        before = played.state["step"]
    driver.switch_to.new_window("tab")
    other = driver.current_window_handle
    driver.switch_to.window(next(one for one in driver.window_handles if one != other))
    played.browser.script(POSTING)
    played.click(played.next_click().point)
    wait_until("it is sent", lambda: played.browser.script(POSTED))
    with pytest.raises(WebDriverException):
        driver.execute_cdp_cmd("Page.crash", {})
    driver.switch_to.window(other)
    played.open("play/#games/perikles-1")
    assert played.wait("the board stands again", "step")["step"]
    for _ in range(3):
        assert played.step()
    assert played.browser.complaints() == []
