"""*About this game*: what it is, what the holders of its seats do there, and what proves it."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest

from schemas.statements.payloads import Annul, Leave, Vacate
from tests.cli.conftest import TERMS

HOSTILE = "</title><script>alert(1)</script><b>\u202egnp"


INVITATION = {
    "player": HOSTILE,
    "address": None,
    "seat": HOSTILE,
    "invitation": HOSTILE,
    "link": False,
    "until": None,
    "admitted": 0,
    "taken_by": HOSTILE,
    "withdrawn": False,
}


@pytest.fixture
def about(at_table, table):
    """Has somebody look at the page about the game."""

    def look(who="kleon"):
        sitter = at_table(who)
        sitter.open(f"games/{table.game}/about")
        return sitter

    return look


def test_the_page_says_what_the_game_is_who_plays_and_what_was_agreed(table, about):
    sitter = about()
    for said in (
        "Perikles: The opening. It goes on. aspasia organises it.",
        "Green: kleon (you)",
        "its answer is awaited",
        "Phase 1 is open until",
        "A phase lasts 1 hour.",
        "One player may hold 4 seats.",
        "Seat Red is taken.",
    ):
        assert said in sitter.text
    assert "Organise" not in sitter.text
    sitter.open(f"games/{table.game}")
    assert f"games/{table.game}/about" in sitter.page


def test_votes_are_cast_shown_and_carried(table, about):
    sitter = about()
    sitter.press("For a pause")
    assert "Green votes for a pause." in sitter.text
    assert "A vote on pausing the game: kleon for it." in sitter.text
    assert "You voted for it." in sitter.text
    for who in ("nikias", "thais"):
        about(who).press("For a pause")
    sitter.open(f"games/{table.game}/about")
    assert "The players voted for pausing the game." in sitter.text
    assert "For going on" in [said for said, _, _ in sitter.buttons]


def test_an_absence_is_announced_and_what_is_wrong_with_one_stays_to_be_put_right(about):
    sitter = about()
    days = [(datetime.now(UTC) + timedelta(days=more)).date().isoformat() for more in (3, 5)]
    answer = sitter.fill("Announce it", first=days[1], last=days[0], reason="at sea")
    assert (answer.status_code, "An absence cannot end before it begins" in sitter.text) == (409, True)
    assert all(f'value="{one}"' in sitter.page for one in (*days, "at sea"))
    sitter.fill("Announce it", first=days[0], last=days[1], reason="at sea")
    assert f"Green is absent from {days[0]} to {days[1]}." in sitter.text
    assert "<q>at sea</q>" in sitter.page


def test_who_resigns_is_asked_once_more_and_another_takes_the_seat(table, about):
    sitter = about()
    sitter.fill("Resign", reason="no time")
    assert "Give up green in the game? Then anyone may join there." in sitter.text
    assert table.client("nikias").game(table.game)["seats"][1]["player"] == "kleon"
    assert "What you have sent counts until your substitute replaces it." in sitter.text
    sitter.press("Yes, give up the seat")
    assert "Green is vacant; anyone may join there." in sitter.text
    other = about("nikias")
    other.press("Join as Green")
    other.open(f"games/{table.game}/about")
    assert "You hold green." in other.text
    links = re.findall(r'href="[^"]*/(games/[^"/]+)">To the board as (\w+)', other.page)
    assert links == [(f"games/{table.game}~green", "Green"), (f"games/{table.game}~black", "Black")]
    for link, name in links:
        assert other.open(link).status_code == 200
        assert f'action="{other.guard.home}{link}/press"' in other.page
        assert f"nikias ({name}): {name}, you".lower() in other.text.lower()
    other.open()
    assert f"{table.game}~green" in other.page
    assert table.client("nikias").game(table.game)["seats"][1]["player"] == "nikias"


def test_a_seat_is_left_before_the_game_begins(stage, at_table):
    client = stage.client("aspasia")
    game = client.create_game("perikles", "opening", 3, "Early", TERMS)["game"]
    sitter = at_table("kleon")
    sitter.open()
    sitter.fill("Look at it", link=f"{stage.url}/games/{game}")
    assert sitter.page.count("Join as") == 3
    sitter.press("Join as Black")
    assert "You hold black." in sitter.text
    assert "Join as" not in sitter.text
    sitter.fill("Leave the game")
    sitter.press("Yes, leave the game")
    assert "You have left the game; black is free again." in sitter.text
    assert not any(one["player"] for one in client.game(game)["seats"])
    client.act(game, Annul())


def test_who_joins_an_anonymous_game_is_known_there_by_an_alias(stage, at_table):
    client = stage.client("aspasia")
    game = client.create_game("perikles", "opening", 3, "Masks", TERMS, anonymous=True)["game"]
    sitter = at_table("kleon")
    sitter.open(f"games/{game}/about")
    assert "You get an alias: nobody but the host knows who you are" in sitter.text
    sitter.press("Join as Black")
    alias = stage.client("kleon").in_game(game).handle
    assert f"You play as {alias}: nobody but the host knows" in sitter.text
    assert f"Black: {alias} (you)" in sitter.text
    assert "Black: kleon" not in sitter.text
    client.act(game, Annul())


def test_a_vacant_seat_is_on_the_list_and_taken_there(table, at_table):
    table.client("aspasia").act(table.game, Vacate(seat="orange"))
    sitter = at_table("thais")
    sitter.open()
    assert "Sherds" in sitter.text.partition("Games with a free seat")[2]
    found = [where for said, where, _ in sitter.buttons if said == "Join" and table.game in where]
    answer = sitter.post(found[0], seat="orange")
    sitter.ask("GET", answer.headers["Location"])
    assert table.client("thais").game(table.game)["seats"][3]["player"] == "thais"


@pytest.mark.parametrize("link", ["", "perikles-1", "javascript:alert(1)"])
def test_what_is_no_link_of_a_game_is_said_to_be_none(about, link):
    sitter = about()
    sitter.open()
    sitter.fill("Look at it", link=link)
    assert "There is no game or contest in that" in sitter.text


def test_a_link_to_a_host_that_does_not_know_the_player_sends_nothing_there(about):
    sitter = about()
    sitter.open()
    sitter.fill("Look at it", link="http://evil.example/games/fiviv-fodas-koniv")
    assert "You are not known at evil.example yet." in sitter.text


def test_a_game_that_no_known_host_has_is_not_here(about):
    sitter = about()
    for way in ("about", "proof", "organise"):
        assert sitter.open(f"games/fiviv-fodas-koniv/{way}").status_code == 404
        assert sitter.open(f"games/perikles-1/{way}").status_code == 404


# --- proofs ----------------------------------------------------------------------------------------------------------


def test_receipts_are_listed_kept_as_files_and_the_game_is_checked(table, at_table):
    who, seat = table.asked()
    table.client(who).send(table.game, seat, [{"question": "D-S1", "city": "argos"}])
    table.wait_beyond(1)
    sitter = at_table(who)
    sitter.open(f"games/{table.game}/proof")
    assert f"envelope 1 of {seat} in this game, orders for phase 1 (final)." in sitter.text
    path = re.search(r'href="([^"]+/receipt/[^"]+)"', sitter.page)[1]
    answer = sitter.ask("GET", path)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert {*json.loads(answer.data)} >= {"receipt", "envelope"}
    assert sitter.open(f"games/{table.game}/proof/receipt/{seat}/9/9").status_code == 404
    sitter.open(f"games/{table.game}/proof")
    sitter.fill("Check it")
    assert "The log proves for 1 cut that the newest you had sent counted: 1 envelope." in sitter.text
    assert "Everything here agrees." in sitter.text
    assert str(sitter.table.home.root) not in sitter.text
    saved = json.loads(sitter.open(f"games/{table.game}/proof/log.json").data)
    assert (saved["game"], len(saved["log"])) == (table.game, 9)
    assert sitter.open(f"games/{table.game}/proof/record.json").status_code == 404


def test_a_game_that_is_over_is_replayed_and_its_record_saved(finished, at_table):
    sitter = at_table("kleon")
    sitter.open(f"games/{finished.game}/proof")
    sitter.fill("Check it")
    assert "replay: the same orders and dice lead to the same bytes" in sitter.text
    assert "Everything" in sitter.text
    record = json.loads(sitter.open(f"games/{finished.game}/proof/record.json").data)
    assert record["game"] == finished.game
    sitter.open(f"games/{finished.game}/about")
    assert "It is over." in sitter.text
    assert "What you can do" not in sitter.text


def test_a_record_that_was_changed_is_said_to_be_wrong(finished, at_table, twist):
    sitter = at_table("kleon")
    sitter.open(f"games/{finished.game}/proof")
    twist(r"/record$", lambda record: {**record, "phases": record["phases"][:-1]})
    sitter.fill("Check it")
    assert "What is wrong" in sitter.text
    assert "Something is wrong" in sitter.text
    assert "lead to the same bytes" not in sitter.text


def test_a_host_that_shows_another_log_than_before_is_not_believed(table, about, twist):
    sitter = about()
    twist(r"/log", lambda part: {**part, "log": part["log"][:-1]})
    assert sitter.open(f"games/{table.game}/about").status_code == 409
    assert "cannot be believed" in sitter.text


# --- hostile texts ---------------------------------------------------------------------------------------------------


def test_hostile_names_reasons_and_options_do_nothing_on_these_pages(stage, at_table, twist):
    client = stage.client("aspasia")
    game = client.create_game("perikles", "opening", 3, "Harmless", TERMS, seats_a_player=3)["game"]
    for seat in ("red", "green", "black"):
        client.join(game, seat)
    client.start(game)
    sitter = at_table("aspasia")

    def lie(summary):
        seats = [{**one, "holder": HOSTILE} for one in summary.get("seats", ())]
        return {**summary, "name": HOSTILE, "reason": HOSTILE, "stopped": True, "seats": seats, "tags": [HOSTILE]}

    twist(rf"/games/{game}$", lie)
    twist(r"/games\?", lambda part: {**part, "games": [lie(one) for one in part["games"]]})
    twist(r"/invitations$", lambda _: {"invitations": [INVITATION]})
    twist(rf"/games/{game}/phase$", lambda phase: {**phase, "waiting": [HOSTILE]})
    twist(r"/claims$", lambda _: {"claims": [{"key_id": HOSTILE}]})
    pages = [
        "",
        f"new-at-host?like={game}",
        *(f"games/{game}/{one}" for one in ("about", "proof", "organise?claims=aspasia")),
    ]
    for path in pages:
        assert sitter.open(path).status_code == 200
        assert "alert(1)" in sitter.page
        assert "<script>alert" not in sitter.page
        assert "\u202e" not in sitter.page
        assert not re.search(r"<b>.?gnp", sitter.page)
    client.act(game, Annul())


def test_a_hostile_reason_stays_text_in_the_log_and_when_it_is_asked_once_more(table, about):
    sitter = about("aspasia")
    sitter.fill("Resign", reason='"><script>alert(1)</script>')
    assert "<script>alert" not in sitter.page
    sitter.press("Yes, give up the seat")
    assert "<q>&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</q>" in sitter.page


def test_no_page_about_a_game_calls_a_seat_or_an_option_by_its_id(stage, at_table):
    client = stage.client("aspasia")
    game = client.create_game("pericles", "14.3", 4, "No ids", TERMS)["game"]
    client.join(game, "AF")
    client.invite(game, "kleon", "DF")
    client.seat_act(game, "AF", Leave(reason="gone"))
    client.join(game, "EK")
    sitter = at_table("aspasia")
    ways = [f"games/{game}/{way}" for way in ("about", "proof", "organise")]
    for path in ("", *ways, "new-at-host?scenario=pericles+14.3", f"new-at-host?like={game}"):
        sitter.open(path)
        assert re.findall(r"\b(?:AF|DF|EK|AK|14\.3|\w+_\w+)\b", sitter.text) == [], path
        assert game not in sitter.text
    assert "of the Aristocrats left before the game began" in sitter.open(ways[0]).get_data(as_text=True)
    client.act(game, Annul())
