"""A cup of four from plan to proof, by requests to pages alone: organiser and players have a browser and a link."""

from __future__ import annotations

import gzip
import re
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from io import BytesIO
from urllib.parse import urlsplit

import pytest

from adjudicator import registry
from api.contests.steps import ContestWorker
from cli.client import http
from cli.table.contests import organising, shown
from tests.api.contests.contests import Contests
from tests.api.hosts import URL, Clock, HostUnderTest
from tests.cli.browser.phones import Phone
from tests.cli.browser.test_at_a_host import PASSWORD
from tests.cli.browser.thumbs import Fields
from tests.titles.ballot import TITLE as BALLOT

ORGANISER, *OTHERS = PEOPLE = ("olga", "kleon", "nikias", "thais")


class Hall:
    """A host that serves the table, and people who have nothing but browsers."""

    def __init__(self, folder):
        self.folder = folder
        self.host = HostUnderTest(folder, Clock(datetime.now(UTC).replace(microsecond=0)))
        self.host.close()
        self.host.config = replace(self.host.config, play=folder)
        self.host.open()

    def fetched(self, wanted):
        address = urlsplit(wanted.url)
        client = self.host.app.test_client()
        got = client.open(
            f"{address.path}?{address.query}", method=wanted.method, headers=wanted.headers, data=wanted.body
        )
        return got.status_code, "", dict(got.headers), got.data

    def person(self, name):
        return Phone(self.folder / name, URL, fetch=self.fetched)

    def goes_on(self):
        """What the worker does by itself."""
        for _ in range(3):
            ContestWorker(self.host.host).run_once()
            while self.host.work():
                pass


@pytest.fixture
def hall(tmp_path, quick_passwords, monkeypatch):
    """Requests are signed by the host's clock, which is driven."""
    hall = Hall(tmp_path)

    class Driven(datetime):
        @classmethod
        def now(cls, zone=None):
            return hall.host.clock()

    monkeypatch.setattr(http, "datetime", Driven)
    return hall


def submit(phone, words, **typed):
    """Fill in the form of a button, as a browser sends it, and press it."""
    page = Fields(phone.page)
    found = [(where, fields) for said, where, fields in page.buttons if said == words]
    assert found, (words, [said for said, _, _ in page.buttons], phone.text)
    return phone.post(found[0][0], **found[0][1] | typed)


def signed_up(hall, name):
    phone = hall.person(name)
    phone.open("account")
    submit(phone, "Make my key", name=name, password=PASSWORD, copy="none", stay="evening")
    assert f"You are {name}" in phone.text
    return phone


def contest_in(phone):
    found = re.search(r"contests/([a-z]{5}-[a-z]{5}-[a-z]{5})", phone.page)
    assert found, phone.text
    return found[1]


def entered(hall, contest, name, called="Cup of Four"):
    """Enter by the link that was handed on: the host's page leads to the table."""
    page = hall.host.client.get(f"/contests/{contest}").text
    [link] = re.findall(r'href="/play/#(enter/[^"]+)"[^>]*>Enter<', page)
    phone = hall.person(name)
    phone.open(link)
    assert "What the plan says" in phone.text
    submit(phone, "Enter", name=name, password=PASSWORD, copy="none", stay="evening")
    assert f"You are in {called}." in phone.text, phone.text
    return phone


def ended_by_votes(hall, *phones):
    """The players of a game agree that it is over: found in their lists, voted on at its page."""
    for phone in phones:
        phone.open()
        game = re.findall(r'games/([a-z-]{17})"', phone.page.partition("<h2>Finished")[0])[0]
        phone.open(f"games/{game}/about")
        submit(phone, "For ending the game")
    hall.goes_on()


