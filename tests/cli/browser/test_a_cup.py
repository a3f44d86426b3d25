"""A cup of four in Debian's chromium, organiser included: from plan to proof by the pages of the built site alone."""

from __future__ import annotations

import re
from contextlib import contextmanager, suppress
from time import monotonic

import pytest
from selenium.common.exceptions import WebDriverException

from tests.cli.browser.test_at_a_host import PASSWORD
from tests.cli.browser.test_seat_in_a_browser import inside, looking_at, serving
from tests.patience import wait_until

PEOPLE = ("olga", "kleon", "nikias", "thais")
FILL = """
const [words, given] = arguments;
const button = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === words);
for (const around of document.querySelectorAll('details')) around.open = true;
for (const [name, value] of Object.entries(given)) button.form.elements[name].value = value;
button.click();
"""
TABLE = "return document.querySelector('.games a').href"
SIGNED = {"password": PASSWORD, "copy": "none", "stay": "evening"}


class Person:
    """Somebody at a phone's browser, whose pages are opened, read and clicked."""

    def __init__(self, phone):
        self.phone = phone

    @property
    def text(self):
        """What the table's page says; nothing while another comes."""
        with suppress(WebDriverException):
            if self.phone.state["path"]:
                return " ".join(inside(self.phone, "return document.body.innerText").split())
        return ""

    def go(self, place, says):
        self.phone.open(f"play/#{place}" if place else "play/")
        self.reads(says)

    def reads(self, says):
        wait_until(f"the page says {says!r}", lambda: says in self.text)

    def press(self, words, says, **given):
        inside(self.phone, FILL, words, given)
        self.reads(says)


@contextmanager
def at_phone(host, folder, name):
    """A browser is opened, and closed again; what it keeps stays in its profile."""
    with looking_at(host, folder / name) as phone:
        yield Person(phone)


@pytest.mark.soak
def test_a_cup_of_four_is_held_by_pages_alone(tmp_path, site_folder):
    began = monotonic()
    with serving(tmp_path, "--play", str(site_folder / "play")) as host:
        with at_phone(host, tmp_path, "olga") as olga:
            olga.go("account", "With a name and a password")
            olga.press("Make my key", "You are olga", name="olga", **SIGNED)
            olga.go("contests/new?scenario=perikles+opening&kind=mini", "Tables and rounds")
            chosen = {"name": "Cup of Four", "table": "4", "rounds": "2", "most": "4"}
            olga.press("See what it means", "This is all that your signature fixes.", **chosen)
            olga.press("Sign it and open the contest", "The contest is open, and you organise it.")
            contest = re.search(r"contests/([a-z-]{17})", olga.phone.state["path"])[1]
            olga.go(f"contests/{contest}", "Nobody yet.")
            olga.press("Enter", "You are in Cup of Four. The first round is drawn when 4 are in.")
        for name in PEOPLE[1:]:
            with at_phone(host, tmp_path, name) as person:
                person.phone.open(f"contests/{contest}")
                person.phone.browser.find("a.primary[href*='#enter/']").click()
                person.reads("What the plan says")
                person.press("Enter", "You are in Cup of Four.", name=name, **SIGNED)
        for number in (1, 2):
            for name in PEOPLE:
                with at_phone(host, tmp_path, name) as person:
                    person.go(f"contests/{contest}", f"Round {number}: 1 of 1 games is still being played")
                    game = re.search(r"games/([a-z-]{17})/about", inside(person.phone, TABLE))[1]
                    person.go("", f"Cup of Four, round {number}")
                    person.go(f"games/{game}/about", "About this game")
                    person.press("For ending the game", "votes for ending the game")
        with at_phone(host, tmp_path, "olga") as olga:
            olga.go(f"contests/{contest}", "It is over: all rounds are played.")
            olga.go(f"contests/{contest}/proof", "Check the contest")
            olga.press("Check it", "from plan to last standings")
            assert "What is wrong" not in olga.text
            assert "games: 2 of 2 by their records" in olga.text
            assert olga.phone.browser.complaints() == []
    print(f"\na cup of four by pages alone: {monotonic() - began:.0f} seconds")
