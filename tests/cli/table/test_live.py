"""What comes is put in place on a page that is open, and nothing that somebody has begun there is lost."""

from __future__ import annotations

import pytest

from adjudicator.registry import title
from cli.client import Client
from cli.errors import TrustBroken, Unreachable
from cli.home.settings import settle, settled
from cli.seat.hosted import HostedGame
from cli.seat.local import begin
from tests.cli.table.tables import hosts_of
from tests.patience import PATIENCE, wait_until

PERIKLES = title("perikles")
NEWS = 6
HALF_MADE = """
const text = document.querySelector('#text'), camera = getComputedStyle(document.querySelector('#world')).transform;
const at = document.querySelector('#side').scrollTop;
return [document.querySelector('#step').at.value, text.value, text.selectionStart, document.activeElement.id,
        document.querySelector('[name=to]').checked, document.querySelector('#answer details').open, at,
        camera, window.kept === document.querySelector('#answer').firstElementChild];
"""
BEGIN = """
document.querySelector('#answer details').open = true;
document.querySelector('[name=to]').checked = true;
document.querySelector('[data-camera=larger]').click();
window.kept = document.querySelector('#answer').firstElementChild;
const text = document.querySelector('#text');
text.value = 'Half a sentence';
text.focus();
text.setSelectionRange(4, 4);
"""


@pytest.fixture
def at_host(seen, table, monkeypatch):
    """Has somebody sit at the page of a game at a host."""
    sat = []

    def sit(who):
        hosts = hosts_of(table, who)
        sat.append(hosts)
        monkeypatch.setattr(seen.table, "hosts", hosts)
        monkeypatch.setattr(seen.table, "home", hosts.home)
        seen.open(f"games/{table.game}")

    yield sit
    seen.browser.driver.get("about:blank")
    for hosts in sat:
        hosts.lock()
    seen.table.clear()


@pytest.fixture
def asked(at_host, table):
    """Who is asked, at their page, with their seat."""
    who, seat = table.asked()
    at_host(who)
    return who, seat


def text_of(seen, css):
    return seen.browser.script("return document.querySelector(arguments[0])?.textContent ?? ''", css)


def tell(seen):
    """Have the page look again, as when the table has something new of its game."""
    [name] = [one for one in seen.table.sittings if one in seen.browser.driver.current_url]
    seen.table.news.mark(name)


def test_a_half_made_answer_survives_news_and_is_said_not_to_count_when_its_phase_is_over(seen, table, asked):
    (who, own), (other, seat), browser = asked, table.waiting(), seen.browser
    browser.find(".tabs a[href='#press']").click()
    seen.after(lambda: browser.find("#answer .choices button").click())
    browser.script(BEGIN)
    before = browser.script(HALF_MADE)
    for number in range(1, NEWS + 1):
        table.client(other).send_press(table.game, seat, [own], f"Word {number}")
        seen.wait(lambda: f"Word {number}" in text_of(seen, ".messages"))  # noqa: B023 - called at once
    assert browser.script(HALF_MADE) == before
    assert text_of(seen, "[data-live=press-count]") == str(NEWS)
    browser.script("window.stays = true")
    board = browser.find("#stage").get_attribute("data-drawn")
    table.play_one_phase()  # from another device
    seen.wait(lambda: browser.find("#stage").get_attribute("data-drawn") != board)
    assert "The phase was cut before your half-made answer was sent." in text_of(seen, "#notices")
    assert browser.script("return [window.stays, document.querySelector('#text').value]") == [True, "Half a sentence"]
    assert browser.script("return document.activeElement.id") == "text"
    assert f"{who} put a cube" in text_of(seen, "#log")
    assert browser.complaints() == []


ICON = "return document.querySelector('link[rel=icon]').href.split('/').at(-1)"


def until_asked(table, who):
    """Play until somebody is asked who was not."""
    while table.asked()[0] != who:
        table.play_one_phase()