def test_a_cup_of_four_is_opened_entered_played_and_proved_by_links_and_pages_alone(hall, monkeypatch):
    olga = signed_up(hall, ORGANISER)
    olga.open("contests/new?scenario=athens_sparta+war&kind=knock-out")
    submit(olga, "See what it means", name="Cup of Four", rounds="2", most="4", fewest="5")
    assert "At least: 5 is more than most, 4" in olga.text
    submit(olga, "See what it means", fewest="4")
    assert "The plan of Cup of Four can be played. This is all that your signature fixes." in olga.text
    assert "2 rounds of Athens & Sparta" in olga.text
    submit(olga, "Change something")
    assert 'value="Cup of Four"' in olga.page
    submit(olga, "See what it means")
    submit(olga, "Sign it and open the contest")
    assert "The contest is open, and you organise it." in olga.text
    contest = contest_in(olga)
    assert f"{URL}/contests/{contest}" in olga.page
    olga.open(f"contests/{contest}")
    submit(olga, "Enter")
    assert "You are in Cup of Four. The first round is drawn" in olga.text
    kleon, nikias, thais = others = [entered(hall, contest, name) for name in OTHERS]
    hall.host.clock.forward(days=30)
    hall.goes_on()
    with monkeypatch.context() as few:
        few.setattr(shown, "MOST_AWAITED", 1)
        few.setattr(organising, "MOST_GAMES", 1)
        olga.open(f"contests/{contest}")
        assert "2 of 2 games are still being played" in olga.text
        assert "Table 1 : phase 1, since" in olga.text
        assert "And 1 more, which stand under Rounds" in olga.text
        olga.open(f"contests/{contest}/organise")
        assert olga.text.index("Round 1, table 1:") < olga.text.index("Round 1, table 2:")
    ended_by_votes(hall, olga, kleon, nikias, thais)
    olga.open(f"contests/{contest}")
    hall.host.clock.forward(weeks=17)
    hall.goes_on()
    olga.open(f"contests/{contest}")
    final = re.search(r"Table 1</a>: (\w+) \(Athens\), (\w+) \(Sparta\)", olga.page).groups()
    judge = adjudicator(olga, dict(zip(PEOPLE, (olga, *others), strict=True)), final)
    judge.open(f"contests/{contest}")
    assert "The time of round 2 is up, and" in judge.text
    assert "anna=bert" not in judge.text
    [way] = re.findall(r'href="[^"]*(contests/[^"#]*organise[^"#]*)#adjudicate"', judge.page)
    judge.open(unescape(way))
    submit(judge, "End table 1", **{f"place {final[0]}": "2", f"place {final[1]}": "1", "reason": " "})
    assert "Everybody reads the reason with the act" in judge.text
    judge.asked.clear()
    submit(judge, "End table 1", reason="<b>Both</b> are away")
    assert f"with these places: 1. {final[1]}, 2. {final[0]}?" in judge.text
    submit(judge, "Yes, end the game")
    assert posted(judge) == [f"/contests/{contest}/acts"]
    hall.goes_on()
    for phone in (olga, *others):
        phone.open(f"contests/{contest}")
        assert "It is over: all rounds are played." in phone.text
        assert f"1. {final[1]}" in phone.text
        assert "Reason: &lt;b&gt;Both&lt;/b&gt; are away" in phone.page.replace("<q>", "")
    with monkeypatch.context() as few:
        few.setattr(shown, "MOST_EXPLAINED", 1)
        judge.open(f"contests/{contest}")
        assert ' points <a class="faint"' in judge.page
    corrected(hall, judge, contest, final)
    olga.open(f"contests/{contest}/proof")
    submit(olga, "Check it")
    assert "corrections: 1, each a signed act with its reason" in olga.text
    assert f"Cup of Four ({contest}), from plan to last standings" in olga.text
    assert "What is wrong" not in olga.text
    saved = zipfile.ZipFile(BytesIO(olga.open(f"contests/{contest}/proof/files.zip").body))
    assert {f"{contest}/contest.json", f"{contest}/standings.json"} < set(saved.namelist())


def corrected(hall, judge, contest, final):
    """The final went the other way: its result is corrected when everything is over."""
    judge.open(f"contests/{contest}/organise")
    right = {f"place {final[0]}": "1", f"place {final[1]}": "2", "reason": "They played it after all"}
    submit(judge, "Correct table 1 of round 2", **right)
    assert f"Correct this result: 1. {final[0]}, 2. {final[1]}?" in judge.text
    submit(judge, "Yes, correct it")
    hall.goes_on()
    judge.open(f"contests/{contest}")
    assert f"1. {final[0]}, 2. {final[1]}; corrected" in judge.text


def adjudicator(olga, phones, final):
    """Who decides the final: the organiser, or whom they name because they play in it."""
    if ORGANISER not in final:
        return olga
    other = next(name for name in OTHERS if name not in final)
    submit(olga_organising(olga), "Name an assistant", player=other, reason="I play in it")
    assert f"{other} decides in games in which you play." in olga.text
    return phones[other]


