"""The pages in Debian's chromium: keyboard, screen reader, phone, dark, without scripts, and nothing from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from api.pages.rendering import POLICY
from tests.api.hosts import URL, HostUnderTest
from tests.api.pages.browsers import DESK, PHONE, Browser, browsing
from tests.api.pages.form_browsers import link_for
from tests.patience import wait_until

LANDMARKS = {"banner", "main", "contentinfo", "navigation"}
NAMED = {"link", "button", "slider", "image", "textbox", "table", "region", "heading", "navigation"}
PHASES = {"perikles": 12, "pericles": 6}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostUnderTest]:
    """A host with a running game of each title."""
    host = HostUnderTest(tmp_path_factory.mktemp("seen"))
    yield host
    host.close()


@pytest.fixture(scope="module")
def browser(host: HostUnderTest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Asked for before the games are played: where there is no browser, nothing is played."""
    with browsing(host, tmp_path_factory.mktemp("browser")) as browser:
        yield browser


@pytest.fixture(scope="module")
def games(browser: Browser, host: HostUnderTest) -> dict[str, str]:
    found = {
        "perikles": host.started(scenario="standard"),
        "pericles": host.started(("AF", "DF", "EK", "AK"), title="pericles", scenario="14.1.08A"),
    }
    for title, game in found.items():
        host.play_on(game, PHASES[title])
    host.write_press(found["perikles"], "green", ["red"], "Shall we take Corinth together?")
    return found


@pytest.fixture(autouse=True)
def as_it_was(browser: Browser, games: dict[str, str]) -> None:
    """Every test begins at a desk, in the light, signed out, with nothing complained of."""
    browser.open("/")  # a board that is still shown would be fetched again, for another width, and signed out
    browser.driver.delete_all_cookies()
    browser.without_scripts(False)
    browser.size(DESK)
    browser.media(prefers_color_scheme="light", prefers_reduced_motion="no-preference")
    browser.forget()


def public(games: dict[str, str]) -> list[str]:
    """Every kind of public page, of both titles."""
    paths = ["/", "/sign-in", "/program"]
    for title, game in games.items():
        paths += [f"/games/{game}{page}" for page in ("", "/phases/2", "/log", "/proof")] + [f"/titles/{title}/rules"]
    return [*paths, "/titles/perikles/rulings"]


def own(games: dict[str, str]) -> list[str]:
    """Every kind of a seat's own page."""
    seats = (f"/games/{games['perikles']}/seats/red", f"/games/{games['pericles']}/seats/AF")
    return [f"{seats[0]}{page}" for page in ("", "/phases/0", "/log", "/press", "/receipts")] + [seats[1]]


def sign_in(browser: Browser, host: HostUnderTest, game: str, seat: str) -> None:
    """As a person does: open the link, press the button."""
    browser.open(f"{link_for(host, host.seats[game][seat])}?game={game}")
    browser.find("main button").click()
    browser.wait_for_path(f"/games/{game}/seats/{seat}")


def look(browser: Browser, path: str) -> None:
    """One page: nothing to complain of, nothing from elsewhere, all of it told to a screen reader, none too wide."""
    browser.forget()
    browser.size(DESK)
    browser.open(path)
    asked = browser.exchanges()
    assert {url for url, _ in asked if not url.startswith(f"{URL}/")} == set(), path
    policies = [headers["content-security-policy"] for url, headers in asked if url == URL + path]
    assert policies == [POLICY], path
    hear(browser, path)
    browser.size(PHONE)
    wide = browser.script("return document.scrollingElement.scrollWidth")
    assert wide <= PHONE[0], f"{path} is {wide} wide"
    if "/titles/" not in path:  # long texts, which axe reads for seconds
        browser.media(prefers_color_scheme="dark")
        assert browser.findings() == [], path
        browser.media(prefers_color_scheme="light")
    assert browser.complaints() == [], path