def test_ones_turn_comes_by_itself_with_its_question_its_title_and_its_icon(seen, table, at_host):
    who, _ = table.waiting()
    at_host(who)
    browser = seen.browser
    assert (browser.driver.title.partition(":")[0], browser.script(ICON), seen.stage) == (
        "Waiting",
        "icon.svg",
        "waiting",
    )
    browser.script("window.stays = true")
    until_asked(table, who)
    seen.wait(lambda: browser.driver.title.startswith("● Your turn: Sherds"))
    assert (browser.script(ICON), seen.stage) == ("icon-turn.svg", "step")
    assert browser.all("#stage .can")
    assert browser.script("return window.stays")


def test_who_looks_back_goes_on_looking_while_the_game_goes_on(seen, table, asked):
    browser = seen.browser
    table.play_one_phase()
    seen.wait(lambda: browser.all("#when"))
    browser.find("[data-go=first]").click()
    seen.wait(lambda: browser.all("body.past"))
    told, drawn = text_of(seen, "#told"), browser.script("return document.querySelector('#stage').innerHTML")
    slider = "const { max, value } = document.querySelector('#when'); return [max, value]"
    last, _ = browser.script(slider)
    table.play_one_phase()
    seen.wait(lambda: browser.script(slider)[0] != last)
    assert (text_of(seen, "#told"), browser.script(slider)[1]) == (told, "0")
    assert browser.script("return document.querySelector('#stage').innerHTML") == drawn
    browser.find("[data-go=last]").click()
    seen.wait(lambda: not browser.all("body.past"))
    assert seen.browser.script("return document.querySelector('#stage').innerHTML") != drawn


def test_a_host_that_does_not_answer_is_told_of_and_its_return_too(seen, asked, monkeypatch):
    def nobody(*_, **__):
        raise Unreachable("No host answers.")

    with monkeypatch.context() as gone:
        gone.setattr(Client, "feed", nobody)
        tell(seen)
        seen.wait(lambda: "No host answers." in text_of(seen, "#notices"))
        assert seen.stage == "step"
    tell(seen)
    seen.wait(lambda: "No host answers." not in text_of(seen, "#notices"))


def test_a_host_that_lies_ends_the_page(seen, table, asked, monkeypatch):
    def lies(_):
        raise TrustBroken("The host contradicts itself.")

    monkeypatch.setattr(HostedGame, "_look", lies)
    table.play_one_phase()
    seen.wait(lambda: "cannot be believed" in text_of(seen, "h1"))


# --- heard, and told on the desktop --------------------------------------------------------------------------------


LISTEN = """
const [permission] = arguments;
window.tones = 0;
window.told = [];
const { start } = OscillatorNode.prototype;
OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
window.Notification = class {
  static permission = permission;
  static async requestPermission() { window.wasAsked = true; return this.permission = "granted"; }
  constructor(title, { body }) { window.told.push(`${title}, ${body}`); }
};
"""


@pytest.fixture
def waiting(at_host, table, seen):
    """Somebody who is not asked, at their page, where they have clicked."""
    who, _ = table.waiting()
    at_host(who)
    seen.browser.script("localStorage.clear()")
    yield who
    settle(table.stage.home(who).root, sound=False, notices=True)


def comes_unseen(seen, table, who):
    """One's turn, while the window is not in sight."""
    seen.browser.driver.minimize_window()
    until_asked(table, who)
    seen.wait(lambda: seen.browser.driver.title.startswith("●"))
    seen.browser.driver.maximize_window()


def test_a_sound_is_heard_at_ones_turn_once_it_is_turned_on(seen, table, waiting):
    browser = seen.browser
    seen.open("settings")
    browser.find("[name=sound]").click()
    browser.find("form[action$=turn] button").click()
    wait_until("it is kept", lambda: settled(seen.table.home.root).get("sound"))
    seen.wait(lambda: browser.all("[name=sound]:checked"))
    seen.open(f"games/{table.game}")
    browser.find("h1").click()  # a browser in which nobody has clicked allows no sound
    browser.script(LISTEN, "denied")
    until_asked(table, waiting)
    seen.wait(lambda: browser.script("return window.tones") == 2)