def olga_organising(olga):
    assert "Name an assistant" in olga.text
    [way] = re.findall(r'href="[^"]*(contests/[^"#]*organise[^"#]*)#assistant"', olga.page)
    olga.open(unescape(way))
    return olga


def posted(phone):
    """What was sent to the host of contests, in order."""
    return [path for method, path in phone.asked if method == "POST" and path.startswith("/contests")]


TEXT = """\
name: Our own cup
kind: swiss
title: perikles
scenario: opening
tables: [3, 4]
rounds: 2
closes: {closes}
fewest: 3
most: 6
round: 2w
private: true
terms:
  deadline: 2d
""".format(closes=f"{datetime.now(UTC) + timedelta(days=20):%Y-%m-%d}")


def opened_by_text(phone, text):
    phone.open("contests/new")
    submit(phone, "See what it means", text=text)
    submit(phone, "Sign it and open the contest")
    return contest_in(phone)


def test_a_plan_as_text_is_refused_line_by_line_and_another_takes_its_place_with_whom_it_had_invited(hall):
    olga = signed_up(hall, ORGANISER)
    for name in ("kleon", "nikias"):
        hall.host.register(name)
    olga.open("contests/new")
    submit(olga, "See what it means", text=TEXT.replace("fewest: 3", "fewest: 30"))
    assert "line 8: fewest: 30 is more than most, 6" in olga.text
    assert "fewest: 30" in olga.page
    submit(olga, "See what it means", text=f"{TEXT}seeds: [kleon, xanthippe]\n")
    assert "Not registered at http://localhost yet: xanthippe." in olga.text
    assert "Invited players may enter" in olga.text
    submit(olga, "Sign it and open the contest")
    first = contest_in(olga)
    assert "Only those see it whom you invite by name." in olga.text
    submit(olga, "Send the invitations", who="kleon nobody-there")
    assert "Nobody is invited: nobody-there is not registered" in olga.text
    assert "kleon nobody-there</textarea>" in olga.page
    submit(olga, "Send the invitations", who="kleon,nikias")
    assert "Invited to Our own cup: kleon and nikias." in olga.text
    assert "kleon: has not come yet" in olga.text
    submit(olga, "Take it back", who="nikias")
    assert "nikias is invited no more." in olga.text
    olga.open(f"contests/new?instead={first}")
    assert "It takes the place of Our own cup" in olga.text
    submit(olga, "See what it means", rounds="3")
    assert "Whoever was invited there is invited again." in olga.text
    olga.asked.clear()
    submit(olga, "Sign it and open the contest")
    second = contest_in(olga)
    assert second != first
    assert posted(olga) == ["/contests", f"/contests/{second}/invitations", f"/contests/{first}/acts"]
    assert "kleon: has not come yet" in olga.text


def test_what_an_organiser_decides_is_done_by_clicks_and_told_to_all_with_its_reason(hall):
    olga = signed_up(hall, ORGANISER)
    contest = opened_by_text(olga, TEXT.replace("private: true", "private: false"))
    kleon, _, thais = (entered(hall, contest, name, "Our own cup") for name in OTHERS)
    assert kleon.open(f"contests/{contest}/organise").status == 404
    assert "olga organises this contest, not you." in kleon.text

    def act(words, yes="", **typed):
        olga.open(f"contests/{contest}/organise")
        submit(olga, words, **{"reason": f"because of {words}", **typed})
        if yes:
            submit(olga, yes)

    act("Send the invitations", who="crito@plaeyrs.example")
    act("Invite them instead", right="crito@players.example")
    assert "Invited to Our own cup: crito@players.example." in olga.text
    assert "plaeyrs" not in olga.text
    act("Send it to all", "Yes, send it", text="The hall opens\nat <six>.")
    act("Leave it open for entries longer", seconds="0")
    assert "By how long? Choose one of the times." in olga.text
    act("Leave it open for entries longer", seconds="86400")
    assert "The time of the round is up 1 day later." in olga.text
    act("Keep two players apart", player="kleon", other="kleon")
    assert "A pair is two players; you named one of them twice." in olga.text
    act("Keep two players apart", player="kleon", other="thais")
    act("Disqualify a player", "Yes, disqualify them", player="nikias")
    assert "nikias is disqualified." in olga.text
    thais.open(f"contests/{contest}")
    assert "nikias (disqualified)" in thais.text
    assert "olga: kleon and thais are not seated together from the next draw on" in thais.text
    assert "Reason: because of Keep two players apart" in thais.text
    assert "at &lt;six&gt;." in thais.page
    submit(thais, "Leave the contest")
    submit(thais, "Yes, leave")
    assert "You have left Our own cup" in thais.text
    submit(thais, "Wait as a substitute")
    assert "You wait as a substitute in Our own cup." in thais.text
    submit(thais, "Play in it too")
    assert "You are in Our own cup." in thais.text
    act("Cancel the contest", "Yes, end the contest")
    hall.goes_on()
    kleon.open(f"contests/{contest}")
    assert "It is over: ended by the organiser: because of Cancel the contest." in kleon.text


