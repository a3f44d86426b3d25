"""A contest for other programs: lines a seat, standings, a calendar, a feed."""

import csv
import io
from datetime import UTC, datetime
from xml.etree import ElementTree

from msgspec.structs import replace

from schemas.contests.exports import Appointment, appointments, calendar, feed, results_csv, standings_csv
from tests.schemas.contests.paper import Paper

ATOM = "{http://www.w3.org/2005/Atom}"


def test_results_have_a_line_a_seat_and_standings_a_line_a_player():
    paper = Paper(9, rounds=2)
    paper.play_round()
    results = list(csv.DictReader(io.StringIO(results_csv(paper.story))))
    assert len(results) == 8
    assert [line["points"] for line in results if line["place"] == "1"] == ["12", "12"]
    places = list(csv.DictReader(io.StringIO(standings_csv(paper.story))))
    assert [line["place"] for line in places] == [str(n) for n in range(1, 10)]


def test_a_calendar_has_closing_and_ends_of_rounds_in_lines_of_75_bytes():
    paper = Paper(8, name="Ein Wettkampf, für alle; mit Längen: " + "ö" * 60, round_seconds=86_400)
    paper.play_round()
    found = appointments(paper.story)
    assert [one.key for one in found] == ["closes", "round-1"]
    text = calendar(paper.story.plan.name, paper.contest, paper.now, found)
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert "Wettkampf\\, für alle\\; mit" in text.replace("\r\n ", "")
    assert text.count("BEGIN:VEVENT") == 2
    assert "DTSTART:20261202T180000Z\r\n" in text
    one = Appointment("x", datetime(2026, 12, 31, 23, 50, tzinfo=UTC), "late")
    assert "DTEND:20270101T000500Z" in calendar("c", "c", paper.now, [one])


def test_a_feed_has_what_happened_the_newest_first():
    paper = Paper(8, name="Cup <of> & all", rounds=1)
    paper.play()
    root = ElementTree.fromstring(feed(paper.story, "https://host.example/contests/c"))
    titles = [entry.findtext(f"{ATOM}title") for entry in root.findall(f"{ATOM}entry")]
    assert titles[0] == "Cup <of> & all is over"
    assert titles[-2:] == ["Round 1 is drawn: 2 games", "Cup <of> & all is open"]
    ids = [entry.findtext(f"{ATOM}id") for entry in root.findall(f"{ATOM}entry")]
    assert len(ids) == len(set(ids)) == 5


def test_a_feed_and_a_calendar_leave_out_of_an_older_name_what_xml_and_calendars_do_not_take():
    paper = Paper(8)
    paper.story.plan = replace(paper.story.plan, name="a\x00b\x0bc\u202ed")
    root = ElementTree.fromstring(feed(paper.story, "https://host.example/c"))
    assert root.findtext(f"{ATOM}title") == "abcd"
    text = calendar(paper.story.plan.name, paper.contest, paper.now, appointments(paper.story))
    assert "X-WR-CALNAME:abcd\r\n" in text
    assert "SUMMARY:abcd: entering closes\r\n" in text


def test_results_have_the_points_of_who_came_in_for_somebody():
    paper = Paper(8)
    paper.play_round()
    paper.enter("player-001", substitute=True)
    paper.step()
    paper.step()
    table = paper.story.rounds[1].tables[0]
    gone = min(table.seats.values())
    paper.result(table.game, left=[gone], substitutes={"player-001": gone})
    [line] = [line for line in csv.DictReader(io.StringIO(results_csv(paper.story))) if line["substitute"]]
    assert (line["player"], line["points"]) == (gone, "0")
    assert (line["substitute"], line["substitute_points"]) == ("player-001", "12")
