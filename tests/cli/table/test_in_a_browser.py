"""The table in Debian's chromium: a whole turn by click, by keyboard and without scripts; nothing in the console."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from itertools import pairwise

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait
from werkzeug.serving import make_server

from cli.home.home import Home
from cli.table.addresses.table import Table
from cli.table.app import create_app
from cli.table.command import empty_app, quiet
from cli.table.guard import Guard
from cli.table.rendering import STATIC, static
from tests.api.pages.browsers import CHROMIUM, DRIVER, MISSING, Browser
from tests.cli.table.tables import SEED, NoHosts, begun
from tests.patience import PATIENCE

DESK, PHONE = (1366, 768), (390, 844)
MOST = 400  # steps of one turn


class Seen:
    """A browser at a table that is served on loopback."""

    def __init__(self, folder):
        self.server = make_server("127.0.0.1", 0, empty_app(), threaded=True, request_handler=quiet())
        self.guard = Guard(self.server.server_port)
        self.home = Home(folder / "home")
        self.server.app = create_app(Table(self.home, NoHosts(), self.guard, SEED))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.browser = Browser(self.server.server_port, folder / "profile", "127.0.0.1")
        self.browser.size(DESK)
        self.browser.open(self.guard.new_link())
        self.wait(lambda: self.browser.all(".list h1"))

    def close(self):
        self.browser.quit()
        self.server.shutdown()
        self.server.server_close()

    def wait(self, done):
        return WebDriverWait(self.browser.driver, PATIENCE, 0.02).until(lambda _: done())

    def sit(self, name="perikles", **more):
        game = begun(self.home, name, **more)
        self.browser.open(f"{self.guard.origin}{self.guard.home}games/{game}")
        return game

    @property
    def form(self):
        return self.browser.find("#step")

    @property
    def state(self):
        """What changes with every act: the phase and how many acts there were."""
        return self.browser.script(
            "const f = document.querySelector('#step');"
            "const whole = f && document.readyState === 'complete';"
            "return whole ? [f.phase.value, f.at.value, f.dataset.stage].join(' ') : ''"
        )

    @property
    def stage(self):
        return self.state.rpartition(" ")[2]

    @property
    def turn(self):
        return self.browser.find(".top h1").text

    def after(self, act):
        """Do something, and wait until the page has changed with it."""
        before = self.state
        act()
        self.wait(lambda: self.state not in (before, ""))


@pytest.fixture(scope="module")
def seen(tmp_path_factory) -> Iterator[Seen]:
    if not (CHROMIUM.exists() and DRIVER.exists()):
        pytest.skip(MISSING)
    seen = Seen(tmp_path_factory.mktemp("table"))
    yield seen
    seen.close()


@pytest.fixture(autouse=True)
def as_it_was(seen):
    seen.browser.without_scripts(False)
    seen.browser.size(DESK)
    seen.browser.media(prefers_color_scheme="light", prefers_reduced_motion="reduce")
    seen.browser.forget()


def play_turn(seen, step):
    """Every step until the second turn begins; gives how many there were."""
    for number in range(MOST):
        if "Turn 2" in seen.turn:
            return number
        seen.after(step)
    raise AssertionError(f"the turn was not over after {MOST} steps: {seen.turn}, {seen.state}")


@pytest.mark.soak
def test_a_whole_turn_is_played_by_click_alone_on_the_board_where_it_can_be(seen):
    seen.sit()
    clicked = {"board": 0, "button": 0}

    def click():
        """The first thing on the board that is lit; where nothing is, a button."""
        lit = [] if seen.stage != "step" else seen.browser.all(".drawn.wide .can")
        done = [one for one in seen.browser.all("#answer button.primary") if one.is_enabled()]
        if done and (seen.stage == "review" or "That is all" in done[0].text):
            done[0].click()
            clicked["button"] += 1
        elif lit:
            seen.browser.script(
                "const thing = arguments[0].querySelector('rect, circle, path, use, text');"
                "arguments[0].scrollIntoView({block: 'center'});"
                "thing.dispatchEvent(new MouseEvent('click', {bubbles: true}))",
                lit[0],
            )
            clicked["board"] += 1
        else:
            seen.browser.find("#answer .choices button").click()
            clicked["button"] += 1

    assert play_turn(seen, click) > 10
    assert clicked["board"] > clicked["button"] / 4
    assert seen.browser.complaints() == []


@pytest.mark.soak
def test_a_whole_turn_is_played_by_keyboard_alone(seen):
    seen.sit()

    def type_on():
        if seen.stage == "review":
            for _ in range(60):
                if seen.browser.tab().text == "Play it":
                    break
            seen.browser.press(Keys.ENTER)
        elif any(one.is_enabled() for one in seen.browser.all("#answer button.primary")):
            seen.browser.press(Keys.ENTER)
        else:
            seen.browser.press("1")

    assert play_turn(seen, type_on) > 10
    assert seen.browser.complaints() == []


@pytest.mark.soak
def test_a_whole_turn_is_played_without_scripts(seen):
    seen.browser.without_scripts()
    seen.sit()

    def press():
        buttons = [one for one in seen.browser.all("#answer button.primary") if one.is_enabled()]
        (buttons or seen.browser.all("#answer .choices button"))[0].click()

    seen.browser.without_scripts()
    assert play_turn_without_scripts(seen, press) > 10
    assert seen.browser.complaints() == []


def play_turn_without_scripts(seen, step):
    """The same, looked at without scripts of our own too."""
    for number in range(MOST):
        if "Turn 2" in seen.turn:
            return number
        seen.wait(lambda: seen.browser.all("#said"))  # the end of the page has come
        page = seen.browser.find("html")
        step()
        WebDriverWait(seen.browser.driver, PATIENCE, 0.02).until(lambda _, page=page: is_gone(page))
    raise AssertionError("the turn was not over")


def is_gone(element):
    try:
        element.is_enabled()
    except Exception:
        return True
    return False


@pytest.mark.soak
@pytest.mark.parametrize(("name", "scenario"), [("pericles", "14.1.01B"), ("polis", "standard")])
def test_the_other_titles_are_played_by_click_without_code_of_their_own(seen, name, scenario):
    seen.sit(name, scenario=scenario)
    answered = 0
    for number in range(120):
        if seen.stage == "over" or answered == 3:
            break

        def click(number=number):
            done = [one for one in seen.browser.all("#answer button.primary") if one.is_enabled()]
            choices = seen.browser.all("#answer .choices:not(details *) button:not([aria-pressed=true]):enabled")
            (done or [choices[number % len(choices)]])[0].click()

        answered += seen.stage == "review"
        seen.after(click)
    assert answered
    assert seen.browser.complaints() == []


def test_a_phone_shows_one_part_at_a_time_with_targets_for_thumbs(seen):
    seen.browser.size(PHONE)
    seen.sit()
    browser = seen.browser
    assert not browser.find("#board").is_displayed()
    assert browser.script("return document.scrollingElement.scrollWidth") <= PHONE[0]
    sizes = [one.size["height"] for one in browser.all("#answer button:not(.quiet), .foot a")]
    assert min(sizes) >= 44
    browser.find(".foot a").click()
    assert browser.find(".drawn.tall").is_displayed()
    assert not browser.find(".drawn.wide").is_displayed()
    assert browser.script("return document.scrollingElement.scrollWidth") <= PHONE[0]


def test_looking_back_changes_the_board_and_keeps_the_half_made_answer(seen):
    seen.sit()
    seen.after(lambda: seen.browser.find("#answer .choices button").click())
    seen.browser.find("body").send_keys(Keys.ARROW_LEFT)
    seen.wait(lambda: "Looking back" in seen.browser.find("#told").text)
    assert seen.stage == "review"
    assert "past" in seen.browser.find("body").get_attribute("class")
    assert not seen.browser.all("#stage .can")
    seen.browser.find("[data-go=last]").click()
    seen.wait(lambda: not seen.browser.find("#told").text)
    assert seen.stage == "review"


def test_the_live_line_tells_what_the_last_click_did(seen):
    seen.sit()
    assert seen.browser.find("#said").get_attribute("aria-live") == "polite"
    words = seen.browser.find("#answer .choices button").get_attribute("textContent").lstrip("1").partition(",")[0]
    seen.after(lambda: seen.browser.find("#answer .choices button").click())
    assert words in seen.browser.find("#said").get_attribute("textContent")


def test_a_screen_reader_is_told_every_control_by_name_and_headings_without_a_gap(seen):
    seen.sit()
    tree = seen.browser.tree()
    named = {"link", "button", "slider", "textbox", "region", "heading", "navigation", "searchbox"}
    assert [(role, name) for role, name in tree if role in named and not name.strip()] == []
    levels = seen.browser.script("return [...document.querySelectorAll('h1,h2,h3')].map(h => +h.tagName[1])")
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_the_page_asks_for_nothing_from_elsewhere(seen):
    seen.sit()
    asked = [url for url, _ in seen.browser.exchanges()]
    assert [url for url in asked if not url.startswith(seen.guard.origin)] == []


def test_script_and_style_are_small():
    sizes = {name: len(gzip.compress(static(name))) for name in STATIC}
    assert sizes["table.js"] + sizes["table.css"] < 16_000
    assert sizes["regular.woff2"] + sizes["bold.woff2"] < 40_000
