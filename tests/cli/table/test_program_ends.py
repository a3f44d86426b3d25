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
def program(home, *words):
    """The program itself, with the link that it gives."""
    command = [sys.executable, "-m", "cli", "table", *words, "--print", "--home", str(home.root)]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        try:
            yield running, LINK.search(running.stdout.readline())[0]
        finally:
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
    seen.browser.find(".home").click()
    seen.wait(lambda: "“Ostraka” has not arrived" in bar(seen))
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


def test_a_link_that_was_followed_meanwhile_is_gone_to_when_the_program_is_back(seen):
    game = seen.sit()
    for link, path in ((".home", seen.guard.home), (f"a[href$='{game}']", f"{seen.guard.home}games/{game}")):

        def followed(link=link):
            seen.browser.find(link).click()
            seen.wait(lambda: "has not arrived" in bar(seen))

        away(seen, followed)
        seen.browser.wait_for_path(path)


ALIVE_LATER = """
const real = fetch;
window.fetch = (address, ...how) => address.endsWith('/alive')
  ? new Promise((done) => { window.goOn = () => { window.fetch = real; done(new Response(null, { status: 204 })); }; })
  : real(address, ...how);
"""


def test_what_was_to_be_sent_with_a_question_that_has_changed_since_is_said_to_be_lost(seen):
    game = seen.sit()
    seen.after(lambda: click(seen))
    seen.browser.script(ALIVE_LATER)
    seen.browser.find("#answer button[name=word]").click()
    seen.browser.wait_for("return 'goOn' in window")
    sitting = seen.table.sitting(game)
    sitting.send("final", sitting.now.phase, True)  # on another page
    seen.after(lambda: seen.table.news.mark(game))
    seen.browser.script("goOn()")
    lost = "“Play it” was not sent: the question has changed since."
    seen.wait(lambda: lost in seen.browser.find("#notices").text)
    assert seen.stage == "step"


def test_a_table_that_was_locked_says_so_keeps_what_is_clicked_and_goes_on_with_the_next_link(seen):
    seen.sit()
    seen.guard.lock()
    click(seen)
    seen.wait(lambda: "waits until then" in bar(seen))
    assert "This table is locked; its terminal gives you a new link." in bar(seen)
    page = seen.browser.driver.current_window_handle
    seen.browser.driver.switch_to.new_window("tab")
    seen.browser.driver.get(seen.guard.new_link())
    seen.browser.wait_for_path(seen.guard.home)
    seen.browser.driver.close()
    seen.browser.driver.switch_to.window(page)
    seen.wait(lambda: seen.stage == "review")
    assert bar(seen) == ""
