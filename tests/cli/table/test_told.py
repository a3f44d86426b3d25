"""Scenes in Debian's chromium: they are told one after another, by themselves and by key, beside the log's words."""

from __future__ import annotations

import re

import pytest
from selenium.webdriver.common.keys import Keys

from adjudicator.kernel.scenes.grouping import Told
from cli.seat.local import open_saved
from cli.table.shown.scenes import WEIGHTY
from tests.cli.table.seen import QUIET
from tests.cli.table.tables import SEED, begun, played_on


@pytest.fixture
def since(seen):
    """A game at its next question after battles, and the scenes since the last answer."""
    game = begun(seen.home)
    played_on(seen.home, game, 15)
    seen.table.sittings.clear()
    at_it = open_saved(seen.home, game, SEED)
    told = [Told(one.phase, one.events) for one in at_it.chapters()]
    last = at_it.answered[-1]
    return game, [one for one in at_it.rules.in_scenes(told, at_it.now().view) if one.after.phase >= last]


def letters(text):
    return re.sub(r"\W", "", text)


HEADING = "return (document.querySelector('#scene h2') ?? document.querySelector('#scene .chapter'))?.innerText ?? ''"

GROWN = """  // as if the first row had been told in a phase before: it stands there at once, as its board is asked for
const [phase] = arguments, real = fetch;
let met;
window.fetch = async (...asked) => {
  const [, moment] = String(asked[0]).split("/moment/");
  if (moment) met ??= [document.querySelectorAll("#scene .row").length, moment.split("?")[0]];
  const got = await real(...asked), text = await got.text();
  return new Response(text.replace(`data-phase="${phase}"`, `data-phase="${phase - 1}"`), got);
};
return import(`${document.body.dataset.root}static/scenes.js`).then(({ open }) => open("", phase - 1)).then(() => met);
"""


def test_a_turn_is_told_by_itself_and_stepped_through_by_space_as_the_log_has_it(seen, since):
    game, scenes = since
    browser = seen.browser
    assert {one.shape for one in scenes} & set(WEIGHTY)
    seen.open()
    browser.script("localStorage.removeItem('ostraka-scenes-wait')")
    seen.open(f"games/{game}")
    log = letters(browser.find("#log").get_attribute("textContent"))
    listed = []
    for scene in scenes:
        wanted = scene.heading if scene.rows else scene.chapters[0]
        seen.wait(lambda wanted=wanted: letters(wanted) in letters(browser.script(HEADING)))
        seen.wait(lambda scene=scene: len(browser.all("#scene .row")) == len(scene.rows))
        assert browser.find("body").get_attribute("class").split()[-1] == "past"
        card = letters(browser.find("#scene .told-card").get_attribute("textContent"))
        for row in scene.rows:
            assert letters(row.words) in card
            assert letters(row.words) in log
        listed.append(browser.find("#scenes [aria-current]").text.partition("\n")[0])
        browser.press(Keys.SPACE)
    seen.wait(lambda: browser.find("#answer").is_displayed())
    assert not browser.all("#scene, #veil, body.past")
    assert [letters(one) for one in listed] == [letters(one.heading if one.rows else one.chapters[0]) for one in scenes]
    seen.open(f"games/{game}")  # told once
    assert browser.find("#answer").is_displayed()
    last = scenes[0].after.phase
    assert browser.script(GROWN, last) == [1, f"{last}/0"]
    browser.script(QUIET)
    assert browser.complaints() == []


def test_the_light_falls_on_what_a_scene_is_about_and_keys_lead_through_all_of_it(seen, since):
    game, scenes = since
    browser = seen.browser
    seen.open(f"games/{game}")
    browser.press("s")
    seen.wait(lambda: browser.all("#scene .row"))
    first = browser.script(HEADING)
    battle = next(place for place, one in enumerate(scenes) if one.shape == "battle")
    browser.find(f"#scenes [data-place='{battle}']").click()
    seen.wait(lambda: browser.script(HEADING) != first or not battle)
    seen.wait(lambda: browser.all("#veil .rim"))
    browser.find("#scene").send_keys(Keys.ARROW_RIGHT)
    seen.wait(lambda: browser.find("#scenes [aria-current]").get_attribute("data-place") == str(battle + 1))
    browser.find("#scene").send_keys(Keys.ARROW_LEFT)
    seen.wait(lambda: browser.find("#scenes [aria-current]").get_attribute("data-place") == str(battle))
    browser.find("#scene").send_keys(Keys.HOME)
    seen.wait(lambda: browser.script(HEADING) == first)
    browser.find("#scene").send_keys(Keys.ESCAPE)
    seen.wait(lambda: browser.find("#answer").is_displayed())
    assert browser.all("#stage .can")


def test_one_looks_back_scene_by_scene(seen, since):
    game, scenes = since
    browser = seen.browser
    seen.open(f"games/{game}")
    for scene in scenes[-2:-5:-1]:
        browser.press(Keys.ARROW_LEFT)
        seen.wait(lambda scene=scene: f"after {scene.heading}" in browser.find("#told").text)
        assert browser.find(f"#log .at[data-phase='{scene.after.phase}']")
    browser.press(Keys.ARROW_RIGHT)
    seen.wait(lambda: f"after {scenes[-3].heading}" in browser.find("#told").text)
    browser.press(Keys.END)
    seen.wait(lambda: not browser.all("body.past"))
