"""The table in Debian's chromium: what a page shows, says and asks for."""

from __future__ import annotations

import gzip
from itertools import pairwise

from selenium.webdriver.common.keys import Keys

from cli.table.rendering import LATE, SCRIPTS, STATIC, static
from tests.cli.table.seen import DESK, PHONE
from tests.cli.table.tables import played_on

HEIGHT = "return document.querySelector('#stage').getBoundingClientRect().height"


def test_on_a_phone_the_question_is_a_sheet_over_the_board_with_targets_for_thumbs(seen):
    seen.browser.size(PHONE)
    seen.sit()
    browser = seen.browser
    sizes = [one.size["height"] for one in browser.all("#answer button:not(.quiet), .foot a") if one.is_displayed()]
    assert min(sizes) >= 44
    assert browser.find(".drawn.tall").is_displayed()
    assert not browser.find(".drawn.wide").is_displayed()
    half = browser.script(HEIGHT)
    browser.find("#handle").click()
    most = browser.script(HEIGHT)
    browser.find("#handle").click()
    low = browser.script(HEIGHT)
    assert most < half < low
    assert half >= 190
    assert browser.find("#asked").is_displayed()
    browser.find("#handle").send_keys(Keys.ARROW_UP)
    assert browser.script(HEIGHT) == half
    assert browser.script("return document.scrollingElement.scrollWidth") <= PHONE[0]


def swipe(browser, css, down):
    x, y = browser.script(
        "const {left, top, width, height} = document.querySelector(arguments[0]).getBoundingClientRect();"
        "return [left + width / 2, top + height / 2]",
        css,
    )
    for kind, points in (("touchStart", [y]), ("touchMove", [y + down]), ("touchEnd", [])):
        touched = [{"x": x, "y": at} for at in points]
        browser.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})


def test_the_sheet_follows_a_swipe_and_rises_when_the_answer_is_made(seen):
    seen.browser.size(PHONE)
    seen.sit()
    browser = seen.browser
    half = browser.script(HEIGHT)
    swipe(browser, "#asked", 60)
    seen.wait(lambda: browser.script(HEIGHT) > half)
    seen.after(lambda: browser.script("document.querySelector('#answer .choices button').click()"))
    assert seen.stage == "review"
    assert browser.find("[name=word]").is_displayed()
    assert browser.script("return document.documentElement.dataset.sheet") == "half"


def test_what_stands_beside_the_table_covers_it_on_a_phone_until_one_goes_back(seen):
    seen.browser.size(PHONE)
    seen.sit()
    browser = seen.browser
    log = browser.find(".foot a[href='#log']")
    log.click()
    assert browser.find("#log").is_displayed()
    assert not browser.find("#asked").is_displayed()
    log.click()
    assert browser.find("#asked").is_displayed()
    log.click()
    browser.find(".to-the-table").click()
    assert not browser.find("#log").is_displayed()
    assert browser.find("#asked").is_displayed()


SMALLEST = """
const board = document.querySelector('#stage .wide');
const scale = board.getBoundingClientRect().width / board.viewBox.baseVal.width;
return Math.min(...[...board.querySelectorAll('text')].map(one => parseFloat(getComputedStyle(one).fontSize) * scale));
"""


IN_SIGHT = """
const { bottom } = document.querySelector('#stage').getBoundingClientRect();
const words = [...document.querySelectorAll('#stage .wide text')];
return words.filter((one) => one.getBoundingClientRect().top < bottom).map((one) => one.textContent).join(' ');
"""


def test_in_a_small_window_the_map_fits_beside_the_question_and_a_key_shows_what_lies_below_it(seen):
    browser = seen.browser
    browser.size((1280, 720))
    seen.sit()
    assert browser.script(SMALLEST) >= 11
    assert browser.script("return document.scrollingElement.scrollHeight") == 720
    assert "Influence deck" not in browser.script(IN_SIGHT)
    browser.press(Keys.PAGE_DOWN)
    seen.wait(lambda: "Influence deck" in browser.script(IN_SIGHT))
    assert all(0 < one.location["y"] < 720 for one in browser.all("#answer .choices button"))


NESTED = """
document.querySelector('#stage').insertAdjacentHTML('beforeend', `<svg class="drawn"><g class="can"><title>one</title>
<g class="pale"><title>another</title><use/><text id="two">x2</text></g></g></svg>`);
const found = getComputedStyle(document.querySelector('#two'));
return [found.opacity, found.strokeDasharray];
"""


