"""Whole games and turns at the table in Debian's chromium: by click, by keyboard and without scripts.

Every state that is met is looked at, light and dark: nothing scrolls sideways, axe finds nothing on it, and the console
is empty.
"""

from __future__ import annotations

from itertools import cycle

import pytest
from selenium.webdriver.common.keys import Keys

from tests.cli.table.seen import PHONE
from tests.cli.table.tables import SEED

WINDOW = (1366, 700)
MOST = 2_000  # steps of a game
SHORT = [  # of the titles without a short scenario the first turn
    ("perikles", "standard", "Turn 2"),
    ("pericles", "14.1.01B", None),
    ("polis", "corinthian_war", None),
    ("athens_sparta", "war", "Game Turn 2"),
]
WHOLE = [
    ("perikles", "standard"),
    ("pericles", "14.1.01A"),
    ("pericles", "14.1.08A"),
    ("polis", "standard"),
    ("athens_sparta", "war"),
]
SIDEWAYS = "return document.scrollingElement.scrollWidth - innerWidth"


class Played:
    """A game that is played to its end, or to a turn; each state is looked at once, where `looks` says."""

    def __init__(self, seen, size, looks):
        self.seen, self.size, self.looks = seen, size, looks
        self.schemes = cycle(("light", "dark"))
        self.met, self.found, self.steps = set(), {}, 0
        seen.browser.size(size)

    def until(self, turn, step):
        while not self.is_over(turn):
            assert self.steps < MOST
            self.look()
            self.seen.after(step)
            self.steps += 1
        self.look()
        assert self.found == {}
        assert self.seen.browser.complaints() == []

    def is_over(self, turn):
        return self.seen.stage == "over" or bool(turn and turn in self.seen.turn)

    def look(self):
        """Nothing sticks out; what axe finds on a state that it has not seen."""
        browser, state = self.seen.browser, self.looks(self.seen)
        if self.seen.stage == "review":
            browser.media(prefers_color_scheme=next(self.schemes), prefers_reduced_motion="reduce")
        if (wide := browser.script(SIDEWAYS)) > 0:
            self.found[state, "sideways"] = wide
        if state not in self.met:
            self.met.add(state)
            if findings := browser.findings():
                self.found[state, "axe"] = findings


def stage(seen):
    return seen.stage


def question(seen):
    asked = seen.browser.find("#asked")
    return seen.stage, asked.get_attribute("data-known-as") or asked.text


def by_click(played):
    """Click on what is lit, or on a button; gives how often on which."""
    clicked = {"board": 0, "button": 0}

    def step():
        what, said, point = played.seen.next_click
        assert point, (what, said, played.seen.state)
        clicked[what] += 1
        played.seen.click(point)

    return clicked, step


def play_by_click(seen, size, name, scenario, turn=None, looks=stage):
    seen.browser.size(size)
    seen.sit(name, scenario=scenario, seed=SEED)
    played = Played(seen, size, looks)
    clicked, step = by_click(played)
    played.until(turn, step)
    assert clicked["board"] > 1
    assert sum(clicked.values()) > 6
    return played


@pytest.mark.soak
@pytest.mark.parametrize(("name", "scenario", "turn"), SHORT)
def test_a_short_game_is_played_on_a_phone_by_click_alone_on_the_board_where_it_can_be(seen, name, scenario, turn):
    play_by_click(seen, PHONE, name, scenario, turn)


@pytest.mark.soak
def test_the_shortest_game_is_played_at_a_desk_by_click_alone(seen):
    play_by_click(seen, WINDOW, "polis", "corinthian_war")


@pytest.mark.soak
@pytest.mark.parametrize("size", [PHONE, WINDOW], ids=["phone", "desk"])
@pytest.mark.parametrize(("name", "scenario"), WHOLE)
def test_a_whole_game_is_played_by_click_alone(seen, name, scenario, size, capsys):
    played = play_by_click(seen, size, name, scenario, looks=question)
    with capsys.disabled():
        print(f"\n{name} {scenario}, {size[0]}: {played.steps} clicks, {len(played.met)} states")


def test_a_whole_game_is_played_by_keyboard_alone(seen):
    seen.sit("pericles", scenario="14.1.01B")
    Played(seen, WINDOW, stage).until(None, lambda: type_on(seen.browser))


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


def test_a_whole_game_is_played_on_a_phone_without_scripts(seen):
    seen.browser.size(PHONE)
    seen.browser.without_scripts()
    seen.sit("polis", scenario="corinthian_war")
    played = Played(seen, PHONE, stage)
    for _ in range(MOST):
        if played.is_over(None):
            break
        buttons = seen.browser.all("#answer button.primary:enabled") or seen.browser.all("#answer .choices button")
        seen.browser.script("arguments[0].scrollIntoView({block: 'center'})", buttons[0])
        seen.after(buttons[0].click)
        assert seen.browser.script(SIDEWAYS) <= 0
    assert seen.stage == "over"
    assert seen.browser.complaints() == []