def test_a_round_is_drawn_again_a_game_annulled_and_a_vacant_seat_given_away_by_clicks(hall):
    olga = signed_up(hall, ORGANISER)
    contest = opened_by_text(olga, TEXT.replace("private: true", "substitutes: false\nasked_byes: 1"))
    phones = {name: entered(hall, contest, name, "Our own cup") for name in (*OTHERS, "phryne")}
    phones["phryne"].open(f"contests/{contest}")
    submit(phones["phryne"], "Sit it out", round="1")
    olga.open(f"contests/{contest}/draw")
    assert "Round 1" in olga.text
    hall.host.clock.forward(days=21)
    hall.goes_on()
    olga.open(f"contests/{contest}/organise")
    submit(olga, "Draw round 1 once more", reason="a slip")
    submit(olga, "Yes, draw it again")
    assert "Round 1 is drawn once more." in olga.text
    hall.goes_on()
    kleon, myron = phones["kleon"], signed_up(hall, "myron")
    kleon.open()
    [game] = re.findall(r'games/([a-z-]{17})"', kleon.page.partition("<h2>Finished")[0])
    kleon.open(f"games/{game}/about")
    submit(kleon, "Resign")
    submit(kleon, "Yes, give up the seat")
    hall.goes_on()
    olga.open(f"contests/{contest}")
    assert "is vacant, and no substitute is left to be asked: give it to somebody." in olga.text
    [way] = re.findall(r'href="[^"]*(contests/[^"#]*organise[^"#]*)#replace"', olga.page)
    olga.open(unescape(way))
    submit(olga, "Give a vacant seat to somebody", player="myron", reason="He asked")
    assert "is reserved for myron, who has to join there." in olga.text
    myron.open()
    assert "A seat is kept for you" in myron.text
    olga.open(f"contests/{contest}/organise")
    submit(olga, "Annul a game", reason="the hall burnt down", game=game)
    submit(olga, "Yes, annul the game")
    hall.goes_on()
    olga.open(f"contests/{contest}")
    assert "Annulled" in olga.text
    assert "Sitting out as they asked: phryne." in olga.text


def test_on_a_ladder_one_challenges_and_declines_by_a_click(hall):
    olga = signed_up(hall, ORGANISER)
    contest = opened_by_text(olga, TEXT.replace("swiss", "ladder").replace("private: true", "advance: 5"))
    phones = {name: entered(hall, contest, name, "Our own cup") for name in OTHERS}
    hall.host.clock.forward(days=21)
    hall.goes_on()
    for challenger in phones.values():
        challenger.open(f"contests/{contest}")
        if "Challenge, for the next round" in challenger.text:
            break
    for told in (contest, f"{URL}/contests/{contest}"):
        challenger.open()
        submit(challenger, "Look at it", link=told)
        assert "Challenge, for the next round" in challenger.text
    above = re.search(r'<select id="challenged".*?<option>(\w+)', challenger.page)[1]
    submit(challenger, "Challenge", player=above)
    assert f"{above} is told that you challenge them." in challenger.text
    phones[above].open(f"contests/{contest}")
    submit(phones[above], "Decline")
    assert "You have declined the challenge of" in phones[above].text
    assert f"has challenged {above}, who declined." in phones[above].text


