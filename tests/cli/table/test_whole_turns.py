"""Whole turns at the table in Debian's chromium: by click, by keyboard and without scripts; nothing in the console."""

from __future__ import annotations

from itertools import cycle

import pytest
from selenium.webdriver.common.keys import Keys

from tests.cli.table.seen import DESK, PHONE
from tests.cli.table.tables import SEED

MOST = 120  # steps of one turn
LOOKS = [(size, scheme) for size in (DESK, PHONE) for scheme in ("light", "dark")]


def is_over(seen, until):
    return until in seen.turn or bool(seen.browser.all("#step[data-stage=over]"))


@pytest.mark.parametrize(
    ("name", "scenario", "seed", "until"),
    [
        ("perikles", "standard", SEED, "Turn 2"),
        ("pericles", "14.1.01B", SEED, "Turn 2"),
        ("polis", "standard", "a", "round 4"),  # it begins with the third
        ("athens_sparta", "war", SEED, "Game Turn 2"),
    ],
)
def test_a_whole_turn_is_played_by_click_alone_on_the_board_where_it_can_be(seen, name, scenario, seed, until):
    browser, looks = seen.browser, cycle(LOOKS)
    seen.sit(name, scenario=scenario, seed=seed)
    clicked = {"board": 0, "button": 0}
    for _ in range(MOST):
        if is_over(seen, until):
            break
        if seen.stage == "review":  # the next phase in another window
            size, scheme = next(looks)
            browser.size(size)
            browser.media(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
            assert browser.script("return document.scrollingElement.scrollWidth") <= size[0]
        what, said, point = seen.next_click
        assert point, (what, said, seen.state)
        seen.after(lambda point=point: seen.click(point))
        clicked[what] += 1
    assert is_over(seen, until)
    assert sum(clicked.values()) > 6
    assert clicked["board"] > 1
    assert browser.complaints() == []


def test_a_whole_turn_is_played_by_keyboard_alone(seen):
    seen.sit("pericles", scenario="14.1.01B")
    browser = seen.browser
    for _ in range(MOST):
        if seen.stage == "over":
            break
        seen.after(lambda: type_on(browser))
    assert seen.stage == "over"
    assert browser.complaints() == []


def type_on(browser):
    """The key of a choice that is not chosen yet; Enter, when enough is; in the review Tab as far as *Play it*."""
    if browser.all("[name=word]"):
        for _ in range(20):
            if browser.tab().text == "Play it":
                break
        browser.press(Keys.ENTER)
    elif browser.all("#answer button.primary:enabled"):
        browser.press(Keys.ENTER)
    else:
        browser.press(browser.find("[data-key]:enabled:not([aria-pressed=true])").get_attribute("data-key"))


def test_a_whole_turn_is_played_without_scripts(seen):
    seen.browser.without_scripts()
    seen.sit("athens_sparta")
    for _ in range(MOST):
        if is_over(seen, "Game Turn 2"):
            break
        buttons = seen.browser.all("#answer button.primary:enabled") or seen.browser.all("#answer .choices button")
        seen.after(buttons[0].click)
    assert is_over(seen, "Game Turn 2")
    assert seen.browser.complaints() == []