def test_notices_are_offered_after_a_turn_that_came_unseen_and_asked_for_by_a_click_alone(seen, table, waiting):
    browser = seen.browser
    browser.script(LISTEN, "default")
    assert not browser.find("#offer").is_displayed()
    comes_unseen(seen, table, waiting)
    seen.wait(lambda: browser.find("#offer").is_displayed())
    assert browser.findings() == []
    assert browser.script("return [window.told, window.wasAsked]") == [[], None]
    browser.find("#offer button").click()
    seen.wait(lambda: browser.script("return window.wasAsked"))
    assert not browser.find("#offer").is_displayed()


def test_a_notice_names_the_game_and_nothing_else_and_without_being_wanted_no_sound_is_heard(seen, table, waiting):
    seen.browser.script(LISTEN, "granted")
    comes_unseen(seen, table, waiting)
    seen.wait(lambda: seen.browser.script("return window.told") == ["Your turn, Sherds"])
    assert seen.browser.script("return window.tones") == 0
    assert not seen.browser.find("#offer").is_displayed()


def test_who_wants_no_notices_is_not_offered_them_again(seen, table, waiting):
    browser = seen.browser
    browser.script(LISTEN, "default")
    comes_unseen(seen, table, waiting)
    seen.wait(lambda: browser.find("#offer").is_displayed())
    browser.find("#offer [name=no]").click()
    seen.wait(lambda: settled(seen.table.home.root).get("notices") is False)
    seen.open("settings")
    assert not browser.find("[name=notices]").is_selected()


def test_news_that_come_while_a_click_is_on_its_way_take_nothing_of_it_back(seen):
    game, browser = seen.sit(), seen.browser
    go_on = browser.hold(lambda: browser.find("#answer .choices button").click())
    seen.table.sitting(game).game.trouble = "Something is new."
    browser.script("window.stays = true")
    tell(seen)
    seen.wait(lambda: [url for url, _ in browser.exchanges() if "/state?" in url])
    seen.after(go_on)
    seen.wait(lambda: "Something is new." in text_of(seen, "#notices"))
    assert (seen.stage, browser.script("return window.stays")) == ("review", True)
    assert not browser.all("#answer .notice")


MANY = 8  # a browser asks one place for six things at once


@pytest.mark.soak
def test_many_pages_of_one_browser_starve_no_click_and_all_of_them_hear(seen, monkeypatch):
    monkeypatch.setattr(seen.table.hosts, "patience", 10 * PATIENCE)
    browser, first = seen.browser, seen.browser.driver.current_window_handle
    games = {}
    for _ in range(MANY):
        browser.driver.switch_to.new_window("tab")
        games[browser.driver.current_window_handle] = seen.sit("polis", scenario="corinthian_war")
    for page, game in games.items():
        browser.driver.switch_to.window(page)
        seen.after(lambda: browser.script("document.querySelector('#answer .choices button').click()"))
        seen.table.sitting(game).game.trouble = f"Something is new of {game}."
        seen.table.news.mark(game)
        seen.wait(lambda: "Something is new of" in text_of(seen, "#notices"))
    for page in games:
        browser.driver.switch_to.window(page)
        browser.driver.close()
    browser.driver.switch_to.window(first)
    seen.table.news.mark()  # who waited waits no longer


def test_a_page_of_one_person_is_covered_when_the_next_one_is_handed_the_screen(seen):
    game = begin(seen.home, PERIKLES, "standard", 3, people=2)
    seen.open(f"games/{game}")
    seen.browser.find("button.primary").click()
    seen.wait(lambda: seen.state)
    seen.table.sitting(game).covered = True  # as when another page has passed the game on
    seen.table.news.mark(game)
    seen.wait(lambda: seen.browser.script("return document.querySelector('h1')?.textContent.includes('answers next')"))
    assert not seen.browser.script("return document.querySelector('svg.drawn')")
