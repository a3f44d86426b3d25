"""The pages of contests: what one waits for, standings with why, rounds, players."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from adjudicator import registry
from api.pages.contests import contest as contest_pages
from schemas.statements import payloads
from schemas.statements.contests import AnnulGame
from tests.api.contests.contests import Contests
from tests.api.hosts import HostUnderTest
from tests.api.pages.browsers import browsing
from tests.titles.ballot import TITLE as BALLOT

ENTRANTS = ("ann", "bob", "cid", "dan", "eve", "fay", "gus")


@pytest.fixture(scope="module")
def contests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Contests]:
    """A host with a contest whose second round has one table to wait for: its players are kept in `gone`."""
    registry.register(BALLOT)
    contests = Contests(HostUnderTest(tmp_path_factory.mktemp("contest-pages")))
    yield contests
    contests.host.close()
    registry._registered.pop(BALLOT.id)


@pytest.fixture(scope="module")
def contest(contests) -> str:
    opened = contests.opened(name="Cup <b>of</b> Samos", kind="swiss", round_seconds=40 * 86_400, late="adjudicate")
    contests.entered(opened, *ENTRANTS)
    contests.enter(opened, "zoe", substitute=True)
    first, second = contests.close(opened)["rounds"][0]["tables"]
    seat, handle = next(iter(first["seats"].items()))
    resigned = contests.host.seat_act(first["game"], seat, payloads.Resign(), by=contests.known(handle))
    assert resigned.status_code == 201, resigned.text
    assert contests.act(opened, AnnulGame(reason="nobody came", game=first["game"])).status_code == 201
    contests.host.play_on(second["game"])
    contests.work()
    contests.host.play_on(contests.shown(opened)["rounds"][1]["tables"][0]["game"])
    contests.work()
    return opened


def read(contests, path: str, status: int = 200) -> str:
    response = contests.host.client.get(path)
    assert response.status_code == status
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.text))


def test_a_contest_says_what_it_waits_for_and_how_it_stands_and_why(contests, contest):
    shown = contests.shown(contest)
    text = read(contests, f"/contests/{contest}")
    assert "Round 2: 1 of 2 games is still being played, since" in text
    assert ": a game still being played then is adjudicated." in text
    assert "Round 2, table 2" in text.partition("Standings")[0]
    assert re.search(r"Round 1, \w+-\w+-\w+: place 1 of 3( \(shared by \d\))?, ", text)
    assert "zoe (substitute)" in text
    annulled = shown["rounds"][0]["tables"][0]["game"]
    assert f"olga : round 1, table 1 ({annulled}) does not count. Reason: nobody came" in text
    checkpoint = contests.host.get(f"/contests/{contest}/checkpoint").text
    waiting = shown["stuck"]["games"]
    assert f"waits for {', '.join(sorted(shown['rounds'][1]['tables'][1]['seats'].values()))}" in text, waiting
    for path in (f"/contests/{contest}", f"/contests/{contest}/rounds/1"):
        assert contests.host.client.get(path).text.count(checkpoint) == 1
    assert "Cup <b>of</b> Samos" not in contests.host.client.get(f"/contests/{contest}").text
    assert "Standings after round 1" in read(contests, f"/contests/{contest}?after=1")
    assert "has closed 2 rounds so far" in read(contests, f"/contests/{contest}?after=3", 404)


def test_of_many_games_that_go_on_those_are_shown_that_wait_longest(contests, contest, monkeypatch):
    monkeypatch.setattr(contest_pages, "MOST_AWAITED", 0)
    text = read(contests, f"/contests/{contest}").partition("Standings")[0]
    assert "Round 2: 1 of 2 games is still being played" in text
    assert "And 1 more: all are tables of round 2 ." in text
    assert "Round 2, table 2" not in text


def test_a_round_has_its_tables_results_and_who_sits_out(contests, contest):
    first = contests.shown(contest)["rounds"][0]
    text = read(contests, f"/contests/{contest}/rounds/1")
    for table in first["tables"]:
        assert table["game"] in text
        assert ", ".join(f"{handle} ({seat})" for seat, handle in table["seats"].items()) in text.replace(" ,", ",")
    assert f"Sitting out: {first['byes'][0]}" in text
    assert "still being played" in read(contests, f"/contests/{contest}/rounds/2")
    read(contests, f"/contests/{contest}/rounds/3", 404)


def test_the_crosstable_is_that_of_the_standings(contests, contest):
    standings = contests.host.json(f"/contests/{contest}/standings")["lines"]
    page = contests.host.client.get(f"/contests/{contest}/crosstable").text
    rows = [re.findall(r"<t[dh].*?>(.*?)</t[dh]>", row) for row in re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)[1:]]
    text = [[re.sub(r"<[^>]+>", "", cell) for cell in row] for row in rows]
    for n, (row, line) in enumerate(zip(text, standings, strict=True), start=1):
        assert (row[0], row[1], row[n + 1]) == (str(line["place"]), f"{n} {line['player']}", "×")
        assert row[-1] == re.search(r"[0-9.]+(?= points: place)", " ".join(line["why"]))[0]
    names = [line["player"] for line in standings]
    for table in (table for round_ in contests.shown(contest)["rounds"] for table in round_["tables"]):
        for one, other in contests.pairs(table):
            mine, theirs = names.index(one), names.index(other)
            assert table["game"] in rows[mine][theirs + 2]
            said = [*zip(text[mine][theirs + 2].split(), text[theirs][mine + 2].split(), strict=True)]
            if not table["result"]:
                assert ("…", "…") in said
            elif not (places := table["result"]["places"]):
                assert ("–", "–") in said
            elif not table["result"]["left"]:
                ahead = (places[one] < places[other]) - (places[one] > places[other])
                assert {1: ("1", "0"), 0: ("½", "½"), -1: ("0", "1")}[ahead] in said
    csv = contests.host.get(f"/contests/{contest}/crosstable.csv").text
    assert csv.count("\n") == 1 + sum(len(re.findall(r"<a href=./games", row)) for cells in rows for row in cells)


def test_all_rounds_stand_on_one_page_and_the_pairings_of_each_on_a_sheet(contests, contest):
    text, shown = read(contests, f"/contests/{contest}/rounds"), contests.shown(contest)
    for round_ in shown["rounds"]:
        sheet = contests.host.client.get(f"/contests/{contest}/rounds/{round_['round']}/pairings").text
        assert sheet.count("<section") == len(round_["tables"])
        for table in round_["tables"]:
            assert table["game"] in text
            assert table["game"] in sheet
            assert all(f"<b>{handle}</b> <small>{seat}</small>" in sheet for seat, handle in table["seats"].items())
            for handle, place in ((table["result"] or {}).get("places") or {}).items():
                left = handle in table["result"]["left"]
                said = "gave up" if left else f"place {place}"
                assert re.search(rf'<b>{handle}</b>[^\n]*<span class="came">{said}</span>', sheet)
        assert f"Sitting out: {', '.join(round_['byes'])}." in re.sub(r"\s+", " ", sheet)
    read(contests, f"/contests/{contest}/rounds/3/pairings", 404)
    front = contests.host.client.get(f"/contests/{contest}").text
    for to in ("rounds", "crosstable", "rounds/2/pairings"):
        assert f'href="/contests/{contest}/{to}"' in front


def test_the_course_of_a_rating_is_drawn_and_told(contests, contest):
    played = contests.shown(contest)["rounds"][1]["tables"][0]["seats"]["alpha"]
    page = contests.host.client.get(f"/players/{played}").text
    now = re.search(r"ballot</a>: (\d+), after (\d) games?", page)
    [said] = re.findall(r'<svg [^>]*aria-label="[^"]*game by game\. (.*?)"', page)
    assert said.startswith(f"From 1500 to {now[1]} in {now[2]} game")
    [points] = re.findall(r'<polyline [^>]*points="([^"]+)"', page)
    assert points.count(",") == int(now[2]) + 1
    assert "style=" not in page


def test_a_player_has_places_games_and_figures_with_their_base(contests, contest):
    first = contests.shown(contest)["rounds"][0]["tables"][0]
    gone = next(iter(first["seats"].values()))
    text = read(contests, f"/players/{gone}")
    line = next(one for one in contests.host.json(f"/contests/{contest}/standings")["lines"] if one["player"] == gone)
    assert re.search(rf"Place {line['place']} of 7, [0-9.]+ points?\.", text)
    assert re.search(rf"{line['place']} of 7 [0-9.]+ [12] ", text)
    assert re.search(r"Given up 1 of [12] ", text)
    played = contests.shown(contest)["rounds"][1]["tables"][0]["seats"]["alpha"]
    assert re.search(
        r"ballot : \d+, after [12] games? of contests here \(provisional\)", read(contests, f"/players/{played}")
    )
    assert "has entered no contest here" in read(contests, "/players/olga")
    read(contests, "/players/nobody-at-all", 404)


def test_contests_under_way_stand_on_the_front_page_and_all_on_their_own(contests, contest):
    assert contest in read(contests, "/").partition("All games")[0]
    assert contest in read(contests, "/contests")


def test_a_page_of_a_contest_is_light_and_needs_no_script_of_its_own(contests, contest):
    response = contests.host.client.get(f"/contests/{contest}")
    assert response.text.count("<script") == 1
    assert len(response.data) < 20_000
    assert (
        contests.host.client.get(
            f"/contests/{contest}", headers={"If-None-Match": response.headers["ETag"]}
        ).status_code
        == 304
    )


def test_pages_of_contests_fit_a_phone_and_axe_finds_nothing(contests, contest, tmp_path):
    gone = next(iter(contests.shown(contest)["rounds"][0]["tables"][0]["seats"].values()))
    with browsing(contests.host, tmp_path) as browser:
        browser.size((390, 844))
        browser.media(prefers_color_scheme="dark")
        browser.open(f"/contests/{contest}/rounds/2/pairings")
        told = "return document.querySelector('time.deadline').textContent"
        assert re.search(r" \(.* days.*\)$", browser.script(told))
        browser.script("dispatchEvent(new Event('beforeprint'))")
        assert re.search(r" 20\d\d, \d\d:\d\d \w+", browser.script(told))
        assert "days" not in browser.script(told)
        own = ("", "/rounds/1", "/rounds/1/pairings", "/rounds", "/crosstable")
        for path in ("/contests", *(f"/contests/{contest}{part}" for part in own), f"/players/{gone}"):
            browser.open(path)
            assert browser.findings() == [], path
            assert browser.script("return document.scrollingElement.scrollWidth") <= 390, path
            ids = browser.all(".whole")
            assert all(one.size["height"] < 30 for one in ids), path
