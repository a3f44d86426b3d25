"""What may be chosen is in sight or in the tray: at a desk and on a phone, for the questions of every title."""

from __future__ import annotations

import pytest

from tests.cli.table.seen import PHONE
from tests.cli.table.tables import SEED, played_on

WINDOW = (1366, 700)
STEPS = 4  # of one answer
FAULTS = r"""
const all = (css) => [...document.querySelectorAll(css)], drawn = (one) => one.getClientRects().length > 0;
const [stage] = all('#stage'), frame = stage.getBoundingClientRect(), grounds = arguments[0];
const isSeen = (one) => {
  const {left, right, top, bottom, width, height} = one.getBoundingClientRect();
  const across = Math.min(right, frame.right) - Math.max(left, frame.left);
  const down = Math.min(bottom, frame.bottom) - Math.max(top, frame.top);
  return across > .6 * width && down > .6 * height;
};
const isVague = (one) => one.matches('.some') && grounds.includes(one.closest('[data-part]').dataset.part);
const held = new Set(all('#tray [data-holds]').flatMap((one) => one.dataset.holds.split(' ')));
const seen = [...all('#stage .drawn [data-id]').filter((one) => drawn(one) && isSeen(one)), ...all('.seat')];
const there = new Set(seen.map((one) => one.dataset.id));
const can = all('#stage .drawn .can[data-id]').filter((one) => drawn(one) && !isVague(one));
const lit = can.map((one) => one.dataset.id);
const hidden = [...new Set(lit)].filter((id) => !there.has(id) && !held.has(id)).map((id) => `out of sight: ${id}`);
const covered = all('#handle, #answer .go button').filter(drawn).filter((one) => {
  const {left, top, width, height} = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((one) => `covered: ${one.outerHTML.slice(0, 80)}`);
const {scrollWidth, scrollHeight} = document.scrollingElement;
const isLong = scrollWidth > innerWidth || scrollHeight > innerHeight;
const scrolls = isLong ? [`scrolls: ${scrollWidth} x ${scrollHeight}`] : [];
const small = innerWidth < 701 && frame.height < 190 ? [`the board is ${frame.height} high`] : [];
return [...hidden, ...covered, ...scrolls, ...small];
"""
GROUNDS = ["map", "issue-tracks", "locations", "cities", "poleis", "markets"]
FIRST = """
const [choice] = document.querySelectorAll('#step > .choices button:enabled:not([aria-pressed=true])');
const go = choice ?? document.querySelector('#answer button.primary[name=act]:enabled');
document.querySelector('#step').dataset.old = '';
go?.click();
return Boolean(go);
"""


def faults(seen):
    is_phone = seen.browser.script("return innerWidth") == PHONE[0]
    return seen.browser.script(FAULTS, [*GROUNDS, "battle"] if is_phone else GROUNDS)


def look_through(seen):
    """Every step of the open answer, as the first choice of each leads on, at a desk and on a phone."""
    found = {}
    for _ in range(STEPS):
        for size in (PHONE, WINDOW):
            seen.browser.size(size)
            seen.wait(lambda size=size: seen.browser.script("return innerWidth") == size[0])
            if faults(seen):
                seen.wait(lambda: seen.browser.script("return new Promise(requestAnimationFrame)") or True)
            if wrong := faults(seen):
                found[f"{seen.turn}: {seen.browser.find('#asked').text}, {size[0]}"] = wrong
        if seen.stage != "step":
            break
        if not seen.browser.script(FIRST):
            break
        seen.wait(lambda: seen.browser.all("#step:not([data-old])"))
    return found


