"""The board in its stage: it fits, it is moved by whoever wants to, and it stays where somebody has put it."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.keys import Keys

from tests.cli.table.seen import PHONE
from tests.cli.table.tables import played_on

WINDOW = (1366, 700)
AT = """
const {a: scale, e: x, f: y} = new DOMMatrix(getComputedStyle(document.querySelector('#world')).transform);
const {left, top, width, height} = document.querySelector('#stage').getBoundingClientRect();
return {x, y, scale, middle: [left + width / 2, top + height / 2]};
"""
WHOLE = """
const stage = document.querySelector('#stage').getBoundingClientRect();
const scale = new DOMMatrix(getComputedStyle(document.querySelector('#world')).transform).a;
const [, upper, , high] = document.querySelector('#stage .wide [data-part=map]').dataset.box.split(' ').map(Number);
const top = document.querySelector('#world').getBoundingClientRect().top + upper * scale;
return top >= stage.top - 1 && top + high * scale <= stage.bottom + 1;
"""
ALL_THERE = """
const [stage, board] = ['#stage', '#world'].map((css) => document.querySelector(css).getBoundingClientRect());
return board.top >= stage.top - 1 && board.bottom <= stage.bottom + 1;
"""
GLIDES = "return document.querySelector('#world').style.transitionProperty"


@pytest.fixture
def table(seen):
    seen.browser.size(WINDOW)
    seen.sit()
    return seen


def at(table):
    return table.browser.script(AT)


def wheel(table, down):
    x, y = at(table)["middle"]
    turned = {"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": down}
    table.browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", turned)


def drag(table, across, down):
    x, y = at(table)["middle"]
    for kind, part in (("mousePressed", 0), ("mouseMoved", 0.5), ("mouseMoved", 1), ("mouseReleased", 1)):
        held = {"button": "left", "buttons": 1, "clickCount": 1}
        event = {"type": kind, "x": x + part * across, "y": y + part * down, **held}
        table.browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)


def far_below(table):
    """The board larger, and at its end, where nothing is lit."""
    table.browser.script("document.querySelector('#stage').focus({preventScroll: true})")
    table.browser.press(*"++++", *[Keys.PAGE_DOWN] * 5)


def touch(table, kind, *points):
    touched = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    table.browser.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})


def test_the_map_is_whole_beside_the_question_and_the_page_does_not_scroll(table):
    assert table.browser.script(WHOLE)
    assert table.browser.script("return document.scrollingElement.scrollHeight") == WINDOW[1]


def test_wheel_buttons_and_keys_make_the_board_larger_and_it_fits_again(table):
    fitted = at(table)
    larger = [lambda: wheel(table, -200), lambda: table.browser.find("[data-camera=larger]").click()]
    for make_larger in (*larger, lambda: table.browser.press("+")):
        make_larger()
        table.wait(lambda: at(table)["scale"] > fitted["scale"])
        table.browser.press("0")
        table.wait(lambda: at(table) == fitted)
    wheel(table, -200)
    table.wait(lambda: at(table)["scale"] > fitted["scale"])
    table.browser.press("-")
    table.browser.find("[data-camera=fit]").click()
    table.wait(lambda: at(table) == fitted)


def test_a_drag_moves_the_board_by_as_much_and_clicks_nothing(table):
    table.browser.press("+", "+")
    before, state = at(table), table.state
    drag(table, 60, -40)
    table.wait(lambda: at(table)["x"] == pytest.approx(before["x"] + 60, abs=1))
    assert at(table)["y"] == pytest.approx(before["y"] - 40, abs=1)
    assert (table.state, at(table)["scale"]) == (state, before["scale"])


def test_two_fingers_make_it_larger_and_carry_it_along(seen):
    seen.browser.size(PHONE)
    seen.sit("athens_sparta")
    before = at(seen)
    x, y = before["middle"]
    touch(seen, "touchStart", (x - 30, y), (x + 30, y))
    touch(seen, "touchMove", (x - 90, y), (x + 90, y))
    touch(seen, "touchEnd")
    seen.wait(lambda: at(seen)["scale"] == pytest.approx(before["scale"] * 3, rel=0.05))


def test_arrows_on_the_board_move_it_as_far_as_there_is_more_of_it(table):
    table.browser.press("+", "+")
    before = at(table)
    table.browser.script("document.querySelector('#stage').focus({preventScroll: true})")
    table.browser.press(Keys.ARROW_DOWN)
    assert at(table)["y"] < before["y"]
    assert not table.browser.all("body.past")
    table.browser.press(Keys.ARROW_UP)
    assert at(table) == before


def test_a_place_that_somebody_chose_survives_acts_and_is_left_when_nothing_lit_is_in_sight(table):
    table.browser.press("+")
    placed = at(table)
    table.after(lambda: table.browser.find("#answer .choices button").click())
    table.after(lambda: table.browser.find("#answer button[value=back]").click())
    assert at(table) == placed
    far_below(table)
    table.after(lambda: table.browser.find("#answer .choices button").click())
    table.after(lambda: table.browser.find("#answer button[value=back]").click())
    table.wait(lambda: table.browser.script(WHOLE))


def test_the_board_keeps_its_place_while_one_answer_is_made_in_the_tray_and_on_the_map(table):
    game = table.browser.path.rpartition("/")[2]
    played_on(table.home, game, 9)
    table.table.sittings.clear()
    table.open(f"games/{game}")
    placed = pytest.approx([at(table)[name] for name in ("x", "y", "scale")], abs=0.1)
    table.after(lambda: table.browser.find("#tray button").click())
    assert not table.browser.find("#tray button").is_enabled()
    assert [at(table)[name] for name in ("x", "y", "scale")] == placed
    table.after(lambda: table.browser.find("#answer .choices button").click())
    assert table.browser.find("#tray button").is_enabled()
    assert [at(table)[name] for name in ("x", "y", "scale")] == placed


def test_a_name_in_the_log_brings_its_thing_in_sight(table):
    far_below(table)
    far = at(table)
    table.after(lambda: table.browser.find("#answer .choices button").click())
    assert at(table) == far
    table.browser.script("document.querySelector('#side [data-ref]').click()")
    table.wait(lambda: at(table) != far)


def test_the_board_glides_only_for_who_does_not_mind(table):
    table.browser.press("+", "0")
    assert table.browser.script(GLIDES) == "none"
    table.browser.media(prefers_reduced_motion="no-preference")
    table.browser.press("+", "0")
    assert table.browser.script(GLIDES) == "transform"


def test_a_drawing_that_marks_no_parts_fits_as_a_whole(table):
    table.browser.script("for (const one of document.querySelectorAll('[data-part]')) delete one.dataset.part")
    table.after(lambda: table.browser.find("#answer .choices button").click())
    table.wait(lambda: table.browser.script(ALL_THERE))


ANEW = """
const world = document.querySelector('#world'), address = document.querySelector('[href*="light.js"]').href;
world.innerHTML = world.innerHTML;
import(address).then(({light}) => light()).then(arguments[0]);
"""


def test_a_board_that_news_have_drawn_anew_lies_where_somebody_has_put_it(table):
    table.browser.press("+", "+")
    placed = at(table)
    table.browser.driver.execute_async_script(ANEW)
    assert at(table) == placed
    table.browser.press("0")
    assert table.browser.script(WHOLE)