def hear(browser: Browser, path: str) -> None:
    """What a screen reader is told of a page."""
    tree = browser.tree()
    roles = [role for role, _ in tree]
    assert set(roles) >= LANDMARKS, path
    assert [roles.count(role) for role in ("banner", "main", "contentinfo")] == [1, 1, 1], path
    assert [(role, name) for role, name in tree if role in NAMED and not name.strip()] == [], path
    levels = browser.script("return [...document.querySelectorAll('h1,h2,h3,h4')].map(h => +h.tagName[1])")
    assert levels.count(1) == 1, path
    assert [pair for pair in pairwise(levels) if pair[1] > pair[0] + 1] == [], path
    if "table" in roles:
        assert "columnheader" in roles, path
    links: dict[str, str] = {}
    for link in browser.script("return [...document.links].map(a => [a.textContent.trim() || a.title, a.href])"):
        if link[0]:
            assert links.setdefault(link[0], link[1]) == link[1] or path == "/" or "/titles/" in path, (path, link)


def test_public_pages_are_whole_for_eyes_ears_and_phones(browser: Browser, games: dict[str, str]) -> None:
    for path in public(games):
        look(browser, path)


def test_own_pages_are_whole_for_eyes_ears_and_phones(
    browser: Browser, host: HostUnderTest, games: dict[str, str]
) -> None:
    sign_in(browser, host, games["perikles"], "red")
    for path in own(games)[:-1]:
        look(browser, path)
    sign_in(browser, host, games["pericles"], "AF")
    look(browser, own(games)[-1])


def test_what_the_policy_forbids_is_complained_of(browser: Browser) -> None:
    """So that the silence of the other pages says something."""
    browser.open("/")
    browser.forget()
    browser.script(
        "document.body.append(Object.assign(document.createElement('img'), {src: 'http://elsewhere.test/x'}))"
    )
    browser.script("document.body.setAttribute('style', 'color: red')")
    told: list[str] = []
    for word in ("img-src", "style-src"):
        wait_until(f"{word} is told", lambda word=word: told.extend(browser.complaints()) or word in " ".join(told))


@pytest.mark.parametrize("title", PHASES)
def test_the_board_of_every_phase_is_drawn_and_told(browser: Browser, games: dict[str, str], title: str) -> None:
    shown = set()
    for phase in range(PHASES[title] + 1):
        browser.open(f"/games/{games[title]}/phases/{phase}")
        image = browser.find("#board img")
        width, height = browser.script("return [arguments[0].naturalWidth, arguments[0].naturalHeight]", image)
        assert (width, height > 600) == (1060, True)
        assert len(str(image.get_attribute("alt"))) > 40
        shown.add(browser.find(".astext pre").get_attribute("textContent"))
    assert len(shown) > PHASES[title] // 2
    assert browser.complaints() == []


@pytest.mark.parametrize("title", PHASES)
def test_a_phone_is_shown_a_board_of_its_own(browser: Browser, games: dict[str, str], title: str) -> None:
    browser.size(PHONE)
    browser.open(f"/games/{games[title]}")
    image = browser.find("#board img")
    shown, wide = browser.script("return [arguments[0].currentSrc, arguments[0].naturalWidth]", image)
    assert shown.endswith("/board.svg?shape=tall")
    assert wide == 390
    assert browser.complaints() == []


def test_a_board_that_is_wider_than_a_phone_scrolls_and_zooms_there(browser: Browser, host: HostUnderTest) -> None:
    game = host.started(("athens", "sparta"), title="athens_sparta", scenario="war")
    browser.size(PHONE)
    browser.open(f"/games/{game}")
    for zoom, (least, most) in enumerate([(300, PHONE[0]), (840, 850), (1260, 1270)], 1):
        browser.find(f".zoom input[value='{zoom}']").click()
        stage = "const s = document.querySelector('.stage'); return [s.clientWidth, s.scrollWidth]"
        shown, whole = browser.script(stage)
        assert shown <= PHONE[0]
        assert least <= whole <= most
    assert browser.script("return document.scrollingElement.scrollWidth") <= PHONE[0]