@pytest.mark.parametrize(
    ("name", "scenario", "phases"),
    [
        pytest.param("perikles", "standard", (0, 1, 9), marks=pytest.mark.soak),
        pytest.param("pericles", "14.3", (0, 6, 14), marks=pytest.mark.soak),
        pytest.param("pericles", "14.1.01A", (0,), marks=pytest.mark.soak),
        pytest.param("polis", "standard", (0, 2, 21), marks=pytest.mark.soak),
        ("athens_sparta", "war", (0, 2)),
    ],
)
def test_what_may_be_chosen_is_in_sight_or_in_the_tray(seen, name, scenario, phases):
    game, at, found = seen.sit(name, scenario=scenario), 0, {}
    for phase in phases:
        seen.table.sittings.clear()
        played_on(seen.home, game, phase - at)
        at = phase
        seen.open(f"games/{game}")
        found |= look_through(seen)
    assert found == {}
    assert seen.browser.complaints() == []


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "scenario"),
    [("perikles", "standard"), ("pericles", "14.3"), ("polis", "standard"), ("athens_sparta", "war")],
)
def test_through_a_whole_game_what_may_be_chosen_is_in_sight_or_in_the_tray(seen, name, scenario):
    game, found = seen.sit(name, scenario=scenario, seed=SEED), {}
    while seen.stage != "over":
        found |= look_through(seen)
        seen.table.sittings.clear()
        played_on(seen.home, game, 1)
        seen.open(f"games/{game}")
    assert found == {}
    assert seen.browser.complaints() == []


@pytest.fixture
def tiles(seen):
    """A question whose answers lie below the map."""
    seen.browser.size(WINDOW)
    game = seen.sit()
    played_on(seen.home, game, 1)
    seen.table.sittings.clear()
    seen.open(f"games/{game}")
    return seen


LIT = """
const ids = (css) => [...new Set([...document.querySelectorAll(css)].map((one) => one.dataset.id))];
const answers = [...document.querySelectorAll('#step > .choices > .ref')];
return [ids('#stage .wide .ref'), ids('#tray .ref'), answers.length];
"""


MIDDLE = """
document.querySelector(arguments[0]).scrollIntoView({block: 'nearest'});
const {left, top, width, height} = document.querySelector(arguments[0]).getBoundingClientRect();
return [left + width / 2, top + height / 2];
"""
LAST = "#tray > button:last-child"


def point_at(seen, css):
    x, y = seen.browser.script(MIDDLE, css)
    seen.browser.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})
    return seen.browser.script(LIT)


def test_a_thing_in_the_tray_and_its_answer_light_each_other_and_the_click_is_the_answer(tiles):
    [tile] = point_at(tiles, LAST)[1]
    assert point_at(tiles, LAST) == [[tile], [tile], 1]
    assert point_at(tiles, f"#answer [data-ids~='{tile}'] button") == [[tile], [tile], 0]
    before = tiles.state
    tiles.click(tiles.browser.script(MIDDLE, LAST))
    tiles.wait(lambda: tiles.state not in (before, ""))
    assert tiles.browser.all(".so-far") or tiles.stage == "review"


def test_a_thing_in_the_tray_is_chosen_by_keyboard(tiles):
    first = tiles.browser.find("#tray button")
    assert first.accessible_name in [one.accessible_name for one in tiles.browser.all("#answer .choices button")]
    tiles.browser.script("document.querySelector('#tray button').focus()")
    tiles.after(lambda: tiles.browser.press(" "))


def test_what_all_answers_share_lights_none_of_them(tiles):
    tiles.browser.script(
        "for (const one of document.querySelectorAll('#step > .choices > li')) one.dataset.ids += ' city:argos'"
    )
    assert "city:argos" not in point_at(tiles, "#answer .choices button")[0]
    assert point_at(tiles, "#stage .wide [data-id='city:argos'] text") == [["city:argos"], [], 0]


def test_where_the_tray_holds_every_answer_a_phone_folds_the_words_until_they_are_wanted(tiles):
    tiles.browser.size(PHONE)
    tiles.open(f"games/{tiles.browser.path.rpartition('/')[2]}")
    words = tiles.browser.find("#answer .choices")
    assert not words.is_displayed()
    for size in (WINDOW, PHONE):  # another drawing each time
        tiles.browser.size(size)
        tiles.wait(lambda wide=size is WINDOW: words.is_displayed() == wide)
    assert len(tiles.browser.all(".unfold")) == 1
    tiles.browser.find(".unfold button").click()
    assert words.is_displayed()
    assert not tiles.browser.find(".unfold").is_displayed()
