"""A page whose program ends says so, and loses no click without a word."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from time import monotonic

from cli.home.home import Home
from tests.cli.table.tables import begun

LINK = re.compile(r"http://127\.0\.0\.1:\d+/enter/[\w-]{43}")
LIMIT = 6.0  # seconds within which a page has to know


@contextmanager
def program(home, game):
    """The program itself, with the link that it gives."""
    command = [sys.executable, "-m", "cli", "table", game, "--print", "--home", str(home.root)]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        yield running, LINK.search(running.stdout.readline())[0]
        running.kill()


def bar(seen):
    return seen.browser.find("#program").text


def click(seen):
    seen.browser.find("#answer .choices button").click()


def test_a_program_that_is_killed_is_missed_and_the_next_one_has_the_answer_that_was_half_made(seen, tmp_path):
    home = Home(tmp_path)
    game = begun(home, "perikles")
    with program(home, game) as (running, link):
        seen.browser.driver.get(link)
        seen.wait(lambda: seen.state)
        seen.after(lambda: click(seen))
        half_made = seen.state
        running.send_signal(signal.SIGKILL)
        running.wait()
        since = monotonic()
        seen.wait(lambda: bar(seen))
        assert monotonic() - since < LIMIT
    assert f"ostraka table {game} --home {tmp_path}" in bar(seen)
    assert seen.browser.find("#program").get_attribute("role") == "status"
    seen.browser.find("#answer button[value=back]").click()
    seen.wait(lambda: "“Undo” has not arrived" in bar(seen))
    assert seen.state == half_made
    with program(home, game) as (_, link):
        seen.browser.driver.get(link)
        seen.wait(lambda: seen.state)
        assert seen.state == half_made
        assert bar(seen) == ""
        seen.after(lambda: seen.browser.find("#answer button[value=back]").click())


def away(seen, while_away):
    """Have the program of the tests answer nobody for a while, as one whose machine sleeps."""
    seen.browser.offline(True)
    try:
        while_away()
    finally:
        seen.browser.offline(False)


def test_clicks_and_forms_that_waited_are_sent_when_the_program_is_back(seen):
    seen.sit()

    def clicked():
        click(seen)
        seen.wait(lambda: "has not arrived" in bar(seen))

    seen.after(lambda: away(seen, clicked))
    seen.wait(lambda: bar(seen) == "")
    assert seen.stage == "review"

    def played():
        seen.browser.find("#answer button[name=word]").click()
        seen.wait(lambda: "“Play it” has not arrived" in bar(seen))

    seen.after(lambda: away(seen, played))
    assert seen.stage == "step"  # the next question