def test_equal_pieces_of_which_one_may_be_chosen_are_neither_pale_nor_dashed(seen):
    seen.sit()
    assert seen.browser.script(NESTED) == ["1", "none"]


def test_what_is_pointed_at_is_put_into_words_and_the_board_stays_where_it_is(seen):
    seen.sit()
    browser = seen.browser
    before = browser.find("#stage").rect
    browser.all(".wide [data-id='place:plataea'] text")[-1].click()
    assert "slot" in browser.find("#closer").text
    assert browser.find("#stage").rect == before
    assert [one for one in browser.findings() if "scrollable" in one] == []


def test_looking_back_changes_the_board_and_keeps_the_half_made_answer(seen):
    seen.sit()
    seen.after(lambda: seen.browser.find("#answer .choices button").click())
    assert seen.browser.find(".wide .ghost").is_displayed()
    seen.browser.find("body").send_keys(Keys.ARROW_LEFT)
    seen.wait(lambda: "Looking back" in seen.browser.find("#told").text)
    assert seen.stage == "review"
    assert "past" in seen.browser.find("body").get_attribute("class")
    assert not seen.browser.all("#stage .can, #stage .ghost")
    assert not seen.browser.all("#stage .tall")  # a board is fetched in one shape, and takes its signs from the one now
    assert seen.browser.script("return document.querySelector('#stage #wide-coast').getBBox().width") > 500
    seen.browser.size(PHONE)
    seen.wait(lambda: seen.browser.all("#stage .tall"))
    seen.browser.size(DESK)
    seen.wait(lambda: seen.browser.all("#stage .wide"))
    seen.browser.find("[data-go=last]").click()
    seen.wait(lambda: not seen.browser.find("#told").text)
    assert seen.stage == "review"
    assert seen.browser.all(".wide .ghost")
    seen.after(lambda: seen.browser.find("button[value=back]").click())
    assert not seen.browser.all("#stage .ghost")


def test_a_phase_in_the_log_is_looked_back_at_without_leaving_the_page(seen):
    game = seen.sit()
    played_on(seen.home, game, 1)
    seen.table.sittings.clear()
    seen.browser.size(PHONE)
    seen.open(f"games/{game}")
    seen.browser.find(".foot a[href='#log']").click()
    seen.browser.script("window.isSame = true")
    seen.browser.all("#log a.jump")[-1].click()
    seen.wait(lambda: "Looking back" in seen.browser.find("#told").text)
    assert seen.browser.script("return window.isSame && document.documentElement.dataset.sheet") == "low"
    assert seen.browser.find("[data-go=last]").is_displayed()


def test_a_board_that_comes_late_does_not_take_the_place_of_what_is_looked_at_since(seen):
    seen.sit()
    page = seen.browser.find("body")
    for _ in ("which there are", "the board"):  # one is fetched after the other
        go_on = seen.browser.hold(lambda: page.send_keys(Keys.ARROW_LEFT))
        page.send_keys(Keys.END)
        go_on()
        assert not seen.browser.all("body.past")
    assert seen.browser.all("#stage .can")


def test_a_click_while_the_program_looks_ahead_is_not_lost_and_counts_once(seen):
    seen.sit()
    go_on = seen.browser.hold(lambda: seen.browser.find(".tabs a[href='#ahead']").click())
    for _ in range(2):
        seen.browser.find("#answer .choices button").click()
    seen.after(go_on)
    assert seen.stage == "review"
    assert not seen.browser.all("#answer .notice")
    assert seen.browser.all("#ahead .foreseen")


TICKED = """
const ticks = document.querySelectorAll('#answer .choices button[aria-pressed]');
return [...ticks].map((one) => one.ariaPressed === 'true').filter((on, place) => on || place < 3);
"""


def test_ticks_that_follow_each_other_faster_than_the_program_answers_all_count(seen):
    seen.sit("pericles")
    first, second, third, *_ = seen.browser.all("#answer .choices button[aria-pressed]")
    go_on = seen.browser.hold(first.click)
    for one in (first, second, third):  # the first one twice, as by a double click
        one.click()
    go_on()
    seen.wait(lambda: seen.browser.script(TICKED) == [True, True, True])
    assert not seen.browser.all("#answer .notice")


