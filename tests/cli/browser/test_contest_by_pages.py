"""A contest of twelve at a served host: its organiser and two players have nothing but pages in Debian's chromium; ten
players, a substitute, and two who come later are bots by REST, one of whom never comes and one of whom gives up."""

from __future__ import annotations

import time
import zipfile
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from schemas.statements.payloads import Resign
from tests.api.soak.entrants import Entrant, begin, end, ostraka, story_of
from tests.api.soak.terminal import Post
from tests.api.soak.test_contests import begun, is_over, kept_for, served_on, wait_for_games
from tests.cli.browser.test_a_cup import SIGNED, at_phone
from tests.cli.browser.test_seat_in_a_browser import inside
from tests.cli.browser.test_three_phones import WAITS, answer
from tests.cli.table.seen import DESK
from tests.patience import wait_until

ABSENT, TIRED, LATE, SUBSTITUTE, NAMED = "noemi", "timon", "lena", "sam", "zoe"
BOTS = (ABSENT, TIRED, *(f"bot-{n}" for n in range(1, 9)))
NAME = "Cup of Twelve"
PLAN = {"name": NAME, "table": "4", "rounds": "2", "fewest": "12", "most": "24", "no_shows": "1"}
CLICK = "[...document.querySelectorAll('a')].find((one) => one.textContent.trim() === arguments[0]).click()"


def opened(olga):
    """A key, a plan by its form, read and signed; gives the contest, and the link to hand on."""
    olga.go("account", "With a name and a password")
    olga.press("Make my key", "You are olga", name="olga", **SIGNED)
    olga.go("contests/new?scenario=perikles+opening&kind=swiss", "Tables and rounds")
    inside(olga.phone, "document.querySelector('[name=also][value=\"3\"]').click()")
    closes = datetime.now(UTC) + timedelta(minutes=3)
    olga.press("See what it means", "This is all that your signature fixes.", closes=f"{closes:%Y-%m-%dT%H:%M}", **PLAN)
    olga.press("Sign it and open the contest", "The contest is open, and you organise it.")
    link = inside(olga.phone, "return document.getElementById('link').value")
    return link.rpartition("/")[2], link


def comes(person, name, link):
    """From the link to being in, by a name and a password."""
    person.phone.browser.open(link)
    person.phone.browser.find("a.primary[href*='#enter/']").click()
    person.reads("What the plan says")
    person.press("Enter", f"You are in {NAME}.", name=name, **SIGNED)


def follow(person, words):
    """Click a link of the page by its words."""
    wait_until(f"there is {words}", lambda: words in person.text)
    inside(person.phone, CLICK, words)


def watch(person, place, says):
    """Look at a page again and again until it says something."""
    person.go(place, NAME)
    while says not in person.text:
        time.sleep(2)
        person.go(place, NAME)


def play(players, client, contest, number):
    """Those who have a board in a round answer by clicks until their games are over."""
    games, asked = {}, set()
    for name, person in players.items():
        table = next(
            one for one in client.contest_story(contest).rounds[number - 1].tables if name in one.seats.values()
        )
        watch(person, f"contests/{contest}", "To the board")
        follow(person, "To the board")
        person.phone.wait("the board stands", "step")
        games[name] = table.game
    while waiting := [name for name in games if client.game(games[name])["status"] == "running"]:
        for name in waiting:
            step = players[name].phone.state["step"]
            if step and not step.endswith((*WAITS, "over")):
                answer(players[name].phone)
                if number == 1 and name not in asked:
                    asked.add(name)
                    put_away(players[name].phone)
        time.sleep(0.2)


def put_away(phone):
    """The question that lies over the board once something was sent: shall notices come?"""
    wait_until("it asks about notices", lambda: "Shall this browser tell you" in phone.state["notice"])
    phone.button("Put this away")


def takes_away(olga, game, seat):
    """The organiser takes a seat from somebody of whom nothing is heard."""
    olga.go(f"games/{game}/organise", "Take a seat from its player")
    olga.press("Take a seat from its player", "Are you sure?", seat=seat, reason="No word of them")
    olga.press("Yes, take the seat", "is vacant;")


def decides(olga, contest, words, asked, yes, done, **given):
    """An act of the organiser's, with the question before it."""
    olga.go(f"contests/{contest}/organise", "Annul a game")
    olga.press(words, asked, **given)
    olga.press(yes, done)


def set_right(olga, client, contest):
    """Of round 1 a game counts no more, and one counts the other way round."""
    annulled, wrong, *_ = client.contest_story(contest).rounds[0].tables
    given = {"game": annulled.game, "reason": "The lights went out"}
    decides(
        olga, contest, "Annul a game", "so that it counts for nothing?", "Yes, annul the game", "annulled.", **given
    )
    others = sorted(wrong.counting.places, key=lambda player: (-wrong.counting.places[player], player))
    turned = {f"place {player}": str(place) for place, player in enumerate(others, start=1)}
    words = f"Correct table {wrong.number} of round 1"
    reason = "Read from the wrong end"
    decides(olga, contest, words, "Correct this result", "Yes, correct it", "counted anew.", reason=reason, **turned)


