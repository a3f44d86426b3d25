"""A plan in Debian's chromium: made by clicks, put in order by keys, numbered on the board as it is in the list."""

from __future__ import annotations

import re

import pytest
from selenium.webdriver.common.keys import Keys

from tests.cli.table.seen import DESK, PHONE

NUMBERS = """
return Object.fromEntries([...document.querySelectorAll('#stage .wide .ghost .rank + text')].map(
  (one) => [one.textContent, [...one.parentElement.querySelectorAll('text')].at(-1).textContent]));
"""
MEET = """
const boxes = [...document.querySelectorAll('#stage .ghost')].filter((one) => one.getClientRects().length)
  .map((one) => one.getBoundingClientRect());
const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
return [boxes.length, boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => meet(a, b))).length];
"""


def step(seen, words):
    """Click the choice of that name, or the button."""
    found = seen.browser.all("#answer button")
    button = next(one for one in found if re.fullmatch(rf"\d?\s*{re.escape(words)}", one.text) and one.is_enabled())
    click(seen, button)


def click(seen, button):
    """The buttons at the foot of the answer stay in sight, and may lie over this one."""
    seen.browser.script("arguments[0].scrollIntoView({block: 'center'})", button)
    seen.after(button.click)


@pytest.fixture
def planned(seen):
    """Three markers in three theaters, after one that is placed now."""
    seen.sit("pericles", scenario="14.1.01A")
    placed = {"naupactus": "Military", "boeotia": "League", "athens": "Diplomatic", "isthmus": "Rumor"}
    for theater, marker in placed.items():
        if seen.stage == "review":
            step(seen, "And your other markers, in this order?")
        elif seen.stage == "plan":
            step(seen, "Add the next one")
        step(seen, marker)
        seen.after(seen.browser.find(f".wide [data-id='theater:{theater}']").click)
    return seen


def test_a_plan_is_made_by_clicks_ordered_by_keys_varied_and_kept_and_the_board_counts_with_it(planned):
    seen, browser = planned, planned.browser
    assert browser.script(NUMBERS) == {"1": "L Ar", "2": "D Ar", "3": "R Ar"}
    browser.find(".ranked li:nth-child(2) .words").send_keys(Keys.ALT, Keys.ARROW_UP)
    seen.wait(lambda: browser.script(NUMBERS)["1"] == "D Ar")
    assert "Athens" in browser.find(".ranked li").text
    browser.press(Keys.ALT, Keys.ARROW_DOWN)  # the focus went with the line
    seen.wait(lambda: browser.script(NUMBERS)["2"] == "D Ar")
    for size in (DESK, PHONE):
        for scheme in ("light", "dark"):
            browser.size(size)
            browser.media(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
            assert browser.script(MEET) == [4, 0]
    browser.size(DESK)
    browser.find(".ranked li:nth-child(2) summary").click()
    click(seen, browser.find("button[value='vary 1 1 1']"))
    assert ", otherwise in " in browser.find(".ranked li:nth-child(2)").text
    click(seen, browser.find("button[value='cut 0']"))
    assert browser.script(NUMBERS) == {"1": "D Ar", "2": "R Ar"}
    step(seen, "Keep the plan")
    assert (seen.stage, browser.script(NUMBERS)) == ("review", {})
    assert browser.complaints() == []