def test_a_locked_browser_leads_whoever_is_in_to_the_contest_by_their_password_alone(hall):
    olga = signed_up(hall, ORGANISER)
    contest = opened_by_text(olga, TEXT.replace("private: true", "private: false"))
    kleon = entered(hall, contest, "kleon", "Our own cup")
    kleon.kept = ""
    kleon.load()
    kleon.open(f"contests/{contest}")
    assert "I am in already, or only look" in kleon.text
    submit(kleon, "Open", password=PASSWORD)
    assert "You are in. The first round is drawn" in kleon.text


def test_a_mailed_invitation_leads_to_the_form_that_enters_also_where_only_the_invited_may_register(hall):
    olga = signed_up(hall, ORGANISER)
    hall.host.close()
    hall.host.config = replace(hall.host.config, register="invited", public_url=URL)
    hall.host.open()
    contest = opened_by_text(olga, TEXT.replace("private: true", "private: false"))
    olga.open(f"contests/{contest}/organise")
    submit(olga, "Send the invitations", who="crito@players.example")
    [(text,)] = hall.host.rows("select text from mails where address = 'crito@players.example'")
    [page] = re.findall(rf"{URL}(/contests/\S+\?invited=\S+)", text)
    shown = hall.host.client.get(page)
    assert shown.headers["Referrer-Policy"] == "strict-origin"
    [link] = re.findall(r'href="/play/#(enter/[^"]+)"', shown.text)
    stranger = hall.person("stranger")
    stranger.open(link.rpartition("/")[0])
    submit(stranger, "Enter", name="stranger", password=PASSWORD, copy="none", stay="page")
    assert "the link of your invitation" in stranger.text.partition("What the plan says")[0]
    crito = hall.person("crito")
    crito.open(link)
    submit(crito, "Enter", name="crito", password=PASSWORD, copy="none", stay="page")
    assert "You are in Our own cup." in crito.text
    olga.open(f"contests/{contest}/organise")
    assert "crito@players.example: somebody has registered by it" in olga.text


def test_in_an_anonymous_contest_one_enters_plays_and_leaves_under_an_alias_by_clicks(hall):
    olga = signed_up(hall, ORGANISER)
    contest = opened_by_text(olga, TEXT.replace("private: true", "anonymous: true"))
    olga.open(f"contests/{contest}")
    assert "Enter" not in [said for said, _, _ in olga.forms]
    phones = [entered(hall, contest, name, "Our own cup") for name in OTHERS]
    kleon = phones[0]
    assert "You play as alias-" in kleon.text
    alias = re.search(r"You are in as (alias-[a-z-]+)", kleon.text)[1]
    hall.host.clock.forward(days=21)
    hall.goes_on()
    for phone in phones:
        phone.open()
        assert "Our own cup, round 1" in phone.text
    olga.open(f"contests/{contest}")
    assert alias in olga.text
    assert "kleon" not in olga.page
    kleon.open(f"contests/{contest}")
    submit(kleon, "Leave the contest")
    submit(kleon, "Yes, leave")
    assert f"{alias} (left)" in kleon.text


def test_in_a_big_contest_a_game_is_chosen_first_and_each_line_of_the_standings_explained_when_it_is_asked_for(hall):
    registry.register(BALLOT)
    try:
        olga = signed_up(hall, ORGANISER)
        plan = TEXT.replace("perikles", "ballot").replace("opening", "assembly").replace("[3, 4]", "[3]")
        contest = opened_by_text(olga, plan.replace("private: true", "seeds: lot").replace("most: 6", "most: 40"))
        Contests(hall.host).entered(contest, *(f"player-{number}" for number in range(30)))
        hall.host.clock.forward(days=21)
        hall.goes_on()
        olga.open(f"contests/{contest}/organise")
        assert "End table" not in olga.text
        game = re.search(r'<select id="chosen".*?value="([a-z-]+)"', olga.page)[1]
        olga.open(f"contests/{contest}/organise?game={game}")
        [button] = [said for said, _, _ in Fields(olga.page).buttons if said.startswith("End table")]
        submit(olga, button, reason="nobody came")
        submit(olga, "Yes, end the game")
        hall.goes_on()
        olga.open(f"contests/{contest}")
        whys = re.findall(r'href="[^"]*(contests/[^"#]+why=[^"#]+)#why"', olga.page)
        assert (len(whys), olga.text.count("Together")) == (30, 0)
        olga.open(unescape(whys[0]))
        assert olga.text.count("Together") == 1
        assert len(gzip.compress(olga.page.encode())) < 10_000
    finally:
        registry._registered.pop(BALLOT.id)
