"""What an organiser does at the table, by clicks."""

from __future__ import annotations

import re

import pytest

from cli.client import Client
from cli.home.home import Home
from schemas.keys.identities import Identity
from schemas.statements.payloads import Annul, Pause
from tests.cli.conftest import TERMS


@pytest.fixture
def organiser(at_table, table):
    """The organiser, at the page of what they may do in the game."""
    sitter = at_table("aspasia")
    sitter.open(f"games/{table.game}/organise")
    return sitter


def game_of(sitter) -> str:
    return re.search(r"games/([a-z-]{17})/about", sitter.page)[1]


def test_a_game_is_opened_by_clicks_others_are_invited_join_and_it_is_started(stage, at_table):
    organiser, invited = at_table("aspasia"), at_table("kleon")
    organiser.open("new-at-host?scenario=perikles+opening")
    organiser.fill("Open the game", name=" ", seats="3", phase_seconds="86400")
    assert "What is the game to be called?" in organiser.text
    assert 'value="86400" selected' in organiser.page
    organiser.fill("Open the game", name="By <b>clicks</b>", seats="3", phase_seconds="86400", days_off=["5", "6"])
    game = game_of(organiser)
    summary = stage.client("aspasia").game(game)
    assert (summary["name"], len(summary["seats"])) == ("By <b>clicks</b>", 3)
    assert (summary["terms"]["phase_seconds"], summary["terms"]["days_off"]) == (86_400, [5, 6])
    assert "The game is open, and you organise it." in organiser.text
    assert "<b>clicks" not in organiser.page
    assert "Without a player: red, green, black." in organiser.text
    organiser.fill("Send the invitation", who="nobody-there", seat="")
    assert "Nobody is invited: nobody-there is not registered" in organiser.text
    assert 'value="nobody-there"' in organiser.page
    organiser.fill("Send the invitation", who="kleon", seat="green")
    assert "Invited: kleon." in organiser.text
    assert [one["seat"] for one in stage.client("aspasia").invitations(game)] == ["green"]
    assert "kleon, to green." in organiser.text
    invited.open()
    assert "A seat is kept for you" in invited.text
    invited.fill("Join", seat="green")
    assert "You hold green." in invited.text
    assert "Green: kleon (you)" in invited.text
    assert invited.open(f"games/{game}").headers["Location"].endswith(f"games/{game}/about")
    organiser.open(f"games/{game}/about")
    organiser.press("Join as Red")
    stage.client("nikias").join(game, "black")
    organiser.open()
    assert "every seat has a player: you can start it" in organiser.text
    organiser.open(f"games/{game}/organise")
    organiser.press("Start the game")
    assert "The game has begun." in organiser.text
    assert stage.client("aspasia").game(game)["status"] == "running"
    organiser.open(f"games/{game}")
    assert organiser.stage in ("step", "waiting")
    stage.client("aspasia").act(game, Annul())


def test_a_link_invites_whoever_opens_it_and_is_shown_once_and_taken_back(stage, at_table):
    client, organiser, other = stage.client("aspasia"), at_table("aspasia"), at_table("thais")
    game = client.create_game("perikles", "opening", 3, "By a link", TERMS, private="always")["game"]
    assert other.open(f"games/{game}/about").status_code == 404
    organiser.open(f"games/{game}/organise")
    organiser.fill("Make a link", seconds="604800", seat="red")
    link = re.search(r"<textarea[^>]*>([^<]+)</textarea>", organiser.page)[1]
    assert link.startswith(f"{stage.url}/games/{game}?invited=")
    assert "<svg" in organiser.page
    organiser.open(f"games/{game}/organise")
    assert link not in organiser.page
    other.open()
    other.fill("Look at it", link=link)
    other.press("Join as Red")
    assert "Red: thais (you)" in other.text
    organiser.open(f"games/{game}/organise")
    assert "taken by thais" in organiser.text
    organiser.fill("Send the invitation", who="kleon")
    organiser.press("Take it back")
    assert "The invitation is taken back; who has joined stays." in organiser.text
    assert [one["withdrawn"] for one in client.invitations(game)] == [False, True]
    client.act(game, Annul())


def test_another_game_like_one_is_opened_with_its_terms_and_options(stage, at_table):
    client, organiser = stage.client("aspasia"), at_table("aspasia")
    chosen = {"team_sees_tokens": False}
    model = client.create_game("pericles", "14.3", 4, "The model", TERMS, options=chosen, tags=["club"])["game"]
    organiser.open(f"new-at-host?like={model}")
    assert "Who plays the Aristocrats" in organiser.text
    fields = dict(re.findall(r'<select id="[^"]+" name="([^"]+)">.*?<option value="([^"]*)" selected', organiser.page))
    assert (fields["option team_sees_tokens"], fields["phase_seconds"]) == ("false", "3600")
    organiser.fill("Open the game", **{**fields, "name": "The copy", "start": "full", "private": "until-over"})
    copy = client.game(game_of(organiser))
    assert (copy["options"]["team_sees_tokens"], copy["terms"], copy["tags"]) == (
        False,
        client.game(model)["terms"],
        ["club"],
    )
    assert (copy["start"], copy["private"]) == ("full", "until-over")
    for game in (model, copy["game"]):
        client.act(game, Annul())


