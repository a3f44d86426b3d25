"""axe finds nothing on any state of the table that would keep people from using it."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.keys import Keys

from cli.rules.saved_games import saved_here
from cli.seat.game import Given, Held, Message
from cli.seat.local import LocalGame
from cli.table.rendering import templates
from cli.table.sitting import Sitting
from tests.cli.table.seen import DESK, PHONE
from tests.cli.table.tables import SEED, begun, played_on

LATER = "2030-11-25T19:30:00+00:00"


class AtHost(LocalGame):
    """A saved game that takes answers as a host does: it has a deadline and press, and goes on waiting."""

    drafts = True
    sent = None

    def now(self):
        moment = super().now()
        return type(moment)(moment.phase, moment.view, moment.asked, LATER, ("The game waits for green.",))

    def given(self):
        return self.sent

    def give(self, phase, orders, word, book=None):
        self.sent = Held(orders, word)
        return Given(("Your order is in.",))

    def press(self):
        return [Message(1, "green", ("red",), LATER, "Shall we take Corinth together?")]


@pytest.fixture
def looked_at(seen):
    """Look at the page as it is, at a desk, light and dark, and on a phone, and gather what axe finds."""
    found = {}

    def look(state, looks=((DESK, "dark"), (PHONE, "light"), (DESK, "light"))):
        for size, scheme in looks:
            seen.browser.size(size)
            seen.browser.media(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
            if findings := seen.browser.findings():
                found[f"{state}, {size[0]}, {scheme}"] = findings

    yield look
    assert found == {}


def test_axe_finds_nothing_at_the_door_and_on_the_list_of_games(seen, looked_at):
    game = begun(seen.home)
    seen.open()
    seen.wait(lambda: seen.browser.script("return document.images[0].naturalWidth > 0"))  # the policy lets a board in
    looked_at("list")
    seen.open(f"games/{game}/help")
    looked_at("help")
    seen.open("settings")
    looked_at("settings")
    seen.browser.open(f"{seen.guard.origin}/enter/used")
    looked_at("closed")
    page = templates().get_template("enter.html").render(root=seen.guard.home, first=seen.guard.home)
    seen.browser.script("document.documentElement.innerHTML = arguments[0].replace(/<meta http-equiv[^>]*>/, '')", page)
    looked_at("door")  # as long as it is open: it leads on by itself


def test_axe_finds_nothing_on_any_state_of_a_game(seen, looked_at):
    game = begun(seen.home)
    seen.table.sittings[game] = Sitting(
        AtHost.opened(saved_here(seen.home.root, game), SEED), seen.home, seen.table.pictures
    )
    seen.open(f"games/{game}")
    looked_at("question")
    seen.after(lambda: seen.browser.find("button[value=open]").click())
    looked_at("form", [(PHONE, "light")])
    seen.browser.find("input[type=radio]").send_keys(Keys.ARROW_DOWN, Keys.ENTER)
    seen.wait(lambda: seen.browser.all("button[value=send]"))
    assert "It answers at once" not in seen.browser.find("#answer").text  # without a mouse: to be asked
    looked_at("form looked over", [(DESK, "dark")])
    seen.browser.find("button[value=close]").click()
    seen.wait(lambda: seen.stage == "step")
    seen.browser.find(".tabs a[href='#press']").click()
    looked_at("press", [(DESK, "light")])
    seen.browser.size(PHONE)
    for part in ("press", "ahead", "notes", "log"):
        seen.browser.find(f".foot a[href='#{part}']").click()
        seen.wait(lambda part=part: part != "ahead" or not seen.browser.all("#ahead button[value=look]"))
        looked_at(f"{part} on a phone", [(PHONE, "dark")])
    seen.browser.find(".to-the-table").click()
    for height in ("most", "low"):
        seen.browser.find("#handle").click()
        looked_at(f"question, {height}", [(PHONE, "light")])
    seen.browser.size(DESK)
    seen.after(lambda: seen.browser.find("#answer .choices button").click())
    looked_at("review")
    seen.browser.find("[data-go='-1']").click()
    seen.wait(lambda: seen.browser.find("#told").text)
    looked_at("looking back")
    seen.after(lambda: seen.browser.find("button[value=draft]").click())
    looked_at("draft kept")


def test_axe_finds_nothing_on_the_card_of_a_scene(seen, looked_at):
    game = begun(seen.home)
    played_on(seen.home, game, 15)
    seen.open(f"games/{game}")
    seen.browser.all("#log [data-scene]")[-1].click()
    seen.wait(lambda: seen.browser.all("#scene .row"))
    looked_at("scene")
    if not seen.browser.find("#scenes").is_displayed():
        seen.browser.find("[data-tell=list]").click()
    looked_at("list of scenes")


@pytest.mark.soak
@pytest.mark.parametrize(("name", "scenario"), [("pericles", "14.3"), ("polis", "standard"), ("athens_sparta", "war")])
def test_axe_finds_nothing_on_the_boards_and_half_made_answers_of_the_other_titles(seen, looked_at, name, scenario):
    seen.sit(name, scenario=scenario)
    seen.after(lambda: seen.click(seen.next_click.point))
    looked_at("half made")