def test_what_is_pressed_stays_there_until_it_is_let_go(seen):
    seen.sit("pericles")
    first, second, *_ = seen.browser.all("#answer .choices button[aria-pressed]")
    go_on = seen.browser.hold(first.click)
    left, top, width, height = (second.rect[edge] for edge in ("x", "y", "width", "height"))
    seen.mouse("mousePressed", (left + width / 2, top + height / 2))
    go_on()
    seen.browser.script("return new Promise((then) => setTimeout(then, 100))")
    seen.mouse("mouseReleased", (left + width / 2, top + height / 2))
    seen.wait(lambda: seen.browser.script(TICKED)[:2] == [True, True])


def test_one_more_is_one_more_however_fast_it_is_clicked(seen):
    seen.sit("polis", scenario="second_war", seed="5")  # which units are sent away is asked first
    more = seen.browser.all("#answer button[aria-label^='one more']")[1]
    go_on = seen.browser.hold(more.click)
    more.click()
    go_on()
    seen.wait(lambda: seen.browser.script("return document.querySelectorAll('.amount output')[1].textContent") == "2")


ADVICE = """
const advice = document.querySelector('#advice')?.getBoundingClientRect();
const panel = document.querySelector('#answer').getBoundingClientRect();
return advice ? [window.stays, advice.bottom <= Math.min(panel.bottom, innerHeight), advice.top >= panel.top] : null;
"""


def test_the_live_line_tells_what_the_last_click_did(seen):
    seen.sit()
    assert seen.browser.find("#said").get_attribute("aria-live") == "polite"
    seen.browser.script("window.stays = true; document.querySelector('#answer [value=advice]').click()")
    assert seen.wait(lambda: seen.browser.script(ADVICE)) == [True, True, True]
    assert "A bot in your place" in seen.browser.find("#said").get_attribute("textContent")
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


def test_what_books_call_a_thing_is_in_a_bubble_after_a_rest_on_it_and_on_its_focus(seen):
    seen.sit()
    browser = seen.browser
    bubble = browser.find("#bubble")
    assert not bubble.is_displayed()
    city = browser.all("#stage .wide [data-id='city:argos'] text")[0].rect
    browser.driver.execute_cdp_cmd(
        "Input.dispatchMouseEvent", {"type": "mouseMoved", "x": city["x"] + 3, "y": city["y"] + 3}
    )
    seen.wait(lambda: bubble.text == "In books: argos")
    browser.press(Keys.TAB)
    browser.script("document.querySelector('#answer .choices button').focus()")
    seen.wait(lambda: bubble.text == "In books: athens")
    browser.driver.execute_cdp_cmd(
        "Input.dispatchMouseEvent", {"type": "mousePressed", "x": 1, "y": 1, "button": "left"}
    )
    assert not bubble.is_displayed()


def test_what_a_thing_does_is_in_a_bubble_at_a_click_on_its_word_and_under_a_finger_that_stays(seen):
    game = seen.sit()
    browser = seen.browser
    bubble = browser.find("#bubble")
    word = browser.find(".prompt [data-ref='help:cube']")
    word.click()
    seen.wait(lambda: bubble.text.startswith("Cube: A follower of yours."))
    assert browser.driver.current_url.endswith(f"games/{game}")
    place, before = browser.find("#answer .choices button").rect, seen.state
    at = {"x": place["x"] + 20, "y": place["y"] + 10}
    browser.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    seen.wait(lambda: bubble.text == "In books: athens")
    browser.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    browser.driver.execute_cdp_cmd(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 1, "y": 1}]}
    )
    seen.wait(lambda: not bubble.is_displayed())
    assert seen.state == before


def test_script_and_style_are_small():
    sizes = {name: len(gzip.compress(static(name))) for name in STATIC}
    assert sum(sizes[name] for name in (*SCRIPTS, "table.css")) < 34_000
    assert sum(sizes[name] for name in LATE) < 7_000
    assert sizes["regular.woff2"] + sizes["bold.woff2"] < 40_000


def test_what_ends_the_game_is_asked_once_more_with_scripts_as_without(seen):
    seen.sit("polis")
    browser = seen.browser
    browser.all("#answer details summary")[0].click()
    seen.after(lambda: browser.find("#answer button[value='add D18']").click())
    while seen.stage == "step":
        seen.after(lambda: browser.find("#answer button[value=default]").click())
    seen.after(lambda: browser.find("#answer button.primary").click())
    assert seen.stage == "sure"
    seen.after(lambda: browser.find("#answer button.primary").click())
    assert seen.stage == "review"
    seen.after(lambda: browser.find("#answer button.primary").click())
    seen.after(lambda: browser.find("#answer button[name=word]").click())
    assert seen.stage == "over"