def test_time_is_given_and_taken_and_everybody_reads_why(table, organiser):
    organiser.fill("Pause the game", reason="<i>Olympia</i>")
    assert "The game is paused." in organiser.text
    organiser.fill("Resume the game", reason="")
    assert "The game goes on." in organiser.text
    before = table.client("kleon").phase(table.game)["deadline"]
    organiser.fill("Give more time", seconds="43200")
    assert "The deadline in the game is now 12 hours later." in organiser.text
    assert table.client("kleon").phase(table.game)["deadline"] > before
    organiser.press("Remind everybody who is awaited")
    assert "Everybody whom the game is waiting for gets a reminder." in organiser.text
    organiser.open(f"games/{table.game}/about")
    assert "The organiser paused the game." in organiser.text
    assert "<q>&lt;i&gt;Olympia&lt;/i&gt;</q>" in organiser.page


def test_a_refusal_of_the_host_stays_on_the_page_with_what_was_typed(table, organiser):
    table.client("aspasia").act(table.game, Pause())
    answer = organiser.fill("Pause the game", reason="once more")
    assert answer.status_code == 409
    assert "The game is already paused" in organiser.text
    assert "(already-paused)" not in organiser.text


def test_a_player_is_replaced_after_one_more_question(table, organiser):
    organiser.fill("Replace a player", seat="orange", player="kleon", reason="away")
    assert "Take orange from its player, and keep it for kleon?" in organiser.text
    assert table.client("kleon").game(table.game)["seats"][3]["player"] == "thais"
    organiser.press("Yes, take the seat")
    assert "Orange is vacant and reserved for kleon, who has to join there." in organiser.text
    assert table.client("kleon").game(table.game)["seats"][3]["kept_for"] == "kleon"
    organiser.open()
    assert "orange is vacant" in organiser.text


@pytest.mark.parametrize(
    ("button", "yes", "reason"),
    [
        ("End the game with the present places", "Yes, end the game", "ended by the organiser"),
        ("Annul the game", "Yes, annul the game", "annulled by the organiser"),
    ],
)
def test_a_game_is_ended_only_by_who_says_so_twice(table, organiser, button, yes, reason):
    organiser.fill(button, reason="it is late")
    assert table.client("kleon").game(table.game)["status"] == "running"
    organiser.press(yes)
    assert table.client("kleon").game(table.game)["reason"] == reason
    assert "The game is over" in organiser.text


def test_a_phase_is_taken_back_and_hidden_things_are_dealt_again(table, organiser):
    table.play_one_phase()
    organiser.open(f"games/{table.game}/organise")
    organiser.fill("Take the game back", phase="1", reason="a slip")
    organiser.press("Yes, go back")
    assert "The game is back before phase 1." in organiser.text
    organiser.fill("Deal again what is face down")
    organiser.press("Yes, deal again")
    assert "The position of the game is amended." in organiser.text
    assert table.phase() == 4


def test_the_new_key_of_a_player_who_lost_theirs_is_confirmed(table, organiser, tmp_path):
    new = Identity.generate()
    Client(table.stage.url, new, "thais", Home(tmp_path)).claim(new)
    organiser.open(f"games/{table.game}/organise?claims=thais")
    assert new.key_id in organiser.text
    organiser.fill("Confirm this key")
    assert "Have you asked thais about it?" in organiser.text
    organiser.press("Yes, I have asked")
    assert f"{new.key_id} now speaks for thais in the game." in organiser.text


def test_who_does_not_organise_a_game_has_no_such_page(table, at_table):
    other = at_table("kleon")
    assert other.open(f"games/{table.game}/organise").status_code == 404
    assert "aspasia organises this game, not you." in other.text
    assert other.post(f"{other.guard.home}games/{table.game}/organise/annul", sure="yes").status_code == 404
    assert table.phase() == 1


def test_no_other_page_can_open_join_or_end_anything(table, organiser):
    for path in ("new-at-host", "find", *(f"games/{table.game}/{one}" for one in PLACES)):
        for headers in ({}, {"Origin": "http://evil.example"}, {"Origin": "null"}):
            answer = organiser.ask("POST", f"{organiser.guard.home}{path}", headers, data={"sure": "yes"})
            assert answer.status_code == 403, path
    assert (table.phase(), len(table.client("kleon").log(table.game))) == (1, 7)


PLACES = ("join", "about/resign", "about/vote", "organise/annul", "organise/invite", "proof/check", "withdraw")