def ends(olga, contest, table):
    """A game that nobody plays on ends with the organiser's places: the one who came late is last."""
    others = [player for player in table.seats.values() if player != LATE]
    places = {f"place {player}": str(place) for place, player in enumerate([*others, LATE], start=1)}
    words, reason = f"End table {table.number}", "She never came"
    decides(
        olga, contest, words, "End this game with these places", "Yes, end the game", "over", reason=reason, **places
    )


def saved(olga, contest, folder):
    """The proof is checked on its page, and comes as a file; gives the folder in it."""
    olga.go(f"contests/{contest}/proof", "Check the contest")
    allowed = {"behavior": "allow", "downloadPath": str(folder)}
    olga.phone.browser.driver.execute_cdp_cmd("Browser.setDownloadBehavior", allowed)
    olga.press("Check it", "from plan to last standings")
    assert "What is wrong" not in olga.text
    assert "corrections: 1, each a signed act with its reason" in olga.text
    follow(olga, "All that proves it, as one file")
    file = wait_until("the file is there", lambda: next(folder.glob("*.zip"), None))
    zipfile.ZipFile(file).extractall(folder / "proof")
    return folder / "proof" / contest


@pytest.mark.soak
def test_a_contest_is_led_from_plan_to_proof_by_pages_alone_and_two_play_by_clicks_among_bots(tmp_path, site_folder):
    began, post = time.monotonic(), Post()
    with ExitStack() as stack:
        site = {"OSTRAKA_PLAY": str(site_folder / "play")}
        served = stack.enter_context(served_on("sqlite", tmp_path, post.deliver, **site))
        bots = {name: Entrant(served.url, name, tmp_path) for name in (*BOTS, LATE, SUBSTITUTE, NAMED)}
        watcher = bots[ABSENT]
        client = watcher.client
        olga = stack.enter_context(at_phone(served, tmp_path, "olga-phone"))
        olga.phone.browser.size(DESK)
        contest, link = opened(olga)
        for name in BOTS:
            bots[name].client.enter_contest(contest)
        players = {
            name: stack.enter_context(at_phone(served, tmp_path, f"{name}-phone")) for name in ("kleon", "thais")
        }
        for name, person in players.items():
            comes(person, name, link)
        wait_for_games(watcher, contest, partial(begun, watcher, contest, 1))
        tables = story_of(client, contest).rounds[0].tables
        bots[LATE].client.enter_contest(contest)
        seats = {player: (table.game, seat) for table in tables for seat, player in table.seats.items()}
        bots[TIRED].client.seat_act(*seats[TIRED], Resign())
        watch(olga, f"contests/{contest}", "is vacant, and no substitute is left to be asked: give it to somebody.")
        follow(olga, "Give the seat to somebody")
        olga.reads("To the player called")
        olga.press("Give a vacant seat to somebody", f"is reserved for {NAMED}", player=NAMED, reason="They asked")
        wait_for_games(watcher, contest, lambda: kept_for(watcher, *seats[TIRED]) == NAMED)
        bots[NAMED].client.join(*seats[TIRED])
        bots[SUBSTITUTE].client.enter_contest(contest, substitute=True)
        takes_away(olga, *seats[ABSENT])
        wait_for_games(watcher, contest, lambda: kept_for(watcher, *seats[ABSENT]) == SUBSTITUTE)
        bots[SUBSTITUTE].client.join(*seats[ABSENT])
        begin([bot for name, bot in bots.items() if name not in (ABSENT, TIRED, LATE)])
        play(players, client, contest, 1)
        wait_for_games(watcher, contest, partial(begun, watcher, contest, 2))
        set_right(olga, client, contest)
        table = next(one for one in story_of(client, contest).rounds[1].tables if LATE in one.seats.values())
        ends(olga, contest, table)
        play({name: one for name, one in players.items() if name not in table.seats.values()}, client, contest, 2)
        wait_for_games(watcher, contest, partial(is_over, watcher, contest))
        kept = saved(olga, contest, tmp_path)
        end([*bots.values()])
        for name, person in players.items():
            person.go(f"contests/{contest}", "It is over: all rounds are played.")
            assert person.phone.browser.complaints() == [], name
        assert olga.phone.browser.complaints() == []
        verified = ostraka(tmp_path / "stranger", "contest", "verify", str(kept))
        assert verified.returncode == 0, verified.stdout + verified.stderr
    print(f"\na contest of twelve by pages: {time.monotonic() - began:.0f} s")
    print(post.counted("olga", [*players, *BOTS]))