def test_whoever_has_a_keyboard_only_gets_everywhere(browser: Browser, games: dict[str, str]) -> None:
    game = games["perikles"]
    browser.open(f"/games/{game}/phases/5")
    skip = browser.tab()
    assert skip.text == "Skip to the content"
    assert skip.rect["x"] >= 0
    browser.press(Keys.ENTER)
    assert browser.script("return document.activeElement.id") == "main"
    after = [browser.tab().get_attribute("aria-label") for _ in range(4)]
    assert after[1:] == ["The deal", "One phase back", "Phase"]
    slider = browser.driver.switch_to.active_element
    assert slider.get_attribute("id") == "phase"
    outline = browser.script(
        "const s = getComputedStyle(arguments[0]); return [s.outlineStyle, s.outlineWidth]", slider
    )
    assert outline == ["solid", "3px"]
    assert [browser.tab().get_attribute("aria-label") for _ in range(2)] == ["One phase on", "Now"]


def test_the_arrow_keys_show_another_board_without_a_new_page(browser: Browser, games: dict[str, str]) -> None:
    game, last = games["perikles"], PHASES["perikles"]
    browser.open(f"/games/{game}/phases/5")
    browser.script("window.same = true")
    before = browser.find("#board img").get_attribute("src")
    browser.find("#phase").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    browser.wait_for_path(f"/games/{game}/phases/6")
    assert browser.script("return document.activeElement.id") == "phase"
    assert browser.find("#board img").get_attribute("src") == before.replace("/5/", "/6/")
    assert "after phase 6" in browser.find("#board").text
    assert browser.find(".log .at .jump").text == "6"
    browser.press(Keys.HOME)
    browser.wait_for_path(f"/games/{game}/phases/0")
    browser.press(Keys.END)
    browser.wait_for_path(f"/games/{game}/phases/{last}")
    assert "Looking back" not in browser.find("#board").text
    browser.script("document.activeElement.blur()")
    browser.find("body").send_keys(Keys.ARROW_LEFT)
    browser.wait_for_path(f"/games/{game}/phases/{last - 1}")
    browser.all(".log .jump")[2].click()
    browser.wait_for_path(f"/games/{game}/phases/{last - 3}")
    browser.driver.back()
    browser.wait_for_path(f"/games/{game}/phases/{last - 1}")
    assert browser.script("return window.same")
    assert browser.complaints() == []


def test_a_board_that_comes_late_does_not_take_the_place_of_what_is_looked_at_since(
    browser: Browser, games: dict[str, str]
) -> None:
    game, last = games["perikles"], PHASES["perikles"]
    browser.open(f"/games/{game}/phases/5")
    go_on = browser.hold(lambda: browser.find("body").send_keys(Keys.ARROW_LEFT))
    browser.find("#phase").send_keys(Keys.END)
    browser.wait_for_path(f"/games/{game}/phases/{last}")
    go_on()
    assert browser.path == f"/games/{game}/phases/{last}"
    assert browser.find("#phase").get_attribute("value") == str(last)


def test_looking_back_goes_without_scripts(browser: Browser, games: dict[str, str]) -> None:
    game = games["pericles"]
    browser.without_scripts()
    browser.open(f"/games/{game}/phases/2")
    browser.find("#phase").send_keys(Keys.ARROW_RIGHT)
    browser.find(".replay button").click()
    browser.wait_for_path(f"/games/{game}/phases/3")
    browser.find("[rel=next]").click()
    browser.wait_for_path(f"/games/{game}/phases/4")
    browser.find("[rel=prev]").click()
    browser.wait_for_path(f"/games/{game}/phases/3")
    browser.driver.find_element(By.LINK_TEXT, "2").click()
    browser.wait_for_path(f"/games/{game}/phases/2")


@pytest.mark.parametrize("title", PHASES)
def test_at_a_desk_board_question_and_log_are_in_view_at_once(
    browser: Browser, games: dict[str, str], title: str
) -> None:
    browser.size((1366, 768))
    browser.open(f"/games/{games[title]}")
    for css in ("#board img", ".replay", "#awaited", ".log li"):
        top, bottom = browser.script("const r = document.querySelector(arguments[0]).getBoundingClientRect();"
                                     "return [r.top, r.bottom]", css)  # fmt: skip
        assert 0 <= top < 768, css
        assert css == "#board img" or bottom <= 768, css
    assert browser.script("return document.scrollingElement.scrollHeight") <= 768


def test_a_deadline_is_told_in_the_readers_own_time(browser: Browser, games: dict[str, str]) -> None:
    browser.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
    try:
        browser.open(f"/games/{games['perikles']}")
        deadline = browser.find("#answer .deadline")
        assert deadline.get_attribute("title").endswith("12:00 UTC")
        assert re.fullmatch(r"\w{3} \d+ \w{3,4}( \d{4})?, 21:00 \(.+\)", deadline.text.replace("Sat,", "Sat"))
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})


def test_a_player_signs_in_looks_and_signs_out(browser: Browser, host: HostUnderTest, games: dict[str, str]) -> None:
    game = games["perikles"]
    sign_in(browser, host, game, "red")
    assert browser.script("return document.cookie") == ""
    [cookie] = browser.driver.get_cookies()
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/")
    browser.driver.find_element(By.LINK_TEXT, "Press").click()
    browser.wait_for_path(f"/games/{game}/seats/red/press")
    assert "Corinth together" in browser.find("main").text
    browser.find(".top button").click()
    browser.wait_for_path("/")
    assert browser.driver.get_cookies() == []
    browser.driver.back()
    browser.wait_for_path(f"/games/{game}/seats/red/press")
    assert "Corinth together" not in browser.driver.page_source


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_stands_out_from_its_ground(
    browser: Browser, host: HostUnderTest, games: dict[str, str], scheme: str
) -> None:
    """WCAG 2.2, 1.4.3: 4.5 to 1."""
    sign_in(browser, host, games["perikles"], "red")
    browser.media(prefers_color_scheme=scheme)
    grounds = set()
    for path in (*public(games)[:7], *own(games)[:5], "/titles/perikles/rulings"):
        browser.open(path)
        browser.script("for (const d of document.querySelectorAll('details')) d.open = true")
        for text, colour, ground in browser.script(COLOURS):
            grounds.add(ground)
            assert contrast(colour, ground) >= 4.5, (path, text, colour, ground)
    assert len(grounds) >= 3
    body = browser.script("return getComputedStyle(document.body).backgroundColor")
    assert (luminance(body) < 0.1) == (scheme == "dark")


def test_nothing_moves_for_whoever_wants_no_motion(browser: Browser) -> None:
    browser.open("/")
    smooth = "return getComputedStyle(document.documentElement).scrollBehavior"
    assert browser.script(smooth) == "smooth"
    browser.media(prefers_reduced_motion="reduce")
    assert browser.script(smooth) == "auto"


COLOURS = """
const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const ground = (e) => {
  for (; e; e = e.parentElement) {
    const colour = getComputedStyle(e).backgroundColor;
    if (!/rgba\\(.*, 0\\)/.test(colour)) return colour;
  }
  return 'rgb(255, 255, 255)';
};
for (let node; (node = walker.nextNode());) {
  const text = node.textContent.trim().slice(0, 40), e = node.parentElement;
  if (text && e.getClientRects().length) found.push([text, getComputedStyle(e).color, ground(e)]);
}
return found;
"""


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as WCAG counts it."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """The relative luminance of a colour."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
